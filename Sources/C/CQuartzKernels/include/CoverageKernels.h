// The innermost loop of filling sparse masks, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// CoverageMask.swift explains the masks; the arithmetic is that of SourceOver.swift.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Pixels of a row that lie side by side, all partly or wholly covered.
typedef struct {
  /// The first pixel, from the origin of the mask.
  int32_t x;
  /// The number of pixels; at least 1.
  int32_t length;
  /// The offset of the pixels' bytes; negative if they all have `value`.
  int32_t offset;
  /// The coverage of all pixels, 1...255; undefined if there are bytes.
  uint8_t value;
} qk_span;

/// Blends a flat source over the pixels of `rows` rows of spans that lie in columns min_x <= x <
/// max_x.
///
/// `pixels` is the pixel at column min_x of the first row; rows are `stride` pixels apart. The
/// spans of row y are those from row_starts[y] to row_starts[y + 1].
void qk_cover_rows(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const int32_t *row_starts,
    const qk_span *spans, const uint8_t *bytes, int32_t min_x, int32_t max_x,
    const uint16_t source[4]);

/// Pixels side by side that lie right of texels which are one apart, or of one and the same.
typedef struct {
  int32_t count;
  /// The texel before the first pixel, and how far all pixels lie between theirs and the next one,
  /// in 15 bits.
  int32_t texel;
  int16_t fraction;
  /// 1 or 0.
  int16_t step;
} qk_steps;

/// Bytes of coverage, stretched along a row in its middle.
typedef struct {
  const uint8_t *base;
  ptrdiff_t row_bytes;
  /// Rows outside of these are like the nearest one; `last_y` is the last one that there is.
  int32_t min_y, last_y;
  /// All texels of these, and those after them, are there.
  qk_steps columns[3];
  qk_steps rows;
} qk_stretch;

/// Blends a flat source over `rows` rows, through bytes that are mixed along rows and columns; the
/// masked source is rounded to bytes.
void qk_cover_texels(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const qk_stretch *map,
    const uint16_t source[4]);
