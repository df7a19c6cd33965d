"""The nightly run as a Dagster asset, with the counts of its stages as metadata (Dagster 1.8 or later).

    dagster dev -f dagster_job.py
"""

import hashlib
import json
import os
import pathlib
import subprocess

import dagster

FOLDER = os.environ.get("FINDIE_FOLDER", "/var/lib/findie")
OPTIONS = ["--input", "export", "--workspace", "warehouse", "--reports", "reports"]
NO_INPUT = 66
# The export has not arrived; another run holds the workspace; the run was stopped.
RETRYABLE = {NO_INPUT, 69, 75}
# For three hours.
RETRIES, SECONDS_BETWEEN_RETRIES = 36, 300


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
        raise dagster.RetryRequested(
            max_retries=RETRIES, seconds_to_wait=SECONDS_BETWEEN_RETRIES
        )
    if status != 0:
        # 1, 65, 70, 73, 78: a retry would fail again.
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


def input_state(published):
    """A hash of the published day and of the input files' names, sizes and times."""
    state = [str(published)]
    for name in ("export", "Pipelines"):  # The second folder may have a parameter file and a contract.
        for file in sorted(pathlib.Path(FOLDER, name).rglob("*")):
            status = file.stat()
            state.append(f"{file} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(state).encode()).hexdigest()


@dagster.sensor(job_name="findie_nightly", minimum_interval_seconds=600)
def new_data(context):
    """Checks every ten minutes whether there is work: findie plan exits with 2 if so, else with 0.

    Dagster starts one run per run_key. The key is the state of the input, so that a run that fails is not
    started again before the input changes.
    """
    active = dagster.RunsFilter(
        job_name="findie_nightly",
        statuses=[
            dagster.DagsterRunStatus.QUEUED,
            dagster.DagsterRunStatus.NOT_STARTED,
            dagster.DagsterRunStatus.STARTING,
            dagster.DagsterRunStatus.STARTED,
        ],
    )
    if context.instance.get_runs_count(active) > 0:
        return dagster.SkipReason("a run is active")
    status, text = findie("plan", "nightly", *OPTIONS, "--json")
    if status == 0:
        return dagster.SkipReason("there is nothing to do")
    if status == NO_INPUT:
        return dagster.SkipReason("the export has not arrived")
    if status != 2:
        raise dagster.Failure(f"findie plan exited with {status}")
    published = json.loads(text).get("publishedDay")
    return dagster.RunRequest(
        run_key=input_state(published), tags={"published": str(published)}
    )


nightly = dagster.define_asset_job("findie_nightly", selection=["findie_night"])

defs = dagster.Definitions(
    assets=[night],
    jobs=[nightly],
    sensors=[new_data],
    schedules=[dagster.ScheduleDefinition(job=nightly, cron_schedule="0 3 * * *")],
)
