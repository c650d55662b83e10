// How much of a pixel a shape covers: the formulas at the head of RenderPlan.swift.
// Licensed under the MIT license; see LICENSE.
//
// A shape is a rectangle `rect` (minX, minY, maxX, maxY) whose corners are ellipses with the radii
// `radiiX`, `radiiY` (minX-minY, maxX-minY, minX-maxY, maxX-maxY), none longer than half of its
// side. A corner counts where its radii are positive and the rectangle is not empty.

/// The radii of the corner in the quarter of `rect` that `l` lies in.
vec2 cornerRadii(vec2 l, vec4 rect, vec4 radiiX, vec4 radiiY) {
  bvec2 far = greaterThan(l + l, rect.xy + rect.zw);
  vec2 x = far.y ? radiiX.zw : radiiX.xy;
  vec2 y = far.y ? radiiY.zw : radiiY.xy;
  return far.x ? vec2(x.y, y.y) : vec2(x.x, y.x);
}

/// Whether a position `inset` from the nearer edges lies in the box of a corner with radii `r`.
bool isInCorner(vec2 inset, vec2 r, vec4 rect) {
  return all(lessThan(inset, r)) && min(r.x, r.y) > 0.0
    && all(greaterThan(rect.zw, rect.xy));
}

/// Shape space is the space of pixels; `p` is a pixel's centre. Exact.
float axisCoverage(vec2 p, vec4 rect) {
  vec2 overlap = clamp(min(p + 0.5, rect.zw) - max(p - 0.5, rect.xy), 0.0, 1.0);
  return overlap.x * overlap.y;
}

/// A rectangle for `boxCoverage`: its centre and half of its sides.
vec4 boxOf(vec4 rect) {
  return vec4(0.5 * (rect.xy + rect.zw), 0.5 * (rect.zw - rect.xy));
}

/// As `axisCoverage`, for a rectangle with sides of at least one pixel.
///
/// Then the overlap along an axis is half a side + 1/2 - |p - centre|, between 0 and 1. That takes
/// half of the instructions, and these are most of what a software renderer does for a pixel.
float boxCoverage(vec2 p, vec4 box) {
  vec2 overlap = clamp((box.zw + 0.5) - abs(p - box.xy), 0.0, 1.0);
  return overlap.x * overlap.y;
}

/// As `axisRoundedCoverage`, for corners that are circles of one radius, at most half of the sides.
float boxCircularCoverage(vec2 p, vec4 box, float radius) {
  vec2 away = abs(p - box.xy);
  // From the corner's centre to p, positive in the corner's box.
  vec2 v = away - (box.zw - radius);
  float square = dot(v, v);
  float d = 0.5 * (square - radius * radius) * inversesqrt(square);
  vec2 overlap = clamp((box.zw + 0.5) - away, 0.0, 1.0);
  bool isCorner = min(v.x, v.y) > 0.0 && radius > 0.0;
  float straight = overlap.x * overlap.y;
  return isCorner ? clamp(0.5 - d, 0.0, straight) : straight;
}

/// As `axisCoverage`, with corners: the first-order distance to an ellipse (Taubin 1994).
float axisRoundedCoverage(vec2 p, vec4 rect, vec4 radiiX, vec4 radiiY) {
  vec2 r = cornerRadii(p, rect, radiiX, radiiY);
  vec2 inset = min(p - rect.xy, rect.zw - p);
  vec2 q = (r - inset) / r;
  float d = (dot(q, q) - 1.0) / max(length(2.0 * q / r), 1e-6);
  float straight = axisCoverage(p, rect);
  return isInCorner(inset, r, rect) ? clamp(0.5 - d, 0.0, straight) : straight;
}

/// A pixel's position in shape space and how that changes from pixel to pixel.
struct Position {
  /// In shape space; not a number where `isVisible` is false.
  vec2 l;
  /// The change of l.x and of l.y for one pixel along x and along y.
  vec2 dx;
  vec2 dy;
  /// Whether the pixel is before the eye.
  bool isVisible;
  /// The edges that are not anti-aliased, as bits: minX, maxX, minY, maxY.
  float hardEdges;
};

/// The position of pixel centre `p`; a, b, c are the rows of the inverse homography.
Position positionOf(vec2 p, vec4 a, vec4 b, vec4 c) {
  vec3 h = p.x * a.xyz + p.y * b.xyz + c.xyz;
  Position position;
  position.isVisible = h.z > 0.0;
  position.hardEdges = c.w;
  float scale = 1.0 / h.z;
  position.l = h.xy * scale;
  position.dx = vec2(a.x - position.l.x * a.z, b.x - position.l.x * b.z) * scale;
  position.dy = vec2(a.y - position.l.y * a.z, b.y - position.l.y * b.z) * scale;
  return position;
}

/// The coverage of a rectangle in a space of its own.
///
/// At a hard edge a pixel is in if its centre is; a centre on the edge belongs to the next shape.
float generalCoverage(Position position, vec4 rect) {
  vec2 g = vec2(length(position.dx), length(position.dy));
  vec2 fromLow = position.l - rect.xy;
  vec2 toHigh = rect.zw - position.l;
  vec2 low = clamp(fromLow / g + 0.5, 0.0, 1.0);
  vec2 high = clamp(toHigh / g + 0.5, 0.0, 1.0);
  int edges = int(position.hardEdges + 0.5);
  low = mix(low, vec2(greaterThanEqual(fromLow, vec2(0.0))), bvec2(edges & 1, edges & 4));
  high = mix(high, vec2(greaterThan(toHigh, vec2(0.0))), bvec2(edges & 2, edges & 8));
  vec2 overlap = clamp(low + high - 1.0, 0.0, 1.0);
  return position.isVisible ? overlap.x * overlap.y : 0.0;
}

/// A position at which all edges are soft, as those of holes are.
Position softened(Position position) {
  position.hardEdges = 0.0;
  return position;
}

/// As `generalCoverage`, with corners.
float generalRoundedCoverage(Position position, vec4 rect, vec4 radiiX, vec4 radiiY) {
  vec2 r = cornerRadii(position.l, rect, radiiX, radiiY);
  vec2 inset = min(position.l - rect.xy, rect.zw - position.l);
  bvec2 far = greaterThan(position.l + position.l, rect.xy + rect.zw);
  vec2 q = (r - inset) / r;
  vec2 g = 2.0 * q / r * vec2(far.x ? 1.0 : -1.0, far.y ? 1.0 : -1.0);
  float d = (dot(q, q) - 1.0) / max(length(g.x * position.dx + g.y * position.dy), 1e-6);
  float straight = generalCoverage(position, rect);
  return isInCorner(inset, r, rect) ? clamp(0.5 - d, 0.0, straight) : straight;
}
