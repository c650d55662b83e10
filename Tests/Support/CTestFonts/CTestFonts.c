// Lets tests see the fonts of Tests/Support/fonts.conf and no others.
// Licensed under the MIT license; see LICENSE.
#include "CTestFonts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[PATH_MAX];

const char *quartz_test_fonts(void) { return path; }

/// The file lies in the folder above that of this source.
__attribute__((constructor)) static void use_test_fonts(void) {
  snprintf(path, sizeof path, "%s", __FILE__);
  for (int levels = 0; levels < 2; levels++) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = 0;
  }
  size_t length = strlen(path);
  snprintf(path + length, sizeof path - length, "/fonts.conf");
  if (access(path, R_OK) != 0) {
    fprintf(stderr, "tests: %s cannot be read; tests need it to see their own fonts\n", path);
    abort();
  }
  // Programs that tests start inherit both.
  setenv("FONTCONFIG_FILE", path, 1);
  unsetenv("QUARTZ_FONTS");
}
