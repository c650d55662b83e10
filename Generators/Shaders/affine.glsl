// A picture read through an affine map.
// Licensed under the MIT license; see LICENSE.
//
// AffinePicture.swift has the arithmetic.
//
// shader affine | A surface turned, scaled and moved.
//
// field across vec4
//   | The source's x of a place of the target: factors of x and y, and the number that is added, in
//   | pixels from the first of each; then the positions that are read along a row of a pixel.
// field down vec4 | The same for the source's y, and for columns.
// field source vec4 | The first of the source's texels: x, y; then the size of what it has.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
uniform highp sampler2D image;

/// A texel of the source; clear outside.
vec4 texel(ivec2 at) {
  ivec2 size = ivec2(source.zw);
  ivec2 inside = clamp(at, ivec2(0), size - 1);
  return at == inside ? texelFetch(image, inside + ivec2(source.xy), 0) : vec4(0.0);
}

/// The colour at a place of the source.
vec4 mixed(vec2 place) {
  vec2 position = clamp(place - 0.5, vec2(-2.0), source.zw + 1.0);
  vec2 low = floor(position);
  vec2 part = position - low;
  ivec2 a = ivec2(low);
  vec4 above = mix(texel(a), texel(a + ivec2(1, 0)), part.x);
  vec4 below = mix(texel(a + ivec2(0, 1)), texel(a + ivec2(1, 1)), part.x);
  return mix(above, below, part.y);
}

void main() {
  vec2 at = floor(pixelCentre());
  vec2 count = vec2(across.w, down.w);
  vec4 sum = vec4(0.0);
  for (float y = 0.5; y < count.y; y += 1.0) {
    for (float x = 0.5; x < count.x; x += 1.0) {
      vec3 place = vec3(at + vec2(x, y) / count, 1.0);
      sum += mixed(vec2(dot(across.xyz, place), dot(down.xyz, place)));
    }
  }
  fragment = nearestBytes(sum / (count.x * count.y));
}
#endif
