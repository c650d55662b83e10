// Boxes and equations between them, for tests of the engine.
// Licensed under the MIT license; see LICENSE.

import QuartzLayout

/// A rectangle of four variables.
struct LayoutBox {
  let minX: LayoutVariable
  let minY: LayoutVariable
  let width: LayoutVariable
  let height: LayoutVariable

  var left: LayoutSide { LayoutSide([LayoutTerm(minX)]) }
  var right: LayoutSide { LayoutSide([LayoutTerm(minX), LayoutTerm(width)]) }
  var top: LayoutSide { LayoutSide([LayoutTerm(minY)]) }
  var bottom: LayoutSide { LayoutSide([LayoutTerm(minY), LayoutTerm(height)]) }
  var centerX: LayoutSide { LayoutSide([LayoutTerm(minX), LayoutTerm(width, 0.5)]) }
  var centerY: LayoutSide { LayoutSide([LayoutTerm(minY), LayoutTerm(height, 0.5)]) }
  var w: LayoutSide { LayoutSide([LayoutTerm(width)]) }
  var h: LayoutSide { LayoutSide([LayoutTerm(height)]) }
}

/// A linear sum.
struct LayoutSide {
  var terms: [LayoutTerm]
  var constant = 0.0

  init(_ terms: [LayoutTerm], _ constant: Double = 0) {
    self.terms = terms
    self.constant = constant
  }

  static func + (side: LayoutSide, constant: Double) -> LayoutSide {
    LayoutSide(side.terms, side.constant + constant)
  }

  static func - (side: LayoutSide, constant: Double) -> LayoutSide { side + -constant }

  static func - (one: LayoutSide, other: LayoutSide) -> LayoutSide { one + -1 * other }

  static func + (one: LayoutSide, other: LayoutSide) -> LayoutSide {
    LayoutSide(one.terms + other.terms, one.constant + other.constant)
  }

  static func * (factor: Double, side: LayoutSide) -> LayoutSide {
    LayoutSide(
      side.terms.map { LayoutTerm($0.variable, $0.coefficient * factor) },
      side.constant * factor
    )
  }
}

/// An engine with a root of fixed size.
final class LayoutScene {
  var engine = LayoutEngine()
  let root: LayoutBox

  init(_ width: Double = 320, _ height: Double = 568) {
    root = Self.box(in: &engine)
    engine.fix(root.minX, at: 0)
    engine.fix(root.minY, at: 0)
    engine.fix(root.width, at: width)
    engine.fix(root.height, at: height)
  }

  private static func box(in engine: inout LayoutEngine) -> LayoutBox {
    LayoutBox(
      minX: engine.addVariable(isSize: false),
      minY: engine.addVariable(isSize: false),
      width: engine.addVariable(isSize: true),
      height: engine.addVariable(isSize: true)
    )
  }

  func box() -> LayoutBox { Self.box(in: &engine) }

  func isBroken(_ id: LayoutEquationID) -> Bool { engine.isBroken(id) }

  func isAmbiguous(_ variable: LayoutVariable) -> Bool { engine.isAmbiguous(variable) }

  /// A box whose content has a size.
  func box(
    _ width: Double,
    _ height: Double,
    hugging: Float = 250,
    resisting: Float = 750
  ) -> LayoutBox {
    let made = box()
    for (variable, size) in [(made.width, width), (made.height, height)] {
      _ = engine.add(
        LayoutEquation(
          [LayoutTerm(variable)],
          constant: size,
          over: strength(hugging),
          under: strength(resisting),
          sacrifice: LayoutSacrifice(rank: 4)
        )
      )
    }
    return made
  }

  func strength(_ priority: Float) -> LayoutStrength {
    priority >= 1_000 ? .required : .optional(priority)
  }

  enum Relation { case equal, atLeast, atMost }

  @discardableResult
  func add(
    _ one: LayoutSide,
    _ relation: Relation,
    _ other: LayoutSide,
    at priority: Float = 1_000,
    _ sacrifice: LayoutSacrifice = LayoutSacrifice(rank: 5)
  ) -> LayoutEquationID {
    let sum = one - other
    let own = strength(priority)
    return engine.add(
      LayoutEquation(
        LayoutTerms(sum.terms),
        constant: -sum.constant,
        over: relation == .atLeast ? .free : own,
        under: relation == .atMost ? .free : own,
        sacrifice: sacrifice
      )
    )
  }

  @discardableResult
  func set(
    _ one: LayoutSide,
    _ relation: Relation,
    _ constant: Double,
    at priority: Float = 1_000
  ) -> LayoutEquationID {
    add(
      one,
      relation,
      LayoutSide([], constant),
      at: priority,
      LayoutSacrifice(rank: 5, isSize: true)
    )
  }

  @discardableResult
  func set(_ one: LayoutSide, _ constant: Double, at priority: Float = 1_000) -> LayoutEquationID {
    set(one, .equal, constant, at: priority)
  }

  /// Solves, and gives x, y, width and height of a box.
  func frame(_ box: LayoutBox) -> [Double] {
    engine.solve()
    return [box.minX, box.minY, box.width, box.height].map {
      let value = engine.value(of: $0)
      return (value * 1e6).rounded() / 1e6 + 0
    }
  }
}
