"""The sentences, cards, captions and cells of the team's page, its digest and kpi.json, and of the index of studios.

Numbers of players, events and rates are counted again by Tests/Oracles/team_kpis.py. Those of models (evaluation,
lists, health, trending, alerts) are compared with kpi.json only.
"""

import datetime
import re

from engine import Counted, Doc, Pattern, holds, is_clear, number, title
from facts import DAY, MONTHS, date, from_to, short, weeks, words

EPOCH = datetime.date(1970, 1, 1)
EPOCH_TIME = datetime.datetime(1970, 1, 1)
KEYS = {"Players": "activePlayers", "Players per day": "meanDailyActive", "Stickiness": "stickiness",
        "Sign-ups": "signUps", "Sessions": "sessions", "Discoveries per session": "discoveriesPerSession",
        "Likes per session": "likesPerSession", "Daily players": "dailyActive", "Weekly players": "weeklyActive",
        "Monthly players": "monthlyActive", "Sessions started": "sessionsBegun",
        "Of these, without a duration": "sessionsOfOneInstant",
        "Duration, lower quartile": "sessionSecondsLowerQuartile", "Duration, median": "sessionSecondsMedian",
        "Duration, upper quartile": "sessionSecondsUpperQuartile", "Wishlists last synced with Steam": "steamSyncs",
        "Wishlists last synced with itch.io": "itchioSyncs", "Impressions": "impressions",
        "Verdicts": "impressions",
        "Impressions (discoveries)": "impressions", "Verdicts (discoveries)": "impressions",
        "Detail opens": "detailOpens", "Likes": "likes", "Super-likes": "superLikes", "Dislikes": "dislikes",
        "Skips": "skips", "Wishlist adds": "wishlistAdds", "Shares": "shares", "Shop clicks": "externalClicks",
        "Likes and super-likes": "positives", "Active on the day": "dailyActive",
        "Active in 7 days": "weeklyActive", "Active in 28 days": "monthlyActive", "Like rate": "likeRate"}
KPI = "(?P<kpi>" + "|".join(re.escape(name) for name in sorted(KEYS, key=len, reverse=True)) + ")"
DAY_WORDS = r"\d{1,2} [A-Z][a-z]+ \d{4}"
SEEN = "(?:impression|verdict)"


def on(day):
    return (day - EPOCH).days


def figures(c, side, days=None):
    """The team's numbers of a range of days, counted again."""
    days = days or c.days
    doc = c.ranges[days]
    key = "figures", side, days
    if key not in c.facts.cache:
        team, period = c.facts.team, doc["period" if side != "previous" else "previousPeriod"]
        first, last = (on(date(period[end])) for end in ("from", "to"))
        if side == "changes":
            before = [on(date(doc["previousPeriod"][end])) for end in ("from", "to")]
            c.facts.cache[key] = team.changes(first, last, *before)
        else:
            c.facts.cache[key] = team.period(first, last)
    return c.facts.cache[key]


def counted(value, places=4):
    """A number in digits as an exact one, which the digits round to so many places."""
    return None if value is None else Counted(value, places if "." in value else max(places, 2))


def of_key(figure, key):
    return counted(figure, 1 if "Seconds" in key else 4 if key == "stickiness" else 2)


def is_recorded(c, key):
    """Not recorded is not zero."""
    team = c.facts.team
    return {"signUps": bool(team.joined), "steamSyncs": bool(team.wishlists), "itchioSyncs": bool(team.wishlists),
            "sessions": any(team.sessions.values()), "sessionsBegun": any(team.sessions.values())}.get(key, True)


def kpi(side="current", days=None):
    def value(c):
        key = KEYS[c.m.get("kpi") or c.place["head"]]
        own = figures(c, side, days)
        if not is_recorded(c, key):
            return None
        if key == "positives":
            return int(own["likes"]) + int(own["superLikes"])
        own = own[key]
        return counted(own["estimate"]) if isinstance(own, dict) else of_key(own, key)
    return value


def of(key, side="current", days=None):
    return lambda c: of_key(figures(c, side, days)[key], key)


def rate(end, side="current", days=None):
    return lambda c: counted(figures(c, side, days)["likeRate"][end])


def change(end, key=None, days=None):
    return lambda c: counted(figures(c, "changes", days)[key or KEYS[c.m["kpi"]]][end])


def likes_change(end):
    return change(end, "likeRate")


def is_consistent(c):
    """The words of a change."""
    if "low" not in c.m:
        return True
    ratio = float(figures(c, "changes")[KEYS[c.m["kpi"]] if "kpi" in c.m else "likeRate"]["ratio"])
    return holds(c.m, "way", ratio) if "way" in c.m else not is_clear(c.m) or 1 in map(
        number, (c.m["low"], c.m["high"]))


def range_words(c, days=28):
    """The ways to name a range of days."""
    period = c.ranges[days]["period"]
    first, last = date(period["from"]), date(period["to"])
    start = words(first)[:-5] if first.year == last.year else words(first)
    return [words(last) if first == last else f"the {(last - first).days + 1} days to {words(last)}",
            from_to(first, last), f"from {str(first.day) if first.month == last.month else start} to {words(last)}"]


def capital(texts):
    return [own[:1].upper() + own[1:] for own in texts]


def last_week(c):
    """The days that alerts are about."""
    first, last = (date(c.kpi["alerts"]["evaluated"][end]) for end in ("from", "to"))
    start = str(first.day) if first.month == last.month else words(first)[:-5] if first.year == last.year \
        else words(first)
    return f"from {start} to {words(last)}"


def clear(i):
    """The i-th clear change of the lead sentence."""
    def key(c):
        name = c.m[f"kpi{i}"]
        return next(key for own, key in KEYS.items() if own[:1].lower() + own[1:] == name)
    return {f"size{i}": lambda c: change("ratio", key(c), 28)(c), f"low{i}": lambda c: change("lower", key(c),
            28)(c),
            f"high{i}": lambda c: change("upper", key(c), 28)(c)}


CLEAR = r"(?P<kpi%d>[a-z][a-z -]*?) (?P<way%d>up|down) {s:size%d} \(between {x:low%d} and {x:high%d}\)"


def clear_test(c):
    return all(holds({"low": c.m[f"low{i}"], "high": c.m[f"high{i}"], "way": c.m[f"way{i}"]}, "way",
                     number(c.m[f"low{i}"])) or number(c.m[f"high{i}"]) <= 1
               for i in (1, 2, 3) if f"kpi{i}" in c.m)


def positives(c, first, last):
    total = c.facts.team.sum(on(first), on(last))
    return total["likes"] + total["superLikes"], total["cards"]


def game_days(c):
    """The games with a title, and the days of an extreme like rate."""
    name = title(c.m["title"])
    return [c.sub(own=own) for own in c.kpi["extremeDays"]
            if c.facts.titles.get(own["gameId"], own["gameId"]) == name]


def of_day(c, part):
    tally = c.facts.team.tallies[c.own["gameId"], on(date(c.own["day"]))]
    return tally["likes"] + tally["superLikes"] if part == "likes" else tally["cards"]


def alerts(c):
    """The alerts of a finding, or all."""
    return [c.sub(alert=own) for own in c.kpi["alerts"]["alerts"]
            if own["name"][:1].lower() + own["name"][1:] == c.m.get("name",
            own["name"][:1].lower() + own["name"][1:])]


def alert(key, of_alert=None):
    return lambda c: Doc(c.alert[key], 4 if c.alert["kpi"] == "likeRate" else 1)


def alert_bound(c):
    return alert("upper" if c.m["way"] == "above" else "lower")(c)


def alert_value(c):
    """Of a count, counted again."""
    key, day = c.alert["kpi"], on(date(c.alert["day"]))
    if key == "likeRate":
        up, total = positives(c, date(c.alert["day"]), date(c.alert["day"]))
        return up / total
    own = c.facts.day(day)
    return Counted(int(own["likes"]) + int(own["superLikes"]) if key == "likes" else int(own[key]), 0)


def findings(c):
    return [c.sub(finding=own, alert=own_alert) for own in c.kpi["findings"] for own_alert in (
        [one for one in c.kpi["alerts"]["alerts"]
         if any((one["kpi"], one["day"]) == (ref["kpi"], ref["day"]) for ref in own["alerts"][:1])] or [None])]


def finding_days(c):
    days = c.finding["days"]
    return from_to(date(days["from"]), date(days["to"]))


def contributor(i):
    def value(c):
        own = [one for one in c.finding["contributors"]
               if c.facts.titles.get(one["gameId"], one["gameId"]) == title(c.m[f"title{i}"])]
        return [Doc(one["share"]) for one in own]
    return value


PART = r"{t:title%d} \((?:all|{%%:share%d}) of the (?:rise|fall) in [a-z -]+\)"


def missing(c):
    return [c.sub(finding=own, lack=lack) for own in c.kpi["findings"] for lack in own["missingEvents"]]


def day_at(c):
    """The last day of a point of a chart."""
    text = c.m["day"]
    return next(day for day in (c.night - back * DAY for back in range(1, 1500)) if short(day) == text)


def point(i):
    def value(c):
        key, last = KEYS[c.m[f"series{i}"]], day_at(c)
        days = [last - back * DAY for back in range(int(c.m.get("days", 1)))]
        rows = [c.facts.day(on(day)) for day in days if on(day) >= (c.facts.team.first or 0)]
        if key == "positives":
            return sum(min(int(row["likes"]) + int(row["superLikes"]), int(row["impressions"])) for row in rows)
        if c.place["chart"] == "c-story" and key == "likes":
            own = sum(int(row["likes"]) for row in rows)
            return [own, own + sum(int(row["superLikes"]) for row in rows)]
        return sum(int(row[key]) for row in rows)
    return value


POINT_NAME = re.compile(r"(?:(?P<days>\d+) days to )?(?P<day>\d+ [A-Z][a-z]{2}) ")


def point_at(c, index):
    match = POINT_NAME.match(c.place["points"][index]).groupdict()
    return day_at(c.sub(m=match)), int(match["days"] or 1)


def point_days(c):
    """The days since the point before."""
    index = c.place["point"]
    return (day_at(c) - point_at(c, index - 1)[0]).days if index else True


def point_day(c):
    """A day follows that of the point before; of long charts, only some days have a point."""
    index = c.place["point"]
    if not index or "days" in c.m or c.place["count"] > 60:
        return True
    return short(point_at(c, index - 1)[0] + DAY)


def chart_first(c):
    if not c.place["points"] or len(c.place["points"]) > 60:
        return True
    last, days = point_at(c, 0)
    return words(last - (days - 1) * DAY)


def newest(c):
    record = "interactions" if c.m["record"][0] == "s" else "analytics"
    return max(own[0] for own in c.facts.team.events[record])


def newest_in_words(c):
    time = EPOCH_TIME + datetime.timedelta(milliseconds=newest(c))
    whole = f"{time:%Y-%m-%dT%H:%M:%S}"
    return [f"{whole}.{time.microsecond // 1000:03}Z"] + ([whole + "Z"] if time.microsecond == 0 else [])


SERIES = r"(?P<series%d>" + "|".join(sorted(map(re.escape, KEYS), key=len, reverse=True)) + ")"
POINT = SERIES + r" {n:n%d}"


def highest(i):
    """The highest of a chart's points."""
    def value(c):
        found = [re.search(re.escape(c.m[f"series{i}"]) + r" ([\d,]+)", text) for text in c.place["points"]]
        return max((int(own[1].replace(",", "")) for own in found if own), default=0)
    return value


def row(path, grade="consistent"):
    """The entry of a list in kpi.json that a row shows."""
    def contexts(c):
        own = c.kpi
        for part in path.split("."):
            own = own[part]
        return [c.sub(own=own[c.place["row"]], grade=grade)]
    return contexts


def entry(columns, places=4):
    """The value of a column: its key in the entry."""
    def value(c):
        own = c.own
        for part in columns[c.m["column"]].split("."):
            own = own[part]
        return Doc(own, places)
    return value


def cell(table, path, columns, slot="{%:value}", places=4):
    names = "|".join(map(re.escape, columns))
    return Pattern(f"{table.lower()}, cell", rf"{re.escape(table)} ¦ (?P<column>{names}) ¦ .* ¦ {slot}",
            each=row(path),
                   value=entry(columns, places))


def cohort(c):
    name = c.place["head"].partition(" |")[0]
    if name.startswith("2"):
        return next(own for own in c.facts.retention("week") if own["week"] == name)
    month = f"{name[-4:]}-{[m[:3] for m in MONTHS].index(name[:3]) + 1:02}"
    return next(own for own in c.facts.retention("month") if own["month"] == month)


def retained(end):
    return lambda c: counted(cohort(c)["day" + c.m["offset"]][end])


def studio_days(days):
    """The studio of a row, its games and its counts in some days."""
    def contexts(c):
        name = title(c.place["head"].partition("\x02")[0])
        first, last = days(c)
        return [c.sub(games=games, counts=c.facts.team_count(games, first, last))
                for games in c.facts.studios.get(name, [])]
    return contexts


def period_days(c):
    return tuple(date(c.kpi["period"][end]) for end in ("from", "to"))


def closed_weeks(c):
    own = weeks(c.facts.world.open_day)
    return own[-4][0], own[-1][1]


def step(part):
    steps = {"Impressions": 0, "Verdicts": 0, "Detail opens": 1, "Wishlist adds": 2, "Shop clicks": 3}
    def value(c):
        key = ["impressions", "detailOpens", "wishlistAdds", "externalClicks"][steps[c.place["head"]]]
        total = c.facts.team.sum(*(on(day) for day in period_days(c)))
        return total[key] if part == "count" else total[key] / total["impressions"]
    return value


def health(part):
    return lambda c: int(c.facts.catalogue(*(on(day) for day in period_days(c)))[part])


def top_share(c):
    return counted(c.facts.catalogue(*(on(day) for day in period_days(c)))["topShare"])


COUNT_CHANGE = (r"(?: \| (?:{n:b1} before|none before|(?:no clear change|(?P<way>(?:▲ )?up|(?:▼ )?down) {s:size}) "
            r"from {n:b2}; between {x:low} and {x:high}))?")
GATE = "gate"
LEAD = [
    Pattern("team, changes", r"{w:period}, compared with (?:the {n:days} days|the day) before: " + CLEAR % ((1,) * 5)
            + "(?:; " + CLEAR % ((2,) * 5) + ")?(?:; " + CLEAR % ((3,) * 5)
            + r")?(?:; also changed clearly: [a-z, -]+)?\.",
            period=lambda c: capital(range_words(c)), days=lambda c: 28, test=clear_test,
            **clear(1), **clear(2), **clear(3)),
    Pattern("team, no changes", r"No number changed clearly (?:in )?{w:period}, compared with the {n:days} days "
            r"before\.",
            period=range_words, days=lambda c: 28, test=lambda c: all(
                own is None or float(own["lower"]) <= 1 <= float(own["upper"])
                for own in figures(c, "changes", 28).values())),
    Pattern("team, nothing before", r"There is no earlier period to compare with: the data starts on {w:day}\.",
            day=lambda c: words(EPOCH + c.facts.team.first * DAY)),
    Pattern("team, publication", r"The night’s lists are (?P<not>not )?published: (?:none|{n:failed}) of "
            r"{n:checks} checks? failed\.", failed=lambda c: Doc(c.kpi[GATE]["failed"], 0),
            checks=lambda c: Doc(c.kpi[GATE]["checks"], 0),
            test=lambda c: ("not" in c.m) != c.kpi[GATE]["published"]),
    Pattern("team, players", r"{n:n} players? (?:was|were) active (?:in )?{w:period}(?:, (?P<word>after|up "
            r"from|down from) {n:b} in the {n:days} days before(?P<unclear>, which is no clear change)?)?\.",
            n=of("activePlayers", days=28), b=of("activePlayers", "previous", 28), period=range_words,
            days=lambda c: 28, test=lambda c: "word" not in c.m or team_players(c)),
    Pattern("team, players", r"No player was active (?:in )?{w:period}\.", period=range_words),
    Pattern("team, sign-ups", r"(?:{n:n}|No one) signed up\.", n=of("signUps", days=28), test=lambda c:
            ("n" in c.m) == (figures(c, "current", 28)["signUps"] != "0") and bool(c.facts.team.joined)),
    Pattern("team, impressions", r"There (?:was|were) {n:n} " + SEEN + r"s?\.", n=of("impressions", days=28)),
    Pattern("team, like rate", r"Of {n:cards} cards?, {%:rate} led to a like \(between {%:low} and {%:high}, with "
            r"95% confidence\)\.", cards=rate("trials", days=28), rate=rate("estimate", days=28),
            low=rate("lower", days=28), high=rate("upper", days=28)),
    Pattern("team, like rate", r"Of {n:cards} (?:cards|verdicts), {n:likes} led to a like(?: or super-like)?: "
            r"{%:rate} \(between {%:low} and {%:high}, with 95% confidence\)\.", cards=rate("trials", days=28),
            likes=rate("successes", days=28), rate=rate("estimate", days=28), low=rate("lower", days=28),
            high=rate("upper", days=28)),
    Pattern("team, ever", r"Since {w:day} there were {n:n} " + SEEN + r"s?\.",
            day=lambda c: words(EPOCH + c.facts.team.first * DAY), n=lambda c: c.facts.team.sum(
                c.facts.team.first, c.facts.team.night - 1)["impressions"]),
    Pattern("team, never shown", r"Each of {n:all} released games had one\.", all=health("gamesOut"),
            test=lambda c: health("neverShown")(c) == 0),
    Pattern("team, never shown", r"{n:n} of {n:all} released games? had none\.",
            n=health("neverShown"), all=health("gamesOut")),
    Pattern("team, not recorded", r"Sign-ups are not recorded in this data\.",
            test=lambda c: not c.facts.team.joined),
    Pattern("team, catalogue", r"The catalogue has {n:n} released games?\.", n=health("gamesOut")),
    Pattern("inactive", r"(?:(?:The games of these studios|These studios|A studio’s|Once they|Players have "
            r"seen)[^0-9]*(?: last 13 weeks or since)?\.)"),
    Pattern("team, not recorded", r"Impressions are not recorded in this data\.|There were no [a-z]+s\."),
]


def team_players(c):
    ratio = figures(c, "changes", 28)["activePlayers"]
    is_significant = ratio and not float(ratio["lower"]) <= 1 <= float(ratio["upper"])
    return (c.m["word"] != "after") == bool(is_significant) and ("unclear" in c.m) == bool(
        ratio and not is_significant)


FINDINGS = [
    Pattern("finding", r"(?:\*\*)?{w:days} (?:was|were) unusually (?P<way>high|low): (?:{n:n}|{%:share}) "
            r"(?P<name>[a-z -]+?)(?: on {w:day})?, where (?:{n:e}|{%:eshare}) (?:was|were) expected\.(?:\*\*)?",
            each=lambda c: [own for own in findings(c)
                            if own.alert and own.alert["name"].lower() == c.m["name"].lower()],
            days=finding_days, n=alert_value, share=alert_value,
            e=lambda c: Doc(round(c.alert["expected"] + 1e-9), 0), eshare=alert("expected"),
            day=lambda c: short(date(c.alert["day"])),
            test=lambda c: (c.m["way"] == "high") == (c.alert["value"] > c.alert["expected"])),
    Pattern("finding, contributors", r"(?:Mostly|Partly) " + PART % (1, 1) + "(?:(?:,| and) " + PART % (2, 2)
            + ")?(?:(?:,| and) " + PART % (3, 3) + r")?\.", each=findings,
            **{f"title{i}": True for i in (1, 2, 3)}, **{f"share{i}": contributor(i) for i in (1, 2, 3)}),
    Pattern("finding, also", r"Also unusually (?:high|low): [a-z, -]+\."),
    Pattern("finding, cause", r"(?:Probable cause: )?(?:One game, possibly by fake accounts|Some accounts may be "
            r"fake): {n:likes} of {n:cards} cards? of {t:title} led to a like\.", each=game_days, title=True,
            likes=lambda c: of_day(c, "likes"), cards=lambda c: of_day(c, "cards")),
    Pattern("finding, cause", r"(?:Probable cause: )?“{t:text}” on {w:day}\.", text=True, each=lambda c: [
        c.sub(note=own) for own in c.kpi["annotations"] if own["text"] == title(c.m["text"])],
        day=lambda c: words(date(c.note["day"]))),
    Pattern("finding, cause", r"(?:Probable cause: )?{t:title} was released on {w:day}\.", title=True,
            each=lambda c: [
        c.sub(game=game) for game, name in c.facts.titles.items() if name == title(c.m["title"])],
        day=lambda c: words(c.facts.world.release(c.game))),
    Pattern("finding, missing", r"(?:Probable cause: )?Events are probably missing: only {n:n} [a-z ]+?, where "
            r"about {n:e} are usual\.", each=missing, n=lambda c: Doc(c.lack["events"], 0),
            e=lambda c: Doc(round(c.lack["expected"] + 1e-9), 0)),
    Pattern("finding, few events", r"Few events on {w:day}: only {n:n} [a-z ]+?(?: and only {n:n2} [a-z ]+?)?\.?",
            each=missing, day=finding_days, n=lambda c: Doc(c.lack["events"], 0),
            n2=lambda c: [Doc(own["events"], 0) for own in c.finding["missingEvents"]]),
    Pattern("finding, extreme", r"{n:likes} of {n:cards} cards? of {t:title} led to a like on {w:day}(?:, and "
            r"{n:more} more days? like it)?\.", each=game_days, title=True, likes=lambda c: of_day(c, "likes"),
            cards=lambda c: of_day(c, "cards"), day=lambda c: words(date(c.own["day"])), more=lambda c: sum(
                own["gameId"] == c.own["gameId"] for own in c.kpi["extremeDays"]) - 1),
    Pattern("finding, late", r"{n:n} events? arrived after their day had been read\.", n=True),
    Pattern("finding, held back", r"The night’s lists were held back: {n:n} checks? failed, and players still see "
            r"the lists before\.", n=lambda c: Doc(c.kpi[GATE]["failed"], 0)),
    Pattern("finding, held back", r"(?:Probable cause: )?Failed: .*\."),
    Pattern("finding, cause", r"(?:Probable cause: )?(?:One game, {t:title}: without it, the day would be far "
            r"less unusual|Several games; no single game explains it|Not known: no single game explains it|Some "
            r"accounts may be fake: players like far fewer of the cards that they see|Their files came a night or "
            r"more late|A fault in version {t:version}|A change of the app or of its servers)\.",
            title=True, version=True),
    Pattern("finding, numbers", r"Numbers of earlier days have changed since\."),
    Pattern("finding, action", r"(?:What to do: )?(?:Look|Check|Find)[^.]*?(?: on {w:day}| of {w:day2})?(?:; when "
            r".*|, and .*)?\.",
            each=findings, day=finding_days, day2=finding_days),
    Pattern("finding, crash", r"(?:Probable cause: )?(?:Crashes of .*?: |.*? crashes more than before: ).*% .*\."),
    Pattern("finding, remark", r"{d:day}: {t:text}", text=lambda c: c.note["text"], each=lambda c: [
        c.sub(note=own) for own in c.kpi["annotations"]], day=lambda c: words(date(c.note["day"]))),
    Pattern("finding, more", r"{n:n} more findings?(?: on the page)?\.?", n=lambda c: len(c.kpi["findings"]) - 3),
    Pattern("alerts", r"(?:{n:n} values? (?:was|were) unusual|(?P<none>No KPI was unusual)) (?:(?:in the {n:days} "
            r"days to|on) {d:day}|{w:week})\.",
            n=lambda c: len(c.kpi["alerts"]["alerts"]), day=lambda c: words(c.night - DAY),
            days=lambda c: c.kpi["alerts"]["evaluated"]["days"], week=last_week,
            test=lambda c: ("none" in c.m) == (not c.kpi["alerts"]["alerts"])),
    Pattern("alerts, KPIs", r"{n:n} KPIs? (?:was|were) compared with the eight weeks before\.",
            n=lambda c: len(c.kpi["alerts"]["evaluatedKPIs"])),
    Pattern("alerts, early", r"Too early for [a-z, -]+\."),
    Pattern("alerts, none", r"No alerts yet: a KPI needs 28 earlier days\."),
    Pattern("alert", r"(?P<name>[A-Z][a-z -]+): (?:{n:n}|{%:share}) on {w:day}, (?P<way>above|below) the expected "
            r"(?:{f:e}|{%:eshare}) \(at (?:most|least) (?:{f:b}|{%:bshare})\)\.", each=lambda c: [
                c.sub(alert=own) for own in c.kpi["alerts"]["alerts"] if own["name"] == c.m["name"]],
            n=alert_value, share=alert_value, day=lambda c: words(date(c.alert["day"])), e=alert("expected"),
            eshare=alert("expected"),
            b=alert_bound, bshare=alert_bound,
            test=lambda c: (c.m["way"] == "above") == (c.alert["value"] > c.alert["expected"])),
]

CARDS = [
    Pattern("team's card, count", KPI + r": {n:n}" + COUNT_CHANGE, n=kpi(), b1=kpi("previous"), b2=kpi("previous"),
            size=change("ratio"), low=change("lower"), high=change("upper"), test=is_consistent),
    Pattern("team's card, mean", r"(?P<kpi>Players per day): {f:n}(?: \| from {f:b})?", n=kpi(), b=kpi("previous")),
    Pattern("team's card, share", r"(?P<kpi>Stickiness): {%:n}(?: \| from {%:b})?", n=kpi(), b=kpi("previous")),
    Pattern("team's card, per session", r"(?P<kpi>Discoveries per session): {f:n} \| likes per session: {f:likes}",
            n=kpi(),
            likes=of("likesPerSession")),
    Pattern("team's card, like rate", r"Like rate: {%:rate} \| between {%:rlow} and {%:rhigh}, with 95% "
            r"confidence; (?:{n:likes2} likes?(?: and super-likes?)? of )?{n:cards} cards?(?:; {n:likes} "
            r"likes?(?: and super-likes?)?)?(?:; {%:before} before(?:, (?:no clear relative change|relative "
            r"change (?P<way>(?:▲ )?up|(?:▼ )?down) {s:size}) \(between {x:low} and {x:high}\))?)?",
            rate=rate("estimate"), rlow=rate("lower"),
            rhigh=rate("upper"), cards=rate("trials"), likes=rate("successes"), likes2=rate("successes"),
            before=rate("estimate", "previous"),
            size=likes_change("ratio"), low=likes_change("lower"), high=likes_change("upper"), test=is_consistent),
    Pattern("catalogue's card", r"Released games: {n:n} \| {n:m} more announced", n=health("gamesOut"),
            m=health("gamesAnnounced")),
    Pattern("catalogue's card", r"Not shown in the period: {n:n} \| of the released games",
            n=health("notShownInPeriod")),
    Pattern("catalogue's card", r"Without " + SEEN + r"s in the period: {n:n} \| of the released games",
            n=health("notShownInPeriod")),
    Pattern("catalogue's card", r"Without " + SEEN + r"s at all: {n:n} \| of the released games, since {w:day}",
            n=health("neverShown"), day=lambda c: words(EPOCH + c.facts.team.first * DAY)),
    Pattern("catalogue's card", r"Never shown: {n:n} \| of the released games", n=health("neverShown")),
    Pattern("catalogue's card", r"(?:Impressions|Verdicts) of the top 1%: {%:share} \| go to {n:n} games?",
            share=top_share, n=health("topGames")),
]

HEADS = [
    Pattern("team's heading", r"(?:\x01)?(?:Nightly report, |Findie, |# Findie, ){w:day}(?:\x02)?",
            day=lambda c: words(c.night)),
    Pattern("team's title", r"Findie (?:team report|studios), {w:day}", day=lambda c: str(c.night)),
    Pattern("team's subtitle", r"{w:period}(?:, compared with (?:the {n:days} days|the day) before\.|\. There is "
            r"no earlier period to compare with: the data (?:starts on {w:first}|has no events yet)\.)",
            period=lambda c: capital(range_words(c)), days=lambda c: 28,
            first=lambda c: words(EPOCH + c.facts.team.first * DAY)),
    Pattern("team's subtitle", r"{w:period}, compared with {w:before}\.", period=lambda c: range_words(c),
            before=lambda c: from_to(*(date(c.ranges[28]["previousPeriod"][end]) for end in ("from", "to")))),
    Pattern("range", r"{w:days}(?:, compared with (?:{w:day}, a week before|the {n:before} days "
            r"before|{w:past})|\. The data does not cover the days before)",
            days=lambda c: from_to(*(date(c.ranges[c.days]["period"][end])
                                                                for end in ("from", "to"))),
            day=lambda c: words(date(c.ranges[c.days]["previousPeriod"]["to"])), before=lambda c: c.days,
            past=lambda c: from_to(*(date(
                c.ranges[c.days]["previousPeriod"][end]) for end in ("from", "to")))),
    Pattern("range, button", r"(?:7 days|28 days|13 weeks)"),
    Pattern("range, missing", r"The data starts on {w:day}, too late for [a-z0-9, ]+\.",
            day=lambda c: words(EPOCH + c.facts.team.first * DAY)),
    Pattern("previous night", r"Previous night, {w:day}", day=lambda c: words(date(c.kpi["health"][-2]["night"]))),
    Pattern("summary, findings", r"{n:n} more findings?", n=lambda c: len(c.kpi["findings"]) - 3),
    Pattern("index", r"{n:all} studios? on the night of {w:day}: {n:own} with a report, {n:rest} "
            r"without\.",
            all=lambda c: len(c.facts.developers), day=lambda c: words(c.night), own=lambda c: c.reports,
            rest=lambda c: len(c.facts.developers) - c.reports),
    Pattern("index, footer", r"Findie studios, {w:day}\. studios\.json has the same links by id\.",
            day=lambda c: words(c.night)),
    Pattern("letter", r"{n:n} studios?\. Numbers are of the 4 weeks to {w:day}\.", n=lambda c: c.rows,
            day=lambda c: words(closed_weeks(c)[1])),
    Pattern("letter, footer", r"Findie studios, the 4 weeks to {w:day}\.", day=lambda c: words(closed_weeks(c)[1])),
    Pattern("index, letter", r"(?:[A-Z]|0–9) \| {n:n} studios?", n=lambda c: c.letters[
        c.m_text[0].lower() if c.m_text[0].isalpha() else "0"]),
    Pattern("inactive", r"(?:\x01?No events in the last 13 weeks\x02?(?: – Findie studio report)?|.*, but not in "
            r"the last 13 weeks or since\.|Findie studios: .*|.*Studios: 0–9.*|0–9|Studios that begin with .*)"),
]

ACTIVE = (r"in the 7 and 28 days to a day(?:, since {d:day})?(?:; those of 28 days from the 28th recorded day on)?")
CHARTS = [
    Pattern("chart of players", r"Weekly and monthly players,? " + ACTIVE, day=True),
    Pattern("chart of players, description", r"Active in 7 days and Active in 28 days, " + ACTIVE + r", from "
            r"{w:first} to {w:last}\. " + SERIES % 1 + r": highest {n:h1}\. " + SERIES % 2 + r": highest {n:h2}\. "
            r"The axis starts at zero\.",
            day=True, first=True, last=lambda c: words(c.night - DAY), h1=highest(1), h2=highest(2)),
    Pattern("point of players", r"{w:day} Active in 7 days {n:n1} · Active in 28 days not recorded(?P<notes>(?: · "
            r"\d+: .*)*)",
            day=point_day, n1=lambda c: int(c.facts.day(on(day_at(c)))["weeklyActive"]),
            test=lambda c: on(day_at(c)) - c.facts.team.first < 27),
    Pattern("chart, key", r"(?:Active in (?:7|28) days|nDCG@20)"),
    Pattern("team's chart", r"[A-Z][A-Za-z -]+?,? per (?:day|week from Monday|four weeks from Monday|run)(?:; the "
            r"first has only {n:first} days?)?(?:; the last has only {n:last} days?)?(?:, since {w:day})?",
            first=lambda c: point_at(c, 0)[1], last=lambda c: point_at(c, -1)[1],
            day=lambda c: short(EPOCH + c.facts.team.first * DAY)),
    Pattern("team's chart, description", r"[^:]*, per [^.]*, from {w:first} to {w:last}\. " + SERIES % 1
            + r": highest {n:h1}\.(?: " + SERIES % 2 + r": highest {n:h2}\.)?(?: " + SERIES % 3 + r": highest "
            r"{n:h3}\.)? The axis starts at zero\.",
            first=chart_first, last=lambda c: words(c.night - DAY), h1=highest(1), h2=highest(2),
            h3=highest(3)),
    Pattern("team's point", r"(?:{n:days} days to )?{w:day} " + POINT % (1, 1) + "(?: · "
            + POINT % (2, 2) + ")?(?: · " + POINT % (3, 3) + r")?(?P<notes>(?: · \d+: .*)*)",
            test=lambda c: all(text in {f"{own['number']}: {own['text']}" for own in c.kpi["annotations"]}
                               for text in c.m["notes"].split(" · ")[1:]),
            days=point_days, day=point_day, n1=point(1), n2=point(2), n3=point(3)),
    Pattern("nights' chart", r"From {w:first} to {w:last}\. The axis starts at zero\. The table below has the "
            r"numbers\.",
            first=lambda c: words(date(c.kpi["health"][0]["night"])), last=lambda c: words(c.night)),
    Pattern("nights' point", r"{w:day} nDCG@\d+ {%:ndcg} · Coverage, published {%:coverage} · Gini, published "
            r"{%:gini}",
            each=lambda c: [c.sub(own=c.kpi["health"][-c.place["count"]:][c.place["point"]], grade="consistent")],
            day=lambda c: short(date(c.own["night"])), **{key: lambda c, key=key: Doc(c.own[key])
                                                          for key in ("ndcg", "coverage", "gini")}),
    Pattern("annotation", r"{d:day} {t:text}", text=lambda c: c.note["text"],
            each=lambda c: [c.sub(note=own) for own in c.kpi["annotations"]],
            day=lambda c: short(date(c.note["day"]))),
]


def tip(end):
    """An end of an interval's tip, of a card or of one of the studios."""
    return lambda c: Doc(c.kpi["topStudios"][c.place["row"]]["likeRate"][end]) if c.place.get("table") == "Studios" \
        else rate(end)(c)


INTERVAL = [Pattern("team's interval", r"{%:low} to {%:high}", low=tip("lower"), high=tip("upper"))]
LISTS = {key: (lambda c, key=key: Doc(c.kpi["lists"][key], 0))
         for key in ("players", "personal", "genres", "popular", "similar", "mostTopFives")}
NOTES = FINDINGS + HEADS + [
    Pattern("shades", r"Shades: from 5% from 10% from 20% from 40%\. Cells of fewer than 30 players have none\."),
    Pattern("lists", r"{n:players} players have a list: {n:personal} from their own history, {n:genres} from "
            r"their favourite genres, {n:popular} of popular games\. {n:similar} games have a list of similar "
            r"games\.(?: The most frequent game is among the first five of {n:mostTopFives} of them(?: \(skewness "
            r"{f:skew}\))?\.)?",
            skew=lambda c: Doc(c.kpi["lists"]["topFiveSkewness"], 2), **LISTS),
    Pattern("hits", r"Of {n:players} players? who liked a game that was new to them on {w:day}, {%:rate} had one "
            r"among the first {n:cutoff} games of their published list of that day \(95% interval {%:low} to "
            r"{%:high}\)\.",
            each=lambda c: [c.sub(own=c.kpi["health"][-1]["nextDayHits"], grade="consistent")],
            players=lambda c: c.own["players"], day=lambda c: c.own["lists"],
            rate=lambda c: Doc(c.own["hitRate"]["mean"]),
            low=lambda c: Doc(c.own["hitRate"]["low"]), high=lambda c: Doc(c.own["hitRate"]["high"]),
            cutoff=lambda c: c.kpi["health"][-1]["cutoff"]),
    Pattern("hits, nDCG", r"nDCG@\d+ is {f:n} \({f:low} to {f:high}\)(?:, significantly less than on the days "
            r"before)?\.",
            each=lambda c: [c.sub(own=c.kpi["health"][-1]["nextDayHits"]["ndcg"], grade="consistent")],
            n=lambda c: Doc(c.own["mean"]), low=lambda c: Doc(c.own["low"]), high=lambda c: Doc(c.own["high"])),
    Pattern("freshness", r"The newest (?P<record>swipe record|analytics event) is from {t:instant}, {f:hours} h "
            r"before the end of the period\.", instant=newest_in_words,
            hours=lambda c: (c.facts.team.night * 86400000 - newest(c)) / 3600000),
    Pattern("data quality", r"(?:{n:n} lines have a type that is not used, and were ignored\.|Rejected in "
            r".*\.|{n:m} [a-z]+ arrived after their day had been read\.|{n:unknown} interactions refer to a game "
            r"that is not in the catalogue\.)",
            n=lambda c: sum(own["ignored"] for own in c.kpi["dataQuality"]["collections"]), m=True,
            unknown=lambda c: c.kpi["dataQuality"]["unknownGameInteractions"]),
    Pattern("data quality", r"They are stored and counted, but not used for recommendations\.|.*have the same "
            r"id.*|The earliest event is stored; .*"),
    Pattern("models, age", r"(?:The run trained its models\.|The models are those of .*, updated: .*|With models "
            r"from an earlier night, .*|Models from an earlier night have not been tested yet\.)"),
    Pattern("price drops", r"Games that cost less than when players wished for them: {n:games}, on the wishlists "
            r"of {n:n} players?\.", games=lambda c: Doc(c.kpi["partners"]["priceDrops"]["games"], 0),
            n=lambda c: Doc(c.kpi["partners"]["priceDrops"]["players"], 0)),
    Pattern("table, more", r"(?:kpi\.json has {n:n} more(?: findings?)?\.)", n=True),
]

CELLS = [
    Pattern("team's days", r"Days ¦ " + KPI + r" ¦ .* ¦ {n:n}",
            n=lambda c: int(c.facts.day(on(date(c.place["head"])))[
        KEYS[c.m["kpi"]]])),
    Pattern("alerts, day", r"Alerts ¦ Day ¦ .* ¦ {w:day}", each=row("alerts.alerts", None),
            day=lambda c: short(date(c.own["day"]))),
    Pattern("alerts, value", r"Alerts ¦ (?P<column>Value|Expected|From|To) ¦ .* ¦ (?:{%:share}|{f:n})",
            each=row("alerts.alerts", None), **{slot: lambda c: Doc(c.own[{
                "Value": "value", "Expected": "expected", "From": "lower", "To": "upper"}[c.m["column"]]],
                4 if c.own["kpi"] == "likeRate" else 1) for slot in ("share", "n")}),
    Pattern("extremes", r"Extreme like rates ¦ (?:Day ¦ .* ¦ {w:day}|Likes and super-likes ¦ .* ¦ {n:likes}|Cards "
            r"¦ .* ¦ {n:cards})", each=lambda c: [c.sub(own=c.kpi["extremeDays"][c.place["row"]])],
            day=lambda c: short(date(c.own["day"])), likes=lambda c: of_day(c, "likes"),
            cards=lambda c: of_day(c, "cards")),
    Pattern("sessions", r"Sessions ¦ (?P<column>This period|Before) ¦ .* ¦ (?:{n:n}|{f:f}(?: s)?)", **{
        slot: lambda c: kpi("current" if c.m["column"][0] == "T" else "previous", 28)(c) for slot in ("n", "f")}),
    Pattern("team's funnel", r"From card to shop ¦ (?:Events ¦ .* ¦ {n:n}|Share of [a-z]+ ¦ .* ¦ {%:share})",
            n=step("count"), share=step("share")),
    Pattern("retention", r"Retention by (?:month|week) ¦ (?:Sign-ups ¦ .* ¦ {n:size}|Day (?P<offset>\d+) ¦ .* ¦ "
            r"{%:share} \| {n:n} of {n:all})",
            size=lambda c: counted(cohort(c)["signUps"]), share=retained("estimate"),
            n=retained("successes"), all=retained("trials")),
    Pattern("column", r"(?:Day \d+|(?:Recall|nDCG|Coverage)@\d+|95% interval|Entries at rank 1)"),
    cell("Evaluation", "evaluation.models", {"Recall@20": "recall", "nDCG@20": "ndcg", "Coverage@20": "coverage"}),
    Pattern("evaluation, interval", r"Evaluation ¦ 95% interval ¦ .* ¦ {f:low}–{%:high}",
            each=row("evaluation.models"),
            low=lambda c: Doc(100 * c.own["ndcgLow"], 2), high=lambda c: Doc(c.own["ndcgHigh"]),
            test=lambda c: c.own["ndcgLow"] <= c.own["ndcg"] <= c.own["ndcgHigh"]),
    cell("Discovery", "evaluation.discovery", {"nDCG@20": "ndcg", "Gini": "gini", "Long tail": "longTailShare"}),
    Pattern("runs", r"Runs ¦ (?P<column>nDCG@20|Recall@20|Coverage, published|Gini, published|Hit rate, day "
            r"before) ¦ .* ¦ {%:n}",
            each=lambda c: [c.sub(own=c.kpi["health"][-1 - c.place["row"]], grade="consistent")],
            n=lambda c: Doc({"nDCG@20": c.own["ndcg"], "Recall@20": c.own["recall"], "Coverage, published":
                             c.own["coverage"], "Gini, published": c.own["gini"], "Hit rate, day before":
                             c.own["nextDayHits"] and c.own["nextDayHits"]["hitRate"]["mean"]}[c.m["column"]])),
    Pattern("runs, lists", r"Runs ¦ (?P<column>Personal lists|By genres|Popular) ¦ .* ¦ {n:n} \| {%:share}",
            each=lambda c: [c.sub(own=c.kpi["health"][-1 - c.place["row"]]["lists"], grade="consistent")],
            n=lambda c: c.own[LIST[c.m["column"]]],
            share=lambda c: Doc(c.own[LIST[c.m["column"]]] / c.own["players"], 12)),
    cell("Studios by size", "exposure", {"Studios": "studios"}, "{n:value}", 0),
    cell("Studios by size", "exposure", {"Games": "shareOfGames", "List entries": "shareOfEntries",
                                         "Entries at rank 1": "shareOfTopRanks"}),
    cell("Filters", "filterDrops", {"Pairs of player and game": "candidates"}, "{n:value}", 0),
    cell("Trending", "trending.games", {"Lift": "lift", "Lower bound": "lowerBound"}, "{f:value}×"),
    cell("Trending", "trending.games", {"Player-days": "events"}, "{n:value}", 0),
    cell("New releases", "newReleases", {"Score": "score"}),
    Pattern("new releases, day", r"New releases ¦ Released ¦ .* ¦ {w:day}", each=row("newReleases"),
            day=lambda c: short(c.facts.world.release(c.own["gameId"]))),
    Pattern("studios", r"(?:Studios)? ¦ (?P<column>Games|Impressions|Verdicts|Likes) ¦ .* ¦ {n:n}",
            each=lambda c: studio_days(
        period_days if c.place["table"] else closed_weeks)(c),
        n=lambda c: len(c.games) if c.m["column"] == "Games" else
            c.counts["likes" if c.m["column"] == "Likes" else "impressions"]),
    Pattern("studios, rate", r"Studios ¦ Like rate ¦ .* ¦ (?:{%:rate}|{n:likes} of {n:cards})",
            each=studio_days(period_days),
            rate=lambda c: (c.counts["likes"] + c.counts["superLikes"]) / c.counts["cards"],
            likes=lambda c: c.counts["likes"] + c.counts["superLikes"], cards=lambda c: c.counts["cards"]),
    Pattern("studios, inactive", r" ¦ \* ¦ .* ¦ no events in the last 13 weeks"),
    cell("Data quality", "dataQuality.collections", {name.capitalize(): name for name in (
        "files", "read", "accepted", "duplicates", "rejected", "ignored")}, "{n:value}", 0),
    Pattern("validation", r"Validation warnings ¦ Records ¦ .* ¦ {n:n}", n=lambda c: [
        own["records"] for own in c.kpi["dataQuality"]["brokenRules"]]),
    Pattern("stages", r"Stages ¦ Counts ¦ .* ¦ .*", test=lambda c: all(
        f"{count:,}" == text for text, count in zip(re.findall(r" ([\d,]*\d)(?:,|$)", c.cell_text), [
            count for own in c.lineage if own["stage"] == c.place["head"] for _,
            count in sorted(own["counts"].items())]))),
    Pattern("stages, rest", r"Stages ¦ (?!Counts ).*"),
    Pattern("promotions", r"Promotions ¦ .* ¦ .* ¦ .*"),
    Pattern("partners", r"(?:Partners|Price drops|Numbers of partners) ¦ .* ¦ .* ¦ .*"),
    Pattern("experiment", r"Experiment .* ¦ .* ¦ .* ¦ .*"),
    Pattern("caption, evaluation", r"(?:(?P<text>.*) )?{n:n} players were tested\. Coverage is of the first {n:k} games of "
            r"their lists",
            n=lambda c: c.kpi["evaluation"]["playersEvaluated"], k=lambda c: c.kpi["evaluation"]["cutoff"],
            test=lambda c: "text" not in c.m or c.m["text"] in c.models),
    Pattern("caption, studios", r"The {n:n} of {n:all} studios with the most [a-z]+s, {w:period}(?:, without "
            r"games of unknown studios)?",
            n=lambda c: len(c.kpi["topStudios"]), all=lambda c: len(c.facts.developers),
            period=range_words),
    Pattern("caption, funnel", r"All games, {w:period}", period=range_words),
    Pattern("caption, days", r"One row per day since {w:day}, newest first; kpi\.csv has all days",
            day=lambda c: words(max(c.night - 28 * DAY, EPOCH + c.facts.team.first * DAY))),
    Pattern("caption, releases", r"New releases(?:: the first {n:n} of {n:all})?, by (?:shrunk like rate|score: a "
            r"like rate of rounded counts, shrunk to the mean)",
            n=lambda c: 10,
            all=lambda c: len(c.kpi["newReleases"])),
    Pattern("caption, runs", r"Recommendations by run, newest first\. Coverage and Gini are of all players’ lists in "
            r"full length\. Hit rate: of the players who liked a new game on the day before the run, those who had one "
            r"among the first {n:cutoff} of the list that was published then",
            cutoff=lambda c: c.kpi["health"][-1]["cutoff"]),
    Pattern("caption", r"(?:Days on which nearly all cards .* 90%|Share of the players .*|"
            r"Numbers of partners.*|Studios that begin with .*|.*with 95% confidence)"),
]
LIST = {"Personal lists": "personal", "By genres": "genres", "Popular": "popular"}
ROWS = [
    Pattern("row", r"(?:Days|Runs) ¦ {w:day}(?: \|.*)?", day=lambda c: str(date(c.place["head"][:10]))),
    Pattern("row, week", r"Retention by week ¦ {w:week} \| {d:day}", week=lambda c: cohort(c)["week"],
            day=lambda c: short(date(cohort(c)["from"]))),
    Pattern("row, month", r"Retention by month ¦ {w:month}",
            month=lambda c: c.place["head"] if cohort(c) else None),
    Pattern("row", r"(?:Stages|Evaluation|Discovery|Studios by size|Validation "
            r"warnings|Experiment.*|Partners|Numbers of partners|Alerts|Studios|) ¦ .*"),
]
DIGEST = FINDINGS + LEAD + HEADS + [
    Pattern("team's digest, cell", r"digest ¦ (?P<column>Now|Before) ¦ .* ¦ (?:{n:n}|{%:share}|{f:f}(?: s)?)", **{
        slot: lambda c: kpi("current" if c.m["column"] == "Now" else "previous", 28)(c) for slot in ("n",
        "share", "f")}),
    Pattern("digest, column", r"{w:period}", period=lambda c: capital(range_words(c))),
    Pattern("digest, lines", r"{n:read} lines were read, {n:rejected} rejected\.", **{key: lambda c, key=key: sum(
        own[key] for own in c.kpi["dataQuality"]["collections"]) for key in ("read", "rejected")}),
    Pattern("digest, trending", r"Trending: .*\."),
    Pattern("digest, experiment", r"Experiment .*"),
]
