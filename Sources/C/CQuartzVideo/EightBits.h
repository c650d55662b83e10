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

// The factors of a formula with a shift of 16.
typedef struct {
  halves y_scale, r_cr, b_cb, g_cb, g_cr;
  __m256i y_offset, c_offset, red_low, blue_low, green_low, green_rest;
} factors;

static inline factors find_factors(const quartz_video_formula *f) {
  factors result = {.y_scale = split(f->y_scale),
                    .r_cr = split(f->r_cr),
                    .b_cb = split(f->b_cb),
                    .g_cb = split(-f->g_cb),
                    .g_cr = split(-f->g_cr)};
  result.y_offset = _mm256_set1_epi16((int16_t)f->y_offset);
  result.c_offset = _mm256_set1_epi16((int16_t)f->c_offset);
  result.red_low = pair(result.y_scale.low, result.r_cr.low);
  result.blue_low = pair(result.y_scale.low, result.b_cb.low);
  result.green_low = pair(result.y_scale.low, result.g_cb.low);
  result.green_rest = pair(result.g_cr.low, 16384);
  return result;
}

// Writes eight pixels; past the caches, where nobody reads them soon, to aligned addresses.
static inline void store(video_word *out, __m256i pixels, bool is_streamed) {
  if (is_streamed)
    _mm256_stream_si256((__m256i *)out, pixels);
  else
    _mm256_storeu_si256((__m256i *)out, pixels);
}

// Writes 16 pixels of as many samples.
static inline void sixteen(const factors *f, __m256i luma, __m256i cb, __m256i cr, bool is_streamed,
                           video_word *out) {
  const __m256i y = _mm256_sub_epi16(luma, f->y_offset);
  const __m256i u = _mm256_sub_epi16(cb, f->c_offset), v = _mm256_sub_epi16(cr, f->c_offset);
  const __m256i high = times(y, f->y_scale.high);
  const __m256i red = held_bytes(_mm256_add_epi16(
      _mm256_add_epi16(high, times(v, f->r_cr.high)), low_sum(y, v, f->red_low)));
  const __m256i blue = held_bytes(_mm256_add_epi16(
      _mm256_add_epi16(high, times(u, f->b_cb.high)), low_sum(y, u, f->blue_low)));
  const __m256i chroma = _mm256_add_epi16(times(u, f->g_cb.high), times(v, f->g_cr.high));
  const __m256i green = held_bytes(_mm256_add_epi16(
      _mm256_add_epi16(high, chroma), low_sum3(y, u, v, f->green_low, f->green_rest)));
  const __m256i rg = _mm256_or_si256(red, _mm256_slli_epi16(green, 8));
  const __m256i ba = _mm256_or_si256(blue, _mm256_set1_epi16((int16_t)0xff00));
  const __m256i low = _mm256_unpacklo_epi16(rg, ba), next = _mm256_unpackhi_epi16(rg, ba);
  store(out, _mm256_permute2x128_si256(low, next, 0x20), is_streamed);
  store(out + 8, _mm256_permute2x128_si256(low, next, 0x31), is_streamed);
}

static inline __m256i load_numbers(const uint16_t *numbers) {
  return _mm256_loadu_si256((const __m256i *)numbers);
}

// Writes as many pixels as vectors fill, and returns their number; none of deeper samples.
static int32_t avx2_eight_bits(const quartz_video_formula *f, const uint16_t *luma,
                               const uint16_t *cb, const uint16_t *cr, int32_t count,
                               video_word *out) {
  if (f->shift != 16) return 0;
  const factors factors = find_factors(f);
  int32_t index = 0;
  for (; index + 16 <= count; index += 16)
    sixteen(&factors, load_numbers(luma + index), load_numbers(cb + index),
            load_numbers(cr + index), false, out + index);
  return index;
}

// MARK: Rows of 4:2:0, straight from their planes

// Rows of chroma that a row of pixels lies between, with their weights, and where samples lie.
typedef struct {
  const uint8_t *upper[2], *lower[2];
  __m256i upper_weight, lower_weight;
  bool is_interleaved, is_swapped, is_between;
} halved_rows;

static inline __m256i weighted(const halved_rows *rows, __m256i upper, __m256i lower) {
  return _mm256_add_epi16(_mm256_mullo_epi16(upper, rows->upper_weight),
                          _mm256_mullo_epi16(lower, rows->lower_weight));
}

// Four times 16 samples of Cb and Cr from a place on, mixed between two rows.
static inline void load_halved(const halved_rows *rows, int32_t place, __m256i *cb, __m256i *cr) {
  if (rows->is_interleaved) {
    const __m256i low = _mm256_set1_epi16(0xff);
    const __m256i upper = _mm256_loadu_si256((const __m256i *)(rows->upper[0] + 2 * place));
    const __m256i lower = _mm256_loadu_si256((const __m256i *)(rows->lower[0] + 2 * place));
    const __m256i first =
        weighted(rows, _mm256_and_si256(upper, low), _mm256_and_si256(lower, low));
    const __m256i second =
        weighted(rows, _mm256_srli_epi16(upper, 8), _mm256_srli_epi16(lower, 8));
    *cb = rows->is_swapped ? second : first;
    *cr = rows->is_swapped ? first : second;
    return;
  }
  __m256i sums[2];
  for (int plane = 0; plane < 2; ++plane) {
    const __m128i upper = _mm_loadu_si128((const __m128i *)(rows->upper[plane] + place));
    const __m128i lower = _mm_loadu_si128((const __m128i *)(rows->lower[plane] + place));
    sums[plane] = weighted(rows, _mm256_cvtepu8_epi16(upper), _mm256_cvtepu8_epi16(lower));
  }
  *cb = sums[0], *cr = sums[1];
}

// The chroma of 32 pixels of 16 samples, and of those before and after each.
static inline void spread(bool is_between, __m256i before, __m256i near, __m256i after,
                          __m256i *first, __m256i *second) {
  const __m256i half = _mm256_set1_epi16(8);
  __m256i even, odd;
  if (is_between) {
    const __m256i three = _mm256_add_epi16(_mm256_add_epi16(near, near), near);
    const __m256i sum = _mm256_add_epi16(three, half);
    even = _mm256_add_epi16(sum, before), odd = _mm256_add_epi16(sum, after);
  } else {
    const __m256i both = _mm256_add_epi16(near, after);
    even = _mm256_add_epi16(_mm256_slli_epi16(near, 2), half);
    odd = _mm256_add_epi16(_mm256_add_epi16(both, both), half);
  }
  even = _mm256_srli_epi16(even, 4), odd = _mm256_srli_epi16(odd, 4);
  const __m256i low = _mm256_unpacklo_epi16(even, odd), high = _mm256_unpackhi_epi16(even, odd);
  *first = _mm256_permute2x128_si256(low, high, 0x20);
  *second = _mm256_permute2x128_si256(low, high, 0x31);
}

// The samples before each, of a row's first ones: the first has none before it but itself.
static inline __m256i samples_before(__m256i near) {
  const __m256i low = _mm256_permute2x128_si256(near, near, 0x08);
  const __m256i moved = _mm256_alignr_epi8(near, low, 14);
  return _mm256_insert_epi16(moved, _mm256_extract_epi16(near, 0), 0);
}

// Writes pixels of 4:2:0 of 8 bits from `first` on, an even one, as many as vectors fill before
// `end`. Returns the pixel after them.
static int32_t avx2_halved(const quartz_video_picture *picture, const quartz_video_formula *formula,
                           int32_t row, int32_t first, int32_t end, bool is_streamed,
                           video_word *out) {
  const int32_t columns = (picture->width + 1) / 2, count = (picture->height + 1) / 2;
  const taps y = find_taps(row, count, true, picture->between_y);
  halved_rows rows = {.upper_weight = _mm256_set1_epi16((int16_t)y.weight),
                      .lower_weight = _mm256_set1_epi16((int16_t)(4 - y.weight)),
                      .is_interleaved = picture->is_interleaved,
                      .is_swapped = picture->planes[2] < picture->planes[1],
                      .is_between = picture->between_x};
  for (int plane = 0; plane < 2; ++plane) {
    const int from = rows.is_interleaved && rows.is_swapped ? 2 : plane + 1;
    rows.upper[plane] = picture->planes[from] + (size_t)y.first * picture->row_bytes[from];
    rows.lower[plane] = picture->planes[from] + (size_t)y.second * picture->row_bytes[from];
  }
  const uint8_t *lumas = picture->planes[0] + (size_t)row * picture->row_bytes[0];
  const factors factors = find_factors(formula);
  const bool streams = is_streamed && ((uintptr_t)out & 31) == 0;
  int32_t x = first;
  // Bounds: samples x / 2 - 1, unless that is -1, to x / 2 + 16 are looked at, and pixels x to
  // x + 31.
  for (; x + 32 <= end && x / 2 + 16 < columns; x += 32) {
    __m256i cb[3], cr[3], blue[2], red[2];
    for (int place = x > 0 ? 0 : 1; place < 3; ++place)
      load_halved(&rows, x / 2 + place - 1, &cb[place], &cr[place]);
    if (x == 0) cb[0] = samples_before(cb[1]), cr[0] = samples_before(cr[1]);
    spread(rows.is_between, cb[0], cb[1], cb[2], &blue[0], &blue[1]);
    spread(rows.is_between, cr[0], cr[1], cr[2], &red[0], &red[1]);
    for (int half = 0; half < 2; ++half) {
      const __m128i luma = _mm_loadu_si128((const __m128i *)(lumas + x + 16 * half));
      sixteen(&factors, _mm256_cvtepu8_epi16(luma), blue[half], red[half], streams,
              out + (x - first) + 16 * half);
    }
  }
  // Other threads see what was streamed before what they are told of it.
  if (streams) _mm_sfence();
  return x;
}
