// Light by tables, of single pixels and of eight at once.
// Licensed under the MIT license; see LICENSE.
//
// Both do the same steps in the same order, so that their results are equal bit by bit. A file that
// includes it allows no fused product and sum.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "CQuartzVideo.h"

typedef float four __attribute__((vector_size(16)));

static inline four square_roots(four value) { return __builtin_elementwise_sqrt(value); }

static inline float square_root(float value) { return square_roots((four){value, 0, 0, 0})[0]; }

static inline float held_light(float value) { return value > 0 ? value < 1 ? value : 1 : 0; }

// The bits of a number above those that a table of shares has no entries for.
enum { share_drop = 23 - quartz_share_bits };
// The bits of its least share.
enum { share_base = (127 - quartz_share_octaves) << 23 };

// The nearest entry of a table of shares.
static inline int32_t share_entry(float share) {
  const float least = 1.0f / (1 << quartz_share_octaves);
  const float held = share > least ? share < 1 ? share : 1 : least;
  int32_t bits;
  memcpy(&bits, &held, sizeof bits);
  return (bits - share_base + (1 << (share_drop - 1))) >> share_drop;
}

static inline float row_of(const float *row, float r, float g, float b) {
  return row[0] * r + row[1] * g + row[2] * b;
}

// The largest component of light in other primaries.
static inline float largest_of(const float *rows, float red, float green, float blue) {
  const float r = row_of(rows, red, green, blue);
  const float g = row_of(rows + 3, red, green, blue);
  const float b = row_of(rows + 6, red, green, blue);
  return r > g ? (r > b ? r : b) : (g > b ? g : b);
}

// The value of a table at a share of 0...1, in a line between two entries.
static inline float between(const float *table, float share) {
  const float at = square_root(held_light(share)) * 4096.0f;
  const int32_t first = at < 4095.0f ? (int32_t)at : 4095;
  const float low = table[first];
  return low + (table[first + 1] - low) * (at - (float)first);
}

// A component of light, encoded; those below 0 as their opposites.
static inline float encoded(const float *table, float scale, float value) {
  const float size = fabsf(value);
  const float curved = between(table, size * scale);
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

// The nearest entries of a table of shares.
static inline __m256i eight_entries(eight share) {
  const eight least = _mm256_set1_ps(1.0f / (1 << quartz_share_octaves));
  const eight held = _mm256_min_ps(_mm256_max_ps(share, least), _mm256_set1_ps(1));
  const __m256i base = _mm256_set1_epi32(share_base - (1 << (share_drop - 1)));
  return _mm256_srli_epi32(_mm256_sub_epi32(_mm256_castps_si256(held), base), share_drop);
}

static inline eight eight_times(eight value, float factor) {
  return _mm256_mul_ps(value, _mm256_set1_ps(factor));
}

static inline eight eight_row(const float *row, eight_colors color) {
  const eight first = _mm256_add_ps(eight_times(color.r, row[0]), eight_times(color.g, row[1]));
  return _mm256_add_ps(first, eight_times(color.b, row[2]));
}

static inline eight eight_largest(const float *rows, eight_colors color) {
  const eight two = _mm256_max_ps(eight_row(rows, color), eight_row(rows + 3, color));
  return _mm256_max_ps(two, eight_row(rows + 6, color));
}

static inline eight_colors eight_scaled(eight_colors color, eight factor) {
  return (eight_colors){_mm256_mul_ps(color.r, factor), _mm256_mul_ps(color.g, factor),
                        _mm256_mul_ps(color.b, factor)};
}

// The values of a table at shares of 0...1, in a line between two entries.
static inline eight eight_between(const float *table, eight share) {
  const eight at = _mm256_mul_ps(_mm256_sqrt_ps(eight_held(share)), _mm256_set1_ps(4096));
  const __m256i first = _mm256_min_epi32(_mm256_cvttps_epi32(at), _mm256_set1_epi32(4095));
  const eight low = eight_looked(table, first), high = eight_looked(table + 1, first);
  const eight rest = _mm256_sub_ps(at, _mm256_cvtepi32_ps(first));
  return _mm256_add_ps(low, _mm256_mul_ps(_mm256_sub_ps(high, low), rest));
}

static inline eight eight_encoded(const float *table, float scale, eight value) {
  const eight sign = _mm256_and_ps(value, _mm256_set1_ps(-0.0f));
  const eight size = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), value);
  const eight curved = eight_between(table, eight_times(size, scale));
  const eight is_dark = _mm256_cmp_ps(size, _mm256_set1_ps(0.0031308f), _CMP_LE_OQ);
  return _mm256_or_ps(_mm256_blendv_ps(curved, eight_times(size, 12.92f), is_dark), sign);
}

// Writes pixels of R, G, B, 1.
static inline void eight_store(eight_colors color, float *pixels) {
  const eight one = _mm256_set1_ps(1);
  // Pixels 0, 1 and 4, 5; 2, 3 and 6, 7.
  const eight rg_low = _mm256_unpacklo_ps(color.r, color.g);
  const eight rg_high = _mm256_unpackhi_ps(color.r, color.g);
  const eight b1_low = _mm256_unpacklo_ps(color.b, one), b1_high = _mm256_unpackhi_ps(color.b, one);
  const eight p04 = _mm256_shuffle_ps(rg_low, b1_low, 0x44);
  const eight p15 = _mm256_shuffle_ps(rg_low, b1_low, 0xee);
  const eight p26 = _mm256_shuffle_ps(rg_high, b1_high, 0x44);
  const eight p37 = _mm256_shuffle_ps(rg_high, b1_high, 0xee);
  _mm256_storeu_ps(pixels, _mm256_permute2f128_ps(p04, p15, 0x20));
  _mm256_storeu_ps(pixels + 8, _mm256_permute2f128_ps(p26, p37, 0x20));
  _mm256_storeu_ps(pixels + 16, _mm256_permute2f128_ps(p04, p15, 0x31));
  _mm256_storeu_ps(pixels + 24, _mm256_permute2f128_ps(p26, p37, 0x31));
}

#pragma clang attribute pop
#endif
