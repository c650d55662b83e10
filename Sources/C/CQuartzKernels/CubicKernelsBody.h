// The body of the cubic filter; SpanKernels.c includes this once for each instruction set.
// Licensed under the MIT license; see LICENSE.
//
// Places and weights are worked out for eight pixels at a time, one in each lane. Then each pixel
// sums up its sixteen texels, two rows at a time, the four channels of a row in half a vector. All
// sums have the order of CubicKernel.swift: columns from left to right, then rows from the top.

/// Catmull and Rom's weights of eight pixels, as in CubicKernel.swift.
static inline QK_INLINE void QK(cubic_weights)(float weights[4][8], f32x8 t) {
  f32x8 square = t * t, cube = t * t * t, w[4];
  w[0] = -0.5f * t + square - 0.5f * cube;
  w[1] = 1 - 2.5f * square + 1.5f * cube;
  w[2] = 0.5f * t + 2 * square - 1.5f * cube;
  w[3] = -0.5f * square + 0.5f * cube;
  __builtin_memcpy(weights, w, 128);
}

static inline QK_INLINE f32x8 QK(choose)(i32x8 condition, f32x8 yes, f32x8 no) {
  return (f32x8)((condition & (i32x8)yes) | (~condition & (i32x8)no));
}

/// qk_clamp and qk_floor of places less half a texel; leaves the fractions in `places`.
static inline QK_INLINE i32x8 QK(cubic_texels)(f32x8 *places) {
  const f32x8 limit = (f32x8){0} + 16777216.0f;
  f32x8 place = *places - 0.5f;
  place = QK(choose)(place > -limit, QK(choose)(place < limit, place, limit), -limit);
  i32x8 whole = __builtin_convertvector(place, i32x8);
  whole += __builtin_convertvector(whole, f32x8) > place;
  *places = place - __builtin_convertvector(whole, f32x8);
  return whole;
}

/// The levels of texel `k` of two rows.
static inline QK_INLINE f32x8 QK(cubic_levels)(u8x32 rows, int k) {
#if QK_SET >= QK_AVX2
  // Bytes 4 k to 4 k + 3 of each half, each as the lowest of four.
  const int32_t first = (int32_t)0x80808000u + 4 * k;
  __m128i half = _mm_setr_epi32(first, first + 1, first + 2, first + 3);
  __m256i levels = _mm256_shuffle_epi8((__m256i)rows, _mm256_broadcastsi128_si256(half));
  return __builtin_convertvector((i32x8)levels, f32x8);
#else
  u8x8 levels;
  for (int c = 0; c < 4; c++) {
    levels[c] = rows[4 * k + c];
    levels[c + 4] = rows[16 + 4 * k + c];
  }
  return __builtin_convertvector(levels, f32x8);
#endif
}

/// The sums of two rows, the first one's and the second one's, each over its columns.
static inline QK_INLINE f32x8 QK(cubic_rows)(
    const uint8_t *row, ptrdiff_t row_bytes, const float *weights) {
  u8x32 rows;
  __builtin_memcpy(&rows, row, 16);
  __builtin_memcpy((uint8_t *)&rows + 16, row + row_bytes, 16);
  f32x8 sum = QK(cubic_levels)(rows, 0) * weights[0];
  sum += QK(cubic_levels)(rows, 1) * weights[8];
  sum += QK(cubic_levels)(rows, 2) * weights[16];
  sum += QK(cubic_levels)(rows, 3) * weights[24];
  return sum;
}

static inline QK_INLINE f32x4 QK(first_half)(f32x8 v) {
  return __builtin_shufflevector(v, v, 0, 1, 2, 3);
}

static inline QK_INLINE f32x4 QK(second_half)(f32x8 v) {
  return __builtin_shufflevector(v, v, 4, 5, 6, 7);
}

/// The word of levels without overshoot, rounded to nearest.
static inline QK_INLINE uint32_t QK(cubic_word)(f32x4 sum) {
  const f32x4 limit = {255, 255, 255, 255};
  i32x4 in = (sum > 0) & (i32x4)sum;
  f32x4 levels = (f32x4)in;
  i32x4 below = levels < limit;
  levels = (f32x4)((below & (i32x4)levels) | (~below & (i32x4)limit));
  f32x4 alpha = __builtin_shufflevector(levels, levels, 3, 3, 3, 3);
  below = levels < alpha;
  levels = (f32x4)((below & (i32x4)levels) | (~below & (i32x4)alpha));
  u8x4 bytes = __builtin_convertvector(__builtin_convertvector(levels + 0.5f, i32x4), u8x4);
  uint32_t word;
  __builtin_memcpy(&word, &bytes, 4);
  return word;
}

static void QK(sample_cubic)(
    uint32_t *result, const qk_texels *texels, const qk_place_row *row, int32_t x,
    int32_t count) {
  const i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  qk_texels t = *texels;
  qk_place_row r = *row;
  for (int32_t start = 0; start < count; start += 8) {
    f32x8 p = __builtin_convertvector(lanes + (x + start), f32x8) + 0.5f;
    f32x8 hx = r.row1[0] * p + r.base[0], hy = r.row1[1] * p + r.base[1];
    f32x8 w = r.row1[2] * p + r.base[2];
    f32x8 px = hx / w * r.map[0] + r.map[2], py = hy / w * r.map[1] + r.map[3];
    i32x8 ix = QK(cubic_texels)(&px) - 1, iy = QK(cubic_texels)(&py) - 1;
    qk_cubics cubics;
    __builtin_memcpy(cubics.column, &ix, 32);
    __builtin_memcpy(cubics.line, &iy, 32);
    QK(cubic_weights)(cubics.x, px);
    QK(cubic_weights)(cubics.y, py);
    // Through memory: numbers of one pixel are taken from there, not from vectors' lanes.
    __asm__ volatile("" : : "r"(&cubics) : "memory");
    int32_t end = count - start < 8 ? count - start : 8;
    for (int32_t i = 0; i < end; i++) {
      int32_t column = cubics.column[i], line = cubics.line[i];
      uint8_t block[64];
      const uint8_t *first = block;
      ptrdiff_t row_bytes = 16;
      if (column < t.min_x || column + 3 > t.last_x || line < t.min_y || line + 3 > t.last_y) {
        qk_cubic_block(block, &t, column, line);
      } else {
        first = t.base + line * t.row_bytes + 4 * (ptrdiff_t)column;
        row_bytes = t.row_bytes;
      }
      f32x8 upper = QK(cubic_rows)(first, row_bytes, &cubics.x[0][i]);
      f32x8 lower = QK(cubic_rows)(first + 2 * row_bytes, row_bytes, &cubics.x[0][i]);
      f32x4 sum = QK(first_half)(upper) * cubics.y[0][i];
      sum += QK(second_half)(upper) * cubics.y[1][i];
      sum += QK(first_half)(lower) * cubics.y[2][i];
      sum += QK(second_half)(lower) * cubics.y[3][i];
      result[start + i] = QK(cubic_word)(sum);
    }
  }
}
