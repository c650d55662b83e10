// The state that the C interface keeps for each thread.
// Licensed under the MIT license; see LICENSE.
#include "CQuartzInterface.h"

#include <pthread.h>

static _Thread_local void *current;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;
static void (*end)(void *);

static void thread_ended(void *state) {
  current = NULL;
  if (end) end(state);
}

static void make_key(void) { has_key = pthread_key_create(&key, thread_ended) == 0; }

void *quartz_interface_state(void) { return current; }

bool quartz_interface_set_state(void *state, void (*ended)(void *)) {
  // The same function each time.
  end = ended;
  pthread_once(&once, make_key);
  if (!has_key || pthread_setspecific(key, state) != 0) return false;
  current = state;
  return true;
}
