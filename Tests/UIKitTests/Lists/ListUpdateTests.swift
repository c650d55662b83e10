// Groups of changes of lists: where everything goes, and changes that do not fit.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@Suite("Updates of lists")
struct ListUpdateTests {
  private func path(_ section: Int, _ item: Int) -> IndexPath {
    IndexPath(item: item, section: section)
  }

  @Test("Deletions count before the update, insertions after it")
  func deletionsAndInsertions() throws {
    var update = ListUpdate()
    update.deletedItems = [path(0, 0), path(0, 3)]
    update.insertedItems = [path(0, 1), path(0, 2)]
    // a b c d e -> b x y c e
    let mapping = try update.mapping(from: [5], to: [5])
    let new = (0..<5).map { mapping.newPath(of: path(0, $0))?.item }
    #expect(new == [nil, 0, 3, nil, 4])
  }

  @Test("Moved items and sections go where they are told to")
  func moves() throws {
    var update = ListUpdate()
    update.movedItems = [(path(0, 4), path(0, 0))]
    let mapping = try update.mapping(from: [5], to: [5])
    #expect((0..<5).map { mapping.newPath(of: path(0, $0))?.item } == [1, 2, 3, 4, 0])
    update = ListUpdate()
    update.deletedSections = [0]
    update.insertedSections = [2]
    update.movedSections = [(2, 0)]
    let sections = try update.mapping(from: [1, 2, 3], to: [3, 2, 4])
    #expect((0..<3).map { sections.newSection(of: $0) } == [nil, 1, 0])
    #expect(sections.newPath(of: path(2, 2)) == path(0, 2))
    #expect(sections.newPath(of: path(0, 0)) == nil)
  }

  @Test("Counts that do not agree are told with all numbers")
  func counts() {
    var update = ListUpdate()
    update.insertedItems = [path(0, 1)]
    #expect(
      throws: ListUpdateError.itemCount(
        section: 0,
        after: 5,
        before: 5,
        inserted: 1,
        deleted: 0,
        moved: .init(into: 0, out: 0)
      )
    ) { _ = try update.mapping(from: [5], to: [5]) }
    update = ListUpdate()
    #expect(throws: ListUpdateError.sectionCount(after: 3, before: 2, inserted: 0, deleted: 0)) {
      _ = try update.mapping(from: [1, 1], to: [1, 1, 1])
    }
  }

  @Test("Paths that are not in the list are told")
  func hostile() {
    func fails(_ change: (inout ListUpdate) -> Void) -> Bool {
      var update = ListUpdate()
      change(&update)
      do {
        _ = try update.mapping(from: [2], to: [2])
        return false
      } catch {
        return !error.description.isEmpty
      }
    }
    #expect(fails { $0.deletedItems = [path(0, 2)] })
    #expect(fails { $0.deletedItems = [path(0, -1)] })
    #expect(fails { $0.reloadedItems = [path(7, 0)] })
    #expect(fails { $0.insertedItems = [IndexPath(index: 0)] })
    #expect(fails { $0.insertedItems = [IndexPath()] })
    #expect(fails { $0.deletedSections = [1] })
    #expect(fails { $0.movedSections = [(0, 9)] })
    #expect(fails { $0.movedItems = [(path(0, 0), path(0, 5))] })
    #expect(!fails { $0.reloadedItems = [path(0, 1)] })
  }

  @Test("Index paths have rows, items and sections")
  func indexPaths() {
    var path = IndexPath(row: 3, section: 1)
    #expect(path == IndexPath(item: 3, section: 1))
    #expect((path.section, path.row, path.item) == (1, 3, 3))
    path.section = 2
    path.row = 5
    #expect(path == IndexPath(row: 5, section: 2))
    #expect(IndexPath().section == NSNotFound)
    #expect(IndexPath(index: 4).row == NSNotFound)
  }
}
