// The kernel's display devices; the library is loaded when it is first needed.
// Licensed under the MIT license; see LICENSE.

#ifndef QUARTZ_DRM_H
#define QUARTZ_DRM_H

#include <xf86drm.h>
#include <xf86drmMode.h>

/// Returns the reason why libdrm.so.2 cannot be used, in one line; NULL if it can. May be called on
/// any thread.
const char *quartz_drm_problem(void);

#endif
