// libavif for Swift: pictures of AVIF files in and out, with 16 bits a component.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZAVIF_H
#define CQUARTZAVIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The reason why there is no libavif; null if there is one.
const char *_Nullable quartz_avif_problem(void);

/// An open file.
typedef struct QuartzAVIF QuartzAVIF;

/// An error message of libavif.
typedef struct {
  char text[160];
  /// Whether the file ends too early.
  bool is_truncated;
} QuartzAVIFMessage;

/// The header of a file.
typedef struct {
  uint32_t width;
  uint32_t height;
  uint32_t frame_count;
  /// Bits of a component: 8, 10 or 12.
  uint32_t depth;
  bool has_alpha;
  bool is_premultiplied;
  /// Numbers of ITU-T H.273; 2 where the file does not say.
  uint16_t primaries;
  uint16_t transfer;
  /// Quarter turns against the clock, 0...3, and then the mirror: 0 none, 1 top to bottom, 2 left
  /// to right.
  uint8_t turns;
  uint8_t mirror;
  /// The ICC profile and Exif; null where there is none. They live as long as the file is open.
  const uint8_t *_Nullable profile;
  size_t profile_count;
  const uint8_t *_Nullable exif;
  size_t exif_count;
} QuartzAVIFHead;

/// The limits of a reader.
typedef struct {
  uint32_t side;
  /// Pixels of a picture.
  uint32_t area;
  uint32_t frames;
} QuartzAVIFLimits;

/// Opens a file and reads its structure; null with a message. `bytes` must live as long.
QuartzAVIF *_Nullable quartz_avif_open(
    const uint8_t *_Nonnull bytes, size_t count, QuartzAVIFLimits limits,
    QuartzAVIFHead *_Nonnull head, QuartzAVIFMessage *_Nonnull message);
void quartz_avif_close(QuartzAVIF *_Nonnull avif);

/// Decodes a picture to R, G, B, A, alpha as the file has it, rows from above as they are stored:
/// of 16 bits each in the machine's byte order, all numbers in use, or of 8 bits.
bool quartz_avif_decode(
    QuartzAVIF *_Nonnull avif, uint32_t index, void *_Nonnull pixels, size_t row_bytes,
    bool is_wide, QuartzAVIFMessage *_Nonnull message);

/// A picture to write.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// Straight R, G, B, A; the rows touch.
  const void *_Nonnull pixels;
  /// 16 bits a component instead of 8.
  bool is_wide;
  bool has_alpha;
  /// 8, 10 or 12 bits in the file.
  uint32_t depth;
  uint16_t primaries;
  uint16_t transfer;
  /// 0 keeps all of the file's bits, 63 is the worst.
  int quantizer;
} QuartzAVIFPicture;

/// Encodes a picture; the file, to be freed by `free`, or null with a message.
uint8_t *_Nullable quartz_avif_encode(
    const QuartzAVIFPicture *_Nonnull picture, size_t *_Nonnull count,
    QuartzAVIFMessage *_Nonnull message);

#endif
