"""The sentences, cards, captions and cells of studios' reports, and what each number in one must be.

One entry of STUDIO is one kind; it is in the table that its block is in (see check.py). A new wording is a new or
a changed entry. Values with Doc are those of report.json, which count_reports.py counts again.
"""

import collections
import math

from engine import Doc, Pattern, Players, Rounded, holds, is_clear, number, title
from exports import COUNTRIES
from facts import DAY, Scope, date, from_to, short, weeks, words

NAMES = {"Impressions": "impressions", "Verdicts": "impressions", "Detail opens": "detailOpens", "Likes": "likes",
         "Super-likes": "superLikes", "Dislikes": "dislikes", "Skips": "skips", "Wishlist adds": "wishlistAdds",
         "Shares": "shares", "Shop clicks": "externalClicks", "Likes and super-likes": "positives"}
MEASURE = "(?P<measure>" + "|".join(sorted(NAMES, key=len, reverse=True)) + ")"
SEEN = "(?:impression|verdict)"
CONFIDENCE = "with 95% confidence"


def total(counts, measure):
    return counts["likes"] + counts["superLikes"] if measure == "positives" else counts[measure]


def down(c, value):
    """A number of events as it is published."""
    return value // c.k * c.k if c.is_rounded and value is not None else value


def published(c, counts, measure):
    """A total as it is published: the page says that sums are those of rounded numbers."""
    parts = ("likes", "superLikes") if measure == "positives" else (measure,)
    return sum(down(c, counts[part]) for part in parts)


# How a sentence says that there is none, and the least number that is shown.
NONE = "(?P<none>none|fewer than {n:k})"


def least(c):
    return c.k if c.is_rounded else None


def is_none(c, value):
    """Whether a number is none, or one that is rounded down to 0 on a page that says so."""
    return value < c.k if "k" in c.m else value == 0


def measure(c):
    return NAMES[c.m["measure"]]


def now(c):
    return published(c, c.s.now, measure(c))


def past(c):
    return published(c, c.s.past, measure(c))


def rate(name="likeRate"):
    """The exact rate; of rounded totals also the rate of these, which the page says."""
    def value(c):
        exact = c.s.rate(name)
        if c.is_rounded:
            other = c.s.rate(name, collections.Counter({key: down(c, own) for key, own in c.s.now.items()}))
            return [exact, other and Rounded(other)]
        return exact
    return value


def bound(end, name="likeRate"):
    return lambda c: Doc(c.s.doc[name][end])


def change(part):
    """A part of the change of a count: 0 is the ratio, 1 and 2 are the ends of its interval."""
    def value(c):
        if c.is_rounded:
            return Doc(c.s.doc["impressionsChange"][("ratio", "lower", "upper")[part]]) \
                if measure(c) == "impressions" else True
        return c.s.change(measure(c))[part]
    return value


def likes_change(end):
    return lambda c: Doc(c.s.doc["likeRateChange"][end])


def app(key):
    return lambda c: Doc(c.s.entry["app"][key])


def relative(end):
    """A part of the change relative to other studios' games; the ratio is counted again."""
    def value(c):
        if end == "ratio" and not c.is_rounded:
            return c.s.ratio() / c.s.app_change()
        return Doc(c.s.doc["relativeChange"][end])
    return value


def relative_is_true(c):
    return ("clear" in c.m or "rway" in c.m) == c.s.doc["relativeChange"]["isSignificant"] and (
        "rway" not in c.m or holds({**c.m, "low": c.m["rlow"], "high": c.m["rhigh"]}, "rway", relative("ratio")(c)))


def own_change(c):
    return Doc(c.s.doc["impressionsChange"]["ratio"]) if c.is_rounded else c.s.ratio()


def others_change(c):
    return Doc(c.s.entry["app"]["impressionsChange"]) if c.is_rounded else c.s.app_change()


RELATIVE = dict(rlow=relative("lower"), rhigh=relative("upper"))


def launches(c):
    """The first days of a game after its release: the window of a row, counted again."""
    found = []
    for one in by_head(c):
        own = next((own for own in c.report["launches"] if own["gameId"] == one.game), None)
        for window in own["windows"] if own else []:
            first = date(own["releaseDate"])
            counts = c.facts.count([one.game], (first, first + (window["days"] - 1) * DAY))
            found.append(one.sub(window=window, counts=counts, launch=own))
    return found


def change_is_true(c):
    """The words of a card's change."""
    if "none" in c.m:
        return c.s.past is not None and is_none(c, total(c.s.past, measure(c)))
    if "unrecorded" in c.m:
        return c.s.past is None
    if "appway" in c.m and (c.m["appway"] == "grew") != (c.s.entry["app"]["impressionsChange"] > 1):
        return False
    if "low" not in c.m:
        return True
    return holds(c.m, "way", c.s.change(measure(c))[0]) if "way" in c.m else not is_clear(c.m) \
        or 1 in (number(c.m["low"]), number(c.m["high"]))


def player_ratio(c):
    return c.s.players / c.s.players_before


def by_title(c):
    """One context for each game with the title, in the same period."""
    return [c.sub(s=c.studio.scope(c.s.kind, game), game=game)
            for game in c.studio.titles.get(title(c.m["title"]), [])]


def by_head(c):
    name = title(c.place["head"].partition("\x02")[0])
    return [c.sub(s=c.studio.scope(c.s.kind, game), game=game) for game in c.studio.titles.get(name, [])]


def finding(c, kind):
    return next(own for own in c.s.entry["findings"] if own["kind"] == kind)["numbers"]


def by_finding(kind):
    """The game of a finding, if it has the title."""
    def contexts(c):
        own = next((own for own in c.s.entry["findings"] if own["kind"] == kind), None)
        return [one.sub(finding=own["numbers"]) for one in by_title(c) if own and one.game == own["gameId"]]
    return contexts


def is_seen(c, since):
    """Whether the studio's games have events: in the closed weeks, or since."""
    days = c.facts.world.open_days if since else c.facts.world.by_game
    return any(days.get(game) for game in c.studio.games)


def suggestions(kind):
    def contexts(c):
        return [one.sub(own=own, numbers=own["numbers"], all=c.s) for own in c.s.entry["suggestions"]
                for one in by_title(c) if own["kind"] == kind and own["gameId"] == one.game]
    return contexts


def likers(c):
    return c.facts.tags(c.game)[0]


def tag_share(c):
    return c.facts.tags(c.game)[1][title(c.m["tag"])][0] / likers(c)


def tag_usual(c):
    return c.facts.tags(c.game)[1][title(c.m["tag"])][1] / likers(c)


def tag_test(c):
    return title(c.m["tag"]) not in (c.facts.world.games[c.game].get("tags") or [])


PLATFORMS = {"Windows": "windows", "Mac": "mac", "Linux": "linux"}


def platform_share(c):
    source = c.s.doc["breakdowns"]["deviceType"]["source"]
    days = tuple(date(c.s.doc["breakdowns"][end]) for end in ("from", "to"))
    return c.facts.platform(c.game, days, source, PLATFORMS[c.m["platform"]])


def per_hundred(key):
    return lambda c: 100 * c.s.now[key] / c.s.now["impressions"]


def status(c):
    """The day in a game's status."""
    return words(c.facts.world.release(c.game))


def week_of(c):
    """The week that a row, or a point of a chart, is of."""
    games = c.game if c.place.get("title") else None
    found = c.studio.weeks()
    if c.place.get("point") is not None:
        return [c.sub(s=c.studio.week(found[c.place["point"]], games))]
    own = [week for week in found if str(week[1]) == c.place["head"]]
    return [c.sub(s=c.studio.week(week, games)) for week in own]


def last_day(c):
    return short(c.s.period[1])


def length(c):
    first = max(c.s.period[0], c.facts.first_day())
    return (c.s.period[1] - first).days + 1


def part(index):
    """New or returning players; none is one of zero events."""
    def value(c):
        if not any(c.s.now.values()):
            return 0
        if c.s.parts is None:
            return None
        if sum(c.s.parts) and min(c.s.parts) < c.k:
            return "too few to show"
        return Players(c.s.parts[index])
    return value


def highest(key):
    def value(c):
        own = [c.studio.week(week, c.game if c.place.get("title") or c.place.get("head") else None)
               for week in c.studio.weeks()]
        found = []
        for scope in own:
            if key in ("New", "Returning"):
                parts = scope.parts
                shown = parts is not None and not (sum(parts) and min(parts) < c.k) and any(scope.now.values())
                found.append(parts[key == "Returning"] // c.k * c.k if shown else 0)
            else:
                found.append(published(c, scope.now, NAMES[key]))
        return max(found, default=0)
    return value


def day_range(c):
    """The recorded days of the charts of days."""
    last = weeks(c.studio.open_day)[-1][1]
    return max(last - 27 * DAY, min(c.facts.first_day(), last)), last


COLUMNS = {"Week": "isoWeek", "4 weeks": "last4Weeks", "13 weeks": "last13Weeks", "Month": "month",
           "Quarter": "quarter", "Day": "day"}


def by_column(c):
    """The period of a column of the table of all periods."""
    kind = COLUMNS[(c.m.get("name") or c.place["column"]).partition(" |")[0]]
    return [c.sub(s=c.studio.scope(kind, c.game))]


def players(c):
    return Players(c.s.players)


def players_before(c):
    return Players(c.s.players_before) if c.s.players_before is not None else None


STEP = {"Saw the game": 0, "Opened the details or went further": 1,
        "Added it to the wishlist or went to a shop": 2, "Clicked through to a shop": 3}


def step(c):
    return Players(c.s.steps[1][STEP[c.place["head"]]])


def quartile(share):
    def value(c):
        looks = sorted(c.facts.looks(c.s.games, c.s.period))
        position = share * (len(looks) - 1)
        low, high = looks[math.floor(position)], looks[math.ceil(position)]
        return math.floor(low + (high - low) * (position - math.floor(position)) + 0.5)
    return value


CUTS = {"What the audience likes": "genrePreference", "Device": "deviceType", "App version": "appVersion",
        "Shop": "shop", "Where it was shown": "surface", "Campaign": "campaign", "Country": "country"}
CUT = "(?:" + "|".join(CUTS) + ")"
SURFACES = {"Personal list": "personal", "Similar games": "similar", "Trending": "trending",
            "New releases": "new", "Exploration": "exploration"}


def cut(c):
    return CUTS[c.place["table"].partition(",")[0]]


def breakdown(c):
    return c.s.doc["breakdowns"][cut(c)]


def is_value(c, value, text):
    """Whether a row's heading is a cell's value."""
    text = title(text)
    names = {"surface": SURFACES, "country": COUNTRIES, "campaign": {"No campaign": "unknown"}}
    return value == names.get(cut(c), {}).get(text, text)


def cells(c):
    """The cells that a row may be of: exact counts, and the published ones."""
    exact = c.facts.cells(cut(c), c.s.kind, c.s.games, c.s.studio)[1]
    head = c.m.get("value") or c.place["head"]
    if head.startswith("Too few"):
        return [c.sub(cell=breakdown(c)["suppressed"], exact=None)]
    return [c.sub(cell=own, exact=exact[own["value"]][0]) for own in breakdown(c)["cells"]
            if is_value(c, own["value"], head)]


def cell_count(c):
    """A cell's count is the exact one, rounded down."""
    own = measure(c)
    return Doc(c.cell.get(own, 0), 0) if c.exact is None else c.exact[own] // c.k * c.k


def cell_rate(c):
    """The exact share of a cell's events."""
    own = c.exact
    verdicts = sum(own[key] for key in ("likes", "superLikes", "dislikes", "skips"))
    cards = verdicts if own["dislikes"] + own["skips"] and breakdown(c)["source"] == "interactions" \
        else own["impressions"]
    return (own["likes"] + own["superLikes"]) / cards


def cut_total(c):
    source = breakdown(c)["source"]
    counted = "externalClicks" if cut(c) in ("shop", "campaign") else "impressions"
    own = c.facts.world.count(c.s.games, c.s.period, source)
    return down(c, own[counted])


def impacts(c):
    return [c.sub(impact=own) for own in c.report["impacts"] if words(date(own["day"])) == c.m["day"]]


def impact(key, number):
    def value(c):
        name = NAMES[c.m[f"measure{number}"].capitalize()]
        return Doc(c.impact["effects"][name][key])
    return value


def impact_test(c):
    return all(("clear%d" % i in c.m) == (float(c.m["low%d" % i]) <= 1 <= float(c.m["high%d" % i])) or
               1.0 in (float(c.m["low%d" % i]), float(c.m["high%d" % i]))
               for i in (1, 2, 3) if "measure%d" % i in c.m)


def standing(key, places=4):
    return lambda c: Doc(c.s.doc["standing"][key], places)


def standing_test(c):
    own = c.s.doc["standing"]
    return own["verdict"] == c.m.get("verdict", own["verdict"]) and 0 <= own["likeRatePercentile"] <= 100 \
        and (own["verdict"] == "tooFew") == ("few" in c.m)


def wished(c):
    own = next(own for own in c.report["wishCohorts"] if own["to"] == c.place["head"])
    value = own["wished"] if c.place["index"] == 1 and c.place["column"] == "Wished" \
        else own["clicked"][{"Clicked in the week": 0, "1 week later": 1}.get(
            c.place["column"], int(c.place["column"][0]) if c.place["column"][0].isdigit() else 0)]
    return "too few to show" if value == "suppressed" else Doc(value, 0)


def days_ago(c):
    last = max(day for game in c.s.games for day in c.facts.world.by_game[game])
    return (c.studio.open_day - DAY - last).days


def last_event(c):
    return words(max(day for game in c.s.games for day in c.facts.world.by_game[game]))


APP = r"(?:; other studios’ games (?:(?P<appway>grew|fell) {s:app}|stayed the same))?"
COUNT_CHANGE = (
    r"(?: \| (?:(?P<unrecorded>the period before is not recorded)|" + NONE + r" before|{n:b1} before|(?:no clear "
            r"change|(?P<way>(?:▲ )?up|(?:▼ )?down) {s:size})(?: in the daily average)? from {n:b2}; between "
            r"{x:low} and {x:high}))?")
COUNT = dict(k=least, b1=past, b2=past, size=change(0), low=change(1), high=change(2))
SIMILAR = (r"(?: Similar games are .*?(?: with at least {n:least} " + SEEN + r"s?)?\.| Too few games are similar to "
            r"compare it with those only\.)")
EFFECT = (r"(?P<measure%d>[a-z -]+) {f:r%d} times as many \({f:low%d} to {f:high%d}(?P<clear%d>, no clear "
            r"change)?\)")


def in_order(c, key):
    return [own[:1].upper() + own[1:] for own in getattr(c.s, key)]


# Of the page's lead, of `sentences` in report.json and of the digest.
LEAD = [
    Pattern("reach", r"Your games had {n:n} " + SEEN + r"s?(?: and at least {p:players} players?)? {w:when}"
            r"(?:, after {n:before} " + SEEN + r"s? {w:whenb}|, and " + NONE + r" {w:whenc})?\.",
            n=lambda c: down(c, c.s.now["impressions"]), players=players, when=lambda c: c.s.when,
            before=lambda c: down(c, c.s.past["impressions"]), whenb=lambda c: c.s.when_before,
            whenc=lambda c: c.s.when_before,
            k=least, test=lambda c: "whenc" not in c.m or is_none(c, c.s.past["impressions"])),
    Pattern("reach, change", r"Adjusted for (?:their number of days and for )?weekdays, (?:that is {x:r}|"
            r"(?P<unclear>there is no clear change))\.", r=own_change,
            test=lambda c: c.s.doc["impressionsChange"]["isSignificant"] != ("unclear" in c.m)),
    Pattern("reach, relative", r"Relative to other studios’ games, (?:that is {x:r}|no clear change) \(between "
            r"{x:rlow} and {x:rhigh}\): adjusted for (?:their number of days and for )?weekdays, yours changed by "
            r"{x:own}, theirs by {x:app}\.", r=relative("ratio"), own=own_change, app=others_change,
            test=lambda c: ("r" in c.m) == c.s.doc["relativeChange"]["isSignificant"], **RELATIVE),
    Pattern("reach, launch", r"{t:title}, released on {w:day}, has most of the difference: it had {n:n} " + SEEN
            + r"s?, after {n:before}\.", each=lambda c: [one.sub(all=c.s) for one in by_title(c)], title=True, day=status,
            n=lambda c: down(c, c.s.now["impressions"]), before=lambda c: down(c, c.s.past["impressions"]),
            test=lambda c: c.s.period[0] <= c.facts.world.release(c.game) <= c.s.period[1]
            and 2 * (down(c, c.s.now["impressions"]) - down(c, c.s.past["impressions"]))
            > down(c, c.all.now["impressions"]) - down(c, c.all.past["impressions"]) > 0),
    Pattern("quiet", r"Your games had (?:no|fewer than {n:k}) " + SEEN
            + r"s {w:when}(?:, after {n:before} {w:whenb})?\.",
            when=lambda c: c.s.when, before=lambda c: down(c, c.s.past["impressions"]),
            whenb=lambda c: c.s.when_before, k=least, test=lambda c: is_none(c, c.s.now["impressions"])),
    Pattern("ever", r"Since {w:day}, the first day of the data, they had {n:n} " + SEEN
            + r"s?(?: and {n:likes} (?:likes?|positive verdicts?))?\.", day=lambda c: words(c.facts.first_day()),
            n=lambda c: down(c, c.studio.ever().now["impressions"]),
            likes=lambda c: published(c, c.studio.ever().now, "positives")),
    Pattern("last event", r"Last activity: {w:day}, (?:the last day of this report|{n:days} days? ago)\.",
            day=last_event, days=days_ago),
    Pattern("like rate", r"Of (?:about )?{n:cards} cards?, (?:about )?{%:rate} led to a like(?: or super-like)? "
            r"\(between {%:low} and {%:high}, with 95% confidence\)\.",
            cards=lambda c: down(c, c.s.now["cards"]), rate=rate(), low=bound("lower"),
            high=bound("upper")),
    Pattern("too few", r"{n:likes} of {n:cards} cards? led to a like(?: or super-like)?: too few for a reliable "
            r"rate\.",
            likes=lambda c: published(c, c.s.now, "positives"), cards=lambda c: down(c, c.s.now["cards"])),
    Pattern("rose, fell", r"{t:title} (?P<word>rose|fell) from {n:before} to {n:n} " + SEEN
            + r"s? \({x:r}, between {x:low} and {x:high}\)\.",
            each=lambda c: by_finding(c.m["word"])(c), title=True,
            before=lambda c: down(c, c.s.past["impressions"]), n=lambda c: down(c, c.s.now["impressions"]),
            r=lambda c: Doc(c.finding["impressionsChange"]) if c.is_rounded else c.s.change("impressions")[0],
            low=lambda c: Doc(c.finding["impressionsChangeLower"]),
            high=lambda c: Doc(c.finding["impressionsChangeUpper"]),
            test=lambda c: number(c.m["low"]) >= 1 if c.m["word"] == "rose" else number(c.m["high"]) <= 1),
    Pattern("gained, fell behind", r"{t:title} (?P<word>gained on|fell behind) other studios’ games: it had {n:n} "
            + SEEN + r"s?, after {n:before}, relative to them {x:r} \(between {x:rlow} and {x:rhigh}\)\.",
            each=lambda c: by_finding("rose" if c.m["word"] == "gained on" else "fell")(c), title=True,
            n=lambda c: down(c, c.s.now["impressions"]), before=lambda c: down(c, c.s.past["impressions"]),
            r=lambda c: Doc(c.finding["relativeChange"]) if c.is_rounded else c.s.ratio() / c.s.app_change(),
            rlow=lambda c: Doc(c.finding["relativeChangeLower"]),
            rhigh=lambda c: Doc(c.finding["relativeChangeUpper"]),
            test=lambda c: number(c.m["rlow"]) >= 1 if c.m["word"] == "gained on" else number(c.m["rhigh"]) <= 1),
    Pattern("most seen", r"{t:title} had the most " + SEEN + r"s: {%:share} of all\.",
            each=by_finding("mostSeen"), title=True,
            share=lambda c: [c.s.now["impressions"] / c.studio.scope(c.s.kind).now["impressions"]]
            + ([Doc(c.finding["share"])] if c.is_rounded else [])),
    Pattern("in the catalogue", r"{t:title} is in the catalogue\. No player has seen it yet\.", title=True,
            test=lambda c: not is_seen(c, False) and not is_seen(c, True)),
    Pattern("in the catalogue", r"Players saw your games for the first time this week\. since\.html counts this week "
            r"so far; this page shows it when the week is over\.",
            test=lambda c: not is_seen(c, False) and is_seen(c, True)),
    Pattern("in the catalogue", r"Your {n:n} games are in the catalogue\. No player has seen them yet\.",
            n=lambda c: len(c.studio.games), test=lambda c: not is_seen(c, False) and not is_seen(c, True)),
    Pattern("no game", r"You have no game in the catalogue yet\. Once you do, this page shows how players respond "
            r"to it\.", test=lambda c: not c.studio.games),
    Pattern("not recorded", r"(?:Likes|Impressions) are not recorded in this data\."),
]

SUGGESTIONS = [
    Pattern("tag suggestion", r"Add the tag “{t:tag}” to {t:title} if it fits: of the {n:likers} or more players who "
            r"like it, at least {%:share} also like games with the tag\. Usual is {%:usual}\.",
            each=suggestions("tag"), title=True, tag=lambda c: c.own["tag"], likers=lambda c: likers(c) // c.k * c.k,
            share=lambda c: min(.9, math.floor(20 * tag_share(c)) / 20),
            usual=lambda c: math.floor(100 * tag_usual(c) + .5) / 100, test=tag_test),
    Pattern("store link", r"Add a store link to {t:title}\. Similar games with a link have {f:usual} shop clicks "
            r"per 100 "
            + SEEN + r"s; it has no link, and {n:clicks} shop clicks? in {n:n} " + SEEN + r"s?\.",
            each=suggestions("noStoreLink"), title=True, usual=lambda c: Doc(c.numbers["usualPerHundred"]),
            clicks=lambda c: down(c, c.s.now["externalClicks"]), n=lambda c: down(c, c.s.now["impressions"]),
            test=lambda c: not c.facts.world.has_link(c.facts.world.games[c.game])),
    Pattern("platform", r"Consider {t:title} for (?P<platform>Windows|Mac|Linux): at least {%:share} of its "
            + SEEN + r"s in (?:swipe record|analytics event)s are on it, and the game is not available there\.",
            each=suggestions("missingPlatform"), title=True,
            share=lambda c: Doc(math.floor(1000 * c.numbers["share"] + 1e-9) / 1000),
            test=lambda c: float(c.m["share"][:-1]) <= 100 * platform_share(c)),
    Pattern("skips", r"Try another cover or first screenshot for {t:title}: {%:share} of its " + SEEN + r"s end "
            r"with a skip, against {%:usual} for similar games\.", each=suggestions("skips"), title=True,
            share=lambda c: c.s.now["skips"] / c.s.now["impressions"],
            usual=lambda c: Doc(c.numbers["usualShare"])),
    Pattern("price", r"Review the price of {t:title}: {f:price} [A-Z]+, and the median of {n:games} similar games "
            r"is {f:median}\. It has {f:own} (?P<step>shop clicks|wishlist adds) per 100 " + SEEN
            + r"s, against {f:usual} for similar games\.", each=suggestions("price"), title=True,
            price=lambda c: float(c.facts.world.games[c.game]["price"]),
            games=lambda c: Doc(c.numbers["games"], 0), median=lambda c: Doc(c.numbers["medianPrice"]),
            usual=lambda c: Doc(c.numbers["usualPerHundred"]),
            own=lambda c: per_hundred("externalClicks" if c.m["step"][0] == "s" else "wishlistAdds")(c)),
]

STANDING = [
    Pattern("standing", r"Its like rate is (?P<verdict>above|below) the median of {n:games} (?:similar )?games "
            r"\({%:median}\), and higher than that of {f:percent}% of them\." + SIMILAR,
            games=standing("games", 0), median=standing("medianLikeRate"),
            percent=standing("likeRatePercentile", 1), least=standing("impressionsFrom", 0), test=standing_test),
    Pattern("standing", r"Its like rate \(between {%:low} and {%:high}, with 95% confidence\) is not clearly "
            r"different from the median of {n:games} (?:similar )?games \({%:median}\)\." + SIMILAR, low=bound("lower"),
            high=bound("upper"), games=standing("games", 0), median=standing("medianLikeRate"),
            least=standing("impressionsFrom", 0), test=standing_test),
    Pattern("standing", r"(?P<few>Too few cards) to compare its like rate with that of other games\.",
            test=standing_test),
    Pattern("standing, none", r"(?:No|Fewer than {n:k}) " + SEEN + r"s {w:when}, so there is nothing to compare\.",
            when=lambda c: c.s.when, k=least, test=lambda c: is_none(c, c.s.now["impressions"])),
    Pattern("adjusted rate", r"Adjusted for the position in the feed, the like rate is {%:rate} \(between {%:low} "
            r"and {%:high}, {n:cards} cards?\)\.", rate=bound("estimate", "adjustedLikeRate"),
            low=bound("lower", "adjustedLikeRate"), high=bound("upper", "adjustedLikeRate"),
            cards=lambda c: Doc(c.s.doc["adjustedLikeRate"]["cards"], 0)),
    Pattern("adjusted rate", r"The like rate cannot be adjusted for the position in the feed: {t:why}\.",
            each=lambda c: [c.sub(grade="consistent")], why=lambda c: c.report["adjustedLikeRatesUnavailable"]
            or c.s.doc["adjustedLikeRate"]["unavailable"]),
]

CARDS = [
    Pattern("card, count", MEASURE + r": {n:n}" + COUNT_CHANGE + APP, n=now, app=app("impressionsChange"),
            test=change_is_true, **COUNT),
    Pattern("card, relative", MEASURE + r": {n:n} \| (?:no clear change|(?P<rway>(?:▲ )?up|(?:▼ )?down) {s:r}) "
            r"relative to other studios’ games \(between {x:rlow} and {x:rhigh}\); {n:b} before: adjusted for "
            r"weekdays, {x:own}(?: per day)? \(between {x:low} and {x:high}\), and other studios’ games "
            r"(?:(?:grew|fell) {s:app}|stayed the same)",
            n=now, b=past, r=relative("ratio"), own=change(0), low=change(1), high=change(2), app=others_change,
            test=relative_is_true, **RELATIVE),
    Pattern("card, players", r"Players: {p:n}(?: \| (?:{n:b1} before(?:, from another record: not "
            r"comparable)?|before: too few to show|the period before is not recorded|(?P<none>none before)|(?:no "
            r"clear change|(?P<way>up|down)) from {n:b2}; between {x:low} and {x:high}))?", n=players,
            b1=players_before, b2=players_before, low=True, high=True,
            test=lambda c: "low" not in c.m or number(c.m["low"]) <= player_ratio(c) <= number(c.m["high"]) and (
                holds(c.m, "way", player_ratio(c)) if "way" in c.m else not is_clear(c.m))),
    Pattern("card, like rate", r"Like rate: {%:rate} \| between {%:low} and {%:high}, with 95% confidence; "
            r"(?:{n:likes} likes?(?: and super-likes?)? of )?{n:cards} cards?(?:; {%:before} before(?:, (?:no "
            r"clear relative change|relative change (?P<way>(?:▲ )?up|(?:▼ )?down) {s:size}) \(between {x:clow} "
            r"and {x:chigh}\))?)?(?:; other studios’ games have {%:app})?",
            rate=rate(), likes=lambda c: published(c, c.s.now, "positives"), low=bound("lower"),
            high=bound("upper"), cards=lambda c: down(c, c.s.now["cards"]),
            before=lambda c: [c.s.rate(counts=c.s.past)] + ([Rounded(c.s.rate(counts=collections.Counter({
                key: down(c, own) for key, own in c.s.past.items()})))] if c.is_rounded else []),
            size=likes_change("ratio"), clow=likes_change("lower"),
            chigh=likes_change("upper"), app=app("likeRate"),
            test=lambda c: "clow" not in c.m or ("way" in c.m) == c.s.doc["likeRateChange"]["isSignificant"]),
    Pattern("card, view time", r"Median view: {f:median} s \| middle half {f:low} s to {f:high} s, {p:n} timed "
            r"views",
            median=quartile(.5), low=quartile(.25), high=quartile(.75),
            n=lambda c: Players(len(c.facts.looks(c.s.games, c.s.period)))),
    Pattern("card, followers", r"Followers: {p:n} \| from the studio’s record",
            n=lambda c: Players(c.facts.world.followers[c.report["developerId"]])),
    Pattern("card, none", r"(?:Like rate: no data yet|[A-Z][a-z -]+: not recorded)"),
]

IMPACT = [Pattern(
    "impact", r"(?:{t:title}|All your games), (?:released on|cheaper from|{t:text} on) {w:day}: "
    + EFFECT % ((1,) * 5)
    + "(?:, " + EFFECT % ((2,) * 5) + ")?(?:, " + EFFECT % ((3,) * 5) + r")?\.", each=impacts, title=True,
            text=True,
    day=lambda c: words(date(c.impact["day"])), test=impact_test,
    **{f"{slot}{i}": impact(key, i) for i in (1, 2, 3)
       for slot, key in (("r", "ratio"), ("low", "lower"), ("high", "upper"))})]

WISHED = "isoWeek", "last4Weeks", "last13Weeks"


def wishes(i):
    def value(c):
        own = next(own for own in map(c.studio.scope, WISHED) if c.m[f"w{i}"] in own.in_words)
        return down(c, own.now["wishlistAdds"])
    return value


def quiet(c):
    """The recorded days without impressions to show: of the charts of weeks, or of days."""
    own = weeks(c.studio.open_day)
    return [from_to(max(first, min(c.facts.first_day(), last)), last)
            for first, last, parts in (
                (own[0][0], own[-1][1], own), (own[-4][0], own[-1][1], [
                    (own[-4][0] + i * DAY,) * 2 for i in range(28)]))
            if not any(down(c, c.facts.count(c.s.games, part)["impressions"]) for part in parts)]


NOTES = [
    Pattern("wishes", r"Added to wishlists: {n:n1} in {w:w1}(?:, {n:n2} in {w:w2})?(?: and {n:n3} in {w:w3})?\. "
            r"Removals are not recorded, so it is not known how many of the wishes are still open\.",
            **{f"n{i}": wishes(i) for i in (1, 2, 3)},
            **{f"w{i}": lambda c: [own for kind in WISHED for own in c.studio.scope(kind).in_words]
               for i in (1, 2, 3)}),
    Pattern("places", r"Of {n:n} " + SEEN + r"s?, {w:range}\. Ranges, since numbers of few players are not shown\.",
            range=lambda c: from_to(*c.s.period),
            n=lambda c: down(c, c.facts.world.count(c.s.games, c.s.period, c.s.doc["breakdowns"]["surface"]["source"])[
                "impressions"])),
    Pattern("note", r"The 7 days from each day, .*with at least 95% confidence: .*weak weeks\.(?: {n:shown} of "
            r"{n:all} are shown; report\.json has all\.)?", shown=lambda c: 5,
            all=lambda c: Doc(len(c.report["impacts"]), 0)),
    Pattern("note, data", r"All days of the data, which begins on {w:day}\.",
            day=lambda c: words(c.facts.first_day())),
    Pattern("note, data", r"The data begins on {w:day}: there is no complete week yet\.",
            day=lambda c: words(c.facts.first_day())),
    Pattern("note, quiet", r"(?:No " + SEEN + r"s|(?P<few>Too few) " + SEEN + r"s to show), {w:range}\.",
            range=quiet, test=lambda c: ("few" in c.m) == c.is_rounded),
    Pattern("note, sections", r"The first {n:shown} of {n:all} games with events\. report\.json has all of them\.",
            shown=lambda c: Doc(c.sections, 0), all=lambda c: sum(any(
                any(own["gameId"] == game for own in entry["games"]) for entry in c.report["periods"])
                for game in c.studio.games)),
]

HEADS = [
    Pattern("page's title", r"{t:name} – Findie studio report", name=True),
    Pattern("heading", r"\x01.*\x02"),
    Pattern("subtitle", r"{w:period}, compared with {w:before}\.", period=lambda c: in_order(c, "in_words"),
            before=lambda c: c.s.before_in_words),
    Pattern("heading", r"More numbers, {w:period}", period=lambda c: c.s.in_words),
    Pattern("link", r"Since Monday, {w:day}", day=lambda c: words(c.facts.edition)),
    Pattern("edition", r"The weeks to {w:to} as counted in the night of {w:night}: (?:these numbers are "
            r"(?P<final>final)|provisional, since late events may follow until {w:until})\.(?P<changed> Since then, events came late "
            r"or were corrected, and are counted here as now\.)?",
            to=lambda c: words(c.facts.edition - DAY),
            night=lambda c: words(date(c.report["edition"]["night"])),
            until=lambda c: words(c.facts.edition + 2 * DAY),
            test=lambda c: ("final" in c.m) == (c.report["edition"]["state"] == "final") == (
                c.facts.world.open_day_of(date(c.report["edition"]["night"])).weekday() > 2)
            and ("changed" in c.m) == c.report["edition"]["isCorrected"]),
    Pattern("footer", r"Findie studio report, time zone {w:zone}\. No player is named, and numbers and breakdowns "
            r"of fewer than {n:k} players are not shown\. (?:Numbers of players with \+ are rounded down to multiples "
            r"of {n:k3}: there are up to {n:k4} more\. )?(?:Numbers of events are rounded down to multiples of {n:k2}, "
            r"and sums, shares and comparisons with other games are those of the rounded numbers\. )?report\.csv and "
            r"report\.json next to this page have the same numbers\.",
            zone=lambda c: c.report["timeZone"], k=lambda c: c.k, k2=least, k3=lambda c: c.k, k4=lambda c: c.k - 1),
    Pattern("status", r"{t:title}(?: \|)? ?(?:released on|in early access since|release on) {w:day}",
            each=by_title, title=True, day=status),
]

CHARTS = [
    Pattern("chart", r"[A-Z][A-Za-z -]+?,? per (?:week|day)(?:, since {d:day})?(?:, rounded down)?(?:; dashed: "
            r"too few to show)?",
            day=lambda c: short(c.facts.first_day())),
    Pattern("chart of weeks", MEASURE.replace("measure", "m1") + " and " + MEASURE.replace("measure", "m2")
            + r", per (?P<grain>week|day)(?:, since {d:since})?, from {w:first} to {w:last}\. [A-Z][a-z -]+: "
            r"highest {n:h1}\. [A-Z][a-z -]+: highest {n:h2}\. The axis starts at zero\.",
            since=lambda c: short(c.facts.first_day()),
            first=lambda c: words(max(c.facts.first_day(), weeks(c.studio.open_day)[0][0]))
            if c.m["grain"] == "week" else words(day_range(c)[0]), last=lambda c: words(day_range(c)[1]),
            h1=lambda c: peak(c, c.m["m1"]), h2=lambda c: peak(c, c.m["m2"])),
    Pattern("chart of players", r"Returning and New, per week(?:, since {d:since})?(?:, rounded down)?(?:; "
            r"dashed: too few to show)?, from {w:first} to {w:last}\. Returning: highest {n:h1}\. New: highest "
            r"{n:h2}\.(?: {n:out} of {n:all} are left out: too few players to show\.)? The axis starts at zero\.", out=lambda c: hidden(c),
            all=lambda c: len(c.studio.weeks()),
            since=lambda c: short(c.facts.first_day()),
            first=lambda c: words(max(c.facts.first_day(), weeks(c.studio.open_day)[0][0])),
            last=lambda c: words(day_range(c)[1]), h1=highest("Returning"), h2=highest("New")),
    Pattern("chart of rates", r"From {w:first} to {w:last}\. The rate is in the band with 95% confidence\. The "
            r"axis starts at zero\. The table below has the numbers\.",
            first=lambda c: words(max(c.facts.first_day(), weeks(c.studio.open_day)[0][0])),
            last=lambda c: words(day_range(c)[1])),
    Pattern("point, counts", r"{n:days} days to {w:day} " + MEASURE.replace("measure", "m1") + r" {n:n1} · "
            + MEASURE.replace("measure", "m2") + r" {n:n2}", each=week_of, days=length, day=last_day,
            n1=lambda c: published(c, c.s.now, NAMES[c.m["m1"]]),
            n2=lambda c: published(c, c.s.now, NAMES[c.m["m2"]])),
    Pattern("point, counts", r"{w:day} " + MEASURE.replace("measure", "m1") + r" {n:n1} · "
            + MEASURE.replace("measure", "m2") + r" {n:n2}", each=week_of, day=last_day,
            n1=lambda c: published(c, c.s.now, NAMES[c.m["m1"]]),
            n2=lambda c: published(c, c.s.now, NAMES[c.m["m2"]])),
    Pattern("point, players", r"(?:{n:days} days to )?{w:day} Returning (?:{n:n1}|(?P<no>not recorded|too few to "
            r"show)) · New (?:{n:n2}|not recorded|too few to show)", each=week_of, days=length, day=last_day,
            n1=part(1), n2=part(0), test=lambda c: "no" not in c.m or (
                c.s.parts is None if c.m["no"] == "not recorded" else 0 <= min(c.s.parts) < c.k)),
    Pattern("point, rate", r"Week to {w:day} Like rate {%:rate} \({%:low} to {%:high}\)", each=week_of,
            day=last_day,
            rate=rate(), low=bound("lower"), high=bound("upper")),
    Pattern("point, no rate", r"Week to {w:day} Like rate –", each=week_of, day=last_day,
            test=lambda c: c.s.rate() is None or c.is_rounded),
]


# Of the first cell of a row, after the table's name.
ROWS = [
    Pattern("row, launch", r"Launches ¦ {t:title}(?: \|)? ?{n:days} days? since {w:day}", each=by_title, title=True,
            day=status, days=lambda c: (weeks(c.studio.open_day)[-1][1] - c.facts.world.release(c.game)).days + 1),
    Pattern("row, day", r"(?:Weeks|Days|From wish to shop) ¦ {w:day}", day=lambda c: str(date(c.place["head"]))),
    Pattern("row, game", r"Your games ¦ {t:title}(?: \|)? ?(?:released on|in early access since|release on) "
            r"{w:day}",
            each=by_title, title=True, day=status),
    Pattern("row", r"(?!Your games|Launches)[^¦]* ¦ \x01[^\x02]*\x02(?: \|.*)?"),
    Pattern("breakdown, suppressed", r"[^¦]* ¦ Too few players to show \| fewer than {n:k} players in a week(?:; "
            r"counts are rounded down to multiples of {n:k2})?", k=lambda c: c.k, k2=lambda c: c.k),
]


def hidden(c):
    """The weeks whose new and returning players are suppressed."""
    scopes = [c.studio.week(week) for week in c.studio.weeks()]
    return sum(own.parts is not None and sum(own.parts) > 0 and min(own.parts) < c.k for own in scopes)


def peak(c, name):
    if c.m["grain"] == "week":
        return highest(name)(c)
    first, last = day_range(c)
    return max((published(c, c.facts.count(c.s.games, (first + i * DAY, first + i * DAY)), NAMES[name])
                for i in range((last - first).days + 1)), default=0)


def exceeded(c):
    """How many other launches a launch exceeds, and of how many."""
    return c.facts.world.against_launches(c.game, c.window["days"], c.k)["rate" in c.m]


# Of a table: its name, the column, the row's heading and the cell.
CELLS = [
    Pattern("games, rate", r"Your games ¦ Like rate ¦ .* ¦ (?:{%:rate}|{n:likes} of {n:cards})", each=by_head,
            rate=rate(), likes=lambda c: published(c, c.s.now, "positives"), cards=lambda c: down(c,
            c.s.now["cards"])),
    Pattern("games, count", r"Your games ¦ " + MEASURE + r" ¦ .* ¦ {n:n}(?: \| (?:before: {n:b}|(?P<way>[▲▼]) "
            r"{x:moved}(?P<others> relative to others)?))?",
            each=by_head, n=now, b=past, moved=lambda c: (relative("ratio") if "others" in c.m else own_change)(c),
            test=lambda c: "way" not in c.m or (c.m["way"] == "▲") == (number(c.m["moved"]) > 1)),
    Pattern("games, players", r"Your games ¦ Players ¦ .* ¦ {p:n}", each=by_head, n=players),
    Pattern("games, standing", r"Your games ¦ Similar games ¦ .* ¦ (?:(?P<verdict>above|below) the median \| "
            r"higher than {f:percent}% of {n:games} games|no clear difference from {n:games2} games)", each=by_head,
            percent=standing("likeRatePercentile", 1), games=standing("games", 0), games2=standing("games", 0),
            test=lambda c: c.s.doc["standing"]["verdict"] == c.m.get("verdict", "tooEarly")),
    Pattern("games, all time", r"Your games ¦ All time ¦ .* ¦ {n:n}", each=lambda c: [
        own.sub(s=c.studio.ever(own.game)) for own in by_head(c)], n=lambda c: down(c, c.s.now["impressions"])),
    Pattern("weeks, count", r"Weeks ¦ " + MEASURE + r" ¦ .* ¦ {n:n}", each=week_of, n=now),
    Pattern("weeks, rate", r"Weeks ¦ Like rate ¦ .* ¦ {%:rate}", each=week_of, rate=rate()),
    Pattern("weeks, interval", r"Weeks ¦ From ¦ .* ¦ {%:low}", each=week_of, low=bound("lower")),
    Pattern("weeks, interval", r"Weeks ¦ To ¦ .* ¦ {%:high}", each=week_of, high=bound("upper")),
    Pattern("weeks, players", r"Weeks ¦ New players ¦ .* ¦ {p:n}", each=week_of, n=part(0)),
    Pattern("weeks, players", r"Weeks ¦ Returning ¦ .* ¦ {p:n}", each=week_of, n=part(1)),
    Pattern("days, count", r"Days ¦ " + MEASURE + r" ¦ .* ¦ {n:n}", n=lambda c: published(c, c.facts.count(
        c.s.games, (date(c.place["head"]),) * 2), measure(c))),
    Pattern("periods, count", r"All periods ¦ .* ¦ " + MEASURE + r" ¦ {n:n}(?: \| {n:b})?", each=by_column, n=now,
            b=past),
    Pattern("periods, change", r"All periods ¦ .* ¦ Change in " + SEEN + r"s ¦ {x:r} \| {x:low} to {x:high}",
            each=by_column, **{slot: lambda c, i=i, end=end: Doc(c.s.doc["impressionsChange"][end]) if c.is_rounded
                               else c.s.change("impressions")[i]
                               for i, (slot, end) in enumerate((("r", "ratio"), ("low", "lower"), ("high",
                               "upper")))}),
    Pattern("periods, relative", r"All periods ¦ .* ¦ The same, relative to other studios’ games ¦ {x:r} \| "
            r"{x:rlow} to {x:rhigh}", each=by_column, r=relative("ratio"), **RELATIVE),
    Pattern("launch", r"Launches ¦ (?:First days ¦ .* ¦ {n:days}|(?:Impressions|Verdicts) ¦ .* ¦ {n:n}|Like rate "
            r"¦ .* ¦ (?:{%:rate}|{n:likes} of {n:cards}))", each=launches, days=lambda c: c.window["days"],
            n=lambda c: down(c, c.counts["impressions"]), rate=lambda c: c.s.rate(counts=c.counts),
            likes=lambda c: published(c, c.counts, "positives"), cards=lambda c: down(c, c.counts["cards"])),
    Pattern("launch, peers", r"Launches ¦ (?:More impressions|(?P<rate>Higher like rate)) than ¦ .* ¦ {n:n} of "
            r"{n:all} launches", each=launches, n=lambda c: exceeded(c)[0], all=lambda c: exceeded(c)[1]),
    Pattern("caption, launches", r"The first days from a release, that day too, up to {w:day}(?:, against games "
            r"of other studios released since {w:since}, at the same age)?",
            day=lambda c: words(weeks(c.studio.open_day)[-1][1]),
            since=lambda c: words(weeks(c.studio.open_day)[0][0])),
    Pattern("periods, players", r"All periods ¦ .* ¦ Unique players ¦ {p:n}(?: \| {p:b})?", each=by_column,
            n=players,
            b=players_before),
    Pattern("periods, players", r"All periods ¦ .* ¦ New players ¦ {p:n}", each=by_column, n=part(0)),
    Pattern("periods, players", r"All periods ¦ .* ¦ Returning players ¦ {p:n}", each=by_column, n=part(1)),
    Pattern("periods, rate", r"All periods ¦ .* ¦ (?P<rate>Like rate|Click rate|Detail-open rate)(?:, adjusted "
            r"for position)? ¦ {%:r} \| {%:low}–{%:high}", each=by_column,
            **{slot: lambda c, end=end: period_rate(c, end)
               for slot, end in (("r", "estimate"), ("low", "lower"), ("high", "upper"))}),
    Pattern("periods, view time", r"All periods ¦ .* ¦ View time, quartiles ¦ {f:median} s \| {f:low} s–{f:high} s",
            each=by_column, median=quartile(.5), low=quartile(.25), high=quartile(.75)),
    Pattern("periods, standing", r"All periods ¦ .* ¦ Like rate among similar games ¦ (?:(?P<verdict>above|below) "
            r"the median \| higher than {f:percent}% of {n:games} games|no clear difference from {n:games2} games)",
            each=by_column, percent=standing("likeRatePercentile", 1), games=standing("games", 0),
            games2=standing("games", 0),
            test=lambda c: c.s.doc["standing"]["verdict"] == c.m.get("verdict", "tooEarly")),
    Pattern("column, period", r"{w:name} \| (?:from {w:since}|{w:first} – {w:last}|{w:day})", each=by_column,
            name=True,
            since=lambda c: short(c.facts.first_day()),
            first=lambda c: [short(c.s.period[0]), short(max(c.s.period[0], c.facts.first_day()))],
            last=lambda c: short(c.s.period[1]), day=lambda c: short(c.s.period[1])),
    Pattern("funnel", r"From card to shop ¦ Players ¦ .* ¦ {p:n}", n=step),
    Pattern("wish cohort", r"From wish to shop ¦ .* ¦ {p:n}", n=wished),
    Pattern("column", r"(?:1 week|[234] weeks) later"),
    Pattern("breakdown, count", CUT + r" ¦ " + MEASURE + r" ¦ .* ¦ (?P<least>≥ )?{n:n}", each=cells,
            n=cell_count,
            test=lambda c: c.exact is None or c.m["n"].endswith("+") or ("least" in c.m) == c.cell.get("isAtLeast", False)),
    Pattern("breakdown, rate", CUT + r" ¦ Like rate ¦ .* ¦ {%:low}–{%:high}", each=cells, low=True, high=True,
            test=lambda c: float(c.m["low"][:-1]) - .05 <= 100 * cell_rate(c) <= float(c.m["high"][:-1]) + .05),
    Pattern("breakdown, caption", CUT + r": {n:n} [a-z ]+ in (?:(?:the {n:days} days to )?{d:day}|{w:range}), "
            r"from [a-z ]+?(?:\. A player who likes several genres counts in each)?(?:\. ≥: part of it is not "
            r"shown)?(?:\. \+: or more, since counts are rounded down to multiples of {n:k} and small groups left "
            r"out)?",
            n=cut_total, range=lambda c: from_to(*c.s.period), k=lambda c: c.k,
            days=lambda c: (c.s.period[1] - c.s.period[0]).days + 1,
            day=lambda c: words(c.s.period[1])),
    Pattern("breakdown, suppressed", r".* ¦ fewer than {n:k} players in a week(?:; counts are rounded down to "
            r"multiples of {n:k2})?", k=lambda c: c.k, k2=lambda c: c.k),
    Pattern("breakdown, others", r"{t:value} (?P<least>≥ )?{n:n}", each=cells, value=True,
            n=lambda c: c.exact["externalClicks" if cut(c) in ("shop",
            "campaign") else "impressions"] // c.k * c.k),
    Pattern("breakdown, others", r"and {n:n} smaller values? in report\.json", n=True),
    Pattern("caption, games", r"{w:period}(?:; first {n:shown} of {n:all} games)?",
            period=lambda c: in_order(c, "in_words"), shown=True, all=lambda c: len(c.studio.games)),
    Pattern("caption", r".*(?:[Ww]ith 95% confidence|with 95% confidence, .*)"),
    Pattern("caption", r"Weeks, newest first\. With 95% confidence, the like rate is between From and To"),
]


def period_rate(c, end):
    name = "adjustedLikeRate" if "adjusted" in c.place["head"] else \
        "likeRate" if c.m["rate"] == "Like rate" else "clickRate"
    return rate(name)(c) if end == "estimate" and name != "adjustedLikeRate" else Doc(c.s.doc[name][end])


def shown(c):
    """The scope of an interval's tip: the game of the row, or what the card is of."""
    return by_head(c) if c.place.get("table") == "Your games" else [c]


def tip(end):
    return lambda c: bound(end)(c) if not c.place.get("table") or c.place["table"] == "Your games" else True


def place_share(is_high):
    """The end of a share in percent: whatever is in no published cell may be of the value."""
    def value(c):
        surfaces = c.s.doc["breakdowns"]["surface"]
        exact = c.facts.cells("surface", c.s.kind, c.s.games, c.s.studio)[1]
        counts = {own["value"]: exact[own["value"]][0]["impressions"] // c.k * c.k for own in surfaces["cells"]}
        total = down(c, c.facts.world.count(c.s.games, c.s.period, surfaces["source"])["impressions"])
        own = counts[SURFACES.get(c.m["place"], c.m["place"])]
        return -(-100 * (total - sum(counts.values()) + own) // total) if is_high else 100 * own // total
    return value


PLACES = [Pattern("place", r"\x01?(?P<place>" + "|".join(SURFACES) + r"|unknown)\x02?: {n:low}–{n:high}%",
                  low=place_share(False), high=place_share(True))]
INTERVAL = [Pattern("interval", r"{%:low} to {%:high}", each=shown, low=tip("lower"), high=tip("upper"),
                    test=lambda c: float(c.m["low"][:-1]) <= float(c.m["high"][:-1]))]
SPARK = [Pattern("spark", r"(?P<name>Impressions|Verdicts) per week, highest {n:n}", each=by_head,
                 n=lambda c: highest(c.m["name"])(c))]

# Of digest.md.
DIGEST = LEAD + SUGGESTIONS + [own for own in HEADS if own.name == "edition"] + [
    Pattern("digest's heading", r"# .*, {w:period}", period=lambda c: c.s.in_words),
    Pattern("digest, count", MEASURE + r": {n:n}(?: \(before: {n:b}\))?", n=now, b=past),
    Pattern("digest, players", r"Players: {p:n}(?: \(before: {p:b}\))?", n=players, b=players_before),
    Pattern("digest, rate", r"Like rate: {%:rate}(?: of {n:cards} cards?)? \(between {%:low} and {%:high}, with "
            r"95% confidence\)", rate=rate(), cards=lambda c: down(c, c.s.now["cards"]),
            low=bound("lower"), high=bound("upper")),
    Pattern("digest, game", r"{t:title}: {n:n} " + SEEN + r"s?, like rate (?:{%:rate}|–|not recorded)",
            each=by_title,
            title=True, n=lambda c: down(c, c.s.now["impressions"]), rate=rate()),
    Pattern("digest, others", r"and {n:n} more games?", n=lambda c: sum(
        c.studio.scope(c.s.kind, game).now["impressions"] > 0 for game in c.studio.games) - 3),
    Pattern("digest, totals", r"Numbers of events are rounded down to multiples of {n:k}, and sums, shares and "
            r"comparisons with other games are those of the rounded numbers\.", k=lambda c: c.k),
]


# Of since.html: the days since the closed weeks.
SINCE = [
    Pattern("since, title", r"{t:name}(?: –|:) since (?:Monday, )?{w:day}", name=True, day=lambda c: words(c.since[0])),
    Pattern("since, days", r"{w:range}\. Counts of whole days, which may still change\.(?: A game’s count of a day is "
            r"rounded down to a multiple of {n:k}\.)? In small print: {w:last} alone\.", k=least, range=lambda c: from_to(*c.since), last=lambda c: words(c.since[1]), test=lambda c: ("k" in c.m) == c.is_rounded),
    Pattern("since, rows", r"The first {n:rows} of {n:all} games; since\.json has all\.", rows=50,
            all=lambda c: len(c.games)),
    Pattern("since, count", r" ¦ " + MEASURE + r" ¦ .* ¦ {n:n} \| {n:last}",
            each=lambda c: [c.sub(games=[game]) for game in c.games if c.place["head"] != "All games" and title(
                c.facts.world.games[game].get("title") or "") == title(c.place["head"])]
            + [c] * (c.place["head"] == "All games"),
            n=lambda c: sum_since(c, c.since[0]), last=lambda c: sum_since(c, c.since[1])),
]


def sum_since(c, first):
    """The published counts of the days from one on."""
    return sum(published(c, tally, measure(c)) for game in c.games
               for day, tally in c.facts.world.open_days[game].items() if day >= first)
