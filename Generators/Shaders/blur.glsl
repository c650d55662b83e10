// One step of a Gaussian blur along one axis.
// Licensed under the MIT license; see LICENSE.
//
// QuartzRaster's GaussianBlur.swift says how a blur is made of steps: the picture is halved some
// times, blurred, and doubled as often. All steps are filters along one axis; they have indexes of
// the picture's pixels at their level, 0 being the pixel at the blurred surface's origin. Pixels
// outside of the source are clear.
//
// Between steps numbers are words of 8.7 bits in textures of integers. All sums are exact and
// rounded where GaussianBlur rounds, so the bytes are the same.
//
// Extended colours are floats between steps, with the same weights and no roundings.
//
// shader blur | One step of a blur.
//
// variant halved | The binomial 1 4 6 4 1 at every second pixel.
// variant doubled without halved | The binomial between and on the pixels of half as many.
// variant first without doubled extended | The source is a picture of bytes; else it is of a step before.
// variant words without extended | The result is words, for a later step; else it is bytes.
// variant colors | All four channels are blurred, and not alpha alone.
//
// field origins vec4
//   | Index of the pixel at the target's origin: x, y; the same of the source's texture.
// field span vec4 | 1, 0 along x or 0, 1 along y; first index and end of what the source has there.
// field radius float unless halved doubled | The largest distance with a weight.
// field weights0 vec4 unless halved doubled
//   | Weights of the pixels at the distances 0 to 3, in 32768ths; with both sides they add up to
//   | 32768.
// field weights1 vec4 unless halved doubled | Weights at the distances 4 to 7.
// field weights2 vec4 unless halved doubled | Weights at the distances 8 to 11.
// field weights3 vec4 unless halved doubled | Weights at the distances 12 to 15.
// field weights4 vec4 unless halved doubled | The weight at the distance 16, and nothing.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
// Whether the numbers are floats: alpha alone has bytes in any range.
#if defined(EXTENDED) && defined(COLORS)
#define IS_FLOAT
#endif

#if defined(IS_FLOAT)
#define Words vec4
#elif defined(COLORS)
#define Words ivec4
#else
#define Words int
#endif

/// Where the line through this fragment's pixel begins in the source's texture.
ivec2 lineStart;
ivec2 lineStep;
/// The first index that the source has on the line, and the last one.
ivec2 ends;

#if defined(FIRST) || defined(IS_FLOAT)
uniform highp sampler2D image;
#else
uniform highp usampler2D image;
#endif

/// The channels of a pixel with an index on the line: bytes in the first step, else words.
Words words(int index) {
  int inside = clamp(index, ends.x, ends.y);
  if (index != inside) return Words(0);
#if defined(IS_FLOAT)
  return texelFetch(image, lineStart + lineStep * inside, 0);
#elif defined(FIRST) && defined(COLORS)
  return ivec4(texelFetch(image, lineStart + lineStep * inside, 0) * 255.0 + 0.5);
#elif defined(FIRST)
  return int(texelFetch(image, lineStart + lineStep * inside, 0).a * 255.0 + 0.5);
#elif defined(COLORS)
  return ivec4(texelFetch(image, lineStart + lineStep * inside, 0));
#else
  return int(texelFetch(image, lineStart + lineStep * inside, 0).r);
#endif
}

#ifndef IS_FLOAT
Words halfSum(Words a, Words b) { return (a + b + 1) >> 1; }
#endif

void main() {
  ivec2 at = ivec2(floor(pixelCentre())) + ivec2(origins.xy);
  lineStep = ivec2(span.xy);
  lineStart = at * (1 - lineStep) - ivec2(origins.zw);
  ends = ivec2(span.zw) - ivec2(0, 1);
  int index = lineStep.x == 1 ? at.x : at.y;
#if defined(HALVED)
  int middle = index * 2;
  Words a = words(middle - 2);
  Words b = words(middle - 1);
  Words c = words(middle);
  Words d = words(middle + 1);
  Words e = words(middle + 2);
#if defined(IS_FLOAT)
  Words value = (a + e + 4.0 * (b + d) + 6.0 * c) * (1.0 / 16.0);
#elif defined(FIRST)
  // Along y sixteen bytes are summed exactly. Along x the bytes are made words first.
  Words value = lineStep.y == 1
    ? (a + e + 4 * (b + d) + 6 * c) << 3
    : halfSum(halfSum(halfSum(halfSum(a << 7, e << 7), c << 7), c << 7),
        halfSum(b << 7, d << 7));
#else
  Words value = halfSum(halfSum(halfSum(halfSum(a, e), c), c), halfSum(b, d));
#endif
#elif defined(DOUBLED)
  int middle = index >> 1;
  Words own = words(middle);
  Words right = words(middle + 1);
#ifdef IS_FLOAT
  Words value = (own + right) * 0.5;
  if ((index & 1) == 0) value = (words(middle - 1) + right + 6.0 * own) * 0.125;
#else
  Words value = halfSum(own, right);
  if ((index & 1) == 0) {
    value = own + ((halfSum(words(middle - 1), right) - own + 2) >> 2);
  }
#endif
#else
  vec4 weights[5] = vec4[5](weights0, weights1, weights2, weights3, weights4);
  int last = int(radius);
#ifdef IS_FLOAT
  Words sum = words(index) * weights0.x;
  for (int k = 1; k <= last; k++) {
    sum += (words(index - k) + words(index + k)) * weights[k >> 2][k & 3];
  }
#else
  Words sum = words(index) * int(weights0.x);
  for (int k = 1; k <= last; k++) {
    sum += (words(index - k) + words(index + k)) * int(weights[k >> 2][k & 3]);
  }
#endif
#if defined(IS_FLOAT)
  Words value = sum * (1.0 / 32768.0);
#elif defined(FIRST) && defined(WORDS)
  Words value = (sum + 128) >> 8;
#elif defined(FIRST)
  Words value = sum;
#elif !defined(WORDS)
  Words value = (sum + (1 << 21)) >> 22;
#else
  Words value = (sum + (1 << 14)) >> 15;
#endif
#endif
#if defined(IS_FLOAT)
  fragment = value;
#elif !defined(WORDS)
#if defined(HALVED) || defined(DOUBLED)
  value = (value + 64) >> 7;
#endif
  fragment = vec4(value) * (1.0 / 255.0);
#elif defined(COLORS)
  fragment = uvec4(value);
#else
  fragment = uvec4(value, 0, 0, 0);
#endif
}
#endif
