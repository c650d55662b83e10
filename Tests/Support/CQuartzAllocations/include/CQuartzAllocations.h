// Counts the allocations of a thread and how often it reads a clock, for tests of loops that must
// do neither, limits the size of allocations, and refuses single ones.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdbool.h>
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

/// Watches the requests that the code in C of this program makes on the calling thread, itself or
/// through libraries whose files are named, until `quartz_stop_watching`.
///
/// Requests of Swift's runtime and of other libraries pass: Swift has no way to go on without
/// memory.
///
/// \param libraries Beginnings of the names of files, such as "libpng libjpeg".
/// \param failing The request that fails, from 1; 0 for none.
/// \param lasts Whether all requests after it fail, too.
/// \return Whether there is a program to watch: none is under a sanitizer.
bool quartz_watch_allocations(const char *libraries, int64_t failing, bool lasts);

/// The requests of the watched code.
typedef struct {
  /// Requests, those that failed included.
  int64_t requests;
  /// Blocks that are not free yet.
  int64_t blocks;
  /// Whether there were more blocks at a time than can be followed.
  bool is_full;
} QuartzWatchedAllocations;

/// Ends watching on the calling thread.
QuartzWatchedAllocations quartz_stop_watching(void);
