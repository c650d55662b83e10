// Texels of an image, nearest or mixed, never from outside of a rectangle.
// Licensed under the MIT license; see LICENSE.
//
// variant tiled | The image is larger than a texture and lies in the layers of an array, row by row.
//
// Four texels are mixed here and not by the sampler: that weighs with 8 bits, some drivers' with
// fewer and with the results rounded to 8 bits, which shows after a tint or under other draws.

#ifdef TILED
uniform highp sampler2DArray tiles;
/// How many tiles lie side by side; the image's width and height.
uniform ivec3 tiling;
#else
uniform highp sampler2D image;
#endif

/// The texel with these indexes, in a level of the image: 0 is the image itself.
vec4 texelAt(ivec2 index, int level) {
#ifdef TILED
#ifdef MIPMAPPED
  ivec2 whole = textureSize(tiles, 0).xy;
  // Sides are powers of two. Smaller levels than the last one lie in the last layer.
  int levels = int(log2(float(max(whole.x, whole.y))) + 0.5) + 1;
  if (level >= levels) {
    ivec2 away = max(tiling.yz >> levels, 1) * (level - levels);
    ivec2 position = index + (whole.x >= whole.y ? ivec2(away.x, 0) : ivec2(0, away.y));
    int rows = (tiling.z + whole.y - 1) / whole.y;
    return texelFetch(tiles, ivec3(position, rows * tiling.x), 0);
  }
#endif
  ivec2 size = textureSize(tiles, level).xy;
  ivec2 tile = index / size;
  return texelFetch(tiles, ivec3(index - tile * size, tile.y * tiling.x + tile.x), level);
#else
  return texelFetch(image, index, level);
#endif
}

vec4 texelAt(ivec2 index) {
  return texelAt(index, 0);
}

/// The texels that stand for those with the indexes `index`, whole numbers: those of `texels`
/// (minX, minY, maxX, maxY) are like the nearest outside, or repeat.
ivec2 texelIndex(vec2 index, vec4 texels) {
#ifdef REPEATED
  vec2 count = texels.zw - texels.xy;
  vec2 rest = index - texels.xy;
  rest -= count * floor(rest / count);
  // The quotient may have been rounded to the next whole number, or from it.
  rest += count * (vec2(lessThan(rest, vec2(0.0))) - vec2(greaterThanEqual(rest, count)));
  return ivec2(texels.xy + clamp(rest, vec2(0.0), count - 1.0));
#else
  return ivec2(clamp(index, texels.xy, texels.zw - 1.0));
#endif
}

/// The texel with the indexes floor(t), counted from the first one of `texels`.
///
/// Their place in the texture is added to whole numbers only, so that no rounding depends on it.
vec4 nearestTexel(vec2 t, vec4 texels) {
  return texelAt(texelIndex(floor(t) + texels.xy, texels));
}

/// The four texels around t, mixed by its fractions; t counts from the first one of `texels`.
vec4 mixedTexel(vec2 t, vec4 texels, int level) {
  vec2 position = t - 0.5;
  vec2 low = floor(position);
  vec2 part = position - low;
  low += texels.xy;
  ivec2 a = texelIndex(low, texels);
  ivec2 b = texelIndex(low + 1.0, texels);
  vec4 left = mix(texelAt(a, level), texelAt(ivec2(a.x, b.y), level), part.y);
  vec4 right = mix(texelAt(ivec2(b.x, a.y), level), texelAt(b, level), part.y);
  return mix(left, right, part.x);
}

vec4 mixedTexel(vec2 t, vec4 texels) {
  return mixedTexel(t, texels, 0);
}

#ifdef MIPMAPPED
/// As `mixedTexel`, in a level of the image; t and `texels` are of the image itself.
///
/// Only texels that lie inside of `texels` are sampled, so that no neighbour of a sprite shows: at
/// least the one in the middle.
vec4 levelTexel(vec2 t, vec4 texels, int level) {
#ifdef TILED
  uvec2 whole = uvec2(tiling.yz);
#else
  uvec2 whole = uvec2(textureSize(image, 0));
#endif
  if (level == 0) { return mixedTexel(t, texels, 0); }
  uvec2 size = max(whole >> uint(level), uvec2(1u));
  uvec2 first = uvec2(texels.xy);
  uvec2 end = uvec2(texels.zw);
  uvec2 low = (first * size + whole - 1u) / whole;
  uvec2 high = end * size / whole;
  uvec2 middle = min((first + end) * size / (2u * whole), size - 1u);
  bvec2 isEmpty = greaterThanEqual(low, high);
  low = isEmpty.x ? uvec2(middle.x, low.y) : low;
  low = isEmpty.y ? uvec2(low.x, middle.y) : low;
  high = isEmpty.x ? uvec2(middle.x + 1u, high.y) : high;
  high = isEmpty.y ? uvec2(high.x, middle.y + 1u) : high;
  vec2 ratio = vec2(size) / vec2(whole);
  vec2 place = (t + texels.xy) * ratio - vec2(low);
  return mixedTexel(place, vec4(vec2(low), vec2(high)), level);
}

/// Two levels mixed, in between which `level` is.
vec4 mipmappedTexel(vec2 t, vec4 texels, float level) {
  int low = int(level);
  float part = level - float(low);
  vec4 texel = levelTexel(t, texels, low);
  return part > 0.0 ? mix(texel, levelTexel(t, texels, low + 1), part) : texel;
}
#endif
