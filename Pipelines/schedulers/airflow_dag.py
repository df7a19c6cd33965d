"""Findie's night as an Airflow DAG (Airflow 2.9 or later, and 3).

`findie plan` says whether there is work (2) or not (0, the rest is skipped); the night's exit status says
whether trying again can help (69, 75) or people must look (all others); run.json tells the rest.
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
PLACES = ["--input", "export", "--workspace", "warehouse", "--reports", "reports"]
TRY_AGAIN = {69: "another run holds the workspace", 75: "it was stopped"}


def findie(*arguments):
    """Runs findie; its log goes to the task's log, its answer is returned with the exit status."""
    done = subprocess.run(
        ["findie", *arguments], cwd=FOLDER, stdout=subprocess.PIPE, text=True, check=False
    )
    return done.returncode, done.stdout


@dag(
    schedule="0 3 * * *",
    start_date=datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc),
    catchup=False,
    max_active_runs=1,
    default_args={"retries": 3, "retry_delay": datetime.timedelta(minutes=5)},
    tags=["findie"],
)
def findie_nightly():
    @task
    def plan():
        status, text = findie("plan", "nightly", *PLACES, "--json")
        if status == 0:
            raise AirflowSkipException("there is nothing to do")
        if status != 2:
            raise AirflowFailException(f"findie plan ended with {status}")
        stages = json.loads(text)["stages"]
        return [stage["stage"] for stage in stages if stage["verdict"] in ("run", "mayRun")]

    @task
    def night(stages):
        print("to be made:", ", ".join(stages))
        status, text = findie("run", "nightly", *PLACES, "--log-format", "json", "--json")
        if status in TRY_AGAIN:
            raise AirflowException(TRY_AGAIN[status])
        if status != 0:
            # 1, 65, 66, 70, 73, 78: the same night would fail again.
            raise AirflowFailException(f"findie run nightly ended with {status}; see its log above")
        record = json.loads(text)
        return {"day": record["day"], "seconds": record["seconds"], "warnings": record["warnings"]}

    @task
    def judge(told):
        """What a person wants to see of a night that is done, from its run.json."""
        path = os.path.join(FOLDER, "warehouse", "runs", told["day"], "run.json")
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        for stage in record["stages"]:
            print(f"{stage['outcome']:8} {stage['seconds']:8.1f} s  {stage['stage']}: {stage['reason']}")
        for warning in record["warnings"]:
            print("warning:", warning)
        if record["publishedDay"] != record["day"]:
            raise AirflowFailException(f"the lists of {record['publishedDay']} are still published")

    judge(night(plan()))


findie_nightly()
