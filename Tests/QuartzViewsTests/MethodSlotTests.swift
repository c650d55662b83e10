// The layout of classes that `MethodSlot` reads, for each compiler that runs the tests.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import QuartzViews

// Not private: methods that nobody calls would leave the metadata of an optimised build.
class SlotBase {
  var number = 0
  func first() { number = 1 }
  func second() { number = 2 }
  func third() { number = 3 }
  class func ofClass() -> Int { 4 }
}

class SlotPlain: SlotBase {
  // Variables of subclasses come behind the methods that they inherit.
  var text = "a"
  func fourth() { number = 5 }
}

class SlotFirst: SlotBase { override func first() { number = 11 } }
class SlotSecond: SlotBase { override func second() { number = 12 } }
class SlotThird: SlotBase { override func third() { number = 13 } }
class SlotOfClass: SlotBase { override class func ofClass() -> Int { 14 } }
class SlotBoth: SlotBase {
  override func first() { number = 21 }
  override func third() { number = 23 }
}
final class SlotBelowFirst: SlotFirst { var more = 0 }
final class SlotBelowPlain: SlotPlain { override func second() { number = 32 } }
class SlotGeneric<Element>: SlotBase { var elements: [Element] = [] }
final class SlotGenericFirst<Element>: SlotGeneric<Element> {
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
    MethodSlot(SlotBase.self, plain: SlotPlain.self, overriding: overriding)
  }

  @Test("Each method has a place of its own, in the order of the declarations")
  func places() throws {
    let classes: [AnyClass] = [SlotFirst.self, SlotSecond.self, SlotThird.self, SlotOfClass.self]
    let places = classes.compactMap { slot($0).index }
    try #require(places.count == classes.count, Self.advice)
    #expect(places == places.sorted() && Set(places).count == places.count, Self.advice)
    #expect(places[1] == places[0] + 1 && places[2] == places[0] + 2, Self.advice)
  }

  @Test("Overrides are seen in any class below, and only where they are")
  func overrides() throws {
    let (first, second, third) = (slot(SlotFirst.self), slot(SlotSecond.self), slot(SlotThird.self))
    try #require(first.index != nil && second.index != nil && third.index != nil, Self.advice)
    let expected: [(AnyClass, Bool, Bool, Bool)] = [
      (SlotBase.self, false, false, false), (SlotPlain.self, false, false, false),
      (SlotFirst.self, true, false, false), (SlotSecond.self, false, true, false),
      (SlotThird.self, false, false, true), (SlotBoth.self, true, false, true),
      (SlotBelowFirst.self, true, false, false), (SlotBelowPlain.self, false, true, false),
      (SlotGeneric<Int>.self, false, false, false),
      (SlotGenericFirst<Int>.self, true, false, false),
      (SlotGenericFirst<String>.self, true, false, false), (SlotOfClass.self, false, false, false),
    ]
    for (type, isFirst, isSecond, isThird): (AnyClass, Bool, Bool, Bool) in expected {
      #expect(first.isOverridden(in: type) == isFirst, "\(type): \(Self.advice)")
      #expect(second.isOverridden(in: type) == isSecond, "\(type): \(Self.advice)")
      #expect(third.isOverridden(in: type) == isThird, "\(type): \(Self.advice)")
    }
  }

  @Test("A method that cannot be told from others counts as overridden in every subclass")
  func unknown() {
    for overriding: AnyClass in [SlotBoth.self, SlotPlain.self] {
      let slot = slot(overriding)
      #expect(slot.index == nil)
      #expect(!slot.isOverridden(in: SlotBase.self))
      #expect(slot.isOverridden(in: SlotPlain.self) && slot.isOverridden(in: SlotFirst.self))
    }
  }
}
