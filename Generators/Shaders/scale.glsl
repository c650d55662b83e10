// A picture made larger or smaller.
// Licensed under the MIT license; see LICENSE.
//
// ScaledLine.swift has the arithmetic, in whole numbers; the bytes are the same.
//
// shader scale | A surface made larger or smaller.
//
// field across vec4
//   | Where the first column lies in the source's: whole pixels, 65,536ths; the same of a step.
// field down vec4 | The same for rows.
// field source vec4 | The first of the source's texels: x, y; then the size of what it has.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
uniform highp sampler2D image;

/// The place of an index along an axis, in 256ths of the source's pixels.
int place(int index, vec4 axis) {
  uint part = uint(axis.y) + uint(index) * uint(axis.w);
  int whole = int(axis.x) + index * int(axis.z) + int(part >> 16u);
  return whole * 256 + int((part >> 8u) & 255u);
}

// The numbers of a colour: bytes, or floats where colours are extended.
#ifdef EXTENDED
#define Numbers vec4
#define Weight float
#else
#define Numbers uvec4
#define Weight uint
#endif

/// The texel at a place in the source that is nearest to one.
Numbers texel(int x, int y) {
  ivec2 at = clamp(ivec2(x, y), ivec2(0), ivec2(source.zw) - 1);
  vec4 color = texelFetch(image, at + ivec2(source.xy), 0);
#ifdef EXTENDED
  return color;
#else
  return uvec4(color * 255.0 + 0.5);
#endif
}

/// The 256ths of the source's pixels that a pixel of a smaller picture is made of.
ivec2 span(int index, vec4 axis, float size) {
  int all = int(size) * 256;
  int low = clamp(place(index, axis), 0, all - 1);
  return ivec2(low, clamp(place(index + 1, axis), low + 1, all));
}

/// The mean of the texels below a pixel of a smaller picture.
Numbers mean(ivec2 at) {
  ivec2 columns = span(at.x, across, source.z);
  ivec2 rows = span(at.y, down, source.w);
  Weight width = Weight(columns.y - columns.x);
  Weight height = Weight(rows.y - rows.x);
  Numbers sum = Numbers(0);
  for (int y = rows.x >> 8; y * 256 < rows.y; y++) {
    Numbers row = Numbers(0);
    for (int x = columns.x >> 8; x * 256 < columns.y; x++) {
      int weight = min(columns.y, x * 256 + 256) - max(columns.x, x * 256);
      row += texel(x, y) * Weight(weight);
    }
    int weight = min(rows.y, y * 256 + 256) - max(rows.x, y * 256);
#ifdef EXTENDED
    sum += row / width * float(weight);
#else
    sum += (row * 256u + width / 2u) / width * uint(weight);
#endif
  }
#ifdef EXTENDED
  return sum / height;
#else
  return (sum + height * 128u) / (height * 256u);
#endif
}

/// The mix of the four texels around a pixel of a larger picture.
Numbers mixed(ivec2 at) {
  ivec2 position = ivec2(place(at.x, across), place(at.y, down));
  ivec2 low = position >> 8;
#ifdef EXTENDED
  vec2 part = vec2(position & 255) * (1.0 / 256.0);
  vec4 above = mix(texel(low.x, low.y), texel(low.x + 1, low.y), part.x);
  vec4 below = mix(texel(low.x, low.y + 1), texel(low.x + 1, low.y + 1), part.x);
  return mix(above, below, part.y);
#else
  uvec2 part = uvec2(position & 255);
  uvec4 above = texel(low.x, low.y) * (256u - part.x) + texel(low.x + 1, low.y) * part.x;
  uvec4 below = texel(low.x, low.y + 1) * (256u - part.x) + texel(low.x + 1, low.y + 1) * part.x;
  return (above * (256u - part.y) + below * part.y + 32768u) >> 16u;
#endif
}

void main() {
  ivec2 at = ivec2(floor(pixelCentre()));
  Numbers color = across.z >= 1.0 ? mean(at) : mixed(at);
#ifdef EXTENDED
  fragment = color;
#else
  fragment = vec4(color) * (1.0 / 255.0);
#endif
}
#endif
