// Levels of 8 bits, or of half floats.
// Licensed under the MIT license; see LICENSE.
//
// variant extended
//   | Targets are half floats: colours may leave 0...1, and are not rounded to bytes.

/// The nearest bytes, as sources are before an edge covers them: the plan has its colours so, the
/// software renderer computes so, and what is flat is the same in both.
///
/// Extended colours stay as they are.
vec4 nearestBytes(vec4 color) {
#ifdef EXTENDED
  return color;
#else
  return floor(color * 255.0 + 0.5) * (1.0 / 255.0);
#endif
}

/// The colour as a target takes it: beyond the largest half float it is stored as that.
vec4 stored(vec4 color) {
#ifdef EXTENDED
  return clamp(color, -65504.0, 65504.0);
#else
  return color;
#endif
}
