// Trees that are deeper than any stack, and everything that walks them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import TestRandom
import Testing

/// Each walk runs in a process of its own: one that recursed would end it.
@Suite struct DeepTreeTests {
  /// Layers in one another.
  private static let depth = 100_000
  /// The bytes of stack that a walk may take; a recursion of this depth takes a hundred times as
  /// much.
  private static let stack = 256 << 10

  /// A chain of layers that all have the same place; every other one is of a class with an object
  /// of its own.
  private static func chain(_ depth: Int = depth, mask: Bool = false) -> (CALayer, last: CALayer) {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    var last = root
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for level in 1..<depth {
      let layer = level % 2 == 0 ? CALayer() : CAShapeLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      layer.anchorPoint = .zero
      if mask { last.mask = layer } else { last.addSublayer(layer) }
      last = layer
    }
    CATransaction.commit()
    root.anchorPoint = .zero
    return (root, last)
  }

  private static func walk(_ body: @escaping (CALayer, CALayer) -> Void) {
    let (root, last) = chain()
    let use = try? stackUse { body(root, last) }
    #expect((use ?? .max) < stack, "\(String(describing: use))")
  }

  @Test func building() async {
    await #expect(processExitsWith: .success) {
      let use = try stackUse {
        let (root, last) = DeepTreeTests.chain()
        last.removeFromSuperlayer()
        root.sublayers = nil
      }
      #expect(use < DeepTreeTests.stack)
    }
  }

  @Test func letGo() async {
    await #expect(processExitsWith: .success) {
      for mask in [false, true] {
        let use = try stackUse { _ = DeepTreeTests.chain(mask: mask) }
        #expect(use < DeepTreeTests.stack)
      }
    }
  }

  @Test func hitTest() async {
    await #expect(processExitsWith: .success) {
      DeepTreeTests.walk { root, last in
        #expect(root.hitTest(CGPoint(x: 4, y: 4)) === last)
        #expect(root.hitTest(CGPoint(x: 9, y: 4)) == nil)
      }
    }
  }

  /// Layers that keep depth stand aside for those that they hold, however many there are.
  @Test func hitTestThroughTransformLayers() async {
    await #expect(processExitsWith: .success) {
      let (root, last) = (CALayer(), CALayer())
      var above = root
      for _ in 0..<2000 {
        let layer = CATransformLayer()
        above.addSublayer(layer)
        above = layer
      }
      last.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      above.addSublayer(last)
      let use = try stackUse { #expect(root.hitTest(CGPoint(x: 1, y: 1)) === last) }
      #expect(use < DeepTreeTests.stack)
    }
  }

  @Test func coordinates() async {
    await #expect(processExitsWith: .success) {
      DeepTreeTests.walk { root, last in
        let point = CGPoint(x: 3, y: 5)
        #expect(last.convert(point, to: root) == point)
        #expect(root.convert(point, to: last) == point)
        #expect(last.convert(point, to: nil) == point)
        #expect(last.convertTime(1, to: root) == 1)
        #expect(last.contentsAreFlipped() == root.contentsAreFlipped())
        #expect(last.visibleRect == last.bounds)
        #expect(last.contains(point))
      }
    }
  }

  @Test func text() async {
    await #expect(processExitsWith: .success) {
      DeepTreeTests.walk { root, _ in
        let lines = root.debugDescription.split(separator: "\n")
        #expect(lines.count == DeepTreeTests.depth)
        // Lines do not grow with the depth: 100,000 levels would be 10 GB of spaces.
        #expect(lines.allSatisfy { $0.utf8.count < 400 })
        #expect(lines.last?.contains("level 99999") == true)
      }
    }
  }

  @Test func layoutAndDisplay() async {
    await #expect(processExitsWith: .success) {
      DeepTreeTests.walk { root, last in
        root.setNeedsLayout()
        last.setNeedsLayout()
        root.layoutIfNeeded()
        last.layoutIfNeeded()
        root.setNeedsDisplay()
        root.displayIfNeeded()
        last.displayIfNeeded()
      }
    }
  }

  @Test func renderInContext() async {
    await #expect(processExitsWith: .success) {
      DeepTreeTests.walk { root, _ in
        let context = CGContext(
          data: nil,
          width: 8,
          height: 8,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
        if let context { root.render(in: context) } else { Issue.record("no context") }
      }
    }
  }

  /// Layers below the 512th level are committed and not drawn; those above are.
  @Test func commit() async {
    await #expect(processExitsWith: .success) {
      let use = try stackUse {
        let context = try CAContext(size: CGSize(width: 8, height: 8))
        let (root, last) = DeepTreeTests.chain(4000)
        root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        last.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        context.layer = root
        let bytes = try context.image(at: 0).dataProvider?.data
        #expect(bytes.map { Array(($0 as Data).prefix(4)) } == [255, 0, 0, 255])
        context.layer = nil
        CATransaction.flush()
      }
      #expect(use < 2 * DeepTreeTests.stack)
    }
  }

  @Test func presentation() async {
    await #expect(processExitsWith: .success) {
      let use = try stackUse {
        let context = try CAContext(size: CGSize(width: 8, height: 8))
        let (root, last) = DeepTreeTests.chain(500)
        context.layer = root
        _ = try context.image(at: 0)
        #expect(last.presentation()?.superlayer != nil)
        #expect(root.presentation()?.hitTest(CGPoint(x: 4, y: 4))?.model() === last)
        CATransaction.flush()
      }
      #expect(use < 2 * DeepTreeTests.stack)
    }
  }

  /// Archives of as many levels as are promised are written and read on any stack.
  @Test func archives() async {
    await #expect(processExitsWith: .success) {
      for mask in [false, true] {
        let (root, _) = DeepTreeTests.chain(512, mask: mask)
        let use = try stackUse {
          let data = try NSKeyedArchiver.archivedData(
            withRootObject: root,
            requiringSecureCoding: true
          )
          let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
          #expect(copy?.debugDescription == root.debugDescription)
        }
        // The others have stacks of their own.
        #expect(use > 0)
      }
    }
  }

  /// Beyond them there is a line about it, and an archive that is refused.
  @Test func archivesThatAreTooDeep() async {
    await #expect(processExitsWith: .success) {
      let (root, _) = DeepTreeTests.chain()
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: root,
        requiringSecureCoding: true
      )
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = true
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      let key = NSKeyedArchiveRootObjectKey
      #expect(unarchiver.decodeObject(of: CALayer.self, forKey: key) == nil)
    }
  }

  /// A class of a program that decides for itself is asked, on as much stack as that takes.
  @Test func hitTestOfSubclasses() async {
    await #expect(processExitsWith: .success) {
      final class Asked: CALayer {
        override func hitTest(_ point: CGPoint) -> CALayer? { super.hitTest(point) }
      }
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      root.anchorPoint = .zero
      var last = root
      for _ in 0..<20_000 {
        let layer = Asked()
        layer.bounds = root.bounds
        layer.anchorPoint = .zero
        last.addSublayer(layer)
        last = layer
      }
      #expect(root.hitTest(CGPoint(x: 4, y: 4)) === last)
    }
  }
}
