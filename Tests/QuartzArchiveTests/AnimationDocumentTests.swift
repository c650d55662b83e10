// Animations of every class in documents, and documents that say nonsense about them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzTesting
import TestRandom
import Testing

@testable import QuartzCore

@Suite struct AnimationDocumentTests {
  private func animation<Kind: CAAnimation>(_ text: String, _ kind: Kind.Type) throws -> Kind {
    let package = try read(document("<animations>\(text)</animations>"))
    #expect(messages(package) == [])
    // A transition is kept under a key of its own.
    let key = kind == CATransition.self ? "transition" : "a"
    return try #require(package.rootLayer.animation(forKey: key) as? Kind)
  }

  @Test func springs() throws {
    let spring = try animation(
      """
      <a type="CASpringAnimation" mass="1" stiffness="250" damping="37" velocity="2"
        keyPath="position.x" duration="2" fillMode="backwards"/>
      """,
      CASpringAnimation.self
    )
    #expect(spring.mass == 1 && spring.stiffness == 250 && spring.damping == 37)
    #expect(spring.initialVelocity == 2 && spring.keyPath == "position.x" && spring.duration == 2)
    #expect(spring.fillMode == .backwards && spring.toValue == nil)
  }

  @Test func groups() throws {
    let group = try animation(
      """
      <a type="CAAnimationGroup" duration="1" repeatCount="inf"><animations>
        <CABasicAnimation keyPath="opacity" duration="2"><fromValue type="real" value="0"/>
        </CABasicAnimation>
        <CAAnimationGroup><animations><CATransition type="push"/></animations></CAAnimationGroup>
        <CAKeyframeAnimation keyPath="position" calculationMode="cubicPaced" rotationMode="auto">
          <path type="CGPath" value="0 0 m 0 40 40 40 40 0 c"/>
          <tensionValues><real value="0.5"/></tensionValues>
        </CAKeyframeAnimation>
      </animations></a>
      """,
      CAAnimationGroup.self
    )
    #expect(group.repeatCount == .infinity && group.animations?.count == 3)
    let basic = group.animations?.first as? CABasicAnimation
    #expect(basic?.duration == 2 && basic?.keyPath == "opacity")
    let inner = group.animations?[1] as? CAAnimationGroup
    #expect((inner?.animations?.first as? CATransition)?.type == .push)
    let frames = group.animations?[2] as? CAKeyframeAnimation
    #expect(frames?.rotationMode == .rotateAuto && frames?.calculationMode == .cubicPaced)
    #expect(frames?.path?.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 40, height: 30))
    #expect(frames?.tensionValues == [0.5])
  }

  @Test func transitionsAndFunctions() throws {
    let transition = try animation(
      """
      <a type="CATransition" subtype="fromTop" startProgress="0.25" duration="3">
        <type value="reveal"/></a>
      """,
      CATransition.self
    )
    #expect(transition.type == .reveal && transition.subtype == .fromTop)
    #expect(transition.startProgress == 0.25 && transition.endProgress == 1)
    let turn = try animation(
      """
      <a type="CABasicAnimation" keyPath="transform" valueFunction="translate">
        <toValue type="NSArray"><real value="1"/><real value="2"/><real value="3"/></toValue></a>
      """,
      CABasicAnimation.self
    )
    #expect(turn.valueFunction?.name == .translate)
    #expect((turn.toValue as? [Double]) == [1, 2, 3])
  }

  /// Attributes and elements thrown together: whatever comes of it, it is read and shown.
  @Test(arguments: 0..<20) func nonsense(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let classes = [
      "CABasicAnimation", "CASpringAnimation", "CAKeyframeAnimation", "CAAnimationGroup",
      "CATransition", "CAAnimation", "nothing",
    ]
    let texts = [
      "0", "-1", "1e999", "nan", "inf", "position", "transform.rotation", "both", "cubic", "auto",
      "easeIn", "2 0 0 1", "1 2 3", "", "rotateX", "opacity", "bounds.size", "push",
    ]
    let types = ["real", "CGPoint", "CGPath", "CATransform3D", "NSArray", "null", "string"]
    func pick(_ list: [String]) -> String { list[random.index(below: list.count)] }
    func element(_ depth: Int) -> String {
      var text = "<\(pick(classes))"
      var names: Set<String> = []
      for key in AnimationKey.allCases where random.once(in: 8) && key != .type {
        if names.insert(key.rawValue).inserted { text += " \(key.rawValue)=\"\(pick(texts))\"" }
      }
      if random.once(in: 2) { text += " type=\"\(pick(classes))\"" }
      text += ">"
      for key in AnimationKey.allCases where random.once(in: 16) {
        let type = pick(types)
        text += "<\(key.rawValue) type=\"\(type)\" value=\"\(pick(texts))\"/>"
        text += "<\(key.rawValue)><\(type) value=\"\(pick(texts))\"/></\(key.rawValue)>"
      }
      if depth < 3 {
        text += "<animations>"
        for _ in 0..<random.index(below: 3) { text += child(depth + 1) }
        text += "</animations>"
      }
      let name = text.dropFirst().prefix { $0 != " " && $0 != ">" }
      return text + "</\(name)>"
    }
    func child(_ depth: Int) -> String { element(depth) }
    let animations = (0..<500).map { _ in element(1) }.joined(separator: "\n")
    let package = try read(document("<animations>\(animations)</animations>"))
    let count = package.rootLayer.animationKeys()?.count ?? 0
    #expect(count > 50 && !package.warnings.isEmpty)
    let clock = ManualClock()
    var options = CAContext.Options()
    options.clock = clock
    let context = try CAContext(size: package.size, options: options)
    context.layer = package.canvasLayer
    for _ in 0..<3 {
      clock.advance(by: 0.37)
      #expect(package.rootLayer.presentation() != nil)
    }
  }
}
