// Springs of blocks and of property animators.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
@testable import UIKit

@Suite("Springs of views", .serialized)
@MainActor
struct SpringTimingTests {
  /// Source: measured on UIKit, by damping ratio and velocity for one second.
  @Test(
    "S1: the stiffness of a damping ratio and a duration",
    .shows(
      "UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:)"
    ),
    arguments: [
      (0.5, 1.0, 161.7195025042016), (0.6, 0.8, 190.21427544499548), (1, 1, 85.25592900599884),
    ]
  )
  func stiffness(ratio: Double, duration: Double, expected: Double) throws {
    let window = makeWindow()
    let view = UIView()
    window.addSubview(view)
    UIView.animate(
      withDuration: duration,
      delay: 0,
      usingSpringWithDamping: ratio,
      initialSpringVelocity: 0
    ) {
      view.center.x = 100
    }
    let spring = try #require(view.layer.animation(forKey: "position") as? CASpringAnimation)
    // UIKit's own numbers are the last of an iteration.
    #expect(abs(spring.stiffness - expected) < expected * 1e-7)
    #expect(spring.mass == 1 && spring.duration == duration && spring.isAdditive)
    #expect(abs(spring.damping - 2 * ratio * expected.squareRoot()) < 1e-5)
  }

  @Test("S1: with a velocity the envelope at the end is a thousandth")
  func velocity() {
    for ratio in [0.1, 0.3, 0.7, 0.95] {
      for velocity in [-30.0, -1, 0.5, 10, 200] {
        let spring = SpringTiming(ratio: ratio, velocity: velocity, duration: 0.8)
        let frequency = spring.stiffness.squareRoot()
        let decay = ratio * frequency
        let swing = frequency * (1 - ratio * ratio).squareRoot()
        let envelope = abs((decay - velocity) / swing) * exp(-decay * 0.8)
        #expect(abs(envelope - 0.001) < 1e-9, "\(ratio) \(velocity)")
      }
    }
  }

  @Test("Springs of numbers that make no sense are springs all the same")
  func hostile() {
    for ratio in [Double.nan, -1, 0, 5, .infinity] {
      for velocity in [Double.nan, .infinity, -1e300, 1e300] {
        let spring = SpringTiming(ratio: ratio, velocity: velocity, duration: .nan)
        #expect(spring.stiffness.isFinite && spring.stiffness > 0)
        #expect(spring.damping.isFinite && spring.damping > 0)
      }
    }
  }

  @Test(
    "A spring by bounce settles after its swing",
    .shows(
      "UIView.animate(springDuration:bounce:initialSpringVelocity:delay:options:animations:completion:)"
    )
  )
  func bounce() throws {
    let window = makeWindow()
    let view = UIView()
    window.addSubview(view)
    UIView.animate(springDuration: 0.5, bounce: 0.3) { view.center.x = 100 }
    let spring = try #require(view.layer.animation(forKey: "position") as? CASpringAnimation)
    let expected = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(spring.stiffness == expected.stiffness && spring.damping == expected.damping)
    #expect(spring.duration == expected.settlingDuration)
    _ = try window.image(at: 0.25)
    #expect(try #require(view.layer.presentation()).position.x > 50)
  }

  @Test("S2: the system's spring has mass 3, stiffness 1000, damping 500")
  func system() {
    guard case .spring(let spring) = UISpringTimingParameters().kind else {
      return #expect(Bool(false), "it has no physics")
    }
    #expect(spring == SpringTiming(mass: 3, stiffness: 1000, damping: 500, velocity: 0))
  }
}
