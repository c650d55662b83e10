// The blend modes for each instruction set, and the choice between them.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef uint8_t b8 __attribute__((vector_size(8), aligned(1)));
typedef uint32_t u8 __attribute__((vector_size(32), aligned(4)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef float f8 __attribute__((vector_size(32)));

// Without optimisation the modes would not share their stack: inlined into one function, they take
// 12 MB of it.
#if defined(__OPTIMIZE__)
#define QK_INLINE __attribute__((always_inline))
#else
#define QK_INLINE
#endif

/// The raw values of BlendMode.
enum {
  QK_NORMAL, QK_MULTIPLY, QK_SCREEN, QK_OVERLAY, QK_DARKEN, QK_LIGHTEN, QK_COLOR_DODGE,
  QK_COLOR_BURN, QK_SOFT_LIGHT, QK_HARD_LIGHT, QK_DIFFERENCE, QK_EXCLUSION, QK_HUE, QK_SATURATION,
  QK_COLOR, QK_LUMINOSITY, QK_CLEAR, QK_COPY, QK_SOURCE_IN, QK_SOURCE_OUT, QK_SOURCE_ATOP,
  QK_DESTINATION_OVER, QK_DESTINATION_IN, QK_DESTINATION_OUT, QK_DESTINATION_ATOP, QK_XOR,
  QK_PLUS_DARKER, QK_PLUS_LIGHTER, QK_LINEAR_BURN, QK_LINEAR_DODGE, QK_LINEAR_LIGHT, QK_VIVID_LIGHT,
  QK_PIN_LIGHT, QK_SUBTRACT, QK_DIVIDE, QK_MAXIMUM, QK_MINIMUM, QK_SOURCE_MINUS_DESTINATION,
  QK_DESTINATION_MINUS_SOURCE,
};

/// Eight pixels, channel by channel.
typedef struct {
  f8 r, g, b, a;
} pixels8;

#define QK_BODY "BlendKernelsBody.h"
#include "KernelVariants.h"

void qk_blend_words(uint32_t *pixels, const qk_blend *blend, int32_t count) {
  QK_CALL(blend_words, pixels, blend, count);
}

#if defined(__x86_64__)
#include <cpuid.h>

/// Whether the machine's string instructions are fast for short runs, too (bit 4 of EDX of leaf 7).
static int qk_moves_fast;

__attribute__((constructor)) static void qk_find_moves(void) {
  unsigned int a, b, c, d;
  qk_moves_fast = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d >> 4 & 1);
}

/// The least bytes for which they win: a row of 512 pixels.
enum { QK_LEAST_MOVE = 2048 };
#endif

void qk_copy_words(uint32_t *pixels, const uint32_t *source, ptrdiff_t count) {
  if (count <= 0) return;
  size_t bytes = (size_t)count * 4;
#if defined(__x86_64__)
  if (qk_moves_fast && bytes >= QK_LEAST_MOVE) {
    // The processor writes whole cache lines and does not read them first. That is twice as fast as
    // vectors where the memory is in no cache. The C library does so for far longer copies only.
    __asm__ volatile("rep movsb" : "+D"(pixels), "+S"(source), "+c"(bytes) : : "memory");
    return;
  }
#endif
  __builtin_memcpy(pixels, source, bytes);
}
