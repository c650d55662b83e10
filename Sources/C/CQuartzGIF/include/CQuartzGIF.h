// giflib for Swift: frames and their rows, one after the other.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZGIF_H
#define CQUARTZGIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reads a file once, from its start to its end.
typedef struct QuartzGIF QuartzGIF;

/// The properties of a file; some of them are known only when the frames have been read.
typedef struct {
  uint32_t width;
  uint32_t height;
  bool has_global_colors;
  /// The animation's repetitions by the Netscape extension: 0 without end, -1 if there is none.
  int32_t loop_count;
} QuartzGIFHead;

/// A frame: the rectangle that it changes and how.
typedef struct {
  uint32_t x;
  uint32_t y;
  uint32_t width;
  uint32_t height;
  bool is_interlaced;
  /// In hundredths of a second.
  uint16_t delay;
  /// 0 and 1 keep, 2 clears, 3 restores.
  uint8_t disposal;
  /// The index that is transparent, or -1.
  int16_t transparent;
  /// R, G, B, 255 by index; opaque black where the file has no colour.
  uint8_t colors[256][4];
} QuartzGIFFrame;

typedef enum {
  QUARTZ_GIF_FRAME,
  QUARTZ_GIF_END,
  /// The file ends too early.
  QUARTZ_GIF_TRUNCATED,
  QUARTZ_GIF_DAMAGED,
} QuartzGIFStep;

/// A reader at the start, or null if that is no GIF file; `bytes` must live as long.
QuartzGIF *_Nullable quartz_gif_open(
    const uint8_t *_Nonnull bytes, size_t count, QuartzGIFStep *_Nonnull problem);
void quartz_gif_close(QuartzGIF *_Nonnull gif);
QuartzGIFHead quartz_gif_head(const QuartzGIF *_Nonnull gif);

/// Goes to the next frame; the rows or the data of the one before must have been read.
QuartzGIFStep quartz_gif_next_frame(QuartzGIF *_Nonnull gif, QuartzGIFFrame *_Nonnull frame);

/// Reads the next row of indexes, in the order of the file; false if the data end or are damaged.
bool quartz_gif_read_row(QuartzGIF *_Nonnull gif, uint8_t *_Nonnull row, uint32_t width);

/// Passes over the data of the frame; false if they end too early.
bool quartz_gif_skip_data(QuartzGIF *_Nonnull gif);

/// Writes a file from its start to its end.
typedef struct QuartzGIFWriter QuartzGIFWriter;

/// A file without frames; `loop_count` -1 says nothing of it. Null if it cannot begin.
QuartzGIFWriter *_Nullable quartz_gif_writer_create(
    uint32_t width, uint32_t height, int32_t loop_count);
/// Appends a frame of the file's size: indexes, and up to 256 colours of R, G, B.
bool quartz_gif_writer_add(
    QuartzGIFWriter *_Nonnull writer, const uint8_t *_Nonnull indexes,
    const uint8_t *_Nonnull colors, uint32_t color_count, int32_t transparent, uint16_t delay);
/// Ends the file.
bool quartz_gif_writer_finish(QuartzGIFWriter *_Nonnull writer);
/// The bytes since the last call; they live until the next call of anything.
const uint8_t *_Nullable quartz_gif_writer_take(
    QuartzGIFWriter *_Nonnull writer, size_t *_Nonnull count);
void quartz_gif_writer_free(QuartzGIFWriter *_Nonnull writer);

#endif
