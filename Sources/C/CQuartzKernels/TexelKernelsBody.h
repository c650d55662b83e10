// The body of the kernel of a colour through texels that lie one apart; SpanKernels.c includes this
// once for each instruction set.
// Licensed under the MIT license; see LICENSE.

/// Sixteen bytes of coverage in 8.7 bits.
static inline QK_INLINE i16x16 QK(load_texels)(const uint8_t *p) {
  u8x16 bytes;
  __builtin_memcpy(&bytes, p, 16);
  return __builtin_convertvector(bytes, i16x16) << 7;
}

/// The exact factors of sixteen pixels right of a texel.
static inline QK_INLINE u16x16 QK(texel_factors)(
    const uint8_t *upper, const uint8_t *lower, i16x16 fy, i16x16 fx) {
  i16x16 left = QK(load_texels)(upper), right = QK(load_texels)(upper + 1);
  left += QK(mulround)(QK(load_texels)(lower) - left, fy);
  right += QK(mulround)(QK(load_texels)(lower + 1) - right, fy);
  u16x16 mixed = (u16x16)(left + QK(mulround)(right - left, fx)) << 1;
  return QK(exact)(mixed + (mixed >> 8));
}

/// The numbers of four pixels, each for the four channels of its pixel.
#define QK_FOUR_OF(v, k)                                                                          \
  __builtin_shufflevector(                                                                        \
      v, v, 4 * (k), 4 * (k), 4 * (k), 4 * (k), 4 * (k) + 1, 4 * (k) + 1, 4 * (k) + 1,            \
      4 * (k) + 1, 4 * (k) + 2, 4 * (k) + 2, 4 * (k) + 2, 4 * (k) + 2, 4 * (k) + 3, 4 * (k) + 3,  \
      4 * (k) + 3, 4 * (k) + 3)

/// Blends four of sixteen pixels, or those before `count`; `room` ones may be written as they are.
#define QK_TEXELS_OVER(k)                                                                         \
  if (count > 4 * (k)) {                                                                          \
    u16x16 s = is_black ? QK_FOUR_OF(alpha, k) & alpha_only                                       \
                        : QK(tinted)(source, QK_FOUR_OF(factors, k));                             \
    u16x16 below = QK_FOUR_OF(rest, k);                                                           \
    if (room >= 4 * (k) + 4) {                                                                    \
      QK(store)(p + 4 * (k), QK(over)(s, below, QK(load)(p + 4 * (k))));                          \
    } else {                                                                                      \
      int32_t some = room - 4 * (k);                                                              \
      QK(store_some)(p + 4 * (k), QK(over)(s, below, QK(load_some)(p + 4 * (k), some)), some);    \
    }                                                                                             \
  }

static inline QK_INLINE void QK(sixteen_over)(
    uint32_t *p, int32_t count, int32_t room, u16x16 source, u16x16 factors, int is_black) {
  const u16x16 alpha_only = {0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535};
  if (count < 16) {
    const u16x16 places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    factors &= (u16x16)(places < QK_ALL(count));
  }
  u16x16 alpha = QK(tinted)(QK_ALL(source[3]), factors);
  u16x16 rest = QK(exact)(65535 - (alpha + (alpha >> 8)));
  QK_TEXELS_OVER(0)
  QK_TEXELS_OVER(1)
  QK_TEXELS_OVER(2)
  QK_TEXELS_OVER(3)
}

/// A row of pixels whose texels lie one apart.
static inline QK_INLINE void QK(texels_over)(
    uint32_t *p, int32_t count, int32_t room, u16x16 source, int is_black, const uint8_t *upper,
    const uint8_t *lower, const uint8_t *end, int16_t row_fraction, int16_t fraction) {
  i16x16 fy = (i16x16)QK_ALL(row_fraction), fx = (i16x16)QK_ALL(fraction);
  for (int32_t i = 0; i < count; i += 16) {
    u16x16 factors;
    if (end - upper >= i + 17 && end - lower >= i + 17) {
      factors = QK(texel_factors)(upper + i, lower + i, fy, fx);
    } else {
      uint8_t a[17] = {0}, b[17] = {0};
      int32_t some = count - i < 16 ? count - i + 1 : 17;
      for (int32_t k = 0; k < some; k++) a[k] = upper[i + k], b[k] = lower[i + k];
      factors = QK(texel_factors)(a, b, fy, fx);
    }
    QK(sixteen_over)(p + i, count - i, room - i, source, factors, is_black);
  }
}

static void QK(cover_texels)(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const qk_stretch *map,
    const uint16_t color[4]) {
  u16x16 source = QK(splat4)(color);
  int is_black = !(color[0] | color[1] | color[2]);
  int32_t width = map->columns[0].count + map->columns[1].count + map->columns[2].count;
  const uint8_t *end = map->base + map->row_bytes * (map->last_y + 1);
  for (int32_t y = 0; y < rows; y++, pixels += stride) {
    int32_t row = map->rows.texel + y * map->rows.step;
    const uint8_t *upper = map->base + qk_index(row, map->min_y, map->last_y) * map->row_bytes;
    const uint8_t *lower = map->base + qk_index(row + 1, map->min_y, map->last_y) * map->row_bytes;
    int16_t fraction = map->rows.fraction;
    uint32_t *p = pixels;
    int32_t room = width;
    for (int k = 0; k < 3; k++) {
      const qk_steps *columns = map->columns + k;
      int32_t count = columns->count;
      if (count <= 0) continue;
      const uint8_t *a = upper + columns->texel, *b = lower + columns->texel;
      if (columns->step) {
        QK(texels_over)(
            p, count, room, source, is_black, a, b, end, fraction, columns->fraction);
      } else {
        int16_t left = QK(mix_one)((int16_t)(a[0] << 7), (int16_t)(b[0] << 7), fraction);
        int16_t right = QK(mix_one)((int16_t)(a[1] << 7), (int16_t)(b[1] << 7), fraction);
        uint16_t factor = QK(factor)(QK(mix_one)(left, right, columns->fraction));
        u16x16 s = QK(through)(source, QK_ALL(factor), 1);
        if (factor) QK(flat)(p, count, s, QK(rest)(s));
      }
      p += count;
      room -= count;
    }
  }
}
