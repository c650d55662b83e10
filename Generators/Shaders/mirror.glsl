// A picture continued beyond its edges by its mirror images.
// Licensed under the MIT license; see LICENSE.
//
// shader mirror | A surface continued beyond its edges.
//
// field source vec4
//   | From target pixels to the source's pixels, its first being 0: x, y; then its size.
// field origin vec4 | The first of the source's texels: x, y; nothing else.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
uniform highp sampler2D image;

void main() {
  ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
  ivec2 size = ivec2(source.zw);
  ivec2 period = size * 2;
  // Mirrored at 0 first: the remainder of a negative number is undefined.
  at = max(at, -1 - at) % period;
  at = min(at, period - 1 - at);
  fragment = texelFetch(image, at + ivec2(origin.xy), 0);
}
#endif
