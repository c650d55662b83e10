// Levels of 8 bits.
// Licensed under the MIT license; see LICENSE.

/// The nearest bytes, as sources are before an edge covers them: the plan has its colours so, the
/// software renderer computes so, and what is flat is the same in both.
vec4 nearestBytes(vec4 color) {
  return floor(color * 255.0 + 0.5) * (1.0 / 255.0);
}
