// Colours of films: planes of Y, Cb and Cr to rows of R, G, B, A. The header has the formula.
// Licensed under the MIT license; see LICENSE.
#include "CQuartzVideo.h"

#include "VideoLight.h"

#include <math.h>
#include <string.h>

// A formula for results of 0...`most`.
static quartz_video_formula make_formula(enum quartz_video_matrix matrix, bool is_full_range,
                                         int depth, int shift, double most) {
  // Kr and Kb of ITU-R BT.601-7 2.5.1, BT.709-6 3.2 and BT.2020-2 table 4.
  static const double weights[4][2] = {
      {0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}, {0, 0}};
  const double red = weights[matrix][0], blue = weights[matrix][1], green = 1 - red - blue;
  const double unit = (double)(1 << (depth - 8));
  // How far Y, and Cb and Cr to both sides, reach.
  const double y_reach = is_full_range ? (double)((1 << depth) - 1) : 219 * unit;
  const double c_reach = is_full_range ? (double)((1 << depth) - 1) : 224 * unit;
  const double y_scale = most / y_reach * (double)(1 << shift);
  const double c_scale =
      matrix == quartz_video_rgb ? 0 : most / c_reach * (double)(1 << shift);
  return (quartz_video_formula){
      .y_offset = is_full_range ? 0 : 16 << (depth - 8),
      .c_offset = 1 << (depth - 1),
      .y_scale = (int32_t)lround(y_scale),
      .r_cr = (int32_t)lround(c_scale * 2 * (1 - red)),
      .g_cb = (int32_t)lround(c_scale * 2 * (1 - blue) * blue / green),
      .g_cr = (int32_t)lround(c_scale * 2 * (1 - red) * red / green),
      .b_cb = (int32_t)lround(c_scale * 2 * (1 - blue)),
      .shift = shift,
  };
}

quartz_video_formula quartz_video_make_formula(enum quartz_video_matrix matrix, bool is_full_range,
                                               int depth) {
  return make_formula(matrix, is_full_range, depth, 8 + depth, 255);
}

quartz_video_formula quartz_video_make_wide_formula(enum quartz_video_matrix matrix,
                                                    bool is_full_range, int depth) {
  // Products of 16 bits and as many of the sample fit 32 with eight bits behind the point less.
  return make_formula(matrix, is_full_range, depth, depth, 65535);
}

static inline int32_t held(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

static inline int32_t held_wide(int32_t value) {
  return value < 0 ? 0 : value > 65535 ? 65535 : value;
}

// A sample of two bytes, the lower one first, as all machines of the project have them.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "samples are read as numbers");
static inline uint16_t held_sample(const uint8_t *bytes, int drop, uint16_t most) {
  uint16_t value;
  memcpy(&value, bytes, sizeof value);
  value = (uint16_t)(value >> drop);
  return value > most ? most : value;
}

// The two samples of an axis that a pixel takes, and the weight of the first in quarters.
typedef struct {
  int32_t first;
  int32_t second;
  int32_t weight;
} taps;

static inline taps find_taps(int32_t pixel, int32_t count, bool is_halved, bool is_between) {
  if (!is_halved) return (taps){pixel, pixel, 4};
  const int32_t near = pixel >> 1;
  const int32_t after = near + 1 < count ? near + 1 : near;
  const int32_t before = near > 0 ? near - 1 : 0;
  if (is_between)
    return pixel & 1 ? (taps){near, after, 3} : (taps){before, near, 1};
  return pixel & 1 ? (taps){near, after, 2} : (taps){near, near, 4};
}

// The samples of a chunk, as numbers of at most 12 bits; of chroma between its own.
typedef struct {
  uint16_t luma[video_chunk + 4];
  uint16_t cb[video_chunk + 4];
  uint16_t cr[video_chunk + 4];
} video_samples;

// A pixel, R in the lowest byte, at any address.
typedef uint32_t __attribute__((aligned(1), may_alias)) video_word;

// Does none of the pixels: the loop after it does them all.
static inline int32_t base_eight_bits(const quartz_video_formula *formula, const uint16_t *luma,
                                      const uint16_t *cb, const uint16_t *cr, int32_t count,
                                      video_word *out) {
  (void)formula, (void)luma, (void)cb, (void)cr, (void)count, (void)out;
  return 0;
}

#define VIDEO(name) base_##name
#include "VideoRowsBody.h"
#undef VIDEO

#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "EightBits.h"
#define VIDEO(name) avx2_##name
#include "VideoRowsBody.h"
#undef VIDEO
#pragma clang attribute pop

static bool has_avx2;

__attribute__((constructor)) static void choose(void) { quartz_video_allow_avx2(true); }

void quartz_video_allow_avx2(bool is_allowed) {
  __builtin_cpu_init();
  has_avx2 = is_allowed && __builtin_cpu_supports("avx2");
}

bool quartz_video_has_avx2(void) { return has_avx2; }

#define VIDEO_CALL(name, ...) (has_avx2 ? avx2_##name(__VA_ARGS__) : base_##name(__VA_ARGS__))

// Writes pixels from `first` on, an even one, and returns the one after the last; those of forms
// without a short way are none.
static int32_t convert_halved(const quartz_video_picture *picture,
                              const quartz_video_formula *formula, int32_t row, int32_t first,
                              int32_t end, bool is_streamed, video_word *out) {
  const bool is_halved = picture->depth == 8 && picture->halves_x && picture->halves_y &&
                         picture->planes[1] && picture->planes[2];
  if (!has_avx2 || !is_halved || formula->shift != 16) return first;
  return avx2_halved(picture, formula, row, first, end, is_streamed, out);
}
#else
void quartz_video_allow_avx2(bool is_allowed) { (void)is_allowed; }

bool quartz_video_has_avx2(void) { return false; }

#define VIDEO_CALL(name, ...) base_##name(__VA_ARGS__)

static int32_t convert_halved(const quartz_video_picture *picture,
                              const quartz_video_formula *formula, int32_t row, int32_t first,
                              int32_t end, bool is_streamed, video_word *out) {
  (void)picture, (void)formula, (void)row, (void)end, (void)is_streamed, (void)out;
  return first;
}
#endif

// R', G' and B' of 16 bits of the pixels from `first`, an even one, before `end`; at most a chunk.
static void light_codes(const quartz_video_picture *picture, const quartz_video_formula *formula,
                        int32_t row, int32_t first, int32_t end, video_codes *out) {
  video_samples samples;
  const uint16_t c_offset = (uint16_t)formula->c_offset;
  VIDEO_CALL(samples, picture, row, first, end, c_offset, &samples);
  if (picture->matrix == quartz_video_rgb)
    VIDEO_CALL(own_codes, formula, &samples, end - first, out);
  else
    VIDEO_CALL(codes, formula, &samples, end - first, out);
}

// Bytes of planes of G, B and R of the pixels from `first`, an even one, before `end`; at most a
// chunk.
static void own_colors(const quartz_video_picture *picture, const quartz_video_formula *formula,
                       int32_t row, int32_t first, int32_t end, video_word *out) {
  // The formula's results are of eight bits.
  video_codes codes;
  light_codes(picture, formula, row, first, end, &codes);
  for (int32_t index = 0; index < end - first; ++index)
    out[index] = (uint32_t)(held(codes.red[index]) | held(codes.green[index]) << 8 |
                            held(codes.blue[index]) << 16) |
                 0xff000000u;
}

// The sample of alpha of a pixel.
static inline int32_t alpha_sample(const quartz_video_picture *picture, int32_t row,
                                   int32_t column) {
  const uint8_t *alphas = picture->planes[3] + (size_t)row * picture->row_bytes[3];
  uint16_t value = 0;
  VIDEO_CALL(load, picture, alphas, column, 1, 1, &value);
  return value;
}

// Alpha of a pixel, in 255ths.
static inline int32_t alpha_of(const quartz_video_picture *picture, int32_t row, int32_t column) {
  const int depth = picture->depth > 12 ? 12 : picture->depth;
  const int32_t most = (1 << depth) - 1;
  return (alpha_sample(picture, row, column) * 510 + most) / (2 * most);
}

static void multiply(const quartz_video_picture *picture, int32_t row, int32_t first, int32_t end,
                     uint8_t *out) {
  for (int32_t column = first; column < end; ++column, out += 4) {
    const int32_t alpha = alpha_of(picture, row, column);
    for (int channel = 0; channel < 3; ++channel)
      out[channel] = (uint8_t)((out[channel] * alpha + 127) / 255);
    out[3] = (uint8_t)alpha;
  }
}

// Bytes of pixels that no cache near a core holds until they are read.
enum { streamed_bytes = 1 << 17 };

// Colours of the pixels from `first`, an even one, before `end`; at most a chunk.
static void convert_chunk(const quartz_video_picture *picture, const quartz_video_formula *formula,
                          int32_t row, int32_t first, int32_t end, bool is_streamed,
                          uint8_t *out) {
  if (picture->light) {
    video_codes codes;
    light_codes(picture, formula, row, first, end, &codes);
    return quartz_video_show_light(picture->light, &codes, end - first, out);
  }
  video_word *words = (video_word *)out;
  if (picture->matrix == quartz_video_rgb)
    return own_colors(picture, formula, row, first, end, words);
  const int32_t stop = convert_halved(picture, formula, row, first, end, is_streamed, words);
  if (stop < end) VIDEO_CALL(colors, picture, formula, row, stop, end, words + stop - first);
}

void quartz_video_convert_part(const quartz_video_picture *picture, int32_t first_column,
                               int32_t end_column, int32_t first, int32_t end, uint8_t *rows,
                               size_t row_bytes) {
  const int depth = picture->depth > 12 ? 12 : picture->depth;
  const quartz_video_formula formula =
      picture->light
          ? quartz_video_make_wide_formula(picture->matrix, picture->is_full_range, depth)
      : picture->formula.shift
          ? picture->formula
          : quartz_video_make_formula(picture->matrix, picture->is_full_range, depth);
  // An odd column takes its colours with the even one before it.
  const int32_t even = first_column & ~1;
  const bool is_streamed =
      !picture->planes[3] &&
      (size_t)(end - first) * (size_t)(end_column - even) * 4 >= streamed_bytes;
  for (int32_t row = first; row < end; ++row) {
    uint8_t *out = rows + (size_t)(row - first) * row_bytes;
    for (int32_t column = even; column < end_column; column += video_chunk) {
      const int32_t last =
          end_column - column < video_chunk ? end_column : column + video_chunk;
      if (column < first_column) {
        uint32_t pixels[video_chunk];
        convert_chunk(picture, &formula, row, column, last, false, (uint8_t *)pixels);
        memcpy(out, pixels + 1, (size_t)(last - first_column) * 4);
      } else {
        convert_chunk(picture, &formula, row, column, last, is_streamed,
                      out + (size_t)(column - first_column) * 4);
      }
    }
    if (picture->planes[3]) multiply(picture, row, first_column, end_column, out);
  }
}

void quartz_video_convert(const quartz_video_picture *picture, int32_t first, int32_t end,
                          uint8_t *rows, size_t row_bytes) {
  quartz_video_convert_part(picture, 0, picture->width, first, end, rows, row_bytes);
}

void quartz_video_extend(const quartz_video_picture *picture, int32_t row, float *out) {
  const int depth = picture->depth > 12 ? 12 : picture->depth;
  const quartz_video_formula formula =
      quartz_video_make_wide_formula(picture->matrix, picture->is_full_range, depth);
  for (int32_t first = 0; first < picture->width; first += video_chunk) {
    const int32_t end = picture->width - first < video_chunk ? picture->width : first + video_chunk;
    video_codes codes;
    light_codes(picture, &formula, row, first, end, &codes);
    quartz_video_extend_light(picture->light, &codes, end - first, out + 4 * (size_t)first);
  }
  if (!picture->planes[3]) return;
  for (int32_t column = 0; column < picture->width; ++column, out += 4) {
    const float alpha = (float)alpha_of(picture, row, column) / 255;
    for (int channel = 0; channel < 3; ++channel) out[channel] *= alpha;
    out[3] = alpha;
  }
}

void quartz_video_premultiply(const uint8_t *from, size_t from_row_bytes, int32_t width,
                              int32_t height, uint8_t *rows, size_t row_bytes) {
  for (int32_t row = 0; row < height; ++row) {
    const uint8_t *in = from + (size_t)row * from_row_bytes;
    uint8_t *out = rows + (size_t)row * row_bytes;
    for (int32_t column = 0; column < width; ++column, in += 4, out += 4) {
      const int32_t alpha = in[3];
      for (int channel = 0; channel < 3; ++channel)
        out[channel] = (uint8_t)((in[channel] * alpha + 127) / 255);
      out[3] = (uint8_t)alpha;
    }
  }
}
