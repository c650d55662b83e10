// Calls of initialisers that a class may not implement, and raw objects of a class.
// Licensed under the MIT license; see LICENSE.
//
// For each designated initialiser of its superclass that a class neither implements nor inherits,
// the compiler makes one that calls a function of Swift's library, which reports it, and then
// traps. The functions of the same names here come before the library's: a program's own symbols
// do. They leave an attempt, and call the library's otherwise.
#define _GNU_SOURCE
#include "CQuartzInstances.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Functions of Swift's runtime with C's calling convention.
extern void *swift_allocObject(const void *type, size_t size, size_t alignment_mask);
extern void swift_release(void *object);
extern void swift_reportError(uint32_t flags, const char *message);
extern size_t swift_retainCount(void *object);
extern void *swift_unownedRetain(void *object);
extern void *swift_weakCopyInit(void *destination, void *source);

typedef struct attempt {
  jmp_buf start;
  const char *initializer;
  struct attempt *outer;
} attempt;

static _Thread_local attempt *current;

bool quartz_attempt_initializer(const char *initializer, void *argument,
                                void (*call)(void *context), void *context) {
  attempt own = {.initializer = initializer, .outer = current};
  size_t references = argument ? swift_retainCount(argument) : 0;
  current = &own;
  bool is_made = _setjmp(own.start) == 0;
  if (is_made) call(context);
  current = own.outer;
  if (!is_made && argument) {
    for (size_t held = swift_retainCount(argument); held > references; held--) {
      swift_release(argument);
    }
  }
  return is_made;
}

static void leave_attempt(const unsigned char *initializer, int length) {
  if (!current || length < 0 || strlen(current->initializer) != (size_t)length) return;
  if (memcmp(current->initializer, initializer, (size_t)length) == 0) _longjmp(current->start, 1);
}

// Swift's library has these four functions in one file. A program that has the library in it takes
// none of that file only where all four are here; so two of them are the library's and no more.
// Programs that load the library call its functions, which tell a debugger, too.

static void report(uint32_t flags, const char *format, ...) {
  char *message = NULL;
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(&message, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  swift_reportError(flags, message);
  free(message);
}

void _swift_stdlib_reportUnimplementedInitializerInFile(
    const unsigned char *class_name, int class_length, const unsigned char *initializer,
    int initializer_length, const unsigned char *file, int file_length, uint32_t line,
    uint32_t column, uint32_t flags) {
  leave_attempt(initializer, initializer_length);
  typeof(&_swift_stdlib_reportUnimplementedInitializerInFile) next = dlsym(RTLD_NEXT, __func__);
  if (next) {
    next(class_name, class_length, initializer, initializer_length, file, file_length, line, column,
         flags);
  } else {
    report(flags,
           "%.*s:%" PRIu32 ": Fatal error: Use of unimplemented initializer '%.*s' for class "
           "'%.*s'\n",
           file_length, file, line, initializer_length, initializer, class_length, class_name);
  }
}

void _swift_stdlib_reportUnimplementedInitializer(const unsigned char *class_name, int class_length,
                                                  const unsigned char *initializer,
                                                  int initializer_length, uint32_t flags) {
  leave_attempt(initializer, initializer_length);
  typeof(&_swift_stdlib_reportUnimplementedInitializer) next = dlsym(RTLD_NEXT, __func__);
  if (next) {
    next(class_name, class_length, initializer, initializer_length, flags);
  } else {
    report(flags, "Fatal error: Use of unimplemented initializer '%.*s' for class '%.*s'\n",
           initializer_length, initializer, class_length, class_name);
  }
}

void _swift_stdlib_reportFatalErrorInFile(const unsigned char *prefix, int prefix_length,
                                          const unsigned char *message, int message_length,
                                          const unsigned char *file, int file_length, uint32_t line,
                                          uint32_t flags) {
  typeof(&_swift_stdlib_reportFatalErrorInFile) next = dlsym(RTLD_NEXT, __func__);
  if (next) {
    next(prefix, prefix_length, message, message_length, file, file_length, line, flags);
  } else {
    report(flags, "%.*s:%" PRIu32 ": %.*s%s%.*s\n", file_length, file, line, prefix_length, prefix,
           message_length > 0 ? ": " : "", message_length, message);
  }
}

void _swift_stdlib_reportFatalError(const unsigned char *prefix, int prefix_length,
                                    const unsigned char *message, int message_length,
                                    uint32_t flags) {
  typeof(&_swift_stdlib_reportFatalError) next = dlsym(RTLD_NEXT, __func__);
  if (next) {
    next(prefix, prefix_length, message, message_length, flags);
  } else {
    report(flags, "%.*s: %.*s\n", prefix_length, prefix, message_length, message);
  }
}

static const size_t object_header = 2 * sizeof(void *);

void *quartz_allocate_object(const void *type, size_t size) {
  char *object = swift_allocObject(type, size, 15);
  memset(object + object_header, 0, size - object_header);
  return object;
}

bool quartz_is_copyable(const void *type) {
  // Eight functions, the size and the stride come before the flags of a value witness table.
  const char *witnesses = ((const char *const *)type)[-1];
  uint32_t flags;
  memcpy(&flags, witnesses + 10 * sizeof(void *), sizeof flags);
  const uint32_t is_not_copyable = 0x00800000;
  return (flags & is_not_copyable) == 0;
}

void quartz_retain_unowned(void *object) { swift_unownedRetain(object); }

void quartz_copy_weak(void *destination, void *source) { swift_weakCopyInit(destination, source); }
