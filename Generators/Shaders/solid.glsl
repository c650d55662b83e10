// Rectangles, rounded or not, in one colour.
// Licensed under the MIT license; see LICENSE.
//
// kind solid solids | One draw of kind `solid`: a rectangle, rounded or not, in one colour.
//
// variant general | The shape has a space of its own.
// variant rounded | A corner has a radius, or a side is shorter than a pixel.
// variant circular needs rounded without general
//   | All corners of an edge are circles of one radius, at most half of the sides.
// variant covered without general rounded | The shape covers every pixel of the quad.
//
// fields shape.glsl unless covered
// field color vec4 | Premultiplied, sRGB-encoded, opacity folded in.

#include "quad.glsl"
#include "clip.glsl"
#include "shape.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  placeShape();
  passRecord();
}
#else
void main() {
#if defined(COVERED) && !defined(IS_CLIPPED)
  drawOver(color);
#else
  vec2 p = pixelCentre();
  drawOver(color * (shapeCoverage(shapePosition(p)) * clipCoverage(p)));
#endif
}
#endif
