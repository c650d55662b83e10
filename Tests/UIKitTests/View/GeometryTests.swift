// Frames, hits, coordinates and layout of views.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Views' geometry", .serialized)
@MainActor
struct GeometryTests {
  @Test(
    "H5: a frame under a transform is the bounding box, and goes through the inverse",
    .shows("UIView.frame", "UIView.transform", "UIView.center", "UIView.bounds")
  )
  func frames() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(abs(view.frame.width - 50) < 1e-9 && abs(view.frame.height - 100) < 1e-9)
    #expect(view.center == CGPoint(x: 60, y: 45) && view.bounds.width == 100)
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    view.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(view.bounds.size == CGSize(width: 20, height: 10))
    #expect(view.center == CGPoint(x: 20, y: 10))
  }

  @Test(
    "H1, H3: the last subview wins whatever its zPosition, and nothing is hit outside",
    .shows(
      "UIView.hitTest(_:with:)",
      "UIView.isHidden",
      "UIView.alpha",
      "UIView.isUserInteractionEnabled"
    )
  )
  func hits() {
    let window = makeWindow()
    let back = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let front = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    back.layer.zPosition = 10
    window.addSubview(back)
    window.addSubview(front)
    let point = CGPoint(x: 50, y: 50)
    #expect(window.hitTest(point, with: nil) === front)
    front.isHidden = true
    #expect(window.hitTest(point, with: nil) === back)
    front.isHidden = false
    front.alpha = 0.009
    #expect(window.hitTest(point, with: nil) === back)
    front.alpha = 0.01
    #expect(window.hitTest(point, with: nil) === front)
    front.isUserInteractionEnabled = false
    #expect(window.hitTest(point, with: nil) === back)
    let outside = UIView(frame: CGRect(x: 90, y: 90, width: 50, height: 50))
    back.addSubview(outside)
    #expect(window.hitTest(CGPoint(x: 120, y: 120), with: nil) === window)
    #expect(window.hitTest(CGPoint(x: 95, y: 95), with: nil) === outside)
  }

  @Test(
    "H2: the least edges belong to a view, the greatest do not",
    .shows("UIView.point(inside:with:)")
  )
  func edges() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(view.point(inside: CGPoint(x: 0, y: 0), with: nil))
    #expect(!view.point(inside: CGPoint(x: 10, y: 5), with: nil))
    #expect(!view.point(inside: CGPoint(x: 5, y: 10), with: nil))
    #expect(view.point(inside: CGPoint(x: 9.999, y: 9.999), with: nil))
  }

  @Test(
    "H6: conversion to no view is to the window",
    .shows("UIView.convert(_:to:)", "UIView.convert(_:from:)")
  )
  func conversion() {
    let window = makeWindow()
    let outer = UIView(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    outer.bounds.origin = CGPoint(x: 5, y: 0)
    let inner = UIView(frame: CGRect(x: 20, y: 20, width: 10, height: 10))
    outer.addSubview(inner)
    window.addSubview(outer)
    #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 25, y: 30))
    #expect(inner.convert(CGPoint(x: 25, y: 30), from: nil) == .zero)
    #expect(inner.convert(inner.bounds, to: outer) == inner.frame)
  }

  @Test(
    "H6: the conversion of a window that lies elsewhere is still in its own space",
    .shows("UIWindow.init(frame:)")
  )
  func windowElsewhere() throws {
    let window = UIWindow(frame: CGRect(x: 30, y: 40, width: 50, height: 50))
    window.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    window.makeKeyAndVisible()
    let view = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
    window.addSubview(view)
    #expect(view.convert(CGPoint.zero, to: nil) == CGPoint(x: 5, y: 5))
    #expect(pixel(try window.image(), 49 * Int(window.screen.scale), 0) == [255, 0, 0, 255])
  }

  private final class Counting: UIView {
    var journal: Journal?
    var name = ""
    override func layoutSubviews() { journal?.note(name) }
  }

  @Test(
    "H7: layout follows own bounds and subviews, superviews first, not transform and centre",
    .shows("UIView.layoutSubviews()", "UIView.setNeedsLayout()", "UIView.layoutIfNeeded()")
  )
  func layout() {
    let window = makeWindow()
    let journal = Journal()
    let outer = Counting(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let inner = Counting(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    (outer.name, inner.name) = ("outer", "inner")
    (outer.journal, inner.journal) = (journal, journal)
    outer.addSubview(inner)
    window.addSubview(outer)
    func laidOut(_ change: () -> Void) -> [String] {
      CATransaction.flush()
      _ = journal.take()
      change()
      CATransaction.flush()
      return journal.take()
    }
    CATransaction.flush()
    #expect(journal.take() == ["outer", "inner"])
    #expect(laidOut { outer.transform = CGAffineTransform(scaleX: 2, y: 2) } == [])
    #expect(laidOut { outer.center = CGPoint(x: 5, y: 5) } == [])
    #expect(laidOut { outer.bounds.origin.y = 10 } == ["outer"])
    #expect(laidOut { inner.bounds.size.width = 60 } == ["outer", "inner"])
    #expect(laidOut { inner.addSubview(UIView()) } == ["inner"])
    #expect(laidOut { inner.subviews[0].removeFromSuperview() } == ["inner"])
    #expect(laidOut { outer.setNeedsLayout() } == ["outer"])
    #expect(laidOut { outer.frame.origin.x += 3 } == [])
    outer.setNeedsLayout()
    inner.setNeedsLayout()
    inner.layoutIfNeeded()
    #expect(journal.take() == ["outer", "inner"])
  }

  @Test(
    "Subviews are resized by their masks, unless the superview does not",
    .shows(
      "UIView.autoresizesSubviews",
      "UIView.autoresizingMask",
      "UIView.AutoresizingMask",
      "UIView.AutoresizingMask.flexibleWidth",
      "UIView.AutoresizingMask.flexibleTopMargin"
    )
  )
  func resizing() {
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let inner = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    inner.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    outer.addSubview(inner)
    outer.frame.size = CGSize(width: 150, height: 140)
    #expect(inner.frame == CGRect(x: 10, y: 50, width: 70, height: 20))
    outer.autoresizesSubviews = false
    outer.frame.size = CGSize(width: 300, height: 300)
    #expect(inner.frame == CGRect(x: 10, y: 50, width: 70, height: 20))
  }

  @Test("Frames that are not finite neither trap nor hang")
  func notFinite() throws {
    let window = makeWindow()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    window.addSubview(view)
    view.frame = CGRect(x: Double.nan, y: 0, width: .infinity, height: 10)
    view.center = CGPoint(x: CGFloat.nan, y: .infinity)
    view.alpha = .nan
    view.transform = CGAffineTransform(scaleX: .nan, y: 0)
    UIView.animate(withDuration: .nan) { view.frame.origin.x = .nan }
    UIView.animate(withDuration: 1) {
      view.frame.origin.x = .nan
      view.alpha = .infinity
      view.transform = CGAffineTransform(scaleX: 0, y: 0)
    }
    _ = window.hitTest(CGPoint(x: CGFloat.nan, y: 1), with: nil)
    _ = try window.image(at: 0.5)
    view.sizeToFit()
    view.contentScaleFactor = .nan
    #expect(view.contentScaleFactor == 1)
  }
}
