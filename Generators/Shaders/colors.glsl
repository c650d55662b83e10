// Steps of colours.
// Licensed under the MIT license; see LICENSE.
//
// ColorChain.swift says what steps there are, and has the same formulas.
//
// shader colors | Steps of colour for each pixel of a surface.
//
// field kinds1 vec4 | The kinds of the first four places, as ColorChain.Kind numbers them.
// field kinds2 vec4 | Those of the others.
// field numbers1 vec4 | The numbers of each place.
// field numbers2 vec4 | The same.
// field numbers3 vec4 | The same.
// field numbers4 vec4 | The same.
// field numbers5 vec4 | The same.
// field numbers6 vec4 | The same.
// field numbers7 vec4 | The same.
// field numbers8 vec4 | The same.
// field source vec4
//   | From target pixels to the source's texels: x, y; then the size of what the source has.
// field origin vec4
//   | The first of the source's texels: x, y; then 1 where red and blue are exchanged, and nothing.

#include "quad.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  passRecord();
}
#else
#include "sepia.glsl"

uniform highp sampler2D image;

/// The weights of red, green and blue in luminance (BT.709).
const vec3 luminance = vec3(0.2126, 0.7152, 0.0722);

/// A number to a power, as the processor has it; what is not above 0 counts as 0.
vec3 powers(vec3 x, float power) {
  if (power == 0.0) return vec3(1.0);
  vec3 result = exp2(clamp(log2(max(x, 1e-30)) * power, -120.0, 120.0));
  return mix(vec3(power < 0.0 ? 1.0 : 0.0), result, vec3(greaterThan(x, vec3(0.0))));
}

/// A value that curves take: below 0 extended colours go through them mirrored.
vec3 sizeOf(vec3 x) {
#ifdef EXTENDED
  return abs(x);
#else
  return x;
#endif
}

/// The result of a curve for `sizeOf(x)` as that for x.
vec3 signedAs(vec3 x, vec3 result) {
#ifdef EXTENDED
  return mix(result, -result, vec3(lessThan(x, vec3(0.0))));
#else
  return result;
#endif
}

/// The light of encoded values from 0 to 1 (IEC 61966-2-1).
vec3 light(vec3 encodedValue) {
  vec3 x = sizeOf(encodedValue);
  vec3 curved = powers((x + 0.055) / 1.055, 2.4);
  vec3 result = mix(x / 12.92, curved, vec3(greaterThan(x, vec3(0.04045))));
  return signedAs(encodedValue, result);
}

/// The encoded values of light (IEC 61966-2-1); what is below 0 becomes 0, but extended light.
vec3 encoded(vec3 lightValue) {
  vec3 x = sizeOf(lightValue);
  vec3 curved = 1.055 * powers(x, 1.0 / 2.4) - 0.055;
  vec3 result = mix(max(x, 0.0) * 12.92, curved, vec3(greaterThan(x, vec3(0.0031308))));
  return signedAs(lightValue, result);
}

/// The vibrance of a colour, as ColorFormula.vibrance.
vec3 vibrant(vec3 color, float amount) {
  float gray = dot(color, luminance);
  float most = max(color.r, max(color.g, color.b));
  float rest = 1.0 - clamp(most - min(color.r, min(color.g, color.b)), 0.0, 1.0);
  return gray + (color - gray) * (1.0 + amount * rest * rest);
}

/// The light of a brown picture, encoded.
vec3 sepia(vec3 color, float amount) {
  vec3 straight = light(color);
  vec3 brown = light(brownOf(encoded(vec3(dot(straight, luminance))).r));
  return encoded(straight + (brown - straight) * amount);
}

/// A straight colour after the step of a kind, with the numbers of its place and of the next two.
vec4 changed(float kind, vec4 color, vec4 a, vec4 b, vec4 c) {
  vec3 rgb = color.rgb;
  float alpha = color.a;
  int number = int(kind + 0.5);
  if (number == 0) {
    return color;
  } else if (number == 1) {
    rgb = encoded(light(rgb) * a.rgb);
  } else if (number == 2) {
    vec3 straight = light(rgb);
    rgb = encoded(vec3(dot(straight, a.rgb), dot(straight, b.rgb), dot(straight, c.rgb)));
  } else if (number == 3) {
    rgb = sepia(clamp(rgb, 0.0, 1.0), a.x);
  } else if (number == 4) {
    rgb = vibrant(rgb, a.x);
  } else if (number == 5) {
    rgb = powers(rgb, a.x);
  } else if (number == 6) {
    rgb = encoded(rgb);
  } else if (number == 7) {
    rgb = light(rgb);
  } else if (number == 8) {
    rgb = vec3(max(rgb.r, max(rgb.g, rgb.b)));
  } else if (number == 9) {
    rgb = vec3(min(rgb.r, min(rgb.g, rgb.b)));
  } else {
    alpha *= clamp(dot(rgb, luminance), 0.0, 1.0);
    rgb = vec3(1.0);
  }
#ifdef EXTENDED
  float low = min(color.r, min(color.g, color.b)) < 0.0 ? -65504.0 : 0.0;
  return vec4(clamp(rgb, low, 65504.0), clamp(alpha, 0.0, 1.0));
#else
  return clamp(vec4(rgb, alpha), 0.0, 1.0);
#endif
}

void main() {
  ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
  ivec2 inside = clamp(at, ivec2(origin.xy), ivec2(origin.xy) + ivec2(source.zw) - 1);
  vec4 color = texelFetch(image, inside, 0);
#ifndef EXTENDED
  color = floor(color * 255.0 + 0.5) / 255.0;
#endif
  if (at != inside || color.a <= 0.0) {
    fragment = vec4(0.0);
    return;
  }
  bool isSwapped = origin.z > 0.5;
  color.rgb = (isSwapped ? color.bgr : color.rgb) / color.a;
  color = changed(kinds1.x, color, numbers1, numbers2, numbers3);
  color = changed(kinds1.y, color, numbers2, numbers3, numbers4);
  color = changed(kinds1.z, color, numbers3, numbers4, numbers5);
  color = changed(kinds1.w, color, numbers4, numbers5, numbers6);
  color = changed(kinds2.x, color, numbers5, numbers6, numbers7);
  color = changed(kinds2.y, color, numbers6, numbers7, numbers8);
  color = changed(kinds2.z, color, numbers7, numbers8, vec4(0.0));
  color = changed(kinds2.w, color, numbers8, vec4(0.0), vec4(0.0));
  vec3 result = color.rgb * color.a;
  fragment = nearestBytes(vec4(isSwapped ? result.bgr : result, color.a));
}
#endif
