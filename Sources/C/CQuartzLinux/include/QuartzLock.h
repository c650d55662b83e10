// A recursive lock that costs little without contention.
// Licensed under the MIT license; see LICENSE.
#pragma once

/// Takes the lock of all layer trees; a thread that has it may take it again.
void quartz_layers_lock(void);

/// Gives the lock back, once for each time that it was taken; without it nothing happens.
void quartz_layers_unlock(void);

/// Releases the lock completely, and returns the number of times that the thread had taken it.
unsigned long quartz_layers_release(void);

/// Takes the lock as often as the thread had it before `quartz_layers_release`.
void quartz_layers_retake(unsigned long depth);
