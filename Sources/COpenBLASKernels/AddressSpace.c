// When OpenBLAS is loaded, it starts a thread for each processor, with a stack and a heap of its own. If
// the process may not map that much memory (`ulimit -v`), OpenBLAS tries again forever, before `main`.
// This function runs before the constructors of libraries. OpenBLAS reads its variables from the
// environment that the process was started with, so the program starts itself again with one more.
// If the libraries leave too little memory even to report an error, it ends with a message here: a failed
// allocation would end a Swift program without one.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__)

static const char variable[] = "OPENBLAS_NUM_THREADS=";
static char one_thread[] = "OPENBLAS_NUM_THREADS=1";
// The memory that the program needs to report an error; the exit status of bad parameters.
enum { report_bytes = 8 << 20, bad_parameters = 78 };

// The memory that the process has mapped, in bytes; 0 if the system does not tell. It allocates nothing.
static rlim_t mapped_bytes(void) {
  char text[64];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  return (rlim_t)strtoull(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void end_without_memory(rlim_t limit) {
  char text[200];
  int length = snprintf(text, sizeof text,
                        "Error: The process may map %llu MB (`ulimit -v`), but this command needs at least 400 MB. "
                        "Raise the limit.\n",
                        (unsigned long long)limit / 1000000);
  ssize_t written = length > 0 ? write(STDERR_FILENO, text, (size_t)length) : 0;
  (void)written;
  _exit(bad_parameters);
}

static void load_with_one_thread(int argc, char **argv, char **environment) {
  (void)argc;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  if (limit.rlim_cur < mapped_bytes() + report_bytes) end_without_memory(limit.rlim_cur);
  size_t count = 0;
  for (; environment[count]; count++)
    if (strcmp(environment[count], one_thread) == 0) return;
  char **changed = malloc((count + 2) * sizeof *changed);
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (!changed || length <= 0) return;
  path[length] = 0;
  size_t kept = 0;
  for (size_t index = 0; index < count; index++)
    if (strncmp(environment[index], variable, sizeof variable - 1) != 0)
      changed[kept++] = environment[index];
  changed[kept++] = one_thread;
  changed[kept] = NULL;
  // If it fails, OpenBLAS may still find enough memory.
  execve(path, argv, changed);
}

__attribute__((section(".preinit_array"), used)) static void (*const preinit)(int, char **, char **) =
    load_with_one_thread;

#endif
