// Pages of PDF: functions that find those of libcairo.so.2.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzCairo.h"

#include <CQuartzLibrary.h>

LIBRARY("libcairo.so.2", quartz_cairo)

#include "functions.h"
