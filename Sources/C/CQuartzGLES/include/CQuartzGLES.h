// OpenGL ES 3.0 and its extensions; the library is loaded when it is first needed.
// Licensed under the MIT license; see LICENSE.

#ifndef QUARTZ_GLES_H
#define QUARTZ_GLES_H

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

/// Returns the reason why libGLESv2.so.2 cannot be used, in one line; NULL if it can. May be called
/// on any thread.
const char *quartz_gles_problem(void);

#endif
