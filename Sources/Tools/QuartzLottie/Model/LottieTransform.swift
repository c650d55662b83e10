// Transforms of layers, groups and copies.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The members of a transform over time; lengths in pixels, angles in degrees, scales in percent.
struct LottieTransform: Sendable {
  /// A place, as a point or as coordinates with keys of their own.
  enum Position: Sendable {
    case point(NumberTrack)
    case split(x: NumberTrack, y: NumberTrack, z: NumberTrack)
  }

  var anchor = NumberTrack(0)
  var position = Position.point(NumberTrack(0))
  var scale = NumberTrack(SIMD4(100, 100, 100, 0))
  var rotation = NumberTrack(0)
  var skew = NumberTrack(0)
  var skewAxis = NumberTrack(0)
  var opacity = NumberTrack(100)
  /// The opacity of the first copy of a repeater.
  var startOpacity = NumberTrack(100)
  /// The opacity beyond the last copy.
  var endOpacity = NumberTrack(100)
  /// Turns about x and y, if the layer is in three dimensions.
  var turns: Turns?
  /// Whether the layer points along its way.
  var isOriented = false

  /// Rotations about the axes, in degrees.
  struct Turns: Sendable {
    var x: NumberTrack
    var y: NumberTrack
    var orientation: NumberTrack
  }

  static let identity = LottieTransform()

  /// All members that the matrix depends on.
  var tracks: [NumberTrack] {
    let places: [NumberTrack] =
      switch position {
      case .point(let track): [track]
      case .split(let x, let y, let z): [x, y, z]
      }
    let turned = turns.map { [$0.x, $0.y, $0.orientation] } ?? []
    return places + [anchor, scale, rotation, skew, skewAxis] + turned
  }

  var isAnimated: Bool { tracks.contains(where: \.isAnimated) }

  func place(at frame: Double) -> SIMD4<Double> {
    switch position {
    case .point(let track): track.value(at: frame)
    case .split(let x, let y, let z):
      SIMD4(x.number(at: frame), y.number(at: frame), z.number(at: frame), 0)
    }
  }

  /// The rotation along the way of the position, in degrees.
  func direction(at frame: Double) -> Double {
    guard isOriented, let way = velocity(at: frame), way != .zero else { return 0 }
    return atan2(way.y, way.x) * 180 / .pi
  }

  /// The direction in which the position goes, or went last.
  private func velocity(at frame: Double) -> LottiePoint? {
    switch position {
    case .point(let track): track.velocity(at: frame)
    case .split(let x, let y, _):
      [x.span, y.span].contains { $0 != nil }
        ? Self.difference(at: frame) { LottiePoint(x.number(at: $0), y.number(at: $0)) } : nil
    }
  }

  private static func difference(
    at frame: Double,
    _ place: (Double) -> LottiePoint
  ) -> LottiePoint {
    place(frame + 1e-3) - place(frame - 1e-3)
  }

  /// The map of the plane at a frame.
  func matrix(at frame: Double) -> LottieMatrix {
    let place = place(at: frame)
    let anchor = anchor.point(at: frame)
    let scale = scale.point(at: frame) / 100
    var matrix = LottieMatrix.move(LottiePoint(place.x, place.y))
    if isOriented { matrix = matrix * .rotation(direction(at: frame)) }
    matrix = matrix * .rotation(rotation.number(at: frame))
    let skew = skew.number(at: frame)
    if skew != 0 { matrix = matrix * .skew(skew, axis: skewAxis.number(at: frame)) }
    return matrix * .scale(scale) * .move(-anchor)
  }

  /// The map of copy `k` of a repeater: places add up, turns and scales are powers.
  func matrix(ofCopy k: Double, at frame: Double) -> LottieMatrix {
    let place = place(at: frame)
    let anchor = anchor.point(at: frame)
    let scale = scale.point(at: frame) / 100
    func power(_ base: Double) -> Double {
      if base >= 0 { return k == 0 ? 1 : pow(base, k) }
      let isOdd = Int(k.rounded(.towardZero).whole(in: -1_000_000...1_000_000)) % 2 != 0
      return (isOdd ? -1 : 1) * pow(-base, k)
    }
    return .move(LottiePoint(place.x, place.y) * k) * .move(anchor)
      * .rotation(rotation.number(at: frame) * k)
      * .scale(LottiePoint(power(scale.x), power(scale.y))) * .move(-anchor)
  }
}

extension Track<SIMD4<Double>> {
  /// The direction in which a point goes at a frame, or went last.
  func velocity(at frame: Double) -> LottiePoint? {
    guard keys.count > 1 else { return nil }
    var index = keys.lastIndex { $0.time <= frame } ?? 0
    var isAtEnd = index == keys.count - 1
    if isAtEnd { index -= 1 }
    while index >= 0 {
      let (key, next) = (keys[index], keys[index + 1])
      let chord = next.value - key.value
      if !key.isHold, key.curve != nil || LottiePoint(chord.x, chord.y) != .zero {
        guard let curve = key.curve else { return LottiePoint(chord.x, chord.y) }
        let share = isAtEnd ? 1 : min(max((frame - key.time) / (next.time - key.time), 0), 1)
        let eased = (key.easings.first ?? .linear).value(at: share)
        let u = min(max(curve.parameter(at: eased), 1e-4), 1 - 1e-4)
        let way = curve.derivative(at: u)
        return LottiePoint(way.x, way.y)
      }
      isAtEnd = true
      index -= 1
    }
    return nil
  }
}
