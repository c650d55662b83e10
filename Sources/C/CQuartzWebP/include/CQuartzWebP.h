// libwebp for Swift: still pictures in and out, animations picture by picture.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZWEBP_H
#define CQUARTZWEBP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The completeness of a file's structure.
typedef enum {
  QUARTZ_WEBP_DAMAGED,
  /// It ends before it is complete.
  QUARTZ_WEBP_TRUNCATED,
  QUARTZ_WEBP_COMPLETE,
} QuartzWebPState;

/// The header of a file.
typedef struct {
  uint32_t width;
  uint32_t height;
  uint32_t frame_count;
  /// The loop count of an animation; 0 without end.
  uint32_t loop_count;
  bool is_animated;
  bool has_alpha;
  /// The ICC profile and Exif in the file; null where there is none.
  const uint8_t *_Nullable profile;
  size_t profile_count;
  const uint8_t *_Nullable exif;
  size_t exif_count;
} QuartzWebPHead;

/// Reads the structure of a file. Only of a complete one `head` says anything.
QuartzWebPState quartz_webp_read_head(
    const uint8_t *_Nonnull bytes, size_t count, QuartzWebPHead *_Nonnull head);

/// Writes how long each frame is shown, in milliseconds, to `target`, which has room for `limit`.
void quartz_webp_read_durations(
    const uint8_t *_Nonnull bytes, size_t count, int32_t *_Nonnull target, uint32_t limit);

/// Decodes a file of one picture to R, G, B, A, straight, rows from the top; returns whether it is
/// sound.
bool quartz_webp_decode(
    const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull pixels, size_t row_bytes,
    uint32_t height);

/// Plays an animation.
typedef struct WebPAnimDecoder QuartzWebPPlayer;

/// A player at the start; `bytes` must live as long. Null if the file is damaged.
QuartzWebPPlayer *_Nullable quartz_webp_player_create(const uint8_t *_Nonnull bytes, size_t count);
void quartz_webp_player_free(QuartzWebPPlayer *_Nonnull player);
void quartz_webp_player_rewind(QuartzWebPPlayer *_Nonnull player);
/// The next picture, whole: R, G, B, A, straight, rows that touch; null at the end or if it is
/// damaged.
const uint8_t *_Nullable quartz_webp_player_next(QuartzWebPPlayer *_Nonnull player);

/// Encodes straight R, G, B, A; returns the file, to be freed by quartz_webp_free, or null.
///
/// `quality` is 0...100 for a lossy file, or negative for one that keeps every pixel.
uint8_t *_Nullable quartz_webp_encode(
    const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, float quality,
    size_t *_Nonnull count);
void quartz_webp_free(uint8_t *_Nonnull bytes);

#endif
