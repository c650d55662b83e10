// The parts of the Linux headers that Swift cannot import: control messages, sealed memfds, peer
// credentials, the allocator's settings.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "QuartzEvents.h"
#include "QuartzLock.h"
#include "QuartzProcess.h"
#include "QuartzRunLoop.h"

/// The most descriptors that one control message carries (the kernel's SCM_MAX_FD).
enum { quartz_max_descriptors = 253 };

/// Sends bytes without waiting and without SIGPIPE; `descriptors` go with the first of them.
///
/// Returns how many bytes were taken, or -1 with errno. If it is positive, all descriptors went.
ssize_t quartz_send(int socket, const void *bytes, size_t count, const int *descriptors,
                    int descriptor_count);

/// Receives bytes without waiting, and at most `quartz_max_descriptors` descriptors
/// (close-on-exec).
///
/// Returns how many bytes came, 0 at the end of the stream, or -1 with errno: EMFILE if the process
/// has no room for descriptors that would come, and nothing is taken then. `truncated` says whether
/// some were lost all the same, because another thread took the room; those that came are in
/// `descriptors`. `refuses` may be null; it is asked where descriptors would come, and true counts
/// as no room.
ssize_t quartz_receive(int socket, void *bytes, size_t count, int *descriptors,
                       int *descriptor_count, bool *truncated, bool (*refuses)(void));

/// Makes a memfd of `size` bytes that can neither shrink nor grow. Returns -1 with errno.
int quartz_make_sealed_memory(const char *name, size_t size);

/// Whether the descriptor is memory that can neither shrink nor grow; `size` is its size if it is.
bool quartz_is_sealed_memory(int descriptor, uint64_t *size);

/// Whether the descriptor is a dma-buf, which cannot change its size; `size` is its size if it is.
bool quartz_is_device_memory(int descriptor, uint64_t *size);

/// The user at the other end of a Unix socket. Returns false with errno.
bool quartz_peer_user(int socket, uid_t *user);

/// The process at the other end of a Unix socket when it connected; 0 if that is not known.
pid_t quartz_peer_process(int socket);

/// Waits until the other end of a socket has hung up, or this end was shut down; incoming data do
/// not end the wait.
void quartz_wait_for_hang_up(int socket);

/// Takes a connection without waiting; the descriptor is close-on-exec. Returns -1 with errno.
int quartz_accept(int socket);

/// Lets the allocator keep up to `bytes` free bytes instead of returning them to the system. Blocks
/// up to that size come from the heap as well.
void quartz_keep_heap(size_t bytes);

/// Returns free pages of the heap to the system, wherever they are.
void quartz_return_heap(void);

/// Exchanges the files of two names in one step. Returns -1 with errno.
int quartz_exchange(const char *one, const char *other);

/// Tells the device that has a dma-buf that the processor begins to read and write it, or has
/// ended.
void quartz_sync_buffer(int buffer, bool begins);

/// Waits at most so many milliseconds until devices have written a dma-buf, and has the processor
/// read what they wrote. Returns whether they have.
bool quartz_await_buffer(int buffer, int milliseconds);
