// The stops of gradients, colours and alpha together.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension ShapeGradient {
  /// Whether it is radial, and its colours begin beside the middle.
  var hasFocus: Bool {
    kind == .radial && (highlight.isAnimated || highlight.first.x != 0)
  }

  var isAnimated: Bool {
    stops.isAnimated || [start, end, highlight, angle].contains(where: \.isAnimated)
  }

  /// Pixels along a side of a picture of a gradient.
  private static let largestSide = 1024.0

  /// The picture of a radial gradient that does not change, for a box of its space.
  func picture(in box: CGRect) -> CGImage? {
    let side = max(Double(box.width), Double(box.height), 1)
    let scale = min(2, Self.largestSide / side)
    let (width, height) = (
      max(Int((Double(box.width) * scale).rounded(.up)), 1),
      max(Int((Double(box.height) * scale).rounded(.up)), 1)
    )
    let space = CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
    guard
      let context = CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    else { return nil }
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: CGFloat(width) / box.width, y: -CGFloat(height) / box.height)
    context.translateBy(x: -box.minX, y: -box.minY)
    let merged = merged(at: 0)
    let colors = merged.colors
    let locations = merged.locations.map { CGFloat($0.doubleValue) }
    guard colors.count == locations.count,
      let gradient = CGGradient(
        colorsSpace: space,
        colors: colors as CFArray,
        locations: locations
      )
    else { return nil }
    let (center, edge) = (start.point(at: 0), end.point(at: 0))
    let share = min(max(highlight.first.x / 100, -0.99), 0.99)
    let focus = center + LottieMatrix.rotation(angle.first.x).apply(edge - center) * share
    context.drawRadialGradient(
      gradient,
      startCenter: CGPoint(focus),
      startRadius: 0,
      endCenter: CGPoint(center),
      endRadius: CGFloat(max((edge - center).length, 1e-6)),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    )
    return context.makeImage()
  }

  /// The point at which colours end: for radial ones a corner of the square around the circle.
  func end(at frame: Double) -> SIMD4<Double> {
    let (start, end) = (start.point(at: frame), end.point(at: frame))
    switch kind {
    case .linear: return SIMD4(lowHalf: end, highHalf: .zero)
    case .radial:
      let radius = max((end - start).length, 1e-6)
      return SIMD4(lowHalf: start + LottiePoint(radius, radius), highHalf: .zero)
    case .conic:
      let matrix = LottieMatrix.rotation(angle.number(at: frame))
      return SIMD4(lowHalf: start + matrix.apply(LottiePoint(1, 0)), highHalf: .zero)
    }
  }

  /// Offset, red, green, blue and alpha of each stop of colour and of alpha.
  func merged(at frame: Double) -> NumberList {
    let numbers = stops.value(at: frame).numbers
    var colors: [(Double, SIMD4<Double>)] = []
    for index in 0..<min(colorCount, numbers.count / 4) {
      let part = numbers[(index * 4)...]
      let place = part.startIndex
      colors.append(
        (part[place], SIMD4(part[place + 1], part[place + 2], part[place + 3], 1))
      )
    }
    var alphas: [(Double, SIMD4<Double>)] = []
    let rest = Array(numbers.dropFirst(colorCount * 4))
    for index in 0..<(rest.count / 2) {
      alphas.append((rest[index * 2], SIMD4(0, 0, 0, rest[index * 2 + 1])))
    }
    colors = Self.inOrder(colors)
    alphas = Self.inOrder(alphas)
    var result: [Double] = []
    var (nextColor, nextAlpha) = (0, 0)
    while nextColor < colors.count || nextAlpha < alphas.count {
      let isColor =
        nextAlpha >= alphas.count
        || nextColor < colors.count && colors[nextColor].0 <= alphas[nextAlpha].0
      let offset = isColor ? colors[nextColor].0 : alphas[nextAlpha].0
      let color = isColor ? colors[nextColor].1 : Self.value(colors, offset, nextColor)
      let alpha = isColor ? Self.value(alphas, offset, nextAlpha).w : alphas[nextAlpha].1.w
      result += [offset, color.x, color.y, color.z, alphas.isEmpty ? 1 : alpha]
      if isColor { nextColor += 1 } else { nextAlpha += 1 }
    }
    return NumberList(numbers: result)
  }

  private static func inOrder(
    _ stops: [(Double, SIMD4<Double>)]
  ) -> [(Double, SIMD4<Double>)] {
    var least = 0.0
    return stops.map { stop in
      least = min(max(stop.0, least), 1)
      return (least, stop.1)
    }
  }

  /// The value of a list at an offset that lies before the stop `next`.
  private static func value(
    _ stops: [(Double, SIMD4<Double>)],
    _ offset: Double,
    _ next: Int
  ) -> SIMD4<Double> {
    guard let first = stops.first, let last = stops.last else { return SIMD4(0, 0, 0, 1) }
    if next == 0 { return first.1 }
    if next >= stops.count { return last.1 }
    let (start, end) = (stops[next - 1], stops[next])
    let share = end.0 > start.0 ? (offset - start.0) / (end.0 - start.0) : 1
    return start.1 + (end.1 - start.1) * share
  }
}

extension NumberList {
  private var stops: [ArraySlice<Double>] {
    stride(from: 0, to: numbers.count - 4, by: 5).map { numbers[$0..<$0 + 5] }
  }

  /// The colours of merged stops; at least two.
  var colors: [CGColor] {
    let colors = stops.map { stop in
      let place = stop.startIndex
      return SIMD4(stop[place + 1], stop[place + 2], stop[place + 3], stop[place + 4]).cgColor
    }
    return colors.count == 1 ? colors + colors : colors
  }

  /// The offsets of merged stops.
  var locations: [NSNumber] {
    let offsets = stops.map { NSNumber(value: $0[$0.startIndex]) }
    return offsets.count == 1 ? offsets + offsets : offsets
  }
}

extension SIMD4<Double> {
  /// The colour of these components, held to 0...1.
  var cgColor: CGColor { cgColor(alpha: 1) }

  /// The colour with its alpha multiplied.
  func cgColor(alpha: Double) -> CGColor {
    let held = clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    return CGColor(
      red: held.x,
      green: held.y,
      blue: held.z,
      alpha: Swift.min(Swift.max(held.w * alpha, 0), 1)
    )
  }
}
