// Gradients in rectangles, rounded or not.
// Licensed under the MIT license; see LICENSE.
//
// kind gradient gradientRecords | One draw of kind `gradient`: a gradient in a rectangle, rounded or not.
//
// variant general | The shape has a space of its own.
// variant rounded | A corner has a radius, or a side is shorter than a pixel.
// variant circular needs rounded without general
//   | All corners of an edge are circles of one radius, at most half of the sides.
// variant covered without rounded | The shape covers every pixel of the quad.
// variant radial | Colours change with the distance from the origin of the gradient's space.
// variant conic without radial
//   | Colours change with the direction from the origin, from the x axis towards the y axis.
// variant stepped | There are more segments than one, which are in a texture.
//
// constant rampsWidth 768 | Texels in a row of the texture of ramps; a multiple of three.
//
// fields shape.glsl unless covered
// field mapX vec4 as u
//   | Shape space (x, y, 1) -> x of the gradient's space; the fourth is unused.
// field mapY vec4 as v | Shape space (x, y, 1) -> y of the gradient's space; the fourth is unused.
// field base vec4 unless stepped
//   | Straight, sRGB-encoded, opacity folded in: at t the colour is base + slope t.
// field slope vec4 unless stepped
// field range vec4
//   | The first and the last t, beyond which the colour stays; the index of the first stretch in the
//   | ramps, and how many there are.

#include "quad.glsl"
#include "clip.glsl"
#include "shape.glsl"

#ifdef VERTEX
void main() {
  placeQuad();
  placeShape();
  passRecord();
}
#else
#ifdef STEPPED
/// Segments of all gradients, three texels each: base, slope, (first t, 0, 0, 0); in rows.
uniform highp sampler2D ramps;

vec4 rampTexel(int index) {
  return texelFetch(ramps, ivec2(index % rampsWidth, index / rampsWidth), 0);
}
#endif

#ifdef CONIC
/// The angle over a full turn, 0...1; the polynomial of GradientKernelsBody.h.
float turnOf(vec2 g) {
  vec2 a = abs(g);
  bool isSteep = a.x < a.y;
  float low = isSteep ? a.x : a.y;
  float high = isSteep ? a.y : a.x;
  float q = high > 0.0 ? low / high : 0.0;
  float z = q * q;
  float p = 0.0028662257 * z - 0.0161657367;
  p = p * z + 0.0429096138;
  p = p * z - 0.0752896400;
  p = p * z + 0.1065626393;
  p = p * z - 0.1420889944;
  p = p * z + 0.1999355085;
  p = p * z - 0.3333314528;
  p = p * z + 1.0;
  float turn = q * p * 0.15915494309189535;
  if (isSteep) turn = 0.25 - turn;
  if (g.x < 0.0) turn = 0.5 - turn;
  if (g.y < 0.0) turn = 1.0 - turn;
  return turn < 1.0 ? turn : 0.0;
}
#endif

void main() {
  vec2 p = pixelCentre();
  Position position = shapePosition(p);
  vec3 l = vec3(position.l, 1.0);
#if defined(RADIAL)
  vec2 g = vec2(dot(mapX.xyz, l), dot(mapY.xyz, l));
  float t = sqrt(g.x * g.x + g.y * g.y);
#elif defined(CONIC)
  float t = turnOf(vec2(dot(mapX.xyz, l), dot(mapY.xyz, l)));
#else
  float t = dot(mapX.xyz, l);
#endif
  t = clamp(t, range.x, range.y);
#ifdef STEPPED
  int first = int(range.z);
  int count = int(range.w);
  // The last segment that begins at or before t.
  int low = 0;
  int high = count;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (t >= rampTexel(first + 3 * middle + 2).x) low = middle; else high = middle;
  }
  int found = first + 3 * low;
  vec4 straight = rampTexel(found) + rampTexel(found + 1) * t;
#else
  vec4 straight = base + slope * t;
#endif
#ifdef EXTENDED
  straight.a = clamp(straight.a, 0.0, 1.0);
#else
  straight = clamp(straight, 0.0, 1.0);
#endif
  vec4 source = nearestBytes(vec4(straight.rgb * straight.a, straight.a));
  drawOver(source * (shapeCoverage(position) * clipCoverage(p)));
}
#endif
