// The lock of all layer trees: a mutex and its owner.
// Licensed under the MIT license; see LICENSE.

#include "QuartzLock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
// The thread pointer of the mutex's owner. A thread finds its own pointer here only while it owns
// the mutex.
static _Atomic(void *) owner;
// The number of times that the owner has taken the lock; only the owner reads it.
static unsigned long depth;

static inline _Bool is_mine(void *self) {
  return atomic_load_explicit(&owner, memory_order_relaxed) == self;
}

void quartz_layers_lock(void) {
  void *self = __builtin_thread_pointer();
  if (is_mine(self)) {
    ++depth;
    return;
  }
  pthread_mutex_lock(&mutex);
  atomic_store_explicit(&owner, self, memory_order_relaxed);
  depth = 1;
}

void quartz_layers_unlock(void) {
  if (!is_mine(__builtin_thread_pointer()) || --depth > 0) return;
  atomic_store_explicit(&owner, NULL, memory_order_relaxed);
  pthread_mutex_unlock(&mutex);
}

unsigned long quartz_layers_release(void) {
  if (!is_mine(__builtin_thread_pointer())) return 0;
  unsigned long count = depth;
  depth = 0;
  atomic_store_explicit(&owner, NULL, memory_order_relaxed);
  pthread_mutex_unlock(&mutex);
  return count;
}

void quartz_layers_retake(unsigned long count) {
  if (count == 0) return;
  quartz_layers_lock();
  depth = count;
}
