// Counts the allocations of a thread and how often it reads a clock, for tests of loops that must
// do neither, and limits the size of allocations.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// How often the calling thread has called malloc and its relatives since it started; -1 under a
/// sanitizer.
int64_t quartz_allocation_count(void);

/// How often the calling thread has read a clock since it started.
int64_t quartz_clock_count(void);

/// From now on a request of more than `limit` bytes ends the program with a line that says so.
///
/// Under a sanitizer it does nothing: sanitizers have an option of their own.
void quartz_limit_allocations(size_t limit);
