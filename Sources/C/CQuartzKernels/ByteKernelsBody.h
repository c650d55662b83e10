// The bodies of the kernels of bytes of coverage; SpanKernels.c includes this once for each
// instruction set.
// Licensed under the MIT license; see LICENSE.

/// A number in 8.7 bits as a factor.
static inline QK_INLINE uint16_t QK(factor)(int16_t mixed) {
  uint16_t source = (uint16_t)((uint16_t)mixed << 1);
  return (uint16_t)(source + (source >> 8));
}

/// a mixed with b, in 8.7 bits, by a fraction of 15 bits.
static inline QK_INLINE int16_t QK(mix_one)(int16_t a, int16_t b, int16_t fraction) {
  return (int16_t)(a + (((b - a) * fraction + 16384) >> 15));
}

static inline QK_INLINE void QK(factors_of)(
    uint16_t *restrict factors, const uint8_t *restrict bytes, ptrdiff_t step, int32_t count) {
  for (int32_t i = 0; i < count; i++) factors[i] = (uint16_t)(bytes[i * step] * 257);
}

static void QK(byte_factors)(
    uint16_t *factors, const uint8_t *bytes, ptrdiff_t step, int32_t count) {
  // Steps that the compiler knows make loops of vectors.
  if (step == 1) {
    QK(factors_of)(factors, bytes, 1, count);
  } else if (step == 4) {
    QK(factors_of)(factors, bytes, 4, count);
  } else {
    QK(factors_of)(factors, bytes, step, count);
  }
}

static inline QK_INLINE void QK(mix_bytes_of)(
    int16_t *restrict result, const uint8_t *restrict upper, const uint8_t *restrict lower,
    ptrdiff_t step, int32_t count, int16_t fraction) {
  for (int32_t i = 0; i < count; i++) {
    result[i] = QK(mix_one)(
        (int16_t)(upper[i * step] << 7), (int16_t)(lower[i * step] << 7), fraction);
  }
}

static void QK(mix_bytes)(
    int16_t *result, const uint8_t *upper, const uint8_t *lower, ptrdiff_t step, int32_t count,
    int16_t fraction) {
  if (step == 1) {
    QK(mix_bytes_of)(result, upper, lower, 1, count, fraction);
  } else if (step == 4) {
    QK(mix_bytes_of)(result, upper, lower, 4, count, fraction);
  } else {
    QK(mix_bytes_of)(result, upper, lower, step, count, fraction);
  }
}

static void QK(column_factors)(
    uint16_t *restrict factors, const int16_t *restrict row, int32_t count, int64_t place,
    int64_t step, int32_t first) {
  if (step == (int64_t)1 << 32) {
    // One texel for each pixel: neighbours in memory, and one fraction for all.
    const int16_t *p = row + ((place >> 32) - first);
    int16_t fraction = (int16_t)((place >> 17) & 0x7FFF);
    for (int32_t i = 0; i < count; i++) {
      factors[i] = QK(factor)(QK(mix_one)(p[i], p[i + 1], fraction));
    }
    return;
  }
  for (int32_t i = 0; i < count; i++, place += step) {
    const int16_t *p = row + ((place >> 32) - first);
    factors[i] = QK(factor)(QK(mix_one)(p[0], p[1], (int16_t)((place >> 17) & 0x7FFF)));
  }
}

/// A place along one axis of shape space in texels.
static inline QK_INLINE float QK(texel)(
    float l, const qk_middle *middle, int axis, float scale, float offset) {
  if (!middle) return l * scale + offset;
  float first = middle->first[axis], last = middle->last[axis], over = l - last;
  float outer = (l < first ? l : first) + (over > 0 ? over : 0);
  float inner = l > first ? l : first;
  return outer * scale + offset + ((inner < last ? inner : last) - first) * middle->stretch[axis];
}

static void QK(sample_bytes)(
    uint16_t *factors, const qk_bytes *bytes, const qk_place_row *row, const qk_middle *middle,
    int32_t x, int32_t count) {
  qk_bytes b = *bytes;
  qk_place_row r = *row;
  for (int32_t i = 0; i < count; i++) {
    float p = (float)(x + i) + 0.5f;
    float hx = r.row1[0] * p + r.base[0], hy = r.row1[1] * p + r.base[1];
    float w = r.row1[2] * p + r.base[2];
    if (!(w > 0)) {
      factors[i] = 0;
      continue;
    }
    float tx = qk_clamp(QK(texel)(hx / w, middle, 0, r.map[0], r.map[2]) - 0.5f, 16777216.0f);
    float ty = qk_clamp(QK(texel)(hy / w, middle, 1, r.map[1], r.map[3]) - 0.5f, 16777216.0f);
    int32_t ix = qk_floor(tx), iy = qk_floor(ty);
    int16_t fx = qk_fraction(tx - (float)ix), fy = qk_fraction(ty - (float)iy);
    ptrdiff_t x0 = qk_index(ix, b.min_x, b.last_x) * b.step;
    ptrdiff_t x1 = qk_index(ix + 1, b.min_x, b.last_x) * b.step;
    const uint8_t *upper = b.base + qk_index(iy, b.min_y, b.last_y) * b.row_bytes;
    const uint8_t *lower = b.base + qk_index(iy + 1, b.min_y, b.last_y) * b.row_bytes;
    int16_t left = QK(mix_one)((int16_t)(upper[x0] << 7), (int16_t)(lower[x0] << 7), fy);
    int16_t right = QK(mix_one)((int16_t)(upper[x1] << 7), (int16_t)(lower[x1] << 7), fy);
    factors[i] = QK(factor)(QK(mix_one)(left, right, fx));
  }
}

static void QK(factor_products)(uint16_t *restrict a, const uint16_t *restrict b, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    a[i] = (uint16_t)(((uint32_t)a[i] * b[i] + a[i] + b[i]) >> 16);
  }
}

static void QK(bytes_from_factors)(
    uint8_t *restrict bytes, const uint16_t *restrict factors, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    bytes[i] = (uint8_t)((((uint32_t)factors[i] + 128) * 65281) >> 24);
  }
}
