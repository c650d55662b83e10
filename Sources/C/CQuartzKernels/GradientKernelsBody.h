// The bodies of the gradients' kernels; GradientKernels.c includes this once for each instruction
// set.
// Licensed under the MIT license; see LICENSE.
//
// Eight pixels at a time (four where numbers are doubles, sixteen for colours). The last vector of
// a span goes through memory of its own, so that nothing is written behind the span.

static inline QK_INLINE f8 QK(pick)(i8 condition, f8 yes, f8 no) {
  return (f8)((condition & (i8)yes) | (~condition & (i8)no));
}

static inline QK_INLINE d4 QK(pick_d)(l4 condition, d4 yes, d4 no) {
  return (d4)((condition & (l4)yes) | (~condition & (l4)no));
}

static inline QK_INLINE void QK(put)(float *result, f8 value, int32_t count) {
  // The compiler makes a store of a whole vector, and a call of any other length.
  if (count >= 8) {
    *(f8 *)result = value;
  } else {
    __builtin_memcpy(result, &value, (size_t)count * 4);
  }
}

#define QK_STEPS ((f8){0, 1, 2, 3, 4, 5, 6, 7})

static void QK(axial_parameters)(
    float *result, float first, float step, int32_t from, int32_t count) {
  for (int32_t i = 0; i < count; i += 8) {
    QK(put)(result + i, first + step * ((float)(from + i) + QK_STEPS), count - i);
  }
}

static void QK(conic_parameters)(
    float *result, float x, float y, float dx, float dy, int32_t from, int32_t count) {
  for (int32_t i = 0; i < count; i += 8) {
    f8 index = (float)(from + i) + QK_STEPS;
    f8 px = x + dx * index, py = y + dy * index;
    f8 ax = (f8)((i8)px & 0x7FFFFFFF), ay = (f8)((i8)py & 0x7FFFFFFF);
    i8 is_steep = ax < ay;
    f8 low = QK(pick)(is_steep, ax, ay), high = QK(pick)(is_steep, ay, ax);
    f8 q = QK(pick)(high > 0, low / high, (f8){0});
    f8 z = q * q;
    f8 p = 0.0028662257f * z - 0.0161657367f;
    p = p * z + 0.0429096138f;
    p = p * z - 0.0752896400f;
    p = p * z + 0.1065626393f;
    p = p * z - 0.1420889944f;
    p = p * z + 0.1999355085f;
    p = p * z - 0.3333314528f;
    p = p * z + 1;
    f8 turn = q * p * 0.15915494309189535f;
    turn = QK(pick)(is_steep, 0.25f - turn, turn);
    turn = QK(pick)(px < 0, 0.5f - turn, turn);
    turn = QK(pick)(py < 0, 1 - turn, turn);
    QK(put)(result + i, QK(pick)(turn < 1, turn, (f8){0}), count - i);
  }
}

/// Whether a circle exists and is painted.
static inline QK_INLINE l4 QK(painted)(d4 t, const qk_circles *c) {
  l4 all = {-1, -1, -1, -1};
  l4 after_start = c->before ? all : (l4)(t >= 0), before_end = c->after ? all : (l4)(t <= 1);
  // t - t is not 0 for values that are not finite.
  return after_start & before_end & (l4)(t - t == 0) & (l4)(c->radius + t * c->growth >= 0);
}

static void QK(radial_parameters)(
    float *result, const qk_circles *circles, double x, double y, double dx, double dy,
    int32_t from, int32_t count) {
  qk_circles c = *circles;
  d4 none = (d4){0} + __builtin_nan("");
  for (int32_t i = 0; i < count; i += 4) {
    d4 index = (double)(from + i) + (d4){0, 1, 2, 3};
    d4 px = x + dx * index, py = y + dy * index;
    d4 b = px * c.x + py * c.y + c.radius * c.growth;
    d4 rest = px * px + py * py - c.radius * c.radius;
    d4 square = b * b;
    d4 discriminant = square - c.a * rest;
    d4 root = __builtin_elementwise_sqrt(QK(pick_d)(discriminant > 0, discriminant, (d4){0}));
    d4 q = QK(pick_d)(b < 0, b - root, b + root);
    d4 first = q / c.a, second = rest / q;
    l4 in_order = first < second;
    d4 low = QK(pick_d)(in_order, first, second), high = QK(pick_d)(in_order, second, first);
    d4 t = QK(pick_d)(QK(painted)(low, &c), low, none);
    t = QK(pick_d)(QK(painted)(high, &c), high, t);
    t = QK(pick_d)(discriminant >= -1e-12 * square, t, none);
    f4 value = __builtin_convertvector(t, f4);
    if (count - i >= 4) {
      *(f4 *)(result + i) = value;
    } else {
      __builtin_memcpy(result + i, &value, (size_t)(count - i) * 4);
    }
  }
}

static inline QK_INLINE f16 QK(pick_16)(i16 condition, f16 yes, f16 no) {
  return (f16)((condition & (i16)yes) | (~condition & (i16)no));
}

static inline QK_INLINE u16 QK(ramp_level)(f16 v, const int32_t within_unit) {
  if (!within_unit) {
    v = QK(pick_16)(v > 0, QK(pick_16)(v < 1, v, (f16){0} + 1), (f16){0});
  }
  return (u16)__builtin_convertvector(v * 255.0f + 0.5f, i16);
}

/// Sixteen pixels of a ramp with few segments: those that one of the pixels needs are evaluated.
static inline QK_INLINE u16 QK(ramp_sixteen)(
    const qk_ramp *ramp, f16 t, const int32_t within_unit) {
  i16 all = (i16){0} - 1;
  i16 painted = t == t;
  painted &= ramp->before ? all : (i16)(t >= 0);
  painted &= ramp->after ? all : (i16)(t <= 1);
  t = QK(pick_16)(t > -1, t, (f16){0} - 1);
  t = QK(pick_16)(t < 2, t, (f16){0} + 2);
  const qk_segment *s = ramp->segments, *end = s + ramp->count;
  while (s + 1 < end && __builtin_reduce_and((i16)(t >= s[1].start))) s++;
  f16 r = s->base[0] + s->slope[0] * t, g = s->base[1] + s->slope[1] * t;
  f16 b = s->base[2] + s->slope[2] * t, a = s->base[3] + s->slope[3] * t;
  for (s++; s < end; s++) {
    i16 here = t >= s->start;
    if (!__builtin_reduce_or(here)) break;
    r = QK(pick_16)(here, s->base[0] + s->slope[0] * t, r);
    g = QK(pick_16)(here, s->base[1] + s->slope[1] * t, g);
    b = QK(pick_16)(here, s->base[2] + s->slope[2] * t, b);
    a = QK(pick_16)(here, s->base[3] + s->slope[3] * t, a);
  }
  if (ramp->straight) {
    r *= a;
    g *= a;
    b *= a;
  }
  u16 words = QK(ramp_level)(r, within_unit) | QK(ramp_level)(g, within_unit) << 8
      | QK(ramp_level)(b, within_unit) << 16 | QK(ramp_level)(a, within_unit) << 24;
  return words & (u16)painted;
}

/// Pixels of a ramp with few segments.
static inline QK_INLINE void QK(ramp_few)(
    uint32_t *words, const qk_ramp *ramp, const float *parameters, int32_t count,
    const int32_t within_unit) {
  int32_t i = 0;
  for (; i + 16 <= count; i += 16) {
    *(u16 *)(words + i) = QK(ramp_sixteen)(ramp, *(const f16 *)(parameters + i), within_unit);
  }
  if (i < count) {
    f16 t = {0};
    uint32_t last[16];
    for (int32_t k = i; k < count; k++) t[k - i] = parameters[k];
    *(u16 *)last = QK(ramp_sixteen)(ramp, t, within_unit);
    for (int32_t k = i; k < count; k++) words[k] = last[k - i];
  }
}

static inline QK_INLINE uint32_t QK(ramp_byte)(float v) {
  return (uint32_t)(int32_t)((v > 0 ? v < 1 ? v : 1 : 0) * 255.0f + 0.5f);
}

/// The last segment that begins at or before t, of at least two; the first for those before all.
static inline QK_INLINE int32_t QK(segment_at)(const qk_ramp *ramp, float t) {
  int32_t low = 0, high = ramp->count;
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    if (t >= ramp->segments[middle].start) low = middle; else high = middle;
  }
  return low;
}

/// A pixel of a ramp with many segments, which as a rule is where the last one was or beside it.
///
/// Of very many segments a pixel may leave out most.
static inline QK_INLINE uint32_t QK(ramp_one)(const qk_ramp *ramp, float t, int32_t *index) {
  if (!(t == t && (ramp->before || t >= 0) && (ramp->after || t <= 1))) return 0;
  t = t > -1 ? t : -1;
  t = t < 2 ? t : 2;
  if (*index > 0 && t < ramp->segments[*index].start) --*index;
  else if (*index + 1 < ramp->count && t >= ramp->segments[*index + 1].start) ++*index;
  if ((*index > 0 && t < ramp->segments[*index].start)
      || (*index + 1 < ramp->count && t >= ramp->segments[*index + 1].start)) {
    *index = QK(segment_at)(ramp, t);
  }
  const qk_segment *s = ramp->segments + *index;
  f4 color = *(const f4 *)s->base + *(const f4 *)s->slope * t;
  if (ramp->straight) {
    float a = color[3];
    color *= a;
    color[3] = a;
  }
  return QK(ramp_byte)(color[0]) | QK(ramp_byte)(color[1]) << 8 | QK(ramp_byte)(color[2]) << 16
      | QK(ramp_byte)(color[3]) << 24;
}

static void QK(ramp_words)(
    uint32_t *words, const qk_ramp *job, const float *parameters, int32_t count) {
  qk_ramp ramp = *job;
  if (ramp.count > 12) {
    int32_t index = 0;
    for (int32_t i = 0; i < count; i++) words[i] = QK(ramp_one)(&ramp, parameters[i], &index);
    return;
  }
  if (ramp.within_unit) {
    QK(ramp_few)(words, &ramp, parameters, count, 1);
  } else {
    QK(ramp_few)(words, &ramp, parameters, count, 0);
  }
}

#undef QK_STEPS
