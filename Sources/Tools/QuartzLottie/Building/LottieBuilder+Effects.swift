// Effects as filters and shadows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// Filters of colours.
enum ColorFilters {
  /// Alpha becomes the brightness of the colour.
  static var luminanceToAlpha: CAFilter {
    let zero = [0.0, 0, 0, 0, 0]
    return matrix(zero + zero + zero + [0.2126, 0.7152, 0.0722, 0, 0], named: "luminance")
  }

  /// - Parameter numbers: Four rows of factors of red, green, blue and alpha, and an addend.
  static func matrix(_ numbers: [Double], named name: String) -> CAFilter {
    let filter = CAFilter(type: "colorMatrix")
    filter.name = name
    filter.setValue(numbers, forKey: "inputColorMatrix")
    return filter
  }

  /// Red becomes the brightness of the darker half, 0...1, green that of the brighter one.
  static func halves(named name: String) -> CAFilter {
    let weights = [0.2126, 0.7152, 0.0722].map { $0 * 2 }
    return matrix(
      weights + [0, 0] + weights + [0, -1] + [0, 0, 0, 0, 0] + [0, 0, 0, 1, 0],
      named: name
    )
  }

  /// - Parameters:
  ///   - radius: Half of the standard deviation in points.
  ///   - angle: The direction of the line, in radians.
  static func blur(_ radius: Double, along angle: Double, _ name: String) -> CAFilter {
    let filter = CAFilter(type: "CIMotionBlur")
    filter.name = name
    filter.setValue(radius, forKey: "inputRadius")
    filter.setValue(angle, forKey: "inputAngle")
    return filter
  }

  /// - Parameter radius: The standard deviation in points.
  static func blur(_ radius: Double, named name: String) -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.name = name
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }
}

extension LottieBuilder {
  /// Makes the layer that has the effects of a layer; nil if there are none.
  ///
  /// Filters that follow a shadow have a layer of their own around it.
  func effectLayer(_ model: LottieLayerModel, _ clock: ListClock) throws(LottieError) -> CALayer? {
    guard !model.effects.isEmpty else { return nil }
    let layer = try newLayer()
    var filters: [CAFilter] = []
    for (index, effect) in model.effects.enumerated() {
      filters += self.filters(effect.kind, "effect\(index)")
    }
    layer.filters = filters
    for (index, effect) in model.effects.enumerated() {
      func target(_ keyPath: String) -> AnimatedTarget {
        AnimatedTarget(
          layer: layer,
          keyPath: keyPath,
          clock: clock,
          feature: "effect",
          place: model.place
        )
      }
      let name = "filters.effect\(index)"
      switch effect.kind {
      case .blur(let amount, let axis):
        // The radius of a blur along one line is half of its deviation.
        let factor = axis == .both ? 0.3 : 0.15
        animate(target("\(name).inputRadius"), amount) { min(max($0.x * factor, 0), 500) }
      case .shadow(let shadow): set(shadow, target)
      case .tint, .fill, .tritone:
        bake(target("\(name).inputColorMatrix"), effect.kind.times, effect.kind.matrix(at:)) {
          $0.numbers
        }
      }
    }
    return layer
  }

  private func filters(_ kind: LottieEffect.Kind, _ name: String) -> [CAFilter] {
    switch kind {
    case .shadow: []
    case .blur(_, .both): [ColorFilters.blur(0, named: name)]
    case .blur(_, let axis): [ColorFilters.blur(0, along: axis == .across ? 0 : .pi / 2, name)]
    case .tint, .fill: [ColorFilters.matrix(kind.matrix(at: 0).numbers, named: name)]
    case .tritone:
      [
        ColorFilters.halves(named: "\(name)Halves"),
        ColorFilters.matrix(kind.matrix(at: 0).numbers, named: name),
      ]
    }
  }

  private func set(_ shadow: LottieShadow, _ target: (String) -> AnimatedTarget) {
    animate(target("shadowColor"), shadow.color) { $0.cgColor }
    animate(target("shadowOpacity"), shadow.opacity) {
      min(max($0.x / shadow.fullOpacity, 0), 1)
    }
    animate(target("shadowRadius"), shadow.softness) { min(max($0.x * 0.3, 0), 500) }
    let times = shadow.direction.times + shadow.distance.times
    bake(target("shadowOffset"), times, shadow.offset(at:)) { CGSize(width: $0.x, height: $0.y) }
  }
}

extension LottieShadow {
  fileprivate func offset(at frame: Double) -> SIMD4<Double> {
    let way = LottieMatrix.rotation(direction.number(at: frame)).apply(LottiePoint(0, -1))
    return SIMD4(lowHalf: way * distance.number(at: frame), highHalf: .zero)
  }
}

extension LottieEffect.Kind {
  /// Whether it maps the colour of each pixel alone.
  var isColor: Bool {
    switch self {
    case .tint, .fill, .tritone: true
    case .blur, .shadow: false
    }
  }

  fileprivate var times: [Double] {
    switch self {
    case .tint(let black, let white, let amount): black.times + white.times + amount.times
    case .fill(let color, let opacity): color.times + opacity.times
    case .tritone(let bright, let middle, let dark): bright.times + middle.times + dark.times
    case .blur(let amount, _): amount.times
    case .shadow: []
    }
  }

  /// The rows of a matrix of colours.
  fileprivate func matrix(at frame: Double) -> NumberList {
    switch self {
    case .tint(let black, let white, let amount):
      return Self.tint(
        black.value(at: frame),
        white.value(at: frame),
        min(max(amount.number(at: frame) / 100, 0), 1)
      )
    case .fill(let color, let opacity):
      let color = color.value(at: frame)
      var rows: [Double] = []
      for axis in 0..<3 { rows += [0, 0, 0, 0, min(max(color[axis], 0), 1)] }
      return NumberList(numbers: rows + [0, 0, 0, min(max(opacity.number(at: frame), 0), 1), 0])
    case .tritone(let bright, let middle, let dark):
      let colors = [dark, middle, bright].map { $0.value(at: frame) }
      var rows: [Double] = []
      for axis in 0..<3 {
        rows += [colors[1][axis] - colors[0][axis], colors[2][axis] - colors[1][axis], 0, 0]
        rows.append(colors[0][axis])
      }
      return NumberList(numbers: rows + [0, 0, 0, 1, 0])
    case .blur, .shadow: return NumberList(numbers: [])
    }
  }

  private static func tint(
    _ black: SIMD4<Double>,
    _ white: SIMD4<Double>,
    _ amount: Double
  ) -> NumberList {
    var rows: [Double] = []
    for axis in 0..<3 {
      let range = (white[axis] - black[axis]) * amount
      var row = [0.2126 * range, 0.7152 * range, 0.0722 * range, 0, black[axis] * amount]
      row[axis] += 1 - amount
      rows += row
    }
    return NumberList(numbers: rows + [0, 0, 0, 1, 0])
  }
}
