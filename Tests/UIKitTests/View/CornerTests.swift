// Corners of views, and traits of their own.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Corners of views", .serialized)
struct CornerTests {
  private func radii(_ view: UIView) -> [CGFloat] {
    [UIRectCorner.topLeft, .topRight, .bottomLeft, .bottomRight].map {
      view.effectiveRadius(corner: $0)
    }
  }

  @Test(
    "Fixed radii go to the layer, and shrink where they are too large",
    .shows("UIView.cornerConfiguration", "UICornerConfiguration", "UICornerRadius")
  )
  func fixed() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    #expect(radii(view) == [0, 0, 0, 0])
    view.cornerConfiguration = .corners(radius: .fixed(8))
    #expect(view.layer.cornerRadius == 8)
    view.cornerConfiguration = .capsule()
    #expect(view.layer.cornerRadius == 20)
    view.frame.size.height = 60
    #expect(view.layer.cornerRadius == 30)
    view.cornerConfiguration = .capsule(maximumRadius: 12)
    #expect(view.layer.cornerRadius == 12)
    view.cornerConfiguration = .uniformEdges(topRadius: .fixed(10), bottomRadius: nil)
    #expect(view.layer.cornerRadius == 10)
    #expect(view.layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    #expect(view.effectiveRadius(corner: [.bottomLeft, .topRight]) == 10)
    // 120 on an edge of 60 points: half of each.
    view.cornerConfiguration = .uniformEdges(leftRadius: .fixed(60), rightRadius: .fixed(20))
    #expect(radii(view) == [30, 10, 30, 10])
    for radius in [CGFloat.nan, -4, -CGFloat.infinity] {
      view.cornerConfiguration = .corners(radius: .fixed(radius))
      #expect(radii(view) == [0, 0, 0, 0])
    }
    view.cornerConfiguration = .corners(radius: .fixed(.infinity))
    #expect(view.layer.cornerRadius == 30)
  }

  @Test(
    "Concentric radii follow the view around, and its changes",
    .shows("UIView.effectiveRadius", "UICornerRadius")
  )
  func concentric() throws {
    let window = makeWindow()
    let outer = UIView(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    let between = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let inner = UIView(frame: CGRect(x: 6, y: 4, width: 60, height: 90))
    window.addSubview(outer)
    outer.addSubview(between)
    between.addSubview(inner)
    outer.cornerConfiguration = .corners(radius: .fixed(20))
    inner.cornerConfiguration = .corners(radius: .containerConcentric(minimum: 2))
    // Left 6, top 4, right 34, bottom 6.
    #expect(radii(inner) == [14, 2, 14, 2])
    inner.cornerConfiguration = .uniformCorners(radius: .containerConcentric())
    #expect(radii(inner) == [14, 14, 14, 14])
    #expect(inner.layer.cornerRadius == 14)
    outer.cornerConfiguration = .corners(radius: .fixed(26))
    window.layoutIfNeeded()
    #expect(inner.layer.cornerRadius == 20)
  }

  @Test("Radii that differ cut the view by a mask, and one radius takes it away")
  func different() throws {
    let window = makeWindow(CGSize(width: 60, height: 60))
    let view = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 40))
    view.backgroundColor = .red
    window.addSubview(view)
    view.cornerConfiguration = .corners(
      topLeftRadius: .fixed(20),
      topRightRadius: .fixed(4),
      bottomLeftRadius: nil,
      bottomRightRadius: .fixed(4)
    )
    #expect(view.layer.mask != nil)
    let image = try window.image()
    // Left of the arc of 20 points there is nothing; the square corner is full.
    #expect(pixel(image, 13, 13) != pixel(image, 30, 30))
    #expect(pixel(image, 10, 49) == pixel(image, 30, 30))
    #expect(pixel(image, 47, 12) == pixel(image, 30, 30))
    view.cornerConfiguration = .corners(radius: .fixed(6))
    #expect(view.layer.mask == nil)
    #expect(view.layer.cornerRadius == 6)
  }
}

@MainActor
@Suite("Traits of a view's own", .serialized)
struct TraitOverridesTests {
  private enum Density: UITraitDefinition {
    static let defaultValue = 1
  }

  @Test(
    "They hold for the view and all in it, and their changes are told",
    .shows("UIView.traitOverrides")
  )
  func views() throws {
    let window = makeWindow()
    let (outer, inner) = (UIView(), UIView())
    window.addSubview(outer)
    outer.addSubview(inner)
    var told: [Int] = []
    inner.registerForTraitChanges([Density.self]) { (view: UIView, before: UITraitCollection) in
      told += [before[Density.self], view.traitCollection[Density.self]]
    }
    outer.traitOverrides[Density.self] = 3
    outer.traitOverrides.horizontalSizeClass = .regular
    outer.traitOverrides.userInterfaceStyle = .dark
    #expect(inner.traitCollection[Density.self] == 3)
    #expect(inner.traitCollection.horizontalSizeClass == .regular)
    #expect(inner.traitCollection.userInterfaceStyle == .dark)
    #expect(window.traitCollection.userInterfaceStyle == .light)
    _ = try window.image()
    #expect(told == [1, 3])
    inner.traitOverrides[Density.self] = 5
    inner.overrideUserInterfaceStyle = .light
    #expect(inner.traitCollection[Density.self] == 5)
    #expect(inner.traitCollection.userInterfaceStyle == .light)
    #expect(outer.traitOverrides.contains(Density.self))
    #expect(!inner.traitOverrides.contains(UITraitHorizontalSizeClass.self))
    inner.traitOverrides.remove(Density.self)
    _ = try window.image()
    #expect(inner.traitCollection[Density.self] == 3)
    outer.traitOverrides.remove(Density.self)
    _ = try window.image()
    #expect(told == [1, 3, 3, 1])
  }

  @Test(
    "A controller's come before those of its view, and count without the view",
    .shows("UIViewController.traitOverrides")
  )
  func controllers() {
    let controller = UIViewController()
    controller.traitOverrides.layoutDirection = .rightToLeft
    controller.traitOverrides.preferredContentSizeCategory = .extraLarge
    #expect(!controller.isViewLoaded)
    #expect(controller.traitCollection.layoutDirection == .rightToLeft)
    let window = makeWindow(CGSize(width: 100, height: 100), controller)
    #expect(controller.view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    #expect(window.traitCollection.layoutDirection == .leftToRight)
    controller.view.traitOverrides.preferredContentSizeCategory = .small
    #expect(controller.traitCollection.preferredContentSizeCategory == .small)
    controller.view.minimumContentSizeCategory = .medium
    #expect(controller.traitCollection.preferredContentSizeCategory == .medium)
  }
}
