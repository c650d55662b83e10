// Small API: descriptions, fonts, data, settings, directions.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing
import UIKit

/// A view and a controller of a program.
private final class PlainCard: UIView {}
private final class PlainCardController: UIViewController {}

/// Classes of a program, derived from those that have no description of their own kind.
final class OwnTap: UITapGestureRecognizer {}
final class OwnSpin: CABasicAnimation {}
final class OwnLayout: UICollectionViewFlowLayout {}
final class OwnItem: UINavigationItem {}

@Suite("Small parts of UIKit", .serialized)
@MainActor
struct SmallAPITests {
  private func address(_ object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
  }

  @Test(
    "Views, controllers and paths describe themselves in UIKit's formats",
    .shows("UIView", "UIViewController", "UIBezierPath")
  )
  func descriptions() {
    let view = UIView(frame: CGRect(x: 1, y: 2.5, width: 30, height: 40))
    view.alpha = 0.5
    view.tag = 3
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    #expect(
      view.description
        == "<UIView: \(address(view)); frame = (1 2.5; 30 40); alpha = 0.5; autoresize = W+H; "
        + "tag = 3; layer = \(view.layer)>"
    )
    let card = PlainCard()
    #expect(card.description.hasPrefix("<UIKitTests.") && card.description.contains("PlainCard"))
    let controller = PlainCardController()
    #expect(controller.description.hasPrefix("<UIKitTests."))
    #expect(controller.description.hasSuffix("PlainCardController: \(address(controller))>"))
    let (tap, spin) = (OwnTap(), OwnSpin())
    let others: [(NSObject, String)] = [
      (tap, "UIKitTests.OwnTap"), (spin, "UIKitTests.OwnSpin"),
      (OwnLayout(), "UIKitTests.OwnLayout"), (OwnItem(title: ""), "UIKitTests.OwnItem"),
      (UITapGestureRecognizer(), "UITapGestureRecognizer"),
      (CASpringAnimation(), "CASpringAnimation"), (CAEmitterCell(), "CAEmitterCell"),
      (UICollectionViewFlowLayout(), "UICollectionViewFlowLayout"),
      (UIScreen.main, "UIScreen"), (UIDevice.current, "UIDevice"),
    ]
    for (object, name) in others {
      #expect(object.description == "<\(name): \(address(object))>" && "\(object)".contains(name))
    }
    let path = UIBezierPath()
    #expect(path.description == "<UIBezierPath: \(address(path))>")
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 2.5))
    path.addCurve(
      to: CGPoint(x: 9, y: 9),
      controlPoint1: CGPoint(x: 4, y: 4),
      controlPoint2: CGPoint(x: 5, y: 5)
    )
    path.close()
    #expect(
      path.description
        == "<UIBezierPath: \(address(path)); <MoveTo {1, 2}>,\n <LineTo {3, 2.5}>,\n "
        + "<CurveTo {9, 9} {4, 4} {5, 5}>,\n <Close>"
    )
  }

  @Test(
    "System fonts of one size are one object, and a font can be made of nothing",
    .shows("UIFont.systemFont(ofSize:)", "UIFont.systemFont(ofSize:weight:)", "UIFont.init()")
  )
  func fonts() {
    #expect(UIFont.systemFont(ofSize: 15) === UIFont.systemFont(ofSize: 15))
    #expect(UIFont.systemFont(ofSize: 15) !== UIFont.systemFont(ofSize: 16))
    #expect(UIFont.boldSystemFont(ofSize: 15) === UIFont.systemFont(ofSize: 15, weight: .bold))
    #expect(UIFont.italicSystemFont(ofSize: 15) !== UIFont.systemFont(ofSize: 15))
    for size in 0..<1000 { _ = UIFont.systemFont(ofSize: CGFloat(size) / 7 + 1) }
    #expect(UIFont.systemFont(ofSize: 15) === UIFont.systemFont(ofSize: 15))
    #expect(
      UIFont().pointSize == 12 && UIFont().familyName == UIFont.systemFont(ofSize: 1).familyName
    )
  }

  @Test(
    "Data is found by name in the folders of the program",
    .shows("NSDataAsset", "NSDataAsset.init(name:)", "NSDataAsset.data")
  )
  @MainActor
  func dataAssets() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("data-assets-\(UUID().uuidString)")
    let set = folder.appendingPathComponent("film.dataset")
    try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{}".utf8).write(to: set.appendingPathComponent("Contents.json"))
    try Data([1, 2, 3]).write(to: set.appendingPathComponent("film.bin"))
    try Data("[]".utf8).write(to: folder.appendingPathComponent("list.json"))
    try withImageFolder(folder) {
      #expect(NSDataAsset(name: "film")?.data == Data([1, 2, 3]))
      let list = try #require(NSDataAsset(name: "list"))
      #expect(list.data == Data("[]".utf8) && list.typeIdentifier == "public.json")
      #expect(NSDataAsset(name: "list.json")?.name == "list.json")
      #expect(NSDataAsset(name: "none") == nil && NSDataAsset(name: "../list") == nil)
      #expect(NSDataAsset(name: "") == nil && NSDataAsset(name: "list", bundle: .main) != nil)
    }
  }

  @Test(
    "Directions of layout follow attributes",
    .shows(
      "UIView.userInterfaceLayoutDirection(for:)",
      "UIView.userInterfaceLayoutDirection(for:relativeTo:)"
    )
  )
  func directions() {
    #expect(UIView.userInterfaceLayoutDirection(for: .unspecified) == .leftToRight)
    #expect(UIView.userInterfaceLayoutDirection(for: .forceRightToLeft) == .rightToLeft)
    #expect(
      UIView.userInterfaceLayoutDirection(for: .unspecified, relativeTo: .rightToLeft)
        == .rightToLeft
    )
    #expect(
      UIView.userInterfaceLayoutDirection(for: .playback, relativeTo: .rightToLeft) == .leftToRight
    )
  }

  @Test(
    "The settings of accessibility can be read from any thread",
    .shows("UIAccessibility", "UIAccessibility.isReduceMotionEnabled")
  )
  func accessibility() async {
    UIAccessibility.settings.isReduceMotionEnabled = true
    let read = await Task.detached { UIAccessibility.isReduceMotionEnabled }.value
    UIAccessibility.settings = UIAccessibility.Settings()
    #expect(read && !UIAccessibility.isReduceMotionEnabled)
  }

  @Test(
    "Colours are made by Self, and the pattern of an empty image is a pattern",
    .shows("UIColor.init(cgColor:)", "UIColor.init(patternImage:)")
  )
  func colors() {
    #expect(UIColor.twice(.red) == .red)
    let pattern = UIColor(patternImage: UIImage())
    #expect(pattern.cgColor.pattern != nil && !pattern.getWhite(nil, alpha: nil))
    let image = drawn(2, 2) { context in
      context.setFillColor(pattern.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    #expect(Pixels(image)?[1, 1] == Pixels.clear)
  }

  @Test(
    "A moving view is hit where it shows, and where it is going if the program wants it",
    .shows("UIViewPropertyAnimator.isManualHitTestingEnabled", "UIView.hitTest(_:with:)")
  )
  func hits() throws {
    let window = makeWindow()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    window.addSubview(view)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 110 }
    animator.startAnimation()
    _ = try window.image(at: 0.5)
    let (now, later) = (CGPoint(x: 60, y: 10), CGPoint(x: 110, y: 10))
    #expect(window.hitTest(now, with: nil) === view && window.hitTest(later, with: nil) === window)
    animator.isManualHitTestingEnabled = true
    #expect(window.hitTest(now, with: nil) === window && window.hitTest(later, with: nil) === view)
    animator.isManualHitTestingEnabled = false
    #expect(window.hitTest(now, with: nil) === view)
    animator.stopAnimation(true)
    #expect(window.hitTest(now, with: nil) === view && view.center.x == 60)
  }
}

extension UIColor {
  /// A colour that its own class makes.
  fileprivate class func twice(_ color: UIColor) -> Self { Self(cgColor: color.cgColor) }
}
