// Counts the allocations of a thread, so that tests can assert that there are none.
// Licensed under the MIT license; see LICENSE.
#pragma once

/// How often the calling thread has asked for memory since it began.
long quartz_allocation_count(void);
