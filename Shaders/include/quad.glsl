// Where a quad of whole pixels lies, and where its fragments are.
// Licensed under the MIT license; see LICENSE.

/// The surface drawn to: its origin in output pixels, 2 / its width, 2 / its height in pixels.
uniform vec4 surface;

#ifdef VERTEX
/// The corner of `quad` (minX, minY, maxX, maxY in output pixels) that this vertex is.
void placeQuad() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 pixel = mix(quad.xy, quad.zw, corner) - surface.xy;
  gl_Position = vec4(pixel * surface.zw - 1.0, 0.0, 1.0);
}
#else
/// The centre of this fragment's pixel, in output pixels. Row 0 of a target is its top row.
vec2 pixelCentre() {
  return gl_FragCoord.xy + surface.xy;
}
#endif
