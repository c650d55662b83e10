// Tells the thread sanitizer of locks that it cannot see.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZ_THREADS_H
#define CQUARTZ_THREADS_H

/// Whether the sanitizer is told; calling it links what tells it into the program.
_Bool quartz_threads_are_watched(void);

#endif
