// libtiff for Swift; see the header. With its decoders it is six libraries, so it is loaded by the
// first TIFF file.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzTIFF.h"

#include <CQuartzLibrary.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

// The first library with open options, and those after it.
BUNDLED_LIBRARY("libtiff.so.6", quartz_tiff, TIFFClientOpenExt)

#include "functions.h"

// The functions with any number of arguments, by those with a list of them.
#define VARIADIC(name, listed)                                                                     \
  __attribute__((visibility("hidden"))) int name(TIFF *file, uint32_t tag, ...) {                  \
    va_list arguments;                                                                             \
    va_start(arguments, tag);                                                                      \
    int result = listed(file, tag, arguments);                                                     \
    va_end(arguments);                                                                             \
    return result;                                                                                 \
  }

VARIADIC(TIFFGetField, TIFFVGetField)
VARIADIC(TIFFGetFieldDefaulted, TIFFVGetFieldDefaulted)
VARIADIC(TIFFSetField, TIFFVSetField)

// Notes that the library is missing; true if it is there.
static bool find_library(QuartzTIFFMessage *message) {
  const char *problem = quartz_tiff_problem();
  if (problem) snprintf(message->text, sizeof message->text, "%s", problem);
  return !problem;
}

// A file in memory: read from `bytes`, or written to `memory`.
typedef struct {
  const uint8_t *bytes;
  uint8_t *memory;
  size_t count;
  size_t capacity;
  size_t place;
  QuartzTIFFMessage *message;
} Store;

struct QuartzTIFF {
  Store store;
  QuartzTIFFMessage last;
  TIFF *file;
};

struct QuartzTIFFWriter {
  Store store;
  QuartzTIFFMessage last;
  TIFF *file;
};

// The largest file that is written, in bytes: offsets have 32 bits.
static const size_t written_limit = (size_t)1 << 31;

static tmsize_t read_store(thandle_t handle, void *target, tmsize_t count) {
  Store *store = handle;
  if (count < 0 || store->place > store->count) return 0;
  size_t left = store->count - store->place;
  size_t taken = (size_t)count < left ? (size_t)count : left;
  memcpy(target, store->bytes + store->place, taken);
  store->place += taken;
  return (tmsize_t)taken;
}

static tmsize_t write_store(thandle_t handle, void *source, tmsize_t count) {
  Store *store = handle;
  if (!store->memory || count < 0) return -1;
  size_t end = store->place + (size_t)count;
  if (end > written_limit) return -1;
  if (end > store->capacity) {
    size_t capacity = store->capacity * 2 > end ? store->capacity * 2 : end;
    uint8_t *memory = realloc(store->memory, capacity);
    if (!memory) return -1;
    memset(memory + store->capacity, 0, capacity - store->capacity);
    store->memory = memory;
    store->bytes = memory;
    store->capacity = capacity;
  }
  memcpy(store->memory + store->place, source, (size_t)count);
  store->place = end;
  if (end > store->count) store->count = end;
  return count;
}

static toff_t seek_store(thandle_t handle, toff_t offset, int from) {
  Store *store = handle;
  size_t base = from == SEEK_CUR ? store->place : from == SEEK_END ? store->count : 0;
  toff_t place = (toff_t)base + offset;
  // Past the end nothing is read; writing there extends a file.
  if (place > (toff_t)1 << 40) return (toff_t)-1;
  store->place = (size_t)place;
  return place;
}

static int close_store(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of_store(thandle_t handle) { return ((Store *)handle)->count; }

static int map_store(thandle_t handle, void **base, toff_t *size) {
  (void)handle, (void)base, (void)size;
  return 0;
}

static void unmap_store(thandle_t handle, void *base, toff_t size) {
  (void)handle, (void)base, (void)size;
}

static int note_error(
    TIFF *file, void *data, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  Store *store = data;
  // The first message names the cause; later messages name its consequences.
  if (store->message->text[0]) return 1;
  vsnprintf(store->message->text, sizeof store->message->text, format, arguments);
  return 1;
}

static int ignore_warning(
    TIFF *file, void *data, const char *module, const char *format, va_list arguments) {
  (void)file, (void)data, (void)module, (void)format, (void)arguments;
  return 1;
}

static TIFF *open_store(Store *store, const char *mode, size_t memory_limit) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  if (memory_limit) TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)memory_limit);
  TIFFOpenOptionsSetErrorHandlerExtR(options, note_error, store);
  TIFFOpenOptionsSetWarningHandlerExtR(options, ignore_warning, store);
  TIFF *file = TIFFClientOpenExt(
      "memory", mode, store, read_store, write_store, seek_store, close_store, size_of_store,
      map_store, unmap_store, options);
  TIFFOpenOptionsFree(options);
  return file;
}

// MARK: Reading

QuartzTIFF *quartz_tiff_open(
    const uint8_t *bytes, size_t count, size_t memory_limit, QuartzTIFFMessage *message) {
  if (!find_library(message)) return NULL;
  QuartzTIFF *tiff = calloc(1, sizeof *tiff);
  if (!tiff) return NULL;
  tiff->store = (Store){.bytes = bytes, .count = count, .message = &tiff->last};
  tiff->file = open_store(&tiff->store, "rm", memory_limit);
  if (tiff->file) return tiff;
  *message = tiff->last;
  free(tiff);
  return NULL;
}

void quartz_tiff_close(QuartzTIFF *tiff) {
  TIFFClose(tiff->file);
  free(tiff);
}

uint32_t quartz_tiff_page_count(QuartzTIFF *tiff, uint32_t limit) {
  uint32_t count = 0;
  if (!TIFFSetDirectory(tiff->file, 0)) return 0;
  do {
    count++;
  } while (count <= limit && TIFFReadDirectory(tiff->file));
  return count;
}

bool quartz_tiff_go_to_page(QuartzTIFF *tiff, uint32_t index, QuartzTIFFPage *page) {
  tiff->last.text[0] = 0;
  memset(page, 0, sizeof *page);
  if (index > UINT16_MAX || !TIFFSetDirectory(tiff->file, (tdir_t)index)) return false;
  TIFF *file = tiff->file;
  if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &page->width)) return false;
  if (!TIFFGetField(file, TIFFTAG_IMAGELENGTH, &page->height)) return false;
  TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &page->bits_per_sample);
  TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &page->orientation);
  TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &page->compression);
  if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &page->photometric)) page->photometric = 1;
  if (page->orientation < 1 || page->orientation > 8) page->orientation = 1;
  uint16_t extra_count = 0;
  uint16_t *extra = NULL;
  TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
  for (uint16_t i = 0; i < extra_count && extra; i++)
    page->has_alpha |= extra[i] == EXTRASAMPLE_ASSOCALPHA || extra[i] == EXTRASAMPLE_UNASSALPHA;
  page->is_premultiplied = extra_count && extra && extra[0] == EXTRASAMPLE_ASSOCALPHA;
  uint16_t format = SAMPLEFORMAT_UINT;
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
  page->is_float = format == SAMPLEFORMAT_IEEEFP;
  TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &page->samples_per_pixel);
  float x = 0, y = 0;
  uint16_t unit = RESUNIT_INCH;
  TIFFGetFieldDefaulted(file, TIFFTAG_RESOLUTIONUNIT, &unit);
  if (unit != RESUNIT_NONE && TIFFGetField(file, TIFFTAG_XRESOLUTION, &x) &&
      TIFFGetField(file, TIFFTAG_YRESOLUTION, &y)) {
    float inches = unit == RESUNIT_CENTIMETER ? 2.54f : 1;
    page->x_resolution = x * inches;
    page->y_resolution = y * inches;
  }
  uint32_t count = 0;
  void *profile = NULL;
  if (TIFFGetField(file, TIFFTAG_ICCPROFILE, &count, &profile) && profile) {
    page->profile = profile;
    page->profile_count = count;
  }
  return true;
}

// Whether the file holds the link to the page after the current one, which ends a page's entries:
// libtiff takes a link that is missing for the end of all pages.
static bool has_link(TIFF *file, const Store *store) {
  // The header's version: 42, or 43 where offsets have 64 bits.
  bool is_big = store->count > 3 && (store->bytes[2] == 43 || store->bytes[3] == 43);
  uint64_t count_size = is_big ? 8 : 2, entry_size = is_big ? 20 : 12, link_size = is_big ? 8 : 4;
  uint64_t start = TIFFCurrentDirOffset(file), entries = 0;
  if (start > store->count || count_size > store->count - start) return false;
  const uint8_t *bytes = store->bytes + start;
  bool is_little = store->bytes[0] == 'I';
  for (uint64_t i = 0; i < count_size; i++)
    entries |= (uint64_t)bytes[i] << 8 * (is_little ? i : count_size - 1 - i);
  uint64_t left = store->count - start - count_size;
  return left >= link_size && entries <= (left - link_size) / entry_size;
}

bool quartz_tiff_is_whole(QuartzTIFF *tiff) {
  TIFF *file = tiff->file;
  if (!has_link(file, &tiff->store)) return false;
  bool is_tiled = TIFFIsTiled(file);
  uint32_t count = is_tiled ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file);
  for (uint32_t i = 0; i < count; i++) {
    int error = 0;
    uint64_t start = TIFFGetStrileOffsetWithErr(file, i, &error);
    uint64_t length = error ? 0 : TIFFGetStrileByteCountWithErr(file, i, &error);
    if (error || start > tiff->store.count || length > tiff->store.count - start) return false;
  }
  return true;
}

bool quartz_tiff_decode(
    QuartzTIFF *tiff, const QuartzTIFFPage *page, uint32_t *pixels, QuartzTIFFMessage *message) {
  tiff->last.text[0] = 0;
  // The caller turns the rows: requested in their own orientation, they stay as they are.
  if (TIFFReadRGBAImageOriented(
          tiff->file, page->width, page->height, pixels, page->orientation, 1) == 1)
    return true;
  *message = tiff->last;
  return false;
}

// The number that 16 bits stand for: IEEE 754, binary16.
static float half_value(uint16_t bits) {
  uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 31, low = bits & 0x3ff;
  if (exponent == 0) return (sign ? -1 : 1) * (float)low * 0x1p-24f;
  uint32_t word = sign | (exponent == 31 ? 0xffu : exponent + 112) << 23 | low << 13;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

// A row of samples as R, G, B, A.
static void spread_row(const QuartzTIFFPage *page, const uint8_t *row, float *target) {
  bool is_gray = page->photometric < 2, is_half = page->bits_per_sample == 16;
  uint32_t count = page->samples_per_pixel, colors = is_gray ? 1 : 3;
  for (size_t x = 0; x < page->width; x++)
    for (uint32_t i = 0; i < 4; i++) {
      uint32_t sample = i == 3 ? colors : is_gray ? 0 : i;
      float value = 1;
      if (i < 3 || page->has_alpha) {
        size_t place = x * count + sample;
        if (is_half) {
          uint16_t bits;
          memcpy(&bits, row + place * 2, 2);
          value = half_value(bits);
        } else {
          memcpy(&value, row + place * 4, 4);
        }
        if (page->photometric == 0 && i < 3) value = 1 - value;
      }
      target[x * 4 + i] = value;
    }
}

bool quartz_tiff_decode_floats(
    QuartzTIFF *tiff, const QuartzTIFFPage *page, float *pixels, QuartzTIFFMessage *message) {
  tiff->last.text[0] = 0;
  message->text[0] = 0;
  TIFF *file = tiff->file;
  uint16_t planes = PLANARCONFIG_CONTIG;
  TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
  uint32_t needed = (page->photometric < 2 ? 1u : 3u) + (page->has_alpha ? 1 : 0);
  bool is_read = (page->photometric < 3) && page->samples_per_pixel >= needed &&
                 (page->bits_per_sample == 16 || page->bits_per_sample == 32);
  if (!is_read || TIFFIsTiled(file) || planes != PLANARCONFIG_CONTIG) {
    snprintf(
        message->text, sizeof message->text,
        "floating point of %d bits in tiles, planes or other colours is not read",
        page->bits_per_sample);
    return false;
  }
  // Bounds: a line of libtiff holds all samples of a row of the page's width.
  size_t length = (size_t)TIFFScanlineSize64(file);
  size_t row_need = (size_t)page->width * page->samples_per_pixel * page->bits_per_sample / 8;
  uint8_t *row = length >= row_need && length < (size_t)1 << 31 ? malloc(length) : NULL;
  bool is_right = row != NULL;
  for (uint32_t y = 0; is_right && y < page->height; y++) {
    is_right = TIFFReadScanline(file, row, y, 0) == 1;
    if (is_right) spread_row(page, row, pixels + (size_t)y * page->width * 4);
  }
  free(row);
  if (!is_right) *message = tiff->last;
  return is_right;
}

// MARK: Writing

QuartzTIFFWriter *quartz_tiff_writer_create(QuartzTIFFMessage *message) {
  if (!find_library(message)) return NULL;
  QuartzTIFFWriter *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->store.capacity = 1 << 16;
  writer->store.memory = calloc(1, writer->store.capacity);
  writer->store.bytes = writer->store.memory;
  writer->store.message = &writer->last;
  if (writer->store.memory) writer->file = open_store(&writer->store, "wm", 0);
  if (writer->file) return writer;
  *message = writer->last;
  quartz_tiff_writer_free(writer);
  return NULL;
}

bool quartz_tiff_writer_add(
    QuartzTIFFWriter *writer, const QuartzTIFFNewPage *page, QuartzTIFFMessage *message) {
  TIFF *file = writer->file;
  if (!file) return false;
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, page->width);
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, page->height);
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, page->is_float ? 32 : 8);
  if (page->is_float) TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, page->components);
  TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(file, TIFFTAG_ORIENTATION, page->orientation);
  TIFFSetField(
      file, TIFFTAG_PHOTOMETRIC, page->components == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
  if (page->components == 4) {
    uint16_t alpha = EXTRASAMPLE_ASSOCALPHA;
    TIFFSetField(file, TIFFTAG_EXTRASAMPLES, 1, &alpha);
  }
  bool is_right = TIFFSetField(file, TIFFTAG_COMPRESSION, page->compression) == 1;
  if (page->compression == COMPRESSION_LZW || page->compression == COMPRESSION_ADOBE_DEFLATE)
    TIFFSetField(
        file, TIFFTAG_PREDICTOR,
        page->is_float ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
  if (page->x_resolution > 0 && page->y_resolution > 0) {
    TIFFSetField(file, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    TIFFSetField(file, TIFFTAG_XRESOLUTION, page->x_resolution);
    TIFFSetField(file, TIFFTAG_YRESOLUTION, page->y_resolution);
  }
  if (page->page_count > 1) {
    TIFFSetField(file, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
    TIFFSetField(file, TIFFTAG_PAGENUMBER, page->page, page->page_count);
  }
  TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(file, 0));
  // libtiff changes rows when it predicts: it gets a copy.
  size_t length = (size_t)page->width * page->components * (page->is_float ? 4 : 1);
  uint8_t *row = malloc(length ? length : 1);
  is_right = is_right && row;
  for (uint32_t y = 0; is_right && y < page->height; y++) {
    memcpy(row, page->pixels + y * page->row_bytes, length);
    is_right = TIFFWriteScanline(file, row, y, 0) == 1;
  }
  free(row);
  is_right = is_right && TIFFWriteDirectory(file);
  if (!is_right) *message = writer->last;
  return is_right;
}

const uint8_t *quartz_tiff_writer_finish(QuartzTIFFWriter *writer, size_t *count) {
  if (writer->file) TIFFClose(writer->file);
  writer->file = NULL;
  *count = writer->store.count;
  return writer->last.text[0] ? NULL : writer->store.memory;
}

void quartz_tiff_writer_free(QuartzTIFFWriter *writer) {
  if (writer->file) TIFFClose(writer->file);
  free(writer->store.memory);
  free(writer);
}
