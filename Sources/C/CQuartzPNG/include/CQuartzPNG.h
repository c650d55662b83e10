// libpng for Swift: whole pictures in and out, errors as return values.
// Licensed under the MIT license; see LICENSE.
//
// libpng reports errors by longjmp, which must not pass through Swift. Here every call that can
// jump lies between a setjmp and its return in one C function; callbacks into Swift return before C
// jumps.

#ifndef CQUARTZPNG_H
#define CQUARTZPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The longest message of an error, with its zero.
#define QUARTZ_PNG_MESSAGE_CAPACITY 96

typedef struct {
  char text[QUARTZ_PNG_MESSAGE_CAPACITY];
} QuartzPNGMessage;

typedef struct {
  /// Must be those of the file.
  uint32_t width;
  uint32_t height;
  /// 16 bits per component in the machine's byte order instead of 8.
  bool is_wide;
  /// Receives R, G, B, A, straight, rows from the top; all of it may be written to while rows are
  /// read.
  void *_Nonnull pixels;
  size_t row_bytes;
} QuartzPNGTarget;

/// Decodes a PNG file in memory; colour is expanded to RGBA, alpha is opaque where there is none.
///
/// The caller has checked the checksums of critical chunks. Returns false with a message if libpng
/// refuses the file; `pixels` then hold anything.
bool quartz_png_decode(
    const uint8_t *_Nonnull bytes, size_t count, const QuartzPNGTarget *_Nonnull target,
    QuartzPNGMessage *_Nonnull message);

/// The components of a file's pixels.
typedef enum {
  QUARTZ_PNG_GRAY = 0,
  QUARTZ_PNG_RGB = 2,
  QUARTZ_PNG_RGBA = 6,
} QuartzPNGColors;

typedef struct {
  uint32_t width;
  uint32_t height;
  QuartzPNGColors colors;
  /// 16 bits per component, in the machine's byte order in rows, instead of 8.
  bool is_wide;
  /// Whether the caller adds chunks that say the colours; else they are those of sRGB.
  bool has_own_colors;
  /// zlib's level, 0...9.
  int level;
  /// Pixels per metre, or 0 to omit them.
  uint32_t pixels_per_metre_x;
  uint32_t pixels_per_metre_y;
  /// Handed to the callbacks.
  void *_Nonnull context;
  /// Fills a row of straight components.
  void (*_Nonnull row)(void *_Nonnull context, uint32_t y, uint8_t *_Nonnull target);
  /// Takes bytes of the file; false stops.
  bool (*_Nonnull write)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);
} QuartzPNGEncoding;

/// Encodes a PNG file, with an sRGB chunk unless it has colours of its own. Returns false with a
/// message if that fails.
bool quartz_png_encode(
    const QuartzPNGEncoding *_Nonnull encoding, QuartzPNGMessage *_Nonnull message);

/// The checksum of PNG chunks: `crc` continued over `count` bytes; begin with 0.
uint32_t quartz_png_crc(uint32_t crc, const uint8_t *_Nonnull bytes, size_t count);

/// Unpacks zlib data of up to `limit` bytes; returns them, to be freed by the caller, or null if
/// they are damaged or more.
uint8_t *_Nullable quartz_png_inflate(
    const uint8_t *_Nonnull bytes, size_t count, size_t limit, size_t *_Nonnull unpacked);

#endif
