// Generated from Shaders/*.glsl by scripts/generate. Do not edit.
// Licensed under the MIT license; see LICENSE.

/// The shaders, each with its variants.
enum Shader: UInt8, CaseIterable, Sendable {
  case solid
  case border
  case image
  case composite
  case coverage
  case gradient
  case affine
  case blur
  case colors
  case matrix
  case mirror
  case mixed
  case planes
  case scale
}

/// The choices of a shader when it is compiled: the macros that are defined.
struct ShaderVariant: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  /// The shape has a space of its own.
  static let general = ShaderVariant(rawValue: 1 << 0)
  /// A corner has a radius, or a side is shorter than a pixel.
  static let rounded = ShaderVariant(rawValue: 1 << 1)
  /// All corners of an edge are circles of one radius, at most half of the sides.
  static let circular = ShaderVariant(rawValue: 1 << 2)
  /// The shape covers every pixel of the quad.
  static let covered = ShaderVariant(rawValue: 1 << 3)
  /// Quads are six vertices that share nothing, and no input is `flat`: then llvmpipe fills
  /// rectangles, not triangles (lp_setup_vbuf.c), and counts no row through gl_FragCoord.y, which
  /// costs it a fifth of a plain shader.
  static let rectangles = ShaderVariant(rawValue: 1 << 4)
  /// The target has several surfaces, each in a place of its own.
  static let shifted = ShaderVariant(rawValue: 1 << 5)
  /// The shader itself mixes with the target's pixel, in Float, where the driver lets it read that;
  /// else the blend unit does, or nothing does.
  static let blends = ShaderVariant(rawValue: 1 << 6)
  /// Targets are half floats: colours may leave 0...1, and are not rounded to bytes.
  static let extended = ShaderVariant(rawValue: 1 << 7)
  /// A clip in the space of pixels, one for all instances.
  static let clipped = ShaderVariant(rawValue: 1 << 8)
  /// A clip in the space of pixels for each instance, whose corners are circles.
  static let clippedEach = ShaderVariant(rawValue: 1 << 9)
  /// A clip in a space of its own, one for all.
  static let clippedGeneral = ShaderVariant(rawValue: 1 << 10)
  /// Shape space is mapped to texels in three parts along each axis.
  static let stretched = ShaderVariant(rawValue: 1 << 11)
  /// Texels repeat outside of those that may be sampled.
  static let repeated = ShaderVariant(rawValue: 1 << 12)
  /// Two levels of smaller pictures are mixed.
  static let mipmapped = ShaderVariant(rawValue: 1 << 13)
  /// The nearest texel instead of a mix of four.
  static let nearest = ShaderVariant(rawValue: 1 << 14)
  /// Every pixel is exactly one texel, and the shape covers all of the quad.
  static let copies = ShaderVariant(rawValue: 1 << 15)
  /// The image is larger than a texture and lies in the layers of an array, row by row.
  static let tiled = ShaderVariant(rawValue: 1 << 16)
  /// The alpha of a third surface multiplies, pixel by pixel.
  static let masked = ShaderVariant(rawValue: 1 << 17)
  /// The target's pixels were copied to a texture, for drivers that let no shader read the target.
  static let backdrop = ShaderVariant(rawValue: 1 << 18)
  /// Red and blue are exchanged in all textures and targets.
  static let swapped = ShaderVariant(rawValue: 1 << 19)
  /// How it mixes is a uniform, `mode`.
  static let anyMode = ShaderVariant(rawValue: 1 << 20)
  /// Four texels are fetched at once, as OpenGL ES 3.1 can; llvmpipe takes a third less time so.
  static let gathers = ShaderVariant(rawValue: 1 << 21)
  /// Colours change with the distance from the origin of the gradient's space.
  static let radial = ShaderVariant(rawValue: 1 << 22)
  /// Colours change with the direction from the origin, from the x axis towards the y axis.
  static let conic = ShaderVariant(rawValue: 1 << 23)
  /// There are more segments than one, which are in a texture.
  static let stepped = ShaderVariant(rawValue: 1 << 24)
  /// The binomial 1 4 6 4 1 at every second pixel.
  static let halved = ShaderVariant(rawValue: 1 << 25)
  /// The binomial between and on the pixels of half as many.
  static let doubled = ShaderVariant(rawValue: 1 << 26)
  /// The source is a picture of bytes; else it is of a step before.
  static let first = ShaderVariant(rawValue: 1 << 27)
  /// The result is words, for a later step; else it is bytes.
  static let words = ShaderVariant(rawValue: 1 << 28)
  /// All four channels are blurred, and not alpha alone.
  static let colors = ShaderVariant(rawValue: 1 << 29)
  /// Some are coverage: bytes of a second texture instead of an image.
  static let covering = ShaderVariant(rawValue: 1 << 30)

  /// The macros in GLSL, one for each bit.
  static let macros = [
    "GENERAL", "ROUNDED", "CIRCULAR", "COVERED", "RECTANGLES", "SHIFTED", "BLENDS", "EXTENDED",
    "CLIPPED", "CLIPPED_EACH", "CLIPPED_GENERAL", "STRETCHED", "REPEATED", "MIPMAPPED", "NEAREST",
    "COPIES", "TILED", "MASKED", "BACKDROP", "SWAPPED", "ANY_MODE", "GATHERS", "RADIAL", "CONIC",
    "STEPPED", "HALVED", "DOUBLED", "FIRST", "WORDS", "COLORS", "COVERING",
  ]
}

/// The whole numbers that shaders and Swift share.
enum ShaderConstant {
  /// Texels in a row of the texture of ramps; a multiple of three.
  static let rampsWidth = 768
}

extension Shader {
  /// What stands before macros and source of every stage.
  static let version = """
    #version 300 es
    """

  /// The same for the variant `gathers`.
  static let laterVersion = """
    #version 310 es
    """

  /// GLSL of both stages, includes in place, without version and macros.
  var source: String { parts.joined(separator: "\n") }

  /// The parts of `source` in their order.
  private var parts: [String] {
    switch self {
    case .solid:
      [
        Part.head, Part.solidInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.coverageInclude, Part.clipInclude, Part.shapeInclude, Part.solid,
      ]
    case .border:
      [
        Part.head, Part.borderInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.coverageInclude, Part.clipInclude, Part.shapeInclude, Part.border,
      ]
    case .image:
      [
        Part.head, Part.imageInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.coverageInclude, Part.clipInclude, Part.shapeInclude, Part.image,
        Part.samplingInclude, Part.stretchInclude, Part.image2,
      ]
    case .composite:
      [
        Part.head, Part.compositeInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.coverageInclude, Part.clipInclude, Part.composite,
        Part.blendInclude, Part.composite2,
      ]
    case .coverage:
      [
        Part.head, Part.coverageInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.coverageInclude, Part.clipInclude, Part.coverage, Part.bytesInclude,
        Part.stretchInclude, Part.coverage2,
      ]
    case .gradient:
      [
        Part.head, Part.gradientInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.coverageInclude, Part.clipInclude, Part.shapeInclude, Part.gradient,
      ]
    case .affine:
      [
        Part.head, Part.affineInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.affine,
      ]
    case .blur:
      [
        Part.head, Part.blurInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.blur,
      ]
    case .colors:
      [
        Part.head, Part.colorsInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.colors, Part.sepiaInclude, Part.colors2,
      ]
    case .matrix:
      [
        Part.head, Part.matrixInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.matrix,
      ]
    case .mirror:
      [
        Part.head, Part.mirrorInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.mirror,
      ]
    case .mixed:
      [
        Part.head, Part.mixedInputs, Part.mixed, Part.quadInclude, Part.levelsInclude,
        Part.targetInclude, Part.quadInclude2, Part.coverageInclude, Part.clipInclude,
        Part.shapeInclude, Part.mixed2, Part.samplingInclude, Part.mixed3, Part.bytesInclude,
        Part.stretchInclude, Part.mixed4,
      ]
    case .planes:
      [
        Part.head, Part.planesInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.planes,
      ]
    case .scale:
      [
        Part.head, Part.scaleInputs, Part.quadInclude, Part.levelsInclude, Part.targetInclude,
        Part.quadInclude2, Part.scale,
      ]
    }
  }

  /// The attributes that a variant reads: bit i is location i, a vec4 each; 0 is the quad.
  func attributes(_ variant: ShaderVariant) -> UInt32 {
    var bits: UInt32 = 1
    switch self {
    case .solid:
      if !variant.contains(.covered) { bits |= 1 << 1 }
      if variant.contains(.rounded) {
        bits |= 1 << 2
        bits |= 1 << 3
      }
      if variant.contains(.general) {
        bits |= 1 << 4
        bits |= 1 << 5
        bits |= 1 << 6
      }
      bits |= 1 << 7
      if variant.contains(.shifted) { bits |= 1 << 8 }
      if variant.contains(.clippedEach) {
        bits |= 1 << 9
        bits |= 1 << 10
      }
    case .border:
      bits |= 1 << 1
      if variant.contains(.rounded) {
        bits |= 1 << 2
        bits |= 1 << 3
      }
      if variant.contains(.general) {
        bits |= 1 << 4
        bits |= 1 << 5
        bits |= 1 << 6
      }
      bits |= 1 << 7
      bits |= 1 << 8
      if variant.contains(.rounded) {
        bits |= 1 << 9
        bits |= 1 << 10
      }
      if variant.contains(.shifted) { bits |= 1 << 11 }
      if variant.contains(.clippedEach) {
        bits |= 1 << 12
        bits |= 1 << 13
      }
    case .image:
      if variant.isDisjoint(with: [.covered, .copies]) { bits |= 1 << 1 }
      if variant.contains(.rounded) {
        bits |= 1 << 2
        bits |= 1 << 3
      }
      if variant.contains(.general) {
        bits |= 1 << 4
        bits |= 1 << 5
        bits |= 1 << 6
      }
      bits |= 1 << 7
      bits |= 1 << 8
      if !variant.contains(.copies) { bits |= 1 << 9 }
      if variant.contains(.stretched) {
        bits |= 1 << 10
        bits |= 1 << 11
      }
      if variant.contains(.mipmapped) { bits |= 1 << 12 }
      if variant.contains(.shifted) { bits |= 1 << 13 }
      if variant.contains(.clippedEach) {
        bits |= 1 << 14
        bits |= 1 << 15
      }
    case .composite:
      bits |= 1 << 1
      bits |= 1 << 2
      if variant.contains(.shifted) { bits |= 1 << 3 }
      if variant.contains(.clippedEach) {
        bits |= 1 << 4
        bits |= 1 << 5
      }
    case .coverage:
      if variant.contains(.general) {
        bits |= 1 << 1
        bits |= 1 << 2
        bits |= 1 << 3
      }
      bits |= 1 << 4
      bits |= 1 << 5
      if !variant.contains(.copies) { bits |= 1 << 6 }
      if variant.contains(.stretched) {
        bits |= 1 << 7
        bits |= 1 << 8
      }
      if variant.contains(.shifted) { bits |= 1 << 9 }
      if variant.contains(.clippedEach) {
        bits |= 1 << 10
        bits |= 1 << 11
      }
    case .gradient:
      if !variant.contains(.covered) { bits |= 1 << 1 }
      if variant.contains(.rounded) {
        bits |= 1 << 2
        bits |= 1 << 3
      }
      if variant.contains(.general) {
        bits |= 1 << 4
        bits |= 1 << 5
        bits |= 1 << 6
      }
      bits |= 1 << 7
      bits |= 1 << 8
      if !variant.contains(.stepped) {
        bits |= 1 << 9
        bits |= 1 << 10
      }
      bits |= 1 << 11
      if variant.contains(.shifted) { bits |= 1 << 12 }
      if variant.contains(.clippedEach) {
        bits |= 1 << 13
        bits |= 1 << 14
      }
    case .affine:
      bits |= 1 << 1
      bits |= 1 << 2
      bits |= 1 << 3
      if variant.contains(.shifted) { bits |= 1 << 4 }
    case .blur:
      bits |= 1 << 1
      bits |= 1 << 2
      if variant.isDisjoint(with: [.halved, .doubled]) {
        bits |= 1 << 3
        bits |= 1 << 4
        bits |= 1 << 5
        bits |= 1 << 6
        bits |= 1 << 7
        bits |= 1 << 8
      }
      if variant.contains(.shifted) { bits |= 1 << 9 }
    case .colors:
      bits |= 1 << 1
      bits |= 1 << 2
      bits |= 1 << 3
      bits |= 1 << 4
      bits |= 1 << 5
      bits |= 1 << 6
      bits |= 1 << 7
      bits |= 1 << 8
      bits |= 1 << 9
      bits |= 1 << 10
      bits |= 1 << 11
      bits |= 1 << 12
      if variant.contains(.shifted) { bits |= 1 << 13 }
    case .matrix:
      bits |= 1 << 1
      bits |= 1 << 2
      bits |= 1 << 3
      bits |= 1 << 4
      bits |= 1 << 5
      bits |= 1 << 6
      bits |= 1 << 7
      if variant.contains(.shifted) { bits |= 1 << 8 }
    case .mirror:
      bits |= 1 << 1
      bits |= 1 << 2
      if variant.contains(.shifted) { bits |= 1 << 3 }
    case .mixed:
      bits |= 1 << 1
      bits |= 1 << 2
      bits |= 1 << 3
      if variant.contains(.general) {
        bits |= 1 << 4
        bits |= 1 << 5
        bits |= 1 << 6
      }
      bits |= 1 << 7
      bits |= 1 << 8
      bits |= 1 << 9
      bits |= 1 << 10
      bits |= 1 << 11
      bits |= 1 << 12
      if variant.contains(.covering) {
        bits |= 1 << 13
        bits |= 1 << 14
      }
      if variant.contains(.shifted) { bits |= 1 << 15 }
      if variant.contains(.clippedEach) {
        bits |= 1 << 16
        bits |= 1 << 17
      }
    case .planes:
      bits |= 1 << 1
      bits |= 1 << 2
      bits |= 1 << 3
      bits |= 1 << 4
      bits |= 1 << 5
      bits |= 1 << 6
      if variant.contains(.shifted) { bits |= 1 << 7 }
    case .scale:
      bits |= 1 << 1
      bits |= 1 << 2
      bits |= 1 << 3
      if variant.contains(.shifted) { bits |= 1 << 4 }
    }
    return bits
  }
}

/// The texts that shaders are made of, each once.
private enum Part {
  static let head = """
    #ifdef BLENDS
    #extension GL_EXT_shader_framebuffer_fetch : enable
    #endif
    #ifdef RECTANGLES
    #extension GL_NV_shader_noperspective_interpolation : enable
    #endif
    precision highp float;
    precision highp int;
    #if defined(RECTANGLES) && defined(GL_NV_shader_noperspective_interpolation)
    #define EVEN noperspective
    #define CONSTANT noperspective
    #else
    #define EVEN smooth
    #define CONSTANT flat
    #endif
    """

  static let solidInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    #if !defined(COVERED)
    layout(location = 1) in vec4 rectIn; CONSTANT out vec4 rect;
    #endif
    #if defined(ROUNDED)
    layout(location = 2) in vec4 radiiXIn; CONSTANT out vec4 radiiX;
    layout(location = 3) in vec4 radiiYIn; CONSTANT out vec4 radiiY;
    #endif
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In; CONSTANT out vec4 inverse1;
    layout(location = 5) in vec4 inverse2In; CONSTANT out vec4 inverse2;
    layout(location = 6) in vec4 inverse3In; CONSTANT out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn; CONSTANT out vec4 color;
    #if defined(SHIFTED)
    layout(location = 8) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    layout(location = 9) in vec4 clipRectIn; CONSTANT out vec4 clipRect;
    layout(location = 10) in vec4 clipRadiiIn; CONSTANT out vec4 clipRadii;
    #endif
    void passRecord() {
    #if !defined(COVERED)
      rect = rectIn;
    #endif
    #if defined(ROUNDED)
      radiiX = radiiXIn;
      radiiY = radiiYIn;
    #endif
    #if defined(GENERAL)
      inverse1 = inverse1In;
      inverse2 = inverse2In;
      inverse3 = inverse3In;
    #endif
      color = colorIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    #if defined(CLIPPED_EACH)
      clipRect = clipRectIn;
      clipRadii = clipRadiiIn;
    #endif
    }
    #else
    #if !defined(COVERED)
    CONSTANT in vec4 rect;
    #endif
    #if defined(ROUNDED)
    CONSTANT in vec4 radiiX;
    CONSTANT in vec4 radiiY;
    #endif
    #if defined(GENERAL)
    CONSTANT in vec4 inverse1;
    CONSTANT in vec4 inverse2;
    CONSTANT in vec4 inverse3;
    #endif
    CONSTANT in vec4 color;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    CONSTANT in vec4 clipRect;
    CONSTANT in vec4 clipRadii;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let quadInclude = """
    #if defined(RECTANGLES) || defined(SHIFTED)
    #define HAS_PIXEL
    #endif
    uniform vec4 surface;
    #ifdef VERTEX
    #ifdef HAS_PIXEL
    EVEN out vec2 pixel;
    #endif
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
    """

  static let levelsInclude = """
    vec4 nearestBytes(vec4 color) {
    #ifdef EXTENDED
      return color;
    #else
      return floor(color * 255.0 + 0.5) * (1.0 / 255.0);
    #endif
    }
    vec4 stored(vec4 color) {
    #ifdef EXTENDED
      return clamp(color, -65504.0, 65504.0);
    #else
      return color;
    #endif
    }
    """

  static let targetInclude = """
    #ifndef WORDS
    void drawOver(vec4 source) {
    #if defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
      fragment = stored(source + fragment * (1.0 - source.a));
    #else
      fragment = source;
    #endif
    }
    #endif
    """

  static let quadInclude2 = """
    #ifdef HAS_PIXEL
    EVEN in vec2 pixel;
    #endif
    vec2 pixelCentre() {
    #ifdef HAS_PIXEL
      return floor(pixel) + 0.5;
    #else
      return gl_FragCoord.xy + surface.xy;
    #endif
    }
    #endif
    """

  static let coverageInclude = """
    vec2 cornerRadii(vec2 l, vec4 rect, vec4 radiiX, vec4 radiiY) {
      bvec2 far = greaterThan(l + l, rect.xy + rect.zw);
      vec2 x = far.y ? radiiX.zw : radiiX.xy;
      vec2 y = far.y ? radiiY.zw : radiiY.xy;
      return far.x ? vec2(x.y, y.y) : vec2(x.x, y.x);
    }
    bool isInCorner(vec2 inset, vec2 r, vec4 rect) {
      return all(lessThan(inset, r)) && min(r.x, r.y) > 0.0
        && all(greaterThan(rect.zw, rect.xy));
    }
    float axisCoverage(vec2 p, vec4 rect) {
      vec2 overlap = clamp(min(p + 0.5, rect.zw) - max(p - 0.5, rect.xy), 0.0, 1.0);
      return overlap.x * overlap.y;
    }
    vec4 boxOf(vec4 rect) {
      return vec4(0.5 * (rect.xy + rect.zw), 0.5 * (rect.zw - rect.xy));
    }
    float boxCoverage(vec2 p, vec4 box) {
      vec2 overlap = clamp((box.zw + 0.5) - abs(p - box.xy), 0.0, 1.0);
      return overlap.x * overlap.y;
    }
    float boxCircularCoverage(vec2 p, vec4 box, float radius) {
      vec2 away = abs(p - box.xy);
      vec2 v = away - (box.zw - radius);
      float square = dot(v, v);
      float d = 0.5 * (square - radius * radius) * inversesqrt(square);
      vec2 overlap = clamp((box.zw + 0.5) - away, 0.0, 1.0);
      bool isCorner = min(v.x, v.y) > 0.0 && radius > 0.0;
      float straight = overlap.x * overlap.y;
      return isCorner ? clamp(0.5 - d, 0.0, straight) : straight;
    }
    float axisRoundedCoverage(vec2 p, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(p, rect, radiiX, radiiY);
      vec2 inset = min(p - rect.xy, rect.zw - p);
      vec2 q = (r - inset) / r;
      float d = (dot(q, q) - 1.0) / max(length(2.0 * q / r), 1e-6);
      float straight = axisCoverage(p, rect);
      return isInCorner(inset, r, rect) ? clamp(0.5 - d, 0.0, straight) : straight;
    }
    struct Position {
      vec2 l;
      vec2 dx;
      vec2 dy;
      bool isVisible;
      float hardEdges;
    };
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
    Position softened(Position position) {
      position.hardEdges = 0.0;
      return position;
    }
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
    """

  static let clipInclude = """
    #if defined(CLIPPED) || defined(CLIPPED_EACH) || defined(CLIPPED_GENERAL)
    #define IS_CLIPPED
    #endif
    #if defined(CLIPPED) || defined(CLIPPED_GENERAL)
    uniform vec4 clip[6];
    #endif
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
    """

  static let shapeInclude = """
    #if !defined(GENERAL) && (defined(CIRCULAR) || !defined(ROUNDED))
    #define BOXED
    #endif
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
    Position shapePosition(vec2 p) {
    #ifdef GENERAL
      return positionOf(p, inverse1, inverse2, inverse3);
    #else
      return Position(p, vec2(1.0, 0.0), vec2(0.0, 1.0), true, 0.0);
    #endif
    }
    float roundedCoverage(Position position, vec4 edges, vec4 cornersX, vec4 cornersY) {
    #ifdef GENERAL
      return generalRoundedCoverage(position, edges, cornersX, cornersY);
    #else
      return axisRoundedCoverage(position.l, edges, cornersX, cornersY);
    #endif
    }
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
    """

  static let solid = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      placeShape();
      passRecord();
    }
    #else
    void main() {
    #if defined(COVERED) && !defined(IS_CLIPPED)
      drawOver(color);
    #else
      vec2 p = pixelCentre();
      drawOver(color * (shapeCoverage(shapePosition(p)) * clipCoverage(p)));
    #endif
    }
    #endif
    """

  static let borderInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 rectIn; CONSTANT out vec4 rect;
    #if defined(ROUNDED)
    layout(location = 2) in vec4 radiiXIn; CONSTANT out vec4 radiiX;
    layout(location = 3) in vec4 radiiYIn; CONSTANT out vec4 radiiY;
    #endif
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In; CONSTANT out vec4 inverse1;
    layout(location = 5) in vec4 inverse2In; CONSTANT out vec4 inverse2;
    layout(location = 6) in vec4 inverse3In; CONSTANT out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn; CONSTANT out vec4 color;
    layout(location = 8) in vec4 innerRectIn; CONSTANT out vec4 innerRect;
    #if defined(ROUNDED)
    layout(location = 9) in vec4 innerRadiiXIn; CONSTANT out vec4 innerRadiiX;
    layout(location = 10) in vec4 innerRadiiYIn; CONSTANT out vec4 innerRadiiY;
    #endif
    #if defined(SHIFTED)
    layout(location = 11) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    layout(location = 12) in vec4 clipRectIn; CONSTANT out vec4 clipRect;
    layout(location = 13) in vec4 clipRadiiIn; CONSTANT out vec4 clipRadii;
    #endif
    void passRecord() {
      rect = rectIn;
    #if defined(ROUNDED)
      radiiX = radiiXIn;
      radiiY = radiiYIn;
    #endif
    #if defined(GENERAL)
      inverse1 = inverse1In;
      inverse2 = inverse2In;
      inverse3 = inverse3In;
    #endif
      color = colorIn;
      innerRect = innerRectIn;
    #if defined(ROUNDED)
      innerRadiiX = innerRadiiXIn;
      innerRadiiY = innerRadiiYIn;
    #endif
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    #if defined(CLIPPED_EACH)
      clipRect = clipRectIn;
      clipRadii = clipRadiiIn;
    #endif
    }
    #else
    CONSTANT in vec4 rect;
    #if defined(ROUNDED)
    CONSTANT in vec4 radiiX;
    CONSTANT in vec4 radiiY;
    #endif
    #if defined(GENERAL)
    CONSTANT in vec4 inverse1;
    CONSTANT in vec4 inverse2;
    CONSTANT in vec4 inverse3;
    #endif
    CONSTANT in vec4 color;
    CONSTANT in vec4 innerRect;
    #if defined(ROUNDED)
    CONSTANT in vec4 innerRadiiX;
    CONSTANT in vec4 innerRadiiY;
    #endif
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    CONSTANT in vec4 clipRect;
    CONSTANT in vec4 clipRadii;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let border = """
    #ifdef VERTEX
    #ifdef BOXED
    CONSTANT out vec4 innerBox;
    #endif
    void main() {
      placeQuad();
      placeShape();
    #ifdef BOXED
      innerBox = boxOf(innerRectIn);
    #endif
      passRecord();
    }
    #else
    #ifdef BOXED
    CONSTANT in vec4 innerBox;
    #endif
    float innerCoverage(Position position) {
    #if defined(BOXED) && defined(CIRCULAR)
      return boxCircularCoverage(position.l, innerBox, innerRadiiX.x);
    #elif defined(BOXED)
      return boxCoverage(position.l, innerBox);
    #elif defined(ROUNDED)
      return roundedCoverage(softened(position), innerRect, innerRadiiX, innerRadiiY);
    #else
      return generalCoverage(softened(position), innerRect);
    #endif
    }
    void main() {
      vec2 p = pixelCentre();
      Position position = shapePosition(p);
      float ring = max(shapeCoverage(position) - innerCoverage(position), 0.0);
      drawOver(color * (ring * clipCoverage(p)));
    }
    #endif
    """

  static let imageInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    #if !defined(COVERED) && !defined(COPIES)
    layout(location = 1) in vec4 rectIn; CONSTANT out vec4 rect;
    #endif
    #if defined(ROUNDED)
    layout(location = 2) in vec4 radiiXIn; CONSTANT out vec4 radiiX;
    layout(location = 3) in vec4 radiiYIn; CONSTANT out vec4 radiiY;
    #endif
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In; CONSTANT out vec4 inverse1;
    layout(location = 5) in vec4 inverse2In; CONSTANT out vec4 inverse2;
    layout(location = 6) in vec4 inverse3In; CONSTANT out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn; CONSTANT out vec4 color;
    layout(location = 8) in vec4 texelMapIn; CONSTANT out vec4 texelMap;
    #if !defined(COPIES)
    layout(location = 9) in vec4 texelRectIn; CONSTANT out vec4 texelRect;
    #endif
    #if defined(STRETCHED)
    layout(location = 10) in vec4 sliceEdgesIn; CONSTANT out vec4 sliceEdges;
    layout(location = 11) in vec4 stretchIn; CONSTANT out vec4 stretch;
    #endif
    #if defined(MIPMAPPED)
    layout(location = 12) in float levelIn; CONSTANT out float level;
    #endif
    #if defined(SHIFTED)
    layout(location = 13) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    layout(location = 14) in vec4 clipRectIn; CONSTANT out vec4 clipRect;
    layout(location = 15) in vec4 clipRadiiIn; CONSTANT out vec4 clipRadii;
    #endif
    void passRecord() {
    #if !defined(COVERED) && !defined(COPIES)
      rect = rectIn;
    #endif
    #if defined(ROUNDED)
      radiiX = radiiXIn;
      radiiY = radiiYIn;
    #endif
    #if defined(GENERAL)
      inverse1 = inverse1In;
      inverse2 = inverse2In;
      inverse3 = inverse3In;
    #endif
      color = colorIn;
      texelMap = texelMapIn;
    #if !defined(COPIES)
      texelRect = texelRectIn;
    #endif
    #if defined(STRETCHED)
      sliceEdges = sliceEdgesIn;
      stretch = stretchIn;
    #endif
    #if defined(MIPMAPPED)
      level = levelIn;
    #endif
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    #if defined(CLIPPED_EACH)
      clipRect = clipRectIn;
      clipRadii = clipRadiiIn;
    #endif
    }
    #else
    #if !defined(COVERED) && !defined(COPIES)
    CONSTANT in vec4 rect;
    #endif
    #if defined(ROUNDED)
    CONSTANT in vec4 radiiX;
    CONSTANT in vec4 radiiY;
    #endif
    #if defined(GENERAL)
    CONSTANT in vec4 inverse1;
    CONSTANT in vec4 inverse2;
    CONSTANT in vec4 inverse3;
    #endif
    CONSTANT in vec4 color;
    CONSTANT in vec4 texelMap;
    #if !defined(COPIES)
    CONSTANT in vec4 texelRect;
    #endif
    #if defined(STRETCHED)
    CONSTANT in vec4 sliceEdges;
    CONSTANT in vec4 stretch;
    #endif
    #if defined(MIPMAPPED)
    CONSTANT in float level;
    #endif
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    CONSTANT in vec4 clipRect;
    CONSTANT in vec4 clipRadii;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let image = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      placeShape();
      passRecord();
    }
    #else
    """

  static let samplingInclude = """
    #ifdef TILED
    uniform highp sampler2DArray tiles;
    uniform ivec3 tiling;
    #else
    uniform highp sampler2D image;
    #endif
    vec4 texelAt(ivec2 index, int level) {
    #ifdef TILED
    #ifdef MIPMAPPED
      ivec2 whole = textureSize(tiles, 0).xy;
      int levels = int(log2(float(max(whole.x, whole.y))) + 0.5) + 1;
      if (level >= levels) {
        ivec2 away = max(tiling.yz >> levels, 1) * (level - levels);
        ivec2 position = index + (whole.x >= whole.y ? ivec2(away.x, 0) : ivec2(0, away.y));
        int rows = (tiling.z + whole.y - 1) / whole.y;
        return texelFetch(tiles, ivec3(position, rows * tiling.x), 0);
      }
    #endif
      ivec2 size = textureSize(tiles, level).xy;
      ivec2 tile = index / size;
      return texelFetch(tiles, ivec3(index - tile * size, tile.y * tiling.x + tile.x), level);
    #else
      return texelFetch(image, index, level);
    #endif
    }
    vec4 texelAt(ivec2 index) {
      return texelAt(index, 0);
    }
    ivec2 texelIndex(vec2 index, vec4 texels) {
    #ifdef REPEATED
      vec2 count = texels.zw - texels.xy;
      vec2 rest = index - texels.xy;
      rest -= count * floor(rest / count);
      rest += count * (vec2(lessThan(rest, vec2(0.0))) - vec2(greaterThanEqual(rest, count)));
      return ivec2(texels.xy + clamp(rest, vec2(0.0), count - 1.0));
    #else
      return ivec2(clamp(index, texels.xy, texels.zw - 1.0));
    #endif
    }
    vec4 nearestTexel(vec2 t, vec4 texels) {
      return texelAt(texelIndex(floor(t) + texels.xy, texels));
    }
    vec4 mixedTexel(vec2 t, vec4 texels, int level) {
      vec2 position = t - 0.5;
      vec2 low = floor(position);
      vec2 part = position - low;
      low += texels.xy;
      ivec2 a = texelIndex(low, texels);
      ivec2 b = texelIndex(low + 1.0, texels);
      vec4 left = mix(texelAt(a, level), texelAt(ivec2(a.x, b.y), level), part.y);
      vec4 right = mix(texelAt(ivec2(b.x, a.y), level), texelAt(b, level), part.y);
      return mix(left, right, part.x);
    }
    vec4 mixedTexel(vec2 t, vec4 texels) {
      return mixedTexel(t, texels, 0);
    }
    #ifdef MIPMAPPED
    vec4 levelTexel(vec2 t, vec4 texels, int level) {
    #ifdef TILED
      uvec2 whole = uvec2(tiling.yz);
    #else
      uvec2 whole = uvec2(textureSize(image, 0));
    #endif
      if (level == 0) { return mixedTexel(t, texels, 0); }
      uvec2 size = max(whole >> uint(level), uvec2(1u));
      uvec2 first = uvec2(texels.xy);
      uvec2 end = uvec2(texels.zw);
      uvec2 low = (first * size + whole - 1u) / whole;
      uvec2 high = end * size / whole;
      uvec2 middle = min((first + end) * size / (2u * whole), size - 1u);
      bvec2 isEmpty = greaterThanEqual(low, high);
      low = isEmpty.x ? uvec2(middle.x, low.y) : low;
      low = isEmpty.y ? uvec2(low.x, middle.y) : low;
      high = isEmpty.x ? uvec2(middle.x + 1u, high.y) : high;
      high = isEmpty.y ? uvec2(high.x, middle.y + 1u) : high;
      vec2 ratio = vec2(size) / vec2(whole);
      vec2 place = (t + texels.xy) * ratio - vec2(low);
      return mixedTexel(place, vec4(vec2(low), vec2(high)), level);
    }
    vec4 mipmappedTexel(vec2 t, vec4 texels, float level) {
      int low = int(level);
      float part = level - float(low);
      vec4 texel = levelTexel(t, texels, low);
      return part > 0.0 ? mix(texel, levelTexel(t, texels, low + 1), part) : texel;
    }
    #endif
    """

  static let stretchInclude = """
    vec2 stretchedTexel(vec2 l, vec4 texelMap, vec4 sliceEdges, vec2 stretch) {
      vec2 outer = min(l, sliceEdges.xy) + max(l - sliceEdges.zw, 0.0);
      vec2 middle = clamp(l, sliceEdges.xy, sliceEdges.zw) - sliceEdges.xy;
      return outer * texelMap.xy + texelMap.zw + middle * stretch;
    }
    """

  static let image2 = """
    void main() {
      vec2 p = pixelCentre();
    #ifdef COPIES
      vec4 texel = texelAt(ivec2(p + texelMap.zw));
      drawOver(nearestBytes(texel * color) * clipCoverage(p));
    #else
      Position position = shapePosition(p);
    #ifdef STRETCHED
      vec2 t = stretchedTexel(position.l, texelMap, sliceEdges, stretch.xy);
    #else
      vec2 t = position.l * texelMap.xy + texelMap.zw;
    #endif
    #if defined(NEAREST)
      vec4 texel = nearestTexel(t, texelRect);
    #elif defined(MIPMAPPED)
      vec4 texel = mipmappedTexel(t, texelRect, level);
    #else
      vec4 texel = mixedTexel(t, texelRect);
    #endif
      drawOver(nearestBytes(texel * color) * (shapeCoverage(position) * clipCoverage(p)));
    #endif
    }
    #endif
    """

  static let compositeInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in float opacityIn; CONSTANT out float opacity;
    layout(location = 2) in vec4 originsIn; CONSTANT out vec4 origins;
    #if defined(SHIFTED)
    layout(location = 3) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    layout(location = 4) in vec4 clipRectIn; CONSTANT out vec4 clipRect;
    layout(location = 5) in vec4 clipRadiiIn; CONSTANT out vec4 clipRadii;
    #endif
    void passRecord() {
      opacity = opacityIn;
      origins = originsIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    #if defined(CLIPPED_EACH)
      clipRect = clipRectIn;
      clipRadii = clipRadiiIn;
    #endif
    }
    #else
    CONSTANT in float opacity;
    CONSTANT in vec4 origins;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    CONSTANT in vec4 clipRect;
    CONSTANT in vec4 clipRadii;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let composite = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    """

  static let blendInclude = """
    #ifdef ANY_MODE
    uniform int mode;
    #define MODE mode
    #endif
    #ifdef MODE
    #ifdef BACKDROP
    uniform highp sampler2D below;
    uniform vec2 belowOrigin;
    #endif
    #ifdef SWAPPED
    #define LUMINOSITIES vec3(0.11, 0.59, 0.3)
    #else
    #define LUMINOSITIES vec3(0.3, 0.59, 0.11)
    #endif
    vec3 hardLight(vec3 s, vec3 d, float sa, float da) {
      vec3 light = sa * da - 2.0 * ((da - d) * (sa - s));
      return mix(light, 2.0 * (s * d), lessThanEqual(2.0 * s, vec3(sa)));
    }
    vec3 colorDodge(vec3 s, vec3 d, float sa, float da) {
      vec3 full = vec3(sa * da);
      bvec3 isBelow = lessThan(s, vec3(sa));
      vec3 rest = mix(vec3(1.0), sa - s, isBelow);
      vec3 dodged = mix(full, min(full, d * (sa * sa) / rest), isBelow);
      return mix(dodged, vec3(0.0), lessThanEqual(d, vec3(0.0)));
    }
    vec3 colorBurn(vec3 s, vec3 d, float sa, float da) {
      vec3 full = vec3(sa * da);
      bvec3 isSome = greaterThan(s, vec3(0.0));
      vec3 divisor = mix(vec3(1.0), s, isSome);
      vec3 burnt = mix(vec3(0.0), full - min(full, (da - d) * (sa * sa) / divisor), isSome);
      return mix(burnt, full, greaterThanEqual(d, vec3(da)));
    }
    vec3 softLight(vec3 s, vec3 d, float sa, float da) {
      vec3 straight = da > 0.0 ? clamp(d / da, 0.0, 1.0) : vec3(0.0);
      vec3 dark = d * (sa - (sa - 2.0 * s) * (1.0 - straight));
      vec3 low = ((16.0 * straight - 12.0) * straight + 4.0) * straight;
      vec3 curve = mix(sqrt(straight), low, lessThanEqual(straight, vec3(0.25)));
      vec3 light = d * sa + (2.0 * s - sa) * da * (curve - straight);
      return mix(light, dark, lessThanEqual(2.0 * s, vec3(sa)));
    }
    vec3 vividLight(vec3 s, vec3 d, float sa, float da) {
      vec3 dodged = colorDodge(2.0 * s - sa, d, sa, da);
      return mix(dodged, colorBurn(2.0 * s, d, sa, da), lessThanEqual(2.0 * s, vec3(sa)));
    }
    vec3 pinLight(vec3 s, vec3 d, float sa, float da) {
      vec3 light = max(d * sa, 2.0 * (s * da) - sa * da);
      return mix(light, min(d * sa, 2.0 * (s * da)), lessThanEqual(2.0 * s, vec3(sa)));
    }
    vec3 divided(vec3 s, vec3 d, float sa, float da) {
      vec3 full = vec3(sa * da);
      bvec3 isSome = greaterThan(s, vec3(0.0));
      vec3 divisor = mix(vec3(1.0), s, isSome);
      vec3 quotient = mix(full, min(full, d * (sa * sa) / divisor), isSome);
      return mix(quotient, vec3(0.0), lessThanEqual(d, vec3(0.0)));
    }
    float lowest(vec3 c) {
      return min(min(c.x, c.y), c.z);
    }
    float highest(vec3 c) {
      return max(max(c.x, c.y), c.z);
    }
    vec3 saturated(vec3 c, vec3 model) {
      float low = lowest(c);
      float range = highest(c) - low;
      return (c - low) * (range > 0.0 ? (highest(model) - lowest(model)) / range : 0.0);
    }
    vec3 lit(vec3 c, vec3 model, float limit) {
      vec3 moved = c + (dot(model, LUMINOSITIES) - dot(c, LUMINOSITIES));
      float center = dot(moved, LUMINOSITIES);
      float low = lowest(moved);
      float high = highest(moved);
      float up = low < center ? center / (center - low) : 0.0;
      vec3 raised = low < 0.0 ? center + (moved - center) * up : moved;
      float down = high > center ? (limit - center) / (high - center) : 0.0;
      return high > limit ? center + (raised - center) * down : raised;
    }
    vec3 commonPart(vec3 s, vec3 d, float sa, float da) {
      if (MODE == 1) return s * d; // multiply
      if (MODE == 2) return s * da + d * sa - s * d; // screen
      if (MODE == 3) return hardLight(d, s, da, sa); // overlay
      if (MODE == 4) return min(s * da, d * sa); // darken
      if (MODE == 5) return max(s * da, d * sa); // lighten
      if (MODE == 6) return colorDodge(s, d, sa, da);
      if (MODE == 7) return colorBurn(s, d, sa, da);
      if (MODE == 8) return softLight(s, d, sa, da);
      if (MODE == 9) return hardLight(s, d, sa, da);
      if (MODE == 10) return abs(s * da - d * sa); // difference
      if (MODE == 11) return s * da + d * sa - 2.0 * s * d; // exclusion
      if (MODE == 12) return lit(saturated(s * da, d * sa), d * sa, sa * da); // hue
      if (MODE == 13) return lit(saturated(d * sa, s * da), d * sa, sa * da); // saturation
      if (MODE == 14) return lit(s * da, d * sa, sa * da); // color
      if (MODE == 15) return lit(d * sa, s * da, sa * da); // luminosity
      float full = sa * da;
      if (MODE == 28) return clamp(s * da + d * sa - full, 0.0, full); // linearBurn
      if (MODE == 29) return clamp(s * da + d * sa, 0.0, full); // linearDodge
      if (MODE == 30) return clamp(2.0 * (s * da) + d * sa - full, 0.0, full); // linearLight
      if (MODE == 31) return vividLight(s, d, sa, da);
      if (MODE == 32) return pinLight(s, d, sa, da);
      if (MODE == 33) return clamp(d * sa - s * da, 0.0, full); // subtract
      return divided(s, d, sa, da); // divide
    }
    #ifdef EXTENDED
    uniform float brightest;
    vec4 limited(vec4 c) {
      bool isUnlimited = MODE <= 1 || MODE == 4 || MODE == 5 || MODE == 10
        || (MODE >= 16 && MODE <= 25) || MODE == 27 || MODE == 35 || MODE == 36;
      return isUnlimited ? c : vec4(clamp(c.rgb, 0.0, c.a), c.a);
    }
    #else
    const float brightest = 1.0;
    #endif
    vec4 blended(vec4 s, vec4 d) {
      if (MODE == 0) return s + d * (1.0 - s.a); // normal
      if (MODE <= 15 || (MODE >= 28 && MODE <= 34)) {
        vec3 alone = s.rgb * (1.0 - d.a) + d.rgb * (1.0 - s.a);
    #ifdef EXTENDED
        s = limited(s);
        d = limited(d);
    #endif
        return vec4(alone + commonPart(s.rgb, d.rgb, s.a, d.a), s.a + d.a - s.a * d.a);
      }
    #ifdef EXTENDED
      s = limited(s);
      d = limited(d);
    #endif
      if (MODE == 16) return vec4(0.0); // clear
      if (MODE == 17) return s; // copy
      if (MODE == 18) return s * d.a; // sourceIn
      if (MODE == 19) return s * (1.0 - d.a); // sourceOut
      if (MODE == 20) return s * d.a + d * (1.0 - s.a); // sourceAtop
      if (MODE == 21) return s * (1.0 - d.a) + d; // destinationOver
      if (MODE == 22) return d * s.a; // destinationIn
      if (MODE == 23) return d * (1.0 - s.a); // destinationOut
      if (MODE == 24) return s * (1.0 - d.a) + d * s.a; // destinationAtop
      if (MODE == 25) return s * (1.0 - d.a) + d * (1.0 - s.a); // xor
      if (MODE == 26) { // plusDarker
        float alpha = min(1.0, s.a + d.a);
        return vec4(max(alpha - ((d.a - d.rgb) + (s.a - s.rgb)), 0.0), alpha);
      }
      if (MODE == 27) return min(s + d, vec4(vec3(brightest), 1.0)); // plusLighter
      if (MODE == 35) return max(s, d); // maximum
      if (MODE == 36) return min(s, d); // minimum
      vec3 rest = MODE == 37 ? s.rgb - d.rgb : d.rgb - s.rgb; // the two differences
      return vec4(max(rest, 0.0), s.a + d.a - s.a * d.a);
    }
    void drawBlended(vec4 source, float coverage, vec2 p) {
    #if defined(BACKDROP)
      vec4 d = texelFetch(below, ivec2(p - belowOrigin), 0);
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
      vec4 d = fragment;
    #else
      vec4 d = vec4(0.0);
    #endif
      fragment = stored(d * (1.0 - coverage) + blended(source, d) * coverage);
    }
    #endif
    """

  static let composite2 = """
    uniform highp sampler2D image;
    #ifdef MASKED
    uniform highp sampler2D mask;
    #endif
    void main() {
      vec2 p = pixelCentre();
      vec4 texel = texelFetch(image, ivec2(p + origins.xy), 0);
      float coverage = clipCoverage(p);
    #ifdef MASKED
      coverage *= texelFetch(mask, ivec2(p + origins.zw), 0).a;
    #endif
    #ifdef MODE
      drawBlended(texel * opacity, coverage, p);
    #elif defined(MASKED)
      drawOver(nearestBytes(nearestBytes(texel * opacity) * coverage));
    #else
      drawOver(nearestBytes(texel * opacity) * coverage);
    #endif
    }
    #endif
    """

  static let coverageInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    #if defined(GENERAL)
    layout(location = 1) in vec4 inverse1In; CONSTANT out vec4 inverse1;
    layout(location = 2) in vec4 inverse2In; CONSTANT out vec4 inverse2;
    layout(location = 3) in vec4 inverse3In; CONSTANT out vec4 inverse3;
    #endif
    layout(location = 4) in vec4 colorIn; CONSTANT out vec4 color;
    layout(location = 5) in vec4 texelMapIn; CONSTANT out vec4 texelMap;
    #if !defined(COPIES)
    layout(location = 6) in vec4 texelRectIn; CONSTANT out vec4 texelRect;
    #endif
    #if defined(STRETCHED)
    layout(location = 7) in vec4 sliceEdgesIn; CONSTANT out vec4 sliceEdges;
    layout(location = 8) in vec4 stretchIn; CONSTANT out vec4 stretch;
    #endif
    #if defined(SHIFTED)
    layout(location = 9) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    layout(location = 10) in vec4 clipRectIn; CONSTANT out vec4 clipRect;
    layout(location = 11) in vec4 clipRadiiIn; CONSTANT out vec4 clipRadii;
    #endif
    void passRecord() {
    #if defined(GENERAL)
      inverse1 = inverse1In;
      inverse2 = inverse2In;
      inverse3 = inverse3In;
    #endif
      color = colorIn;
      texelMap = texelMapIn;
    #if !defined(COPIES)
      texelRect = texelRectIn;
    #endif
    #if defined(STRETCHED)
      sliceEdges = sliceEdgesIn;
      stretch = stretchIn;
    #endif
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    #if defined(CLIPPED_EACH)
      clipRect = clipRectIn;
      clipRadii = clipRadiiIn;
    #endif
    }
    #else
    #if defined(GENERAL)
    CONSTANT in vec4 inverse1;
    CONSTANT in vec4 inverse2;
    CONSTANT in vec4 inverse3;
    #endif
    CONSTANT in vec4 color;
    CONSTANT in vec4 texelMap;
    #if !defined(COPIES)
    CONSTANT in vec4 texelRect;
    #endif
    #if defined(STRETCHED)
    CONSTANT in vec4 sliceEdges;
    CONSTANT in vec4 stretch;
    #endif
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    CONSTANT in vec4 clipRect;
    CONSTANT in vec4 clipRadii;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let coverage = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    """

  static let bytesInclude = """
    #ifdef GATHERS
    uniform vec2 texelSize;
    #endif
    vec4 asBytes(vec4 alphas) {
    #ifdef EXTENDED
      return floor(clamp(alphas, 0.0, 1.0) * 255.0 + 0.5) * (1.0 / 255.0);
    #else
      return alphas;
    #endif
    }
    float mixedByte(highp sampler2D bytes, vec2 t, vec4 texels) {
      vec2 position = clamp(t - 0.5, vec2(0.0), texels.zw - texels.xy - 1.0);
      vec2 low = floor(position);
      vec2 part = position - low;
      low += texels.xy;
    #ifdef GATHERS
      vec4 four = asBytes(textureGather(bytes, (low + 1.0) * texelSize, 3));
      vec2 sides = mix(four.wz, four.xy, part.y);
    #else
      ivec2 a = ivec2(low);
      ivec2 b = min(a + 1, ivec2(texels.zw) - 1);
      vec4 four = asBytes(
        vec4(
          texelFetch(bytes, a, 0).a,
          texelFetch(bytes, ivec2(b.x, a.y), 0).a,
          texelFetch(bytes, ivec2(a.x, b.y), 0).a,
          texelFetch(bytes, b, 0).a
        )
      );
      vec2 sides = mix(four.xy, four.zw, part.y);
    #endif
      return mix(sides.x, sides.y, part.x);
    }
    """

  static let coverage2 = """
    uniform highp sampler2D image;
    void main() {
      vec2 p = pixelCentre();
    #ifdef COPIES
      float coverage = asBytes(texelFetch(image, ivec2(p + texelMap.zw), 0)).a;
      drawOver(nearestBytes(color * (coverage * clipCoverage(p))));
    #else
    #ifdef GENERAL
      vec3 h = p.x * inverse1.xyz + p.y * inverse2.xyz + inverse3.xyz;
      bool isVisible = h.z > 0.0;
      vec2 l = h.xy / h.z;
    #else
      bool isVisible = true;
      vec2 l = p;
    #endif
    #ifdef STRETCHED
      vec2 t = stretchedTexel(l, texelMap, sliceEdges, stretch.xy);
    #else
      vec2 t = l * texelMap.xy + texelMap.zw;
    #endif
      float coverage = isVisible ? mixedByte(image, t, texelRect) : 0.0;
      drawOver(nearestBytes(color * (coverage * clipCoverage(p))));
    #endif
    }
    #endif
    """

  static let gradientInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    #if !defined(COVERED)
    layout(location = 1) in vec4 rectIn; CONSTANT out vec4 rect;
    #endif
    #if defined(ROUNDED)
    layout(location = 2) in vec4 radiiXIn; CONSTANT out vec4 radiiX;
    layout(location = 3) in vec4 radiiYIn; CONSTANT out vec4 radiiY;
    #endif
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In; CONSTANT out vec4 inverse1;
    layout(location = 5) in vec4 inverse2In; CONSTANT out vec4 inverse2;
    layout(location = 6) in vec4 inverse3In; CONSTANT out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 mapXIn; CONSTANT out vec4 mapX;
    layout(location = 8) in vec4 mapYIn; CONSTANT out vec4 mapY;
    #if !defined(STEPPED)
    layout(location = 9) in vec4 baseIn; CONSTANT out vec4 base;
    layout(location = 10) in vec4 slopeIn; CONSTANT out vec4 slope;
    #endif
    layout(location = 11) in vec4 rangeIn; CONSTANT out vec4 range;
    #if defined(SHIFTED)
    layout(location = 12) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    layout(location = 13) in vec4 clipRectIn; CONSTANT out vec4 clipRect;
    layout(location = 14) in vec4 clipRadiiIn; CONSTANT out vec4 clipRadii;
    #endif
    void passRecord() {
    #if !defined(COVERED)
      rect = rectIn;
    #endif
    #if defined(ROUNDED)
      radiiX = radiiXIn;
      radiiY = radiiYIn;
    #endif
    #if defined(GENERAL)
      inverse1 = inverse1In;
      inverse2 = inverse2In;
      inverse3 = inverse3In;
    #endif
      mapX = mapXIn;
      mapY = mapYIn;
    #if !defined(STEPPED)
      base = baseIn;
      slope = slopeIn;
    #endif
      range = rangeIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    #if defined(CLIPPED_EACH)
      clipRect = clipRectIn;
      clipRadii = clipRadiiIn;
    #endif
    }
    #else
    #if !defined(COVERED)
    CONSTANT in vec4 rect;
    #endif
    #if defined(ROUNDED)
    CONSTANT in vec4 radiiX;
    CONSTANT in vec4 radiiY;
    #endif
    #if defined(GENERAL)
    CONSTANT in vec4 inverse1;
    CONSTANT in vec4 inverse2;
    CONSTANT in vec4 inverse3;
    #endif
    CONSTANT in vec4 mapX;
    CONSTANT in vec4 mapY;
    #if !defined(STEPPED)
    CONSTANT in vec4 base;
    CONSTANT in vec4 slope;
    #endif
    CONSTANT in vec4 range;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    CONSTANT in vec4 clipRect;
    CONSTANT in vec4 clipRadii;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    const int rampsWidth = 768;
    """

  static let gradient = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      placeShape();
      passRecord();
    }
    #else
    #ifdef STEPPED
    uniform highp sampler2D ramps;
    vec4 rampTexel(int index) {
      return texelFetch(ramps, ivec2(index % rampsWidth, index / rampsWidth), 0);
    }
    #endif
    #ifdef CONIC
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
    """

  static let affineInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 acrossIn; CONSTANT out vec4 across;
    layout(location = 2) in vec4 downIn; CONSTANT out vec4 down;
    layout(location = 3) in vec4 sourceIn; CONSTANT out vec4 source;
    #if defined(SHIFTED)
    layout(location = 4) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    void passRecord() {
      across = acrossIn;
      down = downIn;
      source = sourceIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    }
    #else
    CONSTANT in vec4 across;
    CONSTANT in vec4 down;
    CONSTANT in vec4 source;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let affine = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    vec4 texel(ivec2 at) {
      ivec2 size = ivec2(source.zw);
      ivec2 inside = clamp(at, ivec2(0), size - 1);
      return at == inside ? texelFetch(image, inside + ivec2(source.xy), 0) : vec4(0.0);
    }
    vec4 mixed(vec2 place) {
      vec2 position = clamp(place - 0.5, vec2(-2.0), source.zw + 1.0);
      vec2 low = floor(position);
      vec2 part = position - low;
      ivec2 a = ivec2(low);
      vec4 above = mix(texel(a), texel(a + ivec2(1, 0)), part.x);
      vec4 below = mix(texel(a + ivec2(0, 1)), texel(a + ivec2(1, 1)), part.x);
      return mix(above, below, part.y);
    }
    void main() {
      vec2 at = floor(pixelCentre());
      vec2 count = vec2(across.w, down.w);
      vec4 sum = vec4(0.0);
      for (float y = 0.5; y < count.y; y += 1.0) {
        for (float x = 0.5; x < count.x; x += 1.0) {
          vec3 place = vec3(at + vec2(x, y) / count, 1.0);
          sum += mixed(vec2(dot(across.xyz, place), dot(down.xyz, place)));
        }
      }
      fragment = nearestBytes(sum / (count.x * count.y));
    }
    #endif
    """

  static let blurInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 originsIn; CONSTANT out vec4 origins;
    layout(location = 2) in vec4 spanIn; CONSTANT out vec4 span;
    #if !defined(HALVED) && !defined(DOUBLED)
    layout(location = 3) in float radiusIn; CONSTANT out float radius;
    layout(location = 4) in vec4 weights0In; CONSTANT out vec4 weights0;
    layout(location = 5) in vec4 weights1In; CONSTANT out vec4 weights1;
    layout(location = 6) in vec4 weights2In; CONSTANT out vec4 weights2;
    layout(location = 7) in vec4 weights3In; CONSTANT out vec4 weights3;
    layout(location = 8) in vec4 weights4In; CONSTANT out vec4 weights4;
    #endif
    #if defined(SHIFTED)
    layout(location = 9) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    void passRecord() {
      origins = originsIn;
      span = spanIn;
    #if !defined(HALVED) && !defined(DOUBLED)
      radius = radiusIn;
      weights0 = weights0In;
      weights1 = weights1In;
      weights2 = weights2In;
      weights3 = weights3In;
      weights4 = weights4In;
    #endif
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    }
    #else
    CONSTANT in vec4 origins;
    CONSTANT in vec4 span;
    #if !defined(HALVED) && !defined(DOUBLED)
    CONSTANT in float radius;
    CONSTANT in vec4 weights0;
    CONSTANT in vec4 weights1;
    CONSTANT in vec4 weights2;
    CONSTANT in vec4 weights3;
    CONSTANT in vec4 weights4;
    #endif
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let blur = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    #if defined(EXTENDED) && defined(COLORS)
    #define IS_FLOAT
    #endif
    #if defined(IS_FLOAT)
    #define Words vec4
    #elif defined(COLORS)
    #define Words ivec4
    #else
    #define Words int
    #endif
    ivec2 lineStart;
    ivec2 lineStep;
    ivec2 ends;
    #if defined(FIRST) || defined(IS_FLOAT)
    uniform highp sampler2D image;
    #else
    uniform highp usampler2D image;
    #endif
    Words words(int index) {
      int inside = clamp(index, ends.x, ends.y);
      if (index != inside) return Words(0);
    #if defined(IS_FLOAT)
      return texelFetch(image, lineStart + lineStep * inside, 0);
    #elif defined(FIRST) && defined(COLORS)
      return ivec4(texelFetch(image, lineStart + lineStep * inside, 0) * 255.0 + 0.5);
    #elif defined(FIRST)
      return int(texelFetch(image, lineStart + lineStep * inside, 0).a * 255.0 + 0.5);
    #elif defined(COLORS)
      return ivec4(texelFetch(image, lineStart + lineStep * inside, 0));
    #else
      return int(texelFetch(image, lineStart + lineStep * inside, 0).r);
    #endif
    }
    #ifndef IS_FLOAT
    Words halfSum(Words a, Words b) { return (a + b + 1) >> 1; }
    #endif
    void main() {
      ivec2 at = ivec2(floor(pixelCentre())) + ivec2(origins.xy);
      lineStep = ivec2(span.xy);
      lineStart = at * (1 - lineStep) - ivec2(origins.zw);
      ends = ivec2(span.zw) - ivec2(0, 1);
      int index = lineStep.x == 1 ? at.x : at.y;
    #if defined(HALVED)
      int middle = index * 2;
      Words a = words(middle - 2);
      Words b = words(middle - 1);
      Words c = words(middle);
      Words d = words(middle + 1);
      Words e = words(middle + 2);
    #if defined(IS_FLOAT)
      Words value = (a + e + 4.0 * (b + d) + 6.0 * c) * (1.0 / 16.0);
    #elif defined(FIRST)
      Words value = lineStep.y == 1
        ? (a + e + 4 * (b + d) + 6 * c) << 3
        : halfSum(halfSum(halfSum(halfSum(a << 7, e << 7), c << 7), c << 7),
            halfSum(b << 7, d << 7));
    #else
      Words value = halfSum(halfSum(halfSum(halfSum(a, e), c), c), halfSum(b, d));
    #endif
    #elif defined(DOUBLED)
      int middle = index >> 1;
      Words own = words(middle);
      Words right = words(middle + 1);
    #ifdef IS_FLOAT
      Words value = (own + right) * 0.5;
      if ((index & 1) == 0) value = (words(middle - 1) + right + 6.0 * own) * 0.125;
    #else
      Words value = halfSum(own, right);
      if ((index & 1) == 0) {
        value = own + ((halfSum(words(middle - 1), right) - own + 2) >> 2);
      }
    #endif
    #else
      vec4 weights[5] = vec4[5](weights0, weights1, weights2, weights3, weights4);
      int last = int(radius);
    #ifdef IS_FLOAT
      Words sum = words(index) * weights0.x;
      for (int k = 1; k <= last; k++) {
        sum += (words(index - k) + words(index + k)) * weights[k >> 2][k & 3];
      }
    #else
      Words sum = words(index) * int(weights0.x);
      for (int k = 1; k <= last; k++) {
        sum += (words(index - k) + words(index + k)) * int(weights[k >> 2][k & 3]);
      }
    #endif
    #if defined(IS_FLOAT)
      Words value = sum * (1.0 / 32768.0);
    #elif defined(FIRST) && defined(WORDS)
      Words value = (sum + 128) >> 8;
    #elif defined(FIRST)
      Words value = sum;
    #elif !defined(WORDS)
      Words value = (sum + (1 << 21)) >> 22;
    #else
      Words value = (sum + (1 << 14)) >> 15;
    #endif
    #endif
    #if defined(IS_FLOAT)
      fragment = value;
    #elif !defined(WORDS)
    #if defined(HALVED) || defined(DOUBLED)
      value = (value + 64) >> 7;
    #endif
      fragment = vec4(value) * (1.0 / 255.0);
    #elif defined(COLORS)
      fragment = uvec4(value);
    #else
      fragment = uvec4(value, 0, 0, 0);
    #endif
    }
    #endif
    """

  static let colorsInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 kinds1In; CONSTANT out vec4 kinds1;
    layout(location = 2) in vec4 kinds2In; CONSTANT out vec4 kinds2;
    layout(location = 3) in vec4 numbers1In; CONSTANT out vec4 numbers1;
    layout(location = 4) in vec4 numbers2In; CONSTANT out vec4 numbers2;
    layout(location = 5) in vec4 numbers3In; CONSTANT out vec4 numbers3;
    layout(location = 6) in vec4 numbers4In; CONSTANT out vec4 numbers4;
    layout(location = 7) in vec4 numbers5In; CONSTANT out vec4 numbers5;
    layout(location = 8) in vec4 numbers6In; CONSTANT out vec4 numbers6;
    layout(location = 9) in vec4 numbers7In; CONSTANT out vec4 numbers7;
    layout(location = 10) in vec4 numbers8In; CONSTANT out vec4 numbers8;
    layout(location = 11) in vec4 sourceIn; CONSTANT out vec4 source;
    layout(location = 12) in vec4 originIn; CONSTANT out vec4 origin;
    #if defined(SHIFTED)
    layout(location = 13) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    void passRecord() {
      kinds1 = kinds1In;
      kinds2 = kinds2In;
      numbers1 = numbers1In;
      numbers2 = numbers2In;
      numbers3 = numbers3In;
      numbers4 = numbers4In;
      numbers5 = numbers5In;
      numbers6 = numbers6In;
      numbers7 = numbers7In;
      numbers8 = numbers8In;
      source = sourceIn;
      origin = originIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    }
    #else
    CONSTANT in vec4 kinds1;
    CONSTANT in vec4 kinds2;
    CONSTANT in vec4 numbers1;
    CONSTANT in vec4 numbers2;
    CONSTANT in vec4 numbers3;
    CONSTANT in vec4 numbers4;
    CONSTANT in vec4 numbers5;
    CONSTANT in vec4 numbers6;
    CONSTANT in vec4 numbers7;
    CONSTANT in vec4 numbers8;
    CONSTANT in vec4 source;
    CONSTANT in vec4 origin;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let colors = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    """

  static let sepiaInclude = """
    vec3 rise(float t, vec3 a, vec3 b, vec3 c) {
      t = clamp(t, 0.0, 1.0);
      return t * (a + t * (b + t * c));
    }
    vec3 brownOf(float x) {
      vec3 brown = vec3(0.011765, 0.0, 0.0);
      brown += rise((x - 0.000000) * 4.259033, vec3(0.313725, 0.203922, 0.035294),
        vec3(0.040830, -0.013755, -0.022058), vec3(-0.040830, 0.013755, 0.022058));
      brown += rise((x - 0.234795) * 8.741631, vec3(0.132958, 0.106055, 0.027943),
        vec3(-0.024535, 0.015857, 0.082455), vec3(0.009223, -0.008186, -0.035888));
      brown += rise((x - 0.349190) * 7.388854, vec3(0.131984, 0.133937, 0.100785),
        vec3(-0.011693, -0.003964, 0.019637), vec3(0.005199, 0.003360, -0.002775));
      brown += rise((x - 0.484529) * 10.070262, vec3(0.091126, 0.099853, 0.096657),
        vec3(0.000203, 0.002568, 0.021574), vec3(-0.001133, -0.000461, -0.008427));
      brown += rise((x - 0.583831) * 12.292020, vec3(0.072203, 0.084881, 0.093824),
        vec3(-0.002013, 0.002733, 0.003188), vec3(0.000398, -0.001340, 0.001027));
      brown += rise((x - 0.665185) * 14.250719, vec3(0.059837, 0.074463, 0.089086),
        vec3(-0.001280, -0.000147, 0.004532), vec3(0.000266, 0.000194, 0.000500));
      brown += rise((x - 0.735357) * 16.030586, vec3(0.051628, 0.066451, 0.088586),
        vec3(0.000469, 0.001343, 0.008465), vec3(-0.001117, -0.001127, -0.002933));
      brown += rise((x - 0.797738) * 17.677808, vec3(0.044630, 0.059628, 0.087705),
        vec3(-0.004790, -0.002041, 0.005310), vec3(0.003297, 0.001237, -0.002819));
      brown += rise((x - 0.854306) * 19.221188, vec3(0.041333, 0.054498, 0.082652),
        vec3(0.004086, 0.000834, -0.005521), vec3(-0.002282, -0.000430, 0.005222));
      brown += rise((x - 0.906332) * 20.680206, vec3(0.039650, 0.051004, 0.081118),
        vec3(-0.000077, -0.001704, 0.009517), vec3(-0.000357, 0.001680, -0.004360));
      brown += rise((x - 0.954687) * 22.068806, vec3(0.036006, 0.049324, 0.081593),
        vec3(-0.001425, 0.003312, 0.001521), vec3(0.000712, -0.001656, -0.000760));
      return brown;
    }
    """

  static let colors2 = """
    uniform highp sampler2D image;
    const vec3 luminance = vec3(0.2126, 0.7152, 0.0722);
    vec3 powers(vec3 x, float power) {
      if (power == 0.0) return vec3(1.0);
      vec3 result = exp2(clamp(log2(max(x, 1e-30)) * power, -120.0, 120.0));
      return mix(vec3(power < 0.0 ? 1.0 : 0.0), result, vec3(greaterThan(x, vec3(0.0))));
    }
    vec3 sizeOf(vec3 x) {
    #ifdef EXTENDED
      return abs(x);
    #else
      return x;
    #endif
    }
    vec3 signedAs(vec3 x, vec3 result) {
    #ifdef EXTENDED
      return mix(result, -result, vec3(lessThan(x, vec3(0.0))));
    #else
      return result;
    #endif
    }
    vec3 light(vec3 encodedValue) {
      vec3 x = sizeOf(encodedValue);
      vec3 curved = powers((x + 0.055) / 1.055, 2.4);
      vec3 result = mix(x / 12.92, curved, vec3(greaterThan(x, vec3(0.04045))));
      return signedAs(encodedValue, result);
    }
    vec3 encoded(vec3 lightValue) {
      vec3 x = sizeOf(lightValue);
      vec3 curved = 1.055 * powers(x, 1.0 / 2.4) - 0.055;
      vec3 result = mix(max(x, 0.0) * 12.92, curved, vec3(greaterThan(x, vec3(0.0031308))));
      return signedAs(lightValue, result);
    }
    vec3 vibrant(vec3 color, float amount) {
      float gray = dot(color, luminance);
      float most = max(color.r, max(color.g, color.b));
      float rest = 1.0 - clamp(most - min(color.r, min(color.g, color.b)), 0.0, 1.0);
      return gray + (color - gray) * (1.0 + amount * rest * rest);
    }
    vec3 sepia(vec3 color, float amount) {
      vec3 straight = light(color);
      vec3 brown = light(brownOf(encoded(vec3(dot(straight, luminance))).r));
      return encoded(straight + (brown - straight) * amount);
    }
    vec4 changed(float kind, vec4 color, vec4 a, vec4 b, vec4 c) {
      vec3 rgb = color.rgb;
      float alpha = color.a;
      int number = int(kind + 0.5);
      if (number == 0) {
        return color;
      } else if (number == 1) {
        rgb = encoded(light(rgb) * a.rgb);
      } else if (number == 2) {
        vec3 straight = light(rgb);
        rgb = encoded(vec3(dot(straight, a.rgb), dot(straight, b.rgb), dot(straight, c.rgb)));
      } else if (number == 3) {
        rgb = sepia(clamp(rgb, 0.0, 1.0), a.x);
      } else if (number == 4) {
        rgb = vibrant(rgb, a.x);
      } else if (number == 5) {
        rgb = powers(rgb, a.x);
      } else if (number == 6) {
        rgb = encoded(rgb);
      } else if (number == 7) {
        rgb = light(rgb);
      } else if (number == 8) {
        rgb = vec3(max(rgb.r, max(rgb.g, rgb.b)));
      } else if (number == 9) {
        rgb = vec3(min(rgb.r, min(rgb.g, rgb.b)));
      } else {
        alpha *= clamp(dot(rgb, luminance), 0.0, 1.0);
        rgb = vec3(1.0);
      }
    #ifdef EXTENDED
      float low = min(color.r, min(color.g, color.b)) < 0.0 ? -65504.0 : 0.0;
      return vec4(clamp(rgb, low, 65504.0), clamp(alpha, 0.0, 1.0));
    #else
      return clamp(vec4(rgb, alpha), 0.0, 1.0);
    #endif
    }
    void main() {
      ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
      ivec2 inside = clamp(at, ivec2(origin.xy), ivec2(origin.xy) + ivec2(source.zw) - 1);
      vec4 color = texelFetch(image, inside, 0);
    #ifndef EXTENDED
      color = floor(color * 255.0 + 0.5) / 255.0;
    #endif
      if (at != inside || color.a <= 0.0) {
        fragment = vec4(0.0);
        return;
      }
      bool isSwapped = origin.z > 0.5;
      color.rgb = (isSwapped ? color.bgr : color.rgb) / color.a;
      color = changed(kinds1.x, color, numbers1, numbers2, numbers3);
      color = changed(kinds1.y, color, numbers2, numbers3, numbers4);
      color = changed(kinds1.z, color, numbers3, numbers4, numbers5);
      color = changed(kinds1.w, color, numbers4, numbers5, numbers6);
      color = changed(kinds2.x, color, numbers5, numbers6, numbers7);
      color = changed(kinds2.y, color, numbers6, numbers7, numbers8);
      color = changed(kinds2.z, color, numbers7, numbers8, vec4(0.0));
      color = changed(kinds2.w, color, numbers8, vec4(0.0), vec4(0.0));
      vec3 result = color.rgb * color.a;
      fragment = nearestBytes(vec4(isSwapped ? result.bgr : result, color.a));
    }
    #endif
    """

  static let matrixInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 redIn; CONSTANT out vec4 red;
    layout(location = 2) in vec4 greenIn; CONSTANT out vec4 green;
    layout(location = 3) in vec4 blueIn; CONSTANT out vec4 blue;
    layout(location = 4) in vec4 alphaIn; CONSTANT out vec4 alpha;
    layout(location = 5) in vec4 biasIn; CONSTANT out vec4 bias;
    layout(location = 6) in vec4 sourceIn; CONSTANT out vec4 source;
    layout(location = 7) in vec4 originIn; CONSTANT out vec4 origin;
    #if defined(SHIFTED)
    layout(location = 8) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    void passRecord() {
      red = redIn;
      green = greenIn;
      blue = blueIn;
      alpha = alphaIn;
      bias = biasIn;
      source = sourceIn;
      origin = originIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    }
    #else
    CONSTANT in vec4 red;
    CONSTANT in vec4 green;
    CONSTANT in vec4 blue;
    CONSTANT in vec4 alpha;
    CONSTANT in vec4 bias;
    CONSTANT in vec4 source;
    CONSTANT in vec4 origin;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let matrix = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    #ifdef EXTENDED
    float component(vec4 row, vec4 color, float bias) {
      return (dot(row, color) + bias * (1.0 / 4080.0)) * exp2(-origin.z);
    }
    void main() {
      ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
      ivec2 inside = clamp(at, ivec2(origin.xy), ivec2(origin.xy) + ivec2(source.zw) - 1);
      vec4 color = at == inside ? texelFetch(image, inside, 0) : vec4(0.0);
      color.rgb = color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
      float opacity = clamp(component(alpha, color, bias.a), 0.0, 1.0);
      vec3 straight = vec3(
        component(red, color, bias.r),
        component(green, color, bias.g),
        component(blue, color, bias.b)
      );
      if (min(color.r, min(color.g, color.b)) >= 0.0) straight = max(straight, 0.0);
      fragment = stored(vec4(straight * opacity, opacity));
    }
    #else
    int component(vec4 row, ivec4 color, float bias) {
      int shift = int(origin.z);
      ivec4 products = ivec4(row) * color;
      int sum = products.r + products.g + products.b + products.a + int(bias);
      return clamp((sum + (1 << (shift - 1))) >> shift, 0, 4080);
    }
    void main() {
      ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
      ivec2 inside = clamp(at, ivec2(origin.xy), ivec2(origin.xy) + ivec2(source.zw) - 1);
      ivec4 bytes = ivec4(texelFetch(image, inside, 0) * 255.0 + 0.5);
      if (at != inside) bytes = ivec4(0);
      ivec4 color = ivec4(0, 0, 0, bytes.a * 16);
      if (bytes.a > 0) {
        color.rgb = min((bytes.rgb * 4080 + bytes.a / 2) / bytes.a, 4080);
      }
      int opacity = (component(alpha, color, bias.a) + 8) >> 4;
      ivec3 straight = ivec3(
        component(red, color, bias.r),
        component(green, color, bias.g),
        component(blue, color, bias.b)
      );
      fragment = vec4(vec3((straight * opacity + 2040) / 4080), float(opacity)) * (1.0 / 255.0);
    }
    #endif
    #endif
    """

  static let mirrorInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 sourceIn; CONSTANT out vec4 source;
    layout(location = 2) in vec4 originIn; CONSTANT out vec4 origin;
    #if defined(SHIFTED)
    layout(location = 3) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    void passRecord() {
      source = sourceIn;
      origin = originIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    }
    #else
    CONSTANT in vec4 source;
    CONSTANT in vec4 origin;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let mirror = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    void main() {
      ivec2 at = ivec2(floor(pixelCentre())) + ivec2(source.xy);
      ivec2 size = ivec2(source.zw);
      ivec2 period = size * 2;
      at = max(at, -1 - at) % period;
      at = min(at, period - 1 - at);
      fragment = texelFetch(image, at + ivec2(origin.xy), 0);
    }
    #endif
    """

  static let mixedInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 rectIn; CONSTANT out vec4 rect;
    layout(location = 2) in vec4 radiiXIn; CONSTANT out vec4 radiiX;
    layout(location = 3) in vec4 radiiYIn; CONSTANT out vec4 radiiY;
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In; CONSTANT out vec4 inverse1;
    layout(location = 5) in vec4 inverse2In; CONSTANT out vec4 inverse2;
    layout(location = 6) in vec4 inverse3In; CONSTANT out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn; CONSTANT out vec4 color;
    layout(location = 8) in vec4 innerRectIn; CONSTANT out vec4 innerRect;
    layout(location = 9) in vec4 innerRadiiXIn; CONSTANT out vec4 innerRadiiX;
    layout(location = 10) in vec4 innerRadiiYIn; CONSTANT out vec4 innerRadiiY;
    layout(location = 11) in vec4 texelMapIn; CONSTANT out vec4 texelMap;
    layout(location = 12) in vec4 texelRectIn; CONSTANT out vec4 texelRect;
    #if defined(COVERING)
    layout(location = 13) in vec4 sliceEdgesIn; CONSTANT out vec4 sliceEdges;
    layout(location = 14) in vec4 stretchIn; CONSTANT out vec4 stretch;
    #endif
    #if defined(SHIFTED)
    layout(location = 15) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    layout(location = 16) in vec4 clipRectIn; CONSTANT out vec4 clipRect;
    layout(location = 17) in vec4 clipRadiiIn; CONSTANT out vec4 clipRadii;
    #endif
    void passRecord() {
      rect = rectIn;
      radiiX = radiiXIn;
      radiiY = radiiYIn;
    #if defined(GENERAL)
      inverse1 = inverse1In;
      inverse2 = inverse2In;
      inverse3 = inverse3In;
    #endif
      color = colorIn;
      innerRect = innerRectIn;
      innerRadiiX = innerRadiiXIn;
      innerRadiiY = innerRadiiYIn;
      texelMap = texelMapIn;
      texelRect = texelRectIn;
    #if defined(COVERING)
      sliceEdges = sliceEdgesIn;
      stretch = stretchIn;
    #endif
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    #if defined(CLIPPED_EACH)
      clipRect = clipRectIn;
      clipRadii = clipRadiiIn;
    #endif
    }
    #else
    CONSTANT in vec4 rect;
    CONSTANT in vec4 radiiX;
    CONSTANT in vec4 radiiY;
    #if defined(GENERAL)
    CONSTANT in vec4 inverse1;
    CONSTANT in vec4 inverse2;
    CONSTANT in vec4 inverse3;
    #endif
    CONSTANT in vec4 color;
    CONSTANT in vec4 innerRect;
    CONSTANT in vec4 innerRadiiX;
    CONSTANT in vec4 innerRadiiY;
    CONSTANT in vec4 texelMap;
    CONSTANT in vec4 texelRect;
    #if defined(COVERING)
    CONSTANT in vec4 sliceEdges;
    CONSTANT in vec4 stretch;
    #endif
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(CLIPPED_EACH)
    CONSTANT in vec4 clipRect;
    CONSTANT in vec4 clipRadii;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let mixed = """
    #define ROUNDED
    """

  static let mixed2 = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      placeShape();
      passRecord();
    }
    #else
    """

  static let mixed3 = """
    #ifdef COVERING
    """

  static let mixed4 = """
    uniform highp sampler2D coverages;
    #endif
    void main() {
      vec2 p = pixelCentre();
      Position position = shapePosition(p);
      float outer = roundedCoverage(position, rect, radiiX, radiiY);
      float inner = roundedCoverage(softened(position), innerRect, innerRadiiX, innerRadiiY);
      float covered = max(outer - inner, 0.0) * clipCoverage(p);
    #ifdef COVERING
      vec2 t = stretchedTexel(position.l, texelMap, sliceEdges, stretch.xy);
      if (stretch.z > 0.5) {
        drawOver(nearestBytes(color * (mixedByte(coverages, t, texelRect) * covered)));
        return;
      }
    #else
      vec2 t = position.l * texelMap.xy + texelMap.zw;
    #endif
      bool isImage = texelRect.z > texelRect.x;
      vec4 source = isImage ? nearestBytes(mixedTexel(t, texelRect) * color) : color;
      drawOver(source * covered);
    }
    #endif
    """

  static let planesInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 sizeIn; CONSTANT out vec4 size;
    layout(location = 2) in vec4 halvesIn; CONSTANT out vec4 halves;
    layout(location = 3) in vec4 formIn; CONSTANT out vec4 form;
    layout(location = 4) in vec4 lumaIn; CONSTANT out vec4 luma;
    layout(location = 5) in vec4 chromaIn; CONSTANT out vec4 chroma;
    layout(location = 6) in vec4 blueIn; CONSTANT out vec4 blue;
    #if defined(SHIFTED)
    layout(location = 7) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    void passRecord() {
      size = sizeIn;
      halves = halvesIn;
      form = formIn;
      luma = lumaIn;
      chroma = chromaIn;
      blue = blueIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    }
    #else
    CONSTANT in vec4 size;
    CONSTANT in vec4 halves;
    CONSTANT in vec4 form;
    CONSTANT in vec4 luma;
    CONSTANT in vec4 chroma;
    CONSTANT in vec4 blue;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let planes = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    uniform highp sampler2D mask;
    uniform highp sampler2D below;
    int number(vec2 bytes) {
      ivec2 parts = ivec2(bytes * 255.0 + 0.5);
      int value = parts.x;
      if (form.x > 1.5) value += parts.y * 256;
      return min(value >> int(form.y), int(form.z));
    }
    ivec2 samplesAt(ivec2 at) {
      vec4 first = texelFetch(mask, at, 0);
      if (form.w < 0.5) return ivec2(number(first.rg), number(texelFetch(below, at, 0).rg));
      ivec2 both = form.x > 1.5
        ? ivec2(number(first.rg), number(first.ba))
        : ivec2(number(first.rr), number(first.gg));
      return form.w > 1.5 ? both.yx : both;
    }
    ivec3 taps(int pixel, int count, float isHalved, float isBetween) {
      if (isHalved < 0.5) return ivec3(pixel, pixel, 4);
      int near = pixel >> 1;
      bool isOdd = (pixel & 1) == 1;
      int after = min(near + 1, count - 1);
      if (isBetween > 0.5) {
        return isOdd ? ivec3(near, after, 3) : ivec3(max(near - 1, 0), near, 1);
      }
      return isOdd ? ivec3(near, after, 2) : ivec3(near, near, 4);
    }
    void main() {
      ivec2 at = ivec2(floor(pixelCentre()));
      ivec3 across = taps(at.x, int(size.z), halves.x, halves.z);
      ivec3 down = taps(at.y, int(size.w), halves.y, halves.w);
      ivec2 above = across.z * samplesAt(ivec2(across.x, down.x))
        + (4 - across.z) * samplesAt(ivec2(across.y, down.x));
      ivec2 under = across.z * samplesAt(ivec2(across.x, down.y))
        + (4 - across.z) * samplesAt(ivec2(across.y, down.y));
      ivec2 mixed = (down.z * above + (4 - down.z) * under + 8) >> 4;
      int shift = int(luma.z);
      ivec2 c = mixed - int(chroma.x);
      int y = int(luma.y) * (number(texelFetch(image, at, 0).rg) - int(luma.x)) + (1 << (shift - 1));
      ivec3 color = ivec3(
        y + int(chroma.y) * c.y,
        y - int(chroma.z) * c.x - int(chroma.w) * c.y,
        y + int(blue.x) * c.x
      );
      vec3 bytes = vec3(clamp(color >> shift, 0, 255)) * (1.0 / 255.0);
      fragment = vec4(luma.w > 0.5 ? bytes.bgr : bytes, 1.0);
    }
    #endif
    """

  static let scaleInputs = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 acrossIn; CONSTANT out vec4 across;
    layout(location = 2) in vec4 downIn; CONSTANT out vec4 down;
    layout(location = 3) in vec4 sourceIn; CONSTANT out vec4 source;
    #if defined(SHIFTED)
    layout(location = 4) in vec4 shiftIn; CONSTANT out vec4 shift;
    #endif
    void passRecord() {
      across = acrossIn;
      down = downIn;
      source = sourceIn;
    #if defined(SHIFTED)
      shift = shiftIn;
    #endif
    }
    #else
    CONSTANT in vec4 across;
    CONSTANT in vec4 down;
    CONSTANT in vec4 source;
    #if defined(SHIFTED)
    CONSTANT in vec4 shift;
    #endif
    #if defined(WORDS)
    layout(location = 0) out highp uvec4 fragment;
    #elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)
    layout(location = 0) inout vec4 fragment;
    #else
    layout(location = 0) out vec4 fragment;
    #endif
    #endif
    """

  static let scale = """
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    int place(int index, vec4 axis) {
      uint part = uint(axis.y) + uint(index) * uint(axis.w);
      int whole = int(axis.x) + index * int(axis.z) + int(part >> 16u);
      return whole * 256 + int((part >> 8u) & 255u);
    }
    #ifdef EXTENDED
    #define Numbers vec4
    #define Weight float
    #else
    #define Numbers uvec4
    #define Weight uint
    #endif
    Numbers texel(int x, int y) {
      ivec2 at = clamp(ivec2(x, y), ivec2(0), ivec2(source.zw) - 1);
      vec4 color = texelFetch(image, at + ivec2(source.xy), 0);
    #ifdef EXTENDED
      return color;
    #else
      return uvec4(color * 255.0 + 0.5);
    #endif
    }
    ivec2 span(int index, vec4 axis, float size) {
      int all = int(size) * 256;
      int low = clamp(place(index, axis), 0, all - 1);
      return ivec2(low, clamp(place(index + 1, axis), low + 1, all));
    }
    Numbers mean(ivec2 at) {
      ivec2 columns = span(at.x, across, source.z);
      ivec2 rows = span(at.y, down, source.w);
      Weight width = Weight(columns.y - columns.x);
      Weight height = Weight(rows.y - rows.x);
      Numbers sum = Numbers(0);
      for (int y = rows.x >> 8; y * 256 < rows.y; y++) {
        Numbers row = Numbers(0);
        for (int x = columns.x >> 8; x * 256 < columns.y; x++) {
          int weight = min(columns.y, x * 256 + 256) - max(columns.x, x * 256);
          row += texel(x, y) * Weight(weight);
        }
        int weight = min(rows.y, y * 256 + 256) - max(rows.x, y * 256);
    #ifdef EXTENDED
        sum += row / width * float(weight);
    #else
        sum += (row * 256u + width / 2u) / width * uint(weight);
    #endif
      }
    #ifdef EXTENDED
      return sum / height;
    #else
      return (sum + height * 128u) / (height * 256u);
    #endif
    }
    Numbers mixed(ivec2 at) {
      ivec2 position = ivec2(place(at.x, across), place(at.y, down));
      ivec2 low = position >> 8;
    #ifdef EXTENDED
      vec2 part = vec2(position & 255) * (1.0 / 256.0);
      vec4 above = mix(texel(low.x, low.y), texel(low.x + 1, low.y), part.x);
      vec4 below = mix(texel(low.x, low.y + 1), texel(low.x + 1, low.y + 1), part.x);
      return mix(above, below, part.y);
    #else
      uvec2 part = uvec2(position & 255);
      uvec4 above = texel(low.x, low.y) * (256u - part.x) + texel(low.x + 1, low.y) * part.x;
      uvec4 below = texel(low.x, low.y + 1) * (256u - part.x) + texel(low.x + 1, low.y + 1) * part.x;
      return (above * (256u - part.y) + below * part.y + 32768u) >> 16u;
    #endif
    }
    void main() {
      ivec2 at = ivec2(floor(pixelCentre()));
      Numbers color = across.z >= 1.0 ? mean(at) : mixed(at);
    #ifdef EXTENDED
      fragment = color;
    #else
      fragment = vec4(color) * (1.0 / 255.0);
    #endif
    }
    #endif
    """
}
