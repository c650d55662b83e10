// giflib for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzGIF.h"

#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

struct QuartzGIF {
  const uint8_t *bytes;
  size_t left;
  GifFileType *file;
  int32_t loop_count;
};

static int take(GifFileType *file, GifByteType *target, int count) {
  QuartzGIF *gif = file->UserData;
  if (count < 0) return 0;
  size_t taken = (size_t)count < gif->left ? (size_t)count : gif->left;
  memcpy(target, gif->bytes, taken);
  gif->bytes += taken;
  gif->left -= taken;
  return (int)taken;
}

static QuartzGIFStep problem_of(int error) {
  return error == D_GIF_ERR_READ_FAILED || error == D_GIF_ERR_EOF_TOO_SOON ? QUARTZ_GIF_TRUNCATED
                                                                         : QUARTZ_GIF_DAMAGED;
}

QuartzGIF *quartz_gif_open(const uint8_t *bytes, size_t count, QuartzGIFStep *problem) {
  *problem = QUARTZ_GIF_DAMAGED;
  QuartzGIF *gif = calloc(1, sizeof *gif);
  if (!gif) return NULL;
  gif->bytes = bytes;
  gif->left = count;
  gif->loop_count = -1;
  int error = 0;
  gif->file = DGifOpen(gif, take, &error);
  if (!gif->file) {
    // giflib reports a short head as a wrong one.
    *problem = gif->left == 0 ? QUARTZ_GIF_TRUNCATED : problem_of(error);
    free(gif);
    return NULL;
  }
  return gif;
}

void quartz_gif_close(QuartzGIF *gif) {
  int error = 0;
  DGifCloseFile(gif->file, &error);
  free(gif);
}

QuartzGIFHead quartz_gif_head(const QuartzGIF *gif) {
  QuartzGIFHead head = {
      .width = (uint32_t)gif->file->SWidth,
      .height = (uint32_t)gif->file->SHeight,
      .has_global_colors = gif->file->SColorMap != NULL,
      .loop_count = gif->loop_count,
  };
  return head;
}

static void copy_colors(const ColorMapObject *map, QuartzGIFFrame *frame) {
  for (int index = 0; index < 256; index++) {
    GifColorType color = {0, 0, 0};
    if (map && index < map->ColorCount) color = map->Colors[index];
    frame->colors[index][0] = color.Red;
    frame->colors[index][1] = color.Green;
    frame->colors[index][2] = color.Blue;
    frame->colors[index][3] = 255;
  }
}

// Blocks of an extension begin with their length.
static bool read_extension(QuartzGIF *gif, QuartzGIFFrame *frame) {
  int code = 0;
  GifByteType *block = NULL;
  if (DGifGetExtension(gif->file, &code, &block) != GIF_OK) return false;
  bool has_loops = false;
  if (block && code == GRAPHICS_EXT_FUNC_CODE) {
    GraphicsControlBlock control;
    if (DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
      frame->delay = (uint16_t)control.DelayTime;
      frame->disposal = (uint8_t)control.DisposalMode;
      frame->transparent = (int16_t)control.TransparentColor;
    }
  } else if (block && code == APPLICATION_EXT_FUNC_CODE && block[0] == 11) {
    has_loops = !memcmp(block + 1, "NETSCAPE2.0", 11) || !memcmp(block + 1, "ANIMEXTS1.0", 11);
  }
  while (block) {
    if (DGifGetExtensionNext(gif->file, &block) != GIF_OK) return false;
    if (block && has_loops && block[0] >= 3 && block[1] == 1)
      gif->loop_count = block[2] | block[3] << 8;
  }
  return true;
}

QuartzGIFStep quartz_gif_next_frame(QuartzGIF *gif, QuartzGIFFrame *frame) {
  memset(frame, 0, sizeof *frame);
  frame->transparent = NO_TRANSPARENT_COLOR;
  GifFileType *file = gif->file;
  while (true) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(file, &type) != GIF_OK) return problem_of(file->Error);
    switch (type) {
      case TERMINATE_RECORD_TYPE: return QUARTZ_GIF_END;
      case EXTENSION_RECORD_TYPE:
        if (!read_extension(gif, frame)) return problem_of(file->Error);
        break;
      case IMAGE_DESC_RECORD_TYPE:
        if (DGifGetImageHeader(file) != GIF_OK) return problem_of(file->Error);
        frame->x = (uint32_t)file->Image.Left;
        frame->y = (uint32_t)file->Image.Top;
        frame->width = (uint32_t)file->Image.Width;
        frame->height = (uint32_t)file->Image.Height;
        frame->is_interlaced = file->Image.Interlace;
        copy_colors(file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap, frame);
        return QUARTZ_GIF_FRAME;
      default: return QUARTZ_GIF_DAMAGED;
    }
  }
}

bool quartz_gif_read_row(QuartzGIF *gif, uint8_t *row, uint32_t width) {
  return DGifGetLine(gif->file, row, (int)width) == GIF_OK;
}

bool quartz_gif_skip_data(QuartzGIF *gif) {
  GifByteType *block = NULL;
  do {
    if (DGifGetCodeNext(gif->file, &block) != GIF_OK) return false;
  } while (block);
  return true;
}

// MARK: Writing

struct QuartzGIFWriter {
  GifFileType *file;
  int width;
  int height;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  // The number of bytes taken.
  size_t taken;
};

static int put(GifFileType *file, const GifByteType *source, int count) {
  QuartzGIFWriter *writer = file->UserData;
  if (count < 0) return 0;
  size_t end = writer->count + (size_t)count;
  if (end > writer->capacity) {
    size_t capacity = writer->capacity * 2 > end ? writer->capacity * 2 : end;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    if (!bytes) return 0;
    writer->bytes = bytes;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, source, (size_t)count);
  writer->count = end;
  return count;
}

// The Netscape extension: how often an animation repeats.
static bool put_loops(GifFileType *file, int32_t count) {
  GifByteType loops[] = {1, (GifByteType)count, (GifByteType)(count >> 8)};
  return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(file, sizeof loops, loops) == GIF_OK &&
         EGifPutExtensionTrailer(file) == GIF_OK;
}

QuartzGIFWriter *quartz_gif_writer_create(uint32_t width, uint32_t height, int32_t loop_count) {
  QuartzGIFWriter *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->width = (int)width;
  writer->height = (int)height;
  int error = 0;
  writer->file = EGifOpen(writer, put, &error);
  if (writer->file) {
    EGifSetGifVersion(writer->file, true);
    if (EGifPutScreenDesc(writer->file, writer->width, writer->height, 8, 0, NULL) == GIF_OK &&
        (loop_count < 0 || put_loops(writer->file, loop_count)))
      return writer;
  }
  quartz_gif_writer_free(writer);
  return NULL;
}

static bool put_control(GifFileType *file, int32_t transparent, uint16_t delay) {
  GraphicsControlBlock control = {
      // The previous frame must not show through a transparent one.
      .DisposalMode = transparent >= 0 ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
      .DelayTime = delay,
      .TransparentColor = transparent >= 0 ? transparent : NO_TRANSPARENT_COLOR,
  };
  GifByteType bytes[4];
  size_t count = EGifGCBToExtension(&control, bytes);
  return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, (int)count, bytes) == GIF_OK;
}

bool quartz_gif_writer_add(
    QuartzGIFWriter *writer, const uint8_t *indexes, const uint8_t *colors, uint32_t color_count,
    int32_t transparent, uint16_t delay) {
  GifFileType *file = writer->file;
  if (!file || color_count > 256) return false;
  // Tables have 2, 4, 8 ... 256 colours.
  int size = 2;
  while (size < (int)color_count) size *= 2;
  GifColorType table[256] = {{0, 0, 0}};
  for (uint32_t i = 0; i < color_count; i++)
    table[i] = (GifColorType){colors[i * 3], colors[i * 3 + 1], colors[i * 3 + 2]};
  ColorMapObject *map = GifMakeMapObject(size, table);
  if (!map) return false;
  bool is_done = put_control(file, transparent, delay) &&
                 EGifPutImageDesc(file, 0, 0, writer->width, writer->height, false, map) == GIF_OK;
  GifFreeMapObject(map);
  // giflib may change a row while it writes it.
  uint8_t *row = malloc((size_t)writer->width);
  for (int y = 0; is_done && row && y < writer->height; y++) {
    memcpy(row, indexes + (size_t)y * (size_t)writer->width, (size_t)writer->width);
    is_done = EGifPutLine(file, row, writer->width) == GIF_OK;
  }
  is_done = is_done && row;
  free(row);
  return is_done;
}

bool quartz_gif_writer_finish(QuartzGIFWriter *writer) {
  if (!writer->file) return false;
  int error = 0;
  bool is_done = EGifCloseFile(writer->file, &error) == GIF_OK;
  writer->file = NULL;
  return is_done;
}

const uint8_t *quartz_gif_writer_take(QuartzGIFWriter *writer, size_t *count) {
  if (writer->taken == writer->count) writer->taken = writer->count = 0;
  const uint8_t *bytes = writer->bytes ? writer->bytes + writer->taken : NULL;
  *count = writer->count - writer->taken;
  writer->taken = writer->count;
  return bytes;
}

void quartz_gif_writer_free(QuartzGIFWriter *writer) {
  int error = 0;
  if (writer->file) EGifCloseFile(writer->file, &error);
  free(writer->bytes);
  free(writer);
}
