// The last steps of a fragment.
// Licensed under the MIT license; see LICENSE.
//
// variant blends
//   | The shader itself mixes with the target's pixel, in Float, where the driver lets it read that;
//   | else the blend unit does, or nothing does.

#include "levels.glsl"

#ifndef WORDS
/// Lays a premultiplied source over the target's pixel.
void drawOver(vec4 source) {
#if defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
  fragment = stored(source + fragment * (1.0 - source.a));
#else
  fragment = source;
#endif
}
#endif
