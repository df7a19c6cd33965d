"""Searches parameters of findie's single models, one parameter at a time, by `findie-lab evaluate`.

Each model has an equal share of the time. A parameter is multiplied or divided by 2 as long as the model's
nDCG@k rises; the last trial of a model may exceed its time. Trials read the validation's files only.
"""

import json
import subprocess
import time

# Of each model by its name for `--models`: the defaults of the parameters that are searched, and the range.
SEARCHED = {
    "als": {
        "advanced.als.regularizationScale": (1.25, 1e-3, 1e3),
        "advanced.als.unobservedScale": (25, 1e-2, 1e4),
        "als.rank": (64, 8, 256),
        "als.iterations": (8, 4, 64),
    },
    "ease": {"advanced.ease.regularization": (20, 1, 1e5)},
    "knn": {"advanced.neighborhood.shrinkage": (20, 0.1, 1e4)},
}


def yaml(values):
    """The text of a parameter file, by which `evaluate` tunes nothing else."""
    tree = {"tuning": "off"}
    for path, value in values.items():
        *above, name = path.split(".")
        place = tree
        for part in above:
            place = place.setdefault(part, {})
        place[name] = value
    return json.dumps(tree) + "\n"


def search(findie, files, output, k, minutes, extra=()):
    """Writes the best parameters found, and returns them.

    files: options that name the validation's interactions. extra: further options of `evaluate`."""
    best = {}
    for model, searched in SEARCHED.items():
        end = time.monotonic() + 60 * minutes / len(SEARCHED)
        tried = {}

        def quality(values):
            key = tuple(sorted(values.items()))
            if key not in tried:
                output.write_text(yaml(values))
                answer = subprocess.run(
                    [f"{findie}-lab", "evaluate", *files, "--models", model, "--k", str(k), "--parameters",
                     output, "--json", *extra], check=True, stdout=subprocess.PIPE).stdout
                tried[key] = json.loads(answer)["models"][0]["at"][0]["nDCG"]["mean"]
            return tried[key]

        values = {name: start for name, (start, _, _) in searched.items()}
        top, improved = quality(values), True
        while improved:
            improved = False
            for name, (_, low, high) in searched.items():
                for factor in (2, 0.5):
                    while time.monotonic() < end:
                        value = values[name] * factor
                        changed = values | {name: int(value) if name.startswith("als.") else value}
                        if not low <= value <= high or quality(changed) <= top:
                            break
                        values, top, improved = changed, quality(changed), True
        best |= values
    output.write_text(yaml(best))
    return best
