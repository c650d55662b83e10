// Generated from Shaders/*.glsl by scripts/generate. Do not edit.
// Licensed under the MIT license; see LICENSE.

/// The shaders, each with its variants.
enum Shader: UInt8, CaseIterable, Sendable {
  case solid
  case border
  case image
  case composite
  case mixed
}

/// What is chosen of a shader when it is compiled: the macros that are defined.
struct ShaderVariant: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// The shape has a space of its own.
  static let general = ShaderVariant(rawValue: 1 << 0)
  /// A corner has a radius, or a side is shorter than a pixel.
  static let rounded = ShaderVariant(rawValue: 1 << 1)
  /// All corners of an edge are circles of one radius, at most half of the sides.
  static let circular = ShaderVariant(rawValue: 1 << 2)
  /// The shape covers every pixel of the quad.
  static let covered = ShaderVariant(rawValue: 1 << 3)
  /// A clip in the space of pixels.
  static let clipped = ShaderVariant(rawValue: 1 << 4)
  /// A clip in a space of its own.
  static let clippedGeneral = ShaderVariant(rawValue: 1 << 5)
  /// The nearest texel instead of a mix of four.
  static let nearest = ShaderVariant(rawValue: 1 << 6)
  /// Every pixel is exactly one texel, and the shape covers all of the quad.
  static let copies = ShaderVariant(rawValue: 1 << 7)

  /// The macros in GLSL, one for each bit.
  static let macros = [
    "GENERAL", "ROUNDED", "CIRCULAR", "COVERED", "CLIPPED", "CLIPPED_GENERAL", "NEAREST", "COPIES",
  ]
}

extension Shader {
  /// What stands before macros and source of every stage.
  static let version = """
    #version 300 es
    precision highp float;
    precision highp int;
    """

  /// GLSL of both stages, includes in place, without version and macros.
  var source: String {
    switch self {
    case .solid: Shader.solidSource
    case .border: Shader.borderSource
    case .image: Shader.imageSource
    case .composite: Shader.compositeSource
    case .mixed: Shader.mixedSource
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
    case .composite:
      bits |= 1 << 1
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
    }
    return bits
  }

  private static let solidSource = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    #if !defined(COVERED)
    layout(location = 1) in vec4 rectIn;
    flat out vec4 rect;
    #endif
    #if defined(ROUNDED)
    layout(location = 2) in vec4 radiiXIn;
    flat out vec4 radiiX;
    #endif
    #if defined(ROUNDED)
    layout(location = 3) in vec4 radiiYIn;
    flat out vec4 radiiY;
    #endif
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In;
    flat out vec4 inverse1;
    #endif
    #if defined(GENERAL)
    layout(location = 5) in vec4 inverse2In;
    flat out vec4 inverse2;
    #endif
    #if defined(GENERAL)
    layout(location = 6) in vec4 inverse3In;
    flat out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn;
    flat out vec4 color;
    void passRecord() {
    #if !defined(COVERED)
      rect = rectIn;
    #endif
    #if defined(ROUNDED)
      radiiX = radiiXIn;
    #endif
    #if defined(ROUNDED)
      radiiY = radiiYIn;
    #endif
    #if defined(GENERAL)
      inverse1 = inverse1In;
    #endif
    #if defined(GENERAL)
      inverse2 = inverse2In;
    #endif
    #if defined(GENERAL)
      inverse3 = inverse3In;
    #endif
      color = colorIn;
    }
    #else
    #if !defined(COVERED)
    flat in vec4 rect;
    #endif
    #if defined(ROUNDED)
    flat in vec4 radiiX;
    #endif
    #if defined(ROUNDED)
    flat in vec4 radiiY;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse1;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse2;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse3;
    #endif
    flat in vec4 color;
    layout(location = 0) out vec4 fragment;
    #endif
    uniform vec4 surface;
    #ifdef VERTEX
    void placeQuad() {
      vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
      vec2 pixel = mix(quad.xy, quad.zw, corner) - surface.xy;
      gl_Position = vec4(pixel * surface.zw - 1.0, 0.0, 1.0);
    }
    #else
    vec2 pixelCentre() {
      return gl_FragCoord.xy + surface.xy;
    }
    #endif
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
    vec4 boxOf(vec4 rect, vec2 origin) {
      return vec4(0.5 * (rect.xy + rect.zw) - origin, 0.5 * (rect.zw - rect.xy));
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
      return isCorner ? clamp(0.5 - d, 0.0, 1.0) : overlap.x * overlap.y;
    }
    float axisRoundedCoverage(vec2 p, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(p, rect, radiiX, radiiY);
      vec2 inset = min(p - rect.xy, rect.zw - p);
      vec2 q = (r - inset) / r;
      float d = (dot(q, q) - 1.0) / max(length(2.0 * q / r), 1e-6);
      float corner = clamp(0.5 - d, 0.0, 1.0);
      return isInCorner(inset, r, rect) ? corner : axisCoverage(p, rect);
    }
    struct Place {
      vec2 l;
      vec2 dx;
      vec2 dy;
      bool isVisible;
    };
    Place placeOf(vec2 p, vec4 a, vec4 b, vec4 c) {
      vec3 h = p.x * a.xyz + p.y * b.xyz + c.xyz;
      Place place;
      place.isVisible = h.z > 0.0;
      float scale = 1.0 / h.z;
      place.l = h.xy * scale;
      place.dx = vec2(a.x - place.l.x * a.z, b.x - place.l.x * b.z) * scale;
      place.dy = vec2(a.y - place.l.y * a.z, b.y - place.l.y * b.z) * scale;
      return place;
    }
    float generalCoverage(Place place, vec4 rect) {
      vec2 g = vec2(length(place.dx), length(place.dy));
      vec2 low = clamp((place.l - rect.xy) / g + 0.5, 0.0, 1.0);
      vec2 high = clamp((rect.zw - place.l) / g + 0.5, 0.0, 1.0);
      vec2 overlap = clamp(low + high - 1.0, 0.0, 1.0);
      return place.isVisible ? overlap.x * overlap.y : 0.0;
    }
    float generalRoundedCoverage(Place place, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(place.l, rect, radiiX, radiiY);
      vec2 inset = min(place.l - rect.xy, rect.zw - place.l);
      bvec2 far = greaterThan(place.l + place.l, rect.xy + rect.zw);
      vec2 q = (r - inset) / r;
      vec2 g = 2.0 * q / r * vec2(far.x ? 1.0 : -1.0, far.y ? 1.0 : -1.0);
      float d = (dot(q, q) - 1.0) / max(length(g.x * place.dx + g.y * place.dy), 1e-6);
      float corner = place.isVisible ? clamp(0.5 - d, 0.0, 1.0) : 0.0;
      return isInCorner(inset, r, rect) ? corner : generalCoverage(place, rect);
    }
    #if defined(CLIPPED) || defined(CLIPPED_GENERAL)
    uniform vec4 clip[6];
    #endif
    float clipCoverage(vec2 p) {
    #if defined(CLIPPED)
      return axisRoundedCoverage(p, clip[0], clip[1], clip[2]);
    #elif defined(CLIPPED_GENERAL)
      return generalRoundedCoverage(placeOf(p, clip[3], clip[4], clip[5]), clip[0], clip[1], clip[2]);
    #else
      return 1.0;
    #endif
    }
    #if !defined(GENERAL) && (defined(CIRCULAR) || !defined(ROUNDED))
    #define BOXED
    #endif
    #if !defined(COVERED) && !defined(COPIES)
    #define HAS_EDGES
    #endif
    #ifdef VERTEX
    #if defined(BOXED) && defined(HAS_EDGES)
    flat out vec4 box;
    void placeShape() {
      box = boxOf(rectIn, surface.xy);
    }
    #else
    void placeShape() {}
    #endif
    #else
    #if defined(BOXED) && defined(HAS_EDGES)
    flat in vec4 box;
    #endif
    Place shapePlace(vec2 p) {
    #ifdef GENERAL
      return placeOf(p, inverse1, inverse2, inverse3);
    #else
      return Place(p, vec2(1.0, 0.0), vec2(0.0, 1.0), true);
    #endif
    }
    float roundedCoverage(Place place, vec4 edges, vec4 cornersX, vec4 cornersY) {
    #ifdef GENERAL
      return generalRoundedCoverage(place, edges, cornersX, cornersY);
    #else
      return axisRoundedCoverage(place.l, edges, cornersX, cornersY);
    #endif
    }
    float shapeCoverage(Place place) {
    #if !defined(HAS_EDGES)
      return place.isVisible ? 1.0 : 0.0;
    #elif defined(BOXED) && defined(CIRCULAR)
      return boxCircularCoverage(gl_FragCoord.xy, box, radiiX.x);
    #elif defined(BOXED)
      return boxCoverage(gl_FragCoord.xy, box);
    #elif defined(ROUNDED)
      return roundedCoverage(place, rect, radiiX, radiiY);
    #else
      return generalCoverage(place, rect);
    #endif
    }
    #endif
    #ifdef VERTEX
    void main() {
      placeQuad();
      placeShape();
      passRecord();
    }
    #else
    void main() {
    #if defined(COVERED) && !defined(CLIPPED) && !defined(CLIPPED_GENERAL)
      fragment = color;
    #else
      vec2 p = pixelCentre();
      fragment = color * (shapeCoverage(shapePlace(p)) * clipCoverage(p));
    #endif
    }
    #endif
    """

  private static let borderSource = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 rectIn;
    flat out vec4 rect;
    #if defined(ROUNDED)
    layout(location = 2) in vec4 radiiXIn;
    flat out vec4 radiiX;
    #endif
    #if defined(ROUNDED)
    layout(location = 3) in vec4 radiiYIn;
    flat out vec4 radiiY;
    #endif
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In;
    flat out vec4 inverse1;
    #endif
    #if defined(GENERAL)
    layout(location = 5) in vec4 inverse2In;
    flat out vec4 inverse2;
    #endif
    #if defined(GENERAL)
    layout(location = 6) in vec4 inverse3In;
    flat out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn;
    flat out vec4 color;
    layout(location = 8) in vec4 innerRectIn;
    flat out vec4 innerRect;
    #if defined(ROUNDED)
    layout(location = 9) in vec4 innerRadiiXIn;
    flat out vec4 innerRadiiX;
    #endif
    #if defined(ROUNDED)
    layout(location = 10) in vec4 innerRadiiYIn;
    flat out vec4 innerRadiiY;
    #endif
    void passRecord() {
      rect = rectIn;
    #if defined(ROUNDED)
      radiiX = radiiXIn;
    #endif
    #if defined(ROUNDED)
      radiiY = radiiYIn;
    #endif
    #if defined(GENERAL)
      inverse1 = inverse1In;
    #endif
    #if defined(GENERAL)
      inverse2 = inverse2In;
    #endif
    #if defined(GENERAL)
      inverse3 = inverse3In;
    #endif
      color = colorIn;
      innerRect = innerRectIn;
    #if defined(ROUNDED)
      innerRadiiX = innerRadiiXIn;
    #endif
    #if defined(ROUNDED)
      innerRadiiY = innerRadiiYIn;
    #endif
    }
    #else
    flat in vec4 rect;
    #if defined(ROUNDED)
    flat in vec4 radiiX;
    #endif
    #if defined(ROUNDED)
    flat in vec4 radiiY;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse1;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse2;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse3;
    #endif
    flat in vec4 color;
    flat in vec4 innerRect;
    #if defined(ROUNDED)
    flat in vec4 innerRadiiX;
    #endif
    #if defined(ROUNDED)
    flat in vec4 innerRadiiY;
    #endif
    layout(location = 0) out vec4 fragment;
    #endif
    uniform vec4 surface;
    #ifdef VERTEX
    void placeQuad() {
      vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
      vec2 pixel = mix(quad.xy, quad.zw, corner) - surface.xy;
      gl_Position = vec4(pixel * surface.zw - 1.0, 0.0, 1.0);
    }
    #else
    vec2 pixelCentre() {
      return gl_FragCoord.xy + surface.xy;
    }
    #endif
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
    vec4 boxOf(vec4 rect, vec2 origin) {
      return vec4(0.5 * (rect.xy + rect.zw) - origin, 0.5 * (rect.zw - rect.xy));
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
      return isCorner ? clamp(0.5 - d, 0.0, 1.0) : overlap.x * overlap.y;
    }
    float axisRoundedCoverage(vec2 p, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(p, rect, radiiX, radiiY);
      vec2 inset = min(p - rect.xy, rect.zw - p);
      vec2 q = (r - inset) / r;
      float d = (dot(q, q) - 1.0) / max(length(2.0 * q / r), 1e-6);
      float corner = clamp(0.5 - d, 0.0, 1.0);
      return isInCorner(inset, r, rect) ? corner : axisCoverage(p, rect);
    }
    struct Place {
      vec2 l;
      vec2 dx;
      vec2 dy;
      bool isVisible;
    };
    Place placeOf(vec2 p, vec4 a, vec4 b, vec4 c) {
      vec3 h = p.x * a.xyz + p.y * b.xyz + c.xyz;
      Place place;
      place.isVisible = h.z > 0.0;
      float scale = 1.0 / h.z;
      place.l = h.xy * scale;
      place.dx = vec2(a.x - place.l.x * a.z, b.x - place.l.x * b.z) * scale;
      place.dy = vec2(a.y - place.l.y * a.z, b.y - place.l.y * b.z) * scale;
      return place;
    }
    float generalCoverage(Place place, vec4 rect) {
      vec2 g = vec2(length(place.dx), length(place.dy));
      vec2 low = clamp((place.l - rect.xy) / g + 0.5, 0.0, 1.0);
      vec2 high = clamp((rect.zw - place.l) / g + 0.5, 0.0, 1.0);
      vec2 overlap = clamp(low + high - 1.0, 0.0, 1.0);
      return place.isVisible ? overlap.x * overlap.y : 0.0;
    }
    float generalRoundedCoverage(Place place, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(place.l, rect, radiiX, radiiY);
      vec2 inset = min(place.l - rect.xy, rect.zw - place.l);
      bvec2 far = greaterThan(place.l + place.l, rect.xy + rect.zw);
      vec2 q = (r - inset) / r;
      vec2 g = 2.0 * q / r * vec2(far.x ? 1.0 : -1.0, far.y ? 1.0 : -1.0);
      float d = (dot(q, q) - 1.0) / max(length(g.x * place.dx + g.y * place.dy), 1e-6);
      float corner = place.isVisible ? clamp(0.5 - d, 0.0, 1.0) : 0.0;
      return isInCorner(inset, r, rect) ? corner : generalCoverage(place, rect);
    }
    #if defined(CLIPPED) || defined(CLIPPED_GENERAL)
    uniform vec4 clip[6];
    #endif
    float clipCoverage(vec2 p) {
    #if defined(CLIPPED)
      return axisRoundedCoverage(p, clip[0], clip[1], clip[2]);
    #elif defined(CLIPPED_GENERAL)
      return generalRoundedCoverage(placeOf(p, clip[3], clip[4], clip[5]), clip[0], clip[1], clip[2]);
    #else
      return 1.0;
    #endif
    }
    #if !defined(GENERAL) && (defined(CIRCULAR) || !defined(ROUNDED))
    #define BOXED
    #endif
    #if !defined(COVERED) && !defined(COPIES)
    #define HAS_EDGES
    #endif
    #ifdef VERTEX
    #if defined(BOXED) && defined(HAS_EDGES)
    flat out vec4 box;
    void placeShape() {
      box = boxOf(rectIn, surface.xy);
    }
    #else
    void placeShape() {}
    #endif
    #else
    #if defined(BOXED) && defined(HAS_EDGES)
    flat in vec4 box;
    #endif
    Place shapePlace(vec2 p) {
    #ifdef GENERAL
      return placeOf(p, inverse1, inverse2, inverse3);
    #else
      return Place(p, vec2(1.0, 0.0), vec2(0.0, 1.0), true);
    #endif
    }
    float roundedCoverage(Place place, vec4 edges, vec4 cornersX, vec4 cornersY) {
    #ifdef GENERAL
      return generalRoundedCoverage(place, edges, cornersX, cornersY);
    #else
      return axisRoundedCoverage(place.l, edges, cornersX, cornersY);
    #endif
    }
    float shapeCoverage(Place place) {
    #if !defined(HAS_EDGES)
      return place.isVisible ? 1.0 : 0.0;
    #elif defined(BOXED) && defined(CIRCULAR)
      return boxCircularCoverage(gl_FragCoord.xy, box, radiiX.x);
    #elif defined(BOXED)
      return boxCoverage(gl_FragCoord.xy, box);
    #elif defined(ROUNDED)
      return roundedCoverage(place, rect, radiiX, radiiY);
    #else
      return generalCoverage(place, rect);
    #endif
    }
    #endif
    #ifdef VERTEX
    #ifdef BOXED
    flat out vec4 innerBox;
    #endif
    void main() {
      placeQuad();
      placeShape();
    #ifdef BOXED
      innerBox = boxOf(innerRectIn, surface.xy);
    #endif
      passRecord();
    }
    #else
    #ifdef BOXED
    flat in vec4 innerBox;
    #endif
    float innerCoverage(Place place) {
    #if defined(BOXED) && defined(CIRCULAR)
      return boxCircularCoverage(gl_FragCoord.xy, innerBox, innerRadiiX.x);
    #elif defined(BOXED)
      return boxCoverage(gl_FragCoord.xy, innerBox);
    #elif defined(ROUNDED)
      return roundedCoverage(place, innerRect, innerRadiiX, innerRadiiY);
    #else
      return generalCoverage(place, innerRect);
    #endif
    }
    void main() {
      vec2 p = pixelCentre();
      Place place = shapePlace(p);
      fragment = color * (max(shapeCoverage(place) - innerCoverage(place), 0.0) * clipCoverage(p));
    }
    #endif
    """

  private static let imageSource = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    #if !defined(COVERED) && !defined(COPIES)
    layout(location = 1) in vec4 rectIn;
    flat out vec4 rect;
    #endif
    #if defined(ROUNDED)
    layout(location = 2) in vec4 radiiXIn;
    flat out vec4 radiiX;
    #endif
    #if defined(ROUNDED)
    layout(location = 3) in vec4 radiiYIn;
    flat out vec4 radiiY;
    #endif
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In;
    flat out vec4 inverse1;
    #endif
    #if defined(GENERAL)
    layout(location = 5) in vec4 inverse2In;
    flat out vec4 inverse2;
    #endif
    #if defined(GENERAL)
    layout(location = 6) in vec4 inverse3In;
    flat out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn;
    flat out vec4 color;
    layout(location = 8) in vec4 texelMapIn;
    flat out vec4 texelMap;
    #if !defined(COPIES)
    layout(location = 9) in vec4 texelRectIn;
    flat out vec4 texelRect;
    #endif
    void passRecord() {
    #if !defined(COVERED) && !defined(COPIES)
      rect = rectIn;
    #endif
    #if defined(ROUNDED)
      radiiX = radiiXIn;
    #endif
    #if defined(ROUNDED)
      radiiY = radiiYIn;
    #endif
    #if defined(GENERAL)
      inverse1 = inverse1In;
    #endif
    #if defined(GENERAL)
      inverse2 = inverse2In;
    #endif
    #if defined(GENERAL)
      inverse3 = inverse3In;
    #endif
      color = colorIn;
      texelMap = texelMapIn;
    #if !defined(COPIES)
      texelRect = texelRectIn;
    #endif
    }
    #else
    #if !defined(COVERED) && !defined(COPIES)
    flat in vec4 rect;
    #endif
    #if defined(ROUNDED)
    flat in vec4 radiiX;
    #endif
    #if defined(ROUNDED)
    flat in vec4 radiiY;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse1;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse2;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse3;
    #endif
    flat in vec4 color;
    flat in vec4 texelMap;
    #if !defined(COPIES)
    flat in vec4 texelRect;
    #endif
    layout(location = 0) out vec4 fragment;
    #endif
    uniform vec4 surface;
    #ifdef VERTEX
    void placeQuad() {
      vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
      vec2 pixel = mix(quad.xy, quad.zw, corner) - surface.xy;
      gl_Position = vec4(pixel * surface.zw - 1.0, 0.0, 1.0);
    }
    #else
    vec2 pixelCentre() {
      return gl_FragCoord.xy + surface.xy;
    }
    #endif
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
    vec4 boxOf(vec4 rect, vec2 origin) {
      return vec4(0.5 * (rect.xy + rect.zw) - origin, 0.5 * (rect.zw - rect.xy));
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
      return isCorner ? clamp(0.5 - d, 0.0, 1.0) : overlap.x * overlap.y;
    }
    float axisRoundedCoverage(vec2 p, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(p, rect, radiiX, radiiY);
      vec2 inset = min(p - rect.xy, rect.zw - p);
      vec2 q = (r - inset) / r;
      float d = (dot(q, q) - 1.0) / max(length(2.0 * q / r), 1e-6);
      float corner = clamp(0.5 - d, 0.0, 1.0);
      return isInCorner(inset, r, rect) ? corner : axisCoverage(p, rect);
    }
    struct Place {
      vec2 l;
      vec2 dx;
      vec2 dy;
      bool isVisible;
    };
    Place placeOf(vec2 p, vec4 a, vec4 b, vec4 c) {
      vec3 h = p.x * a.xyz + p.y * b.xyz + c.xyz;
      Place place;
      place.isVisible = h.z > 0.0;
      float scale = 1.0 / h.z;
      place.l = h.xy * scale;
      place.dx = vec2(a.x - place.l.x * a.z, b.x - place.l.x * b.z) * scale;
      place.dy = vec2(a.y - place.l.y * a.z, b.y - place.l.y * b.z) * scale;
      return place;
    }
    float generalCoverage(Place place, vec4 rect) {
      vec2 g = vec2(length(place.dx), length(place.dy));
      vec2 low = clamp((place.l - rect.xy) / g + 0.5, 0.0, 1.0);
      vec2 high = clamp((rect.zw - place.l) / g + 0.5, 0.0, 1.0);
      vec2 overlap = clamp(low + high - 1.0, 0.0, 1.0);
      return place.isVisible ? overlap.x * overlap.y : 0.0;
    }
    float generalRoundedCoverage(Place place, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(place.l, rect, radiiX, radiiY);
      vec2 inset = min(place.l - rect.xy, rect.zw - place.l);
      bvec2 far = greaterThan(place.l + place.l, rect.xy + rect.zw);
      vec2 q = (r - inset) / r;
      vec2 g = 2.0 * q / r * vec2(far.x ? 1.0 : -1.0, far.y ? 1.0 : -1.0);
      float d = (dot(q, q) - 1.0) / max(length(g.x * place.dx + g.y * place.dy), 1e-6);
      float corner = place.isVisible ? clamp(0.5 - d, 0.0, 1.0) : 0.0;
      return isInCorner(inset, r, rect) ? corner : generalCoverage(place, rect);
    }
    #if defined(CLIPPED) || defined(CLIPPED_GENERAL)
    uniform vec4 clip[6];
    #endif
    float clipCoverage(vec2 p) {
    #if defined(CLIPPED)
      return axisRoundedCoverage(p, clip[0], clip[1], clip[2]);
    #elif defined(CLIPPED_GENERAL)
      return generalRoundedCoverage(placeOf(p, clip[3], clip[4], clip[5]), clip[0], clip[1], clip[2]);
    #else
      return 1.0;
    #endif
    }
    #if !defined(GENERAL) && (defined(CIRCULAR) || !defined(ROUNDED))
    #define BOXED
    #endif
    #if !defined(COVERED) && !defined(COPIES)
    #define HAS_EDGES
    #endif
    #ifdef VERTEX
    #if defined(BOXED) && defined(HAS_EDGES)
    flat out vec4 box;
    void placeShape() {
      box = boxOf(rectIn, surface.xy);
    }
    #else
    void placeShape() {}
    #endif
    #else
    #if defined(BOXED) && defined(HAS_EDGES)
    flat in vec4 box;
    #endif
    Place shapePlace(vec2 p) {
    #ifdef GENERAL
      return placeOf(p, inverse1, inverse2, inverse3);
    #else
      return Place(p, vec2(1.0, 0.0), vec2(0.0, 1.0), true);
    #endif
    }
    float roundedCoverage(Place place, vec4 edges, vec4 cornersX, vec4 cornersY) {
    #ifdef GENERAL
      return generalRoundedCoverage(place, edges, cornersX, cornersY);
    #else
      return axisRoundedCoverage(place.l, edges, cornersX, cornersY);
    #endif
    }
    float shapeCoverage(Place place) {
    #if !defined(HAS_EDGES)
      return place.isVisible ? 1.0 : 0.0;
    #elif defined(BOXED) && defined(CIRCULAR)
      return boxCircularCoverage(gl_FragCoord.xy, box, radiiX.x);
    #elif defined(BOXED)
      return boxCoverage(gl_FragCoord.xy, box);
    #elif defined(ROUNDED)
      return roundedCoverage(place, rect, radiiX, radiiY);
    #else
      return generalCoverage(place, rect);
    #endif
    }
    #endif
    #ifdef VERTEX
    void main() {
      placeQuad();
      placeShape();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    vec4 nearestTexel(vec2 t, vec4 texels) {
      return texelFetch(image, ivec2(clamp(floor(t), texels.xy, texels.zw - 1.0)), 0);
    }
    vec4 mixedTexel(vec2 t, vec4 texels) {
      vec2 centre = clamp(t, texels.xy + 0.5, texels.zw - 0.5);
      return texture(image, centre / vec2(textureSize(image, 0)));
    }
    void main() {
      vec2 p = pixelCentre();
    #ifdef COPIES
      vec4 texel = texelFetch(image, ivec2(p + texelMap.zw), 0);
      fragment = texel * color * clipCoverage(p);
    #else
      Place place = shapePlace(p);
      vec2 t = place.l * texelMap.xy + texelMap.zw;
    #ifdef NEAREST
      vec4 texel = nearestTexel(t, texelRect);
    #else
      vec4 texel = mixedTexel(t, texelRect);
    #endif
      fragment = texel * color * (shapeCoverage(place) * clipCoverage(p));
    #endif
    }
    #endif
    """

  private static let compositeSource = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in float opacityIn;
    flat out float opacity;
    void passRecord() {
      opacity = opacityIn;
    }
    #else
    flat in float opacity;
    layout(location = 0) out vec4 fragment;
    #endif
    uniform vec4 surface;
    #ifdef VERTEX
    void placeQuad() {
      vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
      vec2 pixel = mix(quad.xy, quad.zw, corner) - surface.xy;
      gl_Position = vec4(pixel * surface.zw - 1.0, 0.0, 1.0);
    }
    #else
    vec2 pixelCentre() {
      return gl_FragCoord.xy + surface.xy;
    }
    #endif
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
    vec4 boxOf(vec4 rect, vec2 origin) {
      return vec4(0.5 * (rect.xy + rect.zw) - origin, 0.5 * (rect.zw - rect.xy));
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
      return isCorner ? clamp(0.5 - d, 0.0, 1.0) : overlap.x * overlap.y;
    }
    float axisRoundedCoverage(vec2 p, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(p, rect, radiiX, radiiY);
      vec2 inset = min(p - rect.xy, rect.zw - p);
      vec2 q = (r - inset) / r;
      float d = (dot(q, q) - 1.0) / max(length(2.0 * q / r), 1e-6);
      float corner = clamp(0.5 - d, 0.0, 1.0);
      return isInCorner(inset, r, rect) ? corner : axisCoverage(p, rect);
    }
    struct Place {
      vec2 l;
      vec2 dx;
      vec2 dy;
      bool isVisible;
    };
    Place placeOf(vec2 p, vec4 a, vec4 b, vec4 c) {
      vec3 h = p.x * a.xyz + p.y * b.xyz + c.xyz;
      Place place;
      place.isVisible = h.z > 0.0;
      float scale = 1.0 / h.z;
      place.l = h.xy * scale;
      place.dx = vec2(a.x - place.l.x * a.z, b.x - place.l.x * b.z) * scale;
      place.dy = vec2(a.y - place.l.y * a.z, b.y - place.l.y * b.z) * scale;
      return place;
    }
    float generalCoverage(Place place, vec4 rect) {
      vec2 g = vec2(length(place.dx), length(place.dy));
      vec2 low = clamp((place.l - rect.xy) / g + 0.5, 0.0, 1.0);
      vec2 high = clamp((rect.zw - place.l) / g + 0.5, 0.0, 1.0);
      vec2 overlap = clamp(low + high - 1.0, 0.0, 1.0);
      return place.isVisible ? overlap.x * overlap.y : 0.0;
    }
    float generalRoundedCoverage(Place place, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(place.l, rect, radiiX, radiiY);
      vec2 inset = min(place.l - rect.xy, rect.zw - place.l);
      bvec2 far = greaterThan(place.l + place.l, rect.xy + rect.zw);
      vec2 q = (r - inset) / r;
      vec2 g = 2.0 * q / r * vec2(far.x ? 1.0 : -1.0, far.y ? 1.0 : -1.0);
      float d = (dot(q, q) - 1.0) / max(length(g.x * place.dx + g.y * place.dy), 1e-6);
      float corner = place.isVisible ? clamp(0.5 - d, 0.0, 1.0) : 0.0;
      return isInCorner(inset, r, rect) ? corner : generalCoverage(place, rect);
    }
    #if defined(CLIPPED) || defined(CLIPPED_GENERAL)
    uniform vec4 clip[6];
    #endif
    float clipCoverage(vec2 p) {
    #if defined(CLIPPED)
      return axisRoundedCoverage(p, clip[0], clip[1], clip[2]);
    #elif defined(CLIPPED_GENERAL)
      return generalRoundedCoverage(placeOf(p, clip[3], clip[4], clip[5]), clip[0], clip[1], clip[2]);
    #else
      return 1.0;
    #endif
    }
    #ifdef VERTEX
    void main() {
      placeQuad();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    uniform vec2 imageOrigin;
    void main() {
      vec2 p = pixelCentre();
      vec4 texel = texelFetch(image, ivec2(p - imageOrigin), 0);
      fragment = texel * (opacity * clipCoverage(p));
    }
    #endif
    """

  private static let mixedSource = """
    #ifdef VERTEX
    layout(location = 0) in vec4 quad;
    layout(location = 1) in vec4 rectIn;
    flat out vec4 rect;
    layout(location = 2) in vec4 radiiXIn;
    flat out vec4 radiiX;
    layout(location = 3) in vec4 radiiYIn;
    flat out vec4 radiiY;
    #if defined(GENERAL)
    layout(location = 4) in vec4 inverse1In;
    flat out vec4 inverse1;
    #endif
    #if defined(GENERAL)
    layout(location = 5) in vec4 inverse2In;
    flat out vec4 inverse2;
    #endif
    #if defined(GENERAL)
    layout(location = 6) in vec4 inverse3In;
    flat out vec4 inverse3;
    #endif
    layout(location = 7) in vec4 colorIn;
    flat out vec4 color;
    layout(location = 8) in vec4 innerRectIn;
    flat out vec4 innerRect;
    layout(location = 9) in vec4 innerRadiiXIn;
    flat out vec4 innerRadiiX;
    layout(location = 10) in vec4 innerRadiiYIn;
    flat out vec4 innerRadiiY;
    layout(location = 11) in vec4 texelMapIn;
    flat out vec4 texelMap;
    layout(location = 12) in vec4 texelRectIn;
    flat out vec4 texelRect;
    void passRecord() {
      rect = rectIn;
      radiiX = radiiXIn;
      radiiY = radiiYIn;
    #if defined(GENERAL)
      inverse1 = inverse1In;
    #endif
    #if defined(GENERAL)
      inverse2 = inverse2In;
    #endif
    #if defined(GENERAL)
      inverse3 = inverse3In;
    #endif
      color = colorIn;
      innerRect = innerRectIn;
      innerRadiiX = innerRadiiXIn;
      innerRadiiY = innerRadiiYIn;
      texelMap = texelMapIn;
      texelRect = texelRectIn;
    }
    #else
    flat in vec4 rect;
    flat in vec4 radiiX;
    flat in vec4 radiiY;
    #if defined(GENERAL)
    flat in vec4 inverse1;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse2;
    #endif
    #if defined(GENERAL)
    flat in vec4 inverse3;
    #endif
    flat in vec4 color;
    flat in vec4 innerRect;
    flat in vec4 innerRadiiX;
    flat in vec4 innerRadiiY;
    flat in vec4 texelMap;
    flat in vec4 texelRect;
    layout(location = 0) out vec4 fragment;
    #endif
    #define ROUNDED
    uniform vec4 surface;
    #ifdef VERTEX
    void placeQuad() {
      vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
      vec2 pixel = mix(quad.xy, quad.zw, corner) - surface.xy;
      gl_Position = vec4(pixel * surface.zw - 1.0, 0.0, 1.0);
    }
    #else
    vec2 pixelCentre() {
      return gl_FragCoord.xy + surface.xy;
    }
    #endif
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
    vec4 boxOf(vec4 rect, vec2 origin) {
      return vec4(0.5 * (rect.xy + rect.zw) - origin, 0.5 * (rect.zw - rect.xy));
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
      return isCorner ? clamp(0.5 - d, 0.0, 1.0) : overlap.x * overlap.y;
    }
    float axisRoundedCoverage(vec2 p, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(p, rect, radiiX, radiiY);
      vec2 inset = min(p - rect.xy, rect.zw - p);
      vec2 q = (r - inset) / r;
      float d = (dot(q, q) - 1.0) / max(length(2.0 * q / r), 1e-6);
      float corner = clamp(0.5 - d, 0.0, 1.0);
      return isInCorner(inset, r, rect) ? corner : axisCoverage(p, rect);
    }
    struct Place {
      vec2 l;
      vec2 dx;
      vec2 dy;
      bool isVisible;
    };
    Place placeOf(vec2 p, vec4 a, vec4 b, vec4 c) {
      vec3 h = p.x * a.xyz + p.y * b.xyz + c.xyz;
      Place place;
      place.isVisible = h.z > 0.0;
      float scale = 1.0 / h.z;
      place.l = h.xy * scale;
      place.dx = vec2(a.x - place.l.x * a.z, b.x - place.l.x * b.z) * scale;
      place.dy = vec2(a.y - place.l.y * a.z, b.y - place.l.y * b.z) * scale;
      return place;
    }
    float generalCoverage(Place place, vec4 rect) {
      vec2 g = vec2(length(place.dx), length(place.dy));
      vec2 low = clamp((place.l - rect.xy) / g + 0.5, 0.0, 1.0);
      vec2 high = clamp((rect.zw - place.l) / g + 0.5, 0.0, 1.0);
      vec2 overlap = clamp(low + high - 1.0, 0.0, 1.0);
      return place.isVisible ? overlap.x * overlap.y : 0.0;
    }
    float generalRoundedCoverage(Place place, vec4 rect, vec4 radiiX, vec4 radiiY) {
      vec2 r = cornerRadii(place.l, rect, radiiX, radiiY);
      vec2 inset = min(place.l - rect.xy, rect.zw - place.l);
      bvec2 far = greaterThan(place.l + place.l, rect.xy + rect.zw);
      vec2 q = (r - inset) / r;
      vec2 g = 2.0 * q / r * vec2(far.x ? 1.0 : -1.0, far.y ? 1.0 : -1.0);
      float d = (dot(q, q) - 1.0) / max(length(g.x * place.dx + g.y * place.dy), 1e-6);
      float corner = place.isVisible ? clamp(0.5 - d, 0.0, 1.0) : 0.0;
      return isInCorner(inset, r, rect) ? corner : generalCoverage(place, rect);
    }
    #if defined(CLIPPED) || defined(CLIPPED_GENERAL)
    uniform vec4 clip[6];
    #endif
    float clipCoverage(vec2 p) {
    #if defined(CLIPPED)
      return axisRoundedCoverage(p, clip[0], clip[1], clip[2]);
    #elif defined(CLIPPED_GENERAL)
      return generalRoundedCoverage(placeOf(p, clip[3], clip[4], clip[5]), clip[0], clip[1], clip[2]);
    #else
      return 1.0;
    #endif
    }
    #if !defined(GENERAL) && (defined(CIRCULAR) || !defined(ROUNDED))
    #define BOXED
    #endif
    #if !defined(COVERED) && !defined(COPIES)
    #define HAS_EDGES
    #endif
    #ifdef VERTEX
    #if defined(BOXED) && defined(HAS_EDGES)
    flat out vec4 box;
    void placeShape() {
      box = boxOf(rectIn, surface.xy);
    }
    #else
    void placeShape() {}
    #endif
    #else
    #if defined(BOXED) && defined(HAS_EDGES)
    flat in vec4 box;
    #endif
    Place shapePlace(vec2 p) {
    #ifdef GENERAL
      return placeOf(p, inverse1, inverse2, inverse3);
    #else
      return Place(p, vec2(1.0, 0.0), vec2(0.0, 1.0), true);
    #endif
    }
    float roundedCoverage(Place place, vec4 edges, vec4 cornersX, vec4 cornersY) {
    #ifdef GENERAL
      return generalRoundedCoverage(place, edges, cornersX, cornersY);
    #else
      return axisRoundedCoverage(place.l, edges, cornersX, cornersY);
    #endif
    }
    float shapeCoverage(Place place) {
    #if !defined(HAS_EDGES)
      return place.isVisible ? 1.0 : 0.0;
    #elif defined(BOXED) && defined(CIRCULAR)
      return boxCircularCoverage(gl_FragCoord.xy, box, radiiX.x);
    #elif defined(BOXED)
      return boxCoverage(gl_FragCoord.xy, box);
    #elif defined(ROUNDED)
      return roundedCoverage(place, rect, radiiX, radiiY);
    #else
      return generalCoverage(place, rect);
    #endif
    }
    #endif
    #ifdef VERTEX
    void main() {
      placeQuad();
      placeShape();
      passRecord();
    }
    #else
    uniform highp sampler2D image;
    vec4 nearestTexel(vec2 t, vec4 texels) {
      return texelFetch(image, ivec2(clamp(floor(t), texels.xy, texels.zw - 1.0)), 0);
    }
    vec4 mixedTexel(vec2 t, vec4 texels) {
      vec2 centre = clamp(t, texels.xy + 0.5, texels.zw - 0.5);
      return texture(image, centre / vec2(textureSize(image, 0)));
    }
    void main() {
      vec2 p = pixelCentre();
      Place place = shapePlace(p);
      vec4 mixed = mixedTexel(place.l * texelMap.xy + texelMap.zw, texelRect);
      vec4 texel = texelRect.z > texelRect.x ? mixed : vec4(1.0);
      float outer = roundedCoverage(place, rect, radiiX, radiiY);
      float inner = roundedCoverage(place, innerRect, innerRadiiX, innerRadiiY);
      fragment = texel * color * (max(outer - inner, 0.0) * clipCoverage(p));
    }
    #endif
    """
}
