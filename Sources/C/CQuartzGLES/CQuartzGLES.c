// OpenGL ES 3.0 and its extensions: functions that find those of libGLESv2.so.2.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzGLES.h"

#include <CQuartzLibrary.h>

LIBRARY("libGLESv2.so.2", quartz_gles)

#include "functions.h"
