// The kernels for each instruction set, and the choice between them.
// Licensed under the MIT license; see LICENSE.
//
// The base line of x86-64 is SSE2; AVX2 is more than twice as fast. The bodies are compiled for
// these and for AVX-512, and each call takes the variant that the machine has. No variant fuses
// multiplications with additions or reorders Float arithmetic, so all give the same bits.

#include "CQuartzKernels.h"

#include <math.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>
#define QK_X86 1
#else
#define QK_X86 0
#endif

typedef uint8_t u8x4 __attribute__((vector_size(4)));
typedef uint8_t u8x8 __attribute__((vector_size(8)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint16_t u16x4 __attribute__((vector_size(8)));
typedef uint16_t u16x8 __attribute__((vector_size(16)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef int16_t i16x8 __attribute__((vector_size(16)));
typedef int16_t i16x16 __attribute__((vector_size(32)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef int32_t i32x4 __attribute__((vector_size(16)));
typedef uint8_t u8x32 __attribute__((vector_size(32)));
typedef int32_t i32x16 __attribute__((vector_size(64)));

#define QK_INLINE __attribute__((always_inline))
/// `count` rounded up to whole vectors, so that nothing is left for a scalar loop.
#define QK_WHOLE(count) (((count) + 7) & ~7)
/// The most pixels of a margin of a row of half floats that are blended at once.
#define QK_MARGIN 64
/// How many rows before it is blended a row of pixels is asked for.
#define QK_ROWS_AHEAD 6
#define QK_ALL(value) ((u16x16){0} + (uint16_t)(value))

/// `v` clamped to 0...1; 0 for NaN.
static inline QK_INLINE float qk_unit(float v) { return v > 0 ? (v < 1 ? v : 1) : 0; }

/// A share of 0...1 as a factor.
static inline QK_INLINE uint16_t qk_factor(float v) {
  return (uint16_t)(int32_t)(qk_unit(v) * 65535 + 0.5f);
}

/// `v` clamped to -limit...limit; -limit for NaN.
static inline QK_INLINE float qk_clamp(float v, float limit) {
  return v > -limit ? (v < limit ? v : limit) : -limit;
}

/// The largest whole number that is not above `v`, which must fit.
static inline QK_INLINE int32_t qk_floor(float v) {
  int32_t whole = (int32_t)v;
  return whole - ((float)whole > v);
}

static inline QK_INLINE int32_t qk_index(int32_t i, int32_t first, int32_t last) {
  return i < first ? first : i > last ? last : i;
}

/// 15 bits of a number in 0...1; see TexelSampler.split.
static inline QK_INLINE int16_t qk_fraction(float part) {
  float bits = part * 32768;
  return (int16_t)(bits < 32767 ? bits : 32767);
}

static inline QK_INLINE void qk_place(
    const qk_place_row *r, int32_t x, float *place_x, float *place_y) {
  float p = (float)x + 0.5f;
  float hx = r->row1[0] * p + r->base[0], hy = r->row1[1] * p + r->base[1];
  float w = r->row1[2] * p + r->base[2];
  *place_x = hx / w * r->map[0] + r->map[2];
  *place_y = hy / w * r->map[1] + r->map[3];
}

/// The least whole number that is not below `v`, within limits; the upper one for NaN.
static inline QK_INLINE int32_t qk_ceil_within(float v, int32_t low, int32_t high) {
  if (!(v < (float)high)) return high;
  if (!(v > (float)low)) return low;
  int32_t whole = (int32_t)v;
  whole += (float)whole < v;
  return whole < high ? whole : high;
}

/// The largest whole number that is not above `v`, within limits; the lower one for NaN.
static inline QK_INLINE int32_t qk_floor_within(float v, int32_t low, int32_t high) {
  if (!(v > (float)low)) return low;
  if (!(v < (float)high)) return high;
  return qk_floor(v);
}

/// A row of an axis-aligned shape, and what is known of its pixels.
typedef struct {
  qk_axis_row row;
  /// Pixels before `first` and from `end` on are surely not covered; those from `flat` to
  /// `flat_end` are as much as `row.cover_y`.
  int32_t first, flat, flat_end, end;
  /// Whether a corner is in the row.
  int32_t round;
} qk_line;

/// Narrows the pixels of a row, and the flat ones, to those of a line.
static inline QK_INLINE void qk_meet(
    const qk_line *line, int32_t *first, int32_t *flat, int32_t *flat_end, int32_t *end) {
  if (line->first > *first) *first = line->first;
  if (line->flat > *flat) *flat = line->flat;
  if (line->flat_end < *flat_end) *flat_end = line->flat_end;
  if (line->end < *end) *end = line->end;
}

/// Where eight pixels are in an image, and their weights: their first columns and lines of texels.
typedef struct {
  int32_t column[8], line[8];
  float x[4][8], y[4][8];
} qk_cubics;

/// Four by four texels, some of them beyond those that may be sampled: what stands for them.
static __attribute__((noinline)) void qk_cubic_block(
    uint8_t block[64], const qk_texels *t, int32_t x, int32_t y) {
  for (int32_t j = 0; j < 4; j++) {
    const uint8_t *row = t->base + qk_index(y + j, t->min_y, t->last_y) * t->row_bytes;
    for (int32_t k = 0; k < 4; k++) {
      ptrdiff_t column = qk_index(x + k, t->min_x, t->last_x);
      __builtin_memcpy(block + 16 * j + 4 * k, row + 4 * column, 4);
    }
  }
}

#define QK_BODY "SpanKernelsBody.h"
#include "KernelVariants.h"

void qk_solid_rows(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const uint16_t source[4],
    const uint16_t *left_mask, int32_t left, uint16_t factor, int32_t middle,
    const uint16_t *right_mask, int32_t right, int32_t bytes) {
  QK_CALL(
      solid_rows, pixels, stride, rows, source, left_mask, left, factor, middle, right_mask, right,
      bytes);
}

void qk_solid_shapes(
    uint32_t *pixels, ptrdiff_t stride, const qk_area *area, const uint16_t source[4],
    const qk_shapes *shapes) {
  QK_CALL(solid_shapes, pixels, stride, area, source, shapes);
}

void qk_half_solid_shapes(
    void *pixels, ptrdiff_t row_bytes, const qk_area *area, const float color[4],
    const qk_shapes *shapes) {
  QK_CALL(half_solid_shapes, pixels, row_bytes, area, color, shapes);
}

void qk_pixels_over(
    uint32_t *pixels, const uint32_t *source, int32_t count, const uint16_t factors[4],
    const uint16_t *mask, int32_t bytes) {
  QK_CALL(pixels_over, pixels, source, count, factors, mask, bytes);
}

void qk_sources_over(
    uint32_t *pixels, const uint16_t *source, int32_t count, const uint16_t factors[4],
    const uint16_t *mask) {
  QK_CALL(sources_over, pixels, source, count, factors, mask);
}

void qk_mix_rows(
    int16_t *result, const uint32_t *upper, const uint32_t *lower, int32_t count,
    int16_t fraction) {
  QK_CALL(mix_rows, result, upper, lower, count, fraction);
}

void qk_columns_over(
    uint32_t *pixels, const int16_t *row, int32_t count, int64_t place, int64_t step,
    int32_t first, const uint16_t factors[4], const uint16_t *mask) {
  QK_CALL(columns_over, pixels, row, count, place, step, first, factors, mask);
}

void qk_sample_line(
    uint16_t *result, const qk_texels *texels, const uint32_t *upper, const uint32_t *lower,
    int16_t fraction, int64_t place, int64_t step, int32_t count) {
  QK_CALL(sample_line, result, texels, upper, lower, fraction, place, step, count);
}

void qk_sample_linear(
    uint16_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x, int32_t count) {
  QK_CALL(sample_linear, result, texels, row, x, count);
}

void qk_sample_nearest(
    uint32_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x, int32_t count) {
  QK_CALL(sample_nearest, result, texels, row, x, count);
}

void qk_sample_cubic(
    uint32_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x, int32_t count) {
  QK_CALL(sample_cubic, result, texels, row, x, count);
}

void qk_axis_coverage(float *result, const qk_axis_row *row, int32_t x, int32_t count) {
  QK_CALL(axis_coverage, result, row, x, count);
}

void qk_axis_factors(uint16_t *result, const qk_axis_row *row, int32_t x, int32_t count) {
  QK_CALL(axis_factors, result, row, x, count);
}

void qk_general_coverage(float *result, const qk_general_row *row, int32_t x, int32_t count) {
  QK_CALL(general_coverage, result, row, x, count);
}

void qk_ring(float *outer, const float *inner, int32_t count) {
  QK_CALL(ring, outer, inner, count);
}

void qk_product(float *a, const float *b, int32_t count) {
  QK_CALL(product, a, b, count);
}

void qk_factors(uint16_t *result, const float *coverage, int32_t count) {
  QK_CALL(factors, result, coverage, count);
}

void qk_cover_rows(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const int32_t *row_starts,
    const qk_span *spans, const uint8_t *bytes, int32_t min_x, int32_t max_x,
    const uint16_t source[4]) {
  QK_CALL(cover_rows, pixels, stride, rows, row_starts, spans, bytes, min_x, max_x, source);
}

void qk_cover_texels(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const qk_stretch *map,
    const uint16_t source[4]) {
  QK_CALL(cover_texels, pixels, stride, rows, map, source);
}

void qk_byte_factors(uint16_t *factors, const uint8_t *bytes, ptrdiff_t step, int32_t count) {
  QK_CALL(byte_factors, factors, bytes, step, count);
}

void qk_mix_bytes(
    int16_t *result, const uint8_t *upper, const uint8_t *lower, ptrdiff_t step, int32_t count,
    int16_t fraction) {
  QK_CALL(mix_bytes, result, upper, lower, step, count, fraction);
}

void qk_column_factors(
    uint16_t *factors, const int16_t *row, int32_t count, int64_t place, int64_t step,
    int32_t first) {
  QK_CALL(column_factors, factors, row, count, place, step, first);
}

void qk_sample_bytes(
    uint16_t *factors, const qk_bytes *bytes, const qk_place_row *row, const qk_middle *middle,
    int32_t x, int32_t count) {
  QK_CALL(sample_bytes, factors, bytes, row, middle, x, count);
}

void qk_factor_products(uint16_t *a, const uint16_t *b, int32_t count) {
  QK_CALL(factor_products, a, b, count);
}

void qk_bytes_from_factors(uint8_t *bytes, const uint16_t *factors, int32_t count) {
  QK_CALL(bytes_from_factors, bytes, factors, count);
}

void qk_sample_columns(
    uint16_t *result, const uint32_t *upper, const uint32_t *lower, const qk_column *columns,
    int16_t fraction, int32_t count) {
  QK_CALL(sample_columns, result, upper, lower, columns, fraction, count);
}

void qk_sample_places(
    uint16_t *result, const qk_texels *texels, const qk_place_row *row, const qk_sampling *sampling,
    int32_t x, int32_t count) {
  QK_CALL(sample_places, result, texels, row, sampling, x, count);
}

void qk_mix_sources(uint16_t *sources, const uint16_t *others, int16_t fraction, int32_t count) {
  QK_CALL(mix_sources, sources, others, fraction, count);
}
