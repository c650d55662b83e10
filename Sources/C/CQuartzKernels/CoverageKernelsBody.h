// The body of the kernel of sparse masks; SpanKernels.c includes this once for each instruction
// set.
// Licensed under the MIT license; see LICENSE.

/// Four bytes.
static inline QK_INLINE uint32_t QK(load_cover)(const uint8_t *p) {
  uint32_t bytes;
  __builtin_memcpy(&bytes, p, 4);
  return bytes;
}

/// The first `count` (1...3) bytes; the others are zero.
static inline QK_INLINE uint32_t QK(load_cover_some)(const uint8_t *p, int32_t count) {
  // Without branches, as in `load_mask_some`.
  int32_t middle = count >> 1, last = count - 1;
  return p[0] | (uint32_t)p[middle] << (8 * middle) | (uint32_t)p[last] << (8 * last);
}

/// Each of four bytes as a factor for the four channels of its pixel.
static inline QK_INLINE u16x16 QK(cover_factors)(uint32_t bytes) {
#if QK_SET >= QK_AVX2
  // A byte times 257 is the byte twice.
  const __m256i twice = _mm256_setr_epi64x(
      0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  return (u16x16)_mm256_shuffle_epi8(_mm256_set1_epi32((int32_t)bytes), twice);
#else
  return QK(spread)(__builtin_convertvector((u8x4)bytes, u16x4) * 257);
#endif
}

/// `count` pixels through bytes; `room` ones, at least as many, may be written as they are.
static inline QK_INLINE void QK(covered)(
    uint32_t *pixels, int32_t count, int32_t room, u16x16 source, const uint8_t *bytes) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u16x16 s = QK(scaled)(source, QK(cover_factors)(QK(load_cover)(bytes + i)));
    QK(store)(pixels + i, QK(over)(s, QK(rest)(s), QK(load)(pixels + i)));
  }
  if (i >= count) return;
  u16x16 s = QK(scaled)(source, QK(cover_factors)(QK(load_cover_some)(bytes + i, count - i)));
  if (i + 4 <= room) {
    // Coverage of zero leaves pixels exactly.
    QK(store)(pixels + i, QK(over)(s, QK(rest)(s), QK(load)(pixels + i)));
  } else {
    u32x4 below = QK(load_some)(pixels + i, count - i);
    QK(store_some)(pixels + i, QK(over)(s, QK(rest)(s), below), count - i);
  }
}

/// Asks for the pixels of a row that comes soon: rows of a large picture lie so far apart that no
/// other line of the cache is likely to hold them, and the processor does not guess the next one.
static inline QK_INLINE void QK(fetch_ahead)(
    const uint32_t *pixels, const qk_span *first, const qk_span *last, int32_t min_x,
    int32_t max_x) {
  int32_t x = first->x > min_x ? first->x : min_x, end = last->x + last->length;
  if (end > max_x) end = max_x;
  if (x >= end) return;
  // Longer ones are streams, which it does guess.
  if (end > x + 128) end = x + 128;
  for (; x < end; x += 16) __builtin_prefetch(pixels + (x - min_x), 1);
  __builtin_prefetch(pixels + (end - 1 - min_x), 1);
}

static void QK(cover_rows)(
    uint32_t *pixels, ptrdiff_t stride, int32_t rows, const int32_t *row_starts,
    const qk_span *spans, const uint8_t *bytes, int32_t min_x, int32_t max_x,
    const uint16_t color[4]) {
  u16x16 source = QK(splat4)(color);
  u16x16 source_rest = QK(rest)(source);
  int opaque = source_rest[0] == 0;
  u32x4 value = QK(over)(source, source_rest, (u32x4){0});
  for (int32_t y = 0; y < rows; y++, pixels += stride) {
    int32_t ahead = y + QK_ROWS_AHEAD;
    if (ahead < rows && row_starts[ahead] < row_starts[ahead + 1]) {
      QK(fetch_ahead)(
          pixels + QK_ROWS_AHEAD * stride, spans + row_starts[ahead],
          spans + row_starts[ahead + 1] - 1, min_x, max_x);
    }
    for (int32_t k = row_starts[y]; k < row_starts[y + 1]; k++) {
      const qk_span *span = spans + k;
      int32_t first = span->x > min_x ? span->x : min_x;
      int32_t end = span->x + span->length;
      int32_t count = (end < max_x ? end : max_x) - first;
      if (count <= 0) continue;
      uint32_t *p = pixels + (first - min_x);
      if (span->offset >= 0) {
        QK(covered)(p, count, max_x - first, source, bytes + span->offset + (first - span->x));
      } else if (span->value != 255) {
        u16x16 s = QK(scaled)(source, QK_ALL(span->value * 257));
        QK(flat)(p, count, s, QK(rest)(s));
      } else if (opaque) {
        QK(fill)(p, count, value);
      } else {
        QK(flat)(p, count, source, source_rest);
      }
    }
  }
}
