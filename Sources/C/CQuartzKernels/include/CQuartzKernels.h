// The innermost loops of the software renderer, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// Pixels are words of R, G, B, A bytes, premultiplied, red in the lowest byte. Sources are four
// channels of 16 bits each in 8.8 bits; factors have 16 bits, 65535 being 1. The arithmetic is that
// of SourceOver.swift, RasterShape.swift and TexelSampler.swift; ReferenceSpans.swift has each
// kernel again in plain Swift, and a test holds the two equal. No kernel reads or writes outside of
// the counts it is given, unless it says so, and each takes any alignment and counts of zero.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "BlendKernels.h"
#include "BlurKernels.h"
#include "ColorKernels.h"
#include "CoverageKernels.h"
#include "FilterKernels.h"
#include "GradientKernels.h"
#include "HalfKernels.h"
#include "ShapeKernels.h"

/// One row of an axis-aligned shape: the inputs of the coverage formula besides x.
typedef struct {
  float min_x, max_x;
  /// The vertical overlap of the row.
  float cover_y;
  /// The corners that the row meets: pixels whose centre is left of `left_x` (right of `right_x`).
  /// Without a corner these are minus (plus) infinity.
  float left_x, left_radius, left_q2, left_g2;
  float right_x, right_radius, right_q2, right_g2;
} qk_axis_row;

/// A shape in any place, for pixels (x, y): columns x, y, w of the inverse, edges, corners.
typedef struct {
  /// Homogeneous shape space at x = 0 of the row, and the three rows of the inverse.
  float base[3], row1[3], row2[3];
  float rect[4];
  /// The corners: centre x, centre y, radius x, radius y; radius 0 for none.
  float corner[4][4];
  /// Whether any corner has a radius.
  int32_t rounded;
  /// The edges where a pixel is in if its centre is, as bits: minX, maxX, minY, maxY.
  int32_t hard;
} qk_general_row;

/// An image and the texels of it that may be sampled.
typedef struct {
  const uint8_t *base;
  ptrdiff_t row_bytes;
  int32_t min_x, min_y, last_x, last_y;
} qk_texels;

/// A row of places in texels in Float: those of qk_general_row's map, then scale and offset.
typedef struct {
  float base[3], row1[3];
  float map[4];
} qk_place_row;

/// The instruction sets that kernels are compiled for, each with those before it.
///
/// QK_AVX512 stands for the parts F, BW, DQ and VL.
#define QK_BASE 0
#define QK_AVX2 1
#define QK_AVX512 2

/// The best of these that the machine has; kernels use it from the start.
int32_t qk_best_instructions(void);
/// The one that kernels use.
int32_t qk_instructions(void);
/// Makes the kernels use an instruction set, if the machine has it. For tests; must not be called
/// while other threads draw.
void qk_use_instructions(int32_t set);

/// `rows` rows of a flat source: `left` pixels through `left_mask`, `middle` ones with one factor,
/// `right` ones through `right_mask`. Rows are `stride` pixels apart. With `bytes`, the masked
/// source is rounded to bytes.
void qk_solid_rows(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const uint16_t source[4],
    const uint16_t *left_mask, int32_t left, uint16_t factor, int32_t middle,
    const uint16_t *right_mask, int32_t right, int32_t bytes);

/// Pixels over pixels, each channel times its factor and rounded to a byte, through a mask, if
/// there is one; with `bytes`, the masked source is rounded to bytes, too.
void qk_pixels_over(
    uint32_t *pixels, const uint32_t *source, int32_t count, const uint16_t factors[4],
    const uint16_t *mask, int32_t bytes);
/// Sources over pixels, each channel times its factor and rounded to a byte, through a mask.
void qk_sources_over(
    uint32_t *pixels, const uint16_t *source, int32_t count, const uint16_t factors[4],
    const uint16_t *mask);

/// Two rows of texels mixed by a fraction of 15 bits; the result in 8.7 bits.
void qk_mix_rows(
    int16_t *result, const uint32_t *upper, const uint32_t *lower, int32_t count, int16_t fraction);
/// A row in 8.7 bits over pixels, tinted and masked as above: pixel i mixes the texels at
/// place + i · step and right of it; the row's first texel is the texel `first`.
void qk_columns_over(
    uint32_t *pixels, const int16_t *row, int32_t count, int64_t place, int64_t step,
    int32_t first, const uint16_t factors[4], const uint16_t *mask);
/// Sources from two rows of texels, the fraction between them given: pixel i mixes the texels at
/// place + i · step and right of it, clamped to those that may be sampled.
void qk_sample_line(
    uint16_t *result, const qk_texels *texels, const uint32_t *upper, const uint32_t *lower,
    int16_t fraction, int64_t place, int64_t step, int32_t count);
/// Texels in any place, mixed linearly; pixel i is at x + i of the row.
void qk_sample_linear(
    uint16_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x, int32_t count);
/// Nearest texels in any place.
void qk_sample_nearest(
    uint32_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x, int32_t count);

/// Texels in any place through Catmull and Rom's filter, rounded to nearest.
void qk_sample_cubic(
    uint32_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x, int32_t count);

// The kernels below work on whole vectors: they write, and read, up to seven numbers behind
// `count`.

/// Coverage of `count` pixels from x on.
void qk_axis_coverage(float *result, const qk_axis_row *row, int32_t x, int32_t count);
/// The same as factors of 16 bits, rounded to nearest.
void qk_axis_factors(uint16_t *result, const qk_axis_row *row, int32_t x, int32_t count);
void qk_general_coverage(float *result, const qk_general_row *row, int32_t x, int32_t count);
/// max(outer - inner, 0), in place of outer.
void qk_ring(float *outer, const float *inner, int32_t count);
/// The product, in place of `a`.
void qk_product(float *a, const float *b, int32_t count);
/// Coverage as factors of 16 bits, rounded to nearest.
void qk_factors(uint16_t *result, const float *coverage, int32_t count);

// Needs the records above.
#include "ByteKernels.h"
#include "ImageKernels.h"
#include "HalfSpanKernels.h"
