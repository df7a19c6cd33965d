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

if sys.version_info < (3, 11):
    sys.exit("findie: this is Python " + sys.version.split()[0] + " on " + os.uname().nodename + ", but a night on "
             "Spark needs Python 3.11 or newer on all machines: name it by PYSPARK_PYTHON and PYSPARK_DRIVER_PYTHON")

import storage as storage_module
import tables as tables_module
from storage import Lease, OtherDriver, Refused, storage
from tables import Tables, write_part

STEPS = ["read", "duplicates", "days", "outputs"]
STOPPED, HAS_WORK, UNAVAILABLE, CANNOT_WRITE, FAILED = 75, 2, 69, 73, 1
# The oldest version of Spark, and the newest one, that were tested.
OLDEST_SPARK, NEWEST_SPARK = (3, 5), (4, 3)
# A night that was interrupted continues with its own clock, so that its results are used again.
CONTINUED_WITHIN_SECONDS = 12 * 3600
# Options of `findie run nightly` that `findie shard plan` does not have, and whether they have a value.
OF_THE_RUN = {"--metrics": True, "--log-format": True, "--log-level": True, "--verbose": False}
# They would make the run compute something else than the tasks did.
REFUSED = {"--rehash", "--only", "--from", "--until", "--exclude", "--force", "--json", "--input", "--workspace",
           "--reports", "--tasks", "--now", "--date"}


class TaskFailure(Exception):
    """A task failed; the message names the step, the task and the machine."""


def distributed(name):
    """The path of a file of --archives or --files. YARN puts them into the working folder."""
    if os.path.exists(name):
        return os.path.abspath(name)
    from pyspark import SparkFiles

    return SparkFiles.get(name)


def findie():
    """The program of the archive; FINDIE_PROGRAM names another."""
    if "FINDIE_PROGRAM" in os.environ:
        return os.environ["FINDIE_PROGRAM"]
    program = distributed("findie/findie")
    if not os.path.exists(program):
        raise FileNotFoundError(
            f"there is no {program} on {os.uname().nodename}: give --archives findie.tar.gz#findie, or unpack the "
            "archive and name its program by FINDIE_PROGRAM")
    return program


def environment():
    """That of findie. The key of forgotten players may be in a file: Spark shows the values of its settings."""
    key = None if "FINDIE_KEY" in os.environ else distributed("findie.key")
    if key is None or not os.path.exists(key):
        return os.environ
    with open(key) as file:
        return {**os.environ, "FINDIE_KEY": file.read().strip()}


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
    used = {"cpuSeconds": 0, "peakMemoryInBytes": 0}
    folder = f"{step}/{task['key']}.{attempt}"
    with tasks.attempt(folder, places) as local:
        copied = local.fetch(task["files"], task)
        command = [findie(), "shard", *task["arguments"], "--threads", str(threads), "--into", local.output]
        for root in sorted({path.split("/")[0] for path in task["files"]}):
            command += [f"--{root}", local.path(root)]
        while True:
            status, said, why = run(command, used)
            if status != HAS_WORK:
                break
            # The search for duplicates must read some days.
            shutil.rmtree(local.output)
            copied += local.fetch(said.splitlines(), {})
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
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=why, env=environment(),
            preexec_fn=die_with_parent)
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
        tasks = tables.tasks(self.driver.stored_name(f"workspace/published/{tables.day}/{tables.lists}"))
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
        self.record["program"] = plan["program"]
        tasks = plan["tasks"]
        record = {"step": step, "tasks": len(tasks), "planSeconds": round(time.time() - began, 1)}
        self.record["steps"].append(record)
        if not tasks:
            return
        self.check()
        self.driver.save([f"tasks/{name}" for name in plan["plans"]])
        self.driver.describe(tasks)
        done = {os.path.basename(name) for name in self.output.names(f"tasks/{step}")}
        left = [task for task in tasks if f"{task['key']}.json" not in done]
        record["skipped"] = len(tasks) - len(left)
        self.run_tasks(record, left)
        self.driver.fetch_results(step, [task["key"] for task in tasks])
        self.check()
        self.write_record()

    def run_tasks(self, record, tasks):
        """Runs the tasks of a step and adds to its record what they used. Returns their results."""
        if not tasks:
            return []
        began = time.time()
        results, stages = self.cluster.run(record["step"], tasks, self.driver.places)
        record.update(
            seconds=round(time.time() - began, 1), sparkStages=stages,
            **{name: round(sum(result[name] for result in results), 1)
               for name in ("cpuSeconds", "bytesRead", "bytesWritten")},
            peakMemoryInBytes=max(result["peakMemoryInBytes"] for result in results))
        return results

    def findie(self, *arguments, options=None):
        """Runs findie on the driver and returns its output; ends the program if findie fails."""
        self.child = subprocess.Popen(
            [findie(), *arguments, *(self.night_options() if options is None else options)],
            stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, env=environment(),
            preexec_fn=die_with_parent)
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
    """What failed, in one line: the message of the task, or of Python or Spark, without the trace."""
    lines = str(error).splitlines() or [repr(error)]
    own = [line.split("TaskFailure: ", 1)[1] for line in lines if "TaskFailure: " in line]
    python = [line for line in lines if re.match(r"(?!org\.)[\w.]+(Error|Exception): ", line)]
    spark = [line.split("SparkException: ", 1)[1] for line in lines if "SparkException: " in line]
    return (own or python or spark or lines)[0]


def log(message):
    print(f"findie: {message}", file=sys.stderr, flush=True)


def status_of(error):
    """The exit status: that of findie, if it failed."""
    if isinstance(error, SystemExit):
        return error.code
    if isinstance(error, Refused):
        return error.status
    found = re.search(r" failed with status ([0-9]+) on ", str(error))
    return int(found.group(1)) if found else FAILED


def request(options):
    """What must be equal for a night to be continued."""
    return {"input": options.input, "date": options.date, "night": options.night}


def continued(record, options, seconds):
    """Whether a night was interrupted and these options continue it."""
    return (record.get("status") in ("running", "failed", "stopped") and record.get("options") == request(options)
            and 0 <= seconds - record.get("startedAt", 0) < CONTINUED_WITHIN_SECONDS)


def check_spark():
    """Fails if pyspark is missing or older than what was tested."""
    if importlib.util.find_spec("pyspark") is None:
        raise Refused("the driver's Python has no pyspark: run this program by spark-submit", FAILED)
    import pyspark

    version = tuple(int(part) for part in re.findall("[0-9]+", pyspark.__version__)[:2])
    tested = f"Spark {'.'.join(map(str, OLDEST_SPARK))} to {'.'.join(map(str, NEWEST_SPARK))}"
    if version < OLDEST_SPARK:
        raise Refused(f"this is Spark {pyspark.__version__}, but a night needs {tested}", FAILED)
    if version > NEWEST_SPARK:
        log(f"this is Spark {pyspark.__version__}; the night was tested with {tested}")


def start_spark():
    """Spark, with settings that a night needs."""
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    # So that the settings of spark-submit are known.
    SparkContext._ensure_initialized()
    conf = SparkConf()
    # A machine on which tasks fail at once would use up their tries.
    if int(conf.get("spark.task.maxFailures", "4")) > 2:
        conf.setIfMissing("spark.excludeOnFailure.enabled", "true")
    secrets = conf.get("spark.redaction.regex", "(?i)secret|password|token|access[.]?key")
    conf.set("spark.redaction.regex", secrets + "|FINDIE_KEY")
    return SparkSession.builder.appName("findie").config(conf=conf).getOrCreate()


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

    with contextlib.ExitStack() as stack:
        try:
            check_spark()
            output = storage(options.output)
            lease = stack.enter_context(Lease(output))
        except Refused as error:
            log(error)
            sys.exit(error.status)
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

    spark = start_spark()
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
