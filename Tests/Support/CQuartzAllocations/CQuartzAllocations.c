// malloc and its relatives of glibc, counted, refused beyond a limit, and refused one by one;
// clocks, counted.
// Licensed under the MIT license; see LICENSE.
//
// Definitions of a program go before those of a library, so everything in the test program calls
// these. glibc offers its own under other names.

#define _GNU_SOURCE

#include "CQuartzAllocations.h"

#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define QUARTZ_SANITIZED 1
#endif
#endif

static __thread int64_t clock_count;

int64_t quartz_clock_count(void) { return clock_count; }

int clock_gettime(clockid_t clock, struct timespec *time) {
  clock_count++;
  return (int)syscall(SYS_clock_gettime, clock, time);
}

#ifdef QUARTZ_SANITIZED
// Sanitizers have allocators of their own, which must stay.
int64_t quartz_allocation_count(void) { return -1; }
void quartz_limit_allocations(size_t limit) { (void)limit; }
bool quartz_watch_allocations(const char *libraries, int64_t failing, bool lasts) {
  (void)libraries, (void)failing, (void)lasts;
  return false;
}
QuartzWatchedAllocations quartz_stop_watching(void) { return (QuartzWatchedAllocations){0}; }
#else
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread int64_t count;

int64_t quartz_allocation_count(void) { return count; }

static atomic_size_t limit = SIZE_MAX;

void quartz_limit_allocations(size_t bytes) { atomic_store(&limit, bytes); }

/// Notes a request, and ends the program if it is above the limit.
static void note(size_t size) {
  count++;
  if (size <= atomic_load_explicit(&limit, memory_order_relaxed)) return;
  atomic_store(&limit, SIZE_MAX);
  char line[80];
  int length = snprintf(line, sizeof line, "asked for %zu bytes at once\n", size);
  if (write(STDERR_FILENO, line, length) < 0) _exit(71);
  abort();
}

// MARK: Watching

enum { range_capacity = 64, block_capacity = 1 << 16 };

/// Addresses of code.
typedef struct {
  uintptr_t start, end;
} Range;

/// The watch of a thread, with the requests that it saw.
typedef struct {
  const char *libraries;
  Range ranges[range_capacity];
  int range_count;
  int64_t failing;
  bool lasts;
  QuartzWatchedAllocations seen;
  void *blocks[block_capacity];
} Watch;

/// NULL on threads that are not watched.
static __thread Watch *watch;

/// Notes where the code of the program, and of the libraries that are named, is.
static int add_code(struct dl_phdr_info *object, size_t size, void *argument) {
  (void)size;
  Watch *new = argument;
  // The program itself has no name.
  bool is_named = !*object->dlpi_name;
  const char *slash = strrchr(object->dlpi_name, '/');
  const char *name = slash ? slash + 1 : object->dlpi_name;
  for (const char *rest = new->libraries; *rest && !is_named;) {
    const size_t length = strcspn(rest, " ");
    is_named = length > 0 && !strncmp(name, rest, length);
    rest += length + strspn(rest + length, " ");
  }
  for (int index = 0; is_named && index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    if (new->range_count == range_capacity) return 1;
    uintptr_t start = object->dlpi_addr + part->p_vaddr;
    new->ranges[new->range_count++] = (Range){start, start + part->p_memsz};
  }
  return 0;
}

bool quartz_watch_allocations(const char *libraries, int64_t failing, bool lasts) {
  Watch *new = __libc_calloc(1, sizeof *new);
  if (!new) return false;
  new->libraries = libraries;
  new->failing = failing;
  new->lasts = lasts;
  dl_iterate_phdr(add_code, new);
  new->libraries = NULL;
  __libc_free(watch);
  watch = new;
  return true;
}

QuartzWatchedAllocations quartz_stop_watching(void) {
  if (!watch) return (QuartzWatchedAllocations){0};
  QuartzWatchedAllocations seen = watch->seen;
  __libc_free(watch);
  watch = NULL;
  return seen;
}

static bool is_watched(const void *caller) {
  if (!watch) return false;
  for (int index = 0; index < watch->range_count; index++) {
    const Range range = watch->ranges[index];
    if ((uintptr_t)caller >= range.start && (uintptr_t)caller < range.end) return true;
  }
  return false;
}

/// Counts a request of watched code.
///
/// \return Whether it is to fail.
static bool refuses(void) {
  const int64_t number = ++watch->seen.requests;
  if (!watch->failing || number < watch->failing) return false;
  if (number > watch->failing && !watch->lasts) return false;
  errno = ENOMEM;
  return true;
}

static void *follow(void *block) {
  if (!block) return block;
  if (watch->seen.blocks == block_capacity) {
    watch->seen.is_full = true;
  } else {
    watch->blocks[watch->seen.blocks++] = block;
  }
  return block;
}

/// Forgets a block; the youngest ones go first, as a rule.
static void forget(const void *block) {
  if (!block || !watch) return;
  for (int64_t index = watch->seen.blocks - 1; index >= 0; index--) {
    if (watch->blocks[index] != block) continue;
    watch->blocks[index] = watch->blocks[--watch->seen.blocks];
    return;
  }
}

// MARK: Requests

void *malloc(size_t size) {
  note(size);
  if (!is_watched(__builtin_return_address(0))) return __libc_malloc(size);
  return refuses() ? NULL : follow(__libc_malloc(size));
}

void *calloc(size_t members, size_t size) {
  size_t bytes;
  // A size that no number holds is refused below.
  note(__builtin_mul_overflow(members, size, &bytes) ? 0 : bytes);
  if (!is_watched(__builtin_return_address(0))) return __libc_calloc(members, size);
  return refuses() ? NULL : follow(__libc_calloc(members, size));
}

void *realloc(void *block, size_t size) {
  note(size);
  const bool counts = is_watched(__builtin_return_address(0));
  if (counts && refuses()) return NULL;
  void *result = __libc_realloc(block, size);
  if (result || size == 0) forget(block);
  return counts ? follow(result) : result;
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  if (!is_watched(__builtin_return_address(0))) return __libc_memalign(alignment, size);
  return refuses() ? NULL : follow(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  if (!is_watched(__builtin_return_address(0))) return __libc_memalign(alignment, size);
  return refuses() ? NULL : follow(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note(size);
  const bool counts = is_watched(__builtin_return_address(0));
  if (counts && refuses()) return ENOMEM;
  void *block = __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = counts ? follow(block) : block;
  return 0;
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}
#endif
