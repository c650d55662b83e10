// The tree of views.
// Licensed under the MIT license; see LICENSE.
//
// The subviews' layers are sublayers of the view's layer, in the same order; other sublayers may
// lie between them. Hooks are called in this order:
//
//     willMove(toWindow:)     the view, then all in it; if the window changes
//     willMove(toSuperview:)
//     [willRemoveSubview(_:) of the old superview]
//     ... the view moves ...
//     tintColorDidChange()    the view, then all in it; if the tint changes
//     didMoveToWindow()       the view, then all in it; if the window changes
//     didMoveToSuperview()
//     [didAddSubview(_:) of the new superview]
//
// A hook may change the tree again. A view that it moved elsewhere is not told of the old move any
// more.

import CoreGraphics
import QuartzCore

extension UIView {
  /// A position among subviews.
  enum Position {
    case front
    case index(Int)
    case below(UIView)
    case above(UIView)
  }

  /// The extras, made on first use.
  final var ownExtras: ViewExtras {
    if let extras { return extras }
    let made = ViewExtras()
    extras = made
    return made
  }

  final func set(_ flag: ViewFlags, to isOn: Bool) {
    if isOn { flags.insert(flag) } else { flags.remove(flag) }
  }

  /// The view without a superview that this one is in: a window, if there is one.
  final var topView: UIView {
    var top = self
    while let parent = top.parent { top = parent }
    return top
  }

  nonisolated final func checkThread() { ViewThread.check("\(type(of: self))") }

  /// Inserts a view; it leaves its superview first.
  final func insert(_ view: UIView, _ position: Position) {
    checkThread()
    guard view !== self, view.children.isEmpty || !isDescendant(of: view) else {
      return Diagnostics.report(
        "UIKit: UIView.addSubview(_:): \(Swift.type(of: view)) cannot be added to \(type(of: self)); "
          + (view === self ? "a view cannot contain itself" : "it contains \(type(of: self))")
      )
    }
    if view is UIWindow {
      return Diagnostics.report(
        "UIKit: UIView.addSubview(_:): \(Swift.type(of: view)) cannot be added to \(type(of: self)); "
          + "a window has no superview"
      )
    }
    let old = view.parent
    if old === self { return reorder(view, position) }
    let (oldWindow, newWindow) = (view.window, window)
    let changesWindow = oldWindow !== newWindow
    if changesWindow { view.tellWillMove(to: newWindow) }
    view.willMove(toSuperview: self)
    // A hook may have moved one of them elsewhere.
    guard view.parent === old, !isDescendant(of: view) else { return }
    if let old {
      old.willRemoveSubview(view)
      guard view.parent === old else { return }
      view.leaveLayout()
      old.children.removeAll { $0 === view }
    }
    view.unmask()
    let index = index(of: position)
    let tint = view.tintNow
    link(view, at: index)
    view.joinLayout()
    view.tellTint(ifOther: tint)
    guard view.parent === self else { return }
    if changesWindow { view.tellDidMove(from: oldWindow) } else { view.updateSafeArea() }
    guard view.parent === self else { return }
    view.didMoveToSuperview()
    guard view.parent === self else { return }
    didAddSubview(view)
  }

  private final func index(of position: Position) -> Int {
    switch position {
    case .front: children.count
    case .index(let index): min(max(index, 0), children.count)
    case .below(let sibling): children.firstIndex { $0 === sibling } ?? 0
    case .above(let sibling):
      children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count
    }
  }

  /// Puts a view and its layer into the lists.
  private final func link(_ view: UIView, at index: Int) {
    if index < children.count {
      layer.insertSublayer(view.layer, below: children[index].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    children.insert(view, at: index)
    view.parent = self
    view.updateLayerMask()
  }

  private final func reorder(_ view: UIView, _ position: Position) {
    if case .below(let sibling) = position, sibling === view { return }
    if case .above(let sibling) = position, sibling === view { return }
    guard let old = children.firstIndex(where: { $0 === view }) else { return }
    children.remove(at: old)
    let index = index(of: position)
    if index == old {
      children.insert(view, at: old)
      return
    }
    if index < children.count {
      layer.insertSublayer(view.layer, below: children[index].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    children.insert(view, at: index)
  }

  final func leaveSuperview() {
    checkThread()
    guard let old = parent else { return unmask() }
    let oldWindow = window
    old.willRemoveSubview(self)
    guard parent === old else { return }
    if oldWindow != nil { tellWillMove(to: nil) }
    guard parent === old else { return }
    willMove(toSuperview: nil)
    guard parent === old else { return }
    leaveLayout()
    old.children.removeAll { $0 === self }
    layer.removeFromSuperlayer()
    parent = nil
    if oldWindow != nil { tellDidMove(from: oldWindow) }
    guard parent == nil else { return }
    didMoveToSuperview()
  }

  final func exchange(_ one: Int, _ other: Int) {
    checkThread()
    guard one != other, children.indices.contains(one), children.indices.contains(other) else {
      return
    }
    let (low, high) = (min(one, other), max(one, other))
    let (lower, upper) = (children[low], children[high])
    reorder(upper, .index(low))
    reorder(lower, .index(high))
  }

  final func move(_ view: UIView, toFront: Bool) {
    checkThread()
    guard view.parent === self else { return }
    reorder(view, toFront ? .front : .index(0))
  }

  final func findView(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    var level = children
    while !level.isEmpty {
      if let found = level.first(where: { $0.tag == tag }) { return found }
      level = level.flatMap(\.children)
    }
    return nil
  }

  /// Lets go of the subviews; the view is about to be gone.
  nonisolated final func abandonSubviews() {
    // Without recursion, however deep the tree is.
    var released = children
    children = []
    for view in released { view.parent = nil }
    while var view = released.popLast() {
      guard !view.children.isEmpty, isKnownUniquelyReferenced(&view) else { continue }
      let below = view.children
      view.children = []
      for view in below { view.parent = nil }
      released.append(contentsOf: below)
    }
  }

  // MARK: Windows

  /// Tells the view and all in it that they will be in a window.
  final func tellWillMove(to window: UIWindow?) {
    extras?.controller?.viewWillMove(to: window)
    willMove(toWindow: window)
    for view in children where view.parent === self { view.tellWillMove(to: window) }
  }

  /// Tells the view and all in it that they are in another window.
  final func tellDidMove(from old: UIWindow?) {
    let new = window
    if new !== old {
      old?.touchShell.viewLeft(self)
      if let new { takeScale(of: new) } else { loseWindow(old) }
      let before = new == nil ? nil : traitsBeforeWindow
      if new != nil { Appearances.dress(self, in: self) }
      didMoveToWindow()
      if let before { tellTraits(before) }
      if new != nil, window === new { updateSafeArea(isDeep: false) }
      extras?.controller?.viewDidMove()
    }
    // A hook may have added or moved subviews; those have been told already.
    for view in children where view.parent === self && window === new {
      view.tellDidMove(from: old)
    }
  }

  private final func loseWindow(_ old: UIWindow?) {
    if let old, old.firstResponder === self { old.firstResponder = nil }
  }

  // MARK: Masks

  final func setMask(_ view: UIView?) {
    checkThread()
    guard view !== extras?.mask else { return }
    if let view, isDescendant(of: view) {
      return Diagnostics.report(
        "UIKit: UIView.mask: \(Swift.type(of: view)) cannot mask \(type(of: self)); "
          + (view === self ? "a view cannot mask itself" : "it contains \(type(of: self))")
      )
    }
    extras?.mask?.set(.isMask, to: false)
    view?.removeFromSuperview()
    layer.mask = view?.layer
    if view != nil || extras != nil { ownExtras.mask = view }
    view?.set(.isMask, to: true)
  }

  /// Stops being the mask of a view.
  private final func unmask() {
    guard flags.contains(.isMask) else { return }
    set(.isMask, to: false)
    (layer.superlayer?.delegate as? UIView)?.extras?.mask = nil
    layer.removeFromSuperlayer()
  }
}
