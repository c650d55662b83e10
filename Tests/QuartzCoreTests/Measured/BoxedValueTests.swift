// Structs in NSValue boxes, and what from, to and by mean together.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct BoxedValueTests {
  private let point = CGPoint(x: 1, y: 2)
  private let size = CGSize(width: 3, height: 4)
  private let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
  private let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
  private let transform = CATransform3DMakeRotation(1, 1, 2, 3)

  private var boxes: [NSValue] {
    [
      NSValue(cgPoint: point), NSValue(cgSize: size), NSValue(cgRect: rect),
      NSValue(cgAffineTransform: affine), NSValue(caTransform3D: transform),
    ]
  }

  @Test(.shows("NSValue.init(caTransform3D:)", "NSValue.caTransform3DValue"))
  func boxesGiveBackWhatTheyGot() throws {
    #expect(NSValue(cgPoint: point).cgPointValue == point)
    #expect(NSValue(cgSize: size).cgSizeValue == size)
    #expect(NSValue(cgRect: rect).cgRectValue == rect)
    #expect(NSValue(cgAffineTransform: affine).cgAffineTransformValue == affine)
    let turned = NSValue(caTransform3D: transform).caTransform3DValue
    #expect(CATransform3DEqualToTransform(turned, transform))
    #expect(boxes == boxes && boxes[0] != boxes[1])
    #expect(Set(boxes + boxes).count == 5)
    for box in boxes {
      #expect(!box.description.isEmpty && box.copy() as? NSValue == box)
      let data = try NSKeyedArchiver.archivedData(withRootObject: box, requiringSecureCoding: true)
      let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSValue.self, from: data)
      #expect(copy == box)
    }
  }

  @Test func otherBoxesAreEmpty() {
    #expect(NSValue(cgSize: size).cgPointValue == .zero)
    #expect(NSValue(cgPoint: point).cgRectValue == .zero)
    #expect(NSNumber(value: 3).cgSizeValue == .zero)
    #expect(CATransform3DIsIdentity(NSValue(cgRect: rect).caTransform3DValue))
    #expect(NSValue(cgPoint: point).cgAffineTransformValue == .identity)
  }

  @Test func layersTakeThem() {
    let layer = CALayer()
    layer.setValue(NSValue(cgPoint: point), forKey: "position")
    layer.setValue(NSValue(cgRect: rect), forKey: "bounds")
    layer.setValue(NSValue(cgSize: size), forKey: "shadowOffset")
    layer.setValue(NSValue(caTransform3D: transform), forKey: "transform")
    #expect(layer.position == point && layer.bounds == rect && layer.shadowOffset == size)
    #expect(CATransform3DEqualToTransform(layer.transform, transform))
    layer.setValue(NSValue(cgAffineTransform: affine), forKey: "transform")
    #expect(layer.affineTransform() == affine)
    layer.setValue(NSValue(cgSize: size), forKeyPath: "bounds.size")
    layer.transform = CATransform3DIdentity
    layer.setValue(NSValue(cgRect: rect), forKey: "frame")
    #expect(layer.frame == rect)
    layer.setValue(NSValue(cgPoint: point), forKey: "own")
    #expect(layer.value(forKeyPath: "own.y") as? Double == 2)
    let cell = CAEmitterCell()
    cell.setValue(NSValue(cgRect: rect), forKey: "contentsRect")
    #expect(cell.contentsRect == rect)
  }

  @Test func animationsTakeThem() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let basic = CABasicAnimation(keyPath: "position")
    basic.fromValue = NSValue(cgPoint: .zero)
    basic.byValue = NSValue(cgPoint: CGPoint(x: 10, y: 20))
    basic.duration = 2
    let frames = CAKeyframeAnimation(keyPath: "transform")
    frames.values = [
      NSValue(caTransform3D: CATransform3DIdentity),
      NSValue(caTransform3D: CATransform3DMakeTranslation(8, 0, 0)),
    ]
    frames.duration = 2
    layer.add(basic, forKey: "a")
    layer.add(frames, forKey: "b")
    CATransaction.flush()
    stage.clock.advance(by: 1)
    let shown = try #require(layer.presentation())
    #expect(shown.position == CGPoint(x: 5, y: 10) && shown.transform.m41 == 4)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    let copied = copy?.animation(forKey: "a") as? CABasicAnimation
    #expect(copied?.byValue as? CGPoint == CGPoint(x: 10, y: 20))
  }

  // MARK: From, to and by

  /// Returns the presented values of a property at the start and at the end of its animation.
  private func ends(
    _ keyPath: String,
    _ model: Any,
    from: Any? = nil,
    to: Any? = nil,
    by: Any? = nil
  ) throws -> [AnimatedValue] {
    let stage = CoreStage()
    let layer = stage.addLayer(CAGradientLayer())
    withoutActions { layer.setValue(model, forKeyPath: keyPath) }
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
    (animation.duration, animation.fillMode) = (1, .both)
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "motion")
    CATransaction.flush()
    let target = try #require(AnimationTarget(keyPath: keyPath, of: .gradient))
    return try [0, 1].map { time in
      let values = try stage.serverPresentation(layer, at: stage.clock.currentTime + time)
      let value = values.value(target.property)
      return AnimatedValue(try #require(target.member.map { value.member($0) } ?? value))
    }
  }

  @Test(
    .shows("CABasicAnimation.fromValue", "CABasicAnimation.toValue", "CABasicAnimation.byValue")
  ) func allCombinationsOfNumbers() throws {
    func expect(_ from: Any?, _ to: Any?, _ by: Any?, _ start: Double, _ end: Double) throws {
      let ends = try ends("zPosition", 10, from: from, to: to, by: by)
      #expect(ends == [start, end].map { AnimatedValue(.number($0)) })
    }
    try expect(1, 2, nil, 1, 2)
    try expect(1, nil, 5, 1, 6)
    try expect(nil, 2, 5, -3, 2)
    try expect(1, nil, nil, 1, 10)
    try expect(nil, 2, nil, 10, 2)
    try expect(nil, nil, 5, 10, 15)
    try expect(nil, nil, nil, 10, 10)
    try expect(1, 2, 5, 1, 2)
  }

  @Test func everyKindHasASum() throws {
    let points = try ends("position", CGPoint(x: 1, y: 1), by: point)
    #expect(points[1] == AnimatedValue(.point(.init(2, 3))))
    let numbers = try ends("locations", [0, 0.5], by: [0.25, 0.5])
    #expect(numbers[1] == AnimatedValue(.numbers([0.25, 1])))
    let members = try ends("transform.rotation", 1, to: 3, by: 4).map { $0.propertyValue.number }
    #expect(isClose(members[0] ?? .nan, -1) && isClose(members[1] ?? .nan, 3))
    let unequal = try ends("locations", [0, 0.5], from: [0, 1], by: [0.25])
    #expect(unequal == [0, 1].map { _ in AnimatedValue(.numbers([0, 1])) })
  }

  /// LW-D-8.8b.
  @Test func byARotationTurnsAndGrows() throws {
    let turn = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let ends = try ends("transform", CATransform3DIdentity, by: turn)
    guard case .transform(let end) = ends[1] else { return #expect(Bool(false)) }
    #expect(isClose(end.row1.y, 2) && isClose(end.row2.x, -2) && isClose(end.row1.x, 0))
    let back = try self.ends("transform", CATransform3DIdentity, to: turn, by: turn)
    guard case .transform(let start) = back[0] else { return #expect(Bool(false)) }
    #expect(isClose(start.row1.x, 0) && isClose(start.row1.y, 0))
    let move = CATransform3DMakeTranslation(5, 0, 0)
    let moved = try self.ends("transform", CATransform3DIdentity, from: move, by: move)
    guard case .transform(let place) = moved[1] else { return #expect(Bool(false)) }
    #expect(place.row4.x == 10)
  }
}
