// Solids, borders and images in one draw call, for layers of all sorts that lie on top of each other.
// Licensed under the MIT license; see LICENSE.
//
// Layers that overlap must be drawn in their order, so where kinds alternate every change of kind
// would cost a draw call. This shader draws all of them: a solid is a ring without a hole, a ring is
// an image that is white everywhere. It costs more for each pixel than the shader of the kind, and
// is taken where the draw calls would cost more (BatchPlanner.swift).
//
// shader mixed | A solid, border or image in the form that one shader can draw.
//
// variant general | The shape has a space of its own.
//
// field rect vec4 | minX, minY, maxX, maxY of the shape, in shape space.
// field radiiX vec4 | Horizontal corner radii in shape space.
// field radiiY vec4 | Vertical corner radii in shape space.
// field inverse1 vec4 if general
//   | Rows of the map (x, y, 1) of output pixels -> homogeneous shape space; the fourth is unused.
// field inverse2 vec4 if general
// field inverse3 vec4 if general
// field color vec4
//   | Multiplies the premultiplied texel: premultiplied, sRGB-encoded, opacity folded in.
// field innerRect vec4 | minX, minY, maxX, maxY of the hole in the shape, in shape space; or empty.
// field innerRadiiX vec4 | Horizontal corner radii of the hole in shape space.
// field innerRadiiY vec4 | Vertical corner radii of the hole in shape space.
// field texelMap vec4
//   | Shape space -> texels of the texture: scale x, scale y, offset x, offset y.
// field texelRect vec4
//   | minX, minY, maxX, maxY of the texels that may be sampled, or empty where all are white.

// Any corners, so that it takes all shapes.
#define ROUNDED
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
#include "sampling.glsl"

void main() {
  vec2 p = pixelCentre();
  Place place = shapePlace(p);
  vec4 mixed = mixedTexel(place.l * texelMap.xy + texelMap.zw, texelRect);
  vec4 texel = texelRect.z > texelRect.x ? mixed : vec4(1.0);
  float outer = roundedCoverage(place, rect, radiiX, radiiY);
  float inner = roundedCoverage(place, innerRect, innerRadiiX, innerRadiiY);
  drawOver(texel * color * (max(outer - inner, 0.0) * clipCoverage(p)));
}
#endif
