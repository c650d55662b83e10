// The property table and the bags of values that are derived from it.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import Testing

@Suite struct PropertyTests {
  @Test(arguments: PropertyTable.all.map(\.id))
  func defaultFitsItsType(id: PropertyID) {
    let row = PropertyTable[id]
    #expect(row.defaultValue.fits(row.type))
    #expect(PropertyTable.id(named: row.name, of: row.layerClass) == id)
    #expect(PropertyBag().value(id) == row.defaultValue)
  }

  @Test func numbersAndNamesAreUnique() {
    #expect(Set(PropertyTable.all.map(\.id)).count == PropertyTable.all.count)
    #expect(
      Set(PropertyTable.all.map { "\($0.layerClass) \($0.name)" }).count == PropertyTable.all.count
    )
  }

  @Test func bagKeepsRowOrderWhateverTheOrderOfSetting() {
    var bag = PropertyBag()
    for id in PropertyID.allCases.shuffled() { bag[id] = PropertyTable[id].defaultValue }
    var seen: [PropertyID] = []
    bag.forEach { id, value in
      seen.append(id)
      #expect(value == PropertyTable[id].defaultValue)
    }
    #expect(seen == PropertyID.allCases.sorted { $0.rawValue < $1.rawValue })
    for id in PropertyID.allCases.shuffled() { bag[id] = nil }
    #expect(bag.isEmpty && bag.count == 0)
  }

  /// A change, a bag and a layer have one set each, of which a tree has a hundred thousand.
  @Test func setsAndBagsHaveNoGaps() {
    #expect(MemoryLayout<PropertySet>.size == 32 && MemoryLayout<PropertySet>.alignment == 8)
    #expect(MemoryLayout<PropertyBag>.stride == 40)
    #expect(MemoryLayout<Commit.Change>.stride == 48)
  }

  @Test(arguments: PropertyID.allCases)
  func setsKeepTheirWords(id: PropertyID) {
    let set = PropertySet([id])
    #expect(set == PropertySet(words: set.words) && set.contains(id) && set.count == 1)
    #expect(set.words[Int(id.rawValue) / 64] == 1 << UInt64(id.rawValue % 64))
    var other = PropertySet(PropertyID.allCases)
    #expect(set.isSubset(of: other) && other.rank(of: id) == other.rankByCounting(id))
    other.remove(id)
    #expect(!set.isSubset(of: other) && !other.contains(id))
    other.formUnion(set)
    #expect(other == PropertySet(PropertyID.allCases) && PropertySet().isEmpty && !other.isEmpty)
  }

  @Test func mergeTakesEveryValue() {
    var bag = PropertyBag()
    bag[.opacity] = .number(0.5)
    bag[.name] = .string("a")
    var other = PropertyBag()
    other[.opacity] = .number(0.25)
    other[.bounds] = .rect(.unit)
    bag.merge(other)
    #expect(bag[.opacity] == .number(0.25) && bag[.bounds] == .rect(.unit))
    #expect(bag[.name] == .string("a") && bag.count == 3)
  }

  @Test func keyPathsNameMembers() {
    let target = AnimationTarget(keyPath: "transform.rotation.z", of: .layer)
    #expect(target == AnimationTarget(.transform, .rotationZ))
    #expect(target?.keyPath == "transform.rotation.z")
    #expect(AnimationTarget(keyPath: "position.width", of: .layer) == nil)
    #expect(AnimationTarget(keyPath: "transform.position", of: .layer) == nil)
    #expect(AnimationTarget(keyPath: "nothing", of: .layer) == nil)
  }

  @Test(arguments: ValueMember.members(of: .transform))
  func transformMembersReadWhatWasWritten(member: ValueMember) throws {
    let start = PropertyValue.transform(
      .scale(2, 3, 4) * .rotation(0.3, 0, 0, 1) * .translation(5, 6, 7)
    )
    let value: PropertyValue = member == .translation ? .size(Size(8, 9)) : .number(0.75)
    let changed = try #require(start.replacing(member, with: value))
    let read = try #require(changed.member(member))
    switch (read, value) {
    case (.number(let a), .number(let b)): #expect(abs(a - b) < 1e-9)
    default: #expect(read == value)
    }
    // Parts unrelated to the member stay.
    if member.keyPath.hasPrefix("rotation") || member.keyPath.hasPrefix("scale") {
      #expect(changed.member(.translationX) == .number(5))
    }
  }

  @Test func replacingARotationDoesNotAddToIt() throws {
    let turned = PropertyValue.transform(.rotation(0.35, 0, 0, 1))
    let again = try #require(turned.replacing(.rotationZ, with: .number(0.35))?.transform)
    #expect(abs(again.row1.x - 0.9393727) < 1e-6 && abs(again.row1.y - 0.3428978) < 1e-6)
  }
}

extension PropertySet {
  /// As `rank(of:)`, by looking at every row.
  fileprivate func rankByCounting(_ id: PropertyID) -> Int {
    PropertyID.allCases.filter { contains($0) && $0.rawValue < id.rawValue }.count
  }
}
