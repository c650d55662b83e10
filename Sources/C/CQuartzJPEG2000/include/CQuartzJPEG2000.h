// OpenJPEG for Swift: pictures of files in memory.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZJPEG2000_H
#define CQUARTZJPEG2000_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The header of a file.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// 1 grey, 2 grey and alpha, 3 colours, 4 colours and alpha.
  uint32_t components;
  uint32_t bits;
} QuartzJPEG2000Head;

/// An error message of OpenJPEG.
typedef struct {
  char text[200];
} QuartzJPEG2000Message;

/// Reads the head of a file: JP2, or a bare codestream.
bool quartz_jpeg2000_read_head(
    const uint8_t *_Nonnull bytes, size_t count, QuartzJPEG2000Head *_Nonnull head,
    QuartzJPEG2000Message *_Nonnull message);

/// Decodes straight R, G, B, A of 8 bits, rows that touch.
///
/// `profile` receives the colours' profile, to be freed; null if there is none.
bool quartz_jpeg2000_decode(
    const uint8_t *_Nonnull bytes, size_t count, const QuartzJPEG2000Head *_Nonnull head,
    uint8_t *_Nonnull pixels, uint8_t *_Nullable *_Nonnull profile,
    size_t *_Nonnull profile_count, QuartzJPEG2000Message *_Nonnull message);

/// A JP2 file of straight R, G, B, A; to be freed. Null with a message.
///
/// `components` is 1, 3 or 4; a `rate` of 0 keeps every pixel, others say how much smaller the file
/// gets.
uint8_t *_Nullable quartz_jpeg2000_encode(
    const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, uint32_t components,
    float rate, size_t *_Nonnull count, QuartzJPEG2000Message *_Nonnull message);

void quartz_jpeg2000_free(uint8_t *_Nullable bytes);

#endif
