// Transitions on both renderers, and from frame to frame.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzMath
import RenderScenes
import Testing

@Suite struct TransitionRenderTests {
  /// The subject of a transition.
  enum Subject: CaseIterable {
    /// Boxes that are see-through, on a box.
    case boxes
    /// A box with round corners, a shadow and half opacity.
    case card
    /// Turned, with a sublayer out of its bounds.
    case turned
    /// In perspective.
    case perspective
  }

  private static let types: [(CATransitionType, CATransitionSubtype)] = [
    (.fade, .fromLeft), (.push, .fromRight), (.moveIn, .fromTop), (.reveal, .fromBottom),
  ]

  private static let times = [0, 0.2, 0.55, 0.9]

  /// A stage with a layer in a transition of one second that begins at 0.
  private func stage(
    _ backend: Backend,
    _ subject: Subject,
    _ type: CATransitionType,
    _ subtype: CATransitionSubtype,
    scale: Double
  ) throws -> Stage {
    let stage = try Stage(
      try backend.make(),
      width: Int(100 * scale),
      height: Int(80 * scale),
      scale: scale
    )
    let (layer, child) = (CALayer(), CALayer())
    stage.edit {
      stage.root.backgroundColor = CGColor(red: 0.9, green: 0.8, blue: 0.6, alpha: 1)
      layer.frame = CGRect(x: 20.25, y: 15.5, width: 50, height: 40)
      layer.backgroundColor = CGColor(red: 0.8, green: 0.1, blue: 0.2, alpha: 0.7)
      child.frame = CGRect(x: 5, y: 8, width: 20, height: 20)
      child.backgroundColor = CGColor(red: 0.1, green: 0.2, blue: 0.9, alpha: 0.8)
      layer.addSublayer(child)
      stage.root.addSublayer(layer)
      switch subject {
      case .boxes: break
      case .card:
        (layer.cornerRadius, layer.shadowOpacity, layer.shadowRadius) = (8, 0.6, 4)
        layer.opacity = 0.5
      case .turned:
        layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
        child.position.x += 30
      case .perspective:
        var lens = CATransform3DIdentity
        lens.m34 = -1 / 200
        layer.transform = CATransform3DRotate(lens, 0.6, 0, 1, 0)
      }
    }
    let transition = CATransition()
    (transition.type, transition.subtype, transition.duration) = (type, subtype, 1)
    stage.edit {
      layer.backgroundColor = CGColor(red: 0.1, green: 0.7, blue: 0.3, alpha: 1)
      child.frame = CGRect(x: 24, y: 4, width: 12, height: 30)
      child.cornerRadius = 6
      layer.add(transition, forKey: nil)
    }
    return stage
  }

  /// A layer that is resized and moved keeps its old picture where that was.
  @Test(arguments: Backend.all)
  func oldPicturesStayInTheirOwnBounds(backend: Backend) throws {
    func stage(_ type: CATransitionType?) throws -> (Stage, Picture) {
      let stage = try Stage(backend.make(), width: 120, height: 80)
      let layer = CALayer()
      stage.edit {
        layer.frame = CGRect(x: 60, y: 40, width: 30, height: 20)
        (layer.backgroundColor, layer.anchorPoint) = (red, CGPoint(x: 0.25, y: 1))
        layer.frame = CGRect(x: 60, y: 40, width: 30, height: 20)
        stage.root.addSublayer(layer)
      }
      let before = try stage.picture(at: 0)
      stage.edit {
        (layer.bounds.origin, layer.anchorPoint) = (CGPoint(x: 7, y: 9), CGPoint(x: 1, y: 0.5))
        layer.frame = CGRect(x: 10, y: 10, width: 100, height: 60)
        layer.backgroundColor = blue
        guard let type else { return }
        let transition = CATransition()
        (transition.type, transition.subtype, transition.duration) = (type, .fromLeft, 2)
        layer.add(transition, forKey: nil)
      }
      return (stage, before)
    }
    let after = try stage(nil).0.picture(at: 2)
    let (fade, before) = try stage(.fade)
    #expect(try fade.picture(at: 0) == before)
    let half = try fade.picture(at: 1)
    let background = before[2, 2]
    func mixed(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>) -> SIMD4<Int> {
      (SIMD4(truncatingIfNeeded: first) &+ SIMD4(truncatingIfNeeded: second)) / 2
    }
    func isNear(_ pixel: SIMD4<UInt8>, _ other: SIMD4<Int>) -> Bool {
      let difference = SIMD4<Int>(truncatingIfNeeded: pixel) &- other
      return (0..<4).allSatisfy { abs(difference[$0]) <= 1 }
    }
    #expect(isNear(half[75, 50], mixed(before[75, 50], after[75, 50])))
    #expect(isNear(half[20, 20], mixed(background, after[20, 20])))
    #expect(try fade.picture(at: 2) == after)
    // The area is that of both: the old picture goes as far as the new one comes.
    let (push, _) = try stage(.push)
    let quarter = try push.picture(at: 0.5)
    #expect(quarter[90, 50] == before[75, 50])
    #expect(quarter[80, 50] == background)
    #expect(quarter[30, 20] == after[20, 20])
    #expect(quarter[40, 20] == background)
    #expect(try push.picture(at: 2) == after)
  }

  private static let runs = Subject.allCases.flatMap { subject in
    types.flatMap { type in [1, 2].map { (subject, type.0, type.1, Double($0)) } }
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: runs)
  func renderersAgree(
    subject: Subject,
    type: CATransitionType,
    subtype: CATransitionSubtype,
    scale: Double
  ) throws {
    let software = try stage(.software, subject, type, subtype, scale: scale)
    let gles = try stage(.gles, subject, type, subtype, scale: scale)
    for time in Self.times {
      let (expected, actual) = (try software.picture(at: time), try gles.picture(at: time))
      let difference = PixelDifference(expected, actual)
      if difference.largest > 3 {
        References.leave(actual, expected, "transition-\(subject)-\(type.rawValue)-\(scale)")
      }
      // because: each renderer rounds the old state to bytes before it is mixed with the new one.
      #expect(difference.largest <= 3, "at \(time): \(difference)")
    }
  }

  /// The picture of a time is the same whatever frames came before.
  @Test(arguments: runs)
  func everyTimeHasItsPicture(
    subject: Subject,
    type: CATransitionType,
    subtype: CATransitionSubtype,
    scale: Double
  ) throws {
    let stepped = try stage(.software, subject, type, subtype, scale: scale)
    for time in Self.times + Self.times.reversed() + [1.5] {
      let fresh = try stage(.software, subject, type, subtype, scale: scale)
      let picture = try stepped.picture(at: time)
      #expect(try fresh.picture(at: time) == picture, "at \(time)")
    }
  }

  /// The old state stays in its place when the bounds scroll with the transition: a fade from a
  /// picture to the same one, scrolled, is the mixture of both pictures.
  @Test(arguments: Backend.all)
  func scrolledBounds(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 80, height: 60)
    let (layer, child) = (CALayer(), CALayer())
    stage.edit {
      layer.frame = CGRect(x: 10, y: 10, width: 60, height: 40)
      layer.backgroundColor = CGColor(gray: 1, alpha: 1)
      child.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
      child.backgroundColor = CGColor(gray: 0, alpha: 1)
      layer.addSublayer(child)
      stage.root.addSublayer(layer)
    }
    let before = try stage.picture(at: 0)
    let transition = CATransition()
    transition.duration = 1
    transition.timingFunction = CAMediaTimingFunction(name: .linear)
    stage.edit {
      layer.bounds.origin = CGPoint(x: -20, y: 0)
      layer.add(transition, forKey: nil)
    }
    #expect(try stage.picture(at: 0) == before)
    let half = try stage.picture(at: 0.5)
    let after = try stage.picture(at: 1.5)
    // because: the mixture is rounded once, the pictures are whole.
    for (half, ends) in zip(half.bytes, zip(before.bytes, after.bytes)) {
      #expect(abs(Int(half) * 2 - Int(ends.0) - Int(ends.1)) <= 2)
    }
    #expect(before != after)
  }

  /// A change that another test left on the thread keeps none of a stage's own back.
  @Test func stagesCommitAtOnce() throws {
    CALayer().opacity = 0.5
    let stage = try Stage(Backend.software.make(), width: 8, height: 8)
    #expect(stage.carrier.renderer.tree.layerCount == 1)
  }

  /// The old state is drawn once and stays where it was drawn: it is neither read back nor
  /// uploaded, and a second transition begins with a picture of the first.
  ///
  /// The layer shows an image that no frame has shown before.
  @Test(arguments: Backend.all)
  func oldStatesStayInTheRenderer(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 300, height: 280)
    let renderer = stage.carrier.renderer
    let layer = CALayer()
    stage.edit {
      layer.frame = CGRect(x: 10, y: 10, width: 270, height: 260)
      layer.contents = checkers(64, 64)
      layer.magnificationFilter = .nearest
      stage.root.addSublayer(layer)
    }
    let transition = CATransition()
    (transition.duration, transition.timingFunction) = (1, CAMediaTimingFunction(name: .linear))
    for color in [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(gray: 0, alpha: 1)] {
      stage.edit {
        layer.contents = nil
        layer.backgroundColor = color
        layer.add(transition, forKey: nil)
      }
      #expect(renderer.backend.counters.bytesRead == 0)
    }
    #expect(renderer.snapshots.count == 1)
    try renderer.render(at: 0)
    #expect(renderer.counters.bytesRead == 0)
    // Instances and nothing else.
    #expect(renderer.counters.bytesUploaded < 4096)
    let old = try Stage(try backend.make(), width: 300, height: 280)
    old.edit {
      let layer = CALayer()
      layer.frame = CGRect(x: 10, y: 10, width: 270, height: 260)
      layer.contents = checkers(64, 64)
      layer.magnificationFilter = .nearest
      old.root.addSublayer(layer)
    }
    #expect(try stage.picture(at: 0) == old.picture(at: 0))
  }
}
