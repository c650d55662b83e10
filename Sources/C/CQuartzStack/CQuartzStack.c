// Stacks for recursion that is not this library's own.
// Licensed under the MIT license; see LICENSE.
#define _GNU_SOURCE
#include "CQuartzStack.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// The lowest address of the stack that the thread runs on; null until it is asked for.
static __thread char *lowest;

size_t quartz_stack_left(void) {
  if (!lowest) {
    pthread_attr_t attributes;
    void *start = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return SIZE_MAX;
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    lowest = start;
  }
  char here;
  return &here > lowest ? (size_t)(&here - lowest) : 0;
}

typedef struct {
  ucontext_t caller;
  ucontext_t callee;
  void (*body)(void *context);
  void *context;
} call;

// makecontext hands over ints only.
static void enter(unsigned high, unsigned low) {
  call *own = (call *)(uintptr_t)((uint64_t)high << 32 | low);
  own->body(own->context);
}

bool quartz_call_on_new_stack(size_t size, void (*body)(void *context), void *context) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t whole = ((size + page - 1) / page + 1) * page;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  char *memory = mmap(NULL, whole, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) return false;
  // Below it, nothing may be touched.
  mprotect(memory, page, PROT_NONE);
  call own = {.body = body, .context = context};
  bool is_made = getcontext(&own.callee) == 0;
  if (is_made) {
    own.callee.uc_stack.ss_sp = memory + page;
    own.callee.uc_stack.ss_size = whole - page;
    own.callee.uc_link = &own.caller;
    uint64_t address = (uintptr_t)&own;
    makecontext(&own.callee, (void (*)(void))enter, 2, (unsigned)(address >> 32),
                (unsigned)address);
    char *before = lowest;
    lowest = memory + page;
    is_made = swapcontext(&own.caller, &own.callee) == 0;
    lowest = before;
  }
  munmap(memory, whole);
  return is_made;
}
