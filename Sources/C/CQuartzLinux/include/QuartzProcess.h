// Programs at the other end of a pipe.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

/// Makes a pipe that no other program inherits, with room for `size` bytes if the system allows it.
///
/// Returns 0, or -1 with errno; `ends` are those to read from and to write to.
int quartz_make_pipe(int ends[2], int size);

/// Lends pages of this program to a pipe, without a copy, and waits while the pipe is full.
///
/// `pieces` are the addresses and counts of bytes, of which at most `quartz_most_pieces` are taken.
/// The pages must keep their bytes until the other end has read them. Returns how many bytes the
/// pipe took, or -1 with errno.
ssize_t quartz_lend_pages(int pipe, const struct iovec *pieces, size_t count);

/// The most pieces of one call.
enum { quartz_most_pieces = 1024 };

/// The most descriptors that a program is started with.
enum { quartz_most_inherited = 8 };

/// Starts a program in a process group of its own, found in the folders of PATH.
///
/// Its descriptors are `descriptors`, in that order from 0 on; others are closed if they are
/// close-on-exec, as all of this package are. The last of `arguments` and of `environment` is null;
/// no `environment` means that of the calling program. Returns 0, or the number of an error.
int quartz_spawn(char *const arguments[], char *const environment[], const int *descriptors,
                 int count, pid_t *process);

/// Starts a program as `quartz_spawn` does, which dies with the calling thread and can write to no
/// file.
int quartz_spawn_bound(char *const arguments[], char *const environment[], const int *descriptors,
                       int count, pid_t *process);

/// Waits for the end of a program.
///
/// Returns its exit status, or the number of the signal that ended it, and says which it is.
int quartz_wait_for_end(pid_t process, bool *was_signal);

/// Waits for the end of a program for a while.
///
/// Returns as `quartz_wait_for_end`, or -1 if the program still runs after `milliseconds`.
int quartz_wait_for_end_within(pid_t process, int milliseconds, bool *was_signal);

/// Bounds of a program that reads a file of unknown origin; 0 is no bound.
typedef struct {
  /// Bytes of address space.
  uint64_t memory;
  /// Open files.
  uint64_t files;
} quartz_bounds;

/// Bounds the calling program: it writes no core files, gains no rights by what it starts, and has
/// the bounds, which all programs that it starts inherit. Returns 0 or the number of an error.
int quartz_bound_process(quartz_bounds bounds);
