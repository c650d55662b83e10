// Steps of effects: one draw each, from a target to another one.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzPlan
import QuartzRaster

/// A step of an effect, which makes all pixels of its target.
struct EffectStep {
  /// The record of the step's only instance.
  enum Record {
    case blur(BlurRecord)
    case matrix(MatrixRecord)
    case colors(ColorsRecord)
    case mirror(MirrorRecord)
    case scale(ScaleRecord)
    case affine(AffineRecord)

    func write(_ variant: ShaderVariant, to instances: inout InstanceWriter) {
      switch self {
      case .blur(let record): record.write(variant, to: &instances)
      case .matrix(let record): record.write(variant, to: &instances)
      case .colors(let record): record.write(variant, to: &instances)
      case .mirror(let record): record.write(variant, to: &instances)
      case .scale(let record): record.write(variant, to: &instances)
      case .affine(let record): record.write(variant, to: &instances)
      }
    }
  }

  var shader: Shader
  var variant: ShaderVariant
  var record: Record
  /// The result's size in pixels.
  var size: SIMD2<Int32>
  /// Index of the frame's target that is read.
  var source: Int32 = -1

  /// The step of a colour matrix.
  ///
  /// - Parameters:
  ///   - source: The frame of the picture.
  ///   - result: The frame of the result, in the same space.
  ///   - placement: The position of the picture's pixels.
  ///   - order: The order of the channels of both.
  static func matrix(
    _ kernel: ColorMatrixKernel,
    from source: PixelRect,
    to result: PixelRect,
    at placement: SurfacePlacement,
    _ order: ChannelOrder
  ) -> EffectStep {
    let texels = placement.texels(of: source)
    func row(_ row: SIMD4<Int32>) -> SIMD4<Float> { order.swapped(SIMD4<Float>(row)) }
    let (red, blue) = (row(kernel.red), row(kernel.blue))
    let record = MatrixRecord(
      red: order == .bgra ? blue : red,
      green: row(kernel.green),
      blue: order == .bgra ? red : blue,
      alpha: row(kernel.alpha),
      bias: row(kernel.bias),
      source: SIMD4(
        Float(result.minX + placement.shiftX),
        Float(result.minY + placement.shiftY),
        Float(source.width),
        Float(source.height)
      ),
      origin: SIMD4(Float(texels.x), Float(texels.y), Float(kernel.shift), 0)
    )
    return EffectStep(
      shader: .matrix,
      variant: [],
      record: .matrix(record),
      size: SIMD2(result.width, result.height)
    )
  }

  /// The step of a chain of colours.
  ///
  /// - Parameters:
  ///   - source: The frame of the picture.
  ///   - result: The frame of the result, in the same space.
  ///   - placement: The position of the picture's pixels.
  ///   - order: The order of the channels of both.
  static func colors(
    _ chain: ColorChain,
    from source: PixelRect,
    to result: PixelRect,
    at placement: SurfacePlacement,
    _ order: ChannelOrder
  ) -> EffectStep {
    let texels = placement.texels(of: source)
    func kind(_ index: Int) -> Float { Float(chain.kind(index).rawValue) }
    let record = ColorsRecord(
      kinds1: SIMD4(kind(0), kind(1), kind(2), kind(3)),
      kinds2: SIMD4(kind(4), kind(5), kind(6), kind(7)),
      numbers1: chain.numbers(0),
      numbers2: chain.numbers(1),
      numbers3: chain.numbers(2),
      numbers4: chain.numbers(3),
      numbers5: chain.numbers(4),
      numbers6: chain.numbers(5),
      numbers7: chain.numbers(6),
      numbers8: chain.numbers(7),
      source: SIMD4(
        Float(result.minX + placement.shiftX),
        Float(result.minY + placement.shiftY),
        Float(source.width),
        Float(source.height)
      ),
      origin: SIMD4(Float(texels.x), Float(texels.y), order == .bgra ? 1 : 0, 0)
    )
    return EffectStep(
      shader: .colors,
      variant: [],
      record: .colors(record),
      size: SIMD2(result.width, result.height)
    )
  }

  /// The step that continues a part of a picture beyond its edges.
  static func mirror(
    _ part: PixelRect,
    from source: PixelRect,
    to result: PixelRect,
    at placement: SurfacePlacement
  ) -> EffectStep {
    let source = part.intersection(source)
    let texels = placement.texels(of: source)
    let record = MirrorRecord(
      source: SIMD4(
        Float(result.minX - source.minX),
        Float(result.minY - source.minY),
        Float(max(source.width, 1)),
        Float(max(source.height, 1))
      ),
      origin: SIMD4(Float(texels.x), Float(texels.y), 0, 0)
    )
    return EffectStep(
      shader: .mirror,
      variant: [],
      record: .mirror(record),
      size: SIMD2(result.width, result.height)
    )
  }

  /// The step that makes a picture `scale` times as large.
  static func scale(
    _ scale: Double,
    from source: PixelRect,
    to result: PixelRect,
    at placement: SurfacePlacement
  ) -> EffectStep {
    let texels = placement.texels(of: source)
    let picture = ScaledPicture(scale: scale, of: source, to: result)
    func axis(_ line: ScaledLine) -> SIMD4<Float> {
      SIMD4(
        Float(line.first.whole),
        Float(line.first.part),
        Float(line.step.whole),
        Float(line.step.part)
      )
    }
    let record = ScaleRecord(
      across: axis(picture.across),
      down: axis(picture.down),
      source: SIMD4(
        Float(texels.x),
        Float(texels.y),
        Float(max(source.width, 1)),
        Float(max(source.height, 1))
      )
    )
    return EffectStep(
      shader: .scale,
      variant: [],
      record: .scale(record),
      size: SIMD2(result.width, result.height)
    )
  }

  /// The step that reads a picture through an affine map.
  static func affine(
    _ picture: AffinePicture,
    from source: PixelRect,
    to result: PixelRect,
    at placement: SurfacePlacement
  ) -> EffectStep {
    let texels = placement.texels(of: source)
    let map = picture.map(from: source, to: result)
    func axis(_ x: Double, _ y: Double, _ offset: Double, _ count: Int) -> SIMD4<Float> {
      SIMD4(Float(x), Float(y), Float(offset), Float(count))
    }
    let record = AffineRecord(
      across: axis(map.a, map.c, map.tx, picture.across),
      down: axis(map.b, map.d, map.ty, picture.down),
      source: SIMD4(
        Float(texels.x),
        Float(texels.y),
        Float(source.width),
        Float(source.height)
      )
    )
    return EffectStep(
      shader: .affine,
      variant: [],
      record: .affine(record),
      size: SIMD2(result.width, result.height)
    )
  }
}
