// libpng for Swift; its setjmp-based error handling stays in the C target CQuartzPNG's users.
#include <png.h>
