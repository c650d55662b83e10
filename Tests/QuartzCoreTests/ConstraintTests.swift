// Places by constraints.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct ConstraintTests {
  private func makeParent(_ width: CGFloat, _ height: CGFloat) -> CALayer {
    let parent = CALayer()
    parent.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    parent.layoutManager = CAConstraintLayoutManager()
    return parent
  }

  private func makeLayer(_ name: String, _ frame: CGRect, in parent: CALayer) -> CALayer {
    let layer = CALayer()
    layer.name = name
    layer.frame = frame
    parent.addSublayer(layer)
    return layer
  }

  private func constraint(
    _ attribute: CAConstraintAttribute,
    _ source: String,
    _ sourceAttribute: CAConstraintAttribute,
    scale: CGFloat = 1,
    offset: CGFloat = 0
  ) -> CAConstraint {
    CAConstraint(
      attribute: attribute,
      relativeTo: source,
      attribute: sourceAttribute,
      scale: scale,
      offset: offset
    )
  }

  @Test(
    .shows(
      "CAConstraint.init(attribute:relativeTo:attribute:)",
      "CAConstraint.init(attribute:relativeTo:attribute:offset:)",
      "CAConstraint.attribute",
      "CAConstraint.sourceName",
      "CAConstraint.sourceAttribute",
      "CAConstraint.scale",
      "CAConstraint.offset"
    )
  ) func numbersOfTheAttributes() {
    let all: [CAConstraintAttribute] = [.minX, .midX, .maxX, .width, .minY, .midY, .maxY, .height]
    #expect(all.map(\.rawValue) == Array(0..<8))
    let simple = CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX)
    #expect(simple.scale == 1 && simple.offset == 0 && simple.sourceName == "a")
    let moved = CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: 4)
    #expect(moved.offset == 4 && moved.attribute == .minX && moved.sourceAttribute == .maxX)
  }

  @Test(
    .shows(
      "CAConstraintLayoutManager",
      "CALayer.addConstraint(_:)",
      "CALayer.layoutManager",
      "CAConstraintAttribute.midY"
    )
  ) func middleOfTheSuperlayer() {
    let parent = makeParent(300, 200)
    let layer = makeLayer("a", CGRect(x: 20, y: 0, width: 80, height: 40), in: parent)
    layer.addConstraint(constraint(.midY, "superlayer", .midY))
    parent.layoutIfNeeded()
    #expect(layer.frame == CGRect(x: 20, y: 80, width: 80, height: 40))
    parent.bounds.size.height = 300
    parent.layoutIfNeeded()
    #expect(layer.frame.midY == 150)
    let other = makeParent(100, 100)
    other.addSublayer(layer)
    other.layoutIfNeeded()
    #expect(layer.frame.midY == 50 && layer.frame.minX == 20)
  }

  @Test(
    .shows(
      "CALayer.name",
      "CAConstraintLayoutManager",
      "CALayer.constraints",
      "CAConstraintAttribute.midX",
      "CAConstraintAttribute.width",
      "CAConstraintAttribute.maxY",
      "CAConstraintAttribute.minY"
    ),
    arguments: [false, true]
  )
  func dependencies(_ isReversed: Bool) {
    let parent = makeParent(300, 225)
    let names = isReversed ? ["B", "A"] : ["A", "B"]
    for name in names {
      _ = makeLayer(name, CGRect(x: 0, y: 0, width: 100, height: 25), in: parent)
    }
    let a = parent.sublayers!.first { $0.name == "A" }!
    let b = parent.sublayers!.first { $0.name == "B" }!
    a.constraints = [
      constraint(.midX, "superlayer", .midX), constraint(.midY, "superlayer", .midY),
    ]
    b.constraints = [
      constraint(.width, "A", .width), constraint(.midX, "A", .midX),
      constraint(.maxY, "A", .minY, offset: -10),
      constraint(.minY, "superlayer", .minY, offset: 10),
    ]
    parent.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 100, y: 100, width: 100, height: 25))
    #expect(b.frame == CGRect(x: 100, y: 10, width: 100, height: 80))
    parent.bounds.size = CGSize(width: 400, height: 325)
    parent.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 150, y: 150, width: 100, height: 25))
    #expect(b.frame == CGRect(x: 150, y: 10, width: 100, height: 130))
    a.bounds.size.width = 60
    parent.layoutIfNeeded()
    #expect(b.frame == CGRect(x: 170, y: 10, width: 60, height: 130))
  }

  /// A layer from 10 to 30 in a superlayer from 100 to 200.
  @Test(
    .shows(
      "CAConstraintAttribute.minX",
      "CAConstraintAttribute.midX",
      "CAConstraintAttribute.maxX",
      "CAConstraintAttribute.width",
      "CAConstraint.offset"
    ),
    arguments: [
      ([(.minX, .minX, 0)], 100, 20), ([(.midX, .midX, 0)], 140, 20),
      ([(.maxX, .maxX, 0)], 180, 20),
      // As measured, a size alone does nothing.
      ([(.width, .width, 0)], 10, 20),
      ([(.minX, .minX, 5), (.maxX, .maxX, -5)], 105, 90),
      ([(.maxX, .maxX, -5), (.minX, .minX, 5)], 105, 90),
      ([(.minX, .minX, 10), (.midX, .midX, 0)], 110, 80),
      ([(.midX, .midX, 0), (.maxX, .maxX, -20)], 120, 60),
      ([(.minX, .minX, 1), (.width, .width, -60)], 101, 40),
      ([(.width, .width, -60), (.midX, .midX, 0)], 130, 40),
      ([(.width, .width, -60), (.maxX, .maxX, 0)], 160, 40),
      // Each after the second takes the place of the later one of the two before.
      ([(.minX, .minX, 0), (.minX, .minX, 9), (.maxX, .maxX, 0), (.width, .width, 7)], 100, 107),
      // No size gets below nothing.
      ([(.minX, .maxX, 0), (.maxX, .minX, 0)], 200, 0),
    ] as [([(CAConstraintAttribute, CAConstraintAttribute, CGFloat)], CGFloat, CGFloat)]
  )
  func oneAxis(
    _ rules: [(CAConstraintAttribute, CAConstraintAttribute, CGFloat)],
    _ x: CGFloat,
    _ width: CGFloat
  ) {
    let parent = makeParent(100, 50)
    parent.bounds.origin.x = 100
    let layer = makeLayer("a", CGRect(x: 10, y: 7, width: 20, height: 9), in: parent)
    layer.constraints = rules.map { constraint($0.0, "superlayer", $0.1, offset: $0.2) }
    parent.layoutIfNeeded()
    #expect(layer.frame == CGRect(x: x, y: 7, width: width, height: 9))
  }

  @Test(
    .shows(
      "CAConstraint.init(attribute:relativeTo:attribute:scale:offset:)",
      "CAConstraint.scale",
      "CAConstraint.offset",
      "CAConstraintAttribute.height"
    )
  ) func scaleAcrossAxes() {
    let parent = makeParent(100, 50)
    let layer = makeLayer("a", CGRect(x: 1, y: 2, width: 3, height: 4), in: parent)
    layer.constraints = [
      constraint(.width, "superlayer", .height, scale: 0.5, offset: 1),
      constraint(.minX, "superlayer", .minX, offset: 1),
      constraint(.height, "a", .width, scale: 2), constraint(.minY, "superlayer", .minY, offset: 2),
    ]
    parent.layoutIfNeeded()
    #expect(layer.frame == CGRect(x: 1, y: 2, width: 26, height: 52))
  }

  /// AG-D-4.x2.
  @Test func circlesAreLeftAlone() {
    let parent = makeParent(100, 100)
    let a = makeLayer("a", CGRect(x: 1, y: 1, width: 10, height: 10), in: parent)
    let b = makeLayer("b", CGRect(x: 2, y: 2, width: 10, height: 10), in: parent)
    let c = makeLayer("c", CGRect(x: 3, y: 3, width: 10, height: 10), in: parent)
    let own = makeLayer("own", CGRect(x: 4, y: 4, width: 10, height: 10), in: parent)
    a.constraints = [constraint(.minX, "b", .maxX), constraint(.minY, "superlayer", .midY)]
    b.constraints = [constraint(.minX, "a", .maxX)]
    c.constraints = [constraint(.minX, "b", .maxX)]
    own.constraints = [constraint(.minX, "own", .maxX)]
    let lines = Lines.during { parent.layoutIfNeeded() }
    #expect(lines == ["constraints of a, b, own depend on each other; they are left out"])
    #expect(a.frame == CGRect(x: 1, y: 50, width: 10, height: 10))
    // Layers that no constraint places offer no anchors.
    #expect(b.frame.minX == 2 && c.frame.minX == 3 && own.frame.minX == 4)
  }

  @Test func sourcesThatAreNotThere() {
    let parent = makeParent(100, 100)
    let a = makeLayer("a", CGRect(x: 1, y: 1, width: 10, height: 10), in: parent)
    a.constraints = [
      constraint(.minX, "nobody", .maxX), constraint(.minX, "superlayer", .minX, offset: 5),
      constraint(.minY, "superlayer", .minY, scale: .nan),
    ]
    parent.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 1, y: 1, width: 10, height: 10))
    a.constraints?.removeLast()
    parent.layoutIfNeeded()
    #expect(a.frame == CGRect(x: 5, y: 1, width: 10, height: 10))
  }

  @Test func longChain() {
    let parent = makeParent(100, 100)
    let count = 2000
    // Each depends on the next one in the list; the last one on the superlayer.
    for index in 0..<count {
      let layer = makeLayer("\(index)", CGRect(x: 0, y: 0, width: 1, height: 1), in: parent)
      let source = index == count - 1 ? "superlayer" : "\(index + 1)"
      let attribute: CAConstraintAttribute = index == count - 1 ? .minX : .maxX
      layer.addConstraint(constraint(.minX, source, attribute))
    }
    parent.layoutIfNeeded()
    #expect(parent.sublayers?.first?.frame.minX == CGFloat(count - 1))
  }
}
