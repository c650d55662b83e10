// Colours of films brighter than white: R', G', B' to bytes. CQuartzVideo.h has the formula.
// Licensed under the MIT license; see LICENSE.
#include "CQuartzVideo.h"

// The same bytes on machines that could fuse a product and a sum.
#pragma STDC FP_CONTRACT OFF

typedef float four __attribute__((vector_size(16)));

static inline four square_roots(four value) { return __builtin_elementwise_sqrt(value); }

static inline float held_light(float value) { return value > 0 ? value < 1 ? value : 1 : 0; }

static inline int place(float root) { return (int)(root * 4096.0f + 0.5f); }

static inline float row_of(const float *row, float r, float g, float b) {
  return row[0] * r + row[1] * g + row[2] * b;
}

void quartz_video_show_light(const quartz_video_light *light, const int32_t *encoded, int32_t width,
                             uint8_t *out) {
  const float *to_2020 = light->to_2020, *to_srgb = light->to_srgb, *weights = light->luminance;
  const float scale = 1 / light->most;
  for (int32_t x = 0; x < width; ++x, encoded += 3, out += 4) {
    float r = light->decode[encoded[0]];
    float g = light->decode[encoded[1]];
    float b = light->decode[encoded[2]];
    if (light->screen) {
      const float luminance = held_light(row_of(weights, r, g, b));
      const float factor = light->screen[place(square_roots((four){luminance, 0, 0, 0})[0])];
      r *= factor;
      g *= factor;
      b *= factor;
    }
    const float r2 = row_of(to_2020, r, g, b), g2 = row_of(to_2020 + 3, r, g, b);
    const float b2 = row_of(to_2020 + 6, r, g, b);
    const float largest = r2 > g2 ? (r2 > b2 ? r2 : b2) : (g2 > b2 ? g2 : b2);
    const float share = held_light(largest * scale);
    const float gain = light->gain[place(square_roots((four){share, 0, 0, 0})[0])];
    r *= gain;
    g *= gain;
    b *= gain;
    const four roots = square_roots((four){
        held_light(row_of(to_srgb, r, g, b)), held_light(row_of(to_srgb + 3, r, g, b)),
        held_light(row_of(to_srgb + 6, r, g, b)), 0});
    out[0] = light->encode[place(roots[0])];
    out[1] = light->encode[place(roots[1])];
    out[2] = light->encode[place(roots[2])];
    out[3] = 255;
  }
}
