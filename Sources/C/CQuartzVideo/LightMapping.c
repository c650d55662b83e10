// Light of half floats made darker. CQuartzVideo.h has the formula.
// Licensed under the MIT license; see LICENSE.
#include "CQuartzVideo.h"

#include "VideoLight.h"

// The same numbers on machines that could fuse a product and a sum.
#pragma STDC FP_CONTRACT OFF

#include "LightTables.h"

// The factor of light whose largest component is `largest`.
static inline float gain_of(const quartz_light_mapping *mapping, float scale, float largest) {
  if (largest > mapping->most) return between(mapping->beyond, mapping->most / largest);
  return between(mapping->gain, largest * scale);
}

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

static inline eight eight_decoded(const float *table, const uint16_t *halves) {
  // Bounds: the table has an entry for each number of 16 bits.
  return _mm256_setr_ps(table[halves[0]], table[halves[4]], table[halves[8]], table[halves[12]],
                        table[halves[16]], table[halves[20]], table[halves[24]],
                        table[halves[28]]);
}

static inline eight eight_clipped(const quartz_light_mapping *mapping, eight value) {
  return _mm256_min_ps(_mm256_max_ps(value, _mm256_set1_ps(mapping->bottom)),
                       _mm256_set1_ps(mapping->top));
}

// Returns the count of texels that it wrote.
static int32_t avx2_map(const quartz_light_mapping *mapping, const uint16_t *halves, int32_t count,
                        float *out) {
  const float scale = 1 / mapping->most, range = 1 / mapping->range;
  const float *table = mapping->encode;
  int32_t x = 0;
  for (; x + 8 <= count; x += 8) {
    const uint16_t *texels = halves + 4 * (size_t)x;
    eight_colors color = {eight_decoded(mapping->decode, texels),
                          eight_decoded(mapping->decode, texels + 1),
                          eight_decoded(mapping->decode, texels + 2)};
    const eight largest = eight_largest(mapping->to_2020, color);
    eight gain = eight_between(mapping->gain, eight_times(largest, scale));
    const eight most = _mm256_set1_ps(mapping->most);
    const eight is_beyond = _mm256_cmp_ps(largest, most, _CMP_GT_OQ);
    if (_mm256_movemask_ps(is_beyond)) {
      const eight less = eight_between(mapping->beyond, _mm256_div_ps(most, largest));
      gain = _mm256_blendv_ps(gain, less, is_beyond);
    }
    color = eight_scaled(color, gain);
    color.r = eight_clipped(mapping, eight_encoded(table, range, color.r));
    color.g = eight_clipped(mapping, eight_encoded(table, range, color.g));
    color.b = eight_clipped(mapping, eight_encoded(table, range, color.b));
    eight_store(color, out + 4 * (size_t)x);
  }
  return x;
}

#pragma clang attribute pop
#define LIGHT_CALL(name, ...) (quartz_video_has_avx2() ? avx2_##name(__VA_ARGS__) : 0)
#else
#define LIGHT_CALL(name, ...) 0
#endif

void quartz_light_map(const quartz_light_mapping *mapping, const uint16_t *halves, int32_t count,
                      float *out) {
  const float scale = 1 / mapping->most, range = 1 / mapping->range;
  for (int32_t x = LIGHT_CALL(map, mapping, halves, count, out); x < count; ++x) {
    const uint16_t *texel = halves + 4 * (size_t)x;
    const float light[3] = {mapping->decode[texel[0]], mapping->decode[texel[1]],
                            mapping->decode[texel[2]]};
    const float largest = largest_of(mapping->to_2020, light[0], light[1], light[2]);
    const float gain = gain_of(mapping, scale, largest);
    float *pixel = out + 4 * (size_t)x;
    for (int channel = 0; channel < 3; ++channel) {
      const float value = encoded(mapping->encode, range, light[channel] * gain);
      pixel[channel] = value > mapping->bottom
                           ? value < mapping->top ? value : mapping->top
                           : mapping->bottom;
    }
    pixel[3] = 1;
  }
}
