// The coverage of the record's own shape, whichever variant is drawn.
// Licensed under the MIT license; see LICENSE.
//
// record shape | A rectangle, rounded or not, and the map from pixels to the space that it is in.
//
// field rect vec4 | minX, minY, maxX, maxY of the shape, in shape space; of a border, its outer edge.
// field radiiX vec4 if rounded
//   | Horizontal corner radii in shape space: minX-minY, maxX-minY, minX-maxY, maxX-maxY.
// field radiiY vec4 if rounded | Vertical corner radii in shape space, in the same order.
// field inverse1 vec4 if general
//   | Rows of the map (x, y, 1) of output pixels -> homogeneous shape space; the fourth is unused.
// field inverse2 vec4 if general
// field inverse3 vec4 if general

#include "quad.glsl"
#include "coverage.glsl"

// Whether edges are passed as boxes: in the space of pixels, with no corners or circular ones.
#if !defined(GENERAL) && (defined(CIRCULAR) || !defined(ROUNDED))
#define BOXED
#endif
// Whether the shape leaves pixels of the quad uncovered.
#if !defined(COVERED) && !defined(COPIES)
#define HAS_EDGES
#endif

#ifdef VERTEX
#if defined(BOXED) && defined(HAS_EDGES)
CONSTANT out vec4 box;
void placeShape() {
  box = boxOf(rectIn);
}
#else
void placeShape() {}
#endif
#else
#if defined(BOXED) && defined(HAS_EDGES)
CONSTANT in vec4 box;
#endif

/// Where the pixel with centre `p` lies in shape space.
Position shapePosition(vec2 p) {
#ifdef GENERAL
  return positionOf(p, inverse1, inverse2, inverse3);
#else
  return Position(p, vec2(1.0, 0.0), vec2(0.0, 1.0), true, 0.0);
#endif
}

/// The coverage of a rectangle at a position of shape space, with any corners.
float roundedCoverage(Position position, vec4 edges, vec4 cornersX, vec4 cornersY) {
#ifdef GENERAL
  return generalRoundedCoverage(position, edges, cornersX, cornersY);
#else
  return axisRoundedCoverage(position.l, edges, cornersX, cornersY);
#endif
}

/// The coverage of the record's shape at a position of shape space.
float shapeCoverage(Position position) {
#if !defined(HAS_EDGES)
  return position.isVisible ? 1.0 : 0.0;
#elif defined(BOXED) && defined(CIRCULAR)
  return boxCircularCoverage(position.l, box, radiiX.x);
#elif defined(BOXED)
  return boxCoverage(position.l, box);
#elif defined(ROUNDED)
  return roundedCoverage(position, rect, radiiX, radiiY);
#else
  return generalCoverage(position, rect);
#endif
}
#endif
