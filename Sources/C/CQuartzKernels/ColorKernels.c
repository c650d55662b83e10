// The kernels of comparing colours for each instruction set, and the choice between them.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef double d8 __attribute__((vector_size(64), aligned(8)));
typedef int64_t l8 __attribute__((vector_size(64)));
typedef float f8 __attribute__((vector_size(32)));
typedef int32_t i8 __attribute__((vector_size(32)));

#define QK_INLINE __attribute__((always_inline))
/// 25^7.
#define QK_CHROMA7 6103515625.0

#define QK_BODY "ColorKernelsBody.h"
#include "KernelVariants.h"

void qk_light_of_words(
    qk_colors colors, const uint32_t *words, const double *light, uint32_t gray, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    uint32_t word = words[i], rest = (gray * (255 - (word >> 24)) + 127) / 255;
    uint32_t r = (word & 255) + rest, g = (word >> 8 & 255) + rest, b = (word >> 16 & 255) + rest;
    colors.first[i] = light[r < 255 ? r : 255];
    colors.second[i] = light[g < 255 ? g : 255];
    colors.third[i] = light[b < 255 ? b : 255];
  }
}

void qk_lab(qk_colors colors, int32_t count) { QK_CALL(lab, colors, count); }

int32_t qk_delta_e(
    double *result, qk_colors one, qk_colors other, const double *blue, int32_t count) {
  return QK_CALL(delta_e, result, one, other, blue, count);
}
