// The input from which libpng reads a PNG file.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A file that is read from its start to its end.
///
/// Unpacking is most of what decoding costs, and libdeflate is up to four times as fast as zlib at
/// it. But libdeflate needs all compressed bytes, and memory for all unpacked bytes, at once. So
/// pixels are unpacked before libpng starts, and libpng reads a file that is the same but for its
/// pixels, which lie in stored blocks (RFC 1951, section 3.2.4):
///
///     what comes before | IDAT: 78 01, { 5 bytes, up to 65535 of pixels } ..., Adler-32 | what comes after
///
/// This file is made piece by piece while it is read.
typedef struct {
  /// The next bytes and their number.
  const uint8_t *next;
  size_t count;

  /// Filtered rows; null if the file is read as it is.
  const uint8_t *rows;
  size_t rows_count;
  /// The number of rows begun.
  size_t rows_taken;
  /// The bytes after the pixels.
  const uint8_t *tail;
  size_t tail_count;
  uint8_t checksum[4];
  /// The head of the piece that is read.
  uint8_t head[16];
  enum { QUARTZ_PNG_START, QUARTZ_PNG_BLOCK, QUARTZ_PNG_PIXELS, QUARTZ_PNG_TAIL, QUARTZ_PNG_END } piece;
  /// Memory of its own, or null.
  void *memory;
} QuartzPNGInput;

/// A file that is read as it is.
QuartzPNGInput quartz_png_input(const uint8_t *bytes, size_t count);

/// Unpacks the pixels of a file that was not read from, if they can be: not of interlaced pictures,
/// nor of files that are damaged or unusual in any way, which are left to libpng.
///
/// They are unpacked to the end of `room` if rows of the file are no longer than `row_bytes`. A
/// caller that reads row after row and writes them to the start of `room`, `row_bytes` apart, never
/// overwrites unread rows.
void quartz_png_input_unpack(
    QuartzPNGInput *input, uint32_t width, uint32_t height, uint8_t *room, size_t row_bytes);

/// Copies the next `count` bytes; false if the file ends before.
bool quartz_png_input_take(QuartzPNGInput *input, uint8_t *target, size_t count);

void quartz_png_input_free(QuartzPNGInput *input);
