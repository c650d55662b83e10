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
