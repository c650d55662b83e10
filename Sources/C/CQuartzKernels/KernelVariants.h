// A file of kernels for each instruction set: QK_BODY, included once for the base line and once for
// AVX2.
// Licensed under the MIT license; see LICENSE.
//
// In the body QK(name) names a function of the variant; afterwards QK_CALL(name, ...) calls the one
// that the machine has.

// 32-byte vectors stay within the functions of one variant, so their calling convention does not
// matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define QK(name) qk_base_##name
#include QK_BODY
#undef QK

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define QK(name) qk_avx2_##name
#include QK_BODY
#undef QK
#pragma clang attribute pop
#define QK_CALL(name, ...) \
  (qk_uses_avx2() ? qk_avx2_##name(__VA_ARGS__) : qk_base_##name(__VA_ARGS__))
#else
#define QK_CALL(name, ...) qk_base_##name(__VA_ARGS__)
#endif
