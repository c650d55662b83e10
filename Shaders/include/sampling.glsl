// Texels of an image, nearest or mixed, never from outside of a rectangle.
// Licensed under the MIT license; see LICENSE.

uniform highp sampler2D image;

/// The texel with the indexes floor(t), clamped to `texels` (minX, minY, maxX, maxY).
vec4 nearestTexel(vec2 t, vec4 texels) {
  return texelFetch(image, ivec2(clamp(floor(t), texels.xy, texels.zw - 1.0)), 0);
}

/// The four texels around t, mixed by its fractions, their indexes clamped to `texels`.
vec4 mixedTexel(vec2 t, vec4 texels) {
  vec2 centre = clamp(t, texels.xy + 0.5, texels.zw - 0.5);
  return texture(image, centre / vec2(textureSize(image, 0)));
}
