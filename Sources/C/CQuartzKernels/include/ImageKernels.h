// The innermost loops of images that are stretched, repeated or made smaller, with run-time CPU
// dispatch.
// Licensed under the MIT license; see LICENSE.
//
// The arithmetic is that of TexelSampler.swift and StretchedLine.swift; a test holds the two equal.
// Nothing outside of the counts is read or written; any alignment will do.
#pragma once

#include <stdint.h>

/// The texels of two columns and how far a pixel lies between them, in 15 bits.
typedef struct {
  int32_t left, right, fraction;
} qk_column;

/// The sampling of texels at any position: `middle` may be null; the flags are set if they are not
/// 0.
typedef struct {
  const qk_middle *middle;
  int32_t wraps, nearest;
} qk_sampling;

/// Sources from two rows of texels, each pixel between its two columns.
void qk_sample_columns(
    uint16_t *result, const uint32_t *upper, const uint32_t *lower, const qk_column *columns,
    int16_t fraction, int32_t count);
/// Sources from texels in any place; pixel i is at x + i of the row.
void qk_sample_places(
    uint16_t *result, const qk_texels *texels, const qk_place_row *row, const qk_sampling *sampling,
    int32_t x, int32_t count);
/// Sources mixed with others by a fraction of 15 bits, in place of the first ones.
void qk_mix_sources(uint16_t *sources, const uint16_t *others, int16_t fraction, int32_t count);
