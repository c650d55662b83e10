// Shared libraries that a program can do without.
// Licensed under the MIT license; see LICENSE.
//
// A program that is linked with libEGL does not start on a machine that lacks it, though it may
// never draw with a GPU. So this project defines small functions with the same names, which look
// for the real ones when they are first called. If the library is missing they do nothing and
// return 0; callers check that first (`..._problem`).
//
//     // CQuartzEGL.c
//     LIBRARY("libEGL.so.1", quartz_egl)
//     #include "functions.h"
//
// functions.h is a list, which scripts/library-functions makes of the library's own header:
//
//     FUNCTION(EGLBoolean, eglBindAPI, (EGLenum api), (api))
//     PROCEDURE(gbm_bo_destroy, (struct gbm_bo *bo), (bo))

#ifndef QUARTZ_LIBRARY_H
#define QUARTZ_LIBRARY_H

#include <stdatomic.h>
#include <stddef.h>

/// A library by its file name, and the result of loading it.
struct quartz_library {
  const char *name;
  /// One of its functions, by which it is found under another file name among the libraries that
  /// were linked; NULL if only the name counts.
  const char *symbol;
  /// 0 before the first use, 1 while a thread loads it, 2 afterwards.
  _Atomic int state;
  /// The result of dlopen; NULL if the library is missing.
  void *handle;
  /// The reason why the library is missing, in one line.
  char problem[256];
};

/// Returns the reason why a library cannot be used; NULL if it can. May be called on any thread.
const char *quartz_library_problem(struct quartz_library *library);

/// A function of a library; NULL if the library or the function is missing. May be called on any
/// thread.
void *quartz_library_function(struct quartz_library *library, const char *name);

/// The library whose functions follow in a file, and `NAME_problem`, which says why there is none.
#define LIBRARY(file, name)                                                                        \
  static struct quartz_library library = {file};                                                   \
  const char *name##_problem(void) { return quartz_library_problem(&library); }

/// A library of which a package may have a copy under another name, linked beside this code.
#define BUNDLED_LIBRARY(file, name, function)                                                      \
  static struct quartz_library library = {file, #function};                                        \
  const char *name##_problem(void) { return quartz_library_problem(&library); }

// The real function, kept once it is found; several threads may find it at once, all the same one.
#define REAL_FUNCTION(name)                                                                        \
  static _Atomic(void *) found;                                                                    \
  void *real = atomic_load_explicit(&found, memory_order_relaxed);                                 \
  if (!real) {                                                                                     \
    real = quartz_library_function(&library, #name);                                               \
    atomic_store_explicit(&found, real, memory_order_relaxed);                                     \
  }

// Hidden: the libraries themselves must not find these in place of their own.
#define FUNCTION(type, name, parameters, arguments)                                                \
  __attribute__((visibility("hidden"))) type name parameters {                                     \
    REAL_FUNCTION(name)                                                                            \
    type nothing = {0};                                                                            \
    return real ? ((type(*) parameters)real)arguments : nothing;                                   \
  }

#define PROCEDURE(name, parameters, arguments)                                                     \
  __attribute__((visibility("hidden"))) void name parameters {                                     \
    REAL_FUNCTION(name)                                                                            \
    if (real) ((void (*) parameters)real)arguments;                                                \
  }

#endif
