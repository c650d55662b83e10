// The kernel's display devices: functions that find those of libdrm.so.2.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzDRM.h"

#include <CQuartzLibrary.h>

LIBRARY("libdrm.so.2", quartz_drm)

#include "functions.h"
