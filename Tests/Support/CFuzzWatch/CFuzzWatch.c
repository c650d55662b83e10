// malloc and its relatives of glibc, refused beyond a limit.
// Licensed under the MIT license; see LICENSE.
//
// What a program defines goes before what a library defines, so these are taken by everything in the
// fuzzer. glibc offers its own under other names.

#include "CFuzzWatch.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define QUARTZ_SANITIZED 1
#endif
#endif

#ifdef QUARTZ_SANITIZED
void quartz_fuzz_watch_allocations(void) {}
#else
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static const size_t limit = (size_t)2 << 30;
static atomic_bool watches;

void quartz_fuzz_watch_allocations(void) { atomic_store(&watches, true); }

static void check(size_t size) {
  if (size <= limit || !atomic_load(&watches)) return;
  atomic_store(&watches, false);
  char line[80];
  int count = snprintf(line, sizeof line, "asked for %zu bytes at once\n", size);
  if (write(STDERR_FILENO, line, count) < 0) _exit(71);
  abort();
}

void *malloc(size_t size) {
  check(size);
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  check(size > 0 && members > limit / size ? (size_t)-1 : members * size);
  return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
  check(size);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  check(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  check(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  check(size);
  void *block = __libc_memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}
#endif
