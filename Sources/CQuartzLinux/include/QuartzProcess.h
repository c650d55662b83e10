// Programs at the other end of a pipe.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/// Makes a pipe that no other program inherits, with room for `size` bytes if the system allows it.
///
/// Returns 0, or -1 with errno; `ends` are those to read from and to write to.
int quartz_make_pipe(int ends[2], int size);

/// Starts a program in a process group of its own, with nothing open but `input` as its standard
/// input and `output` as its standard output and error.
///
/// The last argument is null. Returns 0, or the number of an error.
int quartz_spawn(const char *path, char *const arguments[], int input, int output, pid_t *process);

/// Waits for the end of a program.
///
/// Returns its exit status, or the number of the signal that ended it, and says which it is.
int quartz_wait_for_end(pid_t process, bool *was_signal);
