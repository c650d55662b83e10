// libdrm looks for this header in a folder of its own.
// Licensed under the MIT license; see LICENSE.
#include <libdrm/drm_mode.h>
