// The kernels of blurs for each instruction set, and the choice between them.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef uint8_t b8 __attribute__((vector_size(8), aligned(1)));
typedef uint16_t w8 __attribute__((vector_size(16), aligned(2)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef float f8 __attribute__((vector_size(32), aligned(4)));

#define QK_INLINE __attribute__((always_inline))

#define QK_BODY "BlurKernelsBody.h"
#include "KernelVariants.h"

void qk_blur_reduce_bytes(uint16_t *result, const uint8_t *const lines[5], int32_t count) {
  QK_CALL(reduce_bytes, result, lines[0], lines[1], lines[2], lines[3], lines[4], count);
}

void qk_blur_reduce_words(uint16_t *result, const uint16_t *const lines[5], int32_t count) {
  QK_CALL(reduce_words, result, lines[0], lines[1], lines[2], lines[3], lines[4], count);
}

void qk_blur_smooth(
    uint16_t *result, const uint16_t *a, const uint16_t *b, const uint16_t *c, int32_t count) {
  QK_CALL(smooth, result, a, b, c, count);
}

void qk_blur_middle(uint16_t *result, const uint16_t *a, const uint16_t *b, int32_t count) {
  QK_CALL(middle, result, a, b, count);
}

void qk_blur_split(
    uint16_t *even, uint16_t *odd, const uint16_t *line, int32_t count, int32_t channels) {
  if (channels == 4) {
    QK_CALL(split4, even, odd, line, count);
  } else {
    QK_CALL(split1, even, odd, line, count);
  }
}

void qk_blur_join_words(
    uint16_t *line, const uint16_t *even, const uint16_t *odd, int32_t count, int32_t channels) {
  if (channels == 4) {
    QK_CALL(join_words4, line, even, odd, count);
  } else {
    QK_CALL(join_words1, line, even, odd, count);
  }
}

void qk_blur_join_bytes(
    uint8_t *line, const uint16_t *even, const uint16_t *odd, int32_t count, int32_t channels) {
  if (channels == 4) {
    QK_CALL(join_bytes4, line, even, odd, count);
  } else {
    QK_CALL(join_bytes1, line, even, odd, count);
  }
}

void qk_blur_lines_of_bytes(
    uint16_t *result, const uint8_t *const *lines, const int32_t *weights, int32_t radius,
    int32_t count) {
  QK_CALL(lines_of_bytes, result, lines, weights, radius, count);
}

void qk_blur_lines_of_words(
    uint16_t *result, const uint16_t *const *lines, const int32_t *weights, int32_t radius,
    int32_t count) {
  QK_CALL(lines_of_words, result, lines, weights, radius, count);
}

void qk_blur_line_to_bytes(
    uint8_t *result, const uint16_t *line, const int32_t *weights, int32_t radius, int32_t channels,
    int32_t count) {
  QK_CALL(line_to_bytes, result, line, weights, radius, channels, count);
}

void qk_blur_line_to_words(
    uint16_t *result, const uint16_t *line, const int32_t *weights, int32_t radius, int32_t channels,
    int32_t count) {
  QK_CALL(line_to_words, result, line, weights, radius, channels, count);
}
