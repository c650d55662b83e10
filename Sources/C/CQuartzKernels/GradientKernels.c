// The kernels of gradients for each instruction set, and the choice between them.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef uint32_t u16 __attribute__((vector_size(64), aligned(4)));
typedef int32_t i16 __attribute__((vector_size(64)));
typedef float f16 __attribute__((vector_size(64), aligned(4)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef int64_t l4 __attribute__((vector_size(32)));
typedef float f8 __attribute__((vector_size(32), aligned(4)));
typedef float f4 __attribute__((vector_size(16), aligned(4)));
typedef double d4 __attribute__((vector_size(32)));

#define QK_INLINE __attribute__((always_inline))

#define QK_BODY "GradientKernelsBody.h"
#include "KernelVariants.h"

void qk_axial_parameters(float *result, float first, float step, int32_t from, int32_t count) {
  QK_CALL(axial_parameters, result, first, step, from, count);
}

void qk_conic_parameters(
    float *result, float x, float y, float dx, float dy, int32_t from, int32_t count) {
  QK_CALL(conic_parameters, result, x, y, dx, dy, from, count);
}

void qk_radial_parameters(
    float *result, const qk_circles *circles, double x, double y, double dx, double dy,
    int32_t from, int32_t count) {
  QK_CALL(radial_parameters, result, circles, x, y, dx, dy, from, count);
}

void qk_ramp_words(uint32_t *words, const qk_ramp *ramp, const float *parameters, int32_t count) {
  QK_CALL(ramp_words, words, ramp, parameters, count);
}
