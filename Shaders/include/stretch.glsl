// Places in pictures whose middle part is stretched: nine parts, drawn as one.
// Licensed under the MIT license; see LICENSE.

/// The texel of a position `l` of shape space.
///
/// The outer parts follow `texelMap`; between `breaks` (first x, first y, last x, last y) a unit is
/// `stretch` texels.
vec2 stretchedTexel(vec2 l, vec4 texelMap, vec4 breaks, vec2 stretch) {
  vec2 outer = min(l, breaks.xy) + max(l - breaks.zw, 0.0);
  vec2 middle = clamp(l, breaks.xy, breaks.zw) - breaks.xy;
  return outer * texelMap.xy + texelMap.zw + middle * stretch;
}
