// The body of the kernel of solids in axis-aligned shapes; SpanKernels.c includes this once for
// each instruction set.
// Licensed under the MIT license; see LICENSE.
//
// A row is made from its sides: four pixels at a time through the coverage formula up to where all
// shapes are flat, and one colour in between. Pixels that a shape surely does not cover are left
// out, and those that it surely covers wholly are a part of the middle.

/// Finds the flat pixels at a rounded corner, and those that are not covered, from its centre.
///
/// Of a circle's formula, with the distance d from the centre, the fraction is (d^2 - r^2) / 2d:
/// at least 0.58 where d >= r + 0.75, at most -0.6 where d <= r - 0.6, if the radius is at least 1.
/// Up to a radius of 16384 rounding makes less than 0.01 of it.
static inline QK_INLINE void QK(reach)(
    const qk_shape *shape, int corner, float dy, float *covered, float *clear) {
  float radius = shape->radii_x[corner], inside = radius - 0.6f, outside = radius + 0.75f;
  *covered = 0;
  *clear = INFINITY;
  if (radius != shape->radii_y[corner] || !(radius >= 1 && radius <= 16384)) return;
  if (dy < inside) *covered = __builtin_elementwise_sqrt(inside * inside - dy * dy);
  *clear = dy < outside ? __builtin_elementwise_sqrt(outside * outside - dy * dy) : 0;
}

/// The corner of a side that reaches the height `y`, or -1; the lower one is two further.
static inline QK_INLINE int QK(corner)(const qk_shape *s, int upper, float y) {
  int lower = upper + 2;
  if (s->radii_x[upper] > 0 && s->radii_y[upper] > 0 && y < s->rect[1] + s->radii_y[upper]) {
    return upper;
  }
  if (s->radii_x[lower] > 0 && s->radii_y[lower] > 0 && y > s->rect[3] - s->radii_y[lower]) {
    return lower;
  }
  return -1;
}

/// The squares of q.y and of g.y of the coverage formula; returns the distance from the centre.
static inline QK_INLINE float QK(squares)(
    const qk_shape *s, int corner, float y, float *q2, float *g2) {
  float radius = s->radii_y[corner];
  float dy = y - (corner & 2 ? s->rect[3] - radius : s->rect[1] + radius);
  float q = dy / radius, g = 2 * q / radius;
  *q2 = q * q;
  *g2 = g * g;
  return __builtin_fabsf(dy);
}

/// Finds row `y` of a shape; limits `rows` to those from it on that are alike.
static __attribute__((noinline)) void QK(find_line)(
    qk_line *line, const qk_shape *s, int32_t y, const qk_area *area, int32_t *rows) {
  float top = (float)y, center = top + 0.5f;
  float low = top > s->rect[1] ? top : s->rect[1];
  float high = top + 1 < s->rect[3] ? top + 1 : s->rect[3];
  qk_axis_row *row = &line->row;
  row->min_x = s->rect[0];
  row->max_x = s->rect[2];
  row->cover_y = qk_unit(high - low);
  if (row->cover_y <= 0) {
    line->first = line->flat = line->flat_end = line->end = area->min_x;
    *rows = 1;
    return;
  }
  int left = QK(corner)(s, 0, center), right = QK(corner)(s, 1, center);
  float flat = s->rect[0], flat_end = s->rect[2], dy = 0, covered = 0, clear = 0;
  int32_t low_x = area->min_x, high_x = area->max_x;
  line->first = qk_floor_within(flat, low_x, high_x);
  line->end = qk_ceil_within(flat_end, low_x, high_x);
  line->round = left >= 0 || right >= 0;
  row->left_x = -INFINITY;
  row->right_x = INFINITY;
  if (left >= 0) {
    dy = QK(squares)(s, left, center, &row->left_q2, &row->left_g2);
    row->left_radius = s->radii_x[left];
    row->left_x = s->rect[0] + row->left_radius;
    QK(reach)(s, left, dy, &covered, &clear);
    float reach = covered > 0 ? row->left_x - covered - 0.5f : row->left_x;
    flat = reach > flat ? reach : flat;
    int32_t first = qk_ceil_within(row->left_x - clear - 0.5f, low_x, high_x);
    line->first = first > line->first ? first : line->first;
  }
  if (right >= 0) {
    row->right_radius = s->radii_x[right];
    row->right_x = s->rect[2] - row->right_radius;
    if (left >= 0 && right == left + 1 && s->radii_y[left] == s->radii_y[right]) {
      row->right_q2 = row->left_q2;
      row->right_g2 = row->left_g2;
    } else {
      dy = QK(squares)(s, right, center, &row->right_q2, &row->right_g2);
    }
    if (left < 0 || s->radii_x[left] != row->right_radius ||
        s->radii_y[left] != s->radii_y[right]) {
      QK(reach)(s, right, dy, &covered, &clear);
    }
    // Where corners overlap the left one counts.
    if (row->left_x > row->right_x) clear = INFINITY;
    float reach = covered > 0 ? row->right_x + covered + 0.5f : row->right_x;
    flat_end = reach < flat_end ? reach : flat_end;
    int32_t end = qk_ceil_within(row->right_x + clear - 0.5f, low_x, high_x);
    line->end = end < line->end ? end : line->end;
  }
  int is_any = s->rect[0] <= s->rect[2];
  line->flat = is_any ? qk_ceil_within(flat, low_x, high_x) : high_x;
  line->flat_end = is_any ? qk_floor_within(flat_end, low_x, high_x) : high_x;
  if (line->round || row->cover_y != 1) {
    *rows = 1;
    return;
  }
  // The lower corners, if there are any, end the rows that are alike; else the lower edge does.
  float limit = s->rect[3];
  for (int corner = 2; corner < 4; corner++) {
    float radius = s->radii_y[corner];
    if (s->radii_x[corner] > 0 && radius > 0 && s->rect[3] - radius < limit) {
      limit = s->rect[3] - radius;
    }
  }
  int32_t alike = qk_floor_within(limit, y, y + *rows) - y;
  *rows = alike > 1 ? alike : 1;
}

typedef struct {
  qk_line outer, inner, clip;
  int32_t has_outer, has_inner, has_clip;
  /// The pixels that may be covered, and the flat ones among them.
  int32_t first, flat, flat_end, end;
  float value;
} QK(shape_row);

typedef struct {
  u16x16 source;
  int opaque;
  u32x4 opaque_value;
} QK(ink);

static inline QK_INLINE f32x8 QK(pick)(i32x8 which, f32x8 yes, f32x8 no) {
#if QK_SET >= QK_AVX2
  return (f32x8)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)which);
#else
  return (f32x8)((which & (i32x8)yes) | (~which & (i32x8)no));
#endif
}

/// The lesser numbers; those of `b` where either is NaN.
static inline QK_INLINE f32x8 QK(lesser)(f32x8 a, f32x8 b) {
#if QK_SET >= QK_AVX2
  return (f32x8)_mm256_min_ps((__m256)a, (__m256)b);
#else
  return QK(pick)(a < b, a, b);
#endif
}

static inline QK_INLINE f32x8 QK(greater)(f32x8 a, f32x8 b) {
#if QK_SET >= QK_AVX2
  return (f32x8)_mm256_max_ps((__m256)a, (__m256)b);
#else
  return QK(pick)(a > b, a, b);
#endif
}

/// Numbers within 0...1; 0 for NaN.
static inline QK_INLINE f32x8 QK(unit8)(f32x8 v) {
  f32x8 zero = {0};
  return QK(lesser)(QK(greater)(v, zero), zero + 1);
}

/// The coverage of four pixels from `a` on and of four from `b` on.
static inline QK_INLINE f32x8 QK(line_cover)(const qk_line *line, int32_t a, int32_t b) {
  const qk_axis_row *r = &line->row;
  f32x8 zero = {0};
  int32_t flat = line->flat, last = line->flat_end - 4;
  if (a >= flat && a <= last && b >= flat && b <= last) return zero + r->cover_y;
  i32x8 index = (i32x8){a, a, a, a, b, b, b, b} + (i32x8){0, 1, 2, 3, 0, 1, 2, 3};
  f32x8 p = __builtin_convertvector(index, f32x8);
  f32x8 low = QK(greater)(p, zero + r->min_x), high = QK(lesser)(p + 1, zero + r->max_x);
  f32x8 straight = QK(unit8)(high - low) * r->cover_y;
  if (!line->round) return straight;
  f32x8 c = p + 0.5f;
  i32x8 in_left = c < zero + r->left_x, in_right = c > zero + r->right_x;
  f32x8 center = QK(pick)(in_left, zero + r->left_x, zero + r->right_x);
  f32x8 radius = QK(pick)(in_left, zero + r->left_radius, zero + r->right_radius);
  f32x8 q2 = QK(pick)(in_left, zero + r->left_q2, zero + r->right_q2);
  f32x8 g2 = QK(pick)(in_left, zero + r->left_g2, zero + r->right_g2);
  f32x8 q = (c - center) / radius, g = 2 * q / radius;
  f32x8 f = q * q + q2 - 1, length = __builtin_elementwise_sqrt(g * g + g2);
  f32x8 round = QK(unit8)(0.5f - f / QK(greater)(length, zero + 1e-6f));
  return QK(pick)((in_left | in_right), QK(lesser)(round, straight), straight);
}

/// Two sources of four pixels, times their coverage.
typedef struct {
  u16x16 a, b;
} QK(two);

/// The factors of four pixels from `a` on and of four from `b` on, 0...65535.
static inline QK_INLINE i32x8 QK(shape_factors)(const QK(shape_row) *row, int32_t a, int32_t b) {
  f32x8 zero = {0}, cover = zero + 1;
  if (row->has_outer) cover = QK(line_cover)(&row->outer, a, b);
  if (row->has_inner) {
    f32x8 inner = QK(line_cover)(&row->inner, a, b);
    cover = QK(pick)(cover > inner, cover - inner, zero);
  }
  if (row->has_clip) cover = cover * QK(line_cover)(&row->clip, a, b);
  return __builtin_convertvector(QK(unit8)(cover) * 65535 + 0.5f, i32x8);
}

static inline QK_INLINE QK(two) QK(shape_sources)(
    const QK(shape_row) *row, int32_t a, int32_t b, u16x16 source) {
  i32x8 wide = QK(shape_factors)(row, a, b);
  // Each factor for the four channels of its pixel.
  u16x16 f = (u16x16)wide;
  u16x16 left = __builtin_shufflevector(f, f, 0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6);
  u16x16 right =
      __builtin_shufflevector(f, f, 8, 8, 8, 8, 10, 10, 10, 10, 12, 12, 12, 12, 14, 14, 14, 14);
  return (QK(two)){QK(scaled)(source, left), QK(scaled)(source, right)};
}

/// Blends four pixels at `p`, or `count` if there is room for less.
static inline QK_INLINE void QK(shape_four)(uint32_t *p, u16x16 s, int32_t count, int32_t room) {
  if (room >= 4) {
    // Pixels beyond the end are not covered, and left exactly.
    QK(store)(p, QK(over)(s, QK(rest)(s), QK(load)(p)));
  } else if (count > 0) {
    QK(store_some)(p, QK(over)(s, QK(rest)(s), QK(load_some)(p, count)), count);
  }
}

/// Blends `count` pixels that are flat.
static inline QK_INLINE void QK(shape_flat)(
    uint32_t *p, int32_t count, float value, const QK(ink) *ink) {
  uint16_t factor = qk_factor(value);
  if (factor == 65535 && ink->opaque) {
    QK(fill)(p, count, ink->opaque_value);
  } else if (factor) {
    u16x16 s = QK(scaled)(ink->source, QK_ALL(factor));
    QK(flat)(p, count, s, QK(rest)(s));
  }
}

/// Blends a row; `base` is its pixel `min_x`.
static inline QK_INLINE void QK(shape_across)(
    uint32_t *base, const QK(shape_row) *row, int32_t fours, const qk_area *area,
    const QK(ink) *ink) {
  int32_t width = row->end - row->first, room = area->max_x - row->first;
  uint32_t *p = base + (row->first - area->min_x);
  if (8 * fours > width) {
    for (int32_t i = 0; i < width; i += 8) {
      int32_t x = row->first + i;
      QK(two) s = QK(shape_sources)(row, x, x + 4, ink->source);
      QK(shape_four)(p + i, s.a, width - i, room - i);
      QK(shape_four)(p + i + 4, s.b, width - i - 4, room - i - 4);
    }
    return;
  }
  // As many fours from the left as from the right, and what is flat in between.
  for (int32_t i = 0; i < 4 * fours; i += 4) {
    QK(two) s = QK(shape_sources)(row, row->first + i, row->end - i - 4, ink->source);
    QK(shape_four)(p + i, s.a, 4, 4);
    QK(shape_four)(p + width - i - 4, s.b, 4, 4);
  }
  if (width > 8 * fours) QK(shape_flat)(p + 4 * fours, width - 8 * fours, row->value, ink);
}

/// Blends rows that are alike and have four pixels at most on either side of the flat ones.
static inline QK_INLINE void QK(shape_down)(
    uint32_t *base, ptrdiff_t stride, int32_t rows, const QK(shape_row) *row, const qk_area *area,
    const QK(ink) *ink) {
  QK(two) s = QK(shape_sources)(row, row->first, row->end - 4, ink->source);
  u16x16 left = QK(rest)(s.a), right = QK(rest)(s.b);
  int32_t width = row->end - row->first;
  uint32_t *p = base + (row->first - area->min_x);
  for (int32_t y = 0; y < rows; y++, p += stride) {
    uint32_t *e = p + width - 4;
    QK(store)(p, QK(over)(s.a, left, QK(load)(p)));
    QK(shape_flat)(p + 4, width - 8, row->value, ink);
    QK(store)(e, QK(over)(s.b, right, QK(load)(e)));
  }
}

/// Finds the row `y` of an area; limits `rows` to those from it on that are alike. Returns whether
/// it has pixels.
static inline QK_INLINE int QK(find_row)(
    QK(shape_row) *row, const qk_shapes *shapes, int32_t y, const qk_area *area, int32_t *rows) {
  row->has_outer = shapes->has_outer;
  row->has_clip = shapes->has_clip;
  row->has_inner = 0;
  row->first = row->flat = area->min_x;
  row->end = row->flat_end = area->max_x;
  row->value = 1;
  *rows = area->max_y - y;
  if (row->has_outer) {
    QK(find_line)(&row->outer, &shapes->outer, y, area, rows);
    qk_meet(&row->outer, &row->first, &row->flat, &row->flat_end, &row->end);
    row->value = row->outer.row.cover_y;
  }
  if (shapes->has_inner) {
    QK(find_line)(&row->inner, &shapes->inner, y, area, rows);
    if (row->inner.row.cover_y > 0) {
      int32_t first = area->min_x, end = area->max_x;
      qk_meet(&row->inner, &first, &row->flat, &row->flat_end, &end);
      float inner = row->inner.row.cover_y;
      row->value = row->value > inner ? row->value - inner : 0;
      row->has_inner = 1;
    }
  }
  if (row->has_clip) {
    QK(find_line)(&row->clip, &shapes->clip, y, area, rows);
    qk_meet(&row->clip, &row->first, &row->flat, &row->flat_end, &row->end);
    row->value *= row->clip.row.cover_y;
  }
  if (row->flat >= row->flat_end) row->flat = row->flat_end = row->end;
  return row->first < row->end;
}

static void QK(solid_shapes)(
    uint32_t *pixels, ptrdiff_t stride, const qk_area *area, const uint16_t color[4],
    const qk_shapes *shapes) {
  QK(ink) ink;
  ink.source = QK(splat4)(color);
  u16x16 rest = QK(rest)(ink.source);
  ink.opaque = rest[0] == 0;
  ink.opaque_value = QK(over)(ink.source, rest, (u32x4){0});
  QK(shape_row) row;
  int32_t rows;
  for (int32_t y = area->min_y; y < area->max_y; y += rows, pixels += stride * rows) {
    if (!QK(find_row)(&row, shapes, y, area, &rows)) continue;
    int32_t left = row.flat - row.first, right = row.end - row.flat_end;
    int32_t fours = ((left > right ? left : right) + 3) / 4;
    if (fours <= 1 && row.end - row.first >= 8) {
      QK(shape_down)(pixels, stride, rows, &row, area, &ink);
      continue;
    }
    for (int32_t k = 0; k < rows; k++) {
      QK(shape_across)(pixels + stride * k, &row, fours, area, &ink);
    }
  }
}

/// Writes the factors of `count` pixels from `x` on, of at most QK_MARGIN.
static inline QK_INLINE void QK(margin_factors)(
    uint16_t *factors, const QK(shape_row) *row, int32_t x, int32_t count) {
  for (int32_t i = 0; i < count; i += 8) {
    i32x8 wide = QK(shape_factors)(row, x + i, x + i + 4);
    u16x8 eight = __builtin_convertvector(wide, u16x8);
    memcpy(factors + i, &eight, 16);
  }
}

static void QK(half_solid_shapes)(
    void *pixels, ptrdiff_t row_bytes, const qk_area *area, const float color[4],
    const qk_shapes *shapes) {
  char *base = (char *)pixels - 8 * (ptrdiff_t)area->min_x;
  QK(shape_row) row;
  int32_t rows;
  for (int32_t y = area->min_y; y < area->max_y; y += rows, base += row_bytes * rows) {
    if (!QK(find_row)(&row, shapes, y, area, &rows)) continue;
    uint16_t left[QK_MARGIN], right[QK_MARGIN];
    int32_t x = row.first, end = row.end;
    // Margins that are wider than the last parts of them.
    for (; row.flat - x > QK_MARGIN; x += QK_MARGIN) {
      QK(margin_factors)(left, &row, x, QK_MARGIN);
      qk_half_solid_rows(
          base + 8 * (ptrdiff_t)x, row_bytes, rows, color, left, QK_MARGIN, 0, 0, left, 0);
    }
    for (; end - row.flat_end > QK_MARGIN; end -= QK_MARGIN) {
      QK(margin_factors)(right, &row, end - QK_MARGIN, QK_MARGIN);
      qk_half_solid_rows(
          base + 8 * (ptrdiff_t)(end - QK_MARGIN), row_bytes, rows, color, right, QK_MARGIN, 0, 0,
          right, 0);
    }
    QK(margin_factors)(left, &row, x, row.flat - x);
    QK(margin_factors)(right, &row, row.flat_end, end - row.flat_end);
    qk_half_solid_rows(
        base + 8 * (ptrdiff_t)x, row_bytes, rows, color, left, row.flat - x,
        qk_factor(row.value), row.flat_end - row.flat, right, end - row.flat_end);
  }
}
