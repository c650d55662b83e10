// Subviews, superviews and windows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension NSView {
  final func insert(_ view: NSView, _ place: NSWindow.OrderingMode, _ other: NSView?) {
    if place == .out { return view.removeFromSuperview() }
    if view.parent === self, let index = children.firstIndex(where: { $0 === view }) {
      guard other !== view else { return }
      children.remove(at: index)
      view.parent = nil
      view.storedLayer?.removeFromSuperlayer()
    }
    var index = place == .above ? children.count : 0
    if let other, let found = children.firstIndex(where: { $0 === other }) {
      index = place == .above ? found + 1 : found
    }
    insert(view, at: index)
  }

  final func insert(_ view: NSView, at index: Int) {
    guard !isDescendant(of: view) else {
      return Diagnostics.report(
        "AppKit: NSView.addSubview(_:): cannot add \(type(of: view)) to itself or to one of its "
          + "descendants"
      )
    }
    if view.parent != nil { view.removeFromSuperview() }
    view.viewWillMove(toSuperview: self)
    let index = min(max(index, 0), children.count)
    children.insert(view, at: index)
    view.parent = self
    view.nextResponder = self
    if storedLayer != nil { attachLayer(of: view) }
    view.enter(ownWindow)
    view.viewDidMoveToSuperview()
  }

  final func leaveSuperview() {
    guard let parent else {
      if ownWindow?.contentView === self { ownWindow?.contentView = nil }
      return
    }
    viewWillMove(toSuperview: nil)
    parent.children.removeAll { $0 === self }
    storedLayer?.removeFromSuperlayer()
    self.parent = nil
    nextResponder = nil
    enter(nil)
    viewDidMoveToSuperview()
  }

  final func replaceSubviews(by views: [NSView]) {
    for view in children where !views.contains(where: { $0 === view }) {
      view.removeFromSuperview()
    }
    for view in views { insert(view, .above, nil) }
  }

  /// Tells the view and all in it which window they are in.
  final func enter(_ window: NSWindow?) {
    guard window !== ownWindow else { return }
    viewWillMove(toWindow: window)
    if window == nil, ownWindow?.firstResponder === self { ownWindow?.makeFirstResponder(nil) }
    let old = ownWindow
    ownWindow = window
    if mouseNumber > 0 { old?.mouse.viewLeft(self) }
    if let window { takeScale(of: window) }
    for view in children { view.enter(window) }
    viewDidMoveToWindow()
  }
}
