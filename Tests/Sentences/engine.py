"""Patterns of sentences, and how a number in one is compared with its value: for patterns.py and check.py."""

import re

TYPES = {
    "n": r"(?:\d{1,3}(?:,\d{3})+|\d+)\+?",  # a whole number; with + it is rounded down
    "p": r"(?:\d{1,3}(?:,\d{3})+|\d+)\+?|too few to show",  # a number of players
    "%": r"-?[\d,]+(?:\.\d+)?%",  # a share
    "x": r"[+−][\d,]+(?:\.\d+)?%|×[\d,]+\.\d",  # a change
    "s": r"[\d,]+(?:\.\d+)?%|×[\d,]+\.\d",  # a change's size, after up or down
    "f": r"[-−]?[\d,]+(?:\.\d+)?",  # a number
    "d": r"\d{1,2} [A-Z][a-z]+(?: \d{4})?",  # a day
    "w": r"[^.;]+?",  # words
    "t": "\x01[^\x02]*\x02|.+?",  # a title
}
EXACT, DOCUMENT, CONSISTENT, ROUNDED = "exact", "document", "consistent", "rounded"
# A value that a pattern expects and that is not there: the sentence is false.
ERRORS = (KeyError, TypeError, AttributeError, IndexError, ValueError, StopIteration, ZeroDivisionError)
UP = {"▲ up": 1, "up": 1, "grew": 1, "▲": 1, "▼ down": -1, "down": -1, "fell": -1, "▼": -1}


class Doc(float):
    """A number of report.json or kpi.json, which has so many places."""

    def __new__(cls, value, places=4):
        own = super().__new__(cls, value)
        own.slack = 0.5 * 10 ** -places
        return own


class Counted(Doc):
    """A number that was counted again, in so many places."""


class Rounded(float):
    """A rate of rounded totals, on a page that says that they are rounded."""


class Players(int):
    """An exact number of players, which is published rounded down to multiples of k."""


class Check:
    """One number of a sentence: its text, the expected value, how it was checked, and whether it is true."""

    def __init__(self, slot, text, expected, grade, ok, start=0):
        self.slot, self.text, self.expected, self.grade, self.ok = slot, text, expected, grade, ok
        self.start = start


def near(text, value, scale, slack):
    digits = text.replace(",", "").replace("−", "-")
    places = len(digits.partition(".")[2])
    return abs(float(digits) - scale * value) <= 0.5 * 10 ** -places * (1 + 1e-7) + scale * slack + 1e-9


def title(text):
    """A title without marks."""
    return " ".join(text.strip("\x01\x02").split())


def agrees(kind, text, value, k):
    """Whether a text says a value."""
    if value is None:
        return False
    if isinstance(value, str) or kind in "dwt":
        return title(text) == title(str(value))
    slack = getattr(value, "slack", 0)
    if kind in "np":
        text = text.rstrip("+")
    if kind in "np" and isinstance(value, Players):
        # 0 is said only where there is none; below k, no number.
        return text == ("too few to show" if 0 < value < k else f"{value // k * k:,}") \
            or (value == 0 and text == "too few to show")
    if kind in "np" and not (isinstance(value, Doc) and value != int(value)):
        return text == f"{int(value):,}" and int(value) == value
    if kind == "%":
        return near(text[:-1], value, 100, slack)
    if kind in "xs":
        if text.startswith("×"):
            return value + slack >= 10 and near(text[1:], value, 1, slack)
        if value - slack >= 10:
            return False
        sign = {"+": 1, "−": -1}.get(text[0]) if kind == "x" else (1 if value >= 1 else -1)
        return near(text.lstrip("+−")[:-1], sign * (value - 1), 100, slack)
    return near(text, value, 1, slack)


class Pattern:
    """One kind of sentence, card, cell or caption.

    - name: the kind, in the counts of the output.
    - template: a regular expression with slots such as {n:likes}: a type of TYPES and a name.
    - values: by slot, a function of the context that gives its value, a list of possible ones, or True if there is
      none to compare with. The context's `m` has the texts of all slots.
    - test: what must hold besides, such as a sign that agrees with an interval.
    - each: gives the contexts to try, such as one per game with the title.
    """

    def __init__(self, kind_, template, test=None, each=None, **values):
        self.name, self.template, self.test, self.each, self.values = kind_, template, test, each, values
        self.types = {}
        self.regex = re.compile(re.sub(r"\{([np%xsfdwt]):(\w+)\}", self.slot, template))
        missing = set(self.types) ^ set(values) | {slot for slot in values if slot not in self.types}
        assert not missing, f"{kind_}: {missing}"

    def slot(self, match):
        kind, name = match.groups()
        assert name not in self.types, name
        self.types[name] = kind
        return f"(?P<{name}>{TYPES[kind]})"

    def checks(self, match, context, offset):
        """The checks of a match: those of the first context in which all hold, or else of the first."""
        texts = {name: text for name, text in match.groupdict().items() if text is not None}
        context = context.sub(m=texts)
        first = None
        try:
            contexts = self.each(context) if self.each else [context]
        except ERRORS:
            contexts = []
        for own in contexts:
            found = self.check(own.sub(m=texts), texts)
            for check in found:
                check.start = offset + match.start(check.slot) if check.slot in texts else 0
            if all(check.ok for check in found):
                return found
            first = first or found
        return first or [Check("", match[0], "nothing with such a title", EXACT, False)]

    def check(self, context, texts):
        found = []
        for slot, kind in self.types.items():
            if slot not in texts:
                continue
            value = self.values[slot]
            try:
                value = value(context) if callable(value) else value
            except ERRORS as error:
                value = None
                if context.debug:
                    print(self.name, slot, repr(error))
            if value is True:
                found.append(Check(slot, texts[slot], "", CONSISTENT, True))
                continue
            several = value if isinstance(value, list) else [value]
            fits = [one for one in several if agrees(kind, texts[slot], one, context.k)]
            grade = DOCUMENT if any(type(one) is Doc for one in several) else EXACT
            ok = bool(fits)
            if ok and all(isinstance(one, Rounded) for one in fits):
                grade = ROUNDED
            found.append(Check(slot, texts[slot], value, getattr(context, "grade", None) or grade, ok))
        if self.test:
            try:
                ok = bool(self.test(context))
            except ERRORS as error:
                ok = False
                if context.debug:
                    print(self.name, "test", repr(error))
            found.append(Check("words", "", "", CONSISTENT, ok))
        return found


class Context:
    """Where a sentence is: attributes that patterns read."""

    debug = False

    def __init__(self, **values):
        self.__dict__.update(values)

    def sub(self, **values):
        own = Context.__new__(Context)
        own.__dict__.update(self.__dict__)
        own.__dict__.update(values)
        return own


def number(text):
    """The ratio of a change's text."""
    if text.startswith("×"):
        return float(text[1:].replace(",", ""))
    return 1 + float(text[:-1].replace(",", "").replace("−", "-")) / 100


def is_clear(m):
    """Whether the texts of an interval exclude no change, which rounding may hide."""
    low, high = number(m["low"]), number(m["high"])
    return low >= 1 or high <= 1


def holds(m, word, ratio):
    """Whether up or down fits an interval and its ratio."""
    sign = UP[m[word]]
    return sign * (ratio - 1) >= -1e-9 and (number(m["low"]) >= 1 if sign > 0 else number(m["high"]) <= 1)


def parse(text, patterns, context):
    """The checks of a text that is a sequence of patterns: [(pattern, checks)]; None if it is not one.

    Of several readings, one that is true counts.
    """
    best = None
    for found in readings(text, patterns, context, 0, 0):
        wrong = sum(not check.ok for _, checks in found for check in checks)
        if wrong == 0:
            return found
        if best is None or wrong < best[0]:
            best = wrong, found
    return best and best[1]


def readings(text, patterns, context, depth, offset):
    if not text:
        yield []
        return
    if depth > 12:
        return
    for pattern in patterns:
        match = pattern.regex.fullmatch(text)
        if match:
            yield [(pattern, pattern.checks(match, context, offset))]
    for pattern in patterns:
        for end in re.finditer(r"[.!?] (?=\S)", text):
            part = text[:end.start() + 1]
            match = pattern.regex.fullmatch(part)
            if match:
                checks = pattern.checks(match, context, offset)
                for rest in readings(
                            text[end.end():], patterns, context, depth + 1, offset + end.end()):
                    yield [(pattern, checks)] + rest
