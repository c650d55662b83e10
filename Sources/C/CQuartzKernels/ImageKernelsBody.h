// The bodies of the kernels of images that are stretched, repeated or made smaller; SpanKernels.c
// includes this once for each instruction set.
// Licensed under the MIT license; see LICENSE.

static void QK(sample_columns)(
    uint16_t *result, const uint32_t *upper, const uint32_t *lower, const qk_column *columns,
    int16_t fraction, int32_t count) {
  i16x8 fy = (i16x8){0} + fraction;
  for (int32_t i = 0; i < count; i++) {
    int32_t x0 = columns[i].left, x1 = columns[i].right;
    i16x8 fx = (i16x8){0} + (int16_t)columns[i].fraction;
    i16x8 v = QK(mix_four)(upper + x0, upper + x1, lower + x0, lower + x1, fx, fy);
    __builtin_memcpy(result + 4 * i, &v, 8);
  }
}

/// The texel that stands for `i`; see TexelRange.
static inline QK_INLINE int32_t QK(texel_index)(
    int32_t i, int32_t first, int32_t last, int32_t wraps) {
  if (!wraps) return qk_index(i, first, last);
  int32_t count = last - first + 1, rest = (i - first) % count;
  return first + (rest < 0 ? rest + count : rest);
}

static void QK(sample_places)(
    uint16_t *result, const qk_texels *texels, const qk_place_row *row, const qk_sampling *sampling,
    int32_t x, int32_t count) {
  qk_texels t = *texels;
  qk_place_row r = *row;
  qk_sampling s = *sampling;
  float half = s.nearest ? 0 : 0.5f;
  for (int32_t i = 0; i < count; i++) {
    float p = (float)(x + i) + 0.5f;
    float hx = r.row1[0] * p + r.base[0], hy = r.row1[1] * p + r.base[1];
    float w = r.row1[2] * p + r.base[2];
    float tx = qk_clamp(QK(texel)(hx / w, s.middle, 0, r.map[0], r.map[2]) - half, 16777216.0f);
    float ty = qk_clamp(QK(texel)(hy / w, s.middle, 1, r.map[1], r.map[3]) - half, 16777216.0f);
    int32_t ix = qk_floor(tx), iy = qk_floor(ty);
    int32_t x0 = QK(texel_index)(ix, t.min_x, t.last_x, s.wraps);
    int32_t y0 = QK(texel_index)(iy, t.min_y, t.last_y, s.wraps);
    const uint8_t *upper = t.base + y0 * t.row_bytes;
    if (s.nearest) {
      u8x4 texel;
      __builtin_memcpy(&texel, upper + 4 * (ptrdiff_t)x0, 4);
      u16x4 source = __builtin_convertvector(texel, u16x4) << 8;
      __builtin_memcpy(result + 4 * i, &source, 8);
      continue;
    }
    i16x8 fx = (i16x8){0} + qk_fraction(tx - (float)ix);
    i16x8 fy = (i16x8){0} + qk_fraction(ty - (float)iy);
    int32_t x1 = QK(texel_index)(ix + 1, t.min_x, t.last_x, s.wraps);
    int32_t y1 = QK(texel_index)(iy + 1, t.min_y, t.last_y, s.wraps);
    const uint8_t *lower = t.base + y1 * t.row_bytes;
    i16x8 v = QK(mix_four)(
        upper + 4 * (ptrdiff_t)x0, upper + 4 * (ptrdiff_t)x1, lower + 4 * (ptrdiff_t)x0,
        lower + 4 * (ptrdiff_t)x1, fx, fy);
    __builtin_memcpy(result + 4 * i, &v, 8);
  }
}

static void QK(mix_sources)(
    uint16_t *restrict sources, const uint16_t *restrict others, int16_t fraction, int32_t count) {
  for (int32_t i = 0; i < 4 * count; i++) {
    int32_t a = sources[i] >> 1, b = others[i] >> 1;
    sources[i] = (uint16_t)((a + (((b - a) * fraction + 16384) >> 15)) << 1);
  }
}
