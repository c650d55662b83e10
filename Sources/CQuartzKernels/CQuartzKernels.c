#include "CQuartzKernels.h"
