// One step of a Gaussian blur along one axis.
// Licensed under the MIT license; see LICENSE.
//
// QuartzRaster's GaussianBlur.swift says how a blur is made of steps: the picture is halved some
// times, blurred, and doubled as often. All steps are filters along one axis; they have indexes of
// the picture's pixels at their level, 0 being the pixel at the blurred surface's origin. What lies
// outside of what the source has is clear.
//
// Between steps a number has 16 bits: v = red + green / 255, both bytes.
//
// shader blur | One step of a blur.
//
// variant halved | The binomial 1 4 6 4 1 at every second pixel.
// variant doubled without halved | The binomial between and on the pixels of half as many.
// variant first | The source is a picture, whose alpha is taken; else it is of a step before.
// variant last | The result is a byte.
//
// field origins vec4
//   | Index of the pixel at the target's origin: x, y; the same of the source's texture.
// field span vec4 | 1, 0 along x or 0, 1 along y; first index and end of what the source has there.
// field kernel vec4
//   | What the Gaussian weighs at its centre; q and q q, where it weighs q^(k k) times that at the
//   | distance k; the largest k.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
/// Where the line through this fragment's pixel begins in the source's texture.
ivec2 lineStart;
ivec2 lineStep;
/// The first index that the source has on the line, and the last one.
ivec2 ends;

uniform highp sampler2D image;

/// The number with an index on the line.
float number(int index) {
  int inside = clamp(index, ends.x, ends.y);
  vec4 texel = texelFetch(image, lineStart + lineStep * inside, 0);
#ifdef FIRST
  float value = texel.a;
#else
  float value = texel.r + texel.g * (1.0 / 255.0);
#endif
  return index == inside ? value : 0.0;
}

void main() {
  ivec2 at = ivec2(floor(pixelCentre())) + ivec2(origins.xy);
  lineStep = ivec2(span.xy);
  lineStart = at * (1 - lineStep) - ivec2(origins.zw);
  ends = ivec2(span.zw) - ivec2(0, 1);
  int index = lineStep.x == 1 ? at.x : at.y;
#if defined(HALVED)
  int middle = index * 2;
  float far = number(middle - 2) + number(middle + 2);
  float near = number(middle - 1) + number(middle + 1);
  float value = (far + 4.0 * near + 6.0 * number(middle)) * (1.0 / 16.0);
#elif defined(DOUBLED)
  int middle = index >> 1;
  float left = number(middle - 1);
  float own = number(middle);
  float right = number(middle + 1);
  float value =
    (index & 1) == 0 ? (left + 6.0 * own + right) * (1.0 / 8.0) : (own + right) * 0.5;
#else
  float weight = kernel.x;
  float factor = kernel.y;
  float value = weight * number(index);
  int radius = int(kernel.w);
  for (int k = 1; k <= radius; k++) {
    weight *= factor;
    factor *= kernel.z;
    value += weight * (number(index - k) + number(index + k));
  }
#endif
#ifdef LAST
  fragment = vec4(value);
#else
  float scaled = clamp(value, 0.0, 1.0) * 255.0;
  float whole = floor(scaled);
  fragment = vec4(whole * (1.0 / 255.0), scaled - whole, 0.0, 0.0);
#endif
}
#endif
