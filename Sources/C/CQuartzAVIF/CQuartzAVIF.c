// libavif for Swift; see the header. With its decoders and encoders it is thirty libraries, so it
// is loaded by the first AVIF file.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzAVIF.h"

#include <CQuartzLibrary.h>
#include <avif/avif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library that the header is of.
#if AVIF_VERSION_MAJOR >= 1
LIBRARY("libavif.so.16", quartz_avif)
#else
LIBRARY("libavif.so.15", quartz_avif)
#endif

#include "functions.h"

struct QuartzAVIF {
  avifDecoder *decoder;
};

static void note(QuartzAVIFMessage *message, avifResult result, const avifDiagnostics *why) {
  message->is_truncated = result == AVIF_RESULT_TRUNCATED_DATA;
  const char *text = why && why->error[0] ? why->error : avifResultToString(result);
  snprintf(message->text, sizeof message->text, "%s", text);
}

// Notes that the library is missing; true if it is there.
static bool find_library(QuartzAVIFMessage *message) {
  memset(message, 0, sizeof *message);
  const char *problem = quartz_avif_problem();
  if (problem) snprintf(message->text, sizeof message->text, "%s", problem);
  return !problem;
}

// MARK: Reading

static void read_head(const avifDecoder *decoder, QuartzAVIFHead *head) {
  const avifImage *image = decoder->image;
  memset(head, 0, sizeof *head);
  head->width = image->width;
  head->height = image->height;
  head->frame_count = decoder->imageCount > 0 ? (uint32_t)decoder->imageCount : 0;
  head->depth = image->depth;
  head->has_alpha = decoder->alphaPresent;
  head->is_premultiplied = image->alphaPremultiplied;
  head->primaries = image->colorPrimaries;
  head->transfer = image->transferCharacteristics;
  if (image->transformFlags & AVIF_TRANSFORM_IROT) head->turns = image->irot.angle & 3;
  if (image->transformFlags & AVIF_TRANSFORM_IMIR) head->mirror = image->imir.mode ? 2 : 1;
  if (image->icc.size) {
    head->profile = image->icc.data;
    head->profile_count = image->icc.size;
  }
  if (image->exif.size) {
    head->exif = image->exif.data;
    head->exif_count = image->exif.size;
  }
}

QuartzAVIF *quartz_avif_open(
    const uint8_t *bytes, size_t count, QuartzAVIFLimits limits, QuartzAVIFHead *head,
    QuartzAVIFMessage *message) {
  if (!find_library(message)) return NULL;
  QuartzAVIF *avif = calloc(1, sizeof *avif);
  avifDecoder *decoder = avif ? avifDecoderCreate() : NULL;
  if (!decoder) {
    free(avif);
    note(message, AVIF_RESULT_OUT_OF_MEMORY, NULL);
    return NULL;
  }
  avif->decoder = decoder;
  decoder->imageSizeLimit = limits.area;
  decoder->imageDimensionLimit = limits.side;
  decoder->imageCountLimit = limits.frames;
  decoder->maxThreads = 1;
  decoder->ignoreXMP = AVIF_TRUE;
  // Files of cameras and of older encoders leave out what only strict readers miss.
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  avifResult result = avifDecoderSetIOMemory(decoder, bytes, count);
  if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder);
  if (result != AVIF_RESULT_OK) {
    note(message, result, &decoder->diag);
    quartz_avif_close(avif);
    return NULL;
  }
  read_head(decoder, head);
  return avif;
}

void quartz_avif_close(QuartzAVIF *avif) {
  avifDecoderDestroy(avif->decoder);
  free(avif);
}

bool quartz_avif_decode(
    QuartzAVIF *avif, uint32_t index, void *pixels, size_t row_bytes, bool is_wide,
    QuartzAVIFMessage *message) {
  memset(message, 0, sizeof *message);
  avifImage *image = avif->decoder->image;
  uint32_t width = image->width, height = image->height;
  avifResult result = avifDecoderNthImage(avif->decoder, index);
  if (result == AVIF_RESULT_OK && (image->width != width || image->height != height))
    result = AVIF_RESULT_DECODE_COLOR_FAILED;
  if (result == AVIF_RESULT_OK) {
    avifRGBImage target;
    avifRGBImageSetDefaults(&target, image);
    target.format = AVIF_RGB_FORMAT_RGBA;
    target.depth = is_wide ? 16 : 8;
    target.alphaPremultiplied = image->alphaPremultiplied;
    // The same numbers on every machine.
    target.avoidLibYUV = AVIF_TRUE;
    target.pixels = pixels;
    target.rowBytes = (uint32_t)row_bytes;
    result = avifImageYUVToRGB(image, &target);
  }
  if (result == AVIF_RESULT_OK) return true;
  note(message, result, &avif->decoder->diag);
  return false;
}

// MARK: Writing

static avifResult fill(avifImage *image, const QuartzAVIFPicture *picture) {
  avifRGBImage source;
  avifRGBImageSetDefaults(&source, image);
  source.format = AVIF_RGB_FORMAT_RGBA;
  source.depth = picture->is_wide ? 16 : 8;
  source.avoidLibYUV = AVIF_TRUE;
  source.ignoreAlpha = !picture->has_alpha;
  // libavif reads these only.
  source.pixels = (uint8_t *)picture->pixels;
  source.rowBytes = picture->width * (picture->is_wide ? 8 : 4);
  return avifImageRGBToYUV(image, &source);
}

uint8_t *quartz_avif_encode(
    const QuartzAVIFPicture *picture, size_t *count, QuartzAVIFMessage *message) {
  if (!find_library(message)) return NULL;
  avifImage *image = avifImageCreate(
      picture->width, picture->height, picture->depth, AVIF_PIXEL_FORMAT_YUV444);
  avifEncoder *encoder = image ? avifEncoderCreate() : NULL;
  avifRWData file = AVIF_DATA_EMPTY;
  avifResult result = encoder ? AVIF_RESULT_OK : AVIF_RESULT_OUT_OF_MEMORY;
  if (encoder) {
    image->colorPrimaries = picture->primaries;
    image->transferCharacteristics = picture->transfer;
    // R, G and B themselves where nothing may be lost; else the luminance of the primaries.
    image->matrixCoefficients = picture->quantizer == 0 ? AVIF_MATRIX_COEFFICIENTS_IDENTITY
                                : picture->primaries == AVIF_COLOR_PRIMARIES_BT2020
                                    ? AVIF_MATRIX_COEFFICIENTS_BT2020_NCL
                                    : AVIF_MATRIX_COEFFICIENTS_BT709;
    image->yuvRange = AVIF_RANGE_FULL;
    // How many threads there are changes the bytes.
    encoder->maxThreads = 1;
    // Of 0...10: beyond this files grow faster than time shrinks.
    encoder->speed = 8;
    encoder->minQuantizer = picture->quantizer;
    encoder->maxQuantizer = picture->quantizer;
    encoder->minQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    result = fill(image, picture);
    if (result == AVIF_RESULT_OK) result = avifEncoderWrite(encoder, image, &file);
  }
  if (result != AVIF_RESULT_OK) note(message, result, encoder ? &encoder->diag : NULL);
  if (encoder) avifEncoderDestroy(encoder);
  if (image) avifImageDestroy(image);
  uint8_t *bytes = NULL;
  if (result == AVIF_RESULT_OK && file.size > 0) {
    bytes = malloc(file.size);
    if (bytes) memcpy(bytes, file.data, file.size);
    *count = file.size;
  }
  avifRWDataFree(&file);
  return bytes;
}
