// Tables that hold objects weakly, and exceptions.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFoundation
import Testing

private protocol Listening: AnyObject { var name: String { get } }

private final class Listener: Listening {
  let name: String
  init(_ name: String) { self.name = name }
}

@Suite("Tables")
struct WeakTableTests {
  @Test("A weak set forgets objects that are gone")
  func weakSet() {
    let set = NSHashTable<Listener>.weakObjects()
    let kept = Listener("a")
    do {
      let gone = Listener("b")
      set.add(kept)
      set.add(kept)
      set.add(gone)
      set.add(nil)
      #expect(set.count == 2 && set.contains(gone) && set.member(kept) === kept)
    }
    #expect(set.count == 1 && set.allObjects.map(\.name) == ["a"])
    #expect(set.anyObject === kept)
    for number in 0..<1000 { set.add(Listener("\(number)")) }
    #expect(set.count == 1)
    set.remove(kept)
    #expect(set.count == 0 && !set.contains(kept) && set.anyObject == nil)
  }

  @Test("A set of a protocol's objects")
  func protocols() {
    let set = NSHashTable<any Listening>(options: .weakMemory)
    let (a, b) = (Listener("a"), Listener("b"))
    set.add(a)
    set.add(b)
    #expect(set.allObjects.map(\.name).sorted() == ["a", "b"])
    let anything = NSHashTable<AnyObject>.weakObjects()
    anything.add(a)
    #expect(anything.contains(a) && !anything.contains(b))
  }

  @Test("Objects are compared by themselves or by their answers")
  func equality() {
    let (a, b) = (NSMutableString(string: "x"), NSMutableString(string: "x"))
    let equal = NSHashTable<NSMutableString>()
    equal.add(a)
    equal.add(b)
    #expect(equal.count == 1 && equal.member(b) === a && equal.setRepresentation == [a])
    let same = NSHashTable<NSMutableString>(options: .objectPointerPersonality)
    same.add(a)
    same.add(b)
    #expect(same.count == 2)
    let copies = NSHashTable<NSString>(options: .copyIn)
    copies.add(a)
    #expect(copies.anyObject !== a && copies.anyObject == a)
  }

  @Test("Sets are united and cut")
  func sets() {
    func set(_ texts: [NSString]) -> NSHashTable<NSString> {
      let set = NSHashTable<NSString>()
      for text in texts { set.add(text) }
      return set
    }
    func texts(_ set: NSHashTable<NSString>) -> [String] {
      set.allObjects.map { String(describing: $0) }.sorted()
    }
    let all = set(["a", "b"])
    all.union(set(["b", "c"]))
    #expect(texts(all) == ["a", "b", "c"])
    all.minus(set(["a"]))
    all.intersect(set(["c", "d"]))
    #expect(texts(all) == ["c"])
    #expect(all.objectEnumerator().allObjects.count == 1)
    all.removeAllObjects()
    #expect(all.count == 0)
  }

  @Test("Tables forget keys or objects that are gone")
  func maps() {
    let (weakKeys, weakObjects) = (
      NSMapTable<Listener, NSString>.weakToStrongObjects(),
      NSMapTable<NSString, Listener>.strongToWeakObjects()
    )
    let key = Listener("key")
    do {
      let gone = Listener("gone")
      weakKeys.setObject("a", forKey: key)
      weakKeys.setObject("b", forKey: gone)
      weakKeys.setObject("c", forKey: key)
      weakObjects.setObject(gone, forKey: "x")
      weakObjects.setObject(key, forKey: "y")
      #expect(weakKeys.count == 2 && weakObjects.object(forKey: "x") === gone)
    }
    #expect(weakKeys.count == 1 && weakKeys.object(forKey: key) == "c")
    #expect(weakObjects.object(forKey: "x") == nil && weakObjects.object(forKey: "y") === key)
    #expect(weakObjects.dictionaryRepresentation().count == 1)
    #expect(weakKeys.keyEnumerator().allObjects.count == 1)
    #expect(weakKeys.objectEnumerator()?.allObjects.count == 1)
    for number in 0..<1000 { weakKeys.setObject("n", forKey: Listener("\(number)")) }
    #expect(weakKeys.count == 1)
    weakKeys.setObject(nil, forKey: key)
    #expect(weakKeys.object(forKey: key) == nil && weakKeys.objectEnumerator() == nil)
    weakObjects.removeAllObjects()
    #expect(weakObjects.count == 0)
    let strong = NSMapTable<NSString, NSString>.strongToStrongObjects()
    strong.setObject("1", forKey: NSString(string: "k"))
    #expect(strong.object(forKey: "k") == "1")
    #expect(NSMapTable<Listener, Listener>.weakToWeakObjects().object(forKey: key) == nil)
  }

  @Test("An exception ends the program with its words")
  func exceptions() async {
    let exception = NSException(name: .rangeException, reason: "5 of 3", userInfo: ["a": 1])
    #expect(exception.description == "NSRangeException: 5 of 3")
    #expect(exception.userInfo?["a"] as? Int == 1)
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { NSException(name: .invalidArgumentException, reason: "wrong").raise() }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSInvalidArgumentException: wrong"))
  }
}
