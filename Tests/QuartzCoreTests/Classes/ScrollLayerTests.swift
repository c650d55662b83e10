// Layers that scroll: where their bounds go, and what shows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct ScrollLayerTests {
  private let window = CAScrollLayer()
  private let page = CALayer()
  private let leaf = CALayer()

  init() {
    window.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    page.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    leaf.frame = CGRect(x: 30, y: 30, width: 200, height: 200)
    window.addSublayer(page)
    page.addSublayer(leaf)
  }

  @Test func defaults() {
    #expect(window.masksToBounds && window.scrollMode == .both)
    #expect(window.value(forKey: "scrollMode") as? String == "both")
    #expect(!CALayer().masksToBounds)
    window.masksToBounds = false
    #expect(!window.masksToBounds)
    window.scrollMode = CAScrollLayerScrollMode(rawValue: "sideways")
    // It is kept, and scrolls both ways.
    #expect(window.scrollMode.rawValue == "sideways")
  }

  /// NB-D-05, in its order.
  @Test(
    .shows(
      "CAScrollLayer",
      "CAScrollLayer.scroll(to:)",
      "CALayer.scroll(_:)",
      "CALayer.scrollRectToVisible(_:)",
      "CALayer.visibleRect"
    )
  ) func pointsAndRectangles() {
    window.scroll(to: CGPoint(x: 50, y: 30))
    #expect(window.bounds == CGRect(x: 50, y: 30, width: 100, height: 100))
    #expect(page.visibleRect == CGRect(x: 50, y: 30, width: 100, height: 100))
    window.scroll(to: CGRect(x: 120, y: 40, width: 20, height: 20))
    #expect(window.bounds.origin == CGPoint(x: 50, y: 30))
    window.scroll(to: CGRect(x: 180, y: 40, width: 20, height: 20))
    #expect(window.bounds.origin == CGPoint(x: 100, y: 30))
    page.scroll(CGPoint(x: 200, y: 200))
    #expect(window.bounds.origin == CGPoint(x: 200, y: 200))
    page.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(window.bounds.origin == .zero)
    leaf.scroll(CGPoint(x: 170, y: 170))
    #expect(window.bounds.origin == CGPoint(x: 200, y: 200))
    leaf.scrollRectToVisible(CGRect(x: -30, y: -30, width: 10, height: 10))
    #expect(window.bounds.origin == .zero)
    #expect(leaf.visibleRect == CGRect(x: 0, y: 0, width: 70, height: 70))
  }

  /// LW-D-6.10: there are no limits, and the size never changes.
  @Test func panningBeyondTheContent() {
    for step in [CGPoint(x: -50, y: -20), CGPoint(x: 30, y: 0), CGPoint(x: -2000, y: 0)] {
      window.scroll(
        to: CGPoint(x: window.bounds.minX - step.x, y: window.bounds.minY - step.y)
      )
    }
    #expect(window.bounds == CGRect(x: 2020, y: 20, width: 100, height: 100))
    #expect(page.visibleRect == .zero)
  }

  @Test(
    .shows(
      "CAScrollLayer.scrollMode",
      "CAScrollLayerScrollMode.none",
      "CAScrollLayerScrollMode.vertically",
      "CAScrollLayerScrollMode.horizontally",
      "CAScrollLayerScrollMode.both"
    ),
    arguments: [
      (CAScrollLayerScrollMode.none, 0.0, 0.0), (.vertically, 0, 7), (.horizontally, 5, 0),
      (.both, 5, 7),
    ]
  )
  func modes(_ mode: CAScrollLayerScrollMode, _ x: Double, _ y: Double) {
    window.scrollMode = mode
    window.scroll(to: CGPoint(x: 5, y: 7))
    #expect(window.bounds.origin == CGPoint(x: x, y: y))
    window.scroll(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(window.bounds.origin == .zero)
  }

  @Test func aLargeRectangleFillsTheWindow() {
    window.scroll(to: CGRect(x: 50, y: 50, width: 300, height: 300))
    #expect(window.bounds.origin == CGPoint(x: 50, y: 50))
    window.scroll(to: CGRect(x: -100, y: -500, width: 300, height: 450))
    #expect(window.bounds.origin == CGPoint(x: 50, y: -150))
  }

  @Test func windowsInWindows() {
    let outer = CAScrollLayer()
    outer.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
    window.frame = CGRect(x: 500, y: 0, width: 100, height: 100)
    outer.addSublayer(window)
    #expect(page.visibleRect == .zero)
    leaf.scrollRectToVisible(CGRect(x: 150, y: 0, width: 20, height: 20))
    // The inner one shows it at its right edge, then the outer one that edge.
    #expect(window.bounds.origin == CGPoint(x: 100, y: 0))
    #expect(outer.bounds.origin == CGPoint(x: 550, y: 0))
    #expect(leaf.visibleRect == CGRect(x: 120, y: 0, width: 50, height: 20))
    #expect(page.visibleRect == CGRect(x: 150, y: 0, width: 50, height: 50))
  }

  @Test func numbersThatAreNone() {
    window.scroll(to: CGPoint(x: Double.nan, y: 9))
    #expect(window.bounds.origin == CGPoint(x: 0, y: 9))
    window.scroll(to: CGPoint(x: Double.infinity, y: -Double.infinity))
    window.scroll(to: CGRect(x: Double.nan, y: 0, width: 1, height: 1))
    window.scroll(to: .null)
    window.scroll(to: .infinite)
    #expect(window.bounds.origin.x.isFinite && window.bounds.origin.y.isFinite)
    #expect(window.bounds.size == CGSize(width: 100, height: 100))
  }

  @Test func scrollingAnimatesAsBoundsDo() throws {
    let stage = CoreStage()
    _ = stage.addLayer(window)
    window.scroll(to: CGPoint(x: 40, y: 0))
    let animation = try #require(window.animation(forKey: "bounds") as? CABasicAnimation)
    #expect(animation.fromValue as? CGRect == CGRect(x: 0, y: 0, width: 100, height: 100))
    CATransaction.flush()
    let shown = try stage.serverPresentation(window, at: 0.25)
    #expect(shown.value(.bounds).rect == Rect(40, 0, 100, 100))
    let before = window.animationKeys()?.count
    window.scroll(to: window.bounds.origin)
    #expect(window.animationKeys()?.count == before)
  }

  @Test func archivesAndCopies() throws {
    window.scrollMode = .vertically
    window.masksToBounds = false
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: window,
      requiringSecureCoding: true
    )
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    let copy = try #require(read as? CAScrollLayer)
    #expect(copy.scrollMode == .vertically && !copy.masksToBounds)
    let presentation = CAScrollLayer(layer: window)
    #expect(presentation.scrollMode == .vertically && !presentation.masksToBounds)
  }
}
