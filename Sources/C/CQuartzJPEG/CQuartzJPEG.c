// libjpeg-turbo for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

_Static_assert(QUARTZ_JPEG_MESSAGE_CAPACITY >= JMSG_LENGTH_MAX, "libjpeg's messages fit");

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf jump;
  QuartzJPEGMessage *message;
} Errors;

static void fail(j_common_ptr jpeg) {
  Errors *errors = (Errors *)jpeg->err;
  jpeg->err->format_message(jpeg, errors->message->text);
  longjmp(errors->jump, 1);
}

// Warnings (level -1) mean damage that libjpeg gets over; others are traces.
static void note(j_common_ptr jpeg, int level) {
  if (level < 0) jpeg->err->num_warnings++;
}

static struct jpeg_error_mgr *prepare(Errors *errors, QuartzJPEGMessage *message) {
  struct jpeg_error_mgr *base = jpeg_std_error(&errors->base);
  base->error_exit = fail;
  base->emit_message = note;
  errors->message = message;
  message->text[0] = 0;
  return base;
}

static bool refuse(QuartzJPEGMessage *message, const char *text) {
  strncpy(message->text, text, sizeof message->text - 1);
  message->text[sizeof message->text - 1] = 0;
  return false;
}

// MARK: Reading

static const char exif_name[6] = "Exif\0";

static QuartzJPEGColors colors_of(const struct jpeg_decompress_struct *jpeg) {
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE: return QUARTZ_JPEG_GRAY;
    case JCS_CMYK:
    case JCS_YCCK: return QUARTZ_JPEG_INKS;
    default: return QUARTZ_JPEG_COLOR;
  }
}

static void copy_exif(const struct jpeg_decompress_struct *jpeg, QuartzJPEGHead *head) {
  for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1 || marker->data_length <= sizeof exif_name) continue;
    if (memcmp(marker->data, exif_name, sizeof exif_name)) continue;
    head->exif_count = marker->data_length - sizeof exif_name;
    head->exif = malloc(head->exif_count);
    if (head->exif) memcpy(head->exif, marker->data + sizeof exif_name, head->exif_count);
    return;
  }
}

static void read_head(struct jpeg_decompress_struct *jpeg, QuartzJPEGHead *head) {
  jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(jpeg, TRUE);
  head->width = jpeg->image_width;
  head->height = jpeg->image_height;
  head->colors = colors_of(jpeg);
  head->is_progressive = jpeg->progressive_mode;
  head->has_inverted_inks = jpeg->saw_Adobe_marker && head->colors == QUARTZ_JPEG_INKS;
  if (jpeg->saw_JFIF_marker) {
    head->density_unit = jpeg->density_unit;
    head->density_x = jpeg->X_density;
    head->density_y = jpeg->Y_density;
  }
  JOCTET *profile = NULL;
  unsigned int count = 0;
  if (jpeg_read_icc_profile(jpeg, &profile, &count)) {
    head->profile = profile;
    head->profile_count = count;
  }
  copy_exif(jpeg, head);
}

bool quartz_jpeg_read_head(
    const uint8_t *bytes, size_t count, QuartzJPEGHead *head, QuartzJPEGMessage *message) {
  memset(head, 0, sizeof *head);
  struct jpeg_decompress_struct jpeg;
  Errors errors;
  jpeg.err = prepare(&errors, message);
  // Zeros, so that destroying is right even if creating fails.
  memset((char *)&jpeg + sizeof jpeg.err, 0, sizeof jpeg - sizeof jpeg.err);
  if (setjmp(errors.jump)) {
    jpeg_destroy_decompress(&jpeg);
    quartz_jpeg_free_head(head);
    return false;
  }
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, bytes, count);
  read_head(&jpeg, head);
  jpeg_destroy_decompress(&jpeg);
  return true;
}

void quartz_jpeg_free_head(QuartzJPEGHead *head) {
  free(head->profile);
  free(head->exif);
  head->profile = NULL;
  head->exif = NULL;
}

typedef struct {
  struct jpeg_progress_mgr base;
  int scan_limit;
} Progress;

static void check_scans(j_common_ptr jpeg) {
  const Progress *progress = (const Progress *)jpeg->progress;
  if (!jpeg->is_decompressor) return;
  if (((j_decompress_ptr)jpeg)->input_scan_number <= progress->scan_limit) return;
  refuse(((Errors *)jpeg->err)->message, "the file has too many scans");
  longjmp(((Errors *)jpeg->err)->jump, 1);
}

static bool decode(struct jpeg_decompress_struct *jpeg, const QuartzJPEGTarget *target) {
  QuartzJPEGMessage *message = ((Errors *)jpeg->err)->message;
  jpeg_read_header(jpeg, TRUE);
  bool has_inks = colors_of(jpeg) == QUARTZ_JPEG_INKS;
  jpeg->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg->scale_num = target->eighths;
  jpeg->scale_denom = 8;
  jpeg_calc_output_dimensions(jpeg);
  if (jpeg->output_width != target->width || jpeg->output_height != target->height)
    return refuse(message, "the size changed");
  jpeg_start_decompress(jpeg);
  // Bounds: the caller has height rows of row_bytes; a row is width x 4 bytes.
  if (jpeg->output_components != 4 || (size_t)target->width * 4 > target->row_bytes)
    return refuse(message, "a row is too long");
  while (jpeg->output_scanline < target->height) {
    JSAMPROW rows[16];
    JDIMENSION count = target->height - jpeg->output_scanline;
    if (count > 16) count = 16;
    for (JDIMENSION index = 0; index < count; index++)
      rows[index] =
          (JSAMPROW)target->pixels + (jpeg->output_scanline + index) * target->row_bytes;
    jpeg_read_scanlines(jpeg, rows, count);
  }
  // Data after the last row do not matter.
  jpeg_abort_decompress(jpeg);
  return true;
}

bool quartz_jpeg_decode(
    const uint8_t *bytes, size_t count, const QuartzJPEGTarget *target,
    QuartzJPEGMessage *message) {
  struct jpeg_decompress_struct jpeg;
  Errors errors;
  Progress progress = {{.progress_monitor = check_scans}, (int)target->scan_limit};
  jpeg.err = prepare(&errors, message);
  memset((char *)&jpeg + sizeof jpeg.err, 0, sizeof jpeg - sizeof jpeg.err);
  if (setjmp(errors.jump)) {
    jpeg_destroy_decompress(&jpeg);
    return false;
  }
  jpeg_create_decompress(&jpeg);
  jpeg.progress = &progress.base;
  // Beyond it libjpeg would turn to temporary files, which it is built without, and gives up.
  jpeg.mem->max_memory_to_use = (long)target->memory_limit;
  jpeg_mem_src(&jpeg, bytes, count);
  bool is_done = decode(&jpeg, target);
  jpeg_destroy_decompress(&jpeg);
  return is_done;
}

// MARK: Writing

static void write_exif(struct jpeg_compress_struct *jpeg, const QuartzJPEGEncoding *encoding) {
  size_t count = sizeof exif_name + encoding->exif_count;
  if (!encoding->exif || count > 65533) return;
  jpeg_write_m_header(jpeg, JPEG_APP0 + 1, (unsigned)count);
  for (size_t index = 0; index < sizeof exif_name; index++)
    jpeg_write_m_byte(jpeg, exif_name[index]);
  for (size_t index = 0; index < encoding->exif_count; index++)
    jpeg_write_m_byte(jpeg, encoding->exif[index]);
}

static void encode(
    struct jpeg_compress_struct *jpeg, const QuartzJPEGEncoding *encoding, uint8_t *row) {
  jpeg->image_width = encoding->width;
  jpeg->image_height = encoding->height;
  jpeg->input_components = (int)encoding->colors;
  jpeg->in_color_space = encoding->colors == QUARTZ_JPEG_GRAY ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, encoding->quality, TRUE);
  if (encoding->has_full_colors && encoding->colors == QUARTZ_JPEG_COLOR) {
    jpeg->comp_info[0].h_samp_factor = 1;
    jpeg->comp_info[0].v_samp_factor = 1;
  }
  if (encoding->is_progressive) jpeg_simple_progression(jpeg);
  if (encoding->density_x && encoding->density_y) {
    jpeg->density_unit = 1;
    jpeg->X_density = encoding->density_x;
    jpeg->Y_density = encoding->density_y;
  }
  jpeg_start_compress(jpeg, TRUE);
  write_exif(jpeg, encoding);
  while (jpeg->next_scanline < jpeg->image_height) {
    encoding->row(encoding->context, jpeg->next_scanline, row);
    JSAMPROW rows[1] = {row};
    jpeg_write_scanlines(jpeg, rows, 1);
  }
  jpeg_finish_compress(jpeg);
}

// The file in the making lies in memory that outlives a jump: libjpeg keeps both by address.
typedef struct {
  unsigned char *bytes;
  unsigned long count;
} Output;

uint8_t *quartz_jpeg_encode(
    const QuartzJPEGEncoding *encoding, size_t *count, QuartzJPEGMessage *message) {
  struct jpeg_compress_struct jpeg;
  Errors errors;
  jpeg.err = prepare(&errors, message);
  memset((char *)&jpeg + sizeof jpeg.err, 0, sizeof jpeg - sizeof jpeg.err);
  Output *output = calloc(1, sizeof *output);
  uint8_t *row = malloc((size_t)encoding->width * 4);
  if (!output || !row || setjmp(errors.jump)) {
    jpeg_destroy_compress(&jpeg);
    if (output) free(output->bytes);
    free(output);
    free(row);
    if (!message->text[0]) refuse(message, "out of memory");
    return NULL;
  }
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &output->bytes, &output->count);
  encode(&jpeg, encoding, row);
  jpeg_destroy_compress(&jpeg);
  uint8_t *bytes = output->bytes;
  *count = output->count;
  free(output);
  free(row);
  return bytes;
}
