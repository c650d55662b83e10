// The coverage of the record's own shape, whichever variant is drawn.
// Licensed under the MIT license; see LICENSE.

#include "coverage.glsl"

/// Where the pixel with centre `p` lies in shape space.
Place shapePlace(vec2 p) {
#ifdef GENERAL
  return placeOf(p, inverse1, inverse2, inverse3);
#else
  return Place(p, vec2(1.0, 0.0), vec2(0.0, 1.0), true);
#endif
}

/// The coverage of a rectangle at a place of shape space, without corners.
float rectCoverage(Place place, vec4 edges) {
#ifdef GENERAL
  return generalCoverage(place, edges);
#else
  return axisCoverage(place.l, edges);
#endif
}

/// The coverage of a rectangle at a place of shape space, with corners.
float roundedCoverage(Place place, vec4 edges, vec4 cornersX, vec4 cornersY) {
#ifdef GENERAL
  return generalRoundedCoverage(place, edges, cornersX, cornersY);
#else
  return axisRoundedCoverage(place.l, edges, cornersX, cornersY);
#endif
}

/// The coverage of the record's shape at a place of shape space.
float shapeCoverage(Place place) {
#if defined(COVERED) || defined(COPIES)
  return place.isVisible ? 1.0 : 0.0;
#elif defined(ROUNDED)
  return roundedCoverage(place, rect, radiiX, radiiY);
#else
  return rectCoverage(place, rect);
#endif
}
