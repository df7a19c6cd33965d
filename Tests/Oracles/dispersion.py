"""How much counts vary from time to time, and Student's quantile. Standard library only."""
import math


def windows(parts, width, distance, start):
    """The first parts of the windows before `start`; of those on both sides, if they are too few. Parts are
    (first, last)."""
    span = width + distance
    all_of_them = range(len(parts) - span + 1)
    before = [first for first in all_of_them if parts[first + span - 1][1] < start]
    if freedom(before, width, distance) >= 2:
        return before
    return before + [first for first in all_of_them if parts[first][0] >= start]


def freedom(starts, width, distance):
    """K² / Σ r² over all pairs of K contrasts with the correlations r."""
    def contrast(start):
        return {start + part + offset: sign for part in range(width)
                for offset, sign in ((0, -1), (distance, 1))}
    total = 0
    for one in map(contrast, starts):
        for other in map(contrast, starts):
            total += (sum(sign * other.get(part, 0) for part, sign in one.items())
                      / (2 * width)) ** 2
    return len(starts) ** 2 / total if total else 0


def quantile(degrees):
    """The 97.5 % quantile of Student's t: Simpson's rule over the angle, t = √degrees · tan."""
    def below(t):
        end, steps = math.atan(t / math.sqrt(degrees)), 2000
        values = [math.cos(end * step / steps) ** (degrees - 1) for step in range(steps + 1)]
        area = end / steps / 3 * (values[0] + values[-1] + 4 * sum(values[1:-1:2])
                                  + 2 * sum(values[2:-1:2]))
        return area * math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) \
            / math.sqrt(math.pi)
    low, high = 0, 100
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < 0.475 else (low, middle)
    return low


class Windows:
    known = {}

    def __init__(self, parts, exposures, width, distance, start):
        self.width, self.distance, self.exposures = width, distance, exposures
        self.starts = windows(parts, width, distance, start)
        key = tuple(self.starts), width, distance
        if key not in self.known:
            degrees = freedom(self.starts, width, distance)
            self.known[key] = degrees, quantile(degrees) if degrees >= 2 else None
        self.degrees, self.quantile = self.known[key]

    def of(self, counts):
        """The dispersion and the quantile; None without events or with too few windows."""
        if self.degrees < 2:
            return None
        squares = total = 0
        for start in self.starts:
            now, before, later, earlier = (
                sum(values[start + offset:start + offset + self.width])
                for values in (counts, self.exposures) for offset in (self.distance, 0))
            squares += (now * earlier - before * later) ** 2 / (earlier * later)
            total += now + before
        return (max(1, squares / total), self.quantile) if total else None
