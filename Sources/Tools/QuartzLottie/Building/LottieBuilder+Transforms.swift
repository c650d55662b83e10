// Layers for the parts of transforms.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// A part of a transform that a layer of its own has.
private enum TransformPart {
  case fixed(LottieMatrix)
  case place(NumberTrack)
  case places(x: NumberTrack, y: NumberTrack)
  case turn(NumberTrack)
  case scale(NumberTrack)
  case sampled([Double], (Double) -> LottieMatrix)
  case anchor(NumberTrack)
}

/// Layers one in the other.
///
/// A layer moves, turns and scales what it contains, in this order from without, so that parts of a
/// transform that follow each other so need one layer alone.
struct LayerChain {
  /// The parts of a transform that a layer has, from without.
  enum Stage: Int {
    case plain, moved, turned, scaled
  }

  private(set) var outermost: CALayer?
  private(set) var innermost: CALayer?
  /// The last part that the innermost layer has.
  private var stage = Stage.scaled

  /// - Parameter stage: `scaled` if the layer may have no part of a transform.
  mutating func append(_ layer: CALayer, _ stage: Stage = .scaled) {
    if let innermost { innermost.addSublayer(layer) } else { outermost = layer }
    (innermost, self.stage) = (layer, stage)
  }

  /// The innermost layer, if a part may be added to those that it has.
  ///
  /// - Parameter last: The last part that it then has.
  mutating func innermost(before part: Stage, last: Stage) -> CALayer? {
    guard stage.rawValue < part.rawValue else { return nil }
    stage = last
    return innermost
  }
}

extension LottieBuilder {
  /// Appends the layers of a transform.
  func append(
    _ transform: LottieTransform,
    to chain: inout LayerChain,
    _ clock: ListClock,
    _ place: JSONPath
  ) throws(LottieError) {
    var fixed = LottieMatrix.identity
    for part in parts(of: transform, clock) {
      if case .fixed(let matrix) = part {
        fixed = fixed * matrix
        continue
      }
      try append(fixed, to: &chain)
      fixed = .identity
      try append(part, to: &chain, clock, place)
    }
    try append(fixed, to: &chain)
  }

  /// Appends a layer for a matrix that is not the identity.
  private func append(_ matrix: LottieMatrix, to chain: inout LayerChain) throws(LottieError) {
    guard matrix != .identity, matrix.isFinite else { return }
    let isMove = matrix == .move(LottiePoint(matrix.tx, matrix.ty))
    let layer = try layer(of: &chain, for: .moved, last: isMove ? .moved : .scaled)
    layer.position = CGPoint(x: matrix.tx, y: matrix.ty)
    if isMove { return }
    var linear = matrix.affine
    (linear.tx, linear.ty) = (0, 0)
    layer.setAffineTransform(linear)
  }

  /// The innermost layer of a chain if a part may be added to it, and a new one otherwise.
  private func layer(
    of chain: inout LayerChain,
    for part: LayerChain.Stage,
    last: LayerChain.Stage
  ) throws(LottieError) -> CALayer {
    if let layer = chain.innermost(before: part, last: last) { return layer }
    let layer = try newLayer()
    chain.append(layer, last)
    return layer
  }

  /// Appends a layer whose matrix is sampled.
  func append(
    sampled matrix: @escaping (Double) -> LottieMatrix,
    _ times: [Double],
    to chain: inout LayerChain,
    _ clock: ListClock,
    _ place: JSONPath
  ) throws(LottieError) {
    guard !times.isEmpty else {
      return try append(matrix(clock.frame(clock.range.lowerBound)), to: &chain)
    }
    try append(.sampled(times, matrix), to: &chain, clock, place)
  }

  private func parts(of transform: LottieTransform, _ clock: ListClock) -> [TransformPart] {
    let frame = clock.frame(clock.range.lowerBound)
    if transform.turns != nil {
      let times = transform.tracks.flatMap(\.times)
      return times.isEmpty
        ? [.fixed(transform.flatMatrix(at: frame))] : [.sampled(times, transform.flatMatrix(at:))]
    }
    var parts: [TransformPart] = []
    switch transform.position {
    case .point(let track):
      parts.append(track.isAnimated ? .place(track) : .fixed(.move(track.point(at: frame))))
    case .split(let x, let y, _):
      let isFixed = !x.isAnimated && !y.isAnimated
      let point = LottiePoint(x.number(at: frame), y.number(at: frame))
      parts.append(isFixed ? .fixed(.move(point)) : .places(x: x, y: y))
    }
    if transform.isOriented, let times = orientationTimes(transform) {
      parts.append(.sampled(times) { .rotation(transform.direction(at: $0)) })
    }
    let rotation = transform.rotation
    parts.append(
      rotation.isAnimated ? .turn(rotation) : .fixed(.rotation(rotation.number(at: frame)))
    )
    let (skew, axis) = (transform.skew, transform.skewAxis)
    if skew.isAnimated || axis.isAnimated && skew.first.x != 0 {
      parts.append(
        .sampled(skew.times + axis.times) {
          .skew(skew.number(at: $0), axis: axis.number(at: $0))
        }
      )
    } else if skew.first.x != 0 {
      parts.append(.fixed(.skew(skew.number(at: frame), axis: axis.number(at: frame))))
    }
    let scale = transform.scale
    parts.append(
      scale.isAnimated ? .scale(scale) : .fixed(.scale(scale.point(at: frame) / 100))
    )
    let anchor = transform.anchor
    parts.append(anchor.isAnimated ? .anchor(anchor) : .fixed(.move(-anchor.point(at: frame))))
    return parts
  }

  /// The frames at which a layer that points along its way has samples.
  private func orientationTimes(_ transform: LottieTransform) -> [Double]? {
    let times: [Double] =
      switch transform.position {
      case .point(let track): track.keys.map(\.time).flatMap { [$0 - LottieBaking.moment, $0] }
      case .split(let x, let y, _): x.times + y.times
      }
    return times.isEmpty ? nil : times
  }

  private func append(
    _ part: TransformPart,
    to chain: inout LayerChain,
    _ clock: ListClock,
    _ place: JSONPath
  ) throws(LottieError) {
    if case .scale(let track) = part { return try append(scale: track, to: &chain, clock, place) }
    let layer =
      switch part {
      case .turn: try layer(of: &chain, for: .turned, last: .turned)
      case .sampled: try layer(of: &chain, for: .turned, last: .scaled)
      default: try layer(of: &chain, for: .moved, last: .moved)
      }
    func target(_ keyPath: String, _ feature: String) -> AnimatedTarget {
      AnimatedTarget(layer: layer, keyPath: keyPath, clock: clock, feature: feature, place: place)
    }
    func point(_ value: SIMD4<Double>) -> Any { CGPoint(x: value.x, y: value.y) }
    switch part {
    case .fixed, .scale: break
    case .place(let track): animate(target("position", "curved way"), track, point)
    case .places(let x, let y):
      animate(target("position.x", "position"), x, \.x)
      animate(target("position.y", "position"), y, \.x)
    case .turn(let track):
      animate(target("transform.rotation.z", "rotation"), track) { $0.x * .pi / 180 }
    case .anchor(let track):
      animate(target("position", "curved way of an anchor"), track) { point(-$0) }
    case .sampled(let times, let matrix):
      bake(target("transform", "transform"), times, matrix) { matrix in
        CATransform3DMakeAffineTransform(matrix.affine)
      }
    }
  }

  /// Appends layers for a scale: one for each axis if one of them passes 0, since a matrix that is
  /// mirrored cannot be told from a turned one.
  private func append(
    scale track: NumberTrack,
    to chain: inout LayerChain,
    _ clock: ListClock,
    _ place: JSONPath
  ) throws(LottieError) {
    let isPositive = track.keys.allSatisfy { key in
      key.value.x > 0 && key.value.y > 0 && !key.easings.contains(where: \.overshoots)
    }
    var layer = try layer(of: &chain, for: isPositive ? .scaled : .plain, last: .scaled)
    for (axis, name) in ["x", "y"].enumerated() {
      if axis == 1, !isPositive {
        layer = try newLayer()
        chain.append(layer)
      }
      let target = AnimatedTarget(
        layer: layer,
        keyPath: "transform.scale.\(name)",
        clock: clock,
        feature: "scale",
        place: place
      )
      animate(target, track.component(axis)) { $0.x / 100 }
    }
  }
}

extension LottieTransform {
  /// The map of a layer in three dimensions, seen from far away: x and y of what it maps to.
  func flatMatrix(at frame: Double) -> LottieMatrix {
    let place = place(at: frame)
    let anchor = anchor.value(at: frame)
    let scale = scale.value(at: frame) / 100
    var space = CATransform3DMakeTranslation(-anchor.x, -anchor.y, anchor.z)
    space = CATransform3DConcat(space, CATransform3DMakeScale(scale.x, scale.y, scale.z))
    func turn(_ degrees: Double, _ x: Double, _ y: Double, _ z: Double) {
      let angle = degrees * .pi / 180
      space = CATransform3DConcat(space, CATransform3DMakeRotation(angle, x, y, z))
    }
    turn(rotation.number(at: frame), 0, 0, 1)
    if let turns {
      let orientation = turns.orientation.value(at: frame)
      turn(turns.y.number(at: frame), 0, 1, 0)
      turn(turns.x.number(at: frame), 1, 0, 0)
      turn(orientation.z, 0, 0, 1)
      turn(orientation.y, 0, 1, 0)
      turn(orientation.x, 1, 0, 0)
    }
    return LottieMatrix(
      a: space.m11,
      b: space.m12,
      c: space.m21,
      d: space.m22,
      tx: space.m41 + place.x,
      ty: space.m42 + place.y
    )
  }
}
