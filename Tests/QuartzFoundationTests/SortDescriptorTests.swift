// Sort descriptors by the names of properties.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFoundation
import Testing

private final class Film: NSObject {
  let title: String
  let year: Int?
  init(_ title: String, _ year: Int?) { (self.title, self.year) = (title, year) }
}

@Suite("NSSortDescriptor")
struct SortDescriptorTests {
  private let films = [Film("b", 2), Film("A", 10), Film("c", nil), Film("a", 2)]

  private func titles(_ descriptors: NSSortDescriptor...) -> String {
    let sorted = (films as NSArray).sortedArray(using: descriptors)
    return sorted.compactMap { ($0 as? Film)?.title }.joined()
  }

  @Test("Objects are ordered by the values of a key")
  func keys() {
    #expect(titles(NSSortDescriptor(key: "title", ascending: true)) == "Aabc")
    #expect(titles(NSSortDescriptor(key: "title", ascending: false)) == "cbaA")
    let year = NSSortDescriptor(key: "year", ascending: false)
    #expect(titles(year, NSSortDescriptor(key: "title", ascending: true)) == "Aabc")
    #expect(year.key == "year" && !year.ascending)
    let list = NSMutableArray(array: [3, 1, 2])
    list.sort(using: [NSSortDescriptor(key: nil, ascending: true)])
    #expect(list == [1, 2, 3])
    list.sort(using: [NSSortDescriptor(key: "self", ascending: false)])
    #expect(list == [3, 2, 1])
    let (a, b): ([String: Any], [String: Any]) = (["x": ["y": 1]], ["x": ["y": 2.5]])
    let path = NSSortDescriptor(key: "x.y", ascending: true)
    #expect(path.compare(a, to: b) == .orderedAscending)
    #expect(path.compare(a, to: a) == .orderedSame)
    let reversed = path.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.compare(a, to: b) == .orderedDescending)
    #expect(path.compare(["x": NSNull()], to: b) == .orderedAscending)
    #expect(path.compare(["x": ["y": "text"]], to: b) == .orderedDescending)
  }

  @Test(
    "Texts are compared by the methods of strings",
    arguments: [
      ("caseInsensitiveCompare:", ["a2", "B1", "c"]), ("compare:", ["B1", "a2", "c"]),
      ("localizedCaseInsensitiveCompare:", ["a2", "B1", "c"]),
      ("localizedStandardCompare:", ["a2", "B1", "c"]), ("localizedCompare:", ["a2", "B1", "c"]),
    ]
  )
  func selectors(name: String, order: [String]) {
    let descriptor = NSSortDescriptor(key: nil, ascending: true, selector: name)
    let sorted = (["c", "B1", "a2"] as NSArray).sortedArray(using: [descriptor])
    #expect(sorted as? [String] == order)
    #expect(descriptor.compare(2, to: 10) == .orderedAscending)
  }

  @Test("Numbers in texts count as numbers")
  func standard() {
    let byName = NSSortDescriptor(
      key: "self",
      ascending: true,
      selector: "localizedStandardCompare:"
    )
    #expect(byName.compare("file 9", to: "File 10") == .orderedAscending)
    let plain = NSSortDescriptor(key: "self", ascending: true, selector: nil)
    #expect(plain.compare("file 9", to: "file 10") == .orderedDescending)
  }

  @Test("A comparator gets the values of the key")
  func comparator() {
    let byLength = NSSortDescriptor(key: "title", ascending: false) { a, b in
      let (a, b) = ((a as? String)?.unicodeScalars.first, (b as? String)?.unicodeScalars.first)
      guard let a, let b else { return .orderedSame }
      return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }
    #expect(titles(byLength) == "cbaA")
  }

  @Test("Other methods end the program")
  func unknown() async {
    await #expect(processExitsWith: .failure) {
      _ = NSSortDescriptor(key: "a", ascending: true, selector: "price:")
    }
  }
}
