"""Runs Findie's night on Apache Spark.

  spark-submit --archives findie.tar.gz#findie Pipelines/spark/findie_night.py \\
    --input s3a://bucket/export --output s3a://bucket/findie [--date 2026-03-01] [-- options of a night]

Spark schedules tasks and repeats those that fail. Each task runs one `findie shard` command, which computes
the same as a night on one machine. Only the names of tasks go through Spark; events and lists are files.
`findie shard plan` lists the tasks of each step. The driver then runs `findie run nightly --tasks`, which
takes the results of the tasks. docs/SPARK.md describes the folders, the failures and what machines need.
"""

import argparse
import contextlib
import ctypes
import importlib.util
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import storage as storage_module
import tables as tables_module
from storage import Lease, OtherDriver, storage
from tables import Tables, write_part

STEPS = ["read", "duplicates", "days", "outputs"]
STOPPED, HAS_WORK, UNAVAILABLE, CANNOT_WRITE = 75, 2, 69, 73
# A night that was interrupted continues with its own clock, so that its results are used again.
CONTINUED_WITHIN_SECONDS = 12 * 3600
# Options of `findie run nightly` that `findie shard plan` does not have, and whether they have a value.
OF_THE_RUN = {"--finish-by": True, "--metrics": True, "--log-format": True, "--log-level": True, "--verbose": False}
# They would make the run compute something else than the tasks did.
REFUSED = {"--rehash", "--only", "--from", "--until", "--exclude", "--force", "--json", "--input", "--workspace",
           "--reports", "--tasks", "--now", "--date"}


class TaskFailure(Exception):
    """A task failed; the message names the step, the task and the machine."""


def findie():
    """The program of the archive; FINDIE_PROGRAM names another."""
    if "FINDIE_PROGRAM" in os.environ:
        return os.environ["FINDIE_PROGRAM"]
    # YARN unpacks archives in the working folder.
    if os.path.exists("findie/findie"):
        return os.path.abspath("findie/findie")
    from pyspark import SparkFiles

    program = os.path.join(SparkFiles.get("findie"), "findie")
    if not os.path.exists(program):
        raise FileNotFoundError(
            f"there is no {program} on {os.uname().nodename}: give --archives findie.tar.gz#findie, or unpack the "
            "archive and name its program by FINDIE_PROGRAM")
    return program


def die_with_parent():
    """Ends the child if this process is killed, so that nothing goes on without its task or driver."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


# On an executor


def run_task(step, task, places, attempt, threads):
    """Runs one task, unless its result exists. Returns what it used, for run.json."""
    try:
        if step == "tables":
            return attempt_table(task, places, attempt, threads)
        with files_of_owner():
            return attempt_task(step, task, places, attempt, threads)
    except TaskFailure:
        raise
    except Exception as error:
        raise TaskFailure(
            f"{step} {task['name']} failed on {os.uname().nodename}: {type(error).__name__}: {error}") from error


@contextlib.contextmanager
def files_of_owner():
    """New files are for their owner only: results have events of players."""
    mask = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(mask)


def attempt_table(task, places, attempt, threads):
    """Writes a part of a table, for readers."""
    import pyarrow

    pyarrow.set_cpu_count(threads)
    used = time.process_time()
    with storage(places["workspace"]).open(task["source"]) as lines:
        part = write_part(task, lines, storage(places["output"]), attempt)
    return {
        "bytesRead": task["bytes"], "bytesWritten": part["bytes"], "cpuSeconds": time.process_time() - used,
        "peakMemoryInBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "part": part}


def attempt_task(step, task, places, attempt, threads):
    tasks = storage(places["tasks"])
    result = f"{step}/{task['key']}.json"
    if tasks.exists(result):
        return {"isSkipped": True}
    used = {"cpuSeconds": 0, "peakMemoryInBytes": 0}
    folder = f"{step}/{task['key']}.{attempt}"
    with tasks.attempt(folder, places) as local:
        copied = sum(local.fetch(path, task.get("input")) for path in task["files"])
        command = [findie(), "shard", *task["arguments"], "--threads", str(threads), "--into", local.output]
        for root in sorted({path.split("/")[0] for path in task["files"]}):
            command += [f"--{root}", local.path(root)]
        while True:
            status, said, why = run(command, used)
            if status != HAS_WORK:
                break
            # The search for duplicates must read some days.
            shutil.rmtree(local.output)
            copied += sum(local.fetch(path) for path in said.splitlines())
        if status != 0:
            raise TaskFailure(
                f"{step} {task['name']} failed with status {status} on {os.uname().nodename}: "
                + why.strip().removeprefix("Error: "))
        written = local.store()
        # The result is complete when this file has its name.
        with open(os.path.join(local.output, "result.json")) as file:
            tasks.write(result, file.read())
    return {"bytesRead": copied, "bytesWritten": written, **used}


def run(command, used):
    """Runs a program and adds what it used. Returns its status and what it said on both outputs."""
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as why:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=why, preexec_fn=die_with_parent)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        used["cpuSeconds"] += usage.ru_utime + usage.ru_stime
        used["peakMemoryInBytes"] = max(used["peakMemoryInBytes"], usage.ru_maxrss * 1024)
        said.seek(0)
        why.seek(0)
        return child.returncode, said.read(), why.read()


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
            raise TaskFailure(f"{failure(error)} (Spark's stages: {progress.end()})") from error

    def cancel(self):
        self.context.cancelAllJobs()


class Night:
    """The night of a cluster: `run` publishes it."""

    def __init__(self, cluster, options, lease):
        self.cluster, self.options, self.lease = cluster, options, lease
        self.output = storage(options.output)
        self.record = {
            "applicationId": cluster.application, "status": "running", "now": options.now,
            "startedAt": options.startedAt, "options": request(options), "steps": []}
        self.child = None
        self.isStopping = False

    def run(self):
        self.write_record()
        self.driver = self.output.driver(self.options.scratch, self.options.input)
        for command in self.options.first:
            self.findie(*command.split(), options=["--workspace", self.driver.path("workspace")])
        for step in STEPS:
            self.run_step(step)
        self.check()
        began = time.time()
        self.findie("run", "nightly", options=self.night_options(ofRun=True))
        self.record["steps"].append({"step": "night", "seconds": round(time.time() - began, 1)})
        self.check()
        self.driver.commit()
        self.write_tables()
        self.record["status"] = "done"
        self.write_record()

    def check(self):
        """Ends the night if it was asked to stop, or if another driver runs; before each write that both share."""
        if self.isStopping:
            raise SystemExit(STOPPED)
        self.lease.check()

    def write_tables(self):
        if self.options.noTables:
            return
        tables = Tables(
            self.output, self.driver.path("workspace"), self.driver.path("reports"), self.cluster.application)
        tasks = tables.tasks(self.driver.stored_name(f"workspace/published/{tables.day}/recommendations.ndjson"))
        record = {"step": "tables", "tasks": len(tasks)}
        self.record["steps"].append(record)
        parts = [result["part"] for result in self.run_tasks(record, tasks)]
        self.check()
        began = time.time()
        record["rows"] = tables.write(parts, self.options.stores)
        record["driverSeconds"] = round(time.time() - began, 1)

    def run_step(self, step):
        began = time.time()
        plan = json.loads(self.findie("shard", "plan", step))
        tasks = plan["tasks"]
        record = {"step": step, "tasks": len(tasks), "planSeconds": round(time.time() - began, 1)}
        self.record["steps"].append(record)
        if not tasks:
            return
        self.check()
        self.driver.save([f"tasks/{name}" for name in plan["plans"]])
        self.driver.describe_input(tasks)
        self.run_tasks(record, tasks)
        self.driver.fetch_results(step, [task["key"] for task in tasks])
        self.check()
        self.write_record()

    def run_tasks(self, record, tasks):
        """Runs the tasks of a step and adds to its record what they used. Returns their results."""
        if not tasks:
            return []
        began = time.time()
        results, stages = self.cluster.run(record["step"], tasks, self.driver.places)
        ran = [result for result in results if "isSkipped" not in result]
        record.update(
            seconds=round(time.time() - began, 1), skipped=len(results) - len(ran), sparkStages=stages,
            **{name: round(sum(result[name] for result in ran), 1)
               for name in ("cpuSeconds", "bytesRead", "bytesWritten")},
            peakMemoryInBytes=max((result["peakMemoryInBytes"] for result in ran), default=0))
        return results

    def findie(self, *arguments, options=None):
        """Runs findie on the driver and returns its output; ends the program if findie fails."""
        self.child = subprocess.Popen(
            [findie(), *arguments, *(self.night_options() if options is None else options)],
            stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, preexec_fn=die_with_parent)
        output, _ = self.child.communicate()
        status, self.child = self.child.returncode, None
        if status != 0:
            self.record["failure"] = (
                f"findie {' '.join(arguments)} ended with status {status}: see its message in the driver's log")
            raise SystemExit(status if status > 0 else 1)
        return output

    def night_options(self, ofRun=False):
        options = [word for root in ("workspace", "input", "reports", "tasks")
                   for word in (f"--{root}", self.driver.path(root))]
        options += ["--now", self.options.now]
        options += ["--date", self.options.date] if self.options.date else []
        words = iter(self.options.night)
        for word in words:
            name, has_value = word.split("=")[0], "=" not in word
            if name not in OF_THE_RUN:
                options.append(word)
                continue
            own = [word] + ([next(words, "")] if OF_THE_RUN[name] and has_value else [])
            options += own if ofRun else []
        return options

    def write_record(self):
        self.output.write("run.json", json.dumps(self.record, indent=1) + "\n")

    def stop(self, *_):
        """Ends the night: the same command continues it."""
        self.isStopping = True
        if self.child:
            self.child.send_signal(signal.SIGINT)
        else:
            # Spark's connection to this thread may be busy.
            threading.Thread(target=self.cluster.cancel, daemon=True).start()


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


def status_of(error):
    """The exit status: that of findie, if it failed."""
    if isinstance(error, SystemExit):
        return error.code
    found = re.search(r" failed with status ([0-9]+) on ", str(error))
    return int(found.group(1)) if found else 1


def request(options):
    """What must be equal for a night to be continued."""
    return {"input": options.input, "date": options.date, "night": options.night}


def continued(record, options, seconds):
    """Whether a night was interrupted and these options continue it."""
    return (record.get("status") in ("running", "failed", "stopped") and record.get("options") == request(options)
            and 0 <= seconds - record.get("startedAt", 0) < CONTINUED_WITHIN_SECONDS)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--input", required=True, help="the folder of the app's export: a path or a URI")
    parser.add_argument(
        "--output", required=True, help="the folder of the workspace and the published nights, as --input")
    parser.add_argument("--date", help="the as-of day; default: the day after the newest event")
    parser.add_argument("--now", help="the current time, as for findie; default: the driver's clock")
    parser.add_argument(
        "--scratch", default="findie-scratch",
        help="if --output is a URI: the driver's folder for a copy of the workspace and the catalogue")
    parser.add_argument(
        "--first", action="append", default=[], metavar="COMMAND",
        help="a command of findie to run in the workspace before the night, such as 'forget u014577d780fd'")
    parser.add_argument("--no-tables", dest="noTables", action="store_true", help="write no Parquet tables")
    parser.add_argument(
        "--stores", type=int, default=0, metavar="COUNT",
        help="divide players' lists among this number of SQLite files; default: none")
    parser.add_argument("night", nargs="*", help="after --: options of `findie run nightly`")
    options = parser.parse_args()
    refused = REFUSED & {word.split("=")[0] for word in options.night}
    if refused:
        parser.error(f"a night on Spark has no {', '.join(sorted(refused))} after --")
    if options.stores < 0 or options.stores and options.noTables:
        parser.error("--stores needs a number of files, and cannot be used with --no-tables")
    if not options.noTables and importlib.util.find_spec("pyarrow") is None:
        parser.error("the Parquet tables need pyarrow in the driver's Python: install it, or give --no-tables")

    output = storage(options.output)
    with contextlib.ExitStack() as stack:
        try:
            lease = stack.enter_context(Lease(output))
        except OSError as error:
            log(f"{options.output} cannot be used: {error}")
            sys.exit(CANNOT_WRITE)
        except OtherDriver as error:
            log(error)
            sys.exit(UNAVAILABLE)
        status = run_night(output, options, lease)
    sys.exit(status)


def run_night(output, options, lease):
    """Runs a night, or continues one. Returns the exit status."""
    options.startedAt = time.time()
    before = json.loads(output.read("run.json")) if output.exists("run.json") else {}
    if continued(before, options, options.startedAt):
        options.startedAt = before["startedAt"]
        if not options.now:
            options.now = before["now"]
            log(f"continuing the night that began at {options.now}")
    options.now = options.now or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("findie").getOrCreate()
    for module in (storage_module, tables_module):
        spark.sparkContext.addPyFile(module.__file__)
    night = Night(Cluster(spark), options, lease)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, night.stop)
    status = 0
    try:
        night.run()
    except BaseException as error:
        status = STOPPED if night.isStopping else UNAVAILABLE if isinstance(error, OtherDriver) else status_of(error)
        night.record["status"] = "stopped" if night.isStopping else "failed"
        night.record.setdefault("failure", str(error))
        log(night.record["failure"])
        with contextlib.suppress(OSError):
            # After another driver took over, the record is that of its night.
            if lease.is_own():
                night.write_record()
    spark.stop()
    return status


if __name__ == "__main__":
    main()
