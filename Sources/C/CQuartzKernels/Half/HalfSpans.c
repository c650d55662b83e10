// The kernels of half-precision pixels for each instruction set, and the choice between them.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzKernels.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#pragma STDC FP_CONTRACT OFF

typedef uint8_t u8x4 __attribute__((vector_size(4)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint16_t u16x4 __attribute__((vector_size(8)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef int16_t i16x4 __attribute__((vector_size(8)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef float f32x4 __attribute__((vector_size(16)));
typedef float f32x16 __attribute__((vector_size(64)));

#define QK_INLINE __attribute__((always_inline))
/// Four pixels.
#define QK_ALL(v) ((f32x16){0} + (float)(v))
/// The largest finite half-precision number.
#define QK_LARGEST 65504.0f

/// `v` clamped to -limit...limit; -limit for NaN.
static inline QK_INLINE float qk_clamp(float v, float limit) {
  return v > -limit ? (v < limit ? v : limit) : -limit;
}

/// The largest whole number that is not above `v`, which must fit.
static inline QK_INLINE int32_t qk_floor(float v) {
  int32_t whole = (int32_t)v;
  return whole - ((float)whole > v);
}

/// The texel that stands for `i`; see TexelRange.
static inline QK_INLINE int32_t qk_texel(int32_t i, int32_t first, int32_t last, int32_t wraps) {
  if (!wraps) return i < first ? first : i > last ? last : i;
  int32_t count = last - first + 1, rest = (int32_t)((uint32_t)i - (uint32_t)first) % count;
  return first + (rest < 0 ? rest + count : rest);
}

/// A place along one axis of shape space in texels; see StretchedLine.swift.
static inline QK_INLINE float qk_along(
    float l, const qk_middle *middle, int axis, float scale, float offset) {
  if (!middle) return l * scale + offset;
  float first = middle->first[axis], last = middle->last[axis], over = l - last;
  float outer = (l < first ? l : first) + (over > 0 ? over : 0);
  float inner = l > first ? l : first;
  return outer * scale + offset + ((inner < last ? inner : last) - first) * middle->stretch[axis];
}

#define QK_BODY "Half/HalfSpansBody.h"
#include "../KernelVariants.h"

void qk_half_solid_rows(
    void *pixels, ptrdiff_t row_bytes, int32_t rows, const float color[4],
    const uint16_t *left_mask, int32_t left, uint16_t factor, int32_t middle,
    const uint16_t *right_mask, int32_t right) {
  QK_CALL(
      half_solid_rows, pixels, row_bytes, rows, color, left_mask, left, factor, middle, right_mask,
      right);
}

void qk_half_over(void *pixels, const float *colors, const uint16_t *mask, int32_t count) {
  QK_CALL(half_over, pixels, colors, mask, count);
}

void qk_half_store(void *pixels, const float *colors, int32_t count) {
  QK_CALL(half_store, pixels, colors, count);
}

void qk_half_composite(
    void *pixels, const void *source, float opacity, const uint16_t *mask, int32_t count) {
  QK_CALL(half_composite, pixels, source, opacity, mask, count);
}

void qk_half_alphas(uint16_t *factors, const void *pixels, int32_t count) {
  QK_CALL(half_alphas, factors, pixels, count);
}

void qk_half_alpha_bytes(uint8_t *bytes, const void *pixels, int32_t count) {
  QK_CALL(half_alpha_bytes, bytes, pixels, count);
}

void qk_half_from_words(
    float *colors, const uint32_t *words, const float factors[4], int32_t count) {
  QK_CALL(half_from_words, colors, words, factors, count);
}

void qk_half_from_sources(
    float *colors, const uint16_t *sources, const float factors[4], int32_t count) {
  QK_CALL(half_from_sources, colors, sources, factors, count);
}

void qk_half_from_columns(
    float *colors, const int16_t *row, int32_t count, int64_t place, int64_t step, int32_t first,
    const float factors[4]) {
  QK_CALL(half_from_columns, colors, row, count, place, step, first, factors);
}

void qk_half_tint(float *colors, const float factors[4], int32_t count) {
  QK_CALL(half_tint, colors, factors, count);
}

void qk_half_mix(float *colors, const float *others, float share, int32_t count) {
  QK_CALL(half_mix, colors, others, share, count);
}

void qk_half_sample_line(
    float *colors, const qk_texels *texels, const void *upper, const void *lower, float fraction,
    int64_t place, int64_t step, int32_t count) {
  QK_CALL(half_sample_line, colors, texels, upper, lower, fraction, place, step, count);
}

void qk_half_sample_places(
    float *colors, const qk_texels *texels, const qk_place_row *row, const qk_sampling *sampling,
    int32_t x, int32_t count) {
  QK_CALL(half_sample_places, colors, texels, row, sampling, x, count);
}

void qk_half_ramp(float *colors, const qk_ramp *ramp, const float *parameters, int32_t count) {
  QK_CALL(half_ramp, colors, ramp, parameters, count);
}

void qk_float_add_lines(
    float *sum, const float *a, const float *b, float weight, int32_t count) {
  QK_CALL(float_add_lines, sum, a, b, weight, count);
}

void qk_half_add_lines(float *sum, const void *a, const void *b, float weight, int32_t count) {
  QK_CALL(half_add_lines, sum, a, b, weight, count);
}

void qk_float_halve(float *result, const float *line, int32_t count) {
  QK_CALL(float_halve, result, line, count);
}

void qk_float_double(float *result, const float *line, int32_t count) {
  QK_CALL(float_double, result, line, count);
}

int32_t qk_half_make_finite(void *memory, ptrdiff_t count) {
  uint8_t *bytes = memory;
  int32_t found = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    uint16_t half;
    memcpy(&half, bytes + 2 * i, 2);
    if ((half & 0x7C00u) != 0x7C00u) continue;
    found = 1;
    half = half & 0x3FFu ? 0 : (uint16_t)((half & 0x8000u) | 0x7BFFu);
    memcpy(bytes + 2 * i, &half, 2);
  }
  return found;
}
