// The kernels' bodies; SpanKernels.c includes this once for each instruction set.
// Licensed under the MIT license; see LICENSE.
//
// QK(name) names the variant, QK_SET is its instruction set. Vectors hold the 16 channels of four
// pixels. The rest of a span after whole vectors goes through the same vector code, with loads
// and stores of one to three pixels.

static inline QK_INLINE u16x16 QK(mulhi)(u16x16 a, u16x16 b) {
#if QK_SET >= QK_AVX2
  return (u16x16)_mm256_mulhi_epu16((__m256i)a, (__m256i)b);
#elif QK_X86
  union { u16x16 v; __m128i h[2]; } x = {a}, y = {b}, r;
  r.h[0] = _mm_mulhi_epu16(x.h[0], y.h[0]);
  r.h[1] = _mm_mulhi_epu16(x.h[1], y.h[1]);
  return r.v;
#else
  u32x16 wide = __builtin_convertvector(a, u32x16) * __builtin_convertvector(b, u32x16);
  return __builtin_convertvector(wide >> 16, u16x16);
#endif
}

/// (a · b + 16384) >> 15, signed.
static inline QK_INLINE i16x16 QK(mulround)(i16x16 a, i16x16 b) {
#if QK_SET >= QK_AVX2
  return (i16x16)_mm256_mulhrs_epi16((__m256i)a, (__m256i)b);
#else
  i32x16 wide = __builtin_convertvector(a, i32x16) * __builtin_convertvector(b, i32x16);
  return __builtin_convertvector((wide + 16384) >> 15, i16x16);
#endif
}

static inline QK_INLINE i16x8 QK(mulround8)(i16x8 a, i16x8 b) {
#if QK_SET >= QK_AVX2
  return (i16x8)_mm_mulhrs_epi16((__m128i)a, (__m128i)b);
#else
  i32x8 wide = __builtin_convertvector(a, i32x8) * __builtin_convertvector(b, i32x8);
  return __builtin_convertvector((wide + 16384) >> 15, i16x8);
#endif
}

static inline QK_INLINE u16x16 QK(widen)(u32x4 pixels) {
  return __builtin_convertvector((u8x16)pixels, u16x16) << 8;
}

static inline QK_INLINE u32x4 QK(narrow)(u16x16 channels) {
#if QK_SET >= QK_AVX2
  __m256i v = (__m256i)(channels >> 8);
  return (u32x4)_mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
#else
  return (u32x4)__builtin_convertvector(channels >> 8, u8x16);
#endif
}

static inline QK_INLINE u16x16 QK(splat4)(const uint16_t *c) {
  return (u16x16){c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3],
                  c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3]};
}

/// Each of four factors for the four channels of its pixel.
static inline QK_INLINE u16x16 QK(spread)(u16x4 m) {
  return __builtin_shufflevector(m, m, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

static inline QK_INLINE u16x16 QK(scaled)(u16x16 source, u16x16 factor) {
  return QK(mulhi)(source + 1, factor);
}

/// Factors that take bytes to the nearest byte exactly, for mulhi.
static inline QK_INLINE u16x16 QK(exact)(u16x16 factor) {
  return __builtin_elementwise_add_sat(factor, factor >> 15);
}

static inline QK_INLINE u16x16 QK(tinted)(u16x16 source, u16x16 exact) {
  return (QK(mulhi)(source, exact) + 128) & 0xFF00;
}

/// Returns a source multiplied by a mask; rounded to bytes if the mask is one of bytes.
static inline QK_INLINE u16x16 QK(through)(u16x16 source, u16x16 factor, int32_t bytes) {
  return bytes ? QK(tinted)(source, QK(exact)(factor)) : QK(scaled)(source, factor);
}

/// 65535 less the alpha of each source, in all of its channels, as an exact factor.
static inline QK_INLINE u16x16 QK(rest)(u16x16 s) {
  u16x16 a = __builtin_shufflevector(
      s, s, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
  return QK(exact)(65535 - (a + (a >> 8)));
}

static inline QK_INLINE u32x4 QK(over)(u16x16 source, u16x16 rest, u32x4 pixels) {
  u16x16 below = QK(mulhi)(QK(widen)(pixels), rest);
  u16x16 sum = __builtin_elementwise_add_sat(source, below);
  return QK(narrow)(__builtin_elementwise_add_sat(sum, QK_ALL(128)));
}

static inline QK_INLINE u32x4 QK(load)(const uint32_t *p) {
  u32x4 v;
  __builtin_memcpy(&v, p, 16);
  return v;
}

static inline QK_INLINE void QK(store)(uint32_t *p, u32x4 v) { __builtin_memcpy(p, &v, 16); }

/// The first `count` (1...3) words; the others are zero.
static inline QK_INLINE u32x4 QK(load_some)(const uint32_t *p, int32_t count) {
  return (u32x4){p[0], count > 1 ? p[1] : 0, count > 2 ? p[2] : 0, 0};
}

static inline QK_INLINE void QK(store_some)(uint32_t *p, u32x4 v, int32_t count) {
  p[0] = v[0];
  if (count > 1) p[1] = v[1];
  if (count > 2) p[2] = v[2];
}

static inline QK_INLINE u16x4 QK(load_mask)(const uint16_t *p) {
  u16x4 v;
  __builtin_memcpy(&v, p, 8);
  return v;
}

static inline QK_INLINE u16x4 QK(load_mask_some)(const uint16_t *p, int32_t count) {
  // Without branches: the middle one of three is the last one of two, and all are the only one.
  int32_t middle = count >> 1, last = count - 1;
  uint64_t v = p[0] | (uint64_t)p[middle] << (16 * middle) | (uint64_t)p[last] << (16 * last);
  return (u16x4)v;
}

static inline QK_INLINE u16x16 QK(load_wide)(const uint16_t *p) {
  u16x16 v;
  __builtin_memcpy(&v, p, 32);
  return v;
}

static inline QK_INLINE u16x16 QK(load_wide_some)(const uint16_t *p, int32_t count) {
  uint64_t v[3] = {0};
  __builtin_memcpy(&v[0], p, 8);
  if (count > 1) __builtin_memcpy(&v[1], p + 4, 8);
  if (count > 2) __builtin_memcpy(&v[2], p + 8, 8);
  return (u16x16)(u64x4){v[0], v[1], v[2], 0};
}

static inline QK_INLINE void QK(flat)(
    uint32_t *pixels, int32_t count, u16x16 source, u16x16 rest) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) QK(store)(pixels + i, QK(over)(source, rest, QK(load)(pixels + i)));
  if (i < count) {
    u32x4 below = QK(load_some)(pixels + i, count - i);
    QK(store_some)(pixels + i, QK(over)(source, rest, below), count - i);
  }
}

static inline QK_INLINE void QK(fill)(uint32_t *pixels, int32_t count, u32x4 value) {
  if (count < 4) {
    if (count > 0) QK(store_some)(pixels, value, count);
    return;
  }
  if (count < 8) {
    QK(store)(pixels, value);
    QK(store)(pixels + count - 4, value);
    return;
  }
  u32x8 wide = __builtin_shufflevector(value, value, 0, 1, 2, 3, 0, 1, 2, 3);
  // The loop writes vectors that cross no cache line. The two around it write some pixels twice.
  __builtin_memcpy(pixels, &wide, 32);
  for (int32_t i = 8 - (int32_t)((uintptr_t)pixels >> 2 & 7); i + 8 < count; i += 8) {
    __builtin_memcpy(pixels + i, &wide, 32);
  }
  __builtin_memcpy(pixels + count - 8, &wide, 32);
}

/// `count` pixels through a mask; `room` ones, at least as many, may be written as they are.
static inline QK_INLINE void QK(masked)(
    uint32_t *pixels, int32_t count, int32_t room, u16x16 source, const uint16_t *mask,
    int32_t bytes) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u16x16 s = QK(through)(source, QK(spread)(QK(load_mask)(mask + i)), bytes);
    QK(store)(pixels + i, QK(over)(s, QK(rest)(s), QK(load)(pixels + i)));
  }
  if (i >= count) return;
  u16x16 s = QK(through)(source, QK(spread)(QK(load_mask_some)(mask + i, count - i)), bytes);
  if (i + 4 <= room) {
    // A mask of zero leaves pixels exactly.
    QK(store)(pixels + i, QK(over)(s, QK(rest)(s), QK(load)(pixels + i)));
  } else {
    u32x4 below = QK(load_some)(pixels + i, count - i);
    QK(store_some)(pixels + i, QK(over)(s, QK(rest)(s), below), count - i);
  }
}

static void QK(solid_rows)(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const uint16_t color[4],
    const uint16_t *left_mask, int32_t left, uint16_t factor, int32_t middle,
    const uint16_t *right_mask, int32_t right, int32_t bytes) {
  u16x16 source = QK(splat4)(color);
  u16x16 s = QK(through)(source, QK_ALL(factor), bytes);
  u16x16 rest = QK(rest)(s);
  int opaque = rest[0] == 0;
  u32x4 value = QK(over)(s, rest, (u32x4){0});
  // A margin of less than four pixels is the same vector in every row.
  u16x16 ls = {0}, rs = {0};
  if (left > 0 && left < 4) {
    ls = QK(through)(source, QK(spread)(QK(load_mask_some)(left_mask, left)), bytes);
  }
  if (right > 0 && right < 4) {
    rs = QK(through)(source, QK(spread)(QK(load_mask_some)(right_mask, right)), bytes);
  }
  u16x16 lrest = QK(rest)(ls), rrest = QK(rest)(rs);
  for (int32_t y = 0; y < rows; y++, pixels += stride) {
    if (left >= 4) {
      QK(masked)(pixels, left, left + middle + right, source, left_mask, bytes);
    } else if (left > 0) {
      QK(store_some)(pixels, QK(over)(ls, lrest, QK(load_some)(pixels, left)), left);
    }
    if (opaque) {
      QK(fill)(pixels + left, middle, value);
    } else if (factor) {
      QK(flat)(pixels + left, middle, s, rest);
    }
    uint32_t *end = pixels + left + middle;
    if (right >= 4) {
      QK(masked)(end, right, right, source, right_mask, bytes);
    } else if (right > 0) {
      QK(store_some)(end, QK(over)(rs, rrest, QK(load_some)(end, right)), right);
    }
  }
}

/// Four sources, tinted and masked, over four pixels.
static inline QK_INLINE u32x4 QK(tinted_over)(
    u16x16 s, u16x16 tint, u16x4 mask, int32_t bytes, u32x4 pixels) {
  s = QK(through)(QK(tinted)(s, tint), QK(spread)(mask), bytes);
  return QK(over)(s, QK(rest)(s), pixels);
}

/// Whether all four factors are 1.
static inline QK_INLINE int QK(is_full)(u16x4 mask) { return (uint64_t)mask == UINT64_MAX; }

/// Pixels over pixels, each channel times its exact factor.
static inline QK_INLINE void QK(whole_pixels_over)(
    uint32_t *pixels, const uint32_t *source, int32_t count, u16x16 tint) {
  u16x16 opaque_rest = QK(rest)(QK(tinted)(QK_ALL(0xFF00), tint));
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u32x4 words = QK(load)(source + i);
    uint32_t all = words[0] & words[1] & words[2] & words[3];
    u16x16 s = QK(tinted)(QK(widen)(words), tint);
    u16x16 rest = all >= 0xFF000000u ? opaque_rest : QK(rest)(s);
    QK(store)(pixels + i, QK(over)(s, rest, QK(load)(pixels + i)));
  }
  if (i < count) {
    u16x16 s = QK(tinted)(QK(widen)(QK(load_some)(source + i, count - i)), tint);
    u32x4 below = QK(load_some)(pixels + i, count - i);
    QK(store_some)(pixels + i, QK(over)(s, QK(rest)(s), below), count - i);
  }
}

static void QK(pixels_over)(
    uint32_t *pixels, const uint32_t *source, int32_t count, const uint16_t factors[4],
    const uint16_t *mask, int32_t bytes) {
  u16x16 tint = QK(exact)(QK(splat4)(factors));
  if (!mask) return QK(whole_pixels_over)(pixels, source, count, tint);
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u16x16 s = QK(tinted)(QK(widen)(QK(load)(source + i)), tint);
    u16x4 m = QK(load_mask)(mask + i);
    // A factor of 1 leaves sources exactly.
    if (!QK(is_full)(m)) s = QK(through)(s, QK(spread)(m), bytes);
    QK(store)(pixels + i, QK(over)(s, QK(rest)(s), QK(load)(pixels + i)));
  }
  if (i < count) {
    int32_t rest = count - i;
    u16x16 s = QK(widen)(QK(load_some)(source + i, rest));
    u32x4 below = QK(load_some)(pixels + i, rest);
    u16x4 m = QK(load_mask_some)(mask + i, rest);
    QK(store_some)(pixels + i, QK(tinted_over)(s, tint, m, bytes, below), rest);
  }
}

static void QK(sources_over)(
    uint32_t *pixels, const uint16_t *source, int32_t count, const uint16_t factors[4],
    const uint16_t *mask) {
  u16x16 tint = QK(exact)(QK(splat4)(factors));
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u16x16 s = QK(load_wide)(source + 4 * i);
    u32x4 below = QK(load)(pixels + i);
    QK(store)(pixels + i, QK(tinted_over)(s, tint, QK(load_mask)(mask + i), 0, below));
  }
  if (i < count) {
    int32_t rest = count - i;
    u16x16 s = QK(load_wide_some)(source + 4 * i, rest);
    u32x4 below = QK(load_some)(pixels + i, rest);
    u16x4 m = QK(load_mask_some)(mask + i, rest);
    QK(store_some)(pixels + i, QK(tinted_over)(s, tint, m, 0, below), rest);
  }
}

static void QK(mix_rows)(
    int16_t *result, const uint32_t *upper, const uint32_t *lower, int32_t count,
    int16_t fraction) {
  i16x16 f = (i16x16)QK_ALL((uint16_t)fraction);
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    i16x16 a = (i16x16)(QK(widen)(QK(load)(upper + i)) >> 1);
    i16x16 b = (i16x16)(QK(widen)(QK(load)(lower + i)) >> 1);
    i16x16 v = a + QK(mulround)(b - a, f);
    __builtin_memcpy(result + 4 * i, &v, 32);
  }
  for (; i < count; i++) {
    i16x16 a = (i16x16)(QK(widen)(QK(load_some)(upper + i, 1)) >> 1);
    i16x16 b = (i16x16)(QK(widen)(QK(load_some)(lower + i, 1)) >> 1);
    i16x16 v = a + QK(mulround)(b - a, f);
    __builtin_memcpy(result + 4 * i, &v, 8);
  }
}

/// The sources that pairs of neighbours in a row of texels make.
static inline QK_INLINE u16x16 QK(mix)(i16x16 a, i16x16 b, i16x16 f) {
  return (u16x16)(a + QK(mulround)(b - a, f)) << 1;
}

/// The sources of the pixels at four places; texel 0 of the row is the texel `first`.
static inline QK_INLINE u16x16 QK(mix_places)(
    const int16_t *row, int64_t place, int64_t step, int32_t first, int32_t count) {
  i16x8 t[4];
  u16x4 f = {0};
  for (int k = 0; k < 4; k++) {
    // Places behind the last pixel repeat it.
    int64_t at = place + step * (k < count ? k : count - 1);
    __builtin_memcpy(&t[k], row + 4 * ((at >> 32) - first), 16);
    f[k] = (uint16_t)((at >> 17) & 0x7FFF);
  }
  i16x8 a01 = __builtin_shufflevector(t[0], t[1], 0, 1, 2, 3, 8, 9, 10, 11);
  i16x8 b01 = __builtin_shufflevector(t[0], t[1], 4, 5, 6, 7, 12, 13, 14, 15);
  i16x8 a23 = __builtin_shufflevector(t[2], t[3], 0, 1, 2, 3, 8, 9, 10, 11);
  i16x8 b23 = __builtin_shufflevector(t[2], t[3], 4, 5, 6, 7, 12, 13, 14, 15);
  i16x16 a = __builtin_shufflevector(
      a01, a23, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  i16x16 b = __builtin_shufflevector(
      b01, b23, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return QK(mix)(a, b, (i16x16)QK(spread)(f));
}

static void QK(columns_over)(
    uint32_t *pixels, const int16_t *row, int32_t count, int64_t place, int64_t step,
    int32_t first, const uint16_t factors[4], const uint16_t *mask) {
  u16x16 tint = QK(exact)(QK(splat4)(factors));
  int32_t i = 0;
  if (step == (int64_t)1 << 32) {
    // One texel for each pixel: neighbours in memory, and one fraction for all.
    const int16_t *p = row + 4 * ((place >> 32) - first);
    i16x16 f = (i16x16)QK_ALL((place >> 17) & 0x7FFF);
    for (; i + 4 <= count; i += 4) {
      i16x16 a = (i16x16)QK(load_wide)((const uint16_t *)p + 4 * i);
      i16x16 b = (i16x16)QK(load_wide)((const uint16_t *)p + 4 * i + 4);
      u32x4 below = QK(load)(pixels + i);
      u16x4 m = QK(load_mask)(mask + i);
      QK(store)(pixels + i, QK(tinted_over)(QK(mix)(a, b, f), tint, m, 0, below));
    }
  }
  for (; i + 4 <= count; i += 4) {
    u16x16 s = QK(mix_places)(row, place + step * i, step, first, 4);
    u32x4 below = QK(load)(pixels + i);
    QK(store)(pixels + i, QK(tinted_over)(s, tint, QK(load_mask)(mask + i), 0, below));
  }
  if (i < count) {
    int32_t rest = count - i;
    u16x16 s = QK(mix_places)(row, place + step * i, step, first, rest);
    u32x4 below = QK(load_some)(pixels + i, rest);
    u16x4 m = QK(load_mask_some)(mask + i, rest);
    QK(store_some)(pixels + i, QK(tinted_over)(s, tint, m, 0, below), rest);
  }
}

/// The coverage of the pixel `x` without corners.
static inline QK_INLINE float QK(axis_straight)(const qk_axis_row *r, int32_t x) {
  float p = (float)x;
  float lo = p > r->min_x ? p : r->min_x, hi = p + 1 < r->max_x ? p + 1 : r->max_x;
  return qk_unit(hi - lo) * r->cover_y;
}

/// The coverage of the pixel `x`.
static inline QK_INLINE float QK(axis_round)(const qk_axis_row *r, int32_t x) {
  float c = (float)x + 0.5f;
  int in_left = c < r->left_x, in_right = c > r->right_x;
  float straight = QK(axis_straight)(r, x);
  float center = in_left ? r->left_x : r->right_x;
  float radius = in_left ? r->left_radius : r->right_radius;
  float q2 = in_left ? r->left_q2 : r->right_q2;
  float g2 = in_left ? r->left_g2 : r->right_g2;
  float q = (c - center) / radius, g = 2 * q / radius;
  float f = q * q + q2 - 1, length = __builtin_elementwise_sqrt(g * g + g2);
  float round = qk_unit(0.5f - f / (length > 1e-6f ? length : 1e-6f));
  int in = (in_left | in_right) & (round < straight);
  return in ? round : straight;
}

static void QK(axis_coverage)(
    float *restrict result, const qk_axis_row *row, int32_t x, int32_t count) {
  qk_axis_row r = *row;
  count = QK_WHOLE(count);
  if (r.left_radius <= 0 && r.right_radius <= 0) {
    for (int32_t i = 0; i < count; i++) result[i] = QK(axis_straight)(&r, x + i);
    return;
  }
  for (int32_t i = 0; i < count; i++) result[i] = QK(axis_round)(&r, x + i);
}

static void QK(axis_factors)(
    uint16_t *restrict result, const qk_axis_row *row, int32_t x, int32_t count) {
  qk_axis_row r = *row;
  count = QK_WHOLE(count);
  if (r.left_radius <= 0 && r.right_radius <= 0) {
    for (int32_t i = 0; i < count; i++) {
      result[i] = (uint16_t)(int32_t)(qk_unit(QK(axis_straight)(&r, x + i)) * 65535 + 0.5f);
    }
    return;
  }
  for (int32_t i = 0; i < count; i++) {
    result[i] = (uint16_t)(int32_t)(qk_unit(QK(axis_round)(&r, x + i)) * 65535 + 0.5f);
  }
}

static void QK(general_coverage)(
    float *restrict result, const qk_general_row *row, int32_t x, int32_t count) {
  qk_general_row r = *row;
  count = QK_WHOLE(count);
  for (int32_t i = 0; i < count; i++) {
    float p = (float)(x + i) + 0.5f;
    float hx = r.row1[0] * p + r.base[0], hy = r.row1[1] * p + r.base[1];
    float w = r.row1[2] * p + r.base[2];
    float lx = hx / w, ly = hy / w;
    float xdx = (r.row1[0] - lx * r.row1[2]) / w, xdy = (r.row2[0] - lx * r.row2[2]) / w;
    float ydx = (r.row1[1] - ly * r.row1[2]) / w, ydy = (r.row2[1] - ly * r.row2[2]) / w;
    float px = __builtin_elementwise_sqrt(xdx * xdx + xdy * xdy);
    float py = __builtin_elementwise_sqrt(ydx * ydx + ydy * ydy);
    float left = qk_unit((lx - r.rect[0]) / px + 0.5f), right = qk_unit((r.rect[2] - lx) / px + 0.5f);
    float upper = qk_unit((ly - r.rect[1]) / py + 0.5f), lower = qk_unit((r.rect[3] - ly) / py + 0.5f);
    // A centre on a hard edge belongs to the side after the edge.
    left = r.hard & 1 ? (lx >= r.rect[0] ? 1.0f : 0.0f) : left;
    right = r.hard & 2 ? (lx < r.rect[2] ? 1.0f : 0.0f) : right;
    upper = r.hard & 4 ? (ly >= r.rect[1] ? 1.0f : 0.0f) : upper;
    lower = r.hard & 8 ? (ly < r.rect[3] ? 1.0f : 0.0f) : lower;
    float cx = qk_unit(left + right - 1), cy = qk_unit(upper + lower - 1);
    result[i] = w > 0 ? cx * cy : 0;
  }
  if (!r.rounded) return;
  for (int32_t i = 0; i < count; i++) {
    float p = (float)(x + i) + 0.5f;
    float hx = r.row1[0] * p + r.base[0], hy = r.row1[1] * p + r.base[1];
    float w = r.row1[2] * p + r.base[2];
    float lx = hx / w, ly = hy / w;
    float xdx = (r.row1[0] - lx * r.row1[2]) / w, xdy = (r.row2[0] - lx * r.row2[2]) / w;
    float ydx = (r.row1[1] - ly * r.row1[2]) / w, ydy = (r.row2[1] - ly * r.row2[2]) / w;
    float cx = 0, cy = 0, rx = 0, ry = 0;
    for (int k = 3; k >= 0; k--) {
      int in_x = k & 1 ? lx > r.corner[k][0] : lx < r.corner[k][0];
      int in_y = k & 2 ? ly > r.corner[k][1] : ly < r.corner[k][1];
      int in = in_x & in_y & (r.corner[k][2] > 0);
      cx = in ? r.corner[k][0] : cx;
      cy = in ? r.corner[k][1] : cy;
      rx = in ? r.corner[k][2] : rx;
      ry = in ? r.corner[k][3] : ry;
    }
    float qx = (lx - cx) / rx, qy = (ly - cy) / ry;
    float gx = 2 * qx / rx, gy = 2 * qy / ry;
    float dx = gx * xdx + gy * ydx, dy = gx * xdy + gy * ydy;
    float length = __builtin_elementwise_sqrt(dx * dx + dy * dy);
    float f = qx * qx + qy * qy - 1;
    float round = qk_unit(0.5f - f / (length > 1e-6f ? length : 1e-6f));
    int in = (rx > 0) & (w > 0) & (round < result[i]);
    result[i] = in ? round : result[i];
  }
}

static void QK(ring)(float *restrict outer, const float *restrict inner, int32_t count) {
  count = QK_WHOLE(count);
  for (int32_t i = 0; i < count; i++) {
    outer[i] = outer[i] > inner[i] ? outer[i] - inner[i] : 0;
  }
}

static void QK(product)(float *restrict a, const float *restrict b, int32_t count) {
  count = QK_WHOLE(count);
  for (int32_t i = 0; i < count; i++) a[i] = a[i] * b[i];
}

static void QK(factors)(uint16_t *restrict result, const float *restrict coverage, int32_t count) {
  count = QK_WHOLE(count);
  for (int32_t i = 0; i < count; i++) {
    result[i] = (uint16_t)(int32_t)(qk_unit(coverage[i]) * 65535 + 0.5f);
  }
}

/// The source that four texels make, in the lower four channels.
static inline QK_INLINE i16x8 QK(mix_four)(
    const void *a0, const void *a1, const void *b0, const void *b1, i16x8 fx, i16x8 fy) {
  // Left and right texel of the upper and of the lower row, side by side.
  u8x8 a, b;
  __builtin_memcpy(&a, a0, 4);
  __builtin_memcpy((uint8_t *)&a + 4, a1, 4);
  __builtin_memcpy(&b, b0, 4);
  __builtin_memcpy((uint8_t *)&b + 4, b1, 4);
  i16x8 wa = __builtin_convertvector(a, i16x8) << 7;
  i16x8 wb = __builtin_convertvector(b, i16x8) << 7;
  i16x8 v = wa + QK(mulround8)(wb - wa, fy);
  i16x8 right = __builtin_shufflevector(v, v, 4, 5, 6, 7, 4, 5, 6, 7);
  return (v + QK(mulround8)(right - v, fx)) << 1;
}

static void QK(sample_line)(
    uint16_t *result, const qk_texels *texels, const uint32_t *upper, const uint32_t *lower,
    int16_t fraction, int64_t place, int64_t step, int32_t count) {
  i16x8 fy = (i16x8){0} + fraction;
  for (int32_t i = 0; i < count; i++) {
    int64_t at = place + step * i;
    int32_t ix = (int32_t)(at >> 32);
    int16_t fx = (int16_t)((at >> 17) & 0x7FFF);
    int32_t x0 = qk_index(ix, texels->min_x, texels->last_x);
    int32_t x1 = qk_index(ix + 1, texels->min_x, texels->last_x);
    i16x8 v = QK(mix_four)(upper + x0, upper + x1, lower + x0, lower + x1, (i16x8){0} + fx, fy);
    __builtin_memcpy(result + 4 * i, &v, 8);
  }
}

static void QK(sample_linear)(
    uint16_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x,
    int32_t count) {
  qk_texels t = *texels;
  qk_place_row r = *row;
  for (int32_t i = 0; i < count; i++) {
    float px, py;
    qk_place(&r, x + i, &px, &py);
    px = qk_clamp(px - 0.5f, 16777216.0f);
    py = qk_clamp(py - 0.5f, 16777216.0f);
    int32_t ix = qk_floor(px), iy = qk_floor(py);
    int16_t fx = qk_fraction(px - (float)ix), fy = qk_fraction(py - (float)iy);
    int32_t x0 = qk_index(ix, t.min_x, t.last_x), x1 = qk_index(ix + 1, t.min_x, t.last_x);
    int32_t y0 = qk_index(iy, t.min_y, t.last_y), y1 = qk_index(iy + 1, t.min_y, t.last_y);
    const uint8_t *upper = t.base + y0 * t.row_bytes, *lower = t.base + y1 * t.row_bytes;
    i16x8 v = QK(mix_four)(
        upper + 4 * (ptrdiff_t)x0, upper + 4 * (ptrdiff_t)x1, lower + 4 * (ptrdiff_t)x0,
        lower + 4 * (ptrdiff_t)x1, (i16x8){0} + fx, (i16x8){0} + fy);
    __builtin_memcpy(result + 4 * i, &v, 8);
  }
}

static void QK(sample_nearest)(
    uint32_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x,
    int32_t count) {
  qk_texels t = *texels;
  qk_place_row r = *row;
  for (int32_t i = 0; i < count; i++) {
    float px, py;
    qk_place(&r, x + i, &px, &py);
    int32_t ix = qk_index(qk_floor(qk_clamp(px, 16777216.0f)), t.min_x, t.last_x);
    int32_t iy = qk_index(qk_floor(qk_clamp(py, 16777216.0f)), t.min_y, t.last_y);
    __builtin_memcpy(result + i, t.base + iy * t.row_bytes + 4 * (ptrdiff_t)ix, 4);
  }
}

#include "CubicKernelsBody.h"
#include "CoverageKernelsBody.h"
#include "ByteKernelsBody.h"
#include "ImageKernelsBody.h"
#include "ShapeKernelsBody.h"
#include "TexelKernelsBody.h"
