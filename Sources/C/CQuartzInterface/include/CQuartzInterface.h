// The state that the C interface keeps for each thread; no part of quartz.h.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include "quartz.h"

/// The state of the calling thread; NULL before it has one.
void *QUARTZ_NULLABLE quartz_interface_state(void);

/// Gives the calling thread a state; `ended` is called with it when the thread ends.
///
/// False if the system has no room for it.
bool quartz_interface_set_state(void *QUARTZ_NULLABLE state, void (*QUARTZ_NULLABLE ended)(void *QUARTZ_NULLABLE state));
