// The ways to mix with what is there: the formulas of BlendFormulas.swift, which gives them names.
// Licensed under the MIT license; see LICENSE.
//
// s and d are the premultiplied colours of source and destination, x.a their alphas. MODE is the
// mode's raw value, as in BlendMode: a constant, from which the compiler keeps one formula, or with
// the variant `anyMode` a uniform.

#ifdef ANY_MODE
uniform int mode;
#define MODE mode
#endif

#ifdef MODE
#ifdef BACKDROP
uniform highp sampler2D below;
/// The output pixel at the origin of `below`.
uniform vec2 belowOrigin;
#endif

// How bright red, green and blue are (PDF 32000-1, 11.3.5.3).
#ifdef SWAPPED
#define LUMINOSITIES vec3(0.11, 0.59, 0.3)
#else
#define LUMINOSITIES vec3(0.3, 0.59, 0.11)
#endif

// overlay, hardLight
vec3 hardLight(vec3 s, vec3 d, float sa, float da) {
  vec3 light = sa * da - 2.0 * ((da - d) * (sa - s));
  return mix(light, 2.0 * (s * d), lessThanEqual(2.0 * s, vec3(sa)));
}

vec3 colorDodge(vec3 s, vec3 d, float sa, float da) {
  vec3 full = vec3(sa * da);
  bvec3 isBelow = lessThan(s, vec3(sa));
  // The divisor counts only where it is above 0.
  vec3 rest = mix(vec3(1.0), sa - s, isBelow);
  vec3 dodged = mix(full, min(full, d * (sa * sa) / rest), isBelow);
  return mix(dodged, vec3(0.0), lessThanEqual(d, vec3(0.0)));
}

vec3 colorBurn(vec3 s, vec3 d, float sa, float da) {
  vec3 full = vec3(sa * da);
  bvec3 isSome = greaterThan(s, vec3(0.0));
  vec3 divisor = mix(vec3(1.0), s, isSome);
  vec3 burnt = mix(vec3(0.0), full - min(full, (da - d) * (sa * sa) / divisor), isSome);
  return mix(burnt, full, greaterThanEqual(d, vec3(da)));
}

vec3 softLight(vec3 s, vec3 d, float sa, float da) {
  vec3 straight = da > 0.0 ? clamp(d / da, 0.0, 1.0) : vec3(0.0);
  vec3 dark = d * (sa - (sa - 2.0 * s) * (1.0 - straight));
  vec3 low = ((16.0 * straight - 12.0) * straight + 4.0) * straight;
  vec3 curve = mix(sqrt(straight), low, lessThanEqual(straight, vec3(0.25)));
  vec3 light = d * sa + (2.0 * s - sa) * da * (curve - straight);
  return mix(light, dark, lessThanEqual(2.0 * s, vec3(sa)));
}

vec3 vividLight(vec3 s, vec3 d, float sa, float da) {
  vec3 dodged = colorDodge(2.0 * s - sa, d, sa, da);
  return mix(dodged, colorBurn(2.0 * s, d, sa, da), lessThanEqual(2.0 * s, vec3(sa)));
}

vec3 pinLight(vec3 s, vec3 d, float sa, float da) {
  vec3 light = max(d * sa, 2.0 * (s * da) - sa * da);
  return mix(light, min(d * sa, 2.0 * (s * da)), lessThanEqual(2.0 * s, vec3(sa)));
}

vec3 divided(vec3 s, vec3 d, float sa, float da) {
  vec3 full = vec3(sa * da);
  bvec3 isSome = greaterThan(s, vec3(0.0));
  vec3 divisor = mix(vec3(1.0), s, isSome);
  vec3 quotient = mix(full, min(full, d * (sa * sa) / divisor), isSome);
  return mix(quotient, vec3(0.0), lessThanEqual(d, vec3(0.0)));
}

// hue, saturation, color, luminosity
float lowest(vec3 c) {
  return min(min(c.x, c.y), c.z);
}

float highest(vec3 c) {
  return max(max(c.x, c.y), c.z);
}

/// Colour `c` with the saturation of `model`.
vec3 saturated(vec3 c, vec3 model) {
  float low = lowest(c);
  float range = highest(c) - low;
  return (c - low) * (range > 0.0 ? (highest(model) - lowest(model)) / range : 0.0);
}

/// Colour `c` with the luminosity of `model`, brought back into 0...limit.
vec3 lit(vec3 c, vec3 model, float limit) {
  vec3 moved = c + (dot(model, LUMINOSITIES) - dot(c, LUMINOSITIES));
  float center = dot(moved, LUMINOSITIES);
  float low = lowest(moved);
  float high = highest(moved);
  float up = low < center ? center / (center - low) : 0.0;
  vec3 raised = low < 0.0 ? center + (moved - center) * up : moved;
  float down = high > center ? (limit - center) / (high - center) : 0.0;
  return high > limit ? center + (raised - center) * down : raised;
}

/// The colour that the modes of PDF give the part that both colours cover, times both alphas.
vec3 commonPart(vec3 s, vec3 d, float sa, float da) {
  if (MODE == 1) return s * d; // multiply
  if (MODE == 2) return s * da + d * sa - s * d; // screen
  if (MODE == 3) return hardLight(d, s, da, sa); // overlay
  if (MODE == 4) return min(s * da, d * sa); // darken
  if (MODE == 5) return max(s * da, d * sa); // lighten
  if (MODE == 6) return colorDodge(s, d, sa, da);
  if (MODE == 7) return colorBurn(s, d, sa, da);
  if (MODE == 8) return softLight(s, d, sa, da);
  if (MODE == 9) return hardLight(s, d, sa, da);
  if (MODE == 10) return abs(s * da - d * sa); // difference
  if (MODE == 11) return s * da + d * sa - 2.0 * s * d; // exclusion
  if (MODE == 12) return lit(saturated(s * da, d * sa), d * sa, sa * da); // hue
  if (MODE == 13) return lit(saturated(d * sa, s * da), d * sa, sa * da); // saturation
  if (MODE == 14) return lit(s * da, d * sa, sa * da); // color
  if (MODE == 15) return lit(d * sa, s * da, sa * da); // luminosity
  float full = sa * da;
  if (MODE == 28) return clamp(s * da + d * sa - full, 0.0, full); // linearBurn
  if (MODE == 29) return clamp(s * da + d * sa, 0.0, full); // linearDodge
  if (MODE == 30) return clamp(2.0 * (s * da) + d * sa - full, 0.0, full); // linearLight
  if (MODE == 31) return vividLight(s, d, sa, da);
  if (MODE == 32) return pinLight(s, d, sa, da);
  if (MODE == 33) return clamp(d * sa - s * da, 0.0, full); // subtract
  return divided(s, d, sa, da); // divide
}

#ifdef EXTENDED
/// The largest encoded component of the output.
uniform float brightest;

/// A colour as a mode mixes it: most modes are of colours from 0 to alpha.
vec4 limited(vec4 c) {
  bool isUnlimited = MODE <= 1 || MODE == 4 || MODE == 5 || MODE == 10
    || (MODE >= 16 && MODE <= 25) || MODE == 27 || MODE == 35 || MODE == 36;
  return isUnlimited ? c : vec4(clamp(c.rgb, 0.0, c.a), c.a);
}
#else
const float brightest = 1.0;
#endif

/// s mixed with d, which it covers.
vec4 blended(vec4 s, vec4 d) {
  if (MODE == 0) return s + d * (1.0 - s.a); // normal
  if (MODE <= 15 || (MODE >= 28 && MODE <= 34)) {
    vec3 alone = s.rgb * (1.0 - d.a) + d.rgb * (1.0 - s.a);
#ifdef EXTENDED
    s = limited(s);
    d = limited(d);
#endif
    return vec4(alone + commonPart(s.rgb, d.rgb, s.a, d.a), s.a + d.a - s.a * d.a);
  }
#ifdef EXTENDED
  s = limited(s);
  d = limited(d);
#endif
  if (MODE == 16) return vec4(0.0); // clear
  if (MODE == 17) return s; // copy
  if (MODE == 18) return s * d.a; // sourceIn
  if (MODE == 19) return s * (1.0 - d.a); // sourceOut
  if (MODE == 20) return s * d.a + d * (1.0 - s.a); // sourceAtop
  if (MODE == 21) return s * (1.0 - d.a) + d; // destinationOver
  if (MODE == 22) return d * s.a; // destinationIn
  if (MODE == 23) return d * (1.0 - s.a); // destinationOut
  if (MODE == 24) return s * (1.0 - d.a) + d * s.a; // destinationAtop
  if (MODE == 25) return s * (1.0 - d.a) + d * (1.0 - s.a); // xor
  if (MODE == 26) { // plusDarker
    float alpha = min(1.0, s.a + d.a);
    return vec4(max(alpha - ((d.a - d.rgb) + (s.a - s.rgb)), 0.0), alpha);
  }
  if (MODE == 27) return min(s + d, vec4(vec3(brightest), 1.0)); // plusLighter
  if (MODE == 35) return max(s, d); // maximum
  if (MODE == 36) return min(s, d); // minimum
  vec3 rest = MODE == 37 ? s.rgb - d.rgb : d.rgb - s.rgb; // the two differences
  return vec4(max(rest, 0.0), s.a + d.a - s.a * d.a);
}

/// Blends a premultiplied source with the target's pixel, as far as it covers that.
void drawBlended(vec4 source, float coverage, vec2 p) {
#if defined(BACKDROP)
  vec4 d = texelFetch(below, ivec2(p - belowOrigin), 0);
#elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
  vec4 d = fragment;
#else
  vec4 d = vec4(0.0);
#endif
  fragment = stored(d * (1.0 - coverage) + blended(source, d) * coverage);
}
#endif
