// The layout of classes that `MethodSlot` reads, for each compiler that runs the tests.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import QuartzViews

private class Base {
  var number = 0
  func first() { number = 1 }
  func second() { number = 2 }
  func third() { number = 3 }
  class func ofClass() -> Int { 4 }
}

private class Plain: Base {
  // Variables of subclasses come behind the methods that they inherit.
  var text = "a"
  func fourth() { number = 5 }
}

private class First: Base { override func first() { number = 11 } }
private class Second: Base { override func second() { number = 12 } }
private class Third: Base { override func third() { number = 13 } }
private class OfClass: Base { override class func ofClass() -> Int { 14 } }
private class Both: Base {
  override func first() { number = 21 }
  override func third() { number = 23 }
}
private final class BelowFirst: First { var more = 0 }
private final class BelowPlain: Plain { override func second() { number = 32 } }
private class Generic<Element>: Base { var elements: [Element] = [] }
private final class GenericFirst<Element>: Generic<Element> {
  override func first() { number = 41 }
}

@Suite("Methods in the metadata of classes")
struct MethodSlotTests {
  private static let advice: Comment =
    """
    this compiler lays classes out in another way than MethodSlot.swift says (size in bytes 32...35, \
    address point in 36...39, methods after seven words): views lose nothing but speed until the \
    offsets there are put right
    """

  private func slot(_ overriding: AnyClass) -> MethodSlot {
    MethodSlot(Base.self, plain: Plain.self, overriding: overriding)
  }

  @Test("Each method has a place of its own, in the order of the declarations")
  func places() throws {
    let classes: [AnyClass] = [First.self, Second.self, Third.self, OfClass.self]
    let places = classes.compactMap { slot($0).index }
    try #require(places.count == classes.count, Self.advice)
    #expect(places == places.sorted() && Set(places).count == places.count, Self.advice)
    #expect(places[1] == places[0] + 1 && places[2] == places[0] + 2, Self.advice)
  }

  @Test("Overrides are seen in any class below, and only where they are")
  func overrides() throws {
    let (first, second, third) = (slot(First.self), slot(Second.self), slot(Third.self))
    try #require(first.index != nil && second.index != nil && third.index != nil, Self.advice)
    let expected: [(AnyClass, Bool, Bool, Bool)] = [
      (Base.self, false, false, false), (Plain.self, false, false, false),
      (First.self, true, false, false), (Second.self, false, true, false),
      (Third.self, false, false, true), (Both.self, true, false, true),
      (BelowFirst.self, true, false, false), (BelowPlain.self, false, true, false),
      (Generic<Int>.self, false, false, false), (GenericFirst<Int>.self, true, false, false),
      (GenericFirst<String>.self, true, false, false), (OfClass.self, false, false, false),
    ]
    for (type, isFirst, isSecond, isThird) in expected {
      #expect(first.isOverridden(in: type) == isFirst, "\(type): \(Self.advice)")
      #expect(second.isOverridden(in: type) == isSecond, "\(type): \(Self.advice)")
      #expect(third.isOverridden(in: type) == isThird, "\(type): \(Self.advice)")
    }
  }

  @Test("A method that cannot be told from others counts as overridden in every subclass")
  func unknown() {
    for overriding: AnyClass in [Both.self, Plain.self] {
      let slot = slot(overriding)
      #expect(slot.index == nil)
      #expect(!slot.isOverridden(in: Base.self))
      #expect(slot.isOverridden(in: Plain.self) && slot.isOverridden(in: First.self))
    }
  }
}
