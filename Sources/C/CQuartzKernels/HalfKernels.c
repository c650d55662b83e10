// Conversions between half and single precision, by instructions where the machine has them.
// Licensed under the MIT license; see LICENSE.
//
// Without instructions the bits are moved as Giesen shows (Half to float done quick, 2012): shifted
// into place, with the exponent's bias changed by a multiplication that is exact, and rounded by an
// addition that carries into the exponent as it should. NaN stays NaN.

#include "CQuartzKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef uint16_t half __attribute__((aligned(1)));

static inline uint32_t bits_of(float v) {
  uint32_t bits;
  __builtin_memcpy(&bits, &v, 4);
  return bits;
}

static inline float float_of(uint32_t bits) {
  float v;
  __builtin_memcpy(&v, &bits, 4);
  return v;
}

static inline uint16_t half_of(float v) {
  uint32_t bits = bits_of(v), sign = bits & 0x80000000u, result;
  bits ^= sign;
  if (bits >= 0x47800000u) {
    // From 65536 on: infinite, or not a number (made quiet, its upper bits kept).
    result = bits > 0x7F800000u ? 0x7E00u | ((bits >> 13) & 0x1FFu) : 0x7C00u;
  } else if (bits < 0x38800000u) {
    // Below 2^-14: the sum with 1/2 puts the last bit of a half at the last bit of a float.
    result = bits_of(float_of(bits) + 0.5f) - 0x3F000000u;
  } else {
    // The bias changes from 127 to 15; half of the last place less one, and one if it is odd.
    result = (bits - 0x38000000u + 0xFFFu + ((bits >> 13) & 1u)) >> 13;
  }
  return (uint16_t)(result | sign >> 16);
}

static inline float float_of_half(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000u) << 16, rest = half & 0x7FFFu;
  if (rest >= 0x7C00u) {
    uint32_t quiet = rest > 0x7C00u ? 0x400000u : 0;
    return float_of(sign | 0x7F800000u | (rest & 0x3FFu) << 13 | quiet);
  }
  // 2^112 is the difference of the biases; numbers without a leading one get theirs by it.
  return float_of(bits_of(float_of(rest << 13) * 0x1p112f) | sign);
}

#if defined(__x86_64__)
__attribute__((target("avx2,f16c"))) static int32_t f16c_halves(
    half *result, const float *floats, int32_t count) {
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(floats + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128((__m128i *)(result + i), halves);
  }
  return i;
}

__attribute__((target("avx2,f16c"))) static int32_t f16c_floats(
    float *result, const half *halves, int32_t count) {
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i bits = _mm_loadu_si128((const __m128i *)(halves + i));
    _mm256_storeu_ps(result + i, _mm256_cvtph_ps(bits));
  }
  return i;
}

/// The number of values, out of `count`, that conversion instructions handled.
#define QK_F16C(call) (qk_instructions() >= QK_AVX2 ? (call) : 0)
#else
#define QK_F16C(call) 0
#endif

void qk_halves_from_floats(void *memory, const float *floats, int32_t count) {
  half *result = memory;
  for (int32_t i = QK_F16C(f16c_halves(result, floats, count)); i < count; i++) {
    result[i] = half_of(floats[i]);
  }
}

void qk_floats_from_halves(float *result, const void *memory, int32_t count) {
  const half *halves = memory;
  for (int32_t i = QK_F16C(f16c_floats(result, halves, count)); i < count; i++) {
    result[i] = float_of_half(halves[i]);
  }
}
