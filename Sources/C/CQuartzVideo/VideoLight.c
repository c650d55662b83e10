// Colours of films brighter than white: R', G', B' to bytes, and to extended sRGB.
// Licensed under the MIT license; see LICENSE.
//
// The loops over vectors and over single pixels do the same steps in the same order, so that their
// results are equal bit by bit.
#include "VideoLight.h"

#include <math.h>

// The same bytes on machines that could fuse a product and a sum.
#pragma STDC FP_CONTRACT OFF

typedef float four __attribute__((vector_size(16)));

static inline four square_roots(four value) { return __builtin_elementwise_sqrt(value); }

static inline float square_root(float value) { return square_roots((four){value, 0, 0, 0})[0]; }

static inline float held_light(float value) { return value > 0 ? value < 1 ? value : 1 : 0; }

static inline int place(float root) { return (int)(root * 4096.0f + 0.5f); }

static inline float row_of(const float *row, float r, float g, float b) {
  return row[0] * r + row[1] * g + row[2] * b;
}

typedef struct {
  float r, g, b;
} video_color;

// The light of a pixel in the film's primaries; 1 is white.
static inline video_color light_of(const quartz_video_light *light, const video_codes *codes,
                                   int32_t x) {
  video_color color = {light->decode[codes->red[x]], light->decode[codes->green[x]],
                       light->decode[codes->blue[x]]};
  if (light->screen) {
    const float luminance = held_light(row_of(light->luminance, color.r, color.g, color.b));
    const float factor = light->screen[place(square_root(luminance))];
    color.r *= factor;
    color.g *= factor;
    color.b *= factor;
  }
  return color;
}

// A component of light, encoded; those below 0 as their opposites.
static inline float encoded(const quartz_video_light *light, float scale, float value) {
  const float size = fabsf(value);
  const float at = square_root(held_light(size * scale)) * 4096.0f;
  const int32_t first = at < 4095.0f ? (int32_t)at : 4095;
  const float low = light->extended[first];
  const float curved = low + (light->extended[first + 1] - low) * (at - (float)first);
  return copysignf(size <= 0.0031308f ? size * 12.92f : curved, value);
}

#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

typedef __m256 eight;

typedef struct {
  eight r, g, b;
} eight_colors;

// Eight numbers in pairs, the first of a pair in its lower half.
typedef struct {
  uint64_t a, b, c, d;
} eight_indexes;

static inline eight_indexes indexes_of(__m256i places) {
  const __m128i low = _mm256_castsi256_si128(places), high = _mm256_extracti128_si256(places, 1);
  return (eight_indexes){(uint64_t)_mm_cvtsi128_si64(low), (uint64_t)_mm_extract_epi64(low, 1),
                         (uint64_t)_mm_cvtsi128_si64(high), (uint64_t)_mm_extract_epi64(high, 1)};
}

// Entries of a table. Single loads take three quarters of the time of a gather on AMD's Zen 4.
static inline eight eight_looked(const float *table, __m256i places) {
  const eight_indexes at = indexes_of(places);
  return _mm256_setr_ps(table[(uint32_t)at.a], table[at.a >> 32], table[(uint32_t)at.b],
                        table[at.b >> 32], table[(uint32_t)at.c], table[at.c >> 32],
                        table[(uint32_t)at.d], table[at.d >> 32]);
}

static inline eight eight_held(eight value) {
  return _mm256_min_ps(_mm256_max_ps(value, _mm256_setzero_ps()), _mm256_set1_ps(1));
}

static inline __m256i eight_places(eight share) {
  const eight root = _mm256_mul_ps(_mm256_sqrt_ps(share), _mm256_set1_ps(4096));
  return _mm256_cvttps_epi32(_mm256_add_ps(root, _mm256_set1_ps(0.5f)));
}

static inline eight eight_times(eight value, float factor) {
  return _mm256_mul_ps(value, _mm256_set1_ps(factor));
}

static inline eight eight_row(const float *row, eight_colors color) {
  const eight first = _mm256_add_ps(eight_times(color.r, row[0]), eight_times(color.g, row[1]));
  return _mm256_add_ps(first, eight_times(color.b, row[2]));
}

static inline eight eight_decoded(const quartz_video_light *light, const int32_t *codes) {
  return eight_looked(light->decode, _mm256_loadu_si256((const __m256i *)codes));
}

static inline eight_colors eight_scaled(eight_colors color, eight factor) {
  return (eight_colors){_mm256_mul_ps(color.r, factor), _mm256_mul_ps(color.g, factor),
                        _mm256_mul_ps(color.b, factor)};
}

static inline eight_colors eight_lights(const quartz_video_light *light, const video_codes *codes,
                                        int32_t x) {
  // Bounds: codes are 0...65535, and the table has an entry for each.
  const eight_colors color = {eight_decoded(light, codes->red + x),
                              eight_decoded(light, codes->green + x),
                              eight_decoded(light, codes->blue + x)};
  if (!light->screen) return color;
  const __m256i places = eight_places(eight_held(eight_row(light->luminance, color)));
  return eight_scaled(color, eight_looked(light->screen, places));
}

// Bytes of sRGB of a component of light, each in the lowest byte of a number.
static inline __m256i eight_bytes(const quartz_video_light *light, eight value) {
  const eight_indexes at = indexes_of(eight_places(eight_held(value)));
  const uint8_t *table = light->encode;
  return _mm256_setr_epi32(table[(uint32_t)at.a], table[at.a >> 32], table[(uint32_t)at.b],
                           table[at.b >> 32], table[(uint32_t)at.c], table[at.c >> 32],
                           table[(uint32_t)at.d], table[at.d >> 32]);
}

// Returns the count of pixels that it wrote.
static int32_t avx2_show(const quartz_video_light *light, const video_codes *codes, int32_t count,
                         uint8_t *out) {
  const float scale = 1 / light->most;
  int32_t x = 0;
  for (; x + 8 <= count; x += 8) {
    eight_colors color = eight_lights(light, codes, x);
    const eight r = eight_row(light->to_2020, color), g = eight_row(light->to_2020 + 3, color);
    const eight b = eight_row(light->to_2020 + 6, color);
    const eight largest = _mm256_max_ps(_mm256_max_ps(r, g), b);
    const __m256i places = eight_places(eight_held(eight_times(largest, scale)));
    color = eight_scaled(color, eight_looked(light->gain, places));
    const __m256i red = eight_bytes(light, eight_row(light->to_srgb, color));
    const __m256i green = eight_bytes(light, eight_row(light->to_srgb + 3, color));
    const __m256i blue = eight_bytes(light, eight_row(light->to_srgb + 6, color));
    const __m256i two = _mm256_or_si256(red, _mm256_slli_epi32(green, 8));
    const __m256i rest = _mm256_or_si256(_mm256_slli_epi32(blue, 16),
                                         _mm256_set1_epi32((int32_t)0xff000000u));
    _mm256_storeu_si256((__m256i *)(out + 4 * (size_t)x), _mm256_or_si256(two, rest));
  }
  return x;
}

static inline eight eight_encoded(const quartz_video_light *light, float scale, eight value) {
  const eight sign = _mm256_and_ps(value, _mm256_set1_ps(-0.0f));
  const eight size = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), value);
  const eight root = _mm256_sqrt_ps(eight_held(eight_times(size, scale)));
  const eight at = _mm256_mul_ps(root, _mm256_set1_ps(4096));
  const __m256i first = _mm256_min_epi32(_mm256_cvttps_epi32(at), _mm256_set1_epi32(4095));
  const eight low = eight_looked(light->extended, first);
  const eight high = eight_looked(light->extended + 1, first);
  const eight rest = _mm256_sub_ps(at, _mm256_cvtepi32_ps(first));
  const eight curved = _mm256_add_ps(low, _mm256_mul_ps(_mm256_sub_ps(high, low), rest));
  const eight is_dark = _mm256_cmp_ps(size, _mm256_set1_ps(0.0031308f), _CMP_LE_OQ);
  return _mm256_or_ps(_mm256_blendv_ps(curved, eight_times(size, 12.92f), is_dark), sign);
}

// Returns the count of pixels that it wrote.
static int32_t avx2_extend(const quartz_video_light *light, const video_codes *codes,
                           int32_t count, float *out) {
  const float scale = 1 / (2 * light->most);
  const eight one = _mm256_set1_ps(1);
  int32_t x = 0;
  for (; x + 8 <= count; x += 8) {
    const eight_colors color = eight_lights(light, codes, x);
    const eight r = eight_encoded(light, scale, eight_row(light->to_srgb, color));
    const eight g = eight_encoded(light, scale, eight_row(light->to_srgb + 3, color));
    const eight b = eight_encoded(light, scale, eight_row(light->to_srgb + 6, color));
    // Pixels 0, 1 and 4, 5; 2, 3 and 6, 7.
    const eight rg_low = _mm256_unpacklo_ps(r, g), rg_high = _mm256_unpackhi_ps(r, g);
    const eight b1_low = _mm256_unpacklo_ps(b, one), b1_high = _mm256_unpackhi_ps(b, one);
    const eight p04 = _mm256_shuffle_ps(rg_low, b1_low, 0x44);
    const eight p15 = _mm256_shuffle_ps(rg_low, b1_low, 0xee);
    const eight p26 = _mm256_shuffle_ps(rg_high, b1_high, 0x44);
    const eight p37 = _mm256_shuffle_ps(rg_high, b1_high, 0xee);
    float *pixels = out + 4 * (size_t)x;
    _mm256_storeu_ps(pixels, _mm256_permute2f128_ps(p04, p15, 0x20));
    _mm256_storeu_ps(pixels + 8, _mm256_permute2f128_ps(p26, p37, 0x20));
    _mm256_storeu_ps(pixels + 16, _mm256_permute2f128_ps(p04, p15, 0x31));
    _mm256_storeu_ps(pixels + 24, _mm256_permute2f128_ps(p26, p37, 0x31));
  }
  return x;
}

#pragma clang attribute pop
#define LIGHT_CALL(name, ...) (quartz_video_has_avx2() ? avx2_##name(__VA_ARGS__) : 0)
#else
#define LIGHT_CALL(name, ...) 0
#endif

void quartz_video_show_light(const quartz_video_light *light, const video_codes *codes,
                             int32_t count, uint8_t *out) {
  const float *to_2020 = light->to_2020, *to_srgb = light->to_srgb;
  const float scale = 1 / light->most;
  for (int32_t x = LIGHT_CALL(show, light, codes, count, out); x < count; ++x) {
    video_color color = light_of(light, codes, x);
    const float r = row_of(to_2020, color.r, color.g, color.b);
    const float g = row_of(to_2020 + 3, color.r, color.g, color.b);
    const float b = row_of(to_2020 + 6, color.r, color.g, color.b);
    const float largest = r > g ? (r > b ? r : b) : (g > b ? g : b);
    const float gain = light->gain[place(square_root(held_light(largest * scale)))];
    color = (video_color){color.r * gain, color.g * gain, color.b * gain};
    uint8_t *pixel = out + 4 * (size_t)x;
    for (int channel = 0; channel < 3; ++channel) {
      const float value = row_of(to_srgb + 3 * channel, color.r, color.g, color.b);
      pixel[channel] = light->encode[place(square_root(held_light(value)))];
    }
    pixel[3] = 255;
  }
}

void quartz_video_extend_light(const quartz_video_light *light, const video_codes *codes,
                               int32_t count, float *out) {
  const float scale = 1 / (2 * light->most);
  for (int32_t x = LIGHT_CALL(extend, light, codes, count, out); x < count; ++x) {
    const video_color color = light_of(light, codes, x);
    float *pixel = out + 4 * (size_t)x;
    for (int channel = 0; channel < 3; ++channel) {
      const float *row = light->to_srgb + 3 * channel;
      pixel[channel] = encoded(light, scale, row_of(row, color.r, color.g, color.b));
    }
    pixel[3] = 1;
  }
}
