// The bodies of the blurs' kernels; BlurKernels.c includes this once for each instruction set.
// Licensed under the MIT license; see LICENSE.
//
// The loops are plain where the compiler makes vectors of them. Those over weights keep their sums
// in registers, which it would not do by itself. All sums are exact, so the bits do not depend on
// where a vector begins, and GLSL has the same.

static inline QK_INLINE uint16_t QK(avg)(uint16_t a, uint16_t b) {
  return (uint16_t)(((uint32_t)a + b + 1) >> 1);
}

static void QK(reduce_bytes)(
    uint16_t *restrict result, const uint8_t *a, const uint8_t *b, const uint8_t *c,
    const uint8_t *d, const uint8_t *e, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    uint16_t outer = (uint16_t)(a[i] + e[i]), inner = (uint16_t)(b[i] + d[i]);
    result[i] = (uint16_t)((uint16_t)(outer + 4 * inner + 6 * c[i]) << 3);
  }
}

static void QK(reduce_words)(
    uint16_t *restrict result, const uint16_t *a, const uint16_t *b, const uint16_t *c,
    const uint16_t *d, const uint16_t *e, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    uint16_t x = QK(avg)(QK(avg)(a[i], e[i]), c[i]);
    result[i] = QK(avg)(QK(avg)(x, c[i]), QK(avg)(b[i], d[i]));
  }
}

static void QK(smooth)(
    uint16_t *restrict result, const uint16_t *a, const uint16_t *b, const uint16_t *c,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    int16_t change = (int16_t)(QK(avg)(a[i], c[i]) - b[i]);
    result[i] = (uint16_t)(b[i] + ((int16_t)(change + 2) >> 2));
  }
}

static void QK(middle)(
    uint16_t *restrict result, const uint16_t *a, const uint16_t *b, int32_t count) {
  for (int32_t i = 0; i < count; i++) result[i] = QK(avg)(a[i], b[i]);
}

static void QK(split1)(
    uint16_t *restrict even, uint16_t *restrict odd, const uint16_t *restrict line,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    even[i] = line[2 * i];
    odd[i] = line[2 * i + 1];
  }
}

static void QK(split4)(
    uint16_t *restrict even, uint16_t *restrict odd, const uint16_t *restrict line,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    __builtin_memcpy(even + 4 * i, line + 8 * i, 8);
    __builtin_memcpy(odd + 4 * i, line + 8 * i + 4, 8);
  }
}

static void QK(join_words1)(
    uint16_t *restrict line, const uint16_t *restrict even, const uint16_t *restrict odd,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    line[2 * i] = even[i];
    line[2 * i + 1] = odd[i];
  }
}

static void QK(join_words4)(
    uint16_t *restrict line, const uint16_t *restrict even, const uint16_t *restrict odd,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    __builtin_memcpy(line + 8 * i, even + 4 * i, 8);
    __builtin_memcpy(line + 8 * i + 4, odd + 4 * i, 8);
  }
}

static inline QK_INLINE uint8_t QK(byte)(uint16_t word) { return (uint8_t)((word + 64) >> 7); }

static void QK(join_bytes1)(
    uint8_t *restrict line, const uint16_t *restrict even, const uint16_t *restrict odd,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    line[2 * i] = QK(byte)(even[i]);
    line[2 * i + 1] = QK(byte)(odd[i]);
  }
}

static void QK(join_bytes4)(
    uint8_t *restrict line, const uint16_t *restrict even, const uint16_t *restrict odd,
    int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    w8 words;
    __builtin_memcpy(&words, even + 4 * i, 8);
    __builtin_memcpy((char *)&words + 8, odd + 4 * i, 8);
    *(b8 *)(line + 8 * i) = __builtin_convertvector((words + 64) >> 7, b8);
  }
}

static void QK(lines_of_bytes)(
    uint16_t *restrict result, const uint8_t *const *lines, const int32_t *weights, int32_t radius,
    int32_t count) {
  int32_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const uint8_t *center = lines[radius] + i;
    // Sums are below 2^23, so Float holds them exactly; it multiplies faster.
    f8 first = __builtin_convertvector(*(const b8 *)center, f8) * (float)weights[0];
    f8 second = __builtin_convertvector(*(const b8 *)(center + 8), f8) * (float)weights[0];
    for (int32_t k = 1; k <= radius; k++) {
      const uint8_t *up = lines[radius - k] + i, *down = lines[radius + k] + i;
      float weight = (float)weights[k];
      i8 sum = __builtin_convertvector(*(const b8 *)up, i8)
          + __builtin_convertvector(*(const b8 *)down, i8);
      first += __builtin_convertvector(sum, f8) * weight;
      sum = __builtin_convertvector(*(const b8 *)(up + 8), i8)
          + __builtin_convertvector(*(const b8 *)(down + 8), i8);
      second += __builtin_convertvector(sum, f8) * weight;
    }
    i8 a = (__builtin_convertvector(first, i8) + 128) >> 8;
    i8 b = (__builtin_convertvector(second, i8) + 128) >> 8;
    *(w8 *)(result + i) = __builtin_convertvector(a, w8);
    *(w8 *)(result + i + 8) = __builtin_convertvector(b, w8);
  }
  for (; i < count; i++) {
    int32_t total = lines[radius][i] * weights[0];
    for (int32_t k = 1; k <= radius; k++) {
      total += (lines[radius - k][i] + lines[radius + k][i]) * weights[k];
    }
    result[i] = (uint16_t)((total + 128) >> 8);
  }
}

static void QK(lines_of_words)(
    uint16_t *restrict result, const uint16_t *const *lines, const int32_t *weights,
    int32_t radius, int32_t count) {
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    i8 total = __builtin_convertvector(*(const w8 *)(lines[radius] + i), i8) * weights[0];
    for (int32_t k = 1; k <= radius; k++) {
      const uint16_t *up = lines[radius - k] + i, *down = lines[radius + k] + i;
      // Two words of 8.7 bits make one of 16.
      total += __builtin_convertvector(*(const w8 *)up + *(const w8 *)down, i8) * weights[k];
    }
    *(w8 *)(result + i) = __builtin_convertvector((total + 16384) >> 15, w8);
  }
  for (; i < count; i++) {
    int32_t total = lines[radius][i] * weights[0];
    for (int32_t k = 1; k <= radius; k++) {
      total += (lines[radius - k][i] + lines[radius + k][i]) * weights[k];
    }
    result[i] = (uint16_t)((total + 16384) >> 15);
  }
}

/// Eight sums along a line of words.
static inline QK_INLINE i8 QK(along)(
    const uint16_t *line, const int32_t *weights, int32_t radius, int32_t channels) {
  i8 total = __builtin_convertvector(*(const w8 *)line, i8) * weights[0];
  for (int32_t k = 1; k <= radius; k++) {
    w8 sum = *(const w8 *)(line - k * channels) + *(const w8 *)(line + k * channels);
    total += __builtin_convertvector(sum, i8) * weights[k];
  }
  return total;
}

static inline QK_INLINE int32_t QK(along_one)(
    const uint16_t *line, const int32_t *weights, int32_t radius, int32_t channels) {
  int32_t total = *line * weights[0];
  for (int32_t k = 1; k <= radius; k++) {
    total += (line[-k * channels] + line[k * channels]) * weights[k];
  }
  return total;
}

static void QK(line_to_bytes)(
    uint8_t *restrict result, const uint16_t *restrict line, const int32_t *weights,
    int32_t radius, int32_t channels, int32_t count) {
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    i8 v = (QK(along)(line + i, weights, radius, channels) + (1 << 21)) >> 22;
    *(b8 *)(result + i) = __builtin_convertvector(v, b8);
  }
  for (; i < count; i++) {
    int32_t v = QK(along_one)(line + i, weights, radius, channels);
    result[i] = (uint8_t)((v + (1 << 21)) >> 22);
  }
}

static void QK(line_to_words)(
    uint16_t *restrict result, const uint16_t *restrict line, const int32_t *weights,
    int32_t radius, int32_t channels, int32_t count) {
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    i8 v = (QK(along)(line + i, weights, radius, channels) + 16384) >> 15;
    *(w8 *)(result + i) = __builtin_convertvector(v, w8);
  }
  for (; i < count; i++) {
    int32_t v = QK(along_one)(line + i, weights, radius, channels);
    result[i] = (uint16_t)((v + 16384) >> 15);
  }
}
