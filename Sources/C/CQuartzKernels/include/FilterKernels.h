// The innermost loops of filters, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// ColorMatrixKernel.swift has the arithmetic; a test holds each kernel equal to plain Swift.
#pragma once

#include <stdint.h>

/// A colour matrix in whole numbers: weights for red, green, blue, alpha, biases, and their scale.
typedef struct {
  int32_t red[4], green[4], blue[4], alpha[4];
  int32_t bias[4];
  int32_t shift;
} qk_matrix;

/// The results of a colour matrix for `count` pixels; `source` may be `result`.
void qk_color_matrix(
    uint32_t *_Nonnull result, const uint32_t *_Nonnull source, int32_t count,
    const qk_matrix *_Nonnull matrix);
