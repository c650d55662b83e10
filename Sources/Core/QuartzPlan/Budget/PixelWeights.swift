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
      sampling = isTurned ? 14 : isAnywhere ? 8 : 4
    } else if flags.contains(.mipmapped) {
      // 5.7, turned 29; stretched 40.
      sampling = isTurned ? (isAnywhere ? 35 : 25) : 5
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

  /// Two colours along a line 2.4, round a point 5.9, by direction 4.0; with 256 colours 5 more,
  /// with 4096 53 more; in perspective 25 more.
  static func gradient(_ draw: Draw, _ record: GradientRecord) -> Int {
    var weight = draw.flags.contains(.radial) ? 5 : draw.flags.contains(.conic) ? 4 : 2
    let inverse = record.shape.inverse3
    if draw.shape == .general, inverse.x != 0 || inverse.y != 0 { weight += 22 }
    // A colour is found in so many steps; from 256 on they leave the nearest cache.
    // One stretch lies before the first colour and one behind the last.
    let stretches = Int(min(max(record.range.w - 2, 1), 0x1p24))
    let steps = Int.bitWidth - (stretches - 1).leadingZeroBitCount
    return weight + min(steps, 8) / 2 + (steps > 1 ? 1 : 0) + max(steps - 8, 0) * 11
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
    case .mirror: 2
    case .filter(let program): program.pixelWeight
    }
  }
}

extension FilterProgram {
  /// The weight of a pixel that is taken from bytes to numbers and back.
  private static let conversion = 64

  /// The number of plain pixels that a pixel counts as whose filters are those of a node.
  static func pixelWeight(of node: FilterNode) -> Int {
    var known: Set = [ObjectIdentifier(node)]
    var pending = [node]
    var weight = 0.0
    while let node = pending.popLast() {
      weight += node.operation.cost * stepWeight(of: node.operation)
      for input in node.inputs where known.insert(ObjectIdentifier(input)).inserted {
        pending.append(input)
      }
    }
    return conversion + Int(min(weight.rounded(.up), 0x1p30))
  }

  /// The weight of one of the steps that an operation is counted in.
  private static func stepWeight(of operation: FilterOperation) -> Double {
    switch operation {
    // They sum up texels of a row or a column.
    case .convolution, .rank, .smear(.motion), .smear(.disc): 8
    // Each of the others computes a place or a colour for each step.
    default: 24
    }
  }
}
