// Colours of films brighter than white: R', G', B' to bytes, and to extended sRGB.
// Licensed under the MIT license; see LICENSE.
#include "VideoLight.h"

// The same bytes on machines that could fuse a product and a sum.
#pragma STDC FP_CONTRACT OFF

#include "LightTables.h"

typedef struct {
  float r, g, b;
} video_color;

// The light of a pixel in the film's primaries; 1 is white.
static inline video_color light_of(const quartz_video_light *light, const video_codes *codes,
                                   int32_t x) {
  video_color color = {light->decode[codes->red[x]], light->decode[codes->green[x]],
                       light->decode[codes->blue[x]]};
  if (light->screen) {
    const float luminance = row_of(light->luminance, color.r, color.g, color.b);
    const float factor = light->screen[share_entry(luminance)];
    color.r *= factor;
    color.g *= factor;
    color.b *= factor;
  }
  return color;
}

// The largest component of light in the primaries of BT.2020.
static inline float most_of(const quartz_video_light *light, video_color color) {
  if (!light->is_2020) return largest_of(light->to_2020, color.r, color.g, color.b);
  const float two = color.r > color.g ? color.r : color.g;
  return two > color.b ? two : color.b;
}

float quartz_share_of(int32_t entry) {
  const int32_t bits = (entry << share_drop) + share_base;
  float share;
  memcpy(&share, &bits, sizeof share);
  return share;
}

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

static inline eight eight_decoded(const float *table, const int32_t *codes) {
  // Bounds: the table has an entry for each of the codes, which are 0...65535 or entries of shares.
  return _mm256_setr_ps(table[codes[0]], table[codes[1]], table[codes[2]], table[codes[3]],
                        table[codes[4]], table[codes[5]], table[codes[6]], table[codes[7]]);
}

// Light as the film has it.
static inline eight_colors eight_films(const quartz_video_light *light, const video_codes *codes,
                                       int32_t x) {
  return (eight_colors){eight_decoded(light->decode, codes->red + x),
                        eight_decoded(light->decode, codes->green + x),
                        eight_decoded(light->decode, codes->blue + x)};
}

// The entries of HLG's factors.
static inline __m256i eight_screens(const quartz_video_light *light, eight_colors color) {
  return eight_entries(eight_row(light->luminance, color));
}

static inline eight_colors eight_lights(const quartz_video_light *light, const video_codes *codes,
                                        int32_t x) {
  const eight_colors color = eight_films(light, codes, x);
  if (!light->screen) return color;
  return eight_scaled(color, eight_looked(light->screen, eight_screens(light, color)));
}

// Light between two loops.
typedef struct {
  float red[video_chunk];
  float green[video_chunk];
  float blue[video_chunk];
} video_lights;

static inline void eight_keep(video_lights *lights, int32_t x, eight_colors color) {
  _mm256_storeu_ps(lights->red + x, color.r);
  _mm256_storeu_ps(lights->green + x, color.g);
  _mm256_storeu_ps(lights->blue + x, color.b);
}

static inline eight_colors eight_kept(const video_lights *lights, int32_t x) {
  return (eight_colors){_mm256_loadu_ps(lights->red + x), _mm256_loadu_ps(lights->green + x),
                        _mm256_loadu_ps(lights->blue + x)};
}

static inline eight eight_most(const quartz_video_light *light, eight_colors color) {
  if (!light->is_2020) return eight_largest(light->to_2020, color);
  return _mm256_max_ps(_mm256_max_ps(color.r, color.g), color.b);
}

// Bytes of sRGB of a component of light, each in the lowest byte of a number.
static inline __m256i eight_bytes(const quartz_video_light *light, eight value) {
  const eight_indexes at = indexes_of(eight_entries(value));
  const uint8_t *table = light->encode;
  return _mm256_setr_epi32(table[(uint32_t)at.a], table[at.a >> 32], table[(uint32_t)at.b],
                           table[at.b >> 32], table[(uint32_t)at.c], table[at.c >> 32],
                           table[(uint32_t)at.d], table[at.d >> 32]);
}

// Returns the count of pixels that it wrote.
//
// Entries of tables wait for sums, and sums for entries: loops one after the other take a fifth
// less than a single one.
static int32_t avx2_show(const quartz_video_light *light, const video_codes *codes, int32_t count,
                         uint8_t *out) {
  const float scale = 1 / light->most;
  const int32_t end = count & ~7;
  video_lights lights;
  int32_t screens[video_chunk];
  for (int32_t x = 0; light->screen && x < end; x += 8) {
    const eight_colors color = eight_films(light, codes, x);
    eight_keep(&lights, x, color);
    _mm256_storeu_si256((__m256i *)(screens + x), eight_screens(light, color));
  }
  for (int32_t x = 0; x < end; x += 8) {
    eight_colors color =
        light->screen
            ? eight_scaled(eight_kept(&lights, x), eight_decoded(light->screen, screens + x))
            : eight_films(light, codes, x);
    const __m256i entries = eight_entries(eight_times(eight_most(light, color), scale));
    color = eight_scaled(color, eight_looked(light->gain, entries));
    eight_keep(&lights, x, color);
  }
  for (int32_t x = 0; x < end; x += 8) {
    const eight_colors color = eight_kept(&lights, x);
    const __m256i r = eight_bytes(light, eight_row(light->to_srgb, color));
    const __m256i g = eight_bytes(light, eight_row(light->to_srgb + 3, color));
    const __m256i b = eight_bytes(light, eight_row(light->to_srgb + 6, color));
    const __m256i two = _mm256_or_si256(r, _mm256_slli_epi32(g, 8));
    const __m256i rest =
        _mm256_or_si256(_mm256_slli_epi32(b, 16), _mm256_set1_epi32((int32_t)0xff000000u));
    _mm256_storeu_si256((__m256i *)(out + 4 * (size_t)x), _mm256_or_si256(two, rest));
  }
  return end;
}

// Returns the count of pixels that it wrote.
static int32_t avx2_extend(const quartz_video_light *light, const video_codes *codes,
                           int32_t count, float *out) {
  const float scale = 1 / (2 * light->most);
  int32_t x = 0;
  for (; x + 8 <= count; x += 8) {
    const eight_colors color = eight_lights(light, codes, x);
    const eight r = eight_encoded(light->extended, scale, eight_row(light->to_srgb, color));
    const eight g = eight_encoded(light->extended, scale, eight_row(light->to_srgb + 3, color));
    const eight b = eight_encoded(light->extended, scale, eight_row(light->to_srgb + 6, color));
    eight_store((eight_colors){r, g, b}, out + 4 * (size_t)x);
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
  const float *to_srgb = light->to_srgb;
  const float scale = 1 / light->most;
  for (int32_t x = LIGHT_CALL(show, light, codes, count, out); x < count; ++x) {
    video_color color = light_of(light, codes, x);
    const float gain = light->gain[share_entry(most_of(light, color) * scale)];
    color = (video_color){color.r * gain, color.g * gain, color.b * gain};
    uint8_t *pixel = out + 4 * (size_t)x;
    for (int channel = 0; channel < 3; ++channel) {
      const float value = row_of(to_srgb + 3 * channel, color.r, color.g, color.b);
      pixel[channel] = light->encode[share_entry(value)];
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
      pixel[channel] = encoded(light->extended, scale, row_of(row, color.r, color.g, color.b));
    }
    pixel[3] = 1;
  }
}
