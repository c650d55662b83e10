// Half-precision numbers and those of single precision, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include <stdint.h>

// Halves may lie at any address.

/// Rounded to nearest, halves to even, as IEEE 754 says; too large ones become infinite.
void qk_halves_from_floats(void *result, const float *floats, int32_t count);
/// Exactly.
void qk_floats_from_halves(float *result, const void *halves, int32_t count);
