// Layout as Apple's framework was measured to do it.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import QuartzCore

@Suite struct MeasuredLayoutTests {
  /// The frame of a layer at (10, 20, 50, 40) in one of 100 x 100 that gets another size.
  private func frame(_ mask: CAAutoresizingMask, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    let (parent, layer) = (CALayer(), CALayer())
    parent.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    layer.autoresizingMask = mask
    parent.addSublayer(layer)
    parent.bounds.size = CGSize(width: width, height: height)
    return layer.frame
  }

  @Test(
    .shows(
      "CALayer.autoresizingMask",
      "CAAutoresizingMask.layerMinXMargin",
      "CAAutoresizingMask.layerWidthSizable",
      "CAAutoresizingMask.layerMaxXMargin",
      "CAAutoresizingMask.layerMinYMargin",
      "CAAutoresizingMask.layerHeightSizable",
      "CAAutoresizingMask.layerMaxYMargin"
    ),
    .recorded("autoresizing")
  ) func autoresizing() {
    let x: [(CAAutoresizingMask, CGFloat, CGFloat, CGFloat)] = [
      ([.layerMinXMargin, .layerWidthSizable], 200, 76, 84),
      ([.layerWidthSizable, .layerMaxXMargin], 200, 10, 84),
      ([.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin], 200, 43, 84),
      ([.layerMinXMargin, .layerMaxXMargin], 200, 60, 50),
      (.layerMinXMargin, 200, 110, 50), (.layerWidthSizable, 200, 10, 150),
      (.layerMaxXMargin, 200, 10, 50), ([.layerMinXMargin, .layerWidthSizable], 400, 210, 150),
      ([.layerMinXMargin, .layerWidthSizable], 110, 16, 54),
      ([.layerMinXMargin, .layerWidthSizable], 50, -24, 34),
    ]
    for (mask, width, left, extent) in x {
      #expect(frame(mask, width, 100) == CGRect(x: left, y: 20, width: extent, height: 40))
    }
    let y: [(CAAutoresizingMask, CGFloat, CGFloat)] = [
      ([.layerMinYMargin, .layerHeightSizable], 153, 107),
      ([.layerMinYMargin, .layerHeightSizable, .layerMaxYMargin], 86, 108),
    ]
    for (mask, top, extent) in y {
      #expect(frame(mask, 200, 300) == CGRect(x: 10, y: top, width: 50, height: extent))
    }
    let both: CAAutoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    #expect(frame(both, 50, 25) == CGRect(x: 10, y: -15, width: 0, height: 35))
  }

  @Test(.shows("CALayer.resize(withOldSuperlayerSize:)"), .recorded("autoresizing"))
  func autoresizingByHand() {
    let (parent, layer) = (CALayer(), CALayer())
    parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 300)
    layer.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    layer.autoresizingMask = [.layerMinXMargin, .layerWidthSizable]
    parent.addSublayer(layer)
    layer.resize(withOldSuperlayerSize: CGSize(width: 100, height: 100))
    #expect(layer.frame == CGRect(x: 76, y: 20, width: 84, height: 40))
  }

  private typealias Rule = (CAConstraintAttribute, CAConstraintAttribute, CGFloat, CGFloat)

  /// The frame of a layer at (3, 5, 40, 20) in one of 200 x 100 by rules against the superlayer.
  private func frame(_ rules: [Rule]) -> CGRect {
    let (parent, layer) = (CALayer(), CALayer())
    parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
    parent.layoutManager = CAConstraintLayoutManager()
    layer.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    layer.constraints = rules.map {
      CAConstraint(
        attribute: $0.0,
        relativeTo: "superlayer",
        attribute: $0.1,
        scale: $0.2,
        offset: $0.3
      )
    }
    parent.addSublayer(layer)
    parent.layoutIfNeeded()
    return layer.frame
  }

  @Test(
    .shows(
      "CAConstraintLayoutManager",
      "CALayer.constraints",
      "CAConstraintAttribute.minX",
      "CAConstraintAttribute.midX",
      "CAConstraintAttribute.maxX",
      "CAConstraintAttribute.width"
    ),
    .recorded("constraint-counts")
  ) func moreThanTwoConstraints() {
    let max: Rule = (.maxX, .maxX, 1, 0)
    let min: Rule = (.minX, .minX, 1, 0)
    let middle: Rule = (.midX, .midX, 1, -30)
    let width: Rule = (.width, .width, 0.25, 0)
    let all: [([Rule], CGFloat, CGFloat)] = [
      ([max, min, width], 0, 50), ([max, middle, width], 45, 50), ([width, max, middle], -60, 260),
      ([max, middle, min], 0, 140), ([min, middle, max, width], 0, 50),
    ]
    for (rules, x, extent) in all {
      #expect(frame(rules) == CGRect(x: x, y: 5, width: extent, height: 20))
    }
  }

  @Test(.shows("CAConstraintLayoutManager"), .recorded("constraint-counts"))
  func constraintsThatDoNothing() {
    let still = CGRect(x: 3, y: 5, width: 40, height: 20)
    #expect(frame([(.width, .width, 1, 0)]) == still)
    #expect(frame([(.height, .height, 1, 0)]) == still)
    #expect(frame([(.minX, .minX, 1, 7), (.minX, .minX, 1, 9)]) == still)
    #expect(
      frame([(.minX, .minX, 1, 7), (.height, .height, 1, 0)]) == still.offsetBy(dx: 4, dy: 0)
    )
  }

  @Test(.shows("CAConstraintLayoutManager"), .recorded("constraint-siblings"))
  func siblingsThatOfferNothing() {
    let (parent, source, layer) = (CALayer(), CALayer(), CALayer())
    parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
    parent.layoutManager = CAConstraintLayoutManager()
    source.name = "source"
    source.frame = CGRect(x: 50, y: 50, width: 10, height: 10)
    layer.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    layer.addConstraint(CAConstraint(attribute: .minX, relativeTo: "source", attribute: .maxX))
    parent.sublayers = [source, layer]
    parent.layoutIfNeeded()
    #expect(layer.frame.minX == 3)
    source.addConstraint(CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .minY))
    parent.layoutIfNeeded()
    #expect(layer.frame.minX == 3 && source.frame.midY == 0)
    source.addConstraint(CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
    parent.layoutIfNeeded()
    #expect(layer.frame.minX == 105)
  }
}
