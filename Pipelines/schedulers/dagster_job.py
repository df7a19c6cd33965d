"""The nightly run as a Dagster asset, with the counts of its stages as metadata (Dagster 1.8 or later).

    dagster dev -f dagster_job.py
"""

import json
import os
import subprocess

import dagster

FOLDER = os.environ.get("FINDIE_FOLDER", "/var/lib/findie")
OPTIONS = ["--input", "export", "--workspace", "warehouse", "--reports", "reports"]
RETRYABLE = {69: "another run holds the workspace", 75: "it was stopped"}


def findie(*arguments):
    """Runs findie and returns its exit status and output. Its log goes to Dagster's log."""
    done = subprocess.run(
        ["findie", *arguments], cwd=FOLDER, stdout=subprocess.PIPE, text=True, check=False
    )
    return done.returncode, done.stdout


@dagster.asset(
    name="findie_night", description="Lists for players, reports for studios and the team."
)
def night(context: dagster.AssetExecutionContext) -> dagster.MaterializeResult:
    status, text = findie("run", "nightly", *OPTIONS, "--json")
    if status in RETRYABLE:
        raise dagster.RetryRequested(max_retries=3, seconds_to_wait=300)
    if status != 0:
        # 1, 65, 66, 70, 73, 78: a retry would fail again.
        raise dagster.Failure(f"findie run nightly exited with {status}", allow_retries=False)
    summary = json.loads(text)
    path = os.path.join(FOLDER, "warehouse", "runs", summary["day"], "run.json")
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    for warning in record["warnings"]:
        context.log.warning(warning)
    metadata = {
        f"{stage['stage']}/{name}": count
        for stage in record["stages"]
        for name, count in stage["counts"].items()
    }
    return dagster.MaterializeResult(
        metadata={
            "night": record["day"],
            "seconds": record["seconds"],
            "peakMemoryInBytes": record["peakMemoryInBytes"],
            "built": sum(stage["outcome"] == "built" for stage in record["stages"]),
            **metadata,
        }
    )


@dagster.sensor(job_name="findie_nightly", minimum_interval_seconds=600)
def new_data(_context):
    """Checks every ten minutes whether there is work: findie plan exits with 2 if so, else with 0."""
    status, text = findie("plan", "nightly", *OPTIONS, "--json")
    if status == 0:
        return dagster.SkipReason("there is nothing to do")
    if status != 2:
        raise dagster.Failure(f"findie plan exited with {status}")
    plan = json.loads(text)
    return dagster.RunRequest(tags={"published": str(plan.get("publishedDay"))})


nightly = dagster.define_asset_job("findie_nightly", selection=["findie_night"])

defs = dagster.Definitions(
    assets=[night],
    jobs=[nightly],
    sensors=[new_data],
    schedules=[dagster.ScheduleDefinition(job=nightly, cron_schedule="0 3 * * *")],
)
