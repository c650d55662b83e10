// Colours of films brighter than white, out of R', G', B' of 16 bits; CQuartzVideo.h has the
// formula.
// Licensed under the MIT license; see LICENSE.
#pragma once

#include "CQuartzVideo.h"

// Pixels that are converted at once, so that what lies between steps stays in the nearest cache.
enum { video_chunk = 1024 };

// R', G' and B' of a chunk, 0...65535.
typedef struct {
  int32_t red[video_chunk];
  int32_t green[video_chunk];
  int32_t blue[video_chunk];
} video_codes;

// Whether vectors of AVX2 are used.
bool quartz_video_has_avx2(void);

// Writes R, G, B, 255 bytes.
void quartz_video_show_light(const quartz_video_light *light, const video_codes *codes,
                             int32_t count, uint8_t *out);

// Writes R, G, B, 1 of extended sRGB.
void quartz_video_extend_light(const quartz_video_light *light, const video_codes *codes,
                               int32_t count, float *out);
