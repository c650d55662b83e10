// Rings between two rectangles, rounded or not, in one colour.
// Licensed under the MIT license; see LICENSE.
//
// kind border borders
//   | One draw of kind `border`: the ring between two rectangles, rounded or not, in one colour.
//
// variant general | The shape has a space of its own.
// variant rounded
//   | A corner of the outer or inner edge has a radius, or a side is shorter than a pixel.
// variant circular needs rounded without general
//   | All corners of an edge are circles of one radius, at most half of the sides.
//
// fields shape.glsl
// field color vec4 | Premultiplied, sRGB-encoded, opacity folded in.
// field innerRect vec4 as inner
//   | minX, minY, maxX, maxY of the inner edge, in shape space; empty where the ring is full.
// field innerRadiiX vec4 if rounded | Horizontal corner radii of the inner edge in shape space.
// field innerRadiiY vec4 if rounded | Vertical corner radii of the inner edge in shape space.

#include "quad.glsl"
#include "clip.glsl"
#include "shape.glsl"

#ifdef VERTEX
#ifdef BOXED
CONSTANT out vec4 innerBox;
#endif

void main() {
  placeQuad();
  placeShape();
#ifdef BOXED
  innerBox = boxOf(innerRectIn);
#endif
  passRecord();
}
#else
#ifdef BOXED
CONSTANT in vec4 innerBox;
#endif

/// The coverage of the hole at a position of shape space.
float innerCoverage(Position position) {
#if defined(BOXED) && defined(CIRCULAR)
  return boxCircularCoverage(position.l, innerBox, innerRadiiX.x);
#elif defined(BOXED)
  return boxCoverage(position.l, innerBox);
#elif defined(ROUNDED)
  return roundedCoverage(softened(position), innerRect, innerRadiiX, innerRadiiY);
#else
  return generalCoverage(softened(position), innerRect);
#endif
}

void main() {
  vec2 p = pixelCentre();
  Position position = shapePosition(p);
  float ring = max(shapeCoverage(position) - innerCoverage(position), 0.0);
  drawOver(color * (ring * clipCoverage(p)));
}
#endif
