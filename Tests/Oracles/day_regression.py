"""Findie's regression of days, computed with dense matrices and numeric integration.

A day is (day, count, trials or None, offset); the last one is tested with the others as its history.
"""
import math

DAYS = 56


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def solve(matrix, columns):
    """By elimination with pivots; the columns are right-hand sides."""
    rows = [list(left) + list(right) for left, right in zip(matrix, columns)]
    for pivot in range(len(rows)):
        best = max(range(pivot, len(rows)), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for row in range(len(rows)):
            if row != pivot:
                factor = rows[row][pivot]
                rows[row] = [one - factor * two for one, two in zip(rows[row], rows[pivot])]
    return [row[len(matrix):] for row in rows]


def tail(bound, degrees):
    """P(t > bound) of Student's t: with t = √df · tan(a), the density is cos(a)^(df - 1)."""
    log = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - math.log(math.pi) / 2
    low, steps = math.atan(bound / math.sqrt(degrees)), 2000
    width = (math.pi / 2 - low) / steps
    total = 0.0
    for step in range(steps + 1):
        part = max(0.0, math.cos(low + step * width)) ** (degrees - 1)
        total += part * (1 if step in (0, steps) else 4 if step % 2 else 2)
    return math.exp(log) * total * width / 3


def root(count, mean, trials):
    total = 2 * (count * math.log(count / mean) if count > 0 else 0)
    if trials is None:
        total -= 2 * (count - mean)
    elif trials > count:
        total += 2 * (trials - count) * math.log((trials - count) / (trials - mean))
    return math.copysign(math.sqrt(max(0, total)), count - mean)


def regression(points, rate=None):
    """The expected count, its deviation, the probability, and the usual range at a rate."""
    history, today = points[:-1], points[-1]
    parameters = len({point[0] % 7 for point in history}) + 1
    events = sum(point[1] for point in history)
    trials = None if not history or history[0][2] is None else sum(one[2] for one in history)
    if len(history) < parameters + 2 or events == 0 or (trials is not None and events >= trials):
        return None
    rows = []
    for point in points:
        row = [1.0, (point[0] - today[0]) / DAYS] + [0.0] * 7
        row[2 + point[0] % 7] = 1.0
        rows.append(row)
    priors = [0, 0.01] + [1.0] * 7
    share = events / len(history) if trials is None else events / (trials - events)
    betas = [math.log(share) - sum(one[3] for one in history) / len(history), 0.0] + [0.0] * 7

    def moments(index):
        eta = points[index][3] + sum(map(math.prod, zip(rows[index], betas)))
        odds = math.exp(min(30, max(-30, eta)))
        if points[index][2] is None:
            return odds, odds
        mean = points[index][2] * odds / (1 + odds)
        return mean, max(1e-12, mean / (1 + odds))

    def error(index):
        return sum(rows[index][one] * inverse[one][two] * rows[index][two]
                   for one in range(9) for two in range(9))

    weights = [1.0] * len(history)
    for _ in range(4):
        for _ in range(25):
            fitted = [moments(index) for index in range(len(history))]
            gradient = [[-prior * beta] for prior, beta in zip(priors, betas)]
            matrix = [[priors[one] if one == two else 0.0 for two in range(9)] for one in range(9)]
            for index, (mean, variance) in enumerate(fitted):
                used = [one for one in range(9) if rows[index][one]]
                for one in used:
                    gradient[one][0] += weights[index] * (history[index][1] - mean) * rows[index][one]
                    for two in used:
                        matrix[one][two] += (
                            weights[index] * variance * rows[index][one] * rows[index][two])
            unit = [[float(one == two) for two in range(9)] for one in range(9)]
            solved = solve(matrix, [left + right for left, right in zip(gradient, unit)])
            inverse = [row[1:] for row in solved]
            largest = max(abs(row[0]) for row in solved)
            if largest <= 1e-9:
                break
            betas = [beta + row[0] * min(1, 2 / largest) for beta, row in zip(betas, solved)]
        fitted = [moments(index) for index in range(len(history))]
        used = weights
        roots = [root(one[1], mean, one[2]) for one, (mean, _) in zip(history, fitted)]
        residuals = [
            abs(roots[index]) / math.sqrt(max(0.05, 1 - used[index] * fitted[index][1] * error(index)))
            for index in range(len(history))
        ]
        bound = 2.58 * max(1, 1.4826 * median(residuals))
        weights = [1 if one <= bound else (bound / one) ** 2 for one in residuals]
    scaled = [weight * variance for weight, (_, variance) in zip(used, fitted)]
    squares = sum(weight * (one[1] - mean) ** 2
                  for weight, one, (mean, _) in zip(used, history, fitted))
    total = sum(used)
    spread = max(1, squares / sum(scaled) * total / max(1, total - parameters))
    degrees = max(2, min(len(history), sum(scaled) ** 2 / sum(one * one for one in scaled))
                  - parameters)
    mean, variance = moments(len(history))
    level = math.sqrt(variance) * median(
        [one / math.sqrt(of) for one, (_, of) in zip(roots[-7:], fitted[-7:])])
    last = fitted[-7:]
    of_level = math.pi / 2 * sum(variance / of for _, of in last) / len(last) ** 2
    of_mean = variance * error(len(history))

    def deviation(count):
        count = max(mean, count - 0.5) if count > mean else min(mean, count + 0.5)
        size = root(count, mean, today[2])
        own = size / math.sqrt(spread * (1 + of_mean))
        other = (size - level) / math.sqrt(spread * (1 + of_mean + of_level))
        return 0 if own * other <= 0 else min(own, other, key=abs)

    def probability(count):
        return 2 * tail(abs(deviation(count)), degrees)

    usual = None
    value = probability(today[1])
    if rate is not None and value <= rate:
        ends = []
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) * 500
            low, high = (middle / 1000, high) if 2 * tail(middle, degrees) > rate else (
                low, middle / 1000)
        bound = low * 1000
        for outside in [0.0, today[2]]:
            if outside is None:
                outside = max(1, 2 * mean)
                while deviation(outside) <= bound:
                    outside *= 2
            inside = mean
            if abs(deviation(outside)) <= bound:
                ends.append(outside)
                continue
            for _ in range(60):
                middle = (inside + outside) / 2
                if abs(deviation(middle)) > bound:
                    outside = middle
                else:
                    inside = middle
            ends.append(inside)
        usual = ends
    return mean, deviation(today[1]), value, usual


def findings(probabilities, rate):
    """The indices of Benjamini and Hochberg's findings."""
    ranked = sorted(probabilities)
    bounds = [one for index, one in enumerate(ranked) if one <= (index + 1) / len(ranked) * rate]
    return [index for index, one in enumerate(probabilities) if bounds and one <= bounds[-1]]
