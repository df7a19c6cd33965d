// A library for LD_PRELOAD: counts each call that changes something below FAULT_ROOT, and makes the call
// with the number FAULT_AT fail in the way that FAULT_KIND names.
//
//   eio       the call fails once                    short   a write writes half of its bytes
//   enospc    the disk is full from the call on      torn    half of a write, then SIGKILL
//   before    SIGKILL before the call                after   SIGKILL after it
//   lost      SIGKILL after it, as in a power cut: the bytes of files that were not synced are undone
//   undone    SIGKILL after it, as in a power cut: files have their bytes, but renames, creations and
//             removals are undone if their folder was not synced
//
// FAULT_LOG gets one line per call, "number name path". FAULT_JOURNAL is an empty folder on the same disk,
// for lost and undone. It gets second names of files with bytes that are not synced, their earlier contents
// (lost), and files whose name was replaced or removed (undone).
//
// Only calls to which the kind applies are counted, so their numbers are 1, 2, 3, …
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Calls that write a file's bytes, calls that need disk space, and others.
enum { WRITES, GROWS, OTHER };
enum { NOTHING, EIO_ONCE, ENOSPC_ON, SHORT, TORN, BEFORE, AFTER, LOST, UNDONE };
static const char *const kinds[] = {"",     "eio",    "enospc", "short", "torn",
                                    "before", "after", "lost",   "undone"};

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char root[PATH_MAX], journal[PATH_MAX];
static int kind = NOTHING, log_file = -1, is_full = 0;
static long at = 0, calls = 0;
static __thread int is_inside = 0;

/// Kernel calls by their numbers, which bypass the functions below.
static long (*past(void))(long, ...) {
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return real;
}
#define kernel(...) (past()(__VA_ARGS__))

#define REAL(name, result, ...)                             \
  static result (*real)(__VA_ARGS__);                       \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int real_open(const char *path, int flags, int mode) {
  return (int)kernel(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, mode);
}

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULT_ROOT");
  if (!text || !realpath(text, root)) return;
  if ((text = getenv("FAULT_JOURNAL"))) snprintf(journal, sizeof journal, "%s", text);
  if ((text = getenv("FAULT_LOG"))) log_file = real_open(text, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if ((text = getenv("FAULT_AT"))) at = atol(text);
  if ((text = getenv("FAULT_KIND")))
    for (int each = 0; each <= UNDONE; each++)
      if (!strcmp(text, kinds[each])) kind = each;
}

static void stop(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// MARK: - Paths

/// The absolute path of a name. Links of its folder are followed, but not the name itself. Returns 0 if it is
/// not below the root.
static int resolve(int folder, const char *name, char out[PATH_MAX]) {
  char whole[PATH_MAX], parent[PATH_MAX];
  if (name[0] == '/' ) snprintf(whole, sizeof whole, "%s", name);
  else {
    char link[64];
    ssize_t length;
    if (folder == AT_FDCWD) {
      if (!getcwd(whole, sizeof whole)) return 0;
      length = (ssize_t)strlen(whole);
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      if ((length = readlink(link, whole, sizeof whole - 1)) < 0) return 0;
    }
    snprintf(whole + length, sizeof whole - (size_t)length, "/%s", name);
  }
  size_t end = strlen(whole);
  while (end > 1 && whole[end - 1] == '/') whole[--end] = 0;
  char *slash = strrchr(whole, '/');
  if (!slash) return 0;
  *slash = 0;
  if (!realpath(slash == whole ? "/" : whole, parent)) return 0;
  if (snprintf(out, PATH_MAX, "%s/%s", parent, slash + 1) >= PATH_MAX) return 0;
  size_t length = strlen(root);
  return length && !strncmp(out, root, length) && (out[length] == '/' || !out[length]);
}

static int path_of(int file, char out[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, out, PATH_MAX - 1);
  if (length < 0) return 0;
  out[length] = 0;
  size_t prefix = strlen(root);
  return prefix && !strncmp(out, root, prefix) && (out[prefix] == '/' || !out[prefix]);
}

// MARK: - What a power cut undoes

/// A file with bytes that are not synced: `<journal>/<inode>.now` is a second name of it, and
/// `<journal>/<inode>.before` its earlier content.
struct file {
  ino_t inode;
  int is_dirty;
};
static struct file *files = NULL;
static size_t file_count = 0;

static void copy(const char *from, const char *to) {
  char buffer[1 << 16];
  int in = real_open(from, O_RDONLY, 0), out = real_open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ssize_t count;
  while (in >= 0 && out >= 0 && (count = kernel(SYS_read, in, buffer, sizeof buffer)) > 0)
    if (kernel(SYS_write, out, buffer, count) != count) abort();
  close(in);
  close(out);
}

static void journal_name(char out[PATH_MAX], ino_t inode, const char *end) {
  snprintf(out, PATH_MAX, "%.4000s/%lu.%s", journal, (unsigned long)inode, end);
}

/// Saves a file's content before its first write since it was synced.
static void dirty(const char *path, int is_new) {
  struct stat status;
  if (kind != LOST || lstat(path, &status) || !S_ISREG(status.st_mode)) return;
  // Shared memory has no meaning after a power cut.
  size_t length = strlen(path);
  if (length > 4 && !strcmp(path + length - 4, "-shm")) return;
  size_t index = 0;
  while (index < file_count && files[index].inode != status.st_ino) index++;
  if (index < file_count && files[index].is_dirty) return;
  if (index == file_count) {
    files = realloc(files, ++file_count * sizeof *files);
    files[index].inode = status.st_ino;
  }
  files[index].is_dirty = 1;
  char now[PATH_MAX], before[PATH_MAX];
  journal_name(now, status.st_ino, "now");
  journal_name(before, status.st_ino, "before");
  if (kernel(SYS_linkat, AT_FDCWD, path, AT_FDCWD, now, 0)) abort();
  copy(is_new ? "/dev/null" : path, before);
}

static void clean(ino_t inode, int all) {
  for (size_t index = 0; index < file_count; index++) {
    if (!files[index].is_dirty || (!all && files[index].inode != inode)) continue;
    files[index].is_dirty = 0;
    char name[PATH_MAX];
    journal_name(name, files[index].inode, "now");
    kernel(SYS_unlinkat, AT_FDCWD, name, 0);
    journal_name(name, files[index].inode, "before");
    kernel(SYS_unlinkat, AT_FDCWD, name, 0);
  }
}

/// A change of names that is not synced, and how it is undone.
struct change {
  enum { RENAMED, SWAPPED, MADE, MADE_FOLDER, REMOVED, REMOVED_FOLDER } what;
  char *from, *to;
  /// A second name of the file that `to` was before; 0 for none.
  int saved;
};
static struct change *changes = NULL;
static size_t change_count = 0;
static int saved_count = 0;

static void saved_name(char out[PATH_MAX], int saved) {
  snprintf(out, PATH_MAX, "%.4000s/saved.%d", journal, saved);
}

static int save(const char *path) {
  char name[PATH_MAX];
  saved_name(name, saved_count + 1);
  if (kind != UNDONE || kernel(SYS_linkat, AT_FDCWD, path, AT_FDCWD, name, 0)) return 0;
  return ++saved_count;
}

static void remember(int what, const char *from, const char *to, int saved) {
  if (kind != UNDONE) return;
  if (what == RENAMED || what == SWAPPED) {
    // Changes inside a folder follow the folder to its new path.
    size_t length = strlen(from);
    for (size_t index = 0; index < change_count; index++)
      for (int side = 0; side < 2; side++) {
        char **path = side ? &changes[index].to : &changes[index].from;
        if (*path && !strncmp(*path, from, length) && (*path)[length] == '/') {
          char *moved = NULL;
          if (asprintf(&moved, "%s%s", to, *path + length) < 0) abort();
          *path = moved;
        }
      }
  }
  changes = realloc(changes, ++change_count * sizeof *changes);
  changes[change_count - 1] =
      (struct change){what, from ? strdup(from) : NULL, strdup(to), saved};
}

static int is_in(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return !strncmp(path, folder, length) && path[length] == '/' && !strchr(path + length + 1, '/');
}

/// Makes the changes in a synced folder permanent; all changes if `folder` is NULL.
static void settle(const char *folder) {
  size_t remaining = 0;
  for (size_t index = 0; index < change_count; index++)
    if (folder && !is_in(changes[index].to, folder)) changes[remaining++] = changes[index];
  change_count = remaining;
}

static void take_back(struct change *change) {
  char name[PATH_MAX];
  saved_name(name, change->saved);
  switch (change->what) {
    case RENAMED:
      kernel(SYS_renameat2, AT_FDCWD, change->to, AT_FDCWD, change->from, 0);
      if (change->saved) kernel(SYS_linkat, AT_FDCWD, name, AT_FDCWD, change->to, 0);
      break;
    case SWAPPED:
      kernel(SYS_renameat2, AT_FDCWD, change->from, AT_FDCWD, change->to, 2);
      break;
    case MADE: kernel(SYS_unlinkat, AT_FDCWD, change->to, 0); break;
    case MADE_FOLDER: kernel(SYS_unlinkat, AT_FDCWD, change->to, AT_REMOVEDIR); break;
    case REMOVED: kernel(SYS_linkat, AT_FDCWD, name, AT_FDCWD, change->to, 0); break;
    case REMOVED_FOLDER: kernel(SYS_mkdirat, AT_FDCWD, change->to, 0755); break;
  }
}

static void end(void) {
  for (size_t index = 0; index < file_count; index++) {
    if (!files[index].is_dirty) continue;
    char now[PATH_MAX], before[PATH_MAX];
    journal_name(now, files[index].inode, "now");
    journal_name(before, files[index].inode, "before");
    copy(before, now);
  }
  while (change_count) take_back(&changes[--change_count]);
  stop();
}

// MARK: - The call that fails

static int applies(int sort) {
  switch (kind) {
    case SHORT:
    case TORN: return sort == WRITES;
    case ENOSPC_ON: return sort != OTHER;
    default: return 1;
  }
}

/// Counts a call. Returns 1 if it is the chosen one, or -1 with `errno` if it must fail.
static int count(const char *name, const char *path, int sort) {
  if (!applies(sort)) return 0;
  if (is_full) {
    errno = ENOSPC;
    return -1;
  }
  calls++;
  if (log_file >= 0) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%ld %s %s\n", calls, name, path);
    kernel(SYS_write, log_file, line, length);
  }
  if (calls != at) return 0;
  switch (kind) {
    case EIO_ONCE: errno = EIO; return -1;
    case ENOSPC_ON: is_full = 1; errno = ENOSPC; return -1;
    case BEFORE: stop(); return -1;
    default: return 1;
  }
}

static void done(int chosen) {
  int code = errno;
  if (chosen == 1 && (kind == AFTER || kind == TORN || kind == LOST || kind == UNDONE)) end();
  errno = code;
}

#define ENTER pthread_mutex_lock(&lock); is_inside++
#define LEAVE is_inside--; pthread_mutex_unlock(&lock)

// Runs `call` as the call `name` on `path`, which is in scope, and `then` after it succeeded.
#define INJECT(name, sort, type, call, then)  \
  type result;                               \
  ENTER;                                     \
  int chosen = count(name, path, sort);      \
  if (chosen < 0) result = -1;               \
  else {                                     \
    result = call;                           \
    if (result >= 0) {                       \
      int code = errno;                      \
      then;                                  \
      errno = code;                          \
    }                                        \
    done(chosen);                            \
  }                                          \
  LEAVE;                                     \
  return result

// MARK: - Files

static int open_file(int folder, const char *name, int flags, int mode, int (*call)(int, const char *, int, int)) {
  char path[PATH_MAX];
  if (is_inside || (flags & O_PATH) || !(flags & (O_CREAT | O_TRUNC)) || !resolve(folder, name, path))
    return call(folder, name, flags, mode);
  struct stat status;
  int is_new = lstat(path, &status) != 0;
  // Opening a missing file without O_CREAT fails by itself.
  if (!is_new && !(flags & O_TRUNC)) return call(folder, name, flags, mode);
  if (is_new && !(flags & O_CREAT)) return call(folder, name, flags, mode);
  INJECT("open", GROWS, int,
        (is_new ? (void)0 : dirty(path, 0), call(folder, name, flags, mode)),
        if (is_new) { remember(MADE, NULL, path, 0); dirty(path, 1); });
}

static int at_open(int folder, const char *name, int flags, int mode) {
  REAL("openat", int, int, const char *, int, ...);
  return real(folder, name, flags, mode);
}

#define MODE                                  \
  int mode = 0;                               \
  if (flags & (O_CREAT | O_TMPFILE)) {        \
    va_list rest;                             \
    va_start(rest, flags);                    \
    mode = va_arg(rest, int);                 \
    va_end(rest);                             \
  }

int open(const char *name, int flags, ...) { MODE return open_file(AT_FDCWD, name, flags, mode, at_open); }
int open64(const char *name, int flags, ...) { MODE return open_file(AT_FDCWD, name, flags, mode, at_open); }
int openat(int folder, const char *name, int flags, ...) { MODE return open_file(folder, name, flags, mode, at_open); }
int openat64(int folder, const char *name, int flags, ...) { MODE return open_file(folder, name, flags, mode, at_open); }

static size_t piece(int chosen, size_t size) {
  return chosen == 1 && (kind == SHORT || kind == TORN) && size > 1 ? size / 2 : size;
}

ssize_t write(int file, const void *bytes, size_t size) {
  REAL("write", ssize_t, int, const void *, size_t);
  char path[PATH_MAX];
  if (is_inside || !path_of(file, path)) return real(file, bytes, size);
  INJECT("write", WRITES, ssize_t, (dirty(path, 0), real(file, bytes, piece(chosen, size))), );
}

static ssize_t write_at(int file, const void *bytes, size_t size, off_t offset) {
  REAL("pwrite", ssize_t, int, const void *, size_t, off_t);
  char path[PATH_MAX];
  if (is_inside || !path_of(file, path)) return real(file, bytes, size, offset);
  INJECT("pwrite", WRITES, ssize_t, (dirty(path, 0), real(file, bytes, piece(chosen, size), offset)), );
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) { return write_at(file, bytes, size, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) { return write_at(file, bytes, size, offset); }

ssize_t writev(int file, const struct iovec *pieces, int number) {
  REAL("writev", ssize_t, int, const struct iovec *, int);
  char path[PATH_MAX];
  if (is_inside || !path_of(file, path)) return real(file, pieces, number);
  INJECT("writev", WRITES, ssize_t,
        (dirty(path, 0), real(file, pieces, chosen == 1 && (kind == SHORT || kind == TORN) && number > 1 ? number / 2 : number)), );
}

static ssize_t send_file(int file, int from, off_t *offset, size_t size) {
  REAL("sendfile", ssize_t, int, int, off_t *, size_t);
  char path[PATH_MAX];
  if (is_inside || !path_of(file, path)) return real(file, from, offset, size);
  INJECT("sendfile", WRITES, ssize_t, (dirty(path, 0), real(file, from, offset, piece(chosen, size))), );
}
ssize_t sendfile(int file, int from, off_t *offset, size_t size) { return send_file(file, from, offset, size); }
ssize_t sendfile64(int file, int from, off64_t *offset, size_t size) { return send_file(file, from, offset, size); }

static int truncate_file(int file, off_t size) {
  REAL("ftruncate", int, int, off_t);
  char path[PATH_MAX];
  if (is_inside || !path_of(file, path)) return real(file, size);
  INJECT("ftruncate", GROWS, int, (dirty(path, 0), real(file, size)), );
}
int ftruncate(int file, off_t size) { return truncate_file(file, size); }
int ftruncate64(int file, off64_t size) { return truncate_file(file, size); }

// MARK: - Syncs

static void synced(int file, const char *path) {
  struct stat status;
  if (fstat(file, &status)) return;
  if (S_ISDIR(status.st_mode)) settle(path);
  else clean(status.st_ino, 0);
}

int fsync(int file) {
  REAL("fsync", int, int);
  char path[PATH_MAX];
  if (is_inside || !path_of(file, path)) return real(file);
  INJECT("fsync", OTHER, int, real(file), synced(file, path));
}

int fdatasync(int file) {
  REAL("fdatasync", int, int);
  char path[PATH_MAX];
  if (is_inside || !path_of(file, path)) return real(file);
  INJECT("fdatasync", OTHER, int, real(file), synced(file, path));
}

// MARK: - Names

static int rename_at(int left, const char *from, int right, const char *to, unsigned flags) {
  char old[PATH_MAX], path[PATH_MAX];
  if (is_inside || !resolve(left, from, old) || !resolve(right, to, path))
    return (int)kernel(SYS_renameat2, left, from, right, to, flags);
  int is_swap = flags & 2, saved = 0;
  INJECT(is_swap ? "exchange" : "rename", GROWS, int,
        (saved = is_swap ? 0 : save(path), (int)kernel(SYS_renameat2, left, from, right, to, flags)),
        remember(is_swap ? SWAPPED : RENAMED, old, path, saved));
}
int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int left, const char *from, int right, const char *to) { return rename_at(left, from, right, to, 0); }
int renameat2(int left, const char *from, int right, const char *to, unsigned flags) { return rename_at(left, from, right, to, flags); }

static int remove_at(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  if (is_inside || !resolve(folder, name, path))
    return (int)kernel(SYS_unlinkat, folder, name, flags);
  struct stat status;
  if (lstat(path, &status)) return -1;
  int saved = 0, is_folder = flags & AT_REMOVEDIR;
  INJECT(is_folder ? "rmdir" : "unlink", OTHER, int,
        (saved = is_folder ? 0 : save(path), (int)kernel(SYS_unlinkat, folder, name, flags)),
        remember(is_folder ? REMOVED_FOLDER : REMOVED, NULL, path, saved));
}
int unlink(const char *name) { return remove_at(AT_FDCWD, name, 0); }
int unlinkat(int folder, const char *name, int flags) { return remove_at(folder, name, flags); }
int rmdir(const char *name) { return remove_at(AT_FDCWD, name, AT_REMOVEDIR); }
int remove(const char *name) {
  struct stat status;
  int is_folder = !lstat(name, &status) && S_ISDIR(status.st_mode);
  return remove_at(AT_FDCWD, name, is_folder ? AT_REMOVEDIR : 0);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  char path[PATH_MAX];
  struct stat status;
  if (is_inside || !resolve(folder, name, path) || !lstat(path, &status))
    return (int)kernel(SYS_mkdirat, folder, name, mode);
  INJECT("mkdir", GROWS, int, (int)kernel(SYS_mkdirat, folder, name, mode),
        remember(MADE_FOLDER, NULL, path, 0));
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

int symlink(const char *target, const char *name) {
  char path[PATH_MAX];
  if (is_inside || !resolve(AT_FDCWD, name, path))
    return (int)kernel(SYS_symlinkat, target, AT_FDCWD, name);
  INJECT("symlink", GROWS, int, (int)kernel(SYS_symlinkat, target, AT_FDCWD, name),
        remember(MADE, NULL, path, 0));
}

int link(const char *from, const char *name) {
  char path[PATH_MAX];
  if (is_inside || !resolve(AT_FDCWD, name, path))
    return (int)kernel(SYS_linkat, AT_FDCWD, from, AT_FDCWD, name, 0);
  INJECT("link", GROWS, int, (int)kernel(SYS_linkat, AT_FDCWD, from, AT_FDCWD, name, 0),
        remember(MADE, NULL, path, 0));
}

// MARK: - Calls by number

static int sync_all(int file) {
  char path[PATH_MAX];
  if (!path_of(file, path)) return (int)kernel(SYS_syncfs, file, 0, 0, 0, 0, 0);
  INJECT("syncfs", OTHER, int, (int)kernel(SYS_syncfs, file, 0, 0, 0, 0, 0), (clean(0, 1), settle(NULL)));
}
int syncfs(int file) { return sync_all(file); }

/// A hint whose failure is ignored. It is counted, since no night may depend on it.
static int start_sync(int file) {
  char path[PATH_MAX];
  if (!path_of(file, path)) return (int)kernel(SYS_sync_file_range, file, 0, 0, 2, 0, 0);
  INJECT("sync_file_range", OTHER, int, (int)kernel(SYS_sync_file_range, file, 0, 0, 2, 0, 0), );
}

long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long),
       d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (!is_inside && root[0]) {
    if (number == SYS_renameat2)
      return rename_at((int)a, (const char *)b, (int)c, (const char *)d, (unsigned)e);
    if (number == SYS_syncfs) return sync_all((int)a);
    if (number == SYS_sync_file_range) return start_sync((int)a);
  }
  return kernel(number, a, b, c, d, e, f);
}
