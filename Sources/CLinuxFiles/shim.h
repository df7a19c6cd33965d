// Linux calls that glibc declares only under _GNU_SOURCE, which Swift does not set.
#pragma once
#include <elf.h>
#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swaps two paths in one step; a reader sees one or the other. RENAME_EXCHANGE is 2.
static inline int findie_exchange(int folder, const char *left, const char *right) {
  return (int)syscall(SYS_renameat2, folder, left, folder, right, 2);
}

// Syncs the whole file system of `descriptor`.
static inline int findie_sync_file_system(int descriptor) {
  return (int)syscall(SYS_syncfs, descriptor);
}

// Starts writing back what was written through `descriptor`. SYNC_FILE_RANGE_WRITE is 2.
static inline int findie_start_sync(int descriptor) {
  return (int)syscall(SYS_sync_file_range, descriptor, 0L, 0L, 2);
}

// Reserves the disk space of `length` bytes from `offset`, without changing the file's length. FALLOC_FL_KEEP_SIZE is 1.
static inline int findie_reserve(int descriptor, off_t offset, off_t length) {
  return (int)syscall(SYS_fallocate, descriptor, 1, offset, length);
}

// Makes writes through `descriptor` bypass the page cache, or use it again. __O_DIRECT is O_DIRECT,
// whose value depends on the processor.
static inline int findie_set_direct(int descriptor, int is_direct) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -1;
  flags = is_direct ? flags | __O_DIRECT : flags & ~__O_DIRECT;
  return fcntl(descriptor, F_SETFL, flags);
}

// Makes malloc retain freed memory instead of returning it to the system.
static inline void findie_keep_freed_memory(void) {
  // Larger blocks are matrices: they go back to the system when they are freed.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 16 << 20);
}

// Makes malloc return the memory that it retained, also between blocks in use.
static inline void findie_give_back_freed_memory(void) { malloc_trim(0); }

// The loaded program or a library, as <link.h> declares it.
struct findie_object {
  uintptr_t address;
  const char *name;
  const Elf64_Phdr *headers;
  Elf64_Half header_count;
};

struct dl_phdr_info;
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);

struct findie_objects {
  struct findie_object *objects;
  int capacity;
  int count;
};

static inline int findie_add_object(struct dl_phdr_info *info, size_t size, void *context) {
  struct findie_objects *found = (struct findie_objects *)context;
  if (found->count < found->capacity) memcpy(found->objects + found->count++, info, sizeof(struct findie_object));
  return 0;
}

// Finds the program, which comes first and has an empty name, and the libraries that are loaded.
static inline int findie_loaded_objects(struct findie_object *objects, int capacity) {
  struct findie_objects found = {objects, capacity, 0};
  dl_iterate_phdr(findie_add_object, &found);
  return found.count;
}
