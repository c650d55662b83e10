// Parts of images in rectangles, rounded or not.
// Licensed under the MIT license; see LICENSE.
//
// kind image imageRecords | One draw of kind `image`: a part of an image in a rectangle, rounded or not.
//
// variant general | The shape has a space of its own.
// variant rounded | A corner has a radius, or a side is shorter than a pixel.
// variant circular needs rounded without general
//   | All corners of an edge are circles of one radius, at most half of the sides.
// variant covered without rounded | The shape covers every pixel of the quad.
// variant stretched without covered copies
//   | Shape space is mapped to texels in three parts along each axis.
// variant repeated without copies | Texels repeat outside of those that may be sampled.
// variant mipmapped without nearest copies | Two levels of smaller pictures are mixed.
// variant nearest | The nearest texel instead of a mix of four.
// variant copies without general rounded covered nearest
//   | Every pixel is exactly one texel, and the shape covers all of the quad.
//
// fields shape.glsl unless covered copies
// field color vec4 plain 1
//   | Multiplies the premultiplied texel: premultiplied, sRGB-encoded, opacity folded in.
// field texelMap vec4 as texels
//   | Shape space -> texels from the image's top left: scale x, scale y, offset x, offset y.
// field texelRect vec4 as in unless copies
//   | minX, minY, maxX, maxY of the texels that may be sampled; texel centres are clamped to it, or
//   | wrapped around in it.
// field sliceEdges vec4 if stretched
//   | First x, first y, last x, last y of the middle part, in shape space.
// field stretch vec4 if stretched | Texels for each unit of the middle part: x, y, 0, 0.
// field level float if mipmapped
//   | How often the image is halved, 0 for the image itself; between two levels both are mixed.

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
#include "stretch.glsl"

void main() {
  vec2 p = pixelCentre();
#ifdef COPIES
  vec4 texel = texelAt(ivec2(p + texelMap.zw));
  drawOver(nearestBytes(texel * color) * clipCoverage(p));
#else
  Position position = shapePosition(p);
#ifdef STRETCHED
  vec2 t = stretchedTexel(position.l, texelMap, sliceEdges, stretch.xy);
#else
  vec2 t = position.l * texelMap.xy + texelMap.zw;
#endif
#if defined(NEAREST)
  vec4 texel = nearestTexel(t, texelRect);
#elif defined(MIPMAPPED)
  vec4 texel = mipmappedTexel(t, texelRect, level);
#else
  vec4 texel = mixedTexel(t, texelRect);
#endif
  drawOver(nearestBytes(texel * color) * (shapeCoverage(position) * clipCoverage(p)));
#endif
}
#endif
