// Shared libraries that a program can do without.
// Licensed under the MIT license; see LICENSE.

// For RTLD_NEXT.
#define _GNU_SOURCE

#include "CQuartzLibrary.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>

static void load(struct quartz_library *library) {
  int state = 0;
  if (atomic_compare_exchange_strong(&library->state, &state, 1)) {
    library->handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    if (!library->handle) {
      const char *reason = dlerror();
      snprintf(library->problem, sizeof library->problem, "%s",
               reason ? reason : "it cannot be loaded");
      // A handle, too: that of the libraries after this one.
      if (library->symbol && dlsym(RTLD_NEXT, library->symbol)) library->handle = RTLD_NEXT;
    }
    atomic_store(&library->state, 2);
    return;
  }
  // Another thread is at it, for some milliseconds at most.
  while (atomic_load(&library->state) != 2) sched_yield();
}

const char *quartz_library_problem(struct quartz_library *library) {
  if (atomic_load(&library->state) != 2) load(library);
  return library->handle ? NULL : library->problem;
}

void *quartz_library_function(struct quartz_library *library, const char *name) {
  return quartz_library_problem(library) ? NULL : dlsym(library->handle, name);
}
