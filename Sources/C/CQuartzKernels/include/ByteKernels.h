// The innermost loops of drawing bytes of coverage, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// CoverageSampler.swift explains the arithmetic, and has each kernel's formula in plain Swift; a
// test holds the two equal. `step` is the number of bytes from one texel to the next. Nothing
// outside of the counts is read or written; any alignment will do.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes of coverage and the texels of them that may be sampled.
typedef struct {
  const uint8_t *base;
  ptrdiff_t row_bytes, step;
  int32_t min_x, min_y, last_x, last_y;
} qk_bytes;

/// Where shape space is mapped to texels in three parts: a unit of the middle one, from `first` to
/// `last`, is `stretch` texels.
typedef struct {
  float first[2], last[2], stretch[2];
} qk_middle;

/// Bytes as factors.
void qk_byte_factors(uint16_t *factors, const uint8_t *bytes, ptrdiff_t step, int32_t count);
/// Two rows of bytes mixed by a fraction of 15 bits; the result in 8.7 bits.
void qk_mix_bytes(
    int16_t *result, const uint8_t *upper, const uint8_t *lower, ptrdiff_t step, int32_t count,
    int16_t fraction);
/// Factors from a row in 8.7 bits: pixel i mixes the texels at place + i · step and right of it;
/// the row's first texel is the texel `first`.
void qk_column_factors(
    uint16_t *factors, const int16_t *row, int32_t count, int64_t place, int64_t step,
    int32_t first);
/// Bytes in any place, mixed linearly, in three parts unless `middle` is null; pixel i is at x + i
/// of the row. Factors are 0 behind the eye.
void qk_sample_bytes(
    uint16_t *factors, const qk_bytes *bytes, const qk_place_row *row, const qk_middle *middle,
    int32_t x, int32_t count);
/// Products of factors, in place of `a`.
void qk_factor_products(uint16_t *a, const uint16_t *b, int32_t count);
/// Factors as bytes, rounded to nearest.
void qk_bytes_from_factors(uint8_t *bytes, const uint16_t *factors, int32_t count);
