// Bodies of physics for views, by Chipmunk.
// Licensed under the MIT license; see LICENSE.

import CChipmunk
import UIKit

/// A space of bodies; y points up.
final class PhysicsSpace {
  /// Where the body of a shape is, and the shape's user data.
  struct Place {
    let owner: UnsafeMutableRawPointer
    let center: CGPoint
    /// In radians, counterclockwise.
    let angle: CGFloat
  }

  private let space: OpaquePointer?
  private var bodies: [OpaquePointer] = []
  private var shapes: [OpaquePointer] = []

  init(gravity: CGVector) {
    space = cpSpaceNew()
    self.gravity = gravity
    cpSpaceSetGravity(space, cpv(gravity.dx, gravity.dy))
  }

  deinit {
    // The space looks at what is in it while it goes.
    cpSpaceFree(space)
    shapes.forEach { cpShapeFree($0) }
    bodies.forEach { cpBodyFree($0) }
  }

  /// In points per square second.
  var gravity: CGVector {
    didSet {
      guard let space else { return }
      cpSpaceSetGravity(space, cpv(gravity.dx, gravity.dy))
    }
  }

  func step(_ seconds: CFTimeInterval) { cpSpaceStep(space, seconds) }

  /// Adds a box with its middle at a point; the owner is the user data of its shape.
  func addBox(_ size: CGSize, center: CGPoint, owner: UnsafeMutableRawPointer) {
    let mass = 100.0
    guard let body = cpBodyNew(mass, cpMomentForBox(mass, size.width, size.height)),
      let shape = cpBoxShapeNew(body, size.width, size.height, 0)
    else { return }
    cpBodySetPosition(body, cpv(center.x, center.y))
    cpShapeSetUserData(shape, owner)
    cpSpaceAddBody(space, body)
    bodies.append(body)
    add(shape)
  }

  /// Adds a wall, which does not move and has no user data.
  func addWall(from start: CGPoint, to end: CGPoint) {
    let body = cpSpaceGetStaticBody(space)
    guard let shape = cpSegmentShapeNew(body, cpv(start.x, start.y), cpv(end.x, end.y), 1) else {
      return
    }
    cpShapeSetCollisionType(shape, 2)
    add(shape)
  }

  private func add(_ shape: OpaquePointer) {
    cpShapeSetFriction(shape, 0.5)
    cpShapeSetElasticity(shape, 0.8)
    cpSpaceAddShape(space, shape)
    shapes.append(shape)
  }

  /// The places of all shapes that have user data.
  var places: [Place] {
    var places: [Place] = []
    withUnsafeMutablePointer(to: &places) { list in
      cpSpaceEachShape(
        space,
        { shape, list in
          // Walls have no user data.
          guard let owner = cpShapeGetUserData(shape) else { return }
          let body = cpShapeGetBody(shape)
          let center = cpBodyGetPosition(body)
          let place = Place(
            owner: owner,
            center: CGPoint(x: center.x, y: center.y),
            angle: cpBodyGetAngle(body)
          )
          list?.assumingMemoryBound(to: [Place].self).pointee.append(place)
        },
        list
      )
    }
    return places
  }
}

extension Lockwood2 {
  /// A crate; a body moves it.
  final class CrateView: UIImageView {
    init(_ frame: CGRect) {
      super.init(frame: frame)
      image = Lockwood2.crate(frame.width)
      contentMode = .scaleAspectFill
    }

    required init?(coder: NSCoder) { nil }
  }

  /// A container whose y points up, with crates in it that a display link moves.
  class Crates: Container, UIAccelerometerDelegate {
    static let gravity: CGFloat = 1000
    let space = PhysicsSpace(gravity: CGVector(dx: 0, dy: -gravity))
    private(set) var crates: [CrateView] = []
    private(set) var link: CADisplayLink?

    override func viewDidLoad() {
      super.viewDidLoad()
      containerView.layer.isGeometryFlipped = true
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      start(at: CACurrentMediaTime())
      link = CADisplayLink(target: self, selector: Crates.step)
      link?.add(to: .main, forMode: .default)
      UIAccelerometer.shared.updateInterval = 1 / 60
      UIAccelerometer.shared.delegate = self
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      link?.invalidate()
      link = nil
      UIAccelerometer.shared.delegate = nil
    }

    /// Adds a crate; the frame's y points down.
    func addCrate(_ frame: CGRect) {
      let crate = CrateView(frame)
      let center = CGPoint(x: frame.midX, y: 300 - frame.midY)
      space.addBox(
        frame.size,
        center: center,
        owner: Unmanaged.passUnretained(crate).toOpaque()
      )
      crates.append(crate)
      containerView.addSubview(crate)
      crate.center = center
    }

    /// Adds the four walls of the container.
    func addWalls() {
      let corners = [(0, 0), (300, 0), (300, 300), (0, 300), (0, 0)].map { CGPoint(x: $0, y: $1) }
      for (start, end) in zip(corners, corners.dropFirst()) { space.addWall(from: start, to: end) }
    }

    private func step(_ link: CADisplayLink) {
      simulate(to: CACurrentMediaTime())
      for place in space.places {
        let crate = Unmanaged<CrateView>.fromOpaque(place.owner).takeUnretainedValue()
        crate.center = place.center
        crate.transform = CGAffineTransform(rotationAngle: place.angle)
      }
    }

    /// The simulation begins.
    func start(at time: CFTimeInterval) {}

    /// Moves the bodies on to a time.
    func simulate(to time: CFTimeInterval) {}

    func accelerometer(
      _ accelerometer: UIAccelerometer,
      didAccelerate acceleration: UIAcceleration
    ) {
      // The device lies on its side.
      space.gravity = CGVector(
        dx: acceleration.y * Crates.gravity,
        dy: -acceleration.x * Crates.gravity
      )
    }
  }

  /// Crates in steps as long as frames are.
  class MeasuredCrates: Crates {
    private var last: CFTimeInterval = 0

    override func start(at time: CFTimeInterval) { last = time }

    override func simulate(to time: CFTimeInterval) {
      space.step(time - last)
      last = time
    }
  }
}
