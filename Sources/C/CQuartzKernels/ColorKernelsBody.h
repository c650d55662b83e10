// The bodies of the colours' kernels; ColorKernels.c includes this once for each instruction set.
// Licensed under the MIT license; see LICENSE.
//
// Eight colours at a time: two vectors of AVX2 hide the latency of roots and quotients better than
// one.

static inline QK_INLINE d8 QK(pick)(l8 condition, d8 yes, d8 no) {
  return (d8)((condition & (l8)yes) | (~condition & (l8)no));
}

static inline QK_INLINE d8 QK(root)(d8 value) { return __builtin_elementwise_sqrt(value); }

static inline QK_INLINE d8 QK(length)(d8 x, d8 y) { return QK(root)(x * x + y * y); }

static inline QK_INLINE d8 QK(power7)(d8 value) {
  d8 square = value * value;
  return square * square * square * value;
}

/// The cube root of positive numbers in the range of floats.
///
/// 1 / root is guessed within 4 %: a third of the exponent, taken from the bits of a float. Two
/// steps follow the series of (1 - h)^(-1/3), where h is the error of the guess; an error of 1e-13
/// is left.
static inline QK_INLINE d8 QK(cube_root)(d8 value) {
  f8 single = __builtin_convertvector(value, f8);
  i8 third = __builtin_convertvector(__builtin_convertvector((i8)single, f8) * (1.0f / 3), i8);
  f8 guess = (f8)(0x54A2FA8C - third);
  f8 off = 1 - single * (guess * guess * guess);
  guess *= 1 + off * (1.0f / 3 + off * (2.0f / 9 + off * (14.0f / 81)));
  d8 y = __builtin_convertvector(guess, d8);
  d8 h = 1 - value * (y * y * y);
  y += y * h * (1.0 / 3 + h * (2.0 / 9));
  return value * (y * y);
}

/// The f of CIE 15.
static inline QK_INLINE d8 QK(compressed)(d8 value) {
  l8 is_light = value > 216.0 / 24389;
  d8 root = QK(cube_root)(QK(pick)(is_light, value, (d8){} + 1));
  return QK(pick)(is_light, root, 24389.0 / 27 / 116 * value + 16.0 / 116);
}

static void QK(lab)(qk_colors colors, int32_t count) {
  for (int32_t i = 0; i < count; i += 8) {
    d8 *p = (d8 *)(colors.first + i), *q = (d8 *)(colors.second + i), *s = (d8 *)(colors.third + i);
    d8 r = *p, g = *q, b = *s;
    d8 x = QK(compressed)(0.433953 * r + 0.376219 * g + 0.189828 * b);
    d8 y = QK(compressed)(0.212671 * r + 0.715160 * g + 0.072169 * b);
    d8 z = QK(compressed)(0.017758 * r + 0.109477 * g + 0.872765 * b);
    *p = 116 * y - 16;
    *q = 500 * (x - y);
    *s = 200 * (y - z);
  }
}

/// The T of CIEDE2000, of hues as unit vectors.
static inline QK_INLINE d8 QK(hue_weight)(d8 x, d8 y) {
  d8 x2 = x * x - y * y, y2 = 2 * x * y;
  d8 x3 = x2 * x - y2 * y, y3 = x2 * y + y2 * x;
  d8 x4 = x2 * x2 - y2 * y2, y4 = 2 * x2 * y2;
  // Cosines and sines of 30, -6 and 63 degrees.
  return 1 - 0.17 * (0.86602540378443865 * x + 0.5 * y) + 0.24 * x2 +
         0.32 * (0.99452189536827333 * x3 - 0.10452846326765347 * y3) -
         0.20 * (0.45399049973954675 * x4 + 0.89100652418836786 * y4);
}

/// The sine of the rotation near blue.
static inline QK_INLINE d8 QK(blue_sine)(d8 x, d8 y, const double *blue) {
  // Cosine and sine of 275 degrees.
  d8 place = (1 - (0.087155742747658173 * x - 0.99619469809174553 * y)) * (QK_BLUE_INTERVALS / 2);
  place = QK(pick)(place > 0, place, (d8){});
  i8 index = __builtin_convertvector(place, i8);
  i8 last = (i8){} + (QK_BLUE_INTERVALS - 1);
  index = (index & (index <= last)) | (last & (index > last));
  d8 t = place - __builtin_convertvector(index, d8);
  d8 c0, c1, c2, c3;
  for (int lane = 0; lane < 8; lane++) {
    const double *c = blue + 4 * index[lane];
    c0[lane] = c[0];
    c1[lane] = c[1];
    c2[lane] = c[2];
    c3[lane] = c[3];
  }
  return c0 + t * (c1 + t * (c2 + t * c3));
}

static inline QK_INLINE d8 QK(delta_e8)(
    d8 l1, d8 a1, d8 b1, d8 l2, d8 a2, d8 b2, const double *blue) {
  d8 mean7 = QK(power7)((QK(length)(a1, b1) + QK(length)(a2, b2)) * 0.5);
  d8 stretch = 1.5 - 0.5 * QK(root)(mean7 / (mean7 + QK_CHROMA7));
  a1 *= stretch;
  a2 *= stretch;
  d8 c1 = QK(length)(a1, b1), c2 = QK(length)(a2, b2), product = c1 * c2;

  d8 square = 2 * (product - (a1 * a2 + b1 * b2));
  d8 delta_h = QK(root)(QK(pick)(square > 0, square, (d8){}));
  delta_h = QK(pick)(a1 * b2 < a2 * b1, -delta_h, delta_h);

  // The bisector of the hues, product times as long.
  d8 x = a1 * c2 + a2 * c1, y = b1 * c2 + b2 * c1;
  d8 size = QK(length)(x, y);
  // Grey colours may have any hue.
  l8 is_gray = product <= 1e-12, is_told = size > 1e-6 * product;
  size = QK(pick)(is_gray | ~is_told, (d8){} + 1, size);
  d8 inverse = 1 / size;
  x = QK(pick)(is_gray, (d8){} + 1, x * inverse);
  y = QK(pick)(is_gray, (d8){}, y * inverse);

  d8 mean_l = (l1 + l2) * 0.5 - 50, mean_c = (c1 + c2) * 0.5;
  d8 squared_l = mean_l * mean_l;
  d8 c7 = QK(power7)(mean_c);
  d8 rotation = -2 * QK(root)(c7 / (c7 + QK_CHROMA7)) * QK(blue_sine)(x, y, blue);
  // Three quotients by one division, which takes as long as a dozen products: the weights of
  // lightness (`root_l` times), chroma and hue.
  d8 root_l = QK(root)(20 + squared_l), weight_l = root_l + 0.015 * squared_l;
  d8 weight_c = 1 + 0.045 * mean_c, weight_h = 1 + 0.015 * mean_c * QK(hue_weight)(x, y);
  d8 weight_lc = weight_l * weight_c, part = 1 / (weight_lc * weight_h);
  d8 l = (l2 - l1) * root_l * (weight_c * weight_h * part);
  d8 c = (c2 - c1) * (weight_l * weight_h * part);
  d8 h = delta_h * (weight_lc * part);
  d8 sum = l * l + c * c + h * h + rotation * c * h;
  d8 result = QK(root)(QK(pick)(sum > 0, sum, (d8){}));
  return QK(pick)(is_gray | is_told, result, (d8){} - 1);
}

static int32_t QK(delta_e)(
    double *result, qk_colors one, qk_colors other, const double *blue, int32_t count) {
  l8 is_untold = {};
  for (int32_t i = 0; i < count; i += 8) {
    d8 distance = QK(delta_e8)(
        *(const d8 *)(one.first + i), *(const d8 *)(one.second + i),
        *(const d8 *)(one.third + i), *(const d8 *)(other.first + i),
        *(const d8 *)(other.second + i), *(const d8 *)(other.third + i), blue);
    is_untold |= distance < 0;
    *(d8 *)(result + i) = distance;
  }
  int64_t any = 0;
  for (int lane = 0; lane < 8; lane++) any |= is_untold[lane];
  return any != 0;
}
