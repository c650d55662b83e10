// Solids, borders, images and coverage in one draw call, for layers that lie on top of each other.
// Licensed under the MIT license; see LICENSE.
//
// Layers that overlap must be drawn in their order, so where kinds alternate every change of kind
// would cost a draw call. This shader draws all of them: a solid is a ring without a hole, a ring
// is an image that is white everywhere. It costs more for each pixel than the shader of the kind,
// and is taken where the draw calls would cost more (BatchPlanner.swift).
//
// shader mixed | A solid, border, image or coverage in the form that one shader can draw.
//
// variant general | The shape has a space of its own.
// variant covering | Some are coverage: bytes of a second texture instead of an image.
//
// fields shape.glsl
// field color vec4
//   | Multiplies the premultiplied texel: premultiplied, sRGB-encoded, opacity folded in.
// field innerRect vec4 | minX, minY, maxX, maxY of the hole in the shape, in shape space; or empty.
// field innerRadiiX vec4 | Horizontal corner radii of the hole in shape space.
// field innerRadiiY vec4 | Vertical corner radii of the hole in shape space.
// field texelMap vec4
//   | Shape space -> texels from the first one that may be sampled: scale x, scale y, offset x,
//   | offset y.
// field texelRect vec4
//   | minX, minY, maxX, maxY of the texels that may be sampled, or empty where all are white.
// field sliceEdges vec4 if covering
//   | First x, first y, last x, last y of the middle part, in shape space.
// field stretch vec4 if covering
//   | Texels for each unit of the middle part: x, y; 1 if the texels are coverage; 0.

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
#ifdef COVERING
#include "bytes.glsl"
#include "stretch.glsl"

uniform highp sampler2D coverages;
#endif

void main() {
  vec2 p = pixelCentre();
  Position position = shapePosition(p);
  float outer = roundedCoverage(position, rect, radiiX, radiiY);
  float inner = roundedCoverage(softened(position), innerRect, innerRadiiX, innerRadiiY);
  float covered = max(outer - inner, 0.0) * clipCoverage(p);
  // Each kind is rounded as by its own shader, so that it has the same bytes in every batch.
#ifdef COVERING
  vec2 t = stretchedTexel(position.l, texelMap, sliceEdges, stretch.xy);
  if (stretch.z > 0.5) {
    drawOver(nearestBytes(color * (mixedByte(coverages, t, texelRect) * covered)));
    return;
  }
#else
  vec2 t = position.l * texelMap.xy + texelMap.zw;
#endif
  bool isImage = texelRect.z > texelRect.x;
  vec4 source = isImage ? nearestBytes(mixedTexel(t, texelRect) * color) : color;
  drawOver(source * covered);
}
#endif
