// The bodies of the kernels of half-precision pixels; HalfSpans.c includes this once for each
// instruction set.
// Licensed under the MIT license; see LICENSE.
//
// Four pixels at a time. The last ones of a span go through memory of their own. Conversions are
// those of HalfKernels.c, by instructions or on the bits, and give the same.

static inline QK_INLINE f32x16 QK(pick)(i32x16 condition, f32x16 yes, f32x16 no) {
  return (f32x16)((condition & (i32x16)yes) | (~condition & (i32x16)no));
}

static inline QK_INLINE f32x16 QK(widened)(u16x16 halves) {
#if QK_SET == QK_AVX512
  return (f32x16)_mm512_cvtph_ps((__m256i)halves);
#elif QK_SET == QK_AVX2
  f32x16 result;
  __m256 low = _mm256_cvtph_ps(_mm256_castsi256_si128((__m256i)halves));
  __m256 high = _mm256_cvtph_ps(_mm256_extracti128_si256((__m256i)halves, 1));
  memcpy(&result, &low, 32);
  memcpy((char *)&result + 32, &high, 32);
  return result;
#else
  u32x16 bits = __builtin_convertvector(halves, u32x16);
  u32x16 sign = (bits & 0x8000u) << 16;
  f32x16 value = (f32x16)((bits & 0x7FFFu) << 13) * QK_ALL(0x1p112f);
  return (f32x16)((u32x16)value | sign);
#endif
}

/// Kept within what is finite, rounded to nearest.
static inline QK_INLINE u16x16 QK(narrowed)(f32x16 v) {
  v = QK(pick)(v < QK_ALL(QK_LARGEST), v, QK_ALL(QK_LARGEST));
  v = QK(pick)(v > QK_ALL(-QK_LARGEST), v, QK_ALL(-QK_LARGEST));
#if QK_SET == QK_AVX512
  return (u16x16)_mm512_cvtps_ph((__m512)v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#elif QK_SET == QK_AVX2
  __m256 low, high;
  memcpy(&low, &v, 32);
  memcpy(&high, (char *)&v + 32, 32);
  return (u16x16)_mm256_setr_m128i(_mm256_cvtps_ph(low, _MM_FROUND_TO_NEAREST_INT),
                                   _mm256_cvtps_ph(high, _MM_FROUND_TO_NEAREST_INT));
#else
  u32x16 bits = (u32x16)v, sign = bits & 0x80000000u;
  bits ^= sign;
  i32x16 is_small = (i32x16)(bits < 0x38800000u);
  u32x16 small = (u32x16)((f32x16)bits + QK_ALL(0.5f)) - 0x3F000000u;
  u32x16 large = (bits - 0x38000000u + 0xFFFu + ((bits >> 13) & 1u)) >> 13;
  u32x16 halves = (small & (u32x16)is_small) | (large & ~(u32x16)is_small) | sign >> 16;
  return __builtin_convertvector(halves, u16x16);
#endif
}

static inline QK_INLINE f32x16 QK(four)(const void *pixels) {
  u16x16 halves;
  memcpy(&halves, pixels, 32);
  return QK(widened)(halves);
}

static inline QK_INLINE void QK(put_four)(void *pixels, f32x16 v) {
  u16x16 halves = QK(narrowed)(v);
  memcpy(pixels, &halves, 32);
}

#if QK_SET != QK_BASE
/// The lanes of the first `count` pixels.
static inline QK_INLINE __m256i QK(lanes)(int32_t count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
#endif

/// The first `count` of four pixels, 0 to 3, the others being 0.
static inline QK_INLINE u16x16 QK(load_some)(const void *pixels, int32_t count) {
#if QK_SET != QK_BASE
  return (u16x16)_mm256_maskload_epi64((const long long *)pixels, QK(lanes)(count));
#else
  u16x16 halves = {0};
  for (int32_t i = 0; i < count; i++)
    memcpy((char *)&halves + 8 * i, (const char *)pixels + 8 * i, 8);
  return halves;
#endif
}

static inline QK_INLINE void QK(store_some)(void *pixels, u16x16 halves, int32_t count) {
#if QK_SET != QK_BASE
  _mm256_maskstore_epi64((long long *)pixels, QK(lanes)(count), (__m256i)halves);
#else
  for (int32_t i = 0; i < count; i++) memcpy((char *)pixels + 8 * i, (char *)&halves + 8 * i, 8);
#endif
}

static inline QK_INLINE f32x16 QK(some_pixels)(const void *pixels, int32_t count) {
  return QK(widened)(QK(load_some)(pixels, count));
}

static inline QK_INLINE void QK(put_some)(void *pixels, f32x16 v, int32_t count) {
  QK(store_some)(pixels, QK(narrowed)(v), count);
}

static inline QK_INLINE f32x16 QK(alpha)(f32x16 v) {
  return __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
}

static inline QK_INLINE f32x16 QK(color)(const float c[4]) {
  return (f32x16){c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3],
                  c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3]};
}

/// Four factors as numbers in 0...1, each for the four channels of its pixel.
static inline QK_INLINE f32x16 QK(cover)(const uint16_t *mask) {
  u16x4 four;
  memcpy(&four, mask, 8);
  u16x16 all = __builtin_shufflevector(
      four, four, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  return __builtin_convertvector(all, f32x16) / QK_ALL(65535);
}

/// Pixels that nothing has been drawn to may hold any bits, also those of NaN: what is opaque does
/// not look at them.
static inline QK_INLINE f32x16 QK(over)(f32x16 s, f32x16 d) {
  f32x16 rest = QK_ALL(1) - QK(alpha)(s);
  return s + QK(pick)(rest != QK_ALL(0), d * rest, QK_ALL(0));
}

/// The first `count` of four numbers of 16 bits, the others being 0.
static inline QK_INLINE void QK(some_factors)(
    uint16_t result[4], const uint16_t *mask, int32_t count) {
  for (int32_t i = 0; i < 4; i++) result[i] = i < count ? mask[i] : 0;
}

// MARK: - Over

/// One colour over pixels through a mask.
static inline QK_INLINE void QK(masked)(
    char *p, f32x16 color, const uint16_t *mask, int32_t count) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    uint64_t all;
    memcpy(&all, mask + i, 8);
    if (!all) continue;
    f32x16 s = color * QK(cover)(mask + i);
    QK(put_four)(p + 8 * i, QK(over)(s, QK(four)(p + 8 * i)));
  }
  if (i == count) return;
  uint16_t factors[4];
  QK(some_factors)(factors, mask + i, count - i);
  f32x16 s = color * QK(cover)(factors);
  QK(put_some)(p + 8 * i, QK(over)(s, QK(some_pixels)(p + 8 * i, count - i)), count - i);
}

/// One colour over pixels; `rest` is 1 less its alpha.
static inline QK_INLINE void QK(flat)(char *p, f32x16 color, f32x16 rest, int32_t count) {
  int32_t i = 0;
  if (rest[0] == 0) {
    u16x16 pixels = QK(narrowed)(color);
    for (; i + 4 <= count; i += 4) memcpy(p + 8 * i, &pixels, 32);
    QK(store_some)(p + 8 * i, pixels, count - i);
    return;
  }
  for (; i + 4 <= count; i += 4) {
    QK(put_four)(p + 8 * i, color + QK(four)(p + 8 * i) * rest);
  }
  if (i == count) return;
  QK(put_some)(p + 8 * i, color + QK(some_pixels)(p + 8 * i, count - i) * rest, count - i);
}

/// One colour through a mask of less than four pixels.
static inline QK_INLINE f32x16 QK(margin)(f32x16 color, const uint16_t *mask, int32_t count) {
  f32x16 none = {0};
  if (count <= 0 || count >= 4) return none;
  uint16_t factors[4];
  QK(some_factors)(factors, mask, count);
  return color * QK(cover)(factors);
}

static void QK(half_solid_rows)(
    void *pixels, ptrdiff_t row_bytes, int32_t rows, const float color[4],
    const uint16_t *left_mask, int32_t left, uint16_t factor, int32_t middle,
    const uint16_t *right_mask, int32_t right) {
  f32x16 source = QK(color)(color);
  f32x16 part = source * QK_ALL((float)factor / 65535.0f);
  f32x16 rest = QK_ALL(1) - QK(alpha)(part);
  // A margin of less than four pixels is the same vector in every row.
  f32x16 first = QK(margin)(source, left_mask, left);
  f32x16 last = QK(margin)(source, right_mask, right);
  for (int32_t y = 0; y < rows; y++) {
    char *p = (char *)pixels + y * row_bytes;
    if (left >= 4) {
      QK(masked)(p, source, left_mask, left);
    } else if (left > 0) {
      QK(put_some)(p, QK(over)(first, QK(some_pixels)(p, left)), left);
    }
    p += 8 * (ptrdiff_t)left;
    if (middle > 0 && factor) QK(flat)(p, part, rest, middle);
    p += 8 * (ptrdiff_t)middle;
    if (right >= 4) {
      QK(masked)(p, source, right_mask, right);
    } else if (right > 0) {
      QK(put_some)(p, QK(over)(last, QK(some_pixels)(p, right)), right);
    }
  }
}

static void QK(half_over)(
    void *pixels, const float *colors, const uint16_t *mask, int32_t count) {
  char *p = pixels;
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    f32x16 s;
    memcpy(&s, colors + 4 * i, 64);
    if (mask) s *= QK(cover)(mask + i);
    QK(put_four)(p + 8 * i, QK(over)(s, QK(four)(p + 8 * i)));
  }
  if (i == count) return;
  uint16_t factors[4] = {65535, 65535, 65535, 65535};
  f32x16 s = {0};
  if (mask) QK(some_factors)(factors, mask + i, count - i);
  memcpy(&s, colors + 4 * i, (size_t)(count - i) * 16);
  s *= QK(cover)(factors);
  QK(put_some)(p + 8 * i, QK(over)(s, QK(some_pixels)(p + 8 * i, count - i)), count - i);
}

static void QK(half_store)(void *pixels, const float *colors, int32_t count) {
  char *p = pixels;
  int32_t i = 0;
  f32x16 s = {0};
  for (; i + 4 <= count; i += 4) {
    memcpy(&s, colors + 4 * i, 64);
    QK(put_four)(p + 8 * i, s);
  }
  if (i == count) return;
  memcpy(&s, colors + 4 * i, (size_t)(count - i) * 16);
  QK(put_some)(p + 8 * i, s, count - i);
}

static void QK(half_composite)(
    void *pixels, const void *source, float opacity, const uint16_t *mask, int32_t count) {
  char *p = pixels;
  const char *q = source;
  f32x16 share = QK_ALL(opacity);
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    f32x16 s = QK(four)(q + 8 * i) * share;
    if (mask) s *= QK(cover)(mask + i);
    QK(put_four)(p + 8 * i, QK(over)(s, QK(four)(p + 8 * i)));
  }
  if (i == count) return;
  uint16_t factors[4] = {65535, 65535, 65535, 65535};
  if (mask) QK(some_factors)(factors, mask + i, count - i);
  f32x16 s = QK(some_pixels)(q + 8 * i, count - i) * share * QK(cover)(factors);
  QK(put_some)(p + 8 * i, QK(over)(s, QK(some_pixels)(p + 8 * i, count - i)), count - i);
}

// MARK: - Numbers

static void QK(half_alphas)(uint16_t *factors, const void *pixels, int32_t count) {
  const char *p = pixels;
  for (int32_t i = 0; i < count; i += 4) {
    f32x16 v = count - i >= 4 ? QK(four)(p + 8 * i) : QK(some_pixels)(p + 8 * i, count - i);
    for (int32_t k = 0; k < 4 && i + k < count; k++) {
      float alpha = v[4 * k + 3];
      alpha = alpha > 0 ? (alpha < 1 ? alpha : 1) : 0;
      factors[i + k] = (uint16_t)(alpha * 65535 + 0.5f);
    }
  }
}

static void QK(half_alpha_bytes)(uint8_t *bytes, const void *pixels, int32_t count) {
  const char *p = pixels;
  for (int32_t i = 0; i < count; i += 4) {
    f32x16 v = count - i >= 4 ? QK(four)(p + 8 * i) : QK(some_pixels)(p + 8 * i, count - i);
    for (int32_t k = 0; k < 4 && i + k < count; k++) {
      float alpha = v[4 * k + 3];
      alpha = alpha > 0 ? (alpha < 1 ? alpha : 1) : 0;
      bytes[i + k] = (uint8_t)(alpha * 255 + 0.5f);
    }
  }
}

static void QK(half_from_words)(
    float *colors, const uint32_t *words, const float factors[4], int32_t count) {
  f32x16 tint = QK(color)(factors), v;
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u8x16 bytes;
    memcpy(&bytes, words + i, 16);
    v = __builtin_convertvector(bytes, f32x16) / QK_ALL(255) * tint;
    memcpy(colors + 4 * i, &v, 64);
  }
  if (i == count) return;
  u8x16 bytes = {0};
  memcpy(&bytes, words + i, (size_t)(count - i) * 4);
  v = __builtin_convertvector(bytes, f32x16) / QK_ALL(255) * tint;
  memcpy(colors + 4 * i, &v, (size_t)(count - i) * 16);
}

static void QK(half_from_sources)(
    float *colors, const uint16_t *sources, const float factors[4], int32_t count) {
  f32x16 tint = QK(color)(factors), v;
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u16x16 four;
    memcpy(&four, sources + 4 * i, 32);
    v = __builtin_convertvector(four, f32x16) / QK_ALL(65280) * tint;
    memcpy(colors + 4 * i, &v, 64);
  }
  if (i == count) return;
  u16x16 four = {0};
  memcpy(&four, sources + 4 * i, (size_t)(count - i) * 8);
  v = __builtin_convertvector(four, f32x16) / QK_ALL(65280) * tint;
  memcpy(colors + 4 * i, &v, (size_t)(count - i) * 16);
}

static void QK(half_from_columns)(
    float *colors, const int16_t *row, int32_t count, int64_t place, int64_t step, int32_t first,
    const float factors[4]) {
  f32x4 tint = {factors[0], factors[1], factors[2], factors[3]};
  for (int32_t i = 0; i < count; i++, place += step) {
    const int16_t *texel = row + 4 * (ptrdiff_t)((int32_t)(place >> 32) - first);
    float part = (float)(uint32_t)place * 0x1p-32f;
    i16x4 left, right;
    memcpy(&left, texel, 8);
    memcpy(&right, texel + 4, 8);
    f32x4 a = __builtin_convertvector(left, f32x4), b = __builtin_convertvector(right, f32x4);
    // 255 is 32640 in 8.7 bits.
    f32x4 v = (a + (b - a) * part) / 32640.0f * tint;
    memcpy(colors + 4 * i, &v, 16);
  }
}

static void QK(half_tint)(float *colors, const float factors[4], int32_t count) {
  f32x4 tint = {factors[0], factors[1], factors[2], factors[3]}, v;
  for (int32_t i = 0; i < count; i++) {
    memcpy(&v, colors + 4 * i, 16);
    v *= tint;
    memcpy(colors + 4 * i, &v, 16);
  }
}

static void QK(half_mix)(float *colors, const float *others, float share, int32_t count) {
  for (int32_t i = 0; i < 4 * count; i++) colors[i] += (others[i] - colors[i]) * share;
}

// MARK: - Texels

static inline QK_INLINE f32x4 QK(one)(const void *texel) {
#if QK_SET >= QK_AVX2
  return (f32x4)_mm_cvtph_ps(_mm_loadl_epi64((const __m128i *)texel));
#else
  u16x4 halves;
  memcpy(&halves, texel, 8);
  u32x4 bits = __builtin_convertvector(halves, u32x4);
  u32x4 sign = (bits & 0x8000u) << 16;
  f32x4 value = (f32x4)((bits & 0x7FFFu) << 13) * 0x1p112f;
  return (f32x4)((u32x4)value | sign);
#endif
}

static inline QK_INLINE f32x4 QK(mixed)(
    const uint8_t *upper, const uint8_t *lower, int32_t x0, int32_t x1, float fx, float fy) {
  f32x4 a = QK(one)(upper + 8 * (ptrdiff_t)x0), b = QK(one)(upper + 8 * (ptrdiff_t)x1);
  f32x4 c = QK(one)(lower + 8 * (ptrdiff_t)x0), d = QK(one)(lower + 8 * (ptrdiff_t)x1);
  a += (c - a) * fy;
  b += (d - b) * fy;
  return a + (b - a) * fx;
}

static void QK(half_sample_line)(
    float *colors, const qk_texels *texels, const void *upper, const void *lower, float fraction,
    int64_t place, int64_t step, int32_t count) {
  for (int32_t i = 0; i < count; i++, place += step) {
    int32_t x = (int32_t)(place >> 32);
    float fx = (float)(uint32_t)place * 0x1p-32f;
    int32_t x0 = qk_texel(x, texels->min_x, texels->last_x, 0);
    int32_t x1 = qk_texel(x + 1, texels->min_x, texels->last_x, 0);
    f32x4 v = QK(mixed)(upper, lower, x0, x1, fx, fraction);
    memcpy(colors + 4 * i, &v, 16);
  }
}

static void QK(half_sample_places)(
    float *colors, const qk_texels *texels, const qk_place_row *row, const qk_sampling *sampling,
    int32_t x, int32_t count) {
  qk_texels t = *texels;
  qk_place_row r = *row;
  qk_sampling s = *sampling;
  float half = s.nearest ? 0 : 0.5f;
  for (int32_t i = 0; i < count; i++) {
    float p = (float)(x + i) + 0.5f;
    float hx = r.row1[0] * p + r.base[0], hy = r.row1[1] * p + r.base[1];
    float w = r.row1[2] * p + r.base[2];
    float tx = qk_clamp(qk_along(hx / w, s.middle, 0, r.map[0], r.map[2]) - half, 16777216.0f);
    float ty = qk_clamp(qk_along(hy / w, s.middle, 1, r.map[1], r.map[3]) - half, 16777216.0f);
    int32_t ix = qk_floor(tx), iy = qk_floor(ty);
    int32_t x0 = qk_texel(ix, t.min_x, t.last_x, s.wraps);
    const uint8_t *upper = t.base + qk_texel(iy, t.min_y, t.last_y, s.wraps) * t.row_bytes;
    f32x4 v;
    if (s.nearest) {
      v = QK(one)(upper + 8 * (ptrdiff_t)x0);
    } else {
      int32_t x1 = qk_texel(ix + 1, t.min_x, t.last_x, s.wraps);
      const uint8_t *lower = t.base + qk_texel(iy + 1, t.min_y, t.last_y, s.wraps) * t.row_bytes;
      v = QK(mixed)(upper, lower, x0, x1, tx - (float)ix, ty - (float)iy);
    }
    memcpy(colors + 4 * i, &v, 16);
  }
}

static void QK(half_ramp)(
    float *colors, const qk_ramp *ramp, const float *parameters, int32_t count) {
  int32_t k = 0;
  for (int32_t i = 0; i < count; i++) {
    float t = parameters[i];
    f32x4 v = {0};
    if (t == t && (t >= 0 || ramp->before) && (t <= 1 || ramp->after)) {
      // Far outside nothing changes any more; 0 times infinity would be no number.
      t = t > -1 ? (t < 2 ? t : 2) : -1;
      while (k + 1 < ramp->count && t >= ramp->segments[k + 1].start) k++;
      while (k > 0 && t < ramp->segments[k].start) k--;
      f32x4 base, slope;
      memcpy(&base, ramp->segments[k].base, 16);
      memcpy(&slope, ramp->segments[k].slope, 16);
      v = base + slope * t;
      if (ramp->straight) {
        float alpha = v[3];
        v *= alpha;
        v[3] = alpha;
      }
    }
    memcpy(colors + 4 * i, &v, 16);
  }
}

// MARK: - Blurs

static void QK(float_add_lines)(
    float *restrict sum, const float *a, const float *b, float weight, int32_t count) {
  for (int32_t i = 0; i < count; i++) sum[i] += (a[i] + b[i]) * weight;
}

static void QK(half_add_lines)(
    float *sum, const void *a, const void *b, float weight, int32_t count) {
  const char *p = a, *q = b;
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    f32x16 v;
    memcpy(&v, sum + 4 * i, 64);
    v += (QK(four)(p + 8 * i) + QK(four)(q + 8 * i)) * QK_ALL(weight);
    memcpy(sum + 4 * i, &v, 64);
  }
  for (; i < count; i++) {
    f32x4 v;
    memcpy(&v, sum + 4 * i, 16);
    v += (QK(one)(p + 8 * i) + QK(one)(q + 8 * i)) * weight;
    memcpy(sum + 4 * i, &v, 16);
  }
}

static inline QK_INLINE f32x4 QK(pixel)(const float *line) {
  f32x4 v;
  memcpy(&v, line, 16);
  return v;
}

static void QK(float_halve)(float *restrict result, const float *line, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const float *p = line + 8 * (ptrdiff_t)i;
    f32x4 outer = QK(pixel)(p - 8) + QK(pixel)(p + 8);
    f32x4 inner = QK(pixel)(p - 4) + QK(pixel)(p + 4);
    f32x4 v = (outer + inner * 4.0f + QK(pixel)(p) * 6.0f) * 0.0625f;
    memcpy(result + 4 * i, &v, 16);
  }
}

static void QK(float_double)(float *restrict result, const float *line, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const float *p = line + 4 * (ptrdiff_t)(i / 2);
    f32x4 v = i & 1 ? (QK(pixel)(p) + QK(pixel)(p + 4)) * 0.5f
                    : (QK(pixel)(p - 4) + QK(pixel)(p) * 6.0f + QK(pixel)(p + 4)) * 0.125f;
    memcpy(result + 4 * i, &v, 16);
  }
}
