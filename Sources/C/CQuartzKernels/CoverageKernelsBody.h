// The body of the kernel of sparse masks; SpanKernels.c includes this once for each instruction
// set.
// Licensed under the MIT license; see LICENSE.

static inline QK_INLINE u16x4 QK(load_cover)(const uint8_t *p) {
  u8x4 v;
  __builtin_memcpy(&v, p, 4);
  return __builtin_convertvector(v, u16x4) * 257;
}

static inline QK_INLINE u16x4 QK(load_cover_some)(const uint8_t *p, int32_t count) {
  u8x4 v = {p[0], count > 1 ? p[1] : 0, count > 2 ? p[2] : 0, 0};
  return __builtin_convertvector(v, u16x4) * 257;
}

static inline QK_INLINE void QK(covered)(
    uint32_t *pixels, int32_t count, u16x16 source, const uint8_t *bytes) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    u16x16 s = QK(scaled)(source, QK(spread)(QK(load_cover)(bytes + i)));
    QK(store)(pixels + i, QK(over)(s, QK(rest)(s), QK(load)(pixels + i)));
  }
  if (i < count) {
    u16x16 s = QK(scaled)(source, QK(spread)(QK(load_cover_some)(bytes + i, count - i)));
    u32x4 below = QK(load_some)(pixels + i, count - i);
    QK(store_some)(pixels + i, QK(over)(s, QK(rest)(s), below), count - i);
  }
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
    for (int32_t k = row_starts[y]; k < row_starts[y + 1]; k++) {
      const qk_span *span = spans + k;
      int32_t first = span->x > min_x ? span->x : min_x;
      int32_t end = span->x + span->length;
      int32_t count = (end < max_x ? end : max_x) - first;
      if (count <= 0) continue;
      uint32_t *p = pixels + (first - min_x);
      if (span->offset >= 0) {
        QK(covered)(p, count, source, bytes + span->offset + (first - span->x));
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
