// The innermost loops of gradients, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// Parameters are the values of t at the pixels; NaN marks pixels outside of the gradient.
// ReferenceGradients.swift has each kernel again in plain Swift, and a test holds the two equal.
// Nothing outside of the counts is read or written.
#pragma once

#include <stdint.h>

/// Between segments[k].start and the next one's the colour is base + slope · t.
typedef struct {
  float start;
  float base[4], slope[4];
} qk_segment;

typedef struct {
  /// In order; the first one holds from minus infinity on.
  const qk_segment *segments;
  int32_t count;
  /// Whether colours are to be multiplied by alpha.
  uint8_t straight;
  /// Whether the gradient continues below 0 and above 1.
  uint8_t before, after;
  /// Whether all components are in 0...1, with errors far below half a level.
  uint8_t within_unit;
} qk_ramp;

/// The circles of a radial gradient, as in RadialGradient.swift.
typedef struct {
  double x, y, radius, growth, a;
  uint8_t before, after;
} qk_circles;

// Pixel i of `count` has the index k = from + i.

/// first + step · k.
void qk_axial_parameters(float *result, float first, float step, int32_t from, int32_t count);
/// The angle of (x + dx · k, y + dy · k), in full turns.
void qk_conic_parameters(
    float *result, float x, float y, float dx, float dy, int32_t from, int32_t count);
/// The circle that is on top at (x + dx · k, y + dy · k).
void qk_radial_parameters(
    float *result, const qk_circles *circles, double x, double y, double dx, double dy,
    int32_t from, int32_t count);
/// Premultiplied words; 0 where the gradient is not.
void qk_ramp_words(uint32_t *words, const qk_ramp *ramp, const float *parameters, int32_t count);
