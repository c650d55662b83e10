// The passes of layout with constraints.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Constraints: passes", .serialized)
struct LayoutPassTests {
  /// Notes its updates and layouts.
  private final class Noting: UIView {
    let name: String
    let journal: Journal

    init(_ name: String, _ journal: Journal) {
      (self.name, self.journal) = (name, journal)
      super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    }

    required init?(coder: NSCoder) { nil }

    override func updateConstraints() {
      journal.note("update \(name)")
      super.updateConstraints()
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      journal.note("layout \(name)")
    }
  }

  @Test("T94 to T96: the order, and no more than needed")
  func order() {
    let journal = Journal()
    let (root, child, leaf) = (
      Noting("root", journal), Noting("child", journal), Noting("leaf", journal)
    )
    leaf.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(child)
    child.addSubview(leaf)
    let left = leaf.leftAnchor.constraint(equalTo: child.leftAnchor)
    let width = leaf.widthAnchor.constraint(equalToConstant: 10)
    activate(left, width)
    for view in [root, child, leaf] { view.setNeedsUpdateConstraints() }
    root.layoutIfNeeded()
    #expect(
      journal.take() == [
        "update leaf", "update child", "update root", "layout root", "layout child", "layout leaf",
      ]
    )
    left.constant = 5
    root.layoutIfNeeded()
    #expect(journal.take() == ["layout child"])
    width.constant = 20
    root.layoutIfNeeded()
    #expect(journal.take() == ["layout child", "layout leaf"])
    root.layoutIfNeeded()
    #expect(journal.take().isEmpty)
  }

  @Test("T92, T93: constants that change in a block")
  func animation() throws {
    let window = makeWindow()
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(view)
    let left = view.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 10)
    activate(
      left,
      view.topAnchor.constraint(equalTo: window.topAnchor),
      view.widthAnchor.constraint(equalToConstant: 20),
      view.heightAnchor.constraint(equalToConstant: 20)
    )
    window.layoutIfNeeded()
    UIView.animate(withDuration: 0.3) {
      left.constant += 50
      window.layoutIfNeeded()
    }
    #expect(view.frame.minX == 60)
    #expect(view.layer.animationKeys()?.count == 1)
    view.layer.removeAllAnimations()
    UIView.animate(withDuration: 0.3) { left.constant -= 50 }
    _ = try window.image(at: 0)
    #expect(view.frame.minX == 10)
    #expect(view.layer.animationKeys()?.isEmpty ?? true)
  }

  @Test("T97, T99: constraints of a view that leaves, and of one twice active")
  func leaving() {
    let root = LayoutRoot()
    let view = root.plain()
    activate(
      view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 5),
      view.topAnchor.constraint(equalTo: root.topAnchor, constant: 5),
      view.rightAnchor.constraint(lessThanOrEqualTo: root.rightAnchor),
      view.bottomAnchor.constraint(lessThanOrEqualTo: root.bottomAnchor),
      view.widthAnchor.constraint(equalToConstant: 30),
      view.heightAnchor.constraint(equalToConstant: 40)
    )
    #expect(root.constraints.count == 4 && view.constraints.count == 2)
    #expect(root.frames(view) == [CGRect(x: 5, y: 5, width: 30, height: 40)])
    view.removeFromSuperview()
    #expect(root.constraints.isEmpty && view.constraints.count == 2)
    root.addSubview(view)
    #expect(root.constraints.isEmpty && view.constraints.count == 2)
    #expect(root.frames(view)[0].size == CGSize(width: 30, height: 40))
    #expect(view.hasAmbiguousLayout)
    let twice = view.leftAnchor.constraint(equalTo: root.leftAnchor)
    twice.isActive = true
    twice.isActive = true
    #expect(root.constraints.count == 1)
    twice.isActive = false
    #expect(root.constraints.isEmpty && !twice.isActive)
  }

  @Test("T98: a size that stays is no work")
  func sameSize() {
    let root = LayoutRoot()
    let view = root.content(80, 20)
    root.layoutIfNeeded()
    let (asked, layouts) = (view.asked, root.layouts)
    let counters = root.layoutHost?.engine.counters
    view.invalidateIntrinsicContentSize()
    root.layoutIfNeeded()
    #expect(view.asked == asked + 1 && root.layouts == layouts)
    #expect(root.layoutHost?.engine.counters == counters)
  }

  @Test("T100: no engine without constraints")
  func nothing() {
    let window = makeWindow()
    for index in 0..<1_000 {
      window.addSubview(UIView(frame: CGRect(x: index, y: 0, width: 1, height: 1)))
    }
    window.layoutIfNeeded()
    #expect(window.layoutHost == nil)
    #expect(window.subviews.allSatisfy { $0.extras?.layout == nil })
  }

  @Test("T101: a tree moves into another window with its constraints")
  func moving() {
    let (one, other) = (makeWindow(), UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300)))
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    one.addSubview(outer)
    let inner = UIView()
    inner.translatesAutoresizingMaskIntoConstraints = false
    outer.addSubview(inner)
    activate(
      inner.leftAnchor.constraint(equalTo: outer.leftAnchor, constant: 7),
      inner.widthAnchor.constraint(equalTo: outer.widthAnchor, multiplier: 0.5)
    )
    one.layoutIfNeeded()
    other.addSubview(outer)
    outer.frame.size.width = 60
    other.layoutIfNeeded()
    #expect(inner.frame == CGRect(x: 7, y: 0, width: 30, height: 0))
    #expect(outer.constraints.count == 2 && one.layoutHost?.engine.equationCount == 0)
    outer.removeFromSuperview()
    outer.frame.size.width = 80
    outer.layoutIfNeeded()
    #expect(inner.frame.width == 40)
  }

  @Test("T102: a frame that was set lasts until the next layout")
  func unconstrained() {
    let root = LayoutRoot()
    let view = root.plain()
    root.layoutIfNeeded()
    view.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(view.frame.width == 3)
    root.setNeedsLayout()
    #expect(root.frames(view) == [.zero])
  }

  @Test("X05: a conflict is reported once, what is left holds")
  func conflict() {
    let root = LayoutRoot(320, 0)
    let view = root.plain()
    let height = view.heightAnchor.constraint(equalToConstant: 400)
    activate(
      height,
      view.topAnchor.constraint(equalTo: root.topAnchor),
      view.bottomAnchor.constraint(equalTo: root.bottomAnchor)
    )
    #expect(root.frames(view)[0].height == 0)
    #expect(height.isActive)
    root.frame.size.height = 400
    #expect(root.frames(view)[0].height == 400)
  }
}
