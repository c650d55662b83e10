// Calls of initialisers that a class may not implement, and raw objects of a class.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Calls a function that calls an initialiser of a class that is not known when it is compiled.
///
/// Swift traps in an initialiser that a class neither implements nor inherits. Here such a call
/// ends early instead, and the object that was allocated for it leaks.
///
/// - Parameters:
///   - initializer: The name of the initialiser, as "init(layer:)".
///   - argument: The object that the initialiser is called with, which no other thread has; null
///     for none. The references to it that a call held which ends early are released.
///   - call: The function.
///   - context: The argument of the function.
/// - Returns: Whether the function returned; false if the class does not implement the initialiser.
bool quartz_attempt_initializer(const char *initializer, void *argument,
                                void (*call)(void *context), void *context);

/// Allocates an object of a class; all its fields are zero, which no class has to accept.
///
/// - Parameters:
///   - type: The class's metadata.
///   - size: The size of its instances, in bytes.
void *quartz_allocate_object(const void *type, size_t size);

/// Whether values of a type can be copied, from the type's metadata.
bool quartz_is_copyable(const void *type);

/// Retains the object that an unowned reference refers to, as a copy of the reference does.
void quartz_retain_unowned(void *object);

/// Copies a weak reference to uninitialised memory.
void quartz_copy_weak(void *destination, void *source);
