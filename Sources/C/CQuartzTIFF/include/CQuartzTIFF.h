// libtiff for Swift: pages of files in memory.
// Licensed under the MIT license; see LICENSE.

#ifndef CQUARTZTIFF_H
#define CQUARTZTIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An open file.
typedef struct QuartzTIFF QuartzTIFF;

/// A page.
typedef struct {
  uint32_t width;
  uint32_t height;
  uint16_t bits_per_sample;
  /// 3 for a table of colours; else 0 and 1 are grey.
  uint16_t photometric;
  /// 1...8, as Exif counts.
  uint16_t orientation;
  uint16_t compression;
  bool has_alpha;
  /// Whether alpha is multiplied in.
  bool is_premultiplied;
  /// Whether samples are floating-point numbers.
  bool is_float;
  uint16_t samples_per_pixel;
  /// In pixels per inch; 0 if the file does not say.
  float x_resolution;
  float y_resolution;
  /// The colours' profile; null if there is none. It lives as long as the page is the current one.
  const uint8_t *_Nullable profile;
  size_t profile_count;
} QuartzTIFFPage;

/// An error message of libtiff.
typedef struct {
  char text[200];
} QuartzTIFFMessage;

/// Opens a file; null with a message. `bytes` must live as long.
QuartzTIFF *_Nullable quartz_tiff_open(
    const uint8_t *_Nonnull bytes, size_t count, size_t memory_limit,
    QuartzTIFFMessage *_Nonnull message);
void quartz_tiff_close(QuartzTIFF *_Nonnull tiff);

/// Returns the number of pages, at most `limit` + 1.
uint32_t quartz_tiff_page_count(QuartzTIFF *_Nonnull tiff, uint32_t limit);

/// Goes to a page; false if it is damaged.
bool quartz_tiff_go_to_page(
    QuartzTIFF *_Nonnull tiff, uint32_t index, QuartzTIFFPage *_Nonnull page);

/// Whether the data of the current page lie in the file.
bool quartz_tiff_is_whole(QuartzTIFF *_Nonnull tiff);

/// Decodes the current page: premultiplied R, G, B, A, rows from above as they are stored.
bool quartz_tiff_decode(
    QuartzTIFF *_Nonnull tiff, const QuartzTIFFPage *_Nonnull page, uint32_t *_Nonnull pixels,
    QuartzTIFFMessage *_Nonnull message);

/// Decodes the current page, of floating-point numbers of 16 or 32 bits, in strips: R, G, B, A in
/// rows that touch, alpha as the file has it, 1 where there is none.
bool quartz_tiff_decode_floats(
    QuartzTIFF *_Nonnull tiff, const QuartzTIFFPage *_Nonnull page, float *_Nonnull pixels,
    QuartzTIFFMessage *_Nonnull message);

/// A page to write.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// 1 grey, 3 RGB, 4 RGB and alpha, premultiplied.
  uint16_t components;
  /// Samples are floating-point numbers of 32 bits, and not bytes.
  bool is_float;
  uint16_t compression;
  uint16_t orientation;
  uint16_t page;
  uint16_t page_count;
  float x_resolution;
  float y_resolution;
  const uint8_t *_Nonnull pixels;
  size_t row_bytes;
} QuartzTIFFNewPage;

/// A file that is written in memory; null if there is no memory.
typedef struct QuartzTIFFWriter QuartzTIFFWriter;
QuartzTIFFWriter *_Nullable quartz_tiff_writer_create(QuartzTIFFMessage *_Nonnull message);
bool quartz_tiff_writer_add(
    QuartzTIFFWriter *_Nonnull writer, const QuartzTIFFNewPage *_Nonnull page,
    QuartzTIFFMessage *_Nonnull message);
/// Ends the file; its bytes live until the writer goes.
const uint8_t *_Nullable quartz_tiff_writer_finish(
    QuartzTIFFWriter *_Nonnull writer, size_t *_Nonnull count);
void quartz_tiff_writer_free(QuartzTIFFWriter *_Nonnull writer);

#endif
