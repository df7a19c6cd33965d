// Linux calls that glibc shows only under _GNU_SOURCE, which Swift does not set.
#pragma once
#include <sys/syscall.h>
#include <unistd.h>

// Swaps two paths in one step, so that a reader sees the one or the other: RENAME_EXCHANGE is 2.
static inline int findie_exchange(int folder, const char *left, const char *right) {
  return (int)syscall(SYS_renameat2, folder, left, folder, right, 2);
}

// Brings everything of the file system that holds `descriptor` to the disk.
static inline int findie_sync_file_system(int descriptor) {
  return (int)syscall(SYS_syncfs, descriptor);
}
