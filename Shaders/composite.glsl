// The pixels of another surface, in place.
// Licensed under the MIT license; see LICENSE.
//
// kind composite | One draw of kind `composite`: the pixels of another surface, in place.
//
// field opacity float | Multiplies all four components of the surface's pixels, 0...1.

#include "quad.glsl"
#include "clip.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
uniform highp sampler2D image;
/// The origin of the other surface, in output pixels.
uniform vec2 imageOrigin;

void main() {
  vec2 p = pixelCentre();
  vec4 texel = texelFetch(image, ivec2(p - imageOrigin), 0);
  drawOver(texel * (opacity * clipCoverage(p)));
}
#endif
