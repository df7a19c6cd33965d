"""The storage of a night on Spark: a folder that all machines share, or a URI that pyarrow can open.

With a shared folder, the driver and the tasks work in it. With a URI, a task copies the files that it reads
to its machine, and its results back. The driver works in a copy of the workspace, which is stored as

  state/objects/<SHA-256>    the files of the workspace, each content once
  state/workspace.json       the names of the files, written last: a driver that starts finds all or nothing
"""

import concurrent.futures
import contextlib
import fcntl
import functools
import hashlib
import json
import os
import shutil
import tempfile
import threading
import time
import uuid

# A driver renews its lease this often; one that was not renewed for so long has no driver.
LEASE_RENEWED, LEASE_ENDED = 5, 20
# The collections whose files the driver does not read: only tasks do.
EVENTS = ("interactions", "analytics")
# Files of a workspace that belong to a process on one machine.
OF_A_PROCESS = {".lock", "running.json"}
# Requests to a store wait most of their time. Each has this much of an object in memory.
REQUESTS_AT_ONCE, BYTES_AT_ONCE = 16, 1 << 22


class Refused(Exception):
    """The night cannot run in this way. `status` is the exit status."""

    def __init__(self, message, status):
        super().__init__(message)
        self.status = status


@functools.lru_cache(maxsize=None)
def storage(uri):
    uri = uri.rstrip("/")
    if "://" in uri and not uri.startswith("file://"):
        return ObjectStorage(uri)
    return SharedFolder(uri.removeprefix("file://"))


def check_places(output, input):
    """Input and output are of the same kind: copies of one, and the other in place, are not supported."""
    if isinstance(output, ObjectStorage) != isinstance(input, ObjectStorage):
        raise Refused("--input and --output must both be paths, or both be URIs", 64)


def inside(folder, name):
    """The path of a file below a folder. An object can have a name that leads out of it, or that no file has."""
    parts = name.split("/")
    if not all(parts) or not {".", ".."}.isdisjoint(parts) or "\0" in name:
        raise Refused(f"the object {name!r} cannot be a file: rename or remove it", 65)
    return os.path.join(folder, name)


def in_parallel(work, items):
    """The results of `work` for each item, in order."""
    threads = concurrent.futures.ThreadPoolExecutor(REQUESTS_AT_ONCE)
    try:
        return list(threads.map(work, items))
    finally:
        threads.shutdown(cancel_futures=True)


class OtherDriver(Exception):
    """Another driver runs a night in the same output."""


class Lease:
    """Keeps a second driver off an output, where it would remove what this one stores.

    A waiting driver watches whether the file driver.json changes, so the machines' clocks need not agree.
    """

    FILE = "driver.json"

    def __init__(self, output):
        self.output, self.id, self.renewals = output, uuid.uuid4().hex, 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.keep, daemon=True)

    def __enter__(self):
        began, found = time.monotonic(), self.read()
        while found and time.monotonic() - began < LEASE_ENDED:
            time.sleep(1)
            before, found = found, self.read()
            if found and found != before:
                raise OtherDriver(
                    "another driver runs a night in this --output: wait for its end, or stop it. "
                    f"Its {self.FILE} is {found.strip()}")
        self.renew()
        # Of two drivers that start together, the one that wrote last goes on.
        time.sleep(1)
        self.check()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join(LEASE_ENDED)
        # A file that stays costs the next driver a wait.
        with contextlib.suppress(OSError):
            if self.is_own():
                self.output.remove(self.FILE)

    def read(self):
        """The text of the file; empty if there is none."""
        try:
            return self.output.read(self.FILE)
        except FileNotFoundError:
            return ""

    def renew(self):
        self.renewals += 1
        own = {"host": os.uname().nodename, "process": os.getpid(), "id": self.id, "renewals": self.renewals}
        self.output.write(self.FILE, json.dumps(own) + "\n")

    def keep(self):
        while not self.ended.wait(LEASE_RENEWED):
            # If the storage fails for long, the night fails too, where it writes results.
            with contextlib.suppress(OSError):
                if not self.is_own():
                    return
                self.renew()

    def is_own(self):
        return self.id in self.read()

    def check(self):
        """Fails if another driver took over, such as while this machine was suspended."""
        if not self.is_own():
            raise OtherDriver("another driver has taken over this --output: this one ends")


class SharedFolder:
    """A folder that all machines share."""

    def __init__(self, root):
        self.root = os.path.abspath(root)

    def path(self, name):
        return os.path.join(self.root, name)

    def exists(self, name):
        return os.path.exists(self.path(name))

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def write(self, name, text):
        """Replaces a file; readers see the old or the new one."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        partial = f"{self.path(name)}.{uuid.uuid4().hex}.partial"
        with open(partial, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, self.path(name))

    def names(self, folder):
        """The paths of the files below a folder."""
        return [os.path.relpath(os.path.join(above, name), self.root)
                for above, _, files in os.walk(self.path(folder)) for name in files]

    def store(self, path, name):
        """Copies a file to a new name."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        shutil.copyfile(path, self.path(name))

    def open(self, name):
        """A file of bytes to read, at any position."""
        return open(self.path(name), "rb")

    def remove(self, name):
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.path(name))

    @contextlib.contextmanager
    def attempt(self, folder, places):
        """The folders of one attempt of a task, which writes to `folder`."""
        yield SharedAttempt(self.path(folder), places)

    def driver(self, scratch, input):
        """The folders of the driver."""
        return SharedDriver(self, input)


class SharedAttempt:
    def __init__(self, output, places):
        self.output, self.places = output, places

    def path(self, root):
        return self.places[root]

    def fetch(self, paths, _):
        """Makes files available. Returns their size in bytes."""
        return sum(os.path.getsize(os.path.join(self.places[root], name))
                   for root, name in (path.split("/", 1) for path in paths))

    def store(self):
        """Stores the results. Returns their size in bytes."""
        return sum(entry.stat().st_size for entry in os.scandir(self.output))


class SharedDriver:
    def __init__(self, output, input):
        check_places(output, storage(input))
        names = ["workspace", "tasks", "reports"]
        self.places = {
            **{name: output.path(name) for name in names}, "input": storage(input).root, "output": output.root}

    def path(self, root):
        return self.places[root]

    def stored_name(self, path):
        """The name of a file of the workspace in the place of the workspace."""
        return path.removeprefix("workspace/")

    def save(self, paths):
        """Makes the workspace, and plans of tasks, available to tasks."""

    def describe(self, tasks):
        """Adds to each task where the files that it reads are stored."""

    def fetch_results(self, step, keys):
        """Makes the results of tasks available here."""

    def commit(self):
        """Removes the results of tasks, which a published night does not need."""
        remove_folder(self.path("tasks"))


class ObjectStorage:
    """A store of objects, such as s3a://bucket/findie, by pyarrow, with the credentials of the machine."""

    def __init__(self, uri):
        from pyarrow import ArrowInvalid, fs

        if "?" in uri:
            raise Refused(f"{uri} has options: set them in the environment, as AWS_ENDPOINT_URL", 64)
        # Hadoop's names of the same stores.
        scheme, rest = uri.split("://", 1)
        address = f"{ {'s3a': 's3', 's3n': 's3'}.get(scheme, scheme) }://{rest}"
        self.uri = uri
        try:
            # Small objects are stored by one request instead of three.
            self.files, self.root = fs.FileSystem.from_uri(f"{address}?allow_delayed_open=true")
        except ArrowInvalid:
            # Another store, or an earlier version of pyarrow.
            self.files, self.root = fs.FileSystem.from_uri(address)
        self.root = self.root.rstrip("/")

    def path(self, name):
        return f"{self.root}/{name}"

    def exists(self, name):
        from pyarrow import fs

        return self.files.get_file_info(self.path(name)).type == fs.FileType.File

    def read(self, name):
        with self.open(name) as file:
            return file.read().decode()

    def write(self, name, text):
        """Replaces an object, which readers see as a whole."""
        with self.create(name) as file:
            file.write(text.encode())

    def create(self, name):
        # By default, pyarrow would compress what has a name like a.gz.
        return self.files.open_output_stream(self.path(name), compression=None)

    def names(self, folder):
        """The paths of the files below a folder."""
        return [f"{folder}/{name}" for name, _, _ in storage(f"{self.uri}/{folder}").list()]

    def list(self):
        """The objects below the root: path, size and time of the last change in nanoseconds."""
        from pyarrow import fs

        found = self.files.get_file_info(fs.FileSelector(self.root, recursive=True, allow_not_found=True))
        return [(info.path[len(self.root) + 1:], info.size, info.mtime_ns) for info in found
                if info.type == fs.FileType.File]

    def info(self, name):
        """The size and the time of the last change in nanoseconds."""
        info = self.files.get_file_info(self.path(name))
        return info.size, info.mtime_ns

    def fetch(self, name, path, expected=None, ranges=None):
        """Copies an object to a path. Returns the number of bytes that were copied.

        `expected`: the size and the time that a listing had. Some stores list times with other digits than they
        tell of one object, and the time is part of what identifies an input file: the copy has that of the list.
        `ranges`: the bytes that are copied; the others of the file are zeros. Default: all.
        """
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if expected:
            size, changed = self.info(name)
            if size != expected[0] or abs(changed - expected[1]) >= 1_000_000_000:
                raise OSError(f"{self.uri}/{name} was replaced after the night began: start the night again")
        copied = 0
        with self.open(name) as source, open(f"{path}.partial", "wb") as target:
            size = source.size()
            for start, end in [(0, size)] if ranges is None else ranges:
                source.seek(start)
                target.seek(start)
                while start < end:
                    some = source.read(min(BYTES_AT_ONCE, end - start))
                    if not some:
                        raise OSError(f"{self.uri}/{name} changed while it was read: start the night again")
                    target.write(some)
                    start += len(some)
                    copied += len(some)
            target.truncate(size)
        if expected:
            if size != expected[0]:
                raise OSError(f"{self.uri}/{name} changed while it was read: start the night again")
            os.utime(f"{path}.partial", ns=(expected[1], expected[1]))
        os.replace(f"{path}.partial", path)
        return copied

    def store(self, path, name):
        """Copies a file to an object. Returns its size."""
        with open(path, "rb") as source, self.create(name) as target:
            shutil.copyfileobj(source, target, BYTES_AT_ONCE)
        return os.path.getsize(path)

    def open(self, name):
        """An object to read, at any position."""
        return self.files.open_input_file(self.path(name))

    def remove(self, name):
        with contextlib.suppress(FileNotFoundError):
            self.files.delete_file(self.path(name))

    def remove_folder(self, name):
        with contextlib.suppress(FileNotFoundError):
            self.files.delete_dir(self.path(name))

    @contextlib.contextmanager
    def attempt(self, folder, places):
        with tempfile.TemporaryDirectory(dir=os.getcwd(), prefix="attempt-") as local:
            yield CopyingAttempt(self, folder, places, local)

    def driver(self, scratch, input):
        return CopyingDriver(self, os.path.abspath(scratch), input)


class CopyingAttempt:
    """An attempt of a task that reads and writes copies."""

    def __init__(self, tasks, folder, places, local):
        self.tasks, self.folder, self.places, self.local = tasks, folder, places, local
        self.output = os.path.join(local, "tasks", folder)

    def path(self, root):
        return os.path.join(self.local, root)

    def fetch(self, paths, task):
        # findie prints the paths of files that it lacks: days of the history.
        paths = [os.path.relpath(path, self.local) if os.path.isabs(path) else path for path in paths]
        objects = task.get("objects", {})
        if any(path.startswith("workspace/") and path not in objects for path in paths):
            stored = json.loads(storage(self.places["workspace"]).read("workspace.json"))["files"]
            objects = {path: f"objects/{digest}" for path, (digest, _) in stored.items()}

        def fetch(path):
            root, name = path.split("/", 1)
            return storage(self.places[root]).fetch(
                objects.get(path, name), inside(self.local, path), task.get("input", {}).get(path),
                task.get("ranges", {}).get(path))

        return sum(in_parallel(fetch, paths))

    def store(self):
        # The result is stored by its key.
        return sum(in_parallel(
            lambda entry: self.tasks.store(entry.path, f"{self.folder}/{entry.name}"),
            [entry for entry in os.scandir(self.output) if entry.name != "result.json"]))


class CopyingDriver:
    """The driver works in copies below its scratch folder."""

    def __init__(self, output, scratch, input):
        self.output, self.scratch, self.input = output, scratch, storage(input)
        check_places(output, self.input)
        # All that this process writes here is a copy of objects, with events of players.
        os.umask(0o077)
        self.lock = own_scratch(scratch)
        # What tasks open.
        self.places = {
            "workspace": f"{output.uri}/state", "tasks": f"{output.uri}/tasks", "input": input, "output": output.uri}
        # By path: size, time of the last change and digest of the files whose content is stored.
        self.stored = {}
        self.fetch_workspace()
        self.fetch_input()

    def path(self, root):
        return os.path.join(self.scratch, root)

    def fetch_workspace(self):
        """Makes the stored workspace; files of an earlier night that are still here are used again."""
        state = {"files": {}, "links": {}}
        if self.output.exists("state/workspace.json"):
            state = json.loads(self.output.read("state/workspace.json"))
        for path in list(below(self.scratch, ["workspace", "reports"])):
            if path not in state["files"] and os.path.basename(path) not in OF_A_PROCESS:
                os.remove(os.path.join(self.scratch, path))

        def fetch(file):
            path, (digest, size) = file
            local = inside(self.scratch, path)
            if not os.path.isfile(local) or os.path.getsize(local) != size or sha256(local) != digest:
                self.output.fetch(f"state/objects/{digest}", local)
            self.note(path, digest)

        in_parallel(fetch, state["files"].items())
        for path, target in state["links"].items():
            link = inside(self.scratch, path)
            inside(os.path.dirname(link), target)
            os.symlink(target, link)

    def stored_name(self, path):
        """The name of a file of the workspace in the place of the workspace."""
        return f"objects/{self.stored[path][2]}"

    def note(self, path, digest):
        status = os.stat(os.path.join(self.scratch, path))
        self.stored[path] = (status.st_size, status.st_mtime_ns, digest)

    def fetch_input(self):
        """Copies the catalogue. Files of events are only named: empty files of their size and time."""
        shutil.rmtree(self.path("input"), ignore_errors=True)
        found = self.input.list()
        self.times = {f"input/{name}": [size, changed] for name, size, changed in found}
        paths = {name: inside(self.path("input"), name) for name, _, _ in found}

        def make(file):
            try:
                make_file(*file)
            except (FileExistsError, IsADirectoryError, NotADirectoryError) as error:
                raise Refused(f"the object {file[0]!r} has the same name as a folder: rename the object", 65) from error

        def make_file(name, size, changed):
            if not name.startswith(EVENTS):
                self.input.fetch(name, paths[name], (size, changed))
                return
            os.makedirs(os.path.dirname(paths[name]), exist_ok=True)
            with open(paths[name], "wb") as file:
                file.truncate(size)
            os.utime(paths[name], ns=(changed, changed))

        in_parallel(make, found)

    def describe(self, tasks):
        for task in tasks:
            task["input"] = {path: self.times[path] for path in task["files"] if path in self.times}
            task["objects"] = {path: self.stored_name(path) for path in task["files"] if path in self.stored}

    def save(self, paths):
        in_parallel(lambda path: self.output.store(os.path.join(self.scratch, path), path), paths)
        known = {digest for _, _, digest in self.stored.values()}
        files, links, new = {}, {}, {}
        for path in below(self.scratch, ["workspace", "reports"]):
            local = os.path.join(self.scratch, path)
            if os.path.basename(path) in OF_A_PROCESS:
                continue
            if os.path.islink(local):
                links[path] = os.readlink(local)
                continue
            status = os.stat(local)
            size, changed, digest = self.stored.get(path, (None, None, None))
            if (size, changed) != (status.st_size, status.st_mtime_ns):
                digest = sha256(local)
                if digest not in known:
                    new[digest] = local
                self.note(path, digest)
            files[path] = [digest, status.st_size]
        in_parallel(lambda file: self.output.store(file[1], f"state/objects/{file[0]}"), new.items())
        self.stored = {path: self.stored[path] for path in files}
        self.output.write("state/workspace.json", json.dumps({"files": files, "links": links}))

    def fetch_results(self, step, keys):
        def fetch(name):
            local = inside(self.scratch, name)
            self.output.fetch(name, local)
            return local

        folders = set()
        for local in in_parallel(fetch, [f"tasks/{step}/{key}.json" for key in keys]):
            with open(local) as file:
                folders.add(json.loads(file.readline())["folder"])
        # The events of input files are read by other tasks only.
        if step != "read":
            in_parallel(fetch, [name for name in self.output.names(f"tasks/{step}") if name.split("/")[2] in folders])

    def commit(self):
        """Stores the workspace and the reports; then removes what nothing names any more."""
        self.save([])
        named = {digest for _, _, digest in self.stored.values()}
        stored = self.output.names("state/objects")
        in_parallel(self.output.remove, [name for name in stored if name.split("/")[-1] not in named])
        self.output.remove_folder("tasks")
        remove_folder(self.path("tasks"))


def own_scratch(folder):
    """Locks the driver's folder. A folder with other files than a driver's is refused: they would be removed."""
    mark = os.path.join(folder, ".findie-scratch")
    if os.path.isdir(folder) and os.listdir(folder) and not os.path.exists(mark):
        raise Refused(f"--scratch {folder} has other files: name a new folder", 73)
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o700)
    lock = open(mark, "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refused(f"another night is using --scratch {folder}", 69) from None
    return lock


def remove_folder(folder):
    """Removes a folder, first from its place: an attempt that ends late does not write into it any more."""
    if os.path.exists(folder):
        os.rename(folder, f"{folder}.old")
    if os.path.exists(f"{folder}.old"):
        shutil.rmtree(f"{folder}.old")


def below(folder, names):
    """The paths of all files and links, relative to the folder."""
    for name in names:
        for above, folders, files in os.walk(os.path.join(folder, name)):
            links = [own for own in folders if os.path.islink(os.path.join(above, own))]
            for own in files + links:
                yield os.path.relpath(os.path.join(above, own), folder)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
