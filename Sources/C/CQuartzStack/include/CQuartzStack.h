// Stacks for recursion that is not this library's own.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// How many bytes are left of the stack that the calling thread runs on.
size_t quartz_stack_left(void);

/// Calls `body` on this thread, on a new stack of `size` bytes, and comes back when it returns.
///
/// False if there is no memory for the stack; it is not called then.
bool quartz_call_on_new_stack(size_t size, void (*body)(void *context), void *context);
