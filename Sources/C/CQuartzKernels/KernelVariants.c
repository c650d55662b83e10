// The choice between instruction sets, made when the program starts.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzKernels.h"

#if defined(__x86_64__)
#define QK_HIDDEN __attribute__((visibility("hidden")))

QK_HIDDEN int32_t qk_chosen;
static int32_t qk_best;

__attribute__((constructor)) static void qk_choose(void) {
  __builtin_cpu_init();
  // Each machine with AVX2 has the conversions of half-precision numbers, unless it hides them.
  int has_halves = __builtin_cpu_supports("f16c");
  if (has_halves && __builtin_cpu_supports("avx2")) qk_best = QK_AVX2;
  if (has_halves && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    qk_best = QK_AVX512;
  }
  qk_chosen = qk_best;
}

int32_t qk_best_instructions(void) { return qk_best; }

int32_t qk_instructions(void) { return qk_chosen; }

void qk_use_instructions(int32_t set) {
  if (set >= QK_BASE && set <= qk_best) qk_chosen = set;
}
#else
int32_t qk_best_instructions(void) { return QK_BASE; }
int32_t qk_instructions(void) { return QK_BASE; }
void qk_use_instructions(int32_t set) { (void)set; }
#endif
