// Linux calls that glibc shows only under _GNU_SOURCE, which Swift does not set.
#pragma once
#include <fcntl.h>
#include <malloc.h>
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

// Begins to bring what was written through `descriptor` to the disk: SYNC_FILE_RANGE_WRITE is 2.
static inline int findie_start_sync(int descriptor) {
  return (int)syscall(SYS_sync_file_range, descriptor, 0L, 0L, 2);
}

// Has writes through `descriptor` go past the page cache, or through it again: __O_DIRECT is what
// _GNU_SOURCE calls O_DIRECT, another number on each kind of processor.
static inline int findie_set_direct(int descriptor, int is_direct) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -1;
  flags = is_direct ? flags | __O_DIRECT : flags & ~__O_DIRECT;
  return fcntl(descriptor, F_SETFL, flags);
}

// Has malloc keep what is freed instead of giving it back and asking for it again, page by page.
static inline void findie_keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 16 << 20);
}

// Has malloc give back what it kept, also between what is in use.
static inline void findie_give_back_freed_memory(void) { malloc_trim(0); }
