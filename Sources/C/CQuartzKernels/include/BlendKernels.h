// The innermost loop of the blend modes, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A source that is blended onto words of R, G, B, A bytes, premultiplied, red in the lowest byte.
typedef struct {
  /// One word for each pixel, or null for `color`.
  const uint32_t *source;
  /// Premultiplied.
  float color[4];
  /// A factor for the source.
  float opacity;
  /// One byte for each pixel, or null for `cover`.
  const uint8_t *coverage;
  uint8_t cover;
  /// Whether pixels count as opaque whatever their alpha is, and are written as opaque.
  uint8_t opaque;
  /// The raw value of BlendMode, 0 ... 27; others are as 0.
  uint8_t mode;
} qk_blend;

/// Blends `count` pixels as BlendMode.blend(_:over:) does, mixed by coverage and rounded to
/// nearest; words with coverage 0 do not change. Reads and writes nothing outside of the counts;
/// takes any alignment and counts of zero.
void qk_blend_words(uint32_t *pixels, const qk_blend *blend, int32_t count);

/// Copies words that do not overlap; made for rows that are in no cache.
void qk_copy_words(uint32_t *pixels, const uint32_t *source, ptrdiff_t count);
