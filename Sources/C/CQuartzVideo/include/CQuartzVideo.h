// Colours of films: planes of Y, Cb and Cr to rows of R, G, B, A.
// Licensed under the MIT license; see LICENSE.
//
// All of it is integer arithmetic of 32 bits, so that any other implementation, such as a shader,
// gives the same bytes. With samples of `depth` bits, 8...12 (deeper ones lose their lower bits):
//
//   Chroma between samples. A pixel takes the two nearest samples of each axis in quarters that add
//   up to 4. Where a plane has half the samples of an axis, their place depends on the siting:
//     beside (the sample lies on an even pixel): even pixels 4 0, odd pixels 2 2 with the next;
//     between (the sample lies between two pixels): even pixels 1 3 with the one before, odd
//     pixels 3 1 with the next.
//   Samples beyond an edge are those at the edge. The value is (sum of weight * weight * sample
//   + 8) >> 4.
//
//   Colour. L = y - y_offset, U = cb - c_offset, V = cr - c_offset, half = 1 << (shift - 1):
//     R = (y_scale * L + r_cr * V + half) >> shift
//     G = (y_scale * L - g_cb * U - g_cr * V + half) >> shift
//     B = (y_scale * L + b_cb * U + half) >> shift
//   and each is then held in 0...255. Planes of G, B and R instead of Y, Cb and Cr:
//     G = (y_scale * (g - y_offset) + half) >> shift, and B and R alike.
//
//   Light brighter than white (`light` is not null; PQ and HLG). R', G' and B' are made as above
//   with 16 bits instead of 8 and held in 0...65535. Then in single precision, without fused steps:
//     c = decode[c'] for each of them; of HLG, c = c * screen[(luminance of c)]
//     gain = gain[(largest component of to_2020 * c) / most]
//     byte = encode[(to_srgb * (c * gain)) held in 0...1]
//   Tables are looked up at the square root of a value in 0...1 times 4096, rounded to nearest.
//
//   The same light for outputs of extended range. With c as above, of 1 at white, each component e
//   of to_srgb * c becomes, with its sign,
//     12.92 * |e| up to 0.0031308, else extended[sqrt(|e| / (2 * most) held in 0...1) * 4096],
//     between two entries in a line.
//
//   Alpha is full range: (a * 255 * 2 + max) / (2 * max) with max = 2^depth - 1, and colours are
//   multiplied with it: (c * alpha + 127) / 255.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "QuartzCamera.h"

/// The matrix of Y, Cb, Cr.
enum quartz_video_matrix {
  quartz_video_601 = 0,
  quartz_video_709 = 1,
  quartz_video_2020 = 2,
  /// None: the planes are G, B and R.
  quartz_video_rgb = 3,
};

/// The numbers of the formula above.
typedef struct {
  int32_t y_offset;
  int32_t c_offset;
  int32_t y_scale;
  int32_t r_cr;
  int32_t g_cb;
  int32_t g_cr;
  int32_t b_cb;
  int32_t shift;
} quartz_video_formula;

/// The formula for a matrix, a range and a depth of 8...12 bits.
quartz_video_formula quartz_video_make_formula(enum quartz_video_matrix matrix, bool is_full_range,
                                               int depth);

/// Entries of a table of shares of 0...1, by their floating-point numbers: 512 of each octave down
/// to 2^-14, which is also taken for darker ones, and one of 1.
enum { quartz_share_octaves = 14, quartz_share_bits = 9 };
enum { quartz_share_count = (quartz_share_octaves << quartz_share_bits) + 1 };

/// The share of an entry.
float quartz_share_of(int32_t entry);

/// Tables that make bytes of light brighter than white.
typedef struct {
  /// 65536 entries: light of a component, by 16 bits; 1 is reference white, or the camera's most.
  const float *decode;
  /// HLG's factors from the camera's light to the screen's, by luminance as a share; null for PQ.
  const float *screen;
  /// The weights of the luminance.
  float luminance[3];
  /// Factors by the largest component over `most`, as a share.
  const float *gain;
  float most;
  /// Bytes of sRGB by light as a share of white.
  const uint8_t *encode;
  /// 4097 entries: light over 2 * `most`, encoded as sRGB is; null where nobody asks for it.
  const float *extended;
  /// Rows of the matrices from the film's primaries.
  float to_2020[9];
  float to_srgb[9];
  /// Whether those are BT.2020's, so that `to_2020` changes nothing.
  bool is_2020;
} quartz_video_light;

/// The planes of a picture.
typedef struct {
  /// First samples of Y, Cb, Cr, alpha, or of G, B, R, alpha; Cb and Cr are null for grey, alpha
  /// for opaque pictures.
  const uint8_t *planes[4];
  /// Bytes from a row to the next.
  size_t row_bytes[4];
  /// In pixels.
  int32_t width;
  int32_t height;
  /// Bits of a sample, 8...16; more than 8 are in two bytes, the lower one first.
  int32_t depth;
  /// Bits below the sample's in its two bytes, which mean nothing: 6 of P010.
  int32_t low_bits;
  /// Whether samples of Cb and Cr alternate, so that those of either are two apart.
  bool is_interleaved;
  /// Whether Cb and Cr have half the samples of an axis, rounded up.
  bool halves_x;
  bool halves_y;
  /// Whether the samples of a halved axis lie between two pixels.
  bool between_x;
  bool between_y;
  enum quartz_video_matrix matrix;
  bool is_full_range;
  /// That of matrix, range and depth, for callers that convert in small parts; a shift of 0 has it
  /// made for each call.
  quartz_video_formula formula;
  /// Null for pictures of standard range.
  const quartz_video_light *light;
} quartz_video_picture;

/// The formula for 16 bits instead of 8.
quartz_video_formula quartz_video_make_wide_formula(enum quartz_video_matrix matrix,
                                                    bool is_full_range, int depth);

/// Writes rows of R, G, B, A bytes, premultiplied.
///
/// `rows` takes those from `first` on, before `end`; both are rows of the picture.
void quartz_video_convert(const quartz_video_picture *picture, int32_t first, int32_t end,
                          uint8_t *rows, size_t row_bytes);

/// Writes a part of those rows: the pixels from `first_column` on, before `end_column`.
void quartz_video_convert_part(const quartz_video_picture *picture, int32_t first_column,
                               int32_t end_column, int32_t first, int32_t end, uint8_t *rows,
                               size_t row_bytes);

/// Writes a row as R, G, B, A of extended sRGB, premultiplied: four numbers for each pixel.
///
/// The picture has light brighter than white, with its table `extended`.
void quartz_video_extend(const quartz_video_picture *picture, int32_t row, float *out);

/// Tables that make light of half floats darker.
///
/// With r, g, b of light out of `decode`, each component becomes
///   encode[c * gain[(largest component of to_2020 * c) / most]], held in `bottom`...`top`,
/// and light beyond `most` has the gain beyond[most / (largest component)]. Tables are looked up as
/// `extended` of films, dark light is encoded in a line, and components below 0 keep their sign.
typedef struct {
  /// 65536 entries: light by the bits of a half float.
  const float *decode;
  /// 4097 entries: factors by the largest component over `most`.
  const float *gain;
  float most;
  /// 4097 entries: factors by `most` over the largest component.
  const float *beyond;
  /// 4097 entries: light over `range`, encoded.
  const float *encode;
  float range;
  /// The rows of the matrix to the primaries in which the largest component is found.
  float to_2020[9];
  float bottom;
  float top;
} quartz_light_mapping;

/// Writes texels as R, G, B, 1.
///
/// `halves` are R, G, B and a fourth number that does not count.
void quartz_light_map(const quartz_light_mapping *mapping, const uint16_t *halves, int32_t count,
                      float *out);

/// Whether vectors of AVX2 may be used where the processor has them, for tests.
void quartz_video_allow_avx2(bool is_allowed);

/// Writes rows of R, G, B, A bytes, premultiplied, of rows of R, G, B, A bytes that are not.
void quartz_video_premultiply(const uint8_t *from, size_t from_row_bytes, int32_t width,
                              int32_t height, uint8_t *rows, size_t row_bytes);
