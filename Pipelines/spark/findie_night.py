"""Runs Findie's night on Apache Spark.

  spark-submit --archives findie.tar.gz#findie Pipelines/spark/findie_night.py \\
    --input s3a://bucket/export --output s3a://bucket/findie [--date 2026-03-01] [-- options of a night]

Spark schedules tasks and repeats those that fail. Each task runs one `findie shard` command, which computes
the same as a night on one machine. Only the names of tasks go through Spark; events and lists are files.
`findie shard plan` lists the tasks of each step. The driver then runs `findie run nightly --tasks`, which
takes the results of the tasks. docs/SPARK.md describes the folders, the failures and the sizes.
"""

import argparse
import ctypes
import importlib.util
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

from storage import storage
from tables import write_tables

STEPS = ["read", "duplicates", "days", "lists"]
STOPPED, HAS_WORK = 75, 2


class TaskFailure(Exception):
    """A task failed; the message names the step, the task and the machine."""


def findie():
    """The program of the archive, on the driver and on every executor; FINDIE_PROGRAM names another."""
    if "FINDIE_PROGRAM" in os.environ:
        return os.environ["FINDIE_PROGRAM"]
    from pyspark import SparkFiles

    return os.path.join(SparkFiles.get("findie"), "findie")


def die_with_parent():
    """Ends the child if this process is killed, so that no attempt outlives its task."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


# On an executor


def run_task(step, task, places, attempt, threads):
    """Runs one task, unless its result exists. Returns what it used, for run.json."""
    tasks = storage(places["tasks"])
    result = f"{step}/{task['key']}.json"
    if tasks.exists(result):
        return {"key": task["key"], "isSkipped": True}
    began, before = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    folder = f"{step}/{task['key']}.{attempt}"
    with tasks.attempt(folder, places) as local:
        copied = sum(local.fetch(path) for path in task["files"])
        command = [findie(), "shard", *task["arguments"], "--threads", str(threads), "--into", local.output]
        for root in sorted({path.split("/")[0] for path in task["files"]}):
            command += [f"--{root}", local.path(root)]
        while True:
            done = subprocess.run(
                command, capture_output=True, text=True, stdin=subprocess.DEVNULL, preexec_fn=die_with_parent)
            if done.returncode != HAS_WORK:
                break
            # The search for duplicates must read some days.
            shutil.rmtree(local.output)
            copied += sum(local.fetch(path) for path in done.stdout.splitlines())
        if done.returncode != 0:
            why = done.stderr.strip().removeprefix("Error: ")
            raise TaskFailure(
                f"{step} {task['name']} failed with status {done.returncode} on {os.uname().nodename}: {why}")
        written = local.store()
        # The result is complete when this file has its name.
        with open(os.path.join(local.output, "result.json")) as file:
            tasks.write(result, file.read())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "key": task["key"], "seconds": time.time() - began, "bytesRead": copied, "bytesWritten": written,
        "cpuSeconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "peakMemoryInBytes": after.ru_maxrss * 1024,
    }


# On the driver


class Cluster:
    """Runs the tasks of a step on Spark."""

    def __init__(self, spark):
        self.context = spark.sparkContext
        self.application = self.context.applicationId
        self.threads = int(self.context.getConf().get("spark.task.cpus", "1"))

    def run(self, step, tasks, places):
        """The results of the tasks, and the numbers of Spark's stages."""
        application, threads = self.application, self.threads

        def run(task):
            from pyspark import TaskContext

            return run_task(step, task, places, f"{application}-{TaskContext.get().taskAttemptId()}", threads)

        self.context.setJobGroup(step, f"findie {step}: {len(tasks)} tasks", interruptOnCancel=True)
        progress = Progress(self.context, step, len(tasks))
        try:
            return self.context.parallelize(tasks, len(tasks)).map(run).collect(), progress.end()
        except Exception as error:
            raise TaskFailure(f"{failure(error)} (Spark's stages {progress.end()})") from error

    def cancel(self):
        self.context.cancelAllJobs()


class Night:
    """The night of a cluster: `run` publishes it."""

    def __init__(self, cluster, options):
        self.cluster, self.options = cluster, options
        self.record = {
            "applicationId": cluster.application, "status": "running", "now": options.now, "steps": []}
        self.output = storage(options.output)
        self.driver = self.output.driver(options.scratch, options.input)
        self.child = None
        self.isStopping = False

    def run(self):
        self.write_record()
        for step in STEPS:
            self.run_step(step)
        began = time.time()
        self.findie("run", "nightly")
        self.record["steps"].append({"step": "night", "seconds": round(time.time() - began, 1)})
        self.driver.commit()
        self.write_tables()
        self.record["status"] = "done"
        self.write_record()

    def write_tables(self):
        if importlib.util.find_spec("pyarrow") is None:
            return log("there are no Parquet tables: the driver's Python has no pyarrow")
        began = time.time()
        rows = write_tables(
            self.output, self.driver.path("workspace"), self.driver.path("reports"), self.cluster.application)
        self.record["steps"].append({"step": "tables", "seconds": round(time.time() - began, 1), "rows": rows})

    def run_step(self, step):
        began = time.time()
        plan = json.loads(self.findie("shard", "plan", step))
        tasks = plan["tasks"]
        record = {"step": step, "tasks": len(tasks), "planSeconds": round(time.time() - began, 1)}
        self.record["steps"].append(record)
        if not tasks:
            return
        self.driver.save([f"tasks/{name}" for name in plan["plans"]])
        began = time.time()
        results, stages = self.cluster.run(step, tasks, self.driver.places)
        ran = [result for result in results if "isSkipped" not in result]
        record.update(
            seconds=round(time.time() - began, 1), skipped=len(results) - len(ran), sparkStages=stages,
            **{name: round(sum(result[name] for result in ran), 1)
               for name in ("cpuSeconds", "bytesRead", "bytesWritten")},
            peakMemoryInBytes=max((result["peakMemoryInBytes"] for result in ran), default=0))
        self.driver.fetch_results(step, [task["key"] for task in tasks])
        self.write_record()

    def findie(self, *arguments):
        """Runs findie on the driver and returns its output; ends the program if findie fails."""
        options = [word for root in ("workspace", "input", "reports", "tasks")
                   for word in (f"--{root}", self.driver.path(root))]
        options += ["--now", self.options.now, *self.options.night]
        options += ["--date", self.options.date] if self.options.date else []
        self.child = subprocess.Popen(
            [findie(), *arguments, *options], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        output, _ = self.child.communicate()
        status, self.child = self.child.returncode, None
        if status != 0:
            self.record["failure"] = f"findie {' '.join(arguments)} exits with {status}: see the driver's log"
            raise SystemExit(status)
        return output

    def write_record(self):
        self.output.write("run.json", json.dumps(self.record, indent=1) + "\n")

    def stop(self, *_):
        """Ends the night: the same command continues it."""
        self.isStopping = True
        if self.child:
            self.child.send_signal(signal.SIGINT)
        else:
            self.cluster.cancel()


class Progress(threading.Thread):
    """Reports how many tasks of a step are done, on standard error."""

    def __init__(self, context, step, total):
        super().__init__(daemon=True)
        self.tracker, self.step, self.total = context.statusTracker(), step, total
        self.ended = threading.Event()
        self.start()

    def stages(self):
        jobs = [self.tracker.getJobInfo(job) for job in self.tracker.getJobIdsForGroup(self.step)]
        return sorted(stage for job in jobs if job for stage in job.stageIds)

    def run(self):
        last = -1
        while not self.ended.wait(2):
            infos = [self.tracker.getStageInfo(stage) for stage in self.stages()]
            done = sum(info.numCompletedTasks for info in infos if info)
            if done != last:
                log(f"{self.step}: {done} of {self.total} tasks")
            last = done

    def end(self):
        self.ended.set()
        return self.stages()


def failure(error):
    """What failed, in one line: the message of the task, without Spark's trace."""
    lines = str(error).splitlines() or [repr(error)]
    own = [line.split("TaskFailure: ", 1)[1] for line in lines if "TaskFailure: " in line]
    return (own or lines)[0]


def log(message):
    print(f"findie: {message}", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--input", required=True, help="the folder of the app's export: a path or a URI")
    parser.add_argument("--output", required=True, help="the folder of the workspace and the published nights")
    parser.add_argument("--date", help="the as-of day; default: the day after the newest event")
    parser.add_argument("--now", help="the current time, as for findie; default: the time of the first attempt")
    parser.add_argument(
        "--scratch", default="findie-scratch",
        help="the driver's folder for a copy of the workspace, if --output is not a path")
    parser.add_argument("night", nargs="*", help="after --: options of `findie run nightly`")
    options = parser.parse_args()

    output = storage(options.output)
    # A night that was interrupted continues with its own time, so that its results are used again.
    before = json.loads(output.read("run.json")) if output.exists("run.json") else {}
    if not options.now:
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        options.now = before["now"] if before.get("status") in ("running", "failed", "stopped") else now

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("findie").getOrCreate()
    spark.sparkContext.addPyFile(str(pathlib.Path(__file__).with_name("storage.py")))
    night = Night(Cluster(spark), options)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, night.stop)
    status = 0
    try:
        night.run()
    except BaseException as error:
        status = STOPPED if night.isStopping else error.code if isinstance(error, SystemExit) else 1
        night.record["status"] = "stopped" if night.isStopping else "failed"
        night.record.setdefault("failure", str(error))
        night.write_record()
        log(night.record["failure"])
    spark.stop()
    sys.exit(status)


if __name__ == "__main__":
    main()
