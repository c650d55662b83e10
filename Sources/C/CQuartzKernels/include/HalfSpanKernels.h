// The innermost loops of drawing half-precision pixels, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// Pixels are four half-precision numbers R, G, B, A: extended sRGB, encoded, premultiplied; rows
// may lie at any address. Colours are four Float numbers of the same meaning. Masks are factors of
// 16 bits, 65535 being 1; k is the factor as a number in 0...1. Each operation is rounded by
// itself, none is fused, and
//
//     over(s, d, k) = s k + d (1 - s.alpha k)
//
// is stored rounded to nearest, halves to even, kept within ±65504. Numbers that come in are
// finite, but for pixels under opaque ones, which count as 0. Nothing outside of the counts is read
// or written.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// `rows` rows of one colour, `row_bytes` apart: `left` pixels through `left_mask`, `middle` ones
/// with one factor, `right` ones through `right_mask`.
void qk_half_solid_rows(
    void *pixels, ptrdiff_t row_bytes, int32_t rows, const float color[4],
    const uint16_t *left_mask, int32_t left, uint16_t factor, int32_t middle,
    const uint16_t *right_mask, int32_t right);
/// Colours over pixels, through a mask if there is one.
void qk_half_over(void *pixels, const float *colors, const uint16_t *mask, int32_t count);
/// Colours as pixels.
void qk_half_store(void *pixels, const float *colors, int32_t count);
/// Pixels times an opacity over pixels, through a mask if there is one.
void qk_half_composite(
    void *pixels, const void *source, float opacity, const uint16_t *mask, int32_t count);
/// The alphas of pixels as factors, rounded to nearest.
void qk_half_alphas(uint16_t *factors, const void *pixels, int32_t count);
/// The same as bytes.
void qk_half_alpha_bytes(uint8_t *bytes, const void *pixels, int32_t count);

/// Words of R, G, B, A bytes as colours, each channel times its factor.
void qk_half_from_words(
    float *colors, const uint32_t *words, const float factors[4], int32_t count);
/// Sources of 8.8 bits as colours, each channel times its factor.
void qk_half_from_sources(
    float *colors, const uint16_t *sources, const float factors[4], int32_t count);
/// The same from a row of texels in 8.7 bits: pixel i mixes the texels at place + i · step and
/// right of it; the row's first texel is the texel `first`.
void qk_half_from_columns(
    float *colors, const int16_t *row, int32_t count, int64_t place, int64_t step, int32_t first,
    const float factors[4]);
/// Colours times one factor for each channel, in place.
void qk_half_tint(float *colors, const float factors[4], int32_t count);
/// Colours mixed with others by a share of 0...1, in place of the first ones.
void qk_half_mix(float *colors, const float *others, float share, int32_t count);

/// Colours of half-precision texels: pixel i mixes the texels at place + i · step (32 bits after
/// the point) and right of it, of two rows whose shares are 1 - `fraction` and `fraction`. Columns
/// are clamped to those that may be sampled.
void qk_half_sample_line(
    float *colors, const qk_texels *texels, const void *upper, const void *lower, float fraction,
    int64_t place, int64_t step, int32_t count);
/// Half-precision texels in any place; pixel i is at x + i of the row.
void qk_half_sample_places(
    float *colors, const qk_texels *texels, const qk_place_row *row, const qk_sampling *sampling,
    int32_t x, int32_t count);
/// The premultiplied colours of a ramp, neither clamped nor rounded; clear where the gradient is
/// not.
void qk_half_ramp(float *colors, const qk_ramp *ramp, const float *parameters, int32_t count);

// Blurs: lines of Float numbers, four for each pixel.

/// sum + (a + b) · weight for each number, in place of `sum`.
void qk_float_add_lines(
    float *sum, const float *a, const float *b, float weight, int32_t count);
/// The same of pixels; `count` is their number.
void qk_half_add_lines(
    float *sum, const void *a, const void *b, float weight, int32_t count);
/// (a + 4 b + 6 c + 4 d + e) / 16 of the five pixels around each second one: result i is about
/// pixel 2 i of the line, which has two pixels before and behind those.
void qk_float_halve(float *result, const float *line, int32_t count);
/// Pixels 2 i as (a + 6 b + c) / 8 about pixel i of the line, those at 2 i + 1 as the mean of i and
/// i + 1; the line has a pixel before its first, and one behind. `count` is the number of results.
void qk_float_double(float *result, const float *line, int32_t count);

/// Replaces NaN by 0, infinities by ±65504, in place.
///
/// Returns whether there were any.
int32_t qk_half_make_finite(void *halves, ptrdiff_t count);
