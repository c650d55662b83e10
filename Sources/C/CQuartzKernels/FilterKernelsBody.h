// The bodies of the filters' kernels; FilterKernels.c includes this once for each instruction set.
// Licensed under the MIT license; see LICENSE.

/// Straight channels of 12 bits: (4080 c + a / 2) / a, at most 4080; 0 where a is 0.
///
/// A quotient of Floats is rounded to 24 bits, but that never lifts it to the next whole number:
/// one below 2^13 is at least 1 / 255 below it, and larger ones are cut.
static inline QK_INLINE i8 QK(straight)(i8 channel, i8 alpha) {
  i8 safe = alpha + ((alpha == 0) & 1);
  i8 value = channel * 4080 + (alpha >> 1);
  f8 quotient = __builtin_convertvector(value, f8) / __builtin_convertvector(safe, f8);
  i8 whole = __builtin_convertvector(quotient, i8);
  i8 over = whole > 4080;
  return ((whole & ~over) | (over & 4080)) & (alpha != 0);
}

/// A row of the matrix, kept in 0 ... 4080.
static inline QK_INLINE i8 QK(matrix_row)(
    const int32_t *row, int32_t bias, int32_t shift, i8 r, i8 g, i8 b, i8 a) {
  i8 y = r * row[0] + g * row[1] + b * row[2] + a * row[3] + (bias + (1 << (shift - 1)));
  y >>= shift;
  y &= y > 0;
  i8 over = y > 4080;
  return (y & ~over) | (over & 4080);
}

/// Bytes of a premultiplied channel. The products are below 2^21, and a quotient by 4080 is at
/// least 1 / 4080 below the next whole number, so Floats divide exactly.
static inline QK_INLINE i8 QK(premultiplied)(i8 y, i8 alpha) {
  f8 quotient = __builtin_convertvector(y * alpha + 2040, f8) / 4080.0f;
  return __builtin_convertvector(quotient, i8);
}

static inline QK_INLINE u8 QK(matrix_pixels)(u8 words, const qk_matrix *m) {
  i8 w = (i8)words;
  i8 a = (i8)(words >> 24), r = w & 255, g = (w >> 8) & 255, b = (w >> 16) & 255;
  i8 x = QK(straight)(r, a), y = QK(straight)(g, a), z = QK(straight)(b, a), t = a * 16;
  i8 alpha = QK(matrix_row)(m->alpha, m->bias[3], m->shift, x, y, z, t);
  alpha = (alpha + 8) >> 4;
  i8 red = QK(premultiplied)(QK(matrix_row)(m->red, m->bias[0], m->shift, x, y, z, t), alpha);
  i8 green = QK(premultiplied)(QK(matrix_row)(m->green, m->bias[1], m->shift, x, y, z, t), alpha);
  i8 blue = QK(premultiplied)(QK(matrix_row)(m->blue, m->bias[2], m->shift, x, y, z, t), alpha);
  return (u8)(red | (green << 8) | (blue << 16) | (alpha << 24));
}

static void QK(color_matrix)(
    uint32_t *result, const uint32_t *source, int32_t count, const qk_matrix *matrix) {
  qk_matrix m = *matrix;
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    *(u8 *)(result + i) = QK(matrix_pixels)(*(const u8 *)(source + i), &m);
  }
  if (i == count) return;
  u8 rest = {0};
  for (int32_t k = i; k < count; k++) rest[k - i] = source[k];
  rest = QK(matrix_pixels)(rest, &m);
  for (int32_t k = i; k < count; k++) result[k] = rest[k - i];
}
