#!/usr/bin/env python3
"""Counts the experiments of a team's report over an input folder, without findie's code.

usage: experiments.py INPUT_FOLDER REPORTS_DAY_FOLDER

Reads kpi.json for the experiments themselves (name, share, days), and the NDJSON for what the players of arm
and control did. Compares every number of `experiments`. Prints each difference, and exits with 1 if there is
one. An experiment that is not in kpi.json any more is not known here.
"""
import datetime
import hashlib
import hmac
import json
import math
import pathlib
import sys
from collections import defaultdict

from exports import instant, records

METRICS = ["likes", "wishes", "shopClicks"]
IMPRESSIONS = ("like", "superLike", "dislike", "skip")
ALARM = math.log(len(METRICS) / 0.001)
ALPHA, SPREAD, MINIMUM, MARGIN = 0.05 / 3, 0.2, 100, 0.05
DAY = 86_400_000


def number(experiment, player):
    """From 0 to below 1."""
    code = hmac.new(experiment.encode(), player.encode(), hashlib.sha256).hexdigest()
    return int(code[:13], 16) / 2 ** 52


def midnight(day):
    start = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.timezone.utc)
    return int(start.timestamp()) * 1000


def radius(variance, spread):
    square = spread ** 2
    return math.sqrt(variance * (variance + square) / square
                     * (math.log((variance + square) / variance) + 2 * math.log(1 / ALPHA)))


def squares(players, ratio):
    return sum((y - ratio * x) ** 2 for y, x in players)


def difference(arm, control):
    """The estimate, the interval, and the relative interval by bisection; None where there is none."""
    sums = [(sum(y for y, _ in group), sum(x for _, x in group)) for group in (arm, control)]
    if min(len(arm), len(control)) < MINIMUM or sums[0][1] == 0 or sums[1][1] == 0 or sums[1][0] == 0:
        return None
    ratios = [y / x for y, x in sums]
    pooled = (sums[0][0] + sums[1][0]) / (sums[0][1] + sums[1][1])
    square = (squares(arm, pooled) + squares(control, pooled)) / (len(arm) + len(control) - 1)
    own = [len(group) / (len(group) - 1) * squares(group, ratio) / x ** 2
           for group, ratio, (_, x) in zip((arm, control), ratios, sums)]
    shared = [len(group) * square / x ** 2 for group, (_, x) in zip((arm, control), sums)]
    variances = own if sum(own) > sum(shared) else shared
    if sum(variances) <= 0:
        return None
    half = radius(sum(variances), SPREAD * pooled)
    estimate = ratios[0] - ratios[1]

    def is_excluded(ratio):
        """Whether it is not the ratio of arm and control, at as many standard errors as half the interval."""
        error = math.sqrt((variances[0] + ratio ** 2 * variances[1]) / sum(variances))
        return abs(ratios[0] - ratio * ratios[1]) > half * error

    def limit(excluded, included):
        for _ in range(200):
            middle = (excluded + included) / 2
            excluded, included = (middle, included) if is_excluded(middle) else (excluded, middle)
        return included - 1

    center = ratios[0] / ratios[1]
    upper = limit(1e9, center) if is_excluded(1e9) else None
    return estimate, estimate - half, estimate + half, limit(0, center) if is_excluded(0) else -1, upper


def evidence(arm, seen, share):
    def beta(a, b):
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    return (beta(100 * share + arm, 100 * (1 - share) + seen - arm) - beta(100 * share, 100 * (1 - share))
            - arm * math.log(share) - (seen - arm) * math.log(1 - share))


def counts(folder, experiments, end):
    """By experiment: by metric the players who could be in the arm, and by metric and group (y, x) of each player.

    Who counts does not depend on the experiment: players in the share of an earlier active one do not, nor those
    in the share of a later one from its first day on, whatever list they had.
    """
    spans = [(midnight(e["from"]), min(end, midnight(e["to"]) + DAY if e["to"] else end)) for e in experiments]
    shares, ids = {}, set()
    seen = [{metric: set() for metric in METRICS} for _ in experiments]
    totals = [defaultdict(lambda: [0, 0, 0]) for _ in experiments]
    for event in records(folder, "interactions"):
        time, player = instant(event["timestamp"]), event["userId"]
        if event["id"] in ids:
            continue
        ids.add(event["id"])
        active = [start <= time < stop for start, stop in spans]
        if not any(active):
            continue
        if player not in shares:
            shares[player] = [number(e["name"], player) < e["share"] for e in experiments]
        for index in range(len(experiments)):
            others = [i for i, is_in in enumerate(shares[player]) if is_in and i != index]
            if not active[index] or any(active[i] if i < index else time >= spans[i][0] for i in others):
                continue
            action = event["action"]
            seen[index]["wishes"].add(player)
            if action in IMPRESSIONS:
                seen[index]["likes"].add(player)
            own = totals[index][player]
            own[1] += action in IMPRESSIONS
            own[0] += action in ("like", "superLike")
            own[2] += action == "wishlist"
    clicks = [defaultdict(lambda: [0, False]) for _ in experiments]
    ids = set()
    for event in records(folder, "analytics"):
        identifier = event.get("listId") or ""
        if not identifier or event["eventId"] in ids:
            continue
        ids.add(event["eventId"])
        _, _, arm = identifier.partition("-")
        time = instant(event["timestamp"])
        active = [start <= time < stop for start, stop in spans]
        names = [e["name"] for e in experiments]
        for index, experiment in enumerate(experiments):
            # On the first day, the app shows the lists of the day before until the night is published.
            if not active[index] or time < spans[index][0] + DAY:
                continue
            # A list of the arm does not say whether its player is in a later experiment's share too.
            begun = [i for i in range(index + 1, len(experiments)) if time >= spans[i][0]]
            if any(not active[i] or spans[i][0] != spans[index][0] for i in begun):
                continue
            player = event["anonymousUserId"]
            if arm in names[index + 1:]:
                seen[index]["shopClicks"].add(player)
            if arm in ("", experiment["name"]):
                seen[index]["shopClicks"].add(player)
                own = clicks[index][player]
                own[0] += event["eventType"] == "externalLinkClick"
                own[1] = own[1] or arm != ""
    for index in range(len(experiments)):
        groups = {(metric, in_arm): [] for metric in METRICS for in_arm in (False, True)}
        for player, (likes, impressions, wishes) in totals[index].items():
            in_arm = shares[player][index]
            if impressions:
                groups["likes", in_arm].append((likes, impressions))
            groups["wishes", in_arm].append((wishes, 1))
        for count, in_arm in clicks[index].values():
            groups["shopClicks", in_arm].append((count, 1))
        yield seen[index], groups


def verdict(days, wrong, results):
    if days <= 0:
        return "notStarted"
    known = [result for result in results if result]
    if wrong and (not known or wrong != ["shopClicks"]):
        return "wrongSampleRatio"
    better, worse = any(r[1] > 0 for r in known), any(r[2] < 0 for r in known)
    if better or worse:
        return "mixed" if better and worse else "adopt" if better else "stop"
    likes = results[0]
    if likes and likes[3] >= -MARGIN and likes[4] is not None and likes[4] <= MARGIN:
        return "noDifference"
    return "goOn"


def compare(folder, reports):
    report = json.loads((reports / "kpi.json").read_text())
    experiments = report.get("experiments", [])
    end = midnight(report["date"])
    compared = differing = 0

    def check(name, found, expected, tolerance=0.0):
        nonlocal compared, differing
        compared += 1
        is_same = found == expected
        if not is_same and tolerance and found is not None and expected is not None:
            is_same = abs(found - expected) <= tolerance
        if not is_same:
            differing += 1
            print(f"{name}: {found}, counted {expected}")

    for row, (seen, groups) in zip(experiments, counts(folder, experiments, end)):
        name = row["name"]
        stop = min(end, midnight(row["to"]) + DAY if row["to"] else end)
        days = max(0, (stop - midnight(row["from"])) // DAY)
        check(f"{name} days", row["days"], days)
        check(f"{name} seen", row["playersSeen"], len(seen["wishes"]))
        check(f"{name} seen in arm", row["playersSeenInArm"], len(groups["wishes", True]))
        check(f"{name} evidence", row["logEvidenceAgainstShare"],
              evidence(len(groups["wishes", True]), len(seen["wishes"]), row["share"]), 0.00051)
        results, wrong = [], []
        for metric, found in zip(METRICS, row["metrics"]):
            check(f"{name} metric", found["metric"], metric)
            for key, is_in in (("arm", True), ("control", False)):
                players = groups[metric, is_in]
                check(f"{name} {metric} {key}", found[key], {
                    "players": len(players), "events": sum(y for y, _ in players),
                    "of": sum(x for _, x in players)})
            against = evidence(len(groups[metric, True]), len(seen[metric]), row["share"])
            check(f"{name} {metric} seen", found["playersSeen"], len(seen[metric]))
            check(f"{name} {metric} evidence", found["logEvidenceAgainstShare"], against, 0.00051)
            check(f"{name} {metric} comparable", found["isComparable"], against < ALARM)
            result = difference(groups[metric, True], groups[metric, False])
            if against >= ALARM:
                wrong.append(metric)
                result = None
            results.append(result)
            for place, key in enumerate(("difference", "lower", "upper", "relativeLower", "relativeUpper")):
                check(f"{name} {metric} {key}", found[key], result and result[place], 0.00000051)
        check(f"{name} verdict", row["verdict"], verdict(days, wrong, results))
    return compared, differing


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    compared, differing = compare(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    print(f"{compared} numbers compared, {differing} differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
