// libjpeg-turbo for Swift: whole pictures in and out, errors as return values.
// Licensed under the MIT license; see LICENSE.
//
// libjpeg reports errors by longjmp, which must not pass through Swift. Here every call that can
// jump lies between a setjmp and its return in one C function; callbacks into Swift return before C
// jumps.

#ifndef CQUARTZJPEG_H
#define CQUARTZJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The longest message of an error, with its zero: libjpeg's JMSG_LENGTH_MAX.
#define QUARTZ_JPEG_MESSAGE_CAPACITY 200

typedef struct {
  char text[QUARTZ_JPEG_MESSAGE_CAPACITY];
} QuartzJPEGMessage;

/// The colour model of a file's components.
typedef enum {
  QUARTZ_JPEG_GRAY = 1,
  /// RGB or YCbCr.
  QUARTZ_JPEG_COLOR = 3,
  /// CMYK or YCCK.
  QUARTZ_JPEG_INKS = 4,
} QuartzJPEGColors;

/// The header of a file.
typedef struct {
  uint32_t width;
  uint32_t height;
  QuartzJPEGColors colors;
  bool is_progressive;
  /// Whether inks are stored inverted, 255 being none, as Adobe's programs do.
  bool has_inverted_inks;
  /// From JFIF: pixels per inch (unit 1) or per centimetre (2); unit 0 says only their ratio.
  uint8_t density_unit;
  uint16_t density_x;
  uint16_t density_y;
  /// The ICC profile, put together, or null.
  uint8_t *_Nullable profile;
  size_t profile_count;
  /// The TIFF part of Exif, or null.
  uint8_t *_Nullable exif;
  size_t exif_count;
} QuartzJPEGHead;

/// Reads the header of a file. Returns false with a message if libjpeg refuses the file.
bool quartz_jpeg_read_head(
    const uint8_t *_Nonnull bytes, size_t count, QuartzJPEGHead *_Nonnull head,
    QuartzJPEGMessage *_Nonnull message);

/// Frees profile and Exif.
void quartz_jpeg_free_head(QuartzJPEGHead *_Nonnull head);

typedef struct {
  /// 1...8: eighths of the file's size, rounded up; omitted detail costs nothing.
  uint32_t eighths;
  /// Must be those of the file at that scale.
  uint32_t width;
  uint32_t height;
  /// Receives R, G, B and 255, or C, M, Y, K as they are stored; rows from the top.
  void *_Nonnull pixels;
  size_t row_bytes;
  /// The memory that libjpeg may allocate, in bytes.
  size_t memory_limit;
  /// The most scans of a progressive file: they cost time, not bytes.
  uint32_t scan_limit;
} QuartzJPEGTarget;

/// Decodes a file in memory; where its data end or are damaged, libjpeg fills the gap.
///
/// Returns false with a message if libjpeg refuses the file; `pixels` then hold anything.
bool quartz_jpeg_decode(
    const uint8_t *_Nonnull bytes, size_t count, const QuartzJPEGTarget *_Nonnull target,
    QuartzJPEGMessage *_Nonnull message);

typedef struct {
  uint32_t width;
  uint32_t height;
  /// 1 for grey, 3 for RGB.
  QuartzJPEGColors colors;
  /// 1...100.
  int quality;
  /// Whether colour has the resolution of brightness rather than half of it.
  bool has_full_colors;
  bool is_progressive;
  /// Pixels per inch, or 0 to omit them.
  uint16_t density_x;
  uint16_t density_y;
  /// The TIFF part of Exif, or null.
  const uint8_t *_Nullable exif;
  size_t exif_count;
  /// Handed to the callback.
  void *_Nonnull context;
  /// Fills a row of components.
  void (*_Nonnull row)(void *_Nonnull context, uint32_t y, uint8_t *_Nonnull target);
} QuartzJPEGEncoding;

/// Encodes a file; returns its bytes, to be freed by the caller, or null with a message.
uint8_t *_Nullable quartz_jpeg_encode(
    const QuartzJPEGEncoding *_Nonnull encoding, size_t *_Nonnull count,
    QuartzJPEGMessage *_Nonnull message);

#endif
