// Descriptors to wait for: events that threads raise, and timers; names of threads.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdint.h>

/// A counter in the kernel that is readable while it is not zero (eventfd); -1 with errno.
int quartz_make_event(void);

/// Adds one to an event's counter; it becomes readable. Never blocks.
void quartz_raise_event(int event);

/// Sets an event's or timer's counter back to zero. Never blocks.
void quartz_clear_event(int event);

/// A timer of CLOCK_MONOTONIC that is not set (timerfd); -1 with errno.
int quartz_make_timer(void);

/// Makes a timer readable at a time of CLOCK_MONOTONIC, in nanoseconds; 0 means never. A time in
/// the past makes it readable at once.
void quartz_set_timer(int timer, uint64_t nanoseconds);

/// Names the calling thread, for debuggers; the first 15 bytes count.
void quartz_name_thread(const char *name);

/// Copies the name of the calling thread to 16 bytes, which end with 0.
void quartz_get_thread_name(char *name);

/// Waits for a thread, a pthread_t, but no longer than a time; 0 where it has ended. Otherwise it
/// may be waited for again.
int quartz_join_thread(uint64_t thread, int32_t milliseconds);

/// The kernel's number of the calling thread.
int32_t quartz_thread_id(void);
