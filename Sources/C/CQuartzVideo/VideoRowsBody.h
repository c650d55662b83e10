// The rows of a picture, for one instruction set: plain loops, which compilers turn into vectors.
// Licensed under the MIT license; see LICENSE.

// Samples `first...` of a row as numbers of at most 12 bits.
static void VIDEO(load)(const quartz_video_picture *picture, const uint8_t *row, int32_t first,
                        int32_t count, int32_t step, uint16_t *restrict out) {
  const int depth = picture->depth;
  if (depth == 8) {
    const uint8_t *samples = row + (size_t)first * (size_t)step;
    if (step == 1) {
      for (int32_t index = 0; index < count; ++index) out[index] = samples[index];
    } else {
      for (int32_t index = 0; index < count; ++index) out[index] = samples[2 * index];
    }
    return;
  }
  const uint8_t *samples = row + 2 * (size_t)first * (size_t)step;
  const int drop = picture->low_bits + (depth > 12 ? depth - 12 : 0);
  // A sample with more bits than its depth has none of these pictures' numbers.
  const uint16_t most = (uint16_t)((1 << (depth > 12 ? 12 : depth)) - 1);
  if (step == 1) {
    for (int32_t index = 0; index < count; ++index)
      out[index] = held_sample(samples + 2 * (size_t)index, drop, most);
  } else {
    for (int32_t index = 0; index < count; ++index)
      out[index] = held_sample(samples + 4 * (size_t)index, drop, most);
  }
}

// The chroma of the pixels from `first`, an even one, before `end`.
static void VIDEO(chroma)(const quartz_video_picture *picture, int plane, int32_t row,
                          int32_t first, int32_t end, uint16_t *restrict out) {
  const int32_t columns = picture->halves_x ? (picture->width + 1) / 2 : picture->width;
  const int32_t rows = picture->halves_y ? (picture->height + 1) / 2 : picture->height;
  const taps y = find_taps(row, rows, picture->halves_y, picture->between_y);
  const int32_t step = picture->is_interleaved ? 2 : 1, count = end - first;
  const uint8_t *upper = picture->planes[plane] + (size_t)y.first * picture->row_bytes[plane];
  const uint8_t *lower = picture->planes[plane] + (size_t)y.second * picture->row_bytes[plane];
  // Sample `before` + i lies at i.
  const int32_t before = picture->halves_x ? (first >> 1) - 1 : first;
  const int32_t after = picture->halves_x ? ((end - 1) >> 1) + 2 : end;
  const int32_t inside = before < 0 ? 0 : before, last = after < columns ? after : columns;
  const int32_t skipped = inside - before, loaded = last - inside;
  // Bounds: one sample more at both ends than half of a chunk, or a chunk.
  uint16_t sums[video_chunk + 4], others[video_chunk + 4];
  VIDEO(load)(picture, upper, inside, loaded, step, sums + skipped);
  if (y.weight < 4 && upper != lower) {
    VIDEO(load)(picture, lower, inside, loaded, step, others + skipped);
    const uint16_t weight = (uint16_t)y.weight, rest = (uint16_t)(4 - y.weight);
    for (int32_t index = skipped; index < skipped + loaded; ++index)
      sums[index] = (uint16_t)(weight * sums[index] + rest * others[index]);
  } else {
    for (int32_t index = skipped; index < skipped + loaded; ++index)
      sums[index] = (uint16_t)(4 * sums[index]);
  }
  if (!picture->halves_x) {
    for (int32_t index = 0; index < count; ++index) {
      const uint16_t sum = (uint16_t)(4 * sums[index] + 8);
      out[index] = sum >> 4;
    }
    return;
  }
  if (skipped > 0) sums[0] = sums[1];
  for (int32_t index = skipped + loaded; index < after - before; ++index)
    sums[index] = sums[skipped + loaded - 1];
  // Bounds: an odd count writes one number more, for which there is room.
  const int32_t pairs = (count + 1) / 2;
  if (picture->between_x) {
    for (int32_t index = 0; index < pairs; ++index) {
      // Numbers of 16 bits are enough: 16 times the largest sample, and 8.
      const uint16_t near = (uint16_t)(3 * sums[index + 1] + 8);
      const uint16_t even = (uint16_t)(near + sums[index]);
      const uint16_t odd = (uint16_t)(near + sums[index + 2]);
      out[2 * index] = even >> 4;
      out[2 * index + 1] = odd >> 4;
    }
  } else {
    for (int32_t index = 0; index < pairs; ++index) {
      const uint16_t even = (uint16_t)(4 * sums[index + 1] + 8);
      const uint16_t odd = (uint16_t)(2 * (sums[index + 1] + sums[index + 2]) + 8);
      out[2 * index] = even >> 4;
      out[2 * index + 1] = odd >> 4;
    }
  }
}

// The samples of the pixels from `first`, an even one, before `end`; at most a chunk.
static void VIDEO(samples)(const quartz_video_picture *picture, int32_t row, int32_t first,
                           int32_t end, uint16_t c_offset, video_samples *restrict out) {
  const int32_t count = end - first;
  const uint8_t *lumas = picture->planes[0] + (size_t)row * picture->row_bytes[0];
  VIDEO(load)(picture, lumas, first, count, 1, out->luma);
  if (picture->planes[1] && picture->planes[2]) {
    VIDEO(chroma)(picture, 1, row, first, end, out->cb);
    VIDEO(chroma)(picture, 2, row, first, end, out->cr);
  } else {
    for (int32_t index = 0; index < count; ++index) out->cb[index] = out->cr[index] = c_offset;
  }
}

// R', G' and B' of 16 bits of at most a chunk.
static void VIDEO(codes)(const quartz_video_formula *formula, const video_samples *samples,
                         int32_t count, video_codes *restrict out) {
  const quartz_video_formula f = *formula;
  const int32_t half = 1 << (f.shift - 1);
  for (int32_t index = 0; index < count; ++index) {
    const int32_t y = f.y_scale * (samples->luma[index] - f.y_offset) + half;
    const int32_t u = samples->cb[index] - f.c_offset, v = samples->cr[index] - f.c_offset;
    out->red[index] = held_wide((y + f.r_cr * v) >> f.shift);
    out->green[index] = held_wide((y - f.g_cb * u - f.g_cr * v) >> f.shift);
    out->blue[index] = held_wide((y + f.b_cb * u) >> f.shift);
  }
}

// The same of planes of G, B and R.
static void VIDEO(own_codes)(const quartz_video_formula *formula, const video_samples *samples,
                             int32_t count, video_codes *restrict out) {
  const quartz_video_formula f = *formula;
  const int32_t half = 1 << (f.shift - 1);
  for (int32_t index = 0; index < count; ++index) {
    const int32_t green = samples->luma[index] - f.y_offset;
    const int32_t blue = samples->cb[index] - f.y_offset, red = samples->cr[index] - f.y_offset;
    out->red[index] = held_wide((f.y_scale * red + half) >> f.shift);
    out->green[index] = held_wide((f.y_scale * green + half) >> f.shift);
    out->blue[index] = held_wide((f.y_scale * blue + half) >> f.shift);
  }
}

// Colours of the pixels from `first`, an even one, before `end`; at most a chunk.
static void VIDEO(colors)(const quartz_video_picture *picture, const quartz_video_formula *formula,
                          int32_t row, int32_t first, int32_t end, video_word *restrict out) {
  const quartz_video_formula f = *formula;
  const int32_t count = end - first, half = 1 << (f.shift - 1);
  video_samples samples;
  VIDEO(samples)(picture, row, first, end, (uint16_t)f.c_offset, &samples);
  const uint16_t *luma = samples.luma, *cb = samples.cb, *cr = samples.cr;
  for (int32_t index = VIDEO(eight_bits)(&f, luma, cb, cr, count, out); index < count; ++index) {
    const int32_t y = f.y_scale * (luma[index] - f.y_offset) + half;
    const int32_t u = cb[index] - f.c_offset, v = cr[index] - f.c_offset;
    const int32_t red = held((y + f.r_cr * v) >> f.shift);
    const int32_t green = held((y - f.g_cb * u - f.g_cr * v) >> f.shift);
    const int32_t blue = held((y + f.b_cb * u) >> f.shift);
    out[index] = (uint32_t)(red | green << 8 | blue << 16) | 0xff000000u;
  }
}
