// Lets tests see the fonts of Tests/Support/fonts.conf and no others.
// Licensed under the MIT license; see LICENSE.
#pragma once

/// The file of fontconfig that tests, and the programs that they start, read.
///
/// A program that is linked with this module reads it: it is set as the process starts, before a
/// test is.
const char *quartz_test_fonts(void);
