// The pixels of another surface, in place.
// Licensed under the MIT license; see LICENSE.
//
// kind composite composites | One draw of kind `composite`: the pixels of another surface, in place.
//
// variant masked | The alpha of a third surface multiplies, pixel by pixel.
// variant backdrop without blends
//   | The target's pixels were copied to a texture, for drivers that let no shader read the target.
// variant swapped | Red and blue are exchanged in all textures and targets.
// variant anyMode | How it mixes is a uniform, `mode`.
// number mode 28 without anyMode | How it mixes, as `CompositingMode` counts; without it, source-over.
//
// field opacity float | Multiplies all four components of the surface's pixels, 0...1.
// input origins vec4
//   | The texels of output pixel (0, 0): x, y in the surface's texture, x, y in the mask's.

#include "quad.glsl"
#include "clip.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
#include "blend.glsl"

uniform highp sampler2D image;
#ifdef MASKED
uniform highp sampler2D mask;
#endif

void main() {
  vec2 p = pixelCentre();
  vec4 texel = texelFetch(image, ivec2(p + origins.xy), 0);
  float coverage = clipCoverage(p);
#ifdef MASKED
  coverage *= texelFetch(mask, ivec2(p + origins.zw), 0).a;
#endif
#ifdef MODE
  drawBlended(texel * opacity, coverage, p);
#elif defined(MASKED)
  drawOver(nearestBytes(nearestBytes(texel * opacity) * coverage));
#else
  drawOver(nearestBytes(texel * opacity) * coverage);
#endif
}
#endif
