// libpng for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzPNG.h"

#include <libdeflate.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "PNGInput.h"

// The largest unpacked size of text and profile chunks, in bytes; libpng drops larger ones.
static const png_alloc_size_t chunk_limit = 8 << 20;
// IDAT chunks of this size.
static const size_t chunk_size = 64 << 10;

static void fail(png_structp png, png_const_charp text) {
  QuartzPNGMessage *message = png_get_error_ptr(png);
  strncpy(message->text, text, sizeof message->text - 1);
  message->text[sizeof message->text - 1] = 0;
  png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

// MARK: Reading

static void take(png_structp png, png_bytep target, size_t count) {
  if (!quartz_png_input_take(png_get_io_ptr(png), target, count))
    png_error(png, "the file ends too early");
}

/// Whether rows are R, G, B bytes and are to become R, G, B, 255.
static bool is_plain_rgb(png_structp png, png_infop info, const QuartzPNGTarget *target) {
  return png_get_color_type(png, info) == PNG_COLOR_TYPE_RGB &&
         png_get_bit_depth(png, info) == 8 && !target->is_wide &&
         png_get_interlace_type(png, info) == PNG_INTERLACE_NONE &&
         !png_get_valid(png, info, PNG_INFO_tRNS);
}

/// Adds alpha to a row; libpng's own filler takes three times as long. `row` has a byte more.
static void put_opaque(uint8_t *target, const uint8_t *row, uint32_t width) {
  for (size_t x = 0; x < width; x++) {
    memcpy(target + x * 4, row + x * 3, 4);
    target[x * 4 + 3] = 255;
  }
}

static void decode(
    png_structp png, png_infop info, const QuartzPNGTarget *target, uint8_t *row) {
  png_read_info(png, info);
  if (png_get_image_width(png, info) != target->width ||
      png_get_image_height(png, info) != target->height)
    png_error(png, "the size changed");
  bool is_plain = is_plain_rgb(png, info, target);
  if (!is_plain) {
    png_set_expand(png);
    if (target->is_wide) {
      png_set_expand_16(png);
      png_set_swap(png);
    } else {
      png_set_scale_16(png);
    }
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
  }
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) > target->row_bytes) png_error(png, "a row is too long");
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < target->height; y++) {
      png_bytep pixels = (png_bytep)target->pixels + y * target->row_bytes;
      png_read_row(png, is_plain ? row : pixels, NULL);
      if (is_plain) put_opaque(pixels, row, target->width);
    }
  png_read_end(png, NULL);
}

static bool decode_input(
    QuartzPNGInput *input, const QuartzPNGTarget *target, uint8_t *row,
    QuartzPNGMessage *message) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, message, fail, ignore_warning);
  if (!png) return false;
  png_infop info = png_create_info_struct(png);
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return false;
  }
  png_set_user_limits(png, target->width, target->height);
  png_set_chunk_malloc_max(png, chunk_limit);
  if (input->rows) {
    // The unpacked data were checked already.
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_DEFAULT);
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
  }
  png_set_read_fn(png, input, take);
  decode(png, info, target, row);
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}

bool quartz_png_decode(
    const uint8_t *bytes, size_t count, const QuartzPNGTarget *target, QuartzPNGMessage *message) {
  strcpy(message->text, "out of memory");
  uint8_t *row = calloc((size_t)target->width * 3 + 1, 1);
  if (!row) return false;
  QuartzPNGInput input = quartz_png_input(bytes, count);
  quartz_png_input_unpack(
      &input, target->width, target->height, target->pixels, target->row_bytes);
  bool is_done = decode_input(&input, target, row, message);
  quartz_png_input_free(&input);
  free(row);
  return is_done;
}

// MARK: Writing

static void give(png_structp png, png_bytep bytes, size_t count) {
  const QuartzPNGEncoding *encoding = png_get_io_ptr(png);
  if (!encoding->write(encoding->context, bytes, count)) png_error(png, "writing was stopped");
}

static void flush(png_structp png) { (void)png; }

static void encode(
    png_structp png, png_infop info, const QuartzPNGEncoding *encoding, png_bytep row) {
  png_set_IHDR(
      png, info, encoding->width, encoding->height, encoding->is_wide ? 16 : 8, encoding->colors,
      PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (!encoding->has_own_colors) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  if (encoding->pixels_per_metre_x && encoding->pixels_per_metre_y)
    png_set_pHYs(
        png, info, encoding->pixels_per_metre_x, encoding->pixels_per_metre_y,
        PNG_RESOLUTION_METER);
  // One filter for all rows: choosing among five takes longer than compressing. Of the single ones,
  // this one suits gradients and flat areas best.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  png_set_compression_level(png, encoding->level);
  png_set_compression_buffer_size(png, chunk_size);
  png_write_info(png, info);
  if (encoding->is_wide) png_set_swap(png);
  for (uint32_t y = 0; y < encoding->height; y++) {
    encoding->row(encoding->context, y, row);
    png_write_row(png, row);
  }
  png_write_end(png, NULL);
}

bool quartz_png_encode(const QuartzPNGEncoding *encoding, QuartzPNGMessage *message) {
  strcpy(message->text, "out of memory");
  png_bytep row = malloc((size_t)encoding->width * (encoding->is_wide ? 8 : 4));
  if (!row) return false;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, message, fail, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    free(row);
    return false;
  }
  png_set_write_fn(png, (void *)encoding, give, flush);
  encode(png, info, encoding, row);
  png_destroy_write_struct(&png, &info);
  free(row);
  return true;
}

uint32_t quartz_png_crc(uint32_t crc, const uint8_t *bytes, size_t count) {
  return libdeflate_crc32(crc, bytes, count);
}

uint8_t *quartz_png_inflate(
    const uint8_t *bytes, size_t count, size_t limit, size_t *unpacked) {
  z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count};
  if (count > UINT32_MAX || inflateInit(&stream) != Z_OK) return NULL;
  uint8_t *target = NULL;
  size_t capacity = 0;
  int state = Z_OK;
  // The memory doubles as data arrive: a declared size alone costs nothing.
  while (state == Z_OK && stream.total_out == capacity && capacity < limit) {
    capacity = capacity ? capacity * 2 : 16 << 10;
    if (capacity > limit) capacity = limit;
    uint8_t *grown = realloc(target, capacity);
    if (!grown) break;
    target = grown;
    stream.next_out = target + stream.total_out;
    stream.avail_out = (uInt)(capacity - stream.total_out);
    state = inflate(&stream, Z_NO_FLUSH);
  }
  *unpacked = stream.total_out;
  inflateEnd(&stream);
  if (state == Z_STREAM_END) return target;
  free(target);
  return NULL;
}
