// The main queue, and the modes of Foundation's run loops, which its Swift interface does not
// expose.
// Licensed under the MIT license; see LICENSE.
//
// Foundation for Linux is made of the Core Foundation that these functions belong to. Where a
// Foundation lacks one, a run loop has no modes but the usual ones.
#pragma once

/// Whether the calling code runs on the main queue; on the main thread, whether it might.
int quartz_is_on_main_queue(void);

/// A run loop; valid as long as its thread.
typedef const void *quartz_run_loop;

/// The run loop of the calling thread; null if it is not available.
quartz_run_loop quartz_current_run_loop(void);

/// Adds a mode to the common modes of a run loop.
void quartz_add_common_mode(quartz_run_loop loop, const char *mode);

/// Calls `body` with the name of each mode of a run loop that something was ever added to. May be
/// called on any thread while the run loop's thread lives.
void quartz_each_mode(quartz_run_loop loop, void *context,
                      void (*body)(void *context, const char *mode));

/// Writes the name of the mode that a run loop runs in; an empty one if it does not run.
void quartz_copy_current_mode(quartz_run_loop loop, char *name, long size);

/// Wakes a run loop that sleeps.
void quartz_wake_run_loop(quartz_run_loop loop);

/// Retains and releases a run loop.
void quartz_retain_run_loop(quartz_run_loop loop);
void quartz_release_run_loop(quartz_run_loop loop);
