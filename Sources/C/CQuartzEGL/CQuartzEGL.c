// EGL without a window system: functions that find those of libEGL.so.1.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzEGL.h"

#include <CQuartzLibrary.h>

LIBRARY("libEGL.so.1", quartz_egl)

#include "functions.h"
