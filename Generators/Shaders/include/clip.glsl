// The coverage of the one clip that a draw may have.
// Licensed under the MIT license; see LICENSE.
//
// variant clipped | A clip in the space of pixels, one for all instances.
// variant clippedEach without clipped
//   | A clip in the space of pixels for each instance, whose corners are circles.
// variant clippedGeneral without clipped clippedEach | A clip in a space of its own, one for all.
//
// input clipRect vec4 if clippedEach | As in `ClipRecord`.
// input clipRadii vec4 if clippedEach | Along both axes.

#include "coverage.glsl"

#if defined(CLIPPED) || defined(CLIPPED_EACH) || defined(CLIPPED_GENERAL)
#define IS_CLIPPED
#endif

#if defined(CLIPPED) || defined(CLIPPED_GENERAL)
/// As in `ClipRecord`: rect, radiiX, radiiY, then the rows of the inverse.
uniform vec4 clip[6];
#endif

/// The part of the pixel with centre `p` that the clip leaves.
float clipCoverage(vec2 p) {
#if defined(CLIPPED)
  return axisRoundedCoverage(p, clip[0], clip[1], clip[2]);
#elif defined(CLIPPED_EACH)
  return axisRoundedCoverage(p, clipRect, clipRadii, clipRadii);
#elif defined(CLIPPED_GENERAL)
  return generalRoundedCoverage(positionOf(p, clip[3], clip[4], clip[5]), clip[0], clip[1], clip[2]);
#else
  return 1.0;
#endif
}
