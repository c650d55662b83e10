// Texels of an image, nearest or mixed, never from outside of a rectangle.
// Licensed under the MIT license; see LICENSE.
//
// variant tiled | The image is larger than a texture and lies in the layers of an array, row by row.
//
// Four texels are mixed here and not by the sampler: that weighs with 8 bits, some drivers' with
// fewer and with the results rounded to 8 bits, which shows after a tint or under other draws.

#ifdef TILED
uniform highp sampler2DArray tiles;
/// How many tiles lie side by side.
uniform int tileColumns;
#else
uniform highp sampler2D image;
#endif

/// The texel with these indexes.
vec4 texelAt(ivec2 index) {
#ifdef TILED
  ivec2 size = textureSize(tiles, 0).xy;
  ivec2 tile = index / size;
  return texelFetch(tiles, ivec3(index - tile * size, tile.y * tileColumns + tile.x), 0);
#else
  return texelFetch(image, index, 0);
#endif
}

/// The texel with the indexes floor(t), clamped to `texels` (minX, minY, maxX, maxY).
vec4 nearestTexel(vec2 t, vec4 texels) {
  return texelAt(ivec2(clamp(floor(t), texels.xy, texels.zw - 1.0)));
}

/// The four texels around t, mixed by its fractions, their indexes clamped to `texels`.
vec4 mixedTexel(vec2 t, vec4 texels) {
  vec2 place = t - 0.5;
  vec2 low = floor(place);
  vec2 part = place - low;
  vec2 last = texels.zw - 1.0;
  ivec2 a = ivec2(clamp(low, texels.xy, last));
  ivec2 b = ivec2(clamp(low + 1.0, texels.xy, last));
  vec4 left = mix(texelAt(a), texelAt(ivec2(a.x, b.y)), part.y);
  vec4 right = mix(texelAt(ivec2(b.x, a.y)), texelAt(b), part.y);
  return mix(left, right, part.x);
}
