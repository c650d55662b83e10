// Constraints that are wrong: too many conflicts, layout that never settles, refused values.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import UIKit

/// A view that has another one update its constraints whenever its own are updated.
private final class Restless: UIView {
  weak var other: UIView?
  var updates = 0

  override func updateConstraints() {
    super.updateConstraints()
    updates += 1
    other?.setNeedsUpdateConstraints()
  }
}

@Suite("Constraints that are wrong", .serialized)
@MainActor
struct LayoutHostileTests {
  @Test("A thousand conflicts are a report of eight; a second later the next one counts all")
  func manyConflicts() async throws {
    let root = LayoutRoot()
    let view = root.plain()
    view.widthAnchor.constraint(equalToConstant: 1).isActive = true
    func add(_ count: Int) {
      for index in 0..<count {
        view.widthAnchor.constraint(equalToConstant: CGFloat(index + 2)).isActive = true
      }
    }
    add(1000)
    let first = Diagnostics.lines { root.layoutIfNeeded() }
    #expect(first.count == 9 && first.dropLast().allSatisfy { $0.contains("given up is") })
    #expect(first.last == "UIKit: 992 more conflicts of constraints are not listed")
    // Constraints that were given up are tried again at each change.
    add(10)
    #expect(Diagnostics.lines { root.layoutIfNeeded() }.isEmpty)
    try await Task.sleep(for: .seconds(1.1))
    add(1)
    let next = Diagnostics.lines { root.layoutIfNeeded() }
    #expect(next.count == 9)
    #expect(next.last == "UIKit: 2013 more conflicts of constraints are not listed")
    #expect(view.frame.width == 1)
  }

  @Test("Updates that ask for each other without an end are left after 32 rounds, and told of once")
  func unrest() {
    let root = LayoutRoot()
    let (one, other) = (Restless(frame: .zero), Restless(frame: .zero))
    (one.other, other.other) = (other, one)
    for view in [one, other] {
      root.addSubview(view)
      view.translatesAutoresizingMaskIntoConstraints = false
      view.widthAnchor.constraint(equalToConstant: 30).isActive = true
    }
    root.layoutIfNeeded()
    (one.updates, other.updates) = (0, 0)
    one.setNeedsUpdateConstraints()
    let lines = Diagnostics.lines { root.layoutIfNeeded() }
    #expect(lines.count == 1 && lines.first?.contains("after 32 rounds") == true, "\(lines)")
    // A pass of layout looks at the engine three times at most, with a view for each round.
    #expect(one.updates + other.updates <= 96 && one.frame.width == 30)
    one.setNeedsUpdateConstraints()
    #expect(Diagnostics.lines { root.layoutIfNeeded() }.isEmpty)
  }

  @Test("A priority of 0 is no wish")
  func noPriority() {
    let root = LayoutRoot()
    let view = root.plain()
    let width = view.widthAnchor.constraint(equalToConstant: 50)
    width.priority = UILayoutPriority(0)
    let weak = view.widthAnchor.constraint(equalToConstant: 20)
    weak.priority = UILayoutPriority(1)
    activate(width, weak, view.heightAnchor.constraint(equalToConstant: 5))
    #expect(Diagnostics.lines { root.layoutIfNeeded() }.isEmpty)
    #expect(view.frame.width == 20)
  }
}
