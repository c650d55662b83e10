// OpenJPEG for Swift; see the header.
// Licensed under the MIT license; see LICENSE.

#include "CQuartzJPEG2000.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openjpeg-2.5/openjpeg.h>

// A file in memory: read from `bytes`, or written to `memory`.
typedef struct {
  const uint8_t *bytes;
  uint8_t *memory;
  size_t count;
  size_t capacity;
  size_t place;
} Store;

static const size_t written_limit = (size_t)1 << 31;

static OPJ_SIZE_T read_store(void *target, OPJ_SIZE_T count, void *data) {
  Store *store = data;
  if (store->place >= store->count) return (OPJ_SIZE_T)-1;
  size_t left = store->count - store->place;
  size_t taken = count < left ? count : left;
  memcpy(target, store->bytes + store->place, taken);
  store->place += taken;
  return taken;
}

static OPJ_SIZE_T write_store(void *source, OPJ_SIZE_T count, void *data) {
  Store *store = data;
  size_t end = store->place + count;
  if (end > written_limit) return (OPJ_SIZE_T)-1;
  if (end > store->capacity) {
    size_t capacity = store->capacity * 2 > end ? store->capacity * 2 : end;
    uint8_t *memory = realloc(store->memory, capacity);
    if (!memory) return (OPJ_SIZE_T)-1;
    memset(memory + store->capacity, 0, capacity - store->capacity);
    store->memory = memory;
    store->capacity = capacity;
  }
  memcpy(store->memory + store->place, source, count);
  store->place = end;
  if (end > store->count) store->count = end;
  return count;
}

static OPJ_OFF_T skip_store(OPJ_OFF_T count, void *data) {
  Store *store = data;
  if (count < 0) return -1;
  size_t end = store->place + (size_t)count;
  size_t limit = store->memory ? written_limit : store->count;
  if (end > limit) end = limit;
  OPJ_OFF_T skipped = (OPJ_OFF_T)(end - store->place);
  store->place = end;
  return skipped;
}

static OPJ_BOOL seek_store(OPJ_OFF_T place, void *data) {
  Store *store = data;
  size_t limit = store->memory ? written_limit : store->count;
  if (place < 0 || (size_t)place > limit) return OPJ_FALSE;
  store->place = (size_t)place;
  return OPJ_TRUE;
}

static opj_stream_t *open_store(Store *store, bool is_input) {
  opj_stream_t *stream = opj_stream_create(1 << 16, is_input);
  if (!stream) return NULL;
  opj_stream_set_user_data(stream, store, NULL);
  opj_stream_set_user_data_length(stream, store->count);
  opj_stream_set_read_function(stream, read_store);
  opj_stream_set_write_function(stream, write_store);
  opj_stream_set_skip_function(stream, skip_store);
  opj_stream_set_seek_function(stream, seek_store);
  return stream;
}

static void note_error(const char *text, void *data) {
  QuartzJPEG2000Message *message = data;
  if (message->text[0]) return;
  snprintf(message->text, sizeof message->text, "%s", text);
  message->text[strcspn(message->text, "\r\n")] = 0;
}

static void ignore(const char *text, void *data) { (void)text, (void)data; }

// MARK: Reading

typedef struct {
  Store store;
  opj_stream_t *stream;
  opj_codec_t *codec;
  opj_image_t *image;
} Reader;

static void close_reader(Reader *reader) {
  if (reader->image) opj_image_destroy(reader->image);
  if (reader->codec) opj_destroy_codec(reader->codec);
  if (reader->stream) opj_stream_destroy(reader->stream);
}

static bool open_reader(
    Reader *reader, const uint8_t *bytes, size_t count, QuartzJPEG2000Message *message) {
  memset(reader, 0, sizeof *reader);
  message->text[0] = 0;
  reader->store = (Store){.bytes = bytes, .count = count};
  bool is_bare = count > 1 && bytes[0] == 0xFF && bytes[1] == 0x4F;
  reader->codec = opj_create_decompress(is_bare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
  reader->stream = open_store(&reader->store, true);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  if (!reader->codec || !reader->stream) return false;
  opj_set_error_handler(reader->codec, note_error, message);
  opj_set_warning_handler(reader->codec, ignore, NULL);
  opj_set_info_handler(reader->codec, ignore, NULL);
  return opj_setup_decoder(reader->codec, &parameters) &&
         opj_read_header(reader->stream, reader->codec, &reader->image) && reader->image;
}

static QuartzJPEG2000Head head_of(const opj_image_t *image) {
  QuartzJPEG2000Head head = {
      .width = image->x1 > image->x0 ? image->x1 - image->x0 : 0,
      .height = image->y1 > image->y0 ? image->y1 - image->y0 : 0,
      .components = image->numcomps,
      .bits = image->numcomps ? image->comps[0].prec : 0,
  };
  return head;
}

bool quartz_jpeg2000_read_head(
    const uint8_t *bytes, size_t count, QuartzJPEG2000Head *head, QuartzJPEG2000Message *message) {
  Reader reader;
  bool is_read = open_reader(&reader, bytes, count, message);
  if (is_read) *head = head_of(reader.image);
  close_reader(&reader);
  return is_read;
}

// A sample as a byte; places that a smaller component does not have take their neighbour's.
static uint8_t sample(const opj_image_t *image, uint32_t index, uint32_t x, uint32_t y) {
  const opj_image_comp_t *part = &image->comps[index];
  uint32_t column = part->dx > 1 ? x / part->dx : x;
  uint32_t row = part->dy > 1 ? y / part->dy : y;
  if (!part->data || part->w == 0 || part->h == 0) return 0;
  if (column >= part->w) column = part->w - 1;
  if (row >= part->h) row = part->h - 1;
  int64_t value = part->data[(size_t)row * part->w + column];
  uint32_t bits = part->prec < 1 ? 1 : part->prec > 31 ? 31 : part->prec;
  if (part->sgnd) value += (int64_t)1 << (bits - 1);
  int64_t most = ((int64_t)1 << bits) - 1;
  if (value < 0) value = 0;
  if (value > most) value = most;
  return (uint8_t)((value * 255 + most / 2) / most);
}

static uint8_t byte(float value) {
  return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + 0.5f);
}

// ITU-T T.871: full range, the matrix of BT.601.
static void convert_ycc(uint8_t *pixel) {
  float y = pixel[0], b = pixel[1] - 128.0f, r = pixel[2] - 128.0f;
  pixel[0] = byte(y + 1.402f * r);
  pixel[1] = byte(y - 0.344136f * b - 0.714136f * r);
  pixel[2] = byte(y + 1.772f * b);
}

static void copy_pixels(const opj_image_t *image, const QuartzJPEG2000Head *head, uint8_t *pixels) {
  uint32_t count = image->numcomps;
  bool has_colors = count >= 3;
  bool has_alpha = count == 2 || count >= 4;
  bool is_ycc = has_colors && (image->color_space == OPJ_CLRSPC_SYCC ||
                               image->color_space == OPJ_CLRSPC_EYCC ||
                               image->comps[1].dx != image->comps[0].dx);
  for (uint32_t y = 0; y < head->height; y++) {
    for (uint32_t x = 0; x < head->width; x++) {
      uint8_t *pixel = pixels + ((size_t)y * head->width + x) * 4;
      pixel[0] = sample(image, 0, x, y);
      pixel[1] = has_colors ? sample(image, 1, x, y) : pixel[0];
      pixel[2] = has_colors ? sample(image, 2, x, y) : pixel[0];
      pixel[3] = has_alpha ? sample(image, has_colors ? 3 : 1, x, y) : 255;
      if (is_ycc) convert_ycc(pixel);
    }
  }
}

bool quartz_jpeg2000_decode(
    const uint8_t *bytes, size_t count, const QuartzJPEG2000Head *head, uint8_t *pixels,
    uint8_t **profile, size_t *profile_count, QuartzJPEG2000Message *message) {
  *profile = NULL;
  *profile_count = 0;
  Reader reader;
  bool is_done = open_reader(&reader, bytes, count, message) &&
                 opj_decode(reader.codec, reader.stream, reader.image) &&
                 opj_end_decompress(reader.codec, reader.stream);
  if (is_done) {
    QuartzJPEG2000Head found = head_of(reader.image);
    // A table of colours makes more components of one.
    is_done = found.width == head->width && found.height == head->height && found.components > 0 &&
              reader.image->comps[0].data;
  }
  if (is_done) {
    copy_pixels(reader.image, head, pixels);
    if (reader.image->icc_profile_buf && reader.image->icc_profile_len > 0) {
      *profile = malloc(reader.image->icc_profile_len);
      if (*profile) {
        memcpy(*profile, reader.image->icc_profile_buf, reader.image->icc_profile_len);
        *profile_count = reader.image->icc_profile_len;
      }
    }
  }
  close_reader(&reader);
  return is_done;
}

// MARK: Writing

static opj_image_t *make_image(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t components) {
  opj_image_cmptparm_t parts[4];
  memset(parts, 0, sizeof parts);
  for (uint32_t i = 0; i < components; i++)
    parts[i] = (opj_image_cmptparm_t){.dx = 1, .dy = 1, .w = width, .h = height, .prec = 8};
  opj_image_t *image = opj_image_create(
      components, parts, components == 1 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB);
  if (!image) return NULL;
  image->x1 = width;
  image->y1 = height;
  if (components == 4) image->comps[3].alpha = 1;
  for (uint32_t i = 0; i < components; i++)
    for (size_t place = 0; place < (size_t)width * height; place++)
      image->comps[i].data[place] = pixels[place * 4 + i];
  return image;
}

static bool encode(
    opj_codec_t *codec, opj_stream_t *stream, opj_image_t *image, float rate,
    QuartzJPEG2000Message *message) {
  opj_cparameters_t parameters;
  opj_set_default_encoder_parameters(&parameters);
  parameters.tcp_numlayers = 1;
  parameters.tcp_rates[0] = rate;
  parameters.cp_disto_alloc = 1;
  parameters.irreversible = rate > 0;
  parameters.tcp_mct = image->numcomps >= 3;
  // Each level halves the picture, which must not get smaller than a pixel.
  uint32_t side = image->x1 < image->y1 ? image->x1 : image->y1;
  parameters.numresolution = 1;
  while (parameters.numresolution < 6 && side >> parameters.numresolution)
    parameters.numresolution++;
  opj_set_error_handler(codec, note_error, message);
  opj_set_warning_handler(codec, ignore, NULL);
  opj_set_info_handler(codec, ignore, NULL);
  return opj_setup_encoder(codec, &parameters, image) &&
         opj_start_compress(codec, image, stream) && opj_encode(codec, stream) &&
         opj_end_compress(codec, stream);
}

uint8_t *quartz_jpeg2000_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t components, float rate,
    size_t *count, QuartzJPEG2000Message *message) {
  message->text[0] = 0;
  Store store = {.capacity = 1 << 16};
  store.memory = calloc(1, store.capacity);
  opj_codec_t *codec = opj_create_compress(OPJ_CODEC_JP2);
  opj_stream_t *stream = open_store(&store, false);
  opj_image_t *image = make_image(pixels, width, height, components);
  bool is_done =
      store.memory && codec && stream && image && encode(codec, stream, image, rate, message);
  if (stream) opj_stream_destroy(stream);
  if (codec) opj_destroy_codec(codec);
  if (image) opj_image_destroy(image);
  if (is_done) {
    *count = store.count;
    return store.memory;
  }
  free(store.memory);
  return NULL;
}

void quartz_jpeg2000_free(uint8_t *bytes) { free(bytes); }
