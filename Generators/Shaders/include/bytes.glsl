// Bytes of coverage, four mixed.
// Licensed under the MIT license; see LICENSE.
//
// variant gathers
//   | Four texels are fetched at once, as OpenGL ES 3.1 can; llvmpipe takes a third less time so.

#include "levels.glsl"

#ifdef GATHERS
/// 1 / the width and height of the texture of the bytes.
uniform vec2 texelSize;
#endif

/// Alphas as bytes: a surface of half floats has any.
vec4 asBytes(vec4 alphas) {
#ifdef EXTENDED
  return floor(clamp(alphas, 0.0, 1.0) * 255.0 + 0.5) * (1.0 / 255.0);
#else
  return alphas;
#endif
}

/// The alpha of the four texels around t, mixed by its fractions, none of them outside of `texels`,
/// from whose first one t counts: no rounding depends on their place in the texture.
float mixedByte(highp sampler2D bytes, vec2 t, vec4 texels) {
  // Beyond the last texel's centre its neighbours have no weight.
  vec2 position = clamp(t - 0.5, vec2(0.0), texels.zw - texels.xy - 1.0);
  vec2 low = floor(position);
  vec2 part = position - low;
  low += texels.xy;
#ifdef GATHERS
  // From the corner that the four have in common, half a texel from where others would be taken.
  vec4 four = asBytes(textureGather(bytes, (low + 1.0) * texelSize, 3));
  vec2 sides = mix(four.wz, four.xy, part.y);
#else
  ivec2 a = ivec2(low);
  ivec2 b = min(a + 1, ivec2(texels.zw) - 1);
  vec4 four = asBytes(
    vec4(
      texelFetch(bytes, a, 0).a,
      texelFetch(bytes, ivec2(b.x, a.y), 0).a,
      texelFetch(bytes, ivec2(a.x, b.y), 0).a,
      texelFetch(bytes, b, 0).a
    )
  );
  vec2 sides = mix(four.xy, four.zw, part.y);
#endif
  return mix(sides.x, sides.y, part.x);
}
