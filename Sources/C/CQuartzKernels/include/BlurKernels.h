// The innermost loops of Gaussian blurs, with run-time CPU dispatch.
// Licensed under the MIT license; see LICENSE.
//
// Lines are channels in a row: bytes, or words in 8.7 bits (32640 = 255 · 128 is 1).
// GaussianBlur.swift explains the scheme; ReferenceBlur.swift has each kernel again in plain Swift,
// and a test holds the two equal. No kernel reads or writes outside of the counts it is given. With
// avg(a, b) = (a + b + 1) >> 1:
#pragma once

#include <stdint.h>

/// (a + 4 b + 6 c + 4 d + e) / 16 of five lines of bytes, exactly, in 8.7 bits.
void qk_blur_reduce_bytes(uint16_t *result, const uint8_t *const lines[5], int32_t count);
/// The same of five lines of words, as avg(avg(avg(avg(a, e), c), c), avg(b, d)).
void qk_blur_reduce_words(uint16_t *result, const uint16_t *const lines[5], int32_t count);
/// (a + 6 b + c) / 8 as b + ((avg(a, c) - b + 2) >> 2).
void qk_blur_smooth(
    uint16_t *result, const uint16_t *a, const uint16_t *b, const uint16_t *c, int32_t count);
/// avg(a, b).
void qk_blur_middle(uint16_t *result, const uint16_t *a, const uint16_t *b, int32_t count);

/// The pixels 0, 2, 4 ... of a line, and those at 1, 3, 5 ...; a pixel has 1 or 4 channels.
///
/// `count` is the number of pixels of each result.
void qk_blur_split(
    uint16_t *even, uint16_t *odd, const uint16_t *line, int32_t count, int32_t channels);
/// The reverse: a line of two times `count` pixels, as words or rounded to bytes.
void qk_blur_join_words(
    uint16_t *line, const uint16_t *even, const uint16_t *odd, int32_t count, int32_t channels);
void qk_blur_join_bytes(
    uint8_t *line, const uint16_t *even, const uint16_t *odd, int32_t count, int32_t channels);

/// The sum of 2 · radius + 1 lines, `lines[radius]` times weights[0], the two that are k lines away
/// from it times weights[k], rounded to words of 8.7 bits. Weights are whole 32768ths, and with
/// both sides their sum is 32768.
void qk_blur_lines_of_bytes(
    uint16_t *result, const uint8_t *const *lines, const int32_t *weights, int32_t radius,
    int32_t count);
void qk_blur_lines_of_words(
    uint16_t *result, const uint16_t *const *lines, const int32_t *weights, int32_t radius,
    int32_t count);
/// The same along a line of words, whose neighbours are `channels` numbers apart, rounded to bytes
/// or to words. The line has radius · channels more numbers before and after.
void qk_blur_line_to_bytes(
    uint8_t *result, const uint16_t *line, const int32_t *weights, int32_t radius, int32_t channels,
    int32_t count);
void qk_blur_line_to_words(
    uint16_t *result, const uint16_t *line, const int32_t *weights, int32_t radius, int32_t channels,
    int32_t count);
