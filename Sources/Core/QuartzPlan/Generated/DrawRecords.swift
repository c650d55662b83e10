// Generated from Shaders/*.glsl by scripts/generate. Do not edit.
// Licensed under the MIT license; see LICENSE.

/// The kinds of draws, one for each shader.
///
/// The raw value orders columns and batches.
package enum DrawKind: UInt8, CaseIterable, Sendable {
  case solid
  case border
  case image
  case composite
  case coverage
  case gradient
}

/// A rectangle, rounded or not, and the map from pixels to the space that it is in.
package struct ShapeRecord: Equatable, Sendable {
  /// minX, minY, maxX, maxY of the shape, in shape space; of a border, its outer edge.
  package var rect: SIMD4<Float>
  /// Horizontal corner radii in shape space: minX-minY, maxX-minY, minX-maxY, maxX-maxY.
  package var radiiX: SIMD4<Float>
  /// Vertical corner radii in shape space, in the same order.
  package var radiiY: SIMD4<Float>
  /// Rows of the map (x, y, 1) of output pixels -> homogeneous shape space; the fourth is unused.
  package var inverse1: SIMD4<Float>
  package var inverse2: SIMD4<Float>
  package var inverse3: SIMD4<Float>

  package init(
    rect: SIMD4<Float>,
    radiiX: SIMD4<Float>,
    radiiY: SIMD4<Float>,
    inverse1: SIMD4<Float>,
    inverse2: SIMD4<Float>,
    inverse3: SIMD4<Float>
  ) {
    self.rect = rect
    self.radiiX = radiiX
    self.radiiY = radiiY
    self.inverse1 = inverse1
    self.inverse2 = inverse2
    self.inverse3 = inverse3
  }
}

extension ShapeRecord {
  /// Adds all fields to a hash.
  func hash(into hash: inout ContentHash) {
    hash.add(rect)
    hash.add(radiiX)
    hash.add(radiiY)
    hash.add(inverse1)
    hash.add(inverse2)
    hash.add(inverse3)
  }
}

/// One draw of kind `solid`: a rectangle, rounded or not, in one colour.
package struct SolidRecord: Equatable, Sendable {
  package var shape: ShapeRecord
  /// Premultiplied, sRGB-encoded, opacity folded in.
  package var color: SIMD4<Float>

  package init(shape: ShapeRecord, color: SIMD4<Float>) {
    self.shape = shape
    self.color = color
  }
}

extension SolidRecord {
  /// Adds all fields to a hash.
  func hash(into hash: inout ContentHash) {
    shape.hash(into: &hash)
    hash.add(color)
  }
}

extension SolidRecord {
  /// Adds the fields to the text of a draw, those that the draw reads.
  func add(to text: inout DrawText, _ draw: Draw) {
    text.add(shape, draw.shape)
    text.add("color", color)
  }
}

/// One draw of kind `border`: the ring between two rectangles, rounded or not, in one colour.
package struct BorderRecord: Equatable, Sendable {
  package var shape: ShapeRecord
  /// Premultiplied, sRGB-encoded, opacity folded in.
  package var color: SIMD4<Float>
  /// minX, minY, maxX, maxY of the inner edge, in shape space; empty where the ring is full.
  package var innerRect: SIMD4<Float>
  /// Horizontal corner radii of the inner edge in shape space.
  package var innerRadiiX: SIMD4<Float>
  /// Vertical corner radii of the inner edge in shape space.
  package var innerRadiiY: SIMD4<Float>

  package init(
    shape: ShapeRecord,
    color: SIMD4<Float>,
    innerRect: SIMD4<Float>,
    innerRadiiX: SIMD4<Float>,
    innerRadiiY: SIMD4<Float>
  ) {
    self.shape = shape
    self.color = color
    self.innerRect = innerRect
    self.innerRadiiX = innerRadiiX
    self.innerRadiiY = innerRadiiY
  }
}

extension BorderRecord {
  /// Adds all fields to a hash.
  func hash(into hash: inout ContentHash) {
    shape.hash(into: &hash)
    hash.add(color)
    hash.add(innerRect)
    hash.add(innerRadiiX)
    hash.add(innerRadiiY)
  }
}

extension BorderRecord {
  /// Adds the fields to the text of a draw, those that the draw reads.
  func add(to text: inout DrawText, _ draw: Draw) {
    text.add(shape, draw.shape)
    text.add("color", color)
    text.add("inner", innerRect)
    text.add("innerRadiiX", innerRadiiX)
    text.add("innerRadiiY", innerRadiiY)
  }
}

/// One draw of kind `image`: a part of an image in a rectangle, rounded or not.
package struct ImageRecord: Equatable, Sendable {
  package var shape: ShapeRecord
  /// Multiplies the premultiplied texel: premultiplied, sRGB-encoded, opacity folded in.
  package var color: SIMD4<Float>
  /// Shape space -> texels from the image's top left: scale x, scale y, offset x, offset y.
  package var texelMap: SIMD4<Float>
  /// minX, minY, maxX, maxY of the texels that may be sampled; texel centres are clamped to it, or
  /// wrapped around in it.
  package var texelRect: SIMD4<Float>
  /// First x, first y, last x, last y of the middle part, in shape space.
  package var sliceEdges: SIMD4<Float>
  /// Texels for each unit of the middle part: x, y, 0, 0.
  package var stretch: SIMD4<Float>
  /// How often the image is halved, 0 for the image itself; between two levels both are mixed.
  package var level: Float

  package init(
    shape: ShapeRecord,
    color: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    texelRect: SIMD4<Float>,
    sliceEdges: SIMD4<Float>,
    stretch: SIMD4<Float>,
    level: Float
  ) {
    self.shape = shape
    self.color = color
    self.texelMap = texelMap
    self.texelRect = texelRect
    self.sliceEdges = sliceEdges
    self.stretch = stretch
    self.level = level
  }
}

extension ImageRecord {
  /// Adds all fields to a hash.
  func hash(into hash: inout ContentHash) {
    shape.hash(into: &hash)
    hash.add(color)
    hash.add(texelMap)
    hash.add(texelRect)
    hash.add(sliceEdges)
    hash.add(stretch)
    hash.add(level)
  }
}

extension ImageRecord {
  /// Adds the fields to the text of a draw, those that the draw reads.
  func add(to text: inout DrawText, _ draw: Draw) {
    text.add(shape, draw.shape)
    text.add("color", color, plain: 1)
    text.add("texels", texelMap)
    text.add("in", texelRect)
    if draw.flags.contains(.stretched) { text.add("sliceEdges", sliceEdges) }
    if draw.flags.contains(.stretched) { text.add("stretch", stretch) }
    if draw.flags.contains(.mipmapped) { text.add("level", level) }
  }
}

/// One draw of kind `composite`: the pixels of another surface, in place.
package struct CompositeRecord: Equatable, Sendable {
  /// Multiplies all four components of the surface's pixels, 0...1.
  package var opacity: Float

  package init(opacity: Float) {
    self.opacity = opacity
  }
}

extension CompositeRecord {
  /// Adds all fields to a hash.
  func hash(into hash: inout ContentHash) {
    hash.add(opacity)
  }
}

extension CompositeRecord {
  /// Adds the fields to the text of a draw, those that the draw reads.
  func add(to text: inout DrawText, _ draw: Draw) {
    text.add("opacity", opacity)
  }
}

/// One draw of kind `coverage`: bytes that say how much of each place is covered, in one colour.
package struct CoverageRecord: Equatable, Sendable {
  /// Rows of the map (x, y, 1) of output pixels -> homogeneous shape space; the fourth is unused.
  package var inverse1: SIMD4<Float>
  package var inverse2: SIMD4<Float>
  package var inverse3: SIMD4<Float>
  /// Premultiplied, sRGB-encoded, opacity folded in.
  package var color: SIMD4<Float>
  /// Shape space -> texels from the top left: scale x, scale y, offset x, offset y.
  package var texelMap: SIMD4<Float>
  /// minX, minY, maxX, maxY of the texels that may be sampled; texel centres are clamped to it.
  package var texelRect: SIMD4<Float>
  /// First x, first y, last x, last y of the middle part, in shape space.
  package var sliceEdges: SIMD4<Float>
  /// Texels for each unit of the middle part: x, y, 0, 0.
  package var stretch: SIMD4<Float>

  package init(
    inverse1: SIMD4<Float>,
    inverse2: SIMD4<Float>,
    inverse3: SIMD4<Float>,
    color: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    texelRect: SIMD4<Float>,
    sliceEdges: SIMD4<Float>,
    stretch: SIMD4<Float>
  ) {
    self.inverse1 = inverse1
    self.inverse2 = inverse2
    self.inverse3 = inverse3
    self.color = color
    self.texelMap = texelMap
    self.texelRect = texelRect
    self.sliceEdges = sliceEdges
    self.stretch = stretch
  }
}

extension CoverageRecord {
  /// Adds all fields to a hash.
  func hash(into hash: inout ContentHash) {
    hash.add(inverse1)
    hash.add(inverse2)
    hash.add(inverse3)
    hash.add(color)
    hash.add(texelMap)
    hash.add(texelRect)
    hash.add(sliceEdges)
    hash.add(stretch)
  }
}

extension CoverageRecord {
  /// Adds the fields to the text of a draw, those that the draw reads.
  func add(to text: inout DrawText, _ draw: Draw) {
    if draw.shape == .general { text.add("inverse1", inverse1) }
    if draw.shape == .general { text.add("inverse2", inverse2) }
    if draw.shape == .general { text.add("inverse3", inverse3) }
    text.add("color", color)
    text.add("texels", texelMap)
    text.add("in", texelRect)
    if draw.flags.contains(.stretched) { text.add("sliceEdges", sliceEdges) }
    if draw.flags.contains(.stretched) { text.add("stretch", stretch) }
  }
}

/// One draw of kind `gradient`: a gradient in a rectangle, rounded or not.
package struct GradientRecord: Equatable, Sendable {
  package var shape: ShapeRecord
  /// Shape space (x, y, 1) -> x of the gradient's space; the fourth is unused.
  package var mapX: SIMD4<Float>
  /// Shape space (x, y, 1) -> y of the gradient's space; the fourth is unused.
  package var mapY: SIMD4<Float>
  /// Straight, sRGB-encoded, opacity folded in: at t the colour is base + slope t.
  package var base: SIMD4<Float>
  package var slope: SIMD4<Float>
  /// The first and the last t, beyond which the colour stays; the index of the first stretch in the
  /// ramps, and how many there are.
  package var range: SIMD4<Float>

  package init(
    shape: ShapeRecord,
    mapX: SIMD4<Float>,
    mapY: SIMD4<Float>,
    base: SIMD4<Float>,
    slope: SIMD4<Float>,
    range: SIMD4<Float>
  ) {
    self.shape = shape
    self.mapX = mapX
    self.mapY = mapY
    self.base = base
    self.slope = slope
    self.range = range
  }
}

extension GradientRecord {
  /// Adds all fields to a hash.
  func hash(into hash: inout ContentHash) {
    shape.hash(into: &hash)
    hash.add(mapX)
    hash.add(mapY)
    hash.add(base)
    hash.add(slope)
    hash.add(range)
  }
}

extension GradientRecord {
  /// Adds the fields to the text of a draw, those that the draw reads.
  func add(to text: inout DrawText, _ draw: Draw) {
    text.add(shape, draw.shape)
    text.add("u", mapX)
    text.add("v", mapY)
    text.add("base", base)
    text.add("slope", slope)
    text.add("range", range)
  }
}

extension RenderPlan {
  /// Adds all fields of a draw's record to a hash.
  func hashRecord(of draw: Draw, into hash: inout ContentHash) {
    switch draw.kind {
    case .solid: solids[Int(draw.record)].hash(into: &hash)
    case .border: borders[Int(draw.record)].hash(into: &hash)
    case .image: imageRecords[Int(draw.record)].hash(into: &hash)
    case .composite: composites[Int(draw.record)].hash(into: &hash)
    case .coverage: coverageRecords[Int(draw.record)].hash(into: &hash)
    case .gradient: gradientRecords[Int(draw.record)].hash(into: &hash)
    }
  }

  /// Whether a draw's record equals that of another plan's draw of the same kind.
  func hasRecord(of draw: Draw, equalTo other: Draw, in plan: RenderPlan) -> Bool {
    switch draw.kind {
    case .solid: solids[Int(draw.record)] == plan.solids[Int(other.record)]
    case .border: borders[Int(draw.record)] == plan.borders[Int(other.record)]
    case .image: imageRecords[Int(draw.record)] == plan.imageRecords[Int(other.record)]
    case .composite: composites[Int(draw.record)] == plan.composites[Int(other.record)]
    case .coverage: coverageRecords[Int(draw.record)] == plan.coverageRecords[Int(other.record)]
    case .gradient: gradientRecords[Int(draw.record)] == plan.gradientRecords[Int(other.record)]
    }
  }

  /// Adds the fields of a draw's record to its text.
  func addRecord(of draw: Draw, to text: inout DrawText) {
    switch draw.kind {
    case .solid: solids[Int(draw.record)].add(to: &text, draw)
    case .border: borders[Int(draw.record)].add(to: &text, draw)
    case .image: imageRecords[Int(draw.record)].add(to: &text, draw)
    case .composite: composites[Int(draw.record)].add(to: &text, draw)
    case .coverage: coverageRecords[Int(draw.record)].add(to: &text, draw)
    case .gradient: gradientRecords[Int(draw.record)].add(to: &text, draw)
    }
  }
}
