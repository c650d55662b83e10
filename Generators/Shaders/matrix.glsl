// A colour matrix.
// Licensed under the MIT license; see LICENSE.
//
// ColorMatrixKernel.swift has the arithmetic, in whole numbers; the bytes are the same. Extended
// colours are floats and have no upper limit.
//
// shader matrix | A colour matrix for each pixel of a surface.
//
// field red vec4 | Weights of red, green, blue and alpha for the result's red, times 2^shift.
// field green vec4 | The same for its green.
// field blue vec4 | The same for its blue.
// field alpha vec4 | The same for its alpha.
// field bias vec4 | The offset of each component, in 4080ths times 2^shift.
// field source vec4
//   | From target pixels to the source's texels: x, y; then the size of what the source has.
// field origin vec4 | The first of the source's texels: x, y; then shift, and nothing.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
uniform highp sampler2D image;

#ifdef EXTENDED
/// A component of the result; 1 is 1.
float component(vec4 row, vec4 color, float bias) {
  return (dot(row, color) + bias * (1.0 / 4080.0)) * exp2(-origin.z);
}

void main() {
  ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
  ivec2 inside = clamp(at, ivec2(origin.xy), ivec2(origin.xy) + ivec2(source.zw) - 1);
  vec4 color = at == inside ? texelFetch(image, inside, 0) : vec4(0.0);
  color.rgb = color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
  float opacity = clamp(component(alpha, color, bias.a), 0.0, 1.0);
  vec3 straight = vec3(
    component(red, color, bias.r),
    component(green, color, bias.g),
    component(blue, color, bias.b)
  );
  // Only colours that had negative components keep some.
  if (min(color.r, min(color.g, color.b)) >= 0.0) straight = max(straight, 0.0);
  fragment = stored(vec4(straight * opacity, opacity));
}
#else
/// A component of the result: 0 ... 4080.
int component(vec4 row, ivec4 color, float bias) {
  int shift = int(origin.z);
  ivec4 products = ivec4(row) * color;
  int sum = products.r + products.g + products.b + products.a + int(bias);
  return clamp((sum + (1 << (shift - 1))) >> shift, 0, 4080);
}

void main() {
  ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
  ivec2 inside = clamp(at, ivec2(origin.xy), ivec2(origin.xy) + ivec2(source.zw) - 1);
  ivec4 bytes = ivec4(texelFetch(image, inside, 0) * 255.0 + 0.5);
  if (at != inside) bytes = ivec4(0);
  ivec4 color = ivec4(0, 0, 0, bytes.a * 16);
  if (bytes.a > 0) {
    color.rgb = min((bytes.rgb * 4080 + bytes.a / 2) / bytes.a, 4080);
  }
  int opacity = (component(alpha, color, bias.a) + 8) >> 4;
  ivec3 straight = ivec3(
    component(red, color, bias.r),
    component(green, color, bias.g),
    component(blue, color, bias.b)
  );
  fragment = vec4(vec3((straight * opacity + 2040) / 4080), float(opacity)) * (1.0 / 255.0);
}
#endif
#endif
