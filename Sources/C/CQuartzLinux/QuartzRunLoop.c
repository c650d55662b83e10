// The main queue, and run loops through the Core Foundation inside of Foundation.
// Licensed under the MIT license; see LICENSE.

#include "QuartzRunLoop.h"

#include <stddef.h>
#include <stdint.h>

typedef const void *CFTypeRef;
typedef long CFIndex;

// The declarations of CFRunLoop.h, CFArray.h and CFString.h.
#define WEAK extern __attribute__((weak))
WEAK CFTypeRef CFRunLoopGetCurrent(void);
WEAK void CFRunLoopAddCommonMode(CFTypeRef loop, CFTypeRef mode);
WEAK CFTypeRef CFRunLoopCopyAllModes(CFTypeRef loop);
WEAK CFTypeRef CFRunLoopCopyCurrentMode(CFTypeRef loop);
WEAK void CFRunLoopWakeUp(CFTypeRef loop);
WEAK CFIndex CFArrayGetCount(CFTypeRef array);
WEAK CFTypeRef CFArrayGetValueAtIndex(CFTypeRef array, CFIndex index);
WEAK CFTypeRef CFStringCreateWithCString(CFTypeRef allocator, const char *text, uint32_t encoding);
WEAK unsigned char CFStringGetCString(CFTypeRef text, char *buffer, CFIndex size,
                                      uint32_t encoding);
WEAK CFTypeRef CFRetain(CFTypeRef object);
WEAK void CFRelease(CFTypeRef object);

static const uint32_t utf8 = 0x08000100;
enum { longest_name = 1024 };

// The declarations of dispatch/queue.h.
WEAK struct dispatch_queue_s _dispatch_main_q;
WEAK const char *dispatch_queue_get_label(struct dispatch_queue_s *queue);

int quartz_is_on_main_queue(void) {
  if (!dispatch_queue_get_label) return 0;
  return dispatch_queue_get_label(NULL) == dispatch_queue_get_label(&_dispatch_main_q);
}

quartz_run_loop quartz_current_run_loop(void) {
  return CFRunLoopGetCurrent ? CFRunLoopGetCurrent() : NULL;
}

void quartz_add_common_mode(quartz_run_loop loop, const char *mode) {
  if (!loop || !CFRunLoopAddCommonMode || !CFStringCreateWithCString || !CFRelease) return;
  CFTypeRef name = CFStringCreateWithCString(NULL, mode, utf8);
  if (!name) return;
  CFRunLoopAddCommonMode(loop, name);
  CFRelease(name);
}

void quartz_each_mode(quartz_run_loop loop, void *context,
                      void (*body)(void *context, const char *mode)) {
  if (!loop || !CFRunLoopCopyAllModes || !CFArrayGetCount || !CFArrayGetValueAtIndex ||
      !CFStringGetCString || !CFRelease)
    return;
  CFTypeRef modes = CFRunLoopCopyAllModes(loop);
  if (!modes) return;
  CFIndex count = CFArrayGetCount(modes);
  for (CFIndex index = 0; index < count; ++index) {
    char name[longest_name];
    if (CFStringGetCString(CFArrayGetValueAtIndex(modes, index), name, longest_name, utf8))
      body(context, name);
  }
  CFRelease(modes);
}

void quartz_copy_current_mode(quartz_run_loop loop, char *name, long size) {
  if (size < 1) return;
  name[0] = 0;
  if (!loop || !CFRunLoopCopyCurrentMode || !CFStringGetCString || !CFRelease) return;
  CFTypeRef mode = CFRunLoopCopyCurrentMode(loop);
  if (!mode) return;
  if (!CFStringGetCString(mode, name, size, utf8)) name[0] = 0;
  CFRelease(mode);
}

void quartz_wake_run_loop(quartz_run_loop loop) {
  if (loop && CFRunLoopWakeUp) CFRunLoopWakeUp(loop);
}

void quartz_retain_run_loop(quartz_run_loop loop) {
  if (loop && CFRetain) CFRetain(loop);
}

void quartz_release_run_loop(quartz_run_loop loop) {
  if (loop && CFRelease) CFRelease(loop);
}
