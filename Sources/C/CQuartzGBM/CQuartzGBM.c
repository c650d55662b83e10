// Mesa's generic buffer management: functions that find those of libgbm.so.1.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzGBM.h"

#include <CQuartzLibrary.h>

LIBRARY("libgbm.so.1", quartz_gbm)

#include "functions.h"
