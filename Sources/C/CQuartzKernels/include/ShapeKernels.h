// Solids in axis-aligned shapes, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// CoverageRuns.swift has the same by runs, for draws whose pixels have no common colour, and
// RasterShape.swift the formula for one pixel.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A rectangle with elliptical corners.
typedef struct {
  /// minX, minY, maxX, maxY.
  float rect[4];
  /// minX-minY, maxX-minY, minX-maxY, maxX-maxY.
  float radii_x[4], radii_y[4];
} qk_shape;

/// The covered part: a shape, less another one, times a third one.
typedef struct {
  qk_shape outer, inner, clip;
  /// Which of them there are; without the outer one everything is covered.
  int32_t has_outer, has_inner, has_clip;
} qk_shapes;

/// Pixels min_x <= x < max_x, min_y <= y < max_y.
typedef struct {
  int32_t min_x, min_y, max_x, max_y;
} qk_area;

/// Blends a flat source over an area through shapes. `pixels` is the pixel (min_x, min_y); rows are
/// `stride` pixels apart.
void qk_solid_shapes(
    uint32_t *pixels, ptrdiff_t stride, const qk_area *area, const uint16_t source[4],
    const qk_shapes *shapes);

/// The same over pixels of half floats; rows are `row_bytes` apart.
void qk_half_solid_shapes(
    void *pixels, ptrdiff_t row_bytes, const qk_area *area, const float color[4],
    const qk_shapes *shapes);
