#define _GNU_SOURCE
#include "OpenBLASKernels.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static bool replaced = false;

#if defined(__x86_64__)

static const char *youngest_that_runs(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
  if (__builtin_cpu_supports("avx")) return "Sandybridge";
  if (__builtin_cpu_supports("sse4.2")) return "Nehalem";
  return NULL;
}

// The constructors of libraries, and so OpenBLAS's choice, run before those of the program. OpenBLAS reads
// its variable again if it is shut down and initialized again.
__attribute__((constructor)) static void replace_prescott_kernels(void) {
  char *(*core_name)(void) = (char *(*)(void))dlsym(RTLD_DEFAULT, "openblas_get_corename");
  void (*take_back)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "gotoblas_dynamic_quit");
  void (*choose)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "gotoblas_dynamic_init");
  if (!core_name || !take_back || !choose || getenv("OPENBLAS_CORETYPE")) return;
  const char *better = youngest_that_runs();
  if (!better || strcmp(core_name(), "Prescott") != 0) return;
  setenv("OPENBLAS_CORETYPE", better, 1);
  take_back();
  choose();
  unsetenv("OPENBLAS_CORETYPE");
  replaced = true;
}

#endif

bool findie_replaced_openblas_kernels(void) { return replaced; }

void findie_end_blas_threads(void) {
  int (*end)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "blas_thread_shutdown_");
  struct rlimit limit;
  if (!end || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
  end();
}

// OpenBLAS starts its threads before `main`.
__attribute__((constructor)) static void end_first_threads(void) { findie_end_blas_threads(); }

void findie_map_openblas_buffers(int calls) {
  void *(*take)(int) = (void *(*)(int))dlsym(RTLD_DEFAULT, "blas_memory_alloc");
  void (*give_back)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, "blas_memory_free");
  if (!take || !give_back || calls <= 0) return;
  void **buffers = malloc((size_t)calls * sizeof *buffers);
  if (!buffers) return;
  for (int call = 0; call < calls; call++) buffers[call] = take(0);
  for (int call = 0; call < calls; call++) give_back(buffers[call]);
  free(buffers);
}
