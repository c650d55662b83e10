// Colours of films: planes of Y, Cb and Cr to rows of R, G, B, A. The header has the formula.
// Licensed under the MIT license; see LICENSE.
#include "CQuartzVideo.h"

#include <math.h>

quartz_video_formula quartz_video_make_formula(enum quartz_video_matrix matrix, bool is_full_range,
                                               int depth) {
  // Kr and Kb of ITU-R BT.601-7 2.5.1, BT.709-6 3.2 and BT.2020-2 table 4.
  static const double weights[3][2] = {{0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}};
  const double red = weights[matrix][0], blue = weights[matrix][1], green = 1 - red - blue;
  const int shift = 8 + depth;
  const double unit = (double)(1 << (depth - 8));
  // How far Y, and Cb and Cr to both sides, reach.
  const double y_reach = is_full_range ? (double)((1 << depth) - 1) : 219 * unit;
  const double c_reach = is_full_range ? (double)((1 << depth) - 1) : 224 * unit;
  const double y_scale = 255 / y_reach * (double)(1 << shift);
  const double c_scale = 255 / c_reach * (double)(1 << shift);
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

static inline int32_t sample(const uint8_t *row, int32_t index, int depth) {
  if (depth == 8) return row[index];
  uint16_t value = (uint16_t)(row[2 * index] | row[2 * index + 1] << 8);
  // A sample with more bits than its depth has none of these pictures' numbers.
  if (depth > 12) return value >> (depth - 12);
  int32_t most = (1 << depth) - 1;
  return value > most ? most : value;
}

static inline uint8_t held(int32_t value) {
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
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

// One row of a plane of chroma, between its samples.
static void interpolate(const quartz_video_picture *picture, int plane, int32_t row, int32_t *out) {
  const int32_t columns = picture->halves_x ? (picture->width + 1) / 2 : picture->width;
  const int32_t rows = picture->halves_y ? (picture->height + 1) / 2 : picture->height;
  const int depth = picture->depth;
  const taps y = find_taps(row, rows, picture->halves_y, picture->between_y);
  const uint8_t *upper = picture->planes[plane] + (size_t)y.first * picture->row_bytes[plane];
  const uint8_t *lower = picture->planes[plane] + (size_t)y.second * picture->row_bytes[plane];
  for (int32_t column = 0; column < picture->width; ++column) {
    const taps x = find_taps(column, columns, picture->halves_x, picture->between_x);
    const int32_t above = x.weight * sample(upper, x.first, depth) +
                          (4 - x.weight) * sample(upper, x.second, depth);
    const int32_t below = x.weight * sample(lower, x.first, depth) +
                          (4 - x.weight) * sample(lower, x.second, depth);
    out[column] = (y.weight * above + (4 - y.weight) * below + 8) >> 4;
  }
}

// Colours of a row of samples.
static void color(const quartz_video_picture *picture, const quartz_video_formula *formula,
                  int32_t row, const int32_t *chroma, uint8_t *out) {
  const quartz_video_formula f = *formula;
  const int32_t width = picture->width, half = 1 << (f.shift - 1);
  const uint8_t *lumas = picture->planes[0] + (size_t)row * picture->row_bytes[0];
  for (int32_t column = 0; column < width; ++column) {
    const int32_t y = f.y_scale * (sample(lumas, column, picture->depth) - f.y_offset) + half;
    const int32_t u = chroma[column] - f.c_offset, v = chroma[width + column] - f.c_offset;
    out[4 * column] = held((y + f.r_cr * v) >> f.shift);
    out[4 * column + 1] = held((y - f.g_cb * u - f.g_cr * v) >> f.shift);
    out[4 * column + 2] = held((y + f.b_cb * u) >> f.shift);
    out[4 * column + 3] = 255;
  }
}

static void multiply(const quartz_video_picture *picture, int32_t row, uint8_t *out) {
  const uint8_t *alphas = picture->planes[3] + (size_t)row * picture->row_bytes[3];
  const int depth = picture->depth > 12 ? 12 : picture->depth;
  const int32_t most = (1 << depth) - 1;
  for (int32_t column = 0; column < picture->width; ++column) {
    const int32_t alpha = (sample(alphas, column, picture->depth) * 510 + most) / (2 * most);
    for (int channel = 0; channel < 3; ++channel)
      out[4 * column + channel] = (uint8_t)((out[4 * column + channel] * alpha + 127) / 255);
    out[4 * column + 3] = (uint8_t)alpha;
  }
}

void quartz_video_convert(const quartz_video_picture *picture, int32_t first, int32_t end,
                          uint8_t *rows, size_t row_bytes) {
  const int depth = picture->depth > 12 ? 12 : picture->depth;
  const quartz_video_formula formula =
      quartz_video_make_formula(picture->matrix, picture->is_full_range, depth);
  // Rows of at most 16384 pixels, of two planes.
  int32_t chroma[2 * 16384];
  for (int32_t column = 0; column < 2 * picture->width; ++column) chroma[column] = formula.c_offset;
  for (int32_t row = first; row < end; ++row) {
    uint8_t *out = rows + (size_t)(row - first) * row_bytes;
    if (picture->planes[1] && picture->planes[2]) {
      interpolate(picture, 1, row, chroma);
      interpolate(picture, 2, row, chroma + picture->width);
    }
    color(picture, &formula, row, chroma, out);
    if (picture->planes[3]) multiply(picture, row, out);
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
