// The innermost loops of comparing colours, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// PerceptualDistance.swift explains the formulas and has them again in plain Swift; a test holds
// the two equal. Numbers are doubles in columns, one for each colour; `count` is rounded up to a
// multiple of eight, and columns are as long.
#pragma once

#include <stdint.h>

/// Colours in columns: linear red, green and blue of sRGB's primaries, which may leave 0 ... 1, or
/// L*, a* and b* relative to D65.
typedef struct {
  double *_Nonnull first, *_Nonnull second, *_Nonnull third;
} qk_colors;

/// The number of intervals of `qk_delta_e` from a hue of 275 degrees to the opposite one.
#define QK_BLUE_INTERVALS 1024

/// The light of premultiplied words over a grey byte, red in the lowest byte; `light` is that of
/// each byte. Not rounded up to whole vectors.
void qk_light_of_words(
    qk_colors colors, const uint32_t *_Nonnull words, const double *_Nonnull light, uint32_t gray,
    int32_t count);

/// Linear light becomes L*, a*, b*.
void qk_lab(qk_colors colors, int32_t count);

/// CIEDE2000 of pairs of colours in L*, a*, b*.
///
/// `blue` has four coefficients, from that of t^0 on, for each interval of 1 - cos(hue - 275
/// degrees), 0 ... 2, t being 0 ... 1 in an interval: the sine of the formula's rotation. A result
/// is below 0 for opposite hues, whose mean is not computed here; returns whether there is such a
/// result.
int32_t qk_delta_e(
    double *_Nonnull result, qk_colors one, qk_colors other, const double *_Nonnull blue,
    int32_t count);
