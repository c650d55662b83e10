#include "CQuartzLinux.h"
