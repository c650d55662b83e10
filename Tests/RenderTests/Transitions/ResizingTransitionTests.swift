// Transitions of layers that change their geometry: both states stay where they are.
// Licensed under the MIT license; see LICENSE.
//
// The old picture keeps the bounds, position, anchor and transform that the layer had in its
// superlayer when the transition began; the new state has the new ones.

import CoreImage
import QuartzCore
import QuartzMath
import RenderScenes
import Testing

@Suite struct ResizingTransitionTests {
  /// A change of a layer's geometry; the numbers of the first two are those of ZL-D-6.13, a
  /// quarter as large.
  enum Change: CaseIterable {
    case shrinks, grows, moves, reanchors, turns, straightens, tilts, scrollsAndGrows

    /// The layer before the change, in a room of 120 x 90 points.
    fileprivate func begin(_ layer: CALayer) {
      layer.frame = CGRect(x: 25, y: 20, width: 70, height: 40)
      switch self {
      case .shrinks: layer.frame = CGRect(x: 0, y: 0, width: 120, height: 90)
      case .grows:
        layer.bounds = CGRect(x: 35, y: 20, width: 70, height: 40)
        layer.position = CGPoint(x: 60, y: 45)
      case .straightens: layer.transform = turn(30)
      case .moves, .reanchors, .turns, .tilts, .scrollsAndGrows: break
      }
    }

    fileprivate func end(_ layer: CALayer) {
      switch self {
      case .shrinks: layer.bounds = CGRect(x: 35, y: 20, width: 70, height: 40)
      case .grows: layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 90)
      case .moves: layer.position = CGPoint(x: 40, y: 61)
      case .reanchors: layer.anchorPoint = CGPoint(x: 0.25, y: 1)
      case .turns: layer.transform = turn(-25)
      case .straightens: layer.transform = CATransform3DIdentity
      case .tilts: layer.transform = CATransform3DConcat(tilt(40, 0, 1), perspective(200))
      case .scrollsAndGrows:
        (layer.bounds, layer.position) = (
          CGRect(x: -9, y: 5, width: 90, height: 60), CGPoint(x: 52, y: 47)
        )
      }
    }
  }

  /// A type, or a filter.
  enum Way: CaseIterable {
    case fade, push, moveIn, reveal, ripple

    fileprivate var transition: CATransition {
      let transition = CATransition()
      transition.duration = 2
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      switch self {
      case .fade: transition.type = .fade
      case .push: (transition.type, transition.subtype) = (.push, .fromRight)
      case .moveIn: (transition.type, transition.subtype) = (.moveIn, .fromTop)
      case .reveal: (transition.type, transition.subtype) = (.reveal, .fromLeft)
      case .ripple: transition.filter = CIFilter(name: "CIRippleTransition")
      }
      return transition
    }
  }

  /// The surroundings of the layer.
  enum Room: CaseIterable {
    case plain, turned, replicator

    fileprivate func make(in root: CALayer) -> CALayer {
      let room: CALayer
      switch self {
      case .plain, .turned: room = CALayer()
      case .replicator:
        let copies = CAReplicatorLayer()
        copies.instanceCount = 2
        copies.instanceTransform = CATransform3DMakeTranslation(12, -7, 0)
        copies.instanceAlphaOffset = -0.25
        room = copies
      }
      room.frame = CGRect(x: 10, y: 15, width: 120, height: 90)
      if self == .turned { room.transform = turn(90) }
      root.addSublayer(room)
      return room
    }
  }

  private struct Play {
    let stage: Stage
    let layer = CALayer()
    let change: Change

    init(_ backend: Backend, _ room: Room, _ change: Change, isDone: Bool = false) throws {
      stage = try Stage(backend.make(), width: 140, height: 120)
      self.change = change
      stage.edit {
        stage.root.backgroundColor = paper
        change.begin(layer)
        (layer.backgroundColor, layer.borderWidth) = (rgba(0, 0.45, 0), 3)
        let child = panel(8, 8, 18, 12, sun, in: layer)
        child.name = "child"
        room.make(in: stage.root).addSublayer(layer)
      }
      if isDone { finish(nil) }
    }

    /// Gives the layer its new geometry and look.
    func finish(_ transition: CATransition?) {
      stage.edit {
        change.end(layer)
        layer.backgroundColor = sea
        layer.sublayers?.first?.frame.origin.x += 20
        if let transition { layer.add(transition, forKey: nil) }
      }
    }
  }

  private static let runs = Room.allCases.flatMap { room in
    Change.allCases.flatMap { change in Way.allCases.map { (room, change, $0) } }
  }

  /// t = 0 is the frame before, t = end the frame after, byte for byte; between them nothing is
  /// animated but the transition, and each time has its picture whatever frames came before.
  @Test(arguments: runs)
  func beginsAndEndsExactly(room: Room, change: Change, way: Way) throws {
    let play = try Play(.software, room, change)
    let before = try play.stage.picture(at: 0)
    play.finish(way.transition)
    let name = "resizing-\(room)-\(change)-\(way)"
    // because: of edges that lie across pixels the picture has 255 levels.
    let tolerance = change == .straightens ? 2 : 0
    expectEqual(try play.stage.picture(at: 0), before, within: tolerance, "\(name)-begins")
    #expect(play.layer.animationKeys() == ["transition"])
    let after = try Play(.software, room, change, isDone: true).stage.picture(at: 0)
    #expect(after != before)
    let stepped = try [0.5, 1, 1.75].map { try play.stage.picture(at: $0) }
    expectEqual(try play.stage.picture(at: 2), after, within: 0, "\(name)-ends")
    #expect(stepped.contains { $0 != before && $0 != after })
    for (time, picture) in zip([0.5, 1, 1.75], stepped) {
      let fresh = try Play(.software, room, change)
      fresh.finish(way.transition)
      expectEqual(try fresh.stage.picture(at: time), picture, within: 0, "\(name)-\(time)")
    }
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: runs)
  func renderersAgree(room: Room, change: Change, way: Way) throws {
    let (software, gles) = (try Play(.software, room, change), try Play(.gles, room, change))
    let before = try gles.stage.picture(at: 0)
    for play in [software, gles] { play.finish(way.transition) }
    let name = "resizing-\(room)-\(change)-\(way)"
    // because: of edges that lie across pixels the picture has 255 levels.
    let tolerance = change == .straightens ? 2 : 0
    expectEqual(try gles.stage.picture(at: 0), before, within: tolerance, "\(name)-begins-gles")
    for time in [0, 0.5, 1, 2] {
      // because: each renderer rounds the old state to bytes before it is mixed or turned.
      expectEqual(
        try gles.stage.picture(at: time),
        try software.stage.picture(at: time),
        within: 3,
        "\(name)-\(time)-gles"
      )
    }
  }

  /// ZL-D-6.15: the layer with a delegate ripples as the one with a class of its own does.
  @Test(arguments: Backend.all)
  func ripplesAreTheSame(backend: Backend) throws {
    let motions = try ["ZL-D-6.13", "ZL-D-6.15"].map { name in
      try #require(Motion.all.first { $0.name == name })
    }
    let stages = try motions.map { try Stage($0, backend) }
    for time in [0, 0.5, 1, 2, 3, 3.5, 4, 5] {
      let pictures = try zip(stages, motions).map { stage, motion in
        stage.advance(to: time, in: motion)
        return try stage.picture(at: time)
      }
      #expect(pictures[0] == pictures[1], "at \(time)")
    }
  }

  /// A fade is the mean of the two pictures, wherever each is.
  @Test(arguments: [Room.plain, .turned], Change.allCases)
  func fadesMixWholePictures(room: Room, change: Change) throws {
    let play = try Play(.software, room, change)
    let before = try play.stage.picture(at: 0)
    play.finish(Way.fade.transition)
    let half = try play.stage.picture(at: 1)
    let after = try play.stage.picture(at: 2)
    let largest = half.bytes.indices.map { index in
      abs(2 * Int(half.bytes[index]) - Int(before.bytes[index]) - Int(after.bytes[index]))
    }
    // because: the states and their mixture are rounded one by one.
    #expect((largest.max() ?? 0) <= 4)
  }

  /// A transition that interrupts another begins with the picture that shows, in its place.
  @Test(arguments: Backend.all, Way.allCases)
  func interruptedTransitionsGoOn(backend: Backend, way: Way) throws {
    let play = try Play(backend, .plain, .shrinks)
    _ = try play.stage.picture(at: 0)
    play.finish(way.transition)
    let shown = try play.stage.picture(at: 0.75)
    play.stage.advance(to: 0.75)
    play.stage.edit {
      play.layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 80)
      play.layer.add(Way.fade.transition, forKey: nil)
    }
    // because: the mixture is rounded to bytes as a picture, and then once more.
    let name = "interrupted-\(way)-\(backend)"
    expectEqual(try play.stage.picture(at: 0.75), shown, within: 1, name)
    #expect(play.layer.animationKeys() == ["transition"])
  }

  /// Hits are those of the new state from the beginning.
  @Test func hitsAreOfTheNewState() throws {
    let play = try Play(.software, .plain, .shrinks)
    _ = try play.stage.picture(at: 0)
    play.finish(Way.push.transition)
    #expect(play.stage.root.hitTest(CGPoint(x: 15, y: 20)) === play.layer.superlayer)
    #expect(play.stage.root.hitTest(CGPoint(x: 70, y: 75)) === play.layer)
  }

  /// Malformed geometry ends the old picture's place, not the program.
  @Test(arguments: [CGFloat.nan, .infinity, 1e300, 0])
  func hostileGeometry(number: CGFloat) throws {
    for way in Way.allCases {
      let play = try Play(.software, .plain, .moves)
      _ = try play.stage.picture(at: 0)
      play.stage.edit {
        play.layer.transform = CATransform3DMakeScale(number, 1, 1)
        play.layer.bounds.size.width = number
        play.layer.add(way.transition, forKey: nil)
      }
      _ = try play.stage.picture(at: 1)
      play.stage.edit { play.layer.transform = CATransform3DIdentity }
      play.stage.edit { play.layer.bounds.size.width = 10 }
      _ = try play.stage.picture(at: 1.5)
    }
  }
}
