// Mesa's generic buffer management.
#include <gbm.h>
