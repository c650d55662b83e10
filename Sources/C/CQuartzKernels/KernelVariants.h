// A file of kernels for each instruction set: QK_BODY, included once for the base line, once for
// AVX2 and once for AVX-512.
// Licensed under the MIT license; see LICENSE.
//
// In the body QK(name) names a function of the variant, and QK_SET is its instruction set;
// afterwards QK_CALL(name, ...) calls the one that the machine has.

// Vectors stay within the functions of one variant, so their calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define QK(name) qk_base_##name
#define QK_SET QK_BASE
#include QK_BODY
#undef QK
#undef QK_SET

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,f16c"))), apply_to = function)
#define QK(name) qk_avx2_##name
#define QK_SET QK_AVX2
#include QK_BODY
#undef QK
#undef QK_SET
#pragma clang attribute pop

#pragma clang attribute push( \
    __attribute__((target("f16c,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define QK(name) qk_avx512_##name
#define QK_SET QK_AVX512
#include QK_BODY
#undef QK
#undef QK_SET
#pragma clang attribute pop

/// The instruction set that kernels use; see KernelVariants.c.
extern __attribute__((visibility("hidden"))) int32_t qk_chosen;

#define QK_CALL(name, ...) \
  (qk_chosen == QK_AVX2     ? qk_avx2_##name(__VA_ARGS__) \
   : qk_chosen == QK_AVX512 ? qk_avx512_##name(__VA_ARGS__) \
                            : qk_base_##name(__VA_ARGS__))
#else
#define QK_CALL(name, ...) qk_base_##name(__VA_ARGS__)
#endif
