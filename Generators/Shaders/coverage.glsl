// Bytes of coverage, in one colour: paths, shadows, blurred surfaces.
// Licensed under the MIT license; see LICENSE.
//
// kind coverage coverageRecords | One draw of kind `coverage`: bytes that say how much of each place is covered, in one colour.
//
// variant general | The bytes have a space of their own.
// variant stretched without copies | Shape space is mapped to texels in three parts along each axis.
// variant copies without general gathers | Every pixel is exactly one texel.
//
// Bytes are the alpha of their texture, so that surfaces can take their place.
//
// field inverse1 vec4 if general
//   | Rows of the map (x, y, 1) of output pixels -> homogeneous shape space; the fourth is unused.
// field inverse2 vec4 if general
// field inverse3 vec4 if general
// field color vec4 | Premultiplied, sRGB-encoded, opacity folded in.
// field texelMap vec4 as texels
//   | Shape space -> texels from the top left: scale x, scale y, offset x, offset y.
// field texelRect vec4 as in unless copies
//   | minX, minY, maxX, maxY of the texels that may be sampled; texel centres are clamped to it.
// field sliceEdges vec4 if stretched
//   | First x, first y, last x, last y of the middle part, in shape space.
// field stretch vec4 if stretched | Texels for each unit of the middle part: x, y, 0, 0.

#include "quad.glsl"
#include "clip.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
#include "bytes.glsl"
#include "stretch.glsl"

uniform highp sampler2D image;

void main() {
  vec2 p = pixelCentre();
#ifdef COPIES
  float coverage = asBytes(texelFetch(image, ivec2(p + texelMap.zw), 0)).a;
  drawOver(nearestBytes(color * (coverage * clipCoverage(p))));
#else
#ifdef GENERAL
  vec3 h = p.x * inverse1.xyz + p.y * inverse2.xyz + inverse3.xyz;
  bool isVisible = h.z > 0.0;
  vec2 l = h.xy / h.z;
#else
  bool isVisible = true;
  vec2 l = p;
#endif
#ifdef STRETCHED
  vec2 t = stretchedTexel(l, texelMap, sliceEdges, stretch.xy);
#else
  vec2 t = l * texelMap.xy + texelMap.zw;
#endif
  float coverage = isVisible ? mixedByte(image, t, texelRect) : 0.0;
  drawOver(nearestBytes(color * (coverage * clipCoverage(p))));
#endif
}
#endif
