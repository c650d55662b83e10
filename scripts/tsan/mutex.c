// Tells the thread sanitizer of Swift's Mutex, for scripts/sanitize.
// Licensed under the MIT license; see LICENSE.
//
// A mutex that nobody waits for is an atomic number, which the sanitizer sees in the code of the
// caller. One that somebody waits for is handed on by the kernel, within the library, which it does
// not see; so each value behind such a mutex would be a race. These functions take the places of
// the library's when they are loaded first (LD_PRELOAD): they note what was handed on, and call the
// library's. Their names are those of `_MutexHandle`'s methods, which are part of its binary
// interface.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define METHOD(name) "$s15Synchronization12_MutexHandleV" name
#define LOCK METHOD("9_lockSlowyys6UInt32VF")
#define TRY_LOCK METHOD("12_tryLockSlowSbyF")
#define UNLOCK METHOD("11_unlockSlowyyF")

SWIFT void lock_slow(uint32_t state, SELF) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

// Calls a function of the sanitizer, which the program has in it.
static void note(const char *name, void *mutex) {
  void (*function)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, name);
  if (function) function(mutex);
}

SWIFT void lock_slow(uint32_t state, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(state, self);
  note("__tsan_acquire", self);
}

SWIFT bool try_lock_slow(SELF) {
  bool isLocked = ((SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK))(self);
  if (isLocked) note("__tsan_acquire", self);
  return isLocked;
}

SWIFT void unlock_slow(SELF) {
  note("__tsan_release", self);
  ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(self);
}
