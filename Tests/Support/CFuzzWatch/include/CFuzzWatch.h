// Ends the program that asks for more memory at once than anything needs.
// Licensed under the MIT license; see LICENSE.
#pragma once

/// From now on a request of more than 2 GB ends the program with a line that says so.
///
/// Under a sanitizer it does nothing: sanitizers have an option of their own.
void quartz_fuzz_watch_allocations(void);
