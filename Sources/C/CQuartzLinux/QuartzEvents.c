// Descriptors to wait for: events that threads raise, and timers; names of threads.
// Licensed under the MIT license; see LICENSE.

#define _GNU_SOURCE
#include "QuartzEvents.h"

#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int quartz_make_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void quartz_raise_event(int event) {
  // It fails only if the counter is full, and then the event is readable anyway.
  eventfd_write(event, 1);
}

void quartz_clear_event(int event) {
  uint64_t count;
  // It fails only if the counter is zero already.
  if (read(event, &count, sizeof count) < 0) return;
}

int quartz_make_timer(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

void quartz_set_timer(int timer, uint64_t nanoseconds) {
  struct itimerspec setting = {0};
  setting.it_value.tv_sec = (time_t)(nanoseconds / 1000000000);
  setting.it_value.tv_nsec = (long)(nanoseconds % 1000000000);
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
}

void quartz_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

void quartz_get_thread_name(char *name) {
  name[0] = 0;
  prctl(PR_GET_NAME, name);
}

int32_t quartz_thread_id(void) { return (int32_t)syscall(SYS_gettid); }

int quartz_join_thread(uint64_t thread, int32_t milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += milliseconds % 1000 * 1000000L;
  if (end.tv_nsec >= 1000000000L) {
    end.tv_sec += 1;
    end.tv_nsec -= 1000000000L;
  }
  return pthread_clockjoin_np((pthread_t)thread, NULL, CLOCK_MONOTONIC, &end);
}
