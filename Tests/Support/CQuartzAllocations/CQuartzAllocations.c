// malloc and its relatives of glibc, counted, and refused beyond a limit; clocks, counted.
// Licensed under the MIT license; see LICENSE.
//
// Definitions of a program go before those of a library, so everything in the test program calls
// these. glibc offers its own under other names.

#include "CQuartzAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
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
#else
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

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

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  size_t bytes;
  // A size that no number holds is refused below.
  note(__builtin_mul_overflow(members, size, &bytes) ? 0 : bytes);
  return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
  note(size);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note(size);
  void *block = __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}
#endif
