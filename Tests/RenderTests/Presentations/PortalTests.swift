// Portals against trees in which the source is written twice.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import RenderScenes
import TestRandom
import Testing

@Suite struct PortalTests {
  /// A card with a shadow, rounded corners, sublayers that overlap, a mask below, and animations.
  private static func card(animates: Bool = false) -> CALayer {
    let card = CALayer()
    card.frame = CGRect(x: 8, y: 10, width: 30, height: 24)
    card.backgroundColor = rgba(0.9, 0.7, 0.2)
    card.cornerRadius = 5
    card.borderWidth = 1.5
    card.shadowOpacity = 0.6
    card.shadowRadius = 2
    let disc = CAShapeLayer()
    disc.path = CGPath(ellipseIn: CGRect(x: 3, y: 2, width: 13, height: 13), transform: nil)
    disc.fillColor = rgba(0.1, 0.4, 0.8, 0.75)
    card.addSublayer(disc)
    let masked = panel(12, 6, 14, 15, rgba(0.7, 0.1, 0.3), in: card)
    let mask = CALayer()
    mask.frame = CGRect(x: 2, y: 2, width: 9, height: 11)
    mask.backgroundColor = rgba(0, 0, 0)
    mask.cornerRadius = 4
    masked.mask = mask
    guard animates else { return card }
    let move = CABasicAnimation(keyPath: "position.x")
    (move.byValue, move.beginTime, move.duration, move.fillMode) = (9, 0.001, 1, .both)
    masked.add(move, forKey: nil)
    return card
  }

  private func picture(
    _ backend: Backend,
    at time: Double = 0,
    _ build: @escaping @Sendable (CALayer) -> Void
  ) throws -> Picture {
    let scene = Scene(name: "portals", width: 140, height: 90) { root in
      root.backgroundColor = white
      build(root)
    }
    return try Stage(scene, backend).picture(at: time)
  }

  /// Adds a portal with a border and a sublayer of its own.
  @discardableResult
  private static func portal(
    _ x: CGFloat,
    _ y: CGFloat,
    in parent: CALayer,
    of source: CALayer?
  ) -> CAPortalLayer {
    let portal = CAPortalLayer()
    portal.sourceLayer = source
    dress(portal, x, y, in: parent)
    return portal
  }

  /// Gives a portal, or the layer that stands for one, its own looks.
  private static func dress(_ layer: CALayer, _ x: CGFloat, _ y: CGFloat, in parent: CALayer) {
    layer.frame = CGRect(x: x, y: y, width: 40, height: 30)
    layer.backgroundColor = rgba(0.8, 0.9, 0.8)
    layer.borderWidth = 1
    parent.addSublayer(layer)
  }

  /// A plain layer that stands for a portal, with the source written out in it.
  private static func stand(_ x: CGFloat, _ y: CGFloat, in parent: CALayer, of source: CALayer) {
    let stand = CALayer()
    dress(stand, x, y, in: parent)
    source.position = CGPoint(x: source.bounds.width / 2, y: source.bounds.height / 2)
    stand.addSublayer(source)
    panel(30, 20, 8, 8, rgba(0, 0.6, 0), in: stand)
  }

  @Test(arguments: Backend.all, [0, 0.5, 1])
  func aPortalIsTheSourceWrittenTwice(backend: Backend, time: Double) throws {
    let short = try picture(backend, at: time) { root in
      let source = Self.card(animates: true)
      // Neither its transform nor its opacity counts in the portal.
      source.opacity = 0.5
      source.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      root.addSublayer(source)
      let portal = Self.portal(60, 10, in: root, of: source)
      panel(30, 20, 8, 8, rgba(0, 0.6, 0), in: portal)
    }
    let long = try picture(backend, at: time) { root in
      let source = Self.card(animates: true)
      source.opacity = 0.5
      source.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      root.addSublayer(source)
      Self.stand(60, 10, in: root, of: Self.card(animates: true))
    }
    #expect(short == long)
  }

  /// The source comes after the portal in the order of drawing, and is drawn there alone.
  @Test(arguments: Backend.all) func aHiddenSourceIsDrawnInThePortalAlone(backend: Backend) throws {
    let short = try picture(backend) { root in
      let source = Self.card()
      let portal = Self.portal(60, 10, in: root, of: source)
      portal.hidesSourceLayer = true
      panel(30, 20, 8, 8, rgba(0, 0.6, 0), in: portal)
      root.addSublayer(source)
    }
    let long = try picture(backend) { root in
      Self.stand(60, 10, in: root, of: Self.card())
    }
    #expect(short == long)
  }

  /// Within a turned and scaled layer, a portal that matches all lies exactly over its source.
  @Test(arguments: Backend.all) func aMatchingPortalLiesOverItsSource(backend: Backend) throws {
    @Sendable func build(_ root: CALayer, _ makePortal: Bool) {
      let holder = CALayer()
      holder.frame = CGRect(x: 40, y: 20, width: 60, height: 50)
      holder.transform = CATransform3DScale(
        CATransform3DMakeRotation(0.5, 0, 0, 1), 1.3, 0.8, 1
      )
      holder.opacity = 0.5
      root.addSublayer(holder)
      let source = Self.card()
      source.opacity = 0.8
      holder.addSublayer(source)
      guard makePortal else { return }
      let portal = CAPortalLayer()
      portal.frame = CGRect(x: 3, y: 70, width: 9, height: 9)
      portal.transform = CATransform3DMakeRotation(1, 0, 0, 1)
      (portal.matchesPosition, portal.matchesTransform) = (true, true)
      (portal.matchesOpacity, portal.hidesSourceLayer) = (true, true)
      portal.sourceLayer = source
      root.addSublayer(portal)
    }
    let short = try picture(backend) { build($0, true) }
    let long = try picture(backend) { build($0, false) }
    // Because: a group blends its members once, and here they are one by one.
    expectEqual(short, long, within: 2, "portal-matching-\(backend)")
    #expect(try picture(backend) { _ in } != long)
  }

  /// By its position alone, the portal's directions count; by its transform alone, its place.
  @Test(arguments: Backend.all) func positionAndTransformCountAlone(backend: Backend) throws {
    @Sendable func square(_ frame: CGRect, in parent: CALayer) -> CALayer {
      let layer = CALayer()
      layer.frame = frame
      layer.backgroundColor = rgba(1, 0, 0)
      parent.addSublayer(layer)
      return layer
    }
    @Sendable func build(_ root: CALayer, position: Bool) {
      let source = square(CGRect(x: 10, y: 10, width: 20, height: 10), in: root)
      source.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      let portal = CAPortalLayer()
      portal.frame = CGRect(x: 70, y: 40, width: 20, height: 10)
      (portal.sourceLayer, portal.hidesSourceLayer) = (source, true)
      (portal.matchesPosition, portal.matchesTransform) = (position, !position)
      root.addSublayer(portal)
    }
    let moved = try picture(backend) { build($0, position: true) }
    let turned = try picture(backend) { build($0, position: false) }
    #expect(
      moved
        == (try picture(backend) { _ = square(CGRect(x: 10, y: 10, width: 20, height: 10), in: $0) })
    )
    #expect(
      turned
        == (try picture(backend) { _ = square(CGRect(x: 75, y: 35, width: 10, height: 20), in: $0) })
    )
  }

  /// Portals show one another; in their own source they show nothing.
  @Test(arguments: Backend.all) func cyclesEnd(backend: Backend) throws {
    let empty = try picture(backend) { root in
      let source = Self.card()
      root.addSublayer(source)
      let inner = CALayer()
      Self.dress(inner, 0, 0, in: source)
    }
    let within = try picture(backend) { root in
      let source = Self.card()
      root.addSublayer(source)
      Self.portal(0, 0, in: source, of: source)
    }
    #expect(within == empty)
    // Two that show each other, one that shows itself, and one in another that shows that.
    _ = try picture(backend) { root in
      let (a, b) = (CAPortalLayer(), CAPortalLayer())
      for portal in [a, b] { Self.dress(portal, 5, 5, in: root) }
      (a.sourceLayer, b.sourceLayer) = (b, a)
      let own = CAPortalLayer()
      Self.dress(own, 50, 40, in: root)
      own.sourceLayer = own
      let outer = Self.card()
      root.addSublayer(outer)
      let first = Self.portal(2, 2, in: outer, of: nil)
      let second = Self.portal(60, 50, in: root, of: outer)
      first.sourceLayer = second
    }
  }

  /// Eight portals of eight portals each, eight levels: bounded like copies of a replicator.
  @Test func manyPortalsAreBounded() throws {
    let start = Date()
    _ = try picture(.software) { root in
      var source = panel(0, 0, 4, 4, rgba(1, 0, 0), in: root)
      for level in 0..<8 {
        let next = CALayer()
        next.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        for index in 0..<8 {
          let portal = CAPortalLayer()
          portal.frame = CGRect(x: Double(index), y: Double(level), width: 5, height: 5)
          portal.sourceLayer = source
          next.addSublayer(portal)
        }
        root.addSublayer(next)
        source = next
      }
    }
    #expect(Date().timeIntervalSince(start) < 60)
  }

  /// A source that leaves the tree, or belongs to another context, is not shown.
  @Test func sourcesComeAndGo() throws {
    let context = try CAContext(size: CGSize(width: 60, height: 40))
    let root = CALayer()
    context.layer = root
    let source = panel(0, 0, 10, 10, rgba(1, 0, 0), in: root)
    let portal = CAPortalLayer()
    portal.frame = CGRect(x: 30, y: 0, width: 20, height: 20)
    portal.sourceLayer = source
    root.addSublayer(portal)
    func isShown() throws -> Bool {
      Picture(try context.image(at: 0)).bytes[(5 * 60 + 35) * 4 + 3] > 0
    }
    #expect(try isShown())
    source.removeFromSuperlayer()
    #expect(try !isShown())
    root.addSublayer(source)
    #expect(try isShown())
    portal.sourceLayer = nil
    #expect(try !isShown())
    portal.setValue(source, forKey: "sourceLayer")
    #expect(try isShown() && portal.value(forKey: "sourceLayer") as? CALayer === source)
    let other = try CAContext(size: CGSize(width: 60, height: 40))
    other.layer = CALayer()
    other.layer?.addSublayer(source)
    #expect(try !isShown())
    // Hits are the portal's.
    #expect(root.hitTest(CGPoint(x: 35, y: 5)) === portal)
  }
}
