// Counts the allocations of a thread, for tests of loops that must not allocate.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdint.h>

/// How often the calling thread has called malloc and its relatives since it started; -1 under a sanitizer.
int64_t quartz_allocation_count(void);
