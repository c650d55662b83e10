// Rings between two rectangles, rounded or not, in one colour.
// Licensed under the MIT license; see LICENSE.
//
// kind border
//   | One draw of kind `border`: the ring between two rectangles, rounded or not, in one colour.
//
// variant general | The shape has a space of its own.
// variant rounded | A corner of the outer or inner edge has a radius.
//
// field rect vec4 | minX, minY, maxX, maxY of the outer edge, in shape space.
// field radiiX vec4 if rounded | Horizontal corner radii of the outer edge in shape space.
// field radiiY vec4 if rounded | Vertical corner radii of the outer edge in shape space.
// field inverse1 vec4 if general
//   | Rows of the map (x, y, 1) of output pixels -> homogeneous shape space; the fourth is unused.
// field inverse2 vec4 if general
// field inverse3 vec4 if general
// field color vec4 | Premultiplied, sRGB-encoded, opacity folded in.
// field innerRect vec4
//   | minX, minY, maxX, maxY of the inner edge, in shape space; empty where the ring is full.
// field innerRadiiX vec4 if rounded | Horizontal corner radii of the inner edge in shape space.
// field innerRadiiY vec4 if rounded | Vertical corner radii of the inner edge in shape space.

#include "quad.glsl"
#include "clip.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
#include "shape.glsl"

void main() {
  vec2 p = pixelCentre();
  Place place = shapePlace(p);
#ifdef ROUNDED
  float inner = roundedCoverage(place, innerRect, innerRadiiX, innerRadiiY);
#else
  float inner = rectCoverage(place, innerRect);
#endif
  fragment = color * (max(shapeCoverage(place) - inner, 0.0) * clipCoverage(p));
}
#endif
