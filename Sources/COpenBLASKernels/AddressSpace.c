// When OpenBLAS is loaded, it starts a thread for each processor, with a stack and a heap of its own. If
// the process may not map that much memory (`ulimit -v`), OpenBLAS tries again forever, before `main`.
// This function runs before the constructors of libraries. OpenBLAS reads its variables from the
// environment that the process was started with, so the program starts itself again with one more.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__)

static const char variable[] = "OPENBLAS_NUM_THREADS=";
static char one_thread[] = "OPENBLAS_NUM_THREADS=1";

static void load_with_one_thread(int argc, char **argv, char **environment) {
  (void)argc;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
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
