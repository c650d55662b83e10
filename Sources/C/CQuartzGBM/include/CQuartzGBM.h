// Mesa's generic buffer management; the library is loaded when it is first needed.
// Licensed under the MIT license; see LICENSE.

#ifndef QUARTZ_GBM_H
#define QUARTZ_GBM_H

#include <gbm.h>

/// Returns the reason why libgbm.so.1 cannot be used, in one line; NULL if it can. May be called on
/// any thread.
const char *quartz_gbm_problem(void);

#endif
