// The tree of views: its order, its hooks, and misuse of it.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Views in trees", .serialized)
@MainActor
struct HierarchyTests {
  private class Hooked: UIView {
    var name = ""
    var journal: Journal?

    init(_ name: String, _ journal: Journal) {
      self.name = name
      self.journal = journal
      super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override func willMove(toSuperview newSuperview: UIView?) {
      journal?.note("\(name) willMove(toSuperview: \((newSuperview as? Hooked)?.name ?? "-"))")
    }
    override func didMoveToSuperview() { journal?.note("\(name) didMoveToSuperview") }
    override func willMove(toWindow newWindow: UIWindow?) {
      journal?.note("\(name) willMove(toWindow: \(newWindow == nil ? "-" : "window"))")
    }
    override func didMoveToWindow() { journal?.note("\(name) didMoveToWindow") }
    override func didAddSubview(_ subview: UIView) {
      journal?.note("\(name) didAddSubview(\((subview as? Hooked)?.name ?? "-"))")
    }
    override func willRemoveSubview(_ subview: UIView) {
      journal?.note("\(name) willRemoveSubview(\((subview as? Hooked)?.name ?? "-"))")
    }
  }

  @Test(
    "A view that takes over another tint is told, with all in it",
    .shows("UIView.tintColor", "UIView.tintColorDidChange()")
  )
  func tints() {
    final class Tinted: UIView {
      var changes = 0
      override func tintColorDidChange() { changes += 1 }
    }
    let (pink, plain) = (UIView(), UIView())
    let (outer, inner, own) = (Tinted(), Tinted(), Tinted())
    pink.tintColor = .systemPink
    own.tintColor = .green
    outer.addSubview(inner)
    outer.addSubview(own)
    let views = [outer, inner, own]
    #expect(views.map { $0.changes } == [0, 0, 1])
    plain.addSubview(outer)
    #expect(outer.changes == 0)
    pink.addSubview(outer)
    #expect(views.map { $0.changes } == [1, 1, 1])
    #expect(inner.tintColor == .systemPink)
    plain.addSubview(outer)
    #expect(views.map { $0.changes } == [2, 2, 1])
  }

  @Test(
    "H9: hooks come in the documented order, and windows are told parents first",
    .shows(
      "UIView.didAddSubview(_:)",
      "UIView.willRemoveSubview(_:)",
      "UIView.addSubview(_:)",
      "UIView.removeFromSuperview()",
      "UIView.willMove(toSuperview:)",
      "UIView.didMoveToSuperview()",
      "UIView.willMove(toWindow:)",
      "UIView.didMoveToWindow()"
    )
  )
  func hooks() {
    let window = makeWindow()
    let journal = Journal()
    let (outer, card, label) = (
      Hooked("outer", journal), Hooked("card", journal), Hooked("label", journal)
    )
    card.addSubview(label)
    window.addSubview(outer)
    _ = journal.take()
    outer.addSubview(card)
    #expect(
      journal.take() == [
        "card willMove(toWindow: window)", "label willMove(toWindow: window)",
        "card willMove(toSuperview: outer)", "card didMoveToWindow", "label didMoveToWindow",
        "card didMoveToSuperview", "outer didAddSubview(card)",
      ]
    )
    card.removeFromSuperview()
    #expect(
      journal.take() == [
        "outer willRemoveSubview(card)", "card willMove(toWindow: -)",
        "label willMove(toWindow: -)", "card willMove(toSuperview: -)", "card didMoveToWindow",
        "label didMoveToWindow", "card didMoveToSuperview",
      ]
    )
  }

  @Test(
    "Subviews' layers have the order of the subviews, with other layers between",
    .shows(
      "UIView.exchangeSubview(at:withSubviewAt:)",
      "UIView.subviews",
      "UIView.bringSubviewToFront(_:)",
      "UIView.sendSubviewToBack(_:)",
      "UIView.insertSubview(_:at:)",
      "UIView.insertSubview(_:belowSubview:)"
    )
  )
  func order() {
    let outer = UIView()
    let views = (0..<4).map { _ in UIView() }
    for view in views { outer.addSubview(view) }
    outer.layer.insertSublayer(CALayer(), at: 1)
    outer.bringSubviewToFront(views[0])
    outer.sendSubviewToBack(views[3])
    outer.exchangeSubview(at: 1, withSubviewAt: 2)
    outer.insertSubview(UIView(), at: 99)
    outer.insertSubview(views[1], belowSubview: views[3])
    #expect(outer.subviews.count == 5)
    let layers = (outer.layer.sublayers ?? []).filter { $0.delegate is UIView }
    #expect(layers.map(ObjectIdentifier.init) == outer.subviews.map { ObjectIdentifier($0.layer) })
    #expect(outer.subviews[0] === views[1] && outer.subviews[1] === views[3])
  }

  @Test(
    "A view added to itself or to one in it is refused with a diagnostic",
    .shows("UIView.mask")
  )
  func cycles() {
    let (outer, inner) = (UIView(), UIView())
    outer.addSubview(inner)
    let lines = Diagnostics.lines {
      outer.addSubview(outer)
      inner.addSubview(outer)
      inner.mask = outer
    }
    #expect(inner.subviews.isEmpty && outer.superview == nil && inner.mask == nil)
    let refusals = lines.filter { $0.contains("cannot be added") || $0.contains("cannot mask") }
    #expect(refusals.count == 3)
  }

  @Test(
    "Views may be removed while they are enumerated and from their hooks",
    .shows("UIView.removeFromSuperview()")
  )
  func removal() {
    final class Leaving: UIView {
      override func didMoveToSuperview() { removeFromSuperview() }
    }
    let window = makeWindow()
    for _ in 0..<5 { window.addSubview(UIView()) }
    for view in window.subviews { view.removeFromSuperview() }
    #expect(window.subviews.isEmpty)
    window.addSubview(Leaving())
    #expect(window.subviews.isEmpty && window.layer.sublayers == nil)
  }

  @Test("A view that is moved elsewhere by its own hook stays there", .shows("UIView.superview"))
  func moves() {
    final class Moving: UIView {
      var target: UIView?
      override func willMove(toSuperview newSuperview: UIView?) {
        guard let target, newSuperview !== target else { return }
        self.target = nil
        target.addSubview(self)
      }
    }
    let (one, other, moving) = (UIView(), UIView(), Moving())
    moving.target = other
    one.addSubview(moving)
    #expect(moving.superview === other && one.subviews.isEmpty)
  }

  @Test("Superviews are weak, and a deep tree is let go of without recursion")
  func memory() {
    weak var top: UIView?
    weak var bottom: UIView?
    do {
      let root = UIView()
      top = root
      var view = root
      for _ in 0..<3000 {
        let next = UIView()
        view.insertSubview(next, at: 0)
        view = next
      }
      bottom = view
    }
    #expect(top == nil && bottom == nil)
  }

  @Test(
    "Tags are found nearest first, and window and descendants are known",
    .shows("UIView.tag", "UIView.viewWithTag(_:)", "UIView.window", "UIView.isDescendant(of:)")
  )
  func searching() {
    let window = makeWindow()
    let (outer, inner) = (UIView(), UIView())
    inner.tag = 7
    outer.addSubview(inner)
    window.addSubview(outer)
    #expect(window.viewWithTag(7) === inner && window.viewWithTag(8) == nil)
    #expect(inner.window === window && inner.isDescendant(of: window))
    #expect(!outer.isDescendant(of: inner))
  }

  @Test(
    "H8: a new view has the documented values",
    .shows(
      "UIView",
      "UIView.alpha",
      "UIView.isOpaque",
      "UIView.clipsToBounds",
      "UIView.contentMode",
      "UIView.ContentMode.scaleToFill",
      "UIView.tag",
      "UIView.contentScaleFactor",
      "UIView.layer",
      "UIView.gestureRecognizers"
    )
  )
  func defaults() {
    UIScreen.setMain(UIScreen(size: CGSize(width: 100, height: 100), scale: 3))
    let view = UIView()
    #expect(view.alpha == 1 && view.isOpaque && !view.clipsToBounds)
    #expect(view.clearsContextBeforeDrawing && view.contentMode == .scaleToFill)
    #expect(view.tag == 0 && view.autoresizesSubviews && view.isUserInteractionEnabled)
    #expect(!view.isMultipleTouchEnabled && view.contentScaleFactor == 1)
    #expect(view.gestureRecognizers == nil && view.layer.delegate === view)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.addSubview(view)
    #expect(view.contentScaleFactor == 3)
  }
}
