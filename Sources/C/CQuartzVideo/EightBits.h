// Colours of samples of 8 bits in vectors of AVX2: the bytes of the plain loop.
// Licensed under the MIT license; see LICENSE.
//
// A product with a coefficient of 18 bits takes several instructions. With a shift of 16 each
// coefficient is split into c = high * 65536 + low, low in -32768...32767, and
//
//     (c1 * a + c2 * b + half) >> 16
//       = high1 * a + high2 * b + ((low1 * a + low2 * b + half) >> 16)
//
// exactly, where the inner sum is one instruction (`madd`) for two products of 16 bits.

// The two halves of a coefficient.
typedef struct {
  int32_t high;
  int32_t low;
} halves;

static inline halves split(int32_t coefficient) {
  const int32_t low = (int16_t)(uint16_t)(coefficient & 0xffff);
  return (halves){(coefficient - low) >> 16, low};
}

// Pairs of numbers as the factors of `madd`.
static inline __m256i pair(int32_t first, int32_t second) {
  return _mm256_set1_epi32((int32_t)(((uint32_t)first & 0xffff) | (uint32_t)second << 16));
}

// (low1 * a + low2 * b + 32768) >> 16 of 16 pixels.
static inline __m256i low_sum(__m256i a, __m256i b, __m256i factors) {
  const __m256i half = _mm256_set1_epi32(32768);
  const __m256i even = _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), factors);
  const __m256i odd = _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), factors);
  return _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(even, half), 16),
                            _mm256_srai_epi32(_mm256_add_epi32(odd, half), 16));
}

// The same of three numbers; the third comes with a 2, whose factor of 16384 is the half.
static inline __m256i low_sum3(__m256i a, __m256i b, __m256i c, __m256i factors, __m256i rest) {
  const __m256i two = _mm256_set1_epi16(2);
  const __m256i even =
      _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), factors),
                       _mm256_madd_epi16(_mm256_unpacklo_epi16(c, two), rest));
  const __m256i odd =
      _mm256_add_epi32(_mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), factors),
                       _mm256_madd_epi16(_mm256_unpackhi_epi16(c, two), rest));
  return _mm256_packs_epi32(_mm256_srai_epi32(even, 16), _mm256_srai_epi32(odd, 16));
}

static inline __m256i times(__m256i numbers, int32_t factor) {
  return _mm256_mullo_epi16(numbers, _mm256_set1_epi16((int16_t)factor));
}

static inline __m256i held_bytes(__m256i numbers) {
  return _mm256_min_epi16(_mm256_max_epi16(numbers, _mm256_setzero_si256()),
                          _mm256_set1_epi16(255));
}

// Writes as many pixels as vectors fill, and returns their number; none of deeper samples.
static int32_t avx2_eight_bits(const quartz_video_formula *f, const uint16_t *luma,
                               const uint16_t *cb, const uint16_t *cr, int32_t count,
                               video_word *out) {
  if (f->shift != 16) return 0;
  const halves y_scale = split(f->y_scale), r_cr = split(f->r_cr), b_cb = split(f->b_cb);
  const halves g_cb = split(-f->g_cb), g_cr = split(-f->g_cr);
  const __m256i y_offset = _mm256_set1_epi16((int16_t)f->y_offset);
  const __m256i c_offset = _mm256_set1_epi16((int16_t)f->c_offset);
  const __m256i red_low = pair(y_scale.low, r_cr.low), blue_low = pair(y_scale.low, b_cb.low);
  const __m256i green_low = pair(y_scale.low, g_cb.low), green_rest = pair(g_cr.low, 16384);
  int32_t index = 0;
  for (; index + 16 <= count; index += 16) {
    const __m256i lumas = _mm256_loadu_si256((const __m256i *)(luma + index));
    const __m256i y = _mm256_sub_epi16(lumas, y_offset);
    const __m256i u =
        _mm256_sub_epi16(_mm256_loadu_si256((const __m256i *)(cb + index)), c_offset);
    const __m256i v =
        _mm256_sub_epi16(_mm256_loadu_si256((const __m256i *)(cr + index)), c_offset);
    const __m256i high = times(y, y_scale.high);
    const __m256i red = held_bytes(_mm256_add_epi16(
        _mm256_add_epi16(high, times(v, r_cr.high)), low_sum(y, v, red_low)));
    const __m256i blue = held_bytes(_mm256_add_epi16(
        _mm256_add_epi16(high, times(u, b_cb.high)), low_sum(y, u, blue_low)));
    const __m256i chroma = _mm256_add_epi16(times(u, g_cb.high), times(v, g_cr.high));
    const __m256i green = held_bytes(_mm256_add_epi16(
        _mm256_add_epi16(high, chroma), low_sum3(y, u, v, green_low, green_rest)));
    const __m256i rg = _mm256_or_si256(red, _mm256_slli_epi16(green, 8));
    const __m256i ba = _mm256_or_si256(blue, _mm256_set1_epi16((int16_t)0xff00));
    const __m256i low = _mm256_unpacklo_epi16(rg, ba), next = _mm256_unpackhi_epi16(rg, ba);
    _mm256_storeu_si256((__m256i *)(out + index), _mm256_permute2x128_si256(low, next, 0x20));
    _mm256_storeu_si256((__m256i *)(out + index + 8), _mm256_permute2x128_si256(low, next, 0x31));
  }
  return index;
}
