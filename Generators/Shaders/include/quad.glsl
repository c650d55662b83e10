// Where a quad of whole pixels lies, and where its fragments are.
// Licensed under the MIT license; see LICENSE.
//
// variant rectangles
//   | Quads are six vertices that share nothing, and no input is `flat`: then llvmpipe fills
//   | rectangles, not triangles (lp_setup_vbuf.c), and counts no row through gl_FragCoord.y, which
//   | costs it a fifth of a plain shader.
// variant shifted | The target has several surfaces, each in a place of its own.
//
// input shift vec4 if shifted | From output pixels to the target's: x, y, 0, 0.

// Whether positions come from the vertices, and not from the target's pixels.
#if defined(RECTANGLES) || defined(SHIFTED)
#define HAS_PIXEL
#endif

/// The target: the output pixel at its origin, 2 / its width, 2 / its height in pixels.
uniform vec4 surface;

#ifdef VERTEX
#ifdef HAS_PIXEL
EVEN out vec2 pixel;
#endif

/// The corner of `quad` (minX, minY, maxX, maxY in output pixels) that this vertex is.
void placeQuad() {
#ifdef RECTANGLES
  int index = gl_VertexID < 3 ? gl_VertexID : 6 - gl_VertexID;
#else
  int index = gl_VertexID;
#endif
  vec2 corner = vec2(float(index & 1), float(index >> 1));
  vec2 position = mix(quad.xy, quad.zw, corner);
#ifdef HAS_PIXEL
  pixel = position;
#endif
#ifdef SHIFTED
  position += shiftIn.xy;
#endif
  gl_Position = vec4((position - surface.xy) * surface.zw - 1.0, 0.0, 1.0);
}
#else
#include "target.glsl"

#ifdef HAS_PIXEL
EVEN in vec2 pixel;
#endif

/// The centre of this fragment's pixel, in output pixels. Row 0 of a target is its top row.
///
/// Exact, so that a pixel does not depend on the quad that it is drawn with.
vec2 pixelCentre() {
#ifdef HAS_PIXEL
  return floor(pixel) + 0.5;
#else
  return gl_FragCoord.xy + surface.xy;
#endif
}
#endif
