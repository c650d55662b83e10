// Layers, constraints and guides whose views are gone.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// A view that changes its constraint and its layer while it ends.
private final class Leaving: UIView {
  // Safe because: the test runs on the thread of views.
  nonisolated(unsafe) var constraint: NSLayoutConstraint?
  // Safe because: see above.
  nonisolated(unsafe) var end: (@MainActor () -> Void)?

  deinit {
    MainActor.assumeIsolated {
      layer.setNeedsLayout()
      layer.layoutIfNeeded()
      constraint?.constant = 12
      constraint?.isActive = false
      end?()
    }
  }
}

@MainActor
@Suite("Layers, constraints and guides whose views are gone", .serialized)
struct LayoutLifetimeTests {
  @Test("A layer that outlives its view has no delegate, and is laid out without it")
  func layer() {
    var view: UIView? = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let layer = view?.layer
    #expect(layer?.delegate === view)
    view = nil
    #expect(layer?.delegate == nil)
    layer?.bounds.size.width = 20
    layer?.setNeedsLayout()
    layer?.layoutIfNeeded()
    #expect(layer?.needsLayout() == false)
  }

  @Test("A layer's other delegate stays when its view ends, and is not kept")
  func otherDelegate() {
    final class Other: NSObject, CALayerDelegate {}
    var view: UIView? = UIView()
    var other: Other? = Other()
    let layer = view?.layer
    layer?.delegate = other
    view = nil
    #expect(layer?.delegate === other)
    other = nil
    #expect(layer?.delegate == nil)
  }

  @Test("The last reference to a view may go on another thread")
  func otherThread() async {
    let (layer, address) = Self.handedOver()
    #expect(layer.delegate != nil)
    await withCheckedContinuation { done in
      Thread {
        if let pointer = UnsafeRawPointer(bitPattern: address) {
          Unmanaged<UIView>.fromOpaque(pointer).release()
        }
        done.resume()
      }.start()
    }
    #expect(layer.delegate == nil)
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
  }

  /// The layer of a view, and the view's address, at which one reference is to be released.
  private static func handedOver() -> (CALayer, UInt) {
    let view = UIView()
    return (view.layer, UInt(bitPattern: Unmanaged.passRetained(view).toOpaque()))
  }

  @Test("Constraints do not keep views: items are nil, and what held them holds nothing")
  func items() {
    var root: UIView? = UIView()
    var view: UIView? = UIView()
    let anchor = view?.widthAnchor
    guard let constraint = anchor?.constraint(equalToConstant: 5) else { return }
    if let view { root?.addSubview(view) }
    constraint.isActive = true
    #expect(constraint.firstItem === view && constraint.isActive)
    view?.removeFromSuperview()
    view = nil
    #expect(constraint.firstItem == nil && anchor?.item == nil)
    #expect(!constraint.isActive)
    root = nil
    #expect(constraint.holder == nil && constraint.host == nil)
  }

  @Test("A tree that ends leaves constraints and guides that can be asked")
  func tree() {
    let (child, guide) = (UIView(), UILayoutGuide())
    var root: UIView? = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    root?.addSubview(child)
    root?.addLayoutGuide(guide)
    child.translatesAutoresizingMaskIntoConstraints = false
    let constraints = [
      child.widthAnchor.constraint(equalToConstant: 30),
      guide.widthAnchor.constraint(equalTo: child.widthAnchor),
    ]
    NSLayoutConstraint.activate(constraints)
    root?.layoutIfNeeded()
    #expect(guide.layoutFrame.width == 30)
    root = nil
    #expect(guide.owningView == nil && guide.layoutFrame == .zero)
    #expect(!guide.hasAmbiguousLayout)
    constraints[0].constant = 40
    constraints[1].constant = 2
    constraints[1].isActive = false
    #expect(child.constraints == [constraints[0]] && !constraints[1].isActive)
    // The constraints of the child serve it in its next tree.
    let next = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    next.addSubview(child)
    next.layoutIfNeeded()
    #expect(child.frame.width == 40)
  }

  @Test("A view may change its constraint and its layer while it ends")
  func deinitialiser() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    var ended = false
    var view: Leaving? = Leaving()
    if let view {
      root.addSubview(view)
      view.translatesAutoresizingMaskIntoConstraints = false
      let constraint = view.widthAnchor.constraint(equalToConstant: 30)
      constraint.isActive = true
      view.constraint = constraint
      view.end = { ended = true }
    }
    root.layoutIfNeeded()
    view?.removeFromSuperview()
    view = nil
    #expect(ended)
    root.layoutIfNeeded()
    #expect(root.subviews.isEmpty)
  }
}
