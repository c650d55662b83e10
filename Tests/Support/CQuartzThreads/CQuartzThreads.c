// Tells the thread sanitizer of locks that it cannot see.
// Licensed under the MIT license; see LICENSE.
//
// Swift's Mutex is a futex. While nobody waits, it is taken and given back by atomic operations in
// the code of the package, which the sanitizer sees. Where threads wait for each other, the library
// of the toolchain does it, which is built without the sanitizer: two threads that use the same
// value after each other, both with the lock, are then reported. The three functions of the library
// are called through these of the same names, which say what the lock orders. Nothing is left out
// of the reports.

#define _GNU_SOURCE
#include "CQuartzThreads.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WATCHED 1
#endif
#endif

#ifdef WATCHED

#include <dlfcn.h>
#include <stdint.h>

#define HANDLE "$s15Synchronization12_MutexHandleV"
#define LOCK HANDLE "9_lockSlowyys6UInt32VF"
#define TRY_LOCK HANDLE "12_tryLockSlowSbyF"
#define UNLOCK HANDLE "11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

void __tsan_acquire(void *);
void __tsan_release(void *);

SWIFT void quartz_lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT _Bool quartz_try_lock_slow(SELF mutex) __asm__(TRY_LOCK);
SWIFT void quartz_unlock_slow(SELF mutex) __asm__(UNLOCK);

SWIFT void quartz_lock_slow(uint32_t thread, SELF mutex) {
  SWIFT void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
  lock(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT _Bool quartz_try_lock_slow(SELF mutex) {
  SWIFT _Bool (*lock)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
  _Bool is_taken = lock(mutex);
  if (is_taken) __tsan_acquire(mutex);
  return is_taken;
}

SWIFT void quartz_unlock_slow(SELF mutex) {
  SWIFT void (*unlock)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(mutex);
  unlock(mutex);
}

_Bool quartz_threads_are_watched(void) { return 1; }

#else

_Bool quartz_threads_are_watched(void) { return 0; }

#endif
