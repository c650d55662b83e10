// The cost of a pixel of each kind of draw and effect, in plain pixels.
// Licensed under the MIT license; see LICENSE.
//
// The budget of pixels is one number, and pixels cost from 0.2 to 40 ns and more: a plain one is a
// blend in integers, one of a turned picture mixes eight texels from two levels. So each counts as
// many plain ones as it takes time. The unit is 1.16 ns of one core, 2.5 s for 2,147,483,648; the
// times are those of the software renderer (Benchmarks/README.md, "Weights of pixels"). Where one
// kind has cheap and dear pixels, say at corners, the dear ones count, and a scene with large
// pictures counts as if its texels were not in the processor's caches.

import QuartzFilters
import QuartzMath
import QuartzRaster

extension RenderPlan {
  /// The number of plain pixels that a pixel of a draw counts as.
  func pixelWeight(of draw: Draw) -> Int {
    let base =
      switch draw.kind {
      case .solid: PixelWeight.solid(draw)
      case .border: PixelWeight.border(draw)
      case .image: PixelWeight.image(draw)
      case .composite: PixelWeight.composite(draw)
      case .coverage: draw.shape == .axis ? 1 : PixelWeight.turnedCoverage
      case .gradient: PixelWeight.gradient(draw, gradientRecords[Int(draw.record)])
      }
    guard draw.clip >= 0 else { return base }
    let isTurned = clips[Int(draw.clip)].kind == .general
    return base + (isTurned ? PixelWeight.turnedClip : PixelWeight.clip)
  }
}

/// The weights, and what they were measured at, in nanoseconds for a pixel of the draw's bounds.
private enum PixelWeight {
  /// 1.2.
  static let clip = 1
  /// 5.3.
  static let turnedClip = 5
  /// 14.5.
  static let turnedCoverage = 13

  /// Plain 0.2, rounded 1.4; turned 0.7 to 2.4, rounded 5.2.
  static func solid(_ draw: Draw) -> Int {
    let isRounded = draw.flags.contains(.rounded)
    guard draw.shape == .general else { return isRounded ? 2 : 1 }
    return isRounded ? 5 : 3
  }

  /// Plain 0.7, rounded 2.3; turned 4.7, rounded 9.7.
  static func border(_ draw: Draw) -> Int {
    let isRounded = draw.flags.contains(.rounded)
    guard draw.shape == .general else { return isRounded ? 2 : 1 }
    return isRounded ? 9 : 5
  }

  static func image(_ draw: Draw) -> Int {
    let isTurned = draw.shape == .general
    let flags = draw.flags
    // Copied 0.7; with rounded corners 1.9.
    let corners = flags.contains(.rounded) ? (isTurned ? 5 : 2) : 0
    if flags.contains(.copies), !isTurned { return 1 + corners }
    let isAnywhere = !flags.isDisjoint(with: [.stretched, .repeats])
    let sampling: Int
    if flags.contains(.nearest) {
      // 4.7, turned 15.8; stretched 9.2.
      sampling = isTurned ? 14 : isAnywhere ? 9 : 5
    } else if flags.contains(.mipmapped) {
      // 5.7, turned 29; stretched 40.
      sampling = isTurned ? (isAnywhere ? 36 : 27) : 6
    } else {
      // 2.8, turned 19.3; stretched 15.4 where one that is not takes 11.2.
      sampling = isTurned ? (isAnywhere ? 20 : 17) : 3
    }
    return sampling + corners
  }

  /// Plain 0.6; with a mask 0.9; in another mode 2.1, soft and vivid light 2.8, by hue 4.2.
  static func composite(_ draw: Draw) -> Int {
    switch draw.blend {
    case .normal: 1
    case .hue, .saturation, .color, .luminosity: 4
    case .softLight, .vividLight: 3
    default: 2
    }
  }

  /// Two colours along a line 2.4 to 3, round a point 5.9, by direction 4.0; with 16 colours 4.5
  /// more, with 256 6; in perspective 25 more.
  static func gradient(_ draw: Draw, _ record: GradientRecord) -> Int {
    var weight = draw.flags.contains(.radial) ? 6 : draw.flags.contains(.conic) ? 4 : 3
    let inverse = record.shape.inverse3
    if draw.shape == .general, inverse.x != 0 || inverse.y != 0 { weight += 22 }
    // A colour is found in so many steps; from 256 on they leave the nearest cache.
    // One stretch lies before the first colour and one behind the last.
    let stretches = Int(min(max(record.range.w - 2, 1), 0x1p24))
    let steps = Int.bitWidth - (stretches - 1).leadingZeroBitCount
    return weight + (steps > 1 ? 2 + min(steps, 8) / 2 : 0) + max(steps - 8, 0) * 11
  }
}

extension SurfaceEffect {
  /// The number of plain pixels that a pixel of the result counts as.
  var pixelWeight: Int {
    switch self {
    // 8 to 10, in several passes along both axes.
    case .blur: 9
    // 5.
    case .colorMatrix: 5
    case .color(let chain): SurfaceEffect.weight(of: chain)
    case .mirror: 2
    case .scale(let scale): SurfaceEffect.weight(ofScale: scale)
    case .affine(let picture): 12 + 24 * picture.across * picture.down
    case .filter(let program): program.pixelWeight
    }
  }

  /// The bytes to floats and back, and each step; powers of light take longest.
  private static func weight(of chain: ColorChain) -> Int {
    (0..<chain.count).reduce(10) { sum, index in
      switch chain.kind(index) {
      case .none: sum
      case .gain, .light: sum + 80
      case .sepia: sum + 160
      case .encode, .decode, .power: sum + 40
      case .vibrance, .maximumComponent, .minimumComponent, .maskToAlpha: sum + 10
      }
    }
  }

  /// A larger picture is mixed from four pixels; a smaller one has means of many.
  private static func weight(ofScale scale: Double) -> Int {
    guard scale < 1 else { return 6 }
    let taps = 1 / max(scale, ScaledLine.smallestScale) + 1
    return 4 + Int(2 * taps * taps)
  }

  /// The number of plain pixels that the result counts as.
  func plainPixels(of frame: PixelRect) -> Int {
    let pixels = frame.area * pixelWeight
    guard case .filter(let program) = self else { return pixels }
    return pixels + program.pixelsOfSmears(in: frame) + program.pixelsRead
  }
}

extension FilterProgram {
  /// The weight of a pixel that is taken from bytes to numbers and back: 64 to 75 ns.
  private static let conversion = 64

  /// The number of plain pixels that a pixel counts as whose filters are those of a node, and the
  /// smears and the pixels read that are counted by themselves.
  static func weights(
    of node: FilterNode
  ) -> (pixel: Int, smears: [FilterSmear], pixelsRead: Int) {
    var known: Set = [ObjectIdentifier(node)]
    var pending = [node]
    var weight = 0.0
    var smears: [FilterSmear] = []
    var read = 0.0
    while let node = pending.popLast() {
      weight += Self.weight(of: node.operation)
      if case .smear(let smear) = node.operation { smears.append(smear) }
      if case .reduction(let reduction) = node.operation {
        let part = reduction.area.intersection(node.inputs[0].extent).roundedOut
        // A mean 3 to 6 ns, a histogram 11, with the conversion of the bytes.
        if part.isFinite, !part.isEmpty { read += part.width * part.height * 10 }
      }
      for input in node.inputs where known.insert(ObjectIdentifier(input)).inserted {
        pending.append(input)
      }
    }
    let pixel = conversion + Int(min(weight.rounded(.up), 0x1p30))
    return (pixel, smears, Int(min(read, 0x1p40)))
  }

  /// The plain pixels of the smears along curves: each of their filters writes all pixels that the
  /// result is made of, which can be many more than those of the result.
  func pixelsOfSmears(in frame: PixelRect) -> Int {
    let rect = FilterRect(space.inside(frame))
    return smears.reduce(0) { sum, smear in
      // 24 to 28 ns for a pixel along a line, which reads twenty; 48 towards a centre.
      let weight = if case .zoom = smear { 45.0 } else { 24.0 }
      return sum + Int(min(smear.pixelsOfPasses(over: rect) * weight, 0x1p40))
    }
  }

  /// The plain pixels that a pixel of an operation counts as, as measured in nanoseconds.
  private static func weight(of operation: FilterOperation) -> Double {
    switch operation {
    // 2 to 5.
    case .source, .crop, .clamp: return 4
    // 3 x 3 64, 9 x 9 200, 15 x 15 550; a row of 31 79.
    case .convolution(let kernel): return 44 + 2 * Double(kernel.weights.count)
    // 95 for the median; a disc of radius 10 41, of 40 139.
    case .rank(.median): return 90
    case .rank: return 10 + 2 * operation.cost
    // 32 to 42.
    case .smear(.box): return 36
    // A radius of 2 50, of 20 230, of 60 840.
    case .smear(.disc): return 20 + 6 * operation.cost
    case .smear: return 16
    // 24 to 38, and 110.
    case .gaussianBlur: return 40
    case .variableBlur: return 120
    // Hexagons 120, points 60.
    case .cells: return 128
    // The place in the other picture, and its four pixels.
    case .colorMap: return 72
    // 20 for each curve, which are powers as a rule.
    case .color(let function):
      let curves = function.stages.reduce(0) { count, stage in
        if case .curves = stage { count + 1 } else { count }
      }
      return 24 + 16 * Double(max(curves - 1, 0))
    // 74 linear, 30 nearest; 25 positions for each pixel 805.
    case .transform(let map, let sampling):
      let (across, down) = map.inverse.map { sampling.positions($0) } ?? (1, 1)
      return 36 + 28 * Double(across * down)
    // To a half 107, to a tenth 1400: rows first, of which there are so many more.
    case .resample(let scale, let kernel):
      func taps(_ scale: Double) -> Double { 2 * kernel.radius * max(1 / scale, 1) }
      return 10 + 2.5 * (taps(scale.x) * max(1 / scale.y, 1) + taps(scale.y))
    // Each of the others computes a place or a colour for each step.
    default: return 24 * operation.cost
    }
  }
}
