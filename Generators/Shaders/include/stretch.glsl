// Places in pictures whose middle part is stretched: nine parts, drawn as one.
// Licensed under the MIT license; see LICENSE.

/// The texel of a position `l` of shape space.
///
/// The outer parts follow `texelMap`; between `sliceEdges` (first x, first y, last x, last y) a
/// unit is `stretch` texels.
vec2 stretchedTexel(vec2 l, vec4 texelMap, vec4 sliceEdges, vec2 stretch) {
  vec2 outer = min(l, sliceEdges.xy) + max(l - sliceEdges.zw, 0.0);
  vec2 middle = clamp(l, sliceEdges.xy, sliceEdges.zw) - sliceEdges.xy;
  return outer * texelMap.xy + texelMap.zw + middle * stretch;
}
