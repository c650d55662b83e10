// The 28 ways to mix with what is there: the formulas of BlendFormulas.swift, which gives them names.
// Licensed under the MIT license; see LICENSE.
//
// s and d are the premultiplied colours of source and destination, x.a their alphas. MODE is the
// mode's raw value, as in CGBlendMode.

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

#if MODE == 3 || MODE == 9 // overlay, hardLight
vec3 hardLight(vec3 s, vec3 d, float sa, float da) {
  vec3 light = sa * da - 2.0 * ((da - d) * (sa - s));
  return mix(light, 2.0 * (s * d), lessThanEqual(2.0 * s, vec3(sa)));
}
#endif

#if MODE == 6 // colorDodge
vec3 colorDodge(vec3 s, vec3 d, float sa, float da) {
  vec3 full = vec3(sa * da);
  bvec3 isBelow = lessThan(s, vec3(sa));
  // The divisor counts only where it is above 0.
  vec3 rest = mix(vec3(1.0), sa - s, isBelow);
  vec3 dodged = mix(full, min(full, d * (sa * sa) / rest), isBelow);
  return mix(dodged, vec3(0.0), lessThanEqual(d, vec3(0.0)));
}
#endif

#if MODE == 7 // colorBurn
vec3 colorBurn(vec3 s, vec3 d, float sa, float da) {
  vec3 full = vec3(sa * da);
  bvec3 isSome = greaterThan(s, vec3(0.0));
  vec3 divisor = mix(vec3(1.0), s, isSome);
  vec3 burnt = mix(vec3(0.0), full - min(full, (da - d) * (sa * sa) / divisor), isSome);
  return mix(burnt, full, greaterThanEqual(d, vec3(da)));
}
#endif

#if MODE == 8 // softLight
vec3 softLight(vec3 s, vec3 d, float sa, float da) {
  vec3 straight = da > 0.0 ? clamp(d / da, 0.0, 1.0) : vec3(0.0);
  vec3 dark = d * (sa - (sa - 2.0 * s) * (1.0 - straight));
  vec3 low = ((16.0 * straight - 12.0) * straight + 4.0) * straight;
  vec3 curve = mix(sqrt(straight), low, lessThanEqual(straight, vec3(0.25)));
  vec3 light = d * sa + (2.0 * s - sa) * da * (curve - straight);
  return mix(light, dark, lessThanEqual(2.0 * s, vec3(sa)));
}
#endif

#if MODE >= 12 && MODE <= 15 // hue, saturation, color, luminosity
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
#endif

#if MODE >= 1 && MODE <= 15
/// What the modes of PDF say of the part that both colours cover, times both alphas.
vec3 commonPart(vec3 s, vec3 d, float sa, float da) {
#if MODE == 1 // multiply
  return s * d;
#elif MODE == 2 // screen
  return s * da + d * sa - s * d;
#elif MODE == 3 // overlay
  return hardLight(d, s, da, sa);
#elif MODE == 4 // darken
  return min(s * da, d * sa);
#elif MODE == 5 // lighten
  return max(s * da, d * sa);
#elif MODE == 6
  return colorDodge(s, d, sa, da);
#elif MODE == 7
  return colorBurn(s, d, sa, da);
#elif MODE == 8
  return softLight(s, d, sa, da);
#elif MODE == 9
  return hardLight(s, d, sa, da);
#elif MODE == 10 // difference
  return abs(s * da - d * sa);
#elif MODE == 11 // exclusion
  return s * da + d * sa - 2.0 * s * d;
#elif MODE == 12 // hue
  return lit(saturated(s * da, d * sa), d * sa, sa * da);
#elif MODE == 13 // saturation
  return lit(saturated(d * sa, s * da), d * sa, sa * da);
#elif MODE == 14 // color
  return lit(s * da, d * sa, sa * da);
#else // luminosity
  return lit(d * sa, s * da, sa * da);
#endif
}
#endif

/// What is left of d under s.
vec4 blended(vec4 s, vec4 d) {
#if MODE == 0 // normal
  return s + d * (1.0 - s.a);
#elif MODE <= 15
  vec3 alone = s.rgb * (1.0 - d.a) + d.rgb * (1.0 - s.a);
  return vec4(alone + commonPart(s.rgb, d.rgb, s.a, d.a), s.a + d.a - s.a * d.a);
#elif MODE == 16 // clear
  return vec4(0.0);
#elif MODE == 17 // copy
  return s;
#elif MODE == 18 // sourceIn
  return s * d.a;
#elif MODE == 19 // sourceOut
  return s * (1.0 - d.a);
#elif MODE == 20 // sourceAtop
  return s * d.a + d * (1.0 - s.a);
#elif MODE == 21 // destinationOver
  return s * (1.0 - d.a) + d;
#elif MODE == 22 // destinationIn
  return d * s.a;
#elif MODE == 23 // destinationOut
  return d * (1.0 - s.a);
#elif MODE == 24 // destinationAtop
  return s * (1.0 - d.a) + d * s.a;
#elif MODE == 25 // xor
  return s * (1.0 - d.a) + d * (1.0 - s.a);
#elif MODE == 26 // plusDarker
  float alpha = min(1.0, s.a + d.a);
  return vec4(max(alpha - ((d.a - d.rgb) + (s.a - s.rgb)), 0.0), alpha);
#else // plusLighter
  return min(s + d, 1.0);
#endif
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
  fragment = d * (1.0 - coverage) + blended(source, d) * coverage;
}
#endif
