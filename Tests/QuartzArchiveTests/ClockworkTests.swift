// Time: presentation values of the package Clockwork.
// Licensed under the MIT license; see LICENSE.

import QuartzArchive
import QuartzTesting
import Testing

@Suite struct ClockworkTests {
  /// A number of a layer as it appears at a time.
  private func value(_ keyPath: String, of id: String, at time: Double) throws -> Double {
    let package = try Authored.package("Clockwork")
    #expect(package.warnings.isEmpty)
    let clock = ManualClock()
    var options = CAContext.Options()
    options.clock = clock
    let context = try CAContext(size: package.size, options: options)
    context.layer = package.canvasLayer
    clock.advance(by: time)
    let layer = try #require(package.publishedObject(withName: id))
    let presentation = try #require(layer.presentation())
    return try #require(presentation.value(forKeyPath: keyPath) as? Double)
  }

  @Test(arguments: [
    ("a", 0.5, 45), ("a", 1.5, 135), ("a", 2.5, 45),
    ("b", 0.5, 45), ("b", 2.5, 135),
    ("c", 0.5, 0), ("c", 1.5, 90), ("c", 3, 180),
    ("d", 0.5, 28.4), ("d", 1.5, 135),
    ("e", 1, 45),
    // A group of one second cuts its members of two.
    ("f", 0.5, 22.5), ("f", 0.999, 44.955), ("f", 1.5, 22.5),
    ("g", 0.25, 45),
  ])
  func rotation(id: String, time: Double, degrees: Double) throws {
    let angle = try value("transform.rotation.z", of: id, at: time) * 180 / .pi
    #expect(abs(abs(angle) - degrees) < 0.05, "\(angle)")
  }

  @Test func fadeBesideRotation() throws {
    #expect(abs(try value("opacity", of: "e", at: 1) - 0.5) < 1e-9)
  }

  @Test(arguments: [(0.5, 0.75), (0.999, 0.5005), (1.5, 0.75)])
  func groupCutsItsMembers(time: Double, opacity: Double) throws {
    #expect(abs(try value("opacity", of: "f", at: time) - opacity) < 1e-6)
  }

  /// The named curves of timing functions, at a quarter, half and three quarters.
  @Test(arguments: [
    ("default", [0.4085, 0.8024, 0.9605]), ("easeIn", [0.0935, 0.3154, 0.6219]),
    ("easeOut", [0.3781, 0.6846, 0.9065]), ("easeInEaseOut", [0.1292, 0.5, 0.8708]),
  ])
  func namedCurves(name: String, values: [Double]) throws {
    let package = try read(
      document(
        """
        <animations><x type="CABasicAnimation" keyPath="position.x" beginTime="1e-100" duration="1"
          timingFunction="\(name)"><fromValue value="0"/><toValue value="1"/></x></animations>
        """
      )
    )
    let clock = ManualClock()
    var options = CAContext.Options()
    options.clock = clock
    let context = try CAContext(size: package.size, options: options)
    context.layer = package.canvasLayer
    for value in values {
      clock.advance(by: 0.25)
      let x = package.rootLayer.presentation()?.position.x ?? .nan
      #expect(abs(x - value) < 0.002)
    }
  }

  /// Positive angles turn counter-clockwise on screen where y points up.
  @Test func rotationCounterClockwise() throws {
    let picture = try ArchivedPicture(try Authored.package("Clockwork"), at: 0.75)
    // Bar b, over a, is at 67.5 degrees; g, with its clock twice as fast, at 135.
    #expect(isClose(picture(61, 22), [0, 255, 0, 255]))
    #expect(isClose(picture(30, 30), [0, 255, 255, 255]))
  }

  @Test func animationKeysAreNumbered() throws {
    let animation = "type=\"CABasicAnimation\" keyPath=\"opacity\" duration=\"1\""
    let package = try read(
      document(
        "<animations><animation \(animation)/><animation \(animation)/><p key=\"x\" \(animation)/>"
          + "<animation \(animation)/></animations>"
      )
    )
    #expect(
      package.rootLayer.animationKeys()?.sorted() == [
        "animation", "animation-1", "animation-2", "x",
      ]
    )
  }

  @Test func timingAttributes() throws {
    let package = try read(
      document(
        """
        <animations><a type="CABasicAnimation" keyPath="position" beginTime="1e-100" duration="2"
          speed="0.5" timeOffset="0.25" repeatCount="inf" autoreverses="1" fillMode="both"
          removedOnCompletion="0" additive="1" timingFunction="0.1 0.2 0.3 0.4">
          <toValue type="CGPoint" value="3 4"/><byValue><CGPoint value="1 2"/></byValue>
          <duration type="real" value="7"/>
        </a></animations>
        """
      )
    )
    #expect(messages(package).isEmpty)
    let animation = try #require(package.rootLayer.animation(forKey: "a") as? CABasicAnimation)
    #expect(animation.beginTime == 1e-100 && animation.duration == 7 && animation.speed == 0.5)
    #expect(animation.timeOffset == 0.25 && animation.repeatCount == .infinity)
    #expect(animation.autoreverses && !animation.isRemovedOnCompletion && animation.isAdditive)
    #expect(animation.fillMode == .both)
    #expect(animation.toValue as? CGPoint == CGPoint(x: 3, y: 4))
    #expect(animation.byValue as? CGPoint == CGPoint(x: 1, y: 2))
  }

  @Test(arguments: [
    ("type=\"CAMatchMoveAnimation\" keyPath=\"opacity\"", ""),
    ("type=\"CABasicAnimation\" keyPath=\"transform.shear.x\"", ""),
    ("type=\"CABasicAnimation\" keyPath=\"name\"", ""),
    ("type=\"CABasicAnimation\"", ""),
    ("type=\"CABasicAnimation\" keyPath=\"opacity\"", "<toValue value=\"abc\"/>"),
    ("type=\"CABasicAnimation\" keyPath=\"position\"", "<toValue value=\"nan 0\"/>"),
    ("type=\"CAKeyframeAnimation\" keyPath=\"opacity\"", "<values><real value=\"?\"/></values>"),
  ])
  func animationLeftOut(attributes: String, inside: String) throws {
    let package = try read(
      document("<animations><x \(attributes)>\(inside)</x></animations>")
    )
    #expect(package.rootLayer.animationKeys()?.isEmpty ?? true)
    #expect(messages(package).count == 1)
  }
}
