// Generated from Shaders/*.glsl by scripts/generate. Do not edit.
// Licensed under the MIT license; see LICENSE.

import QuartzPlan

/// A surface turned, scaled and moved.
struct AffineRecord: Equatable, Sendable {
  /// The source's x of a place of the target: factors of x and y, and the number that is added, in
  /// pixels from the first of each; then the positions that are read along a row of a pixel.
  var across: SIMD4<Float>
  /// The same for the source's y, and for columns.
  var down: SIMD4<Float>
  /// The first of the source's texels: x, y; then the size of what it has.
  var source: SIMD4<Float>

  init(across: SIMD4<Float>, down: SIMD4<Float>, source: SIMD4<Float>) {
    self.across = across
    self.down = down
    self.source = source
  }
}

/// One step of a blur.
struct BlurRecord: Equatable, Sendable {
  /// Index of the pixel at the target's origin: x, y; the same of the source's texture.
  var origins: SIMD4<Float>
  /// 1, 0 along x or 0, 1 along y; first index and end of what the source has there.
  var span: SIMD4<Float>
  /// The largest distance with a weight.
  var radius: Float
  /// Weights of the pixels at the distances 0 to 3, in 32768ths; with both sides they add up to
  /// 32768.
  var weights0: SIMD4<Float>
  /// Weights at the distances 4 to 7.
  var weights1: SIMD4<Float>
  /// Weights at the distances 8 to 11.
  var weights2: SIMD4<Float>
  /// Weights at the distances 12 to 15.
  var weights3: SIMD4<Float>
  /// The weight at the distance 16, and nothing.
  var weights4: SIMD4<Float>

  init(
    origins: SIMD4<Float>,
    span: SIMD4<Float>,
    radius: Float,
    weights0: SIMD4<Float>,
    weights1: SIMD4<Float>,
    weights2: SIMD4<Float>,
    weights3: SIMD4<Float>,
    weights4: SIMD4<Float>
  ) {
    self.origins = origins
    self.span = span
    self.radius = radius
    self.weights0 = weights0
    self.weights1 = weights1
    self.weights2 = weights2
    self.weights3 = weights3
    self.weights4 = weights4
  }
}

/// Steps of colour for each pixel of a surface.
struct ColorsRecord: Equatable, Sendable {
  /// The kinds of the first four places, as ColorChain.Kind numbers them.
  var kinds1: SIMD4<Float>
  /// Those of the others.
  var kinds2: SIMD4<Float>
  /// The numbers of each place.
  var numbers1: SIMD4<Float>
  /// The same.
  var numbers2: SIMD4<Float>
  /// The same.
  var numbers3: SIMD4<Float>
  /// The same.
  var numbers4: SIMD4<Float>
  /// The same.
  var numbers5: SIMD4<Float>
  /// The same.
  var numbers6: SIMD4<Float>
  /// The same.
  var numbers7: SIMD4<Float>
  /// The same.
  var numbers8: SIMD4<Float>
  /// From target pixels to the source's texels: x, y; then the size of what the source has.
  var source: SIMD4<Float>
  /// The first of the source's texels: x, y; then 1 where red and blue are exchanged, and nothing.
  var origin: SIMD4<Float>

  init(
    kinds1: SIMD4<Float>,
    kinds2: SIMD4<Float>,
    numbers1: SIMD4<Float>,
    numbers2: SIMD4<Float>,
    numbers3: SIMD4<Float>,
    numbers4: SIMD4<Float>,
    numbers5: SIMD4<Float>,
    numbers6: SIMD4<Float>,
    numbers7: SIMD4<Float>,
    numbers8: SIMD4<Float>,
    source: SIMD4<Float>,
    origin: SIMD4<Float>
  ) {
    self.kinds1 = kinds1
    self.kinds2 = kinds2
    self.numbers1 = numbers1
    self.numbers2 = numbers2
    self.numbers3 = numbers3
    self.numbers4 = numbers4
    self.numbers5 = numbers5
    self.numbers6 = numbers6
    self.numbers7 = numbers7
    self.numbers8 = numbers8
    self.source = source
    self.origin = origin
  }
}

/// A colour matrix for each pixel of a surface.
struct MatrixRecord: Equatable, Sendable {
  /// Weights of red, green, blue and alpha for the result's red, times 2^shift.
  var red: SIMD4<Float>
  /// The same for its green.
  var green: SIMD4<Float>
  /// The same for its blue.
  var blue: SIMD4<Float>
  /// The same for its alpha.
  var alpha: SIMD4<Float>
  /// The offset of each component, in 4080ths times 2^shift.
  var bias: SIMD4<Float>
  /// From target pixels to the source's texels: x, y; then the size of what the source has.
  var source: SIMD4<Float>
  /// The first of the source's texels: x, y; then shift, and nothing.
  var origin: SIMD4<Float>

  init(
    red: SIMD4<Float>,
    green: SIMD4<Float>,
    blue: SIMD4<Float>,
    alpha: SIMD4<Float>,
    bias: SIMD4<Float>,
    source: SIMD4<Float>,
    origin: SIMD4<Float>
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.bias = bias
    self.source = source
    self.origin = origin
  }
}

/// A surface continued beyond its edges.
struct MirrorRecord: Equatable, Sendable {
  /// From target pixels to the source's pixels, its first being 0: x, y; then its size.
  var source: SIMD4<Float>
  /// The first of the source's texels: x, y; nothing else.
  var origin: SIMD4<Float>

  init(source: SIMD4<Float>, origin: SIMD4<Float>) {
    self.source = source
    self.origin = origin
  }
}

/// A solid, border, image or coverage in the form that one shader can draw.
struct MixedRecord: Equatable, Sendable {
  var shape: ShapeRecord
  /// Multiplies the premultiplied texel: premultiplied, sRGB-encoded, opacity folded in.
  var color: SIMD4<Float>
  /// minX, minY, maxX, maxY of the hole in the shape, in shape space; or empty.
  var innerRect: SIMD4<Float>
  /// Horizontal corner radii of the hole in shape space.
  var innerRadiiX: SIMD4<Float>
  /// Vertical corner radii of the hole in shape space.
  var innerRadiiY: SIMD4<Float>
  /// Shape space -> texels from the first one that may be sampled: scale x, scale y, offset x,
  /// offset y.
  var texelMap: SIMD4<Float>
  /// minX, minY, maxX, maxY of the texels that may be sampled, or empty where all are white.
  var texelRect: SIMD4<Float>
  /// First x, first y, last x, last y of the middle part, in shape space.
  var sliceEdges: SIMD4<Float>
  /// Texels for each unit of the middle part: x, y; 1 if the texels are coverage; 0.
  var stretch: SIMD4<Float>

  init(
    shape: ShapeRecord,
    color: SIMD4<Float>,
    innerRect: SIMD4<Float>,
    innerRadiiX: SIMD4<Float>,
    innerRadiiY: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    texelRect: SIMD4<Float>,
    sliceEdges: SIMD4<Float>,
    stretch: SIMD4<Float>
  ) {
    self.shape = shape
    self.color = color
    self.innerRect = innerRect
    self.innerRadiiX = innerRadiiX
    self.innerRadiiY = innerRadiiY
    self.texelMap = texelMap
    self.texelRect = texelRect
    self.sliceEdges = sliceEdges
    self.stretch = stretch
  }
}

/// The colours of an image's samples.
struct PlanesRecord: Equatable, Sendable {
  /// The image's width and height; the columns and rows of chroma.
  var size: SIMD4<Float>
  /// Whether chroma has half the samples along x, y; whether these lie between pixels along x, y.
  var halves: SIMD4<Float>
  /// Bytes of a sample; bits that are dropped from it; the largest sample; 0 for a texture each of
  /// Cb and Cr, 1 for one of both, 2 for one with Cr first.
  var form: SIMD4<Float>
  /// Offset and scale of Y; shift; 1 if red and blue are exchanged in the target.
  var luma: SIMD4<Float>
  /// Offset of Cb and Cr; weight of Cr in red; of Cb and Cr in green, negative.
  var chroma: SIMD4<Float>
  /// The weight of Cb in blue, and nothing.
  var blue: SIMD4<Float>

  init(
    size: SIMD4<Float>,
    halves: SIMD4<Float>,
    form: SIMD4<Float>,
    luma: SIMD4<Float>,
    chroma: SIMD4<Float>,
    blue: SIMD4<Float>
  ) {
    self.size = size
    self.halves = halves
    self.form = form
    self.luma = luma
    self.chroma = chroma
    self.blue = blue
  }
}

/// A surface made larger or smaller.
struct ScaleRecord: Equatable, Sendable {
  /// Where the first column lies in the source's: whole pixels, 65,536ths; the same of a step.
  var across: SIMD4<Float>
  /// The same for rows.
  var down: SIMD4<Float>
  /// The first of the source's texels: x, y; then the size of what it has.
  var source: SIMD4<Float>

  init(across: SIMD4<Float>, down: SIMD4<Float>, source: SIMD4<Float>) {
    self.across = across
    self.down = down
    self.source = source
  }
}

extension SolidRecord {
  /// Writes the fields that `variant` of `Shader.solid` reads, in order of location.
  func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
    if !variant.contains(.covered) { instances.append(shape.rect) }
    if variant.contains(.rounded) {
      instances.append(shape.radiiX)
      instances.append(shape.radiiY)
    }
    if variant.contains(.general) {
      instances.append(shape.inverse1)
      instances.append(shape.inverse2)
      instances.append(shape.inverse3)
    }
    instances.append(color)
  }
}

extension BorderRecord {
  /// Writes the fields that `variant` of `Shader.border` reads, in order of location.
  func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(shape.rect)
    if variant.contains(.rounded) {
      instances.append(shape.radiiX)
      instances.append(shape.radiiY)
    }
    if variant.contains(.general) {
      instances.append(shape.inverse1)
      instances.append(shape.inverse2)
      instances.append(shape.inverse3)
    }
    instances.append(color)
    instances.append(innerRect)
    if variant.contains(.rounded) {
      instances.append(innerRadiiX)
      instances.append(innerRadiiY)
    }
  }
}

extension ImageRecord {
  /// Writes the fields that `variant` of `Shader.image` reads, in order of location.
  func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
    if variant.isDisjoint(with: [.covered, .copies]) { instances.append(shape.rect) }
    if variant.contains(.rounded) {
      instances.append(shape.radiiX)
      instances.append(shape.radiiY)
    }
    if variant.contains(.general) {
      instances.append(shape.inverse1)
      instances.append(shape.inverse2)
      instances.append(shape.inverse3)
    }
    instances.append(color)
    instances.append(texelMap)
    if !variant.contains(.copies) { instances.append(texelRect) }
    if variant.contains(.stretched) {
      instances.append(sliceEdges)
      instances.append(stretch)
    }
    if variant.contains(.mipmapped) { instances.append(level) }
  }
}

extension CompositeRecord {
  /// Writes the fields that `variant` of `Shader.composite` reads, in order of location.
  func write(_: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(opacity)
  }
}

extension CoverageRecord {
  /// Writes the fields that `variant` of `Shader.coverage` reads, in order of location.
  func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
    if variant.contains(.general) {
      instances.append(inverse1)
      instances.append(inverse2)
      instances.append(inverse3)
    }
    instances.append(color)
    instances.append(texelMap)
    if !variant.contains(.copies) { instances.append(texelRect) }
    if variant.contains(.stretched) {
      instances.append(sliceEdges)
      instances.append(stretch)
    }
  }
}

extension GradientRecord {
  /// Writes the fields that `variant` of `Shader.gradient` reads, in order of location.
  func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
    if !variant.contains(.covered) { instances.append(shape.rect) }
    if variant.contains(.rounded) {
      instances.append(shape.radiiX)
      instances.append(shape.radiiY)
    }
    if variant.contains(.general) {
      instances.append(shape.inverse1)
      instances.append(shape.inverse2)
      instances.append(shape.inverse3)
    }
    instances.append(mapX)
    instances.append(mapY)
    if !variant.contains(.stepped) {
      instances.append(base)
      instances.append(slope)
    }
    instances.append(range)
  }
}

extension AffineRecord {
  /// Writes the fields that `variant` of `Shader.affine` reads, in order of location.
  func write(_: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(across)
    instances.append(down)
    instances.append(source)
  }
}

extension BlurRecord {
  /// Writes the fields that `variant` of `Shader.blur` reads, in order of location.
  func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(origins)
    instances.append(span)
    if variant.isDisjoint(with: [.halved, .doubled]) {
      instances.append(radius)
      instances.append(weights0)
      instances.append(weights1)
      instances.append(weights2)
      instances.append(weights3)
      instances.append(weights4)
    }
  }
}

extension ColorsRecord {
  /// Writes the fields that `variant` of `Shader.colors` reads, in order of location.
  func write(_: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(kinds1)
    instances.append(kinds2)
    instances.append(numbers1)
    instances.append(numbers2)
    instances.append(numbers3)
    instances.append(numbers4)
    instances.append(numbers5)
    instances.append(numbers6)
    instances.append(numbers7)
    instances.append(numbers8)
    instances.append(source)
    instances.append(origin)
  }
}

extension MatrixRecord {
  /// Writes the fields that `variant` of `Shader.matrix` reads, in order of location.
  func write(_: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(red)
    instances.append(green)
    instances.append(blue)
    instances.append(alpha)
    instances.append(bias)
    instances.append(source)
    instances.append(origin)
  }
}

extension MirrorRecord {
  /// Writes the fields that `variant` of `Shader.mirror` reads, in order of location.
  func write(_: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(source)
    instances.append(origin)
  }
}

extension MixedRecord {
  /// Writes the fields that `variant` of `Shader.mixed` reads, in order of location.
  func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(shape.rect)
    instances.append(shape.radiiX)
    instances.append(shape.radiiY)
    if variant.contains(.general) {
      instances.append(shape.inverse1)
      instances.append(shape.inverse2)
      instances.append(shape.inverse3)
    }
    instances.append(color)
    instances.append(innerRect)
    instances.append(innerRadiiX)
    instances.append(innerRadiiY)
    instances.append(texelMap)
    instances.append(texelRect)
    if variant.contains(.covering) {
      instances.append(sliceEdges)
      instances.append(stretch)
    }
  }
}

extension PlanesRecord {
  /// Writes the fields that `variant` of `Shader.planes` reads, in order of location.
  func write(_: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(size)
    instances.append(halves)
    instances.append(form)
    instances.append(luma)
    instances.append(chroma)
    instances.append(blue)
  }
}

extension ScaleRecord {
  /// Writes the fields that `variant` of `Shader.scale` reads, in order of location.
  func write(_: ShaderVariant, to instances: inout InstanceWriter) {
    instances.append(across)
    instances.append(down)
    instances.append(source)
  }
}
