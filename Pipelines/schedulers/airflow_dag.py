"""The nightly run as an Airflow DAG (Airflow 2.9 or later, and 3).

`findie plan` exits with 2 if there is work. If it exits with 0, the other tasks are skipped. After the
statuses 66 (the export has not arrived), 69 and 75 a task is retried until the deadline; all others need an
operator. run.json has the details.
"""

import datetime
import json
import os
import subprocess

try:
    from airflow.sdk import dag, task
except ImportError:  # Airflow 2
    from airflow.decorators import dag, task
from airflow.exceptions import AirflowException, AirflowFailException, AirflowSkipException

FOLDER = os.environ.get("FINDIE_FOLDER", "/var/lib/findie")
OPTIONS = ["--input", "export", "--workspace", "warehouse", "--reports", "reports"]
RETRYABLE = {
    66: "the export has not arrived",
    69: "another run holds the workspace",
    75: "it was stopped",
}
RETRY_DELAY = datetime.timedelta(minutes=5)
# How long a task is retried.
DEADLINE = datetime.timedelta(hours=3)


def findie(*arguments):
    """Runs findie and returns its exit status and output. Its log goes to the task's log."""
    done = subprocess.run(
        ["findie", *arguments], cwd=FOLDER, stdout=subprocess.PIPE, text=True, check=False
    )
    return done.returncode, done.stdout


@dag(
    schedule="0 3 * * *",
    start_date=datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc),
    catchup=False,
    max_active_runs=1,
    default_args={"retries": DEADLINE // RETRY_DELAY, "retry_delay": RETRY_DELAY},
    tags=["findie"],
)
def findie_nightly():
    @task
    def plan():
        status, text = findie("plan", "nightly", *OPTIONS, "--json")
        if status == 0:
            raise AirflowSkipException("there is nothing to do")
        if status in RETRYABLE:
            raise AirflowException(RETRYABLE[status])
        if status != 2:
            raise AirflowFailException(f"findie plan exited with {status}")
        stages = json.loads(text)["stages"]
        return [stage["stage"] for stage in stages if stage["verdict"] in ("run", "mayRun")]

    @task
    def night(stages):
        print("stages to run: " + ", ".join(stages))
        status, text = findie("run", "nightly", *OPTIONS, "--log-format", "json", "--json")
        if status in RETRYABLE:
            raise AirflowException(RETRYABLE[status])
        if status != 0:
            # 1, 65, 70, 73, 78: a retry would fail again.
            raise AirflowFailException(f"findie run nightly exited with {status}; see its log above")
        record = json.loads(text)
        return {"day": record["day"], "seconds": record["seconds"], "warnings": record["warnings"]}

    @task
    def report(summary):
        """Prints the stages and warnings of a finished run, and checks that it is published."""
        path = os.path.join(FOLDER, "warehouse", "runs", summary["day"], "run.json")
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        for stage in record["stages"]:
            print(f"{stage['outcome']:8} {stage['seconds']:8.1f} s  {stage['stage']}: {stage['reason']}")
        for warning in record["warnings"]:
            print("warning:", warning)
        if record["publishedDay"] != record["day"]:
            raise AirflowFailException(f"the lists of {record['publishedDay']} are still published")

    report(night(plan()))


findie_nightly()
