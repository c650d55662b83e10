// The colours of an image that is planes of Y, Cb and Cr.
// Licensed under the MIT license; see LICENSE.
//
// CQuartzVideo.h has the arithmetic, in whole numbers; the bytes are the same. Samples are bytes of
// textures: of one component, or of two for more than 8 bits, the lower byte first.
//
// shader planes | The colours of an image's samples.
//
// field size vec4 | The image's width and height; the columns and rows of chroma.
// field halves vec4
//   | Whether chroma has half the samples along x, y; whether these lie between pixels along x, y.
// field form vec4
//   | Bytes of a sample; bits that are dropped from it; the largest sample; 0 for a texture each of
//   | Cb and Cr, 1 for one of both, 2 for one with Cr first.
// field luma vec4 | Offset and scale of Y; shift; 1 if red and blue are exchanged in the target.
// field chroma vec4 | Offset of Cb and Cr; weight of Cr in red; of Cb and Cr in green, negative.
// field blue vec4 | The weight of Cb in blue, and nothing.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
/// Y.
uniform highp sampler2D image;
/// Cb, or both.
uniform highp sampler2D mask;
/// Cr.
uniform highp sampler2D below;

/// A sample of its bytes.
int number(vec2 bytes) {
  ivec2 parts = ivec2(bytes * 255.0 + 0.5);
  int value = parts.x;
  if (form.x > 1.5) value += parts.y * 256;
  return min(value >> int(form.y), int(form.z));
}

/// Cb and Cr of a place in their planes.
ivec2 samplesAt(ivec2 at) {
  vec4 first = texelFetch(mask, at, 0);
  if (form.w < 0.5) return ivec2(number(first.rg), number(texelFetch(below, at, 0).rg));
  ivec2 both = form.x > 1.5
    ? ivec2(number(first.rg), number(first.ba))
    : ivec2(number(first.rr), number(first.gg));
  return form.w > 1.5 ? both.yx : both;
}

/// The two samples of an axis that a pixel takes, and the weight of the first in quarters.
ivec3 taps(int pixel, int count, float isHalved, float isBetween) {
  if (isHalved < 0.5) return ivec3(pixel, pixel, 4);
  int near = pixel >> 1;
  bool isOdd = (pixel & 1) == 1;
  int after = min(near + 1, count - 1);
  if (isBetween > 0.5) {
    return isOdd ? ivec3(near, after, 3) : ivec3(max(near - 1, 0), near, 1);
  }
  return isOdd ? ivec3(near, after, 2) : ivec3(near, near, 4);
}

void main() {
  ivec2 at = ivec2(floor(pixelCentre()));
  ivec3 across = taps(at.x, int(size.z), halves.x, halves.z);
  ivec3 down = taps(at.y, int(size.w), halves.y, halves.w);
  ivec2 above = across.z * samplesAt(ivec2(across.x, down.x))
    + (4 - across.z) * samplesAt(ivec2(across.y, down.x));
  ivec2 under = across.z * samplesAt(ivec2(across.x, down.y))
    + (4 - across.z) * samplesAt(ivec2(across.y, down.y));
  ivec2 mixed = (down.z * above + (4 - down.z) * under + 8) >> 4;
  int shift = int(luma.z);
  ivec2 c = mixed - int(chroma.x);
  int y = int(luma.y) * (number(texelFetch(image, at, 0).rg) - int(luma.x)) + (1 << (shift - 1));
  ivec3 color = ivec3(
    y + int(chroma.y) * c.y,
    y - int(chroma.z) * c.x - int(chroma.w) * c.y,
    y + int(blue.x) * c.x
  );
  vec3 bytes = vec3(clamp(color >> shift, 0, 255)) * (1.0 / 255.0);
  fragment = vec4(luma.w > 0.5 ? bytes.bgr : bytes, 1.0);
}
#endif
