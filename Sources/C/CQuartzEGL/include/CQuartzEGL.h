// EGL without a window system; the library is loaded when it is first needed.
// Licensed under the MIT license; see LICENSE.

#ifndef QUARTZ_EGL_H
#define QUARTZ_EGL_H

#define EGL_NO_X11 1
#define EGL_EGLEXT_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>

/// Returns the reason why libEGL.so.1 cannot be used, in one line; NULL if it can. May be called on
/// any thread.
const char *quartz_egl_problem(void);

#endif
