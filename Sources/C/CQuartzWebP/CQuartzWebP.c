// libwebp for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzWebP.h"

#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

// MARK: Reading

static const uint8_t *find_chunk(const WebPDemuxer *file, const char *name, size_t *count) {
  WebPChunkIterator chunk;
  if (!WebPDemuxGetChunk(file, name, 1, &chunk)) return NULL;
  // The bytes belong to the file, not to the iterator.
  const uint8_t *bytes = chunk.chunk.bytes;
  *count = chunk.chunk.size;
  WebPDemuxReleaseChunkIterator(&chunk);
  return bytes;
}

QuartzWebPState quartz_webp_read_head(
    const uint8_t *bytes, size_t count, QuartzWebPHead *head) {
  memset(head, 0, sizeof *head);
  WebPData data = {bytes, count};
  WebPDemuxState state;
  WebPDemuxer *file = WebPDemuxPartial(&data, &state);
  if (!file) return state == WEBP_DEMUX_PARSING_HEADER ? QUARTZ_WEBP_TRUNCATED : QUARTZ_WEBP_DAMAGED;
  if (state != WEBP_DEMUX_DONE) {
    WebPDemuxDelete(file);
    return state == WEBP_DEMUX_PARSE_ERROR ? QUARTZ_WEBP_DAMAGED : QUARTZ_WEBP_TRUNCATED;
  }
  uint32_t flags = WebPDemuxGetI(file, WEBP_FF_FORMAT_FLAGS);
  head->width = WebPDemuxGetI(file, WEBP_FF_CANVAS_WIDTH);
  head->height = WebPDemuxGetI(file, WEBP_FF_CANVAS_HEIGHT);
  head->frame_count = WebPDemuxGetI(file, WEBP_FF_FRAME_COUNT);
  head->loop_count = WebPDemuxGetI(file, WEBP_FF_LOOP_COUNT);
  head->is_animated = flags & ANIMATION_FLAG;
  head->has_alpha = flags & ALPHA_FLAG;
  head->profile = find_chunk(file, "ICCP", &head->profile_count);
  head->exif = find_chunk(file, "EXIF", &head->exif_count);
  WebPDemuxDelete(file);
  return QUARTZ_WEBP_COMPLETE;
}

void quartz_webp_read_durations(
    const uint8_t *bytes, size_t count, int32_t *target, uint32_t limit) {
  WebPData data = {bytes, count};
  WebPDemuxer *file = WebPDemux(&data);
  if (!file) return;
  WebPIterator frame;
  if (WebPDemuxGetFrame(file, 1, &frame)) {
    do {
      if (frame.frame_num < 1 || (uint32_t)frame.frame_num > limit) break;
      target[frame.frame_num - 1] = frame.duration;
    } while (WebPDemuxNextFrame(&frame));
    WebPDemuxReleaseIterator(&frame);
  }
  WebPDemuxDelete(file);
}

bool quartz_webp_decode(
    const uint8_t *bytes, size_t count, uint8_t *pixels, size_t row_bytes, uint32_t height) {
  // Bounds: libwebp refuses memory of fewer rows than the picture has.
  return WebPDecodeRGBAInto(bytes, count, pixels, row_bytes * height, (int)row_bytes) != NULL;
}

QuartzWebPPlayer *quartz_webp_player_create(const uint8_t *bytes, size_t count) {
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) return NULL;
  options.color_mode = MODE_RGBA;
  options.use_threads = 0;
  WebPData data = {bytes, count};
  return WebPAnimDecoderNew(&data, &options);
}

void quartz_webp_player_free(QuartzWebPPlayer *player) { WebPAnimDecoderDelete(player); }

void quartz_webp_player_rewind(QuartzWebPPlayer *player) { WebPAnimDecoderReset(player); }

const uint8_t *quartz_webp_player_next(QuartzWebPPlayer *player) {
  uint8_t *pixels = NULL;
  int time = 0;
  if (!WebPAnimDecoderHasMoreFrames(player)) return NULL;
  return WebPAnimDecoderGetNext(player, &pixels, &time) ? pixels : NULL;
}

// MARK: Writing

uint8_t *quartz_webp_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, float quality, size_t *count) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return NULL;
  if (quality < 0) {
    // Level 2 of 9: larger files by a few percent, in a fraction of the time.
    if (!WebPConfigLosslessPreset(&config, 2)) return NULL;
  } else {
    config.quality = quality;
  }
  picture.use_argb = quality < 0;
  picture.width = (int)width;
  picture.height = (int)height;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  bool is_done = WebPPictureImportRGBA(&picture, pixels, (int)width * 4) &&
                 WebPEncode(&config, &picture);
  WebPPictureFree(&picture);
  if (!is_done) {
    WebPMemoryWriterClear(&writer);
    return NULL;
  }
  *count = writer.size;
  return writer.mem;
}

void quartz_webp_free(uint8_t *bytes) { WebPFree(bytes); }
