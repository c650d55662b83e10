// The bodies of the blend modes; BlendKernels.c includes this once for each instruction set.
// Licensed under the MIT license; see LICENSE.
//
// Eight pixels at a time, each channel a vector. The formulas are those of BlendFormulas.swift,
// with the same operations in the same order, so that the results are equal, bit for bit.
// Conditions there are choices between two results here.

static inline QK_INLINE f8 QK(choose)(i8 condition, f8 yes, f8 no) {
  return (f8)((condition & (i8)yes) | (~condition & (i8)no));
}

static inline QK_INLINE f8 QK(least)(f8 a, f8 b) { return QK(choose)(a < b, a, b); }
static inline QK_INLINE f8 QK(most)(f8 a, f8 b) { return QK(choose)(a > b, a, b); }

static inline QK_INLINE f8 QK(all)(float value) { return (f8){0} + value; }

/// Clamped to 0...1; 0 for NaN.
static inline QK_INLINE f8 QK(unit)(f8 v) {
  return QK(choose)(v > 0, QK(choose)(v < 1, v, QK(all)(1)), QK(all)(0));
}

static inline QK_INLINE f8 QK(root)(f8 v) {
  return __builtin_elementwise_sqrt(v);
}

static inline QK_INLINE f8 QK(byte)(u8 words, int shift) {
  return __builtin_convertvector((i8)((words >> shift) & 255), f8) * (1.0f / 255.0f);
}

static inline QK_INLINE pixels8 QK(colors)(u8 words) {
  return (pixels8){
      QK(byte)(words, 0), QK(byte)(words, 8), QK(byte)(words, 16), QK(byte)(words, 24)};
}

static inline QK_INLINE u8 QK(level)(f8 v) {
  return (u8)__builtin_convertvector(QK(unit)(v) * 255.0f + 0.5f, i8);
}

static inline QK_INLINE u8 QK(words)(pixels8 p) {
  return QK(level)(p.r) | QK(level)(p.g) << 8 | QK(level)(p.b) << 16 | QK(level)(p.a) << 24;
}

static inline QK_INLINE f8 QK(hard_light)(f8 s, f8 d, f8 sa, f8 da) {
  return QK(choose)(2 * s <= sa, 2 * (s * d), sa * da - 2 * ((da - d) * (sa - s)));
}

static inline QK_INLINE f8 QK(color_dodge)(f8 s, f8 d, f8 sa, f8 da) {
  f8 full = sa * da;
  f8 dodged = QK(choose)(s < sa, QK(least)(full, d * sa * sa / (sa - s)), full);
  return QK(choose)(d <= 0, QK(all)(0), dodged);
}

static inline QK_INLINE f8 QK(color_burn)(f8 s, f8 d, f8 sa, f8 da) {
  f8 full = sa * da;
  f8 burnt = full - QK(least)(full, (da - d) * sa * sa / s);
  return QK(choose)(d >= da, full, QK(choose)(s > 0, burnt, QK(all)(0)));
}

static inline QK_INLINE f8 QK(soft_light)(f8 s, f8 d, f8 sa, f8 da) {
  f8 below = QK(choose)(da > 0, QK(unit)(d / da), QK(all)(0));
  f8 dark = d * (sa - (sa - 2 * s) * (1 - below));
  f8 polynomial = ((16 * below - 12) * below + 4) * below;
  f8 curve = QK(choose)(below <= 0.25f, polynomial, QK(root)(below));
  return QK(choose)(2 * s <= sa, dark, d * sa + (2 * s - sa) * da * (curve - below));
}

/// Limited to 0...limit.
static inline QK_INLINE f8 QK(kept)(f8 value, f8 limit) {
  return QK(most)(QK(least)(value, limit), QK(all)(0));
}

static inline QK_INLINE f8 QK(vivid_light)(f8 s, f8 d, f8 sa, f8 da) {
  return QK(choose)(
      2 * s <= sa, QK(color_burn)(2 * s, d, sa, da), QK(color_dodge)(2 * s - sa, d, sa, da));
}

static inline QK_INLINE f8 QK(pin_light)(f8 s, f8 d, f8 sa, f8 da) {
  return QK(choose)(
      2 * s <= sa, QK(least)(d * sa, 2 * (s * da)), QK(most)(d * sa, 2 * (s * da) - sa * da));
}

static inline QK_INLINE f8 QK(divide)(f8 s, f8 d, f8 sa, f8 da) {
  f8 full = sa * da;
  f8 quotient = QK(choose)(s > 0, QK(least)(full, d * sa * sa / s), full);
  return QK(choose)(d <= 0, QK(all)(0), quotient);
}

/// One channel of a separable mode.
static inline QK_INLINE f8 QK(separable)(int mode, f8 s, f8 d, f8 sa, f8 da) {
  f8 rest = s * (1 - da) + d * (1 - sa);
  switch (mode) {
    case QK_MULTIPLY: return rest + s * d;
    case QK_SCREEN: return s + d - s * d;
    case QK_DARKEN: return s + d - QK(most)(s * da, d * sa);
    case QK_LIGHTEN: return s + d - QK(least)(s * da, d * sa);
    case QK_DIFFERENCE: return s + d - 2 * QK(least)(s * da, d * sa);
    case QK_EXCLUSION: return s + d - 2 * (s * d);
    case QK_HARD_LIGHT: return rest + QK(hard_light)(s, d, sa, da);
    case QK_OVERLAY: return rest + QK(hard_light)(d, s, da, sa);
    case QK_COLOR_DODGE: return rest + QK(color_dodge)(s, d, sa, da);
    case QK_COLOR_BURN: return rest + QK(color_burn)(s, d, sa, da);
    case QK_LINEAR_BURN: return rest + QK(kept)(s * da + d * sa - sa * da, sa * da);
    case QK_LINEAR_DODGE: return rest + QK(kept)(s * da + d * sa, sa * da);
    case QK_LINEAR_LIGHT: return rest + QK(kept)(2 * (s * da) + d * sa - sa * da, sa * da);
    case QK_VIVID_LIGHT: return rest + QK(vivid_light)(s, d, sa, da);
    case QK_PIN_LIGHT: return rest + QK(pin_light)(s, d, sa, da);
    case QK_SUBTRACT: return rest + QK(kept)(d * sa - s * da, sa * da);
    case QK_DIVIDE: return rest + QK(divide)(s, d, sa, da);
    default: return rest + QK(soft_light)(s, d, sa, da);
  }
}

static inline QK_INLINE f8 QK(luminosity)(pixels8 c) {
  return 0.3f * c.r + 0.59f * c.g + 0.11f * c.b;
}

static inline QK_INLINE f8 QK(lowest)(pixels8 c) {
  return QK(least)(QK(least)(c.r, c.g), c.b);
}

static inline QK_INLINE f8 QK(highest)(pixels8 c) {
  return QK(most)(QK(most)(c.r, c.g), c.b);
}

static inline QK_INLINE pixels8 QK(set_saturation)(pixels8 c, pixels8 like) {
  f8 saturation = QK(highest)(like) - QK(lowest)(like);
  f8 low = QK(lowest)(c);
  f8 range = QK(highest)(c) - low;
  f8 scale = QK(choose)(range > 0, saturation / range, QK(all)(0));
  return (pixels8){(c.r - low) * scale, (c.g - low) * scale, (c.b - low) * scale, c.a};
}

static inline QK_INLINE f8 QK(clipped)(
    f8 moved, f8 center, f8 low, f8 up, f8 high, f8 down, f8 limit) {
  f8 raised = QK(choose)(low < 0, center + (moved - center) * up, moved);
  return QK(choose)(high > limit, center + (raised - center) * down, raised);
}

static inline QK_INLINE pixels8 QK(set_luminosity)(pixels8 c, f8 light, f8 limit) {
  f8 change = light - QK(luminosity)(c);
  pixels8 m = {c.r + change, c.g + change, c.b + change, c.a};
  f8 center = QK(luminosity)(m), low = QK(lowest)(m), high = QK(highest)(m);
  f8 up = QK(choose)(low < center, center / (center - low), QK(all)(0));
  f8 down = QK(choose)(high > center, (limit - center) / (high - center), QK(all)(0));
  return (pixels8){
      QK(clipped)(m.r, center, low, up, high, down, limit),
      QK(clipped)(m.g, center, low, up, high, down, limit),
      QK(clipped)(m.b, center, low, up, high, down, limit), c.a};
}

/// The mixed part of a mode that depends on all channels; colours and `limit` scaled by both
/// alphas.
static inline QK_INLINE pixels8 QK(non_separable)(int mode, pixels8 s, pixels8 d, f8 limit) {
  switch (mode) {
    case QK_HUE:
      return QK(set_luminosity)(QK(set_saturation)(s, d), QK(luminosity)(d), limit);
    case QK_SATURATION:
      return QK(set_luminosity)(QK(set_saturation)(d, s), QK(luminosity)(d), limit);
    case QK_COLOR: return QK(set_luminosity)(s, QK(luminosity)(d), limit);
    default: return QK(set_luminosity)(d, QK(luminosity)(s), limit);
  }
}

#define QK_EACH(expression) \
  (pixels8){ \
      QK_ONE(r, expression), QK_ONE(g, expression), QK_ONE(b, expression), QK_ONE(a, expression)}
#define QK_ONE(channel, expression) ({ f8 S = s.channel, D = d.channel; expression; })

static inline QK_INLINE pixels8 QK(blend)(int mode, pixels8 s, pixels8 d) {
  f8 sa = s.a, da = d.a;
  switch (mode) {
    case QK_CLEAR: return QK_EACH(((void)S, (void)D, QK(all)(0)));
    case QK_COPY: return s;
    case QK_SOURCE_IN: return QK_EACH(((void)D, S * da));
    case QK_SOURCE_OUT: return QK_EACH(((void)D, S * (1 - da)));
    case QK_SOURCE_ATOP: return QK_EACH(S * da + D * (1 - sa));
    case QK_DESTINATION_OVER: return QK_EACH(S * (1 - da) + D);
    case QK_DESTINATION_IN: return QK_EACH(((void)S, D * sa));
    case QK_DESTINATION_OUT: return QK_EACH(((void)S, D * (1 - sa)));
    case QK_DESTINATION_ATOP: return QK_EACH(S * (1 - da) + D * sa);
    case QK_XOR: return QK_EACH(S * (1 - da) + D * (1 - sa));
    case QK_PLUS_LIGHTER: return QK_EACH(QK(least)(QK(all)(1), S + D));
    case QK_PLUS_DARKER: {
      f8 alpha = QK(least)(QK(all)(1), sa + da);
      pixels8 result = QK_EACH(QK(most)(QK(all)(0), alpha - ((da - D) + (sa - S))));
      result.a = alpha;
      return result;
    }
    case QK_MAXIMUM: return QK_EACH(QK(most)(S, D));
    case QK_MINIMUM: return QK_EACH(QK(least)(S, D));
    case QK_SOURCE_MINUS_DESTINATION: {
      pixels8 result = QK_EACH(QK(most)(S - D, QK(all)(0)));
      result.a = sa + da - sa * da;
      return result;
    }
    case QK_DESTINATION_MINUS_SOURCE: {
      pixels8 result = QK_EACH(QK(most)(D - S, QK(all)(0)));
      result.a = sa + da - sa * da;
      return result;
    }
    case QK_HUE:
    case QK_SATURATION:
    case QK_COLOR:
    case QK_LUMINOSITY: {
      pixels8 over_d = {s.r * da, s.g * da, s.b * da, s.a};
      pixels8 under_s = {d.r * sa, d.g * sa, d.b * sa, d.a};
      pixels8 mixed = QK(non_separable)(mode, over_d, under_s, sa * da);
      pixels8 result = QK_EACH(S * (1 - da) + D * (1 - sa));
      result.r += mixed.r;
      result.g += mixed.g;
      result.b += mixed.b;
      result.a = sa + da - sa * da;
      return result;
    }
    case QK_MULTIPLY:
    case QK_SCREEN:
    case QK_OVERLAY:
    case QK_DARKEN:
    case QK_LIGHTEN:
    case QK_COLOR_DODGE:
    case QK_COLOR_BURN:
    case QK_SOFT_LIGHT:
    case QK_HARD_LIGHT:
    case QK_DIFFERENCE:
    case QK_EXCLUSION:
    case QK_LINEAR_BURN:
    case QK_LINEAR_DODGE:
    case QK_LINEAR_LIGHT:
    case QK_VIVID_LIGHT:
    case QK_PIN_LIGHT:
    case QK_SUBTRACT:
    case QK_DIVIDE: {
      pixels8 result = QK_EACH(QK(separable)(mode, S, D, sa, da));
      result.a = sa + da - sa * da;
      return result;
    }
    default: return QK_EACH(S + D * (1 - sa));
  }
}

#undef QK_EACH
#undef QK_ONE

/// Eight pixels.
static inline QK_INLINE u8 QK(blend_eight)(
    int mode, const qk_blend *blend, u8 words, u8 source, b8 coverage) {
  pixels8 d = QK(colors)(words), s;
  if (blend->source) {
    s = QK(colors)(source);
  } else {
    s.r = QK(all)(blend->color[0]);
    s.g = QK(all)(blend->color[1]);
    s.b = QK(all)(blend->color[2]);
    s.a = QK(all)(blend->color[3]);
  }
  s.r *= blend->opacity;
  s.g *= blend->opacity;
  s.b *= blend->opacity;
  s.a *= blend->opacity;
  if (blend->opaque) d.a = QK(all)(1);
  pixels8 m = QK(blend)(mode, s, d);
  if (!blend->coverage && blend->cover == 255) {
    if (blend->opaque) m.a = QK(all)(1);
    return QK(words)(m);
  }
  f8 share = __builtin_convertvector(coverage, f8) * (1.0f / 255.0f);
  f8 rest = 1 - share;
  m.r = d.r * rest + m.r * share;
  m.g = d.g * rest + m.g * share;
  m.b = d.b * rest + m.b * share;
  m.a = blend->opaque ? QK(all)(1) : d.a * rest + m.a * share;
  i8 covered = share > 0;
  return (u8)((covered & (i8)QK(words)(m)) | (~covered & (i8)words));
}

static inline QK_INLINE void QK(blend_span)(
    int mode, uint32_t *pixels, const qk_blend *blend, int32_t count) {
  b8 coverage = (b8){0} + blend->cover;
  u8 source = {0};
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    if (blend->source) source = *(const u8 *)(blend->source + i);
    if (blend->coverage) coverage = *(const b8 *)(blend->coverage + i);
    u8 *at = (u8 *)(pixels + i);
    *at = QK(blend_eight)(mode, blend, *at, source, coverage);
  }
  if (i < count) {
    size_t rest = (size_t)(count - i);
    u8 words = {0};
    __builtin_memcpy(&words, pixels + i, rest * 4);
    if (blend->source) __builtin_memcpy(&source, blend->source + i, rest * 4);
    if (blend->coverage) __builtin_memcpy(&coverage, blend->coverage + i, rest);
    words = QK(blend_eight)(mode, blend, words, source, coverage);
    __builtin_memcpy(pixels + i, &words, rest * 4);
  }
}

static void QK(blend_words)(uint32_t *pixels, const qk_blend *job, int32_t count) {
  // A copy that nothing can alias, so that the loops need not read it again.
  qk_blend local = *job;
  const qk_blend *blend = &local;
#define QK_CASE(mode) \
  case mode: QK(blend_span)(mode, pixels, blend, count); break;
  switch (blend->mode) {
    QK_CASE(QK_MULTIPLY)
    QK_CASE(QK_SCREEN)
    QK_CASE(QK_OVERLAY)
    QK_CASE(QK_DARKEN)
    QK_CASE(QK_LIGHTEN)
    QK_CASE(QK_COLOR_DODGE)
    QK_CASE(QK_COLOR_BURN)
    QK_CASE(QK_SOFT_LIGHT)
    QK_CASE(QK_HARD_LIGHT)
    QK_CASE(QK_DIFFERENCE)
    QK_CASE(QK_EXCLUSION)
    QK_CASE(QK_HUE)
    QK_CASE(QK_SATURATION)
    QK_CASE(QK_COLOR)
    QK_CASE(QK_LUMINOSITY)
    QK_CASE(QK_CLEAR)
    QK_CASE(QK_COPY)
    QK_CASE(QK_SOURCE_IN)
    QK_CASE(QK_SOURCE_OUT)
    QK_CASE(QK_SOURCE_ATOP)
    QK_CASE(QK_DESTINATION_OVER)
    QK_CASE(QK_DESTINATION_IN)
    QK_CASE(QK_DESTINATION_OUT)
    QK_CASE(QK_DESTINATION_ATOP)
    QK_CASE(QK_XOR)
    QK_CASE(QK_PLUS_DARKER)
    QK_CASE(QK_PLUS_LIGHTER)
    QK_CASE(QK_LINEAR_BURN)
    QK_CASE(QK_LINEAR_DODGE)
    QK_CASE(QK_LINEAR_LIGHT)
    QK_CASE(QK_VIVID_LIGHT)
    QK_CASE(QK_PIN_LIGHT)
    QK_CASE(QK_SUBTRACT)
    QK_CASE(QK_DIVIDE)
    QK_CASE(QK_MAXIMUM)
    QK_CASE(QK_MINIMUM)
    QK_CASE(QK_SOURCE_MINUS_DESTINATION)
    QK_CASE(QK_DESTINATION_MINUS_SOURCE)
    default: QK(blend_span)(QK_NORMAL, pixels, blend, count);
  }
#undef QK_CASE
}
