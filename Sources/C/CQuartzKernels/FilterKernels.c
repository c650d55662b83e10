// The kernels of filters for each instruction set, and the choice between them.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef uint32_t u8 __attribute__((vector_size(32), aligned(4)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef float f8 __attribute__((vector_size(32)));

#define QK_INLINE __attribute__((always_inline))

#define QK_BODY "FilterKernelsBody.h"
#include "KernelVariants.h"

void qk_color_matrix(
    uint32_t *result, const uint32_t *source, int32_t count, const qk_matrix *matrix) {
  QK_CALL(color_matrix, result, source, count, matrix);
}
