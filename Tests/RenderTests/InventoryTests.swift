// Rows of the inventories that are about numbers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzSoftware
import RenderScenes
import Synchronization
import TestClaims
import Testing

@Suite struct InventoryTests {
  // MARK: Matrices

  private static let counted = CATransform3D(
    m11: 1,
    m12: 2,
    m13: 3,
    m14: 4,
    m21: 5,
    m22: 6,
    m23: 7,
    m24: 8,
    m31: 9,
    m32: 10,
    m33: 11,
    m34: 12,
    m41: 13,
    m42: 14,
    m43: 15,
    m44: 16
  )

  /// The members in the order of rows.
  private func members(_ m: CATransform3D) -> [CGFloat] {
    [
      m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24, m.m31, m.m32, m.m33, m.m34, m.m41,
      m.m42, m.m43, m.m44,
    ]
  }

  /// AG-D-F1.7, LW-F-5.6: a point is a row before the matrix; a translation takes it to the fourth
  /// row.
  @Test(
    .shows(
      "CATransform3D.init(m11:m12:m13:m14:m21:m22:m23:m24:m31:m32:m33:m34:m41:m42:m43:m44:)"
    )
  ) func rowTimesMatrix() {
    let moved = CATransform3DConcat(CATransform3DMakeTranslation(1, 2, 3), Self.counted)
    let (point, m): ([CGFloat], [CGFloat]) = ([1, 2, 3, 1], members(Self.counted))
    let sums = (0..<4).map { column in
      (0..<4).reduce(CGFloat(0)) { sum, row in sum + point[row] * m[row * 4 + column] }
    }
    #expect(Array(members(moved)[12...]) == sums)
    #expect(sums[0] == 51)
  }

  /// AG-D-F1.8, LW-F-5.7: what the functions that make matrices give, and the key paths too.
  @Test func configurationsOfMatrices() {
    let third = CGFloat.pi / 6
    let (c, s) = (cos(third), sin(third))
    typealias Row = (matrix: CATransform3D, path: String, value: Double, changed: [Int: CGFloat])
    let rows: [Row] = [
      (CATransform3DMakeTranslation(3, 4, 5), "translation.y", 4, [12: 3, 13: 4, 14: 5]),
      (CATransform3DMakeScale(2, 3, 4), "scale", 3, [0: 2, 5: 3, 10: 4]),
      (CATransform3DMakeRotation(third, 1, 0, 0), "rotation.x", third, [5: c, 6: s, 9: -s, 10: c]),
      (CATransform3DMakeRotation(third, 0, 1, 0), "rotation.y", third, [0: c, 2: -s, 8: s, 10: c]),
      (CATransform3DMakeRotation(third, 0, 0, 1), "rotation.z", third, [0: c, 1: s, 4: -s, 5: c]),
    ]
    for row in rows {
      for (index, member) in members(row.matrix).enumerated() {
        let expected = row.changed[index] ?? (index % 5 == 0 ? 1 : 0)
        #expect(abs(member - expected) < 1e-12, "\(row.path), member \(index)")
      }
      let layer = CALayer()
      layer.transform = row.matrix
      let found = layer.value(forKeyPath: "transform.\(row.path)") as? Double ?? .nan
      #expect(abs(found - row.value) < 1e-9, "\(row.path)")
    }
    #expect(CATransform3DIsIdentity(CATransform3DIdentity))
  }

  /// LW-F-5.1: [x y 1] times the three rows of an affine matrix.
  @Test func pointTimesAffineMatrix() {
    let map = CGAffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    let moved = CGPoint(x: 17, y: 19).applying(map)
    #expect(moved == CGPoint(x: 140, y: 197))
  }

  /// LW-F-5.2: opposite corners of what an affine map makes of a rectangle have one sum.
  @Test func affineMapsKeepParallels() {
    let map = CGAffineTransform(a: 0.7, b: -0.2, c: 1.4, d: 0.9, tx: 4, ty: -8)
    let corners = [(0, 0), (10, 0), (10, 6), (0, 6)].map {
      CGPoint(x: CGFloat($0.0), y: CGFloat($0.1)).applying(map)
    }
    #expect(abs(corners[0].x + corners[2].x - corners[1].x - corners[3].x) < 1e-12)
    #expect(abs(corners[0].y + corners[2].y - corners[1].y - corners[3].y) < 1e-12)
  }

  // MARK: Frames

  /// LW-F-3.1: frame, and position with bounds, say the same.
  @Test func frameAndItsSources() {
    let (one, two) = (CALayer(), CALayer())
    one.frame = CGRect(x: 10, y: 10, width: 40, height: 50)
    #expect(one.bounds == CGRect(x: 0, y: 0, width: 40, height: 50))
    #expect(one.position == CGPoint(x: 30, y: 35))
    two.position = CGPoint(x: 30, y: 35)
    two.bounds = CGRect(x: 0, y: 0, width: 40, height: 50)
    #expect(two.frame == one.frame)
  }

  /// LW-F-3.2: a turned layer's frame is the box around it; the rest stays.
  @Test func frameOfATurnedLayer() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 10, width: 40, height: 50)
    layer.transform = CATransform3DMakeRotation(asin(0.6), 0, 0, 1)
    #expect(isClose(layer.frame, CGRect(x: -1, y: 3, width: 62, height: 64)))
    #expect(layer.position == CGPoint(x: 30, y: 35) && layer.bounds.width == 40)
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(isClose(layer.frame, CGRect(x: 5, y: 15, width: 50, height: 40)))
  }

  private func isClose(_ a: CGRect, _ b: CGRect) -> Bool {
    abs(a.minX - b.minX) < 0.01 && abs(a.minY - b.minY) < 0.01 && abs(a.width - b.width) < 0.01
      && abs(a.height - b.height) < 0.01
  }

  /// LW-F-3.3: the anchor moves the frame, and no position.
  @Test(arguments: [
    (0.0, 0.0, 30.0, 35.0), (0.5, 0.5, 10, 10), (1, 1, -10, -15), (0.5, 0.9, 10, -10),
    (1.5, -0.5, -30, 60),
  ])
  func frameByAnchorPoint(x: Double, y: Double, left: Double, top: Double) {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 10, width: 40, height: 50)
    layer.anchorPoint = CGPoint(x: x, y: y)
    #expect(layer.position == CGPoint(x: 30, y: 35))
    #expect(isClose(layer.frame, CGRect(x: left, y: top, width: 40, height: 50)))
  }

  // MARK: Keys

  /// NB-D-17: a mask by its key, a turn by its path, a key of one's own, a default of the class.
  @Test func keysOfTheCompass() {
    let (layer, mask) = (CALayer(), CALayer())
    layer.setValue(mask, forKey: "mask")
    #expect(layer.mask === mask)
    layer.setValue(Double.pi / 4, forKeyPath: "transform.rotation.y")
    let expected = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    for (a, b) in zip(members(layer.transform), members(expected)) { #expect(abs(a - b) < 1e-12) }
    layer.setValue("north", forKey: "pointsTo")
    #expect(layer.value(forKey: "pointsTo") as? String == "north")
    #expect(CALayer.defaultValue(forKey: "opacity") as? Double == 1)
  }

  /// AG-D-TC.1: points, sizes, rectangles and matrices come back from key-value coding as they
  /// went.
  @Test func structsGoThereAndBack() {
    let layer = CALayer()
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.setValue(CGPoint(x: 5, y: 6), forKey: "position")
    layer.setValue(CGSize(width: 7, height: 8), forKey: "shadowOffset")
    layer.setValue(rect, forKey: "bounds")
    layer.setValue(Self.counted, forKey: "sublayerTransform")
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    layer.setValue(affine, forKey: "ownMatrix")
    #expect(layer.value(forKey: "position") as? CGPoint == CGPoint(x: 5, y: 6))
    #expect(layer.value(forKey: "shadowOffset") as? CGSize == CGSize(width: 7, height: 8))
    #expect(layer.value(forKey: "bounds") as? CGRect == rect)
    let matrix = layer.value(forKey: "sublayerTransform") as? CATransform3D
    #expect(matrix.map { members($0) } == members(Self.counted))
    #expect(layer.value(forKey: "ownMatrix") as? CGAffineTransform == affine)
  }

  /// AG-D-TC.2: every path into both matrices can be set and read.
  @Test(arguments: ["transform", "sublayerTransform"]) func everyPathOfATransform(key: String) {
    let layer = CALayer()
    for path in ["rotation.x", "rotation.y", "rotation.z", "rotation"] {
      layer.setValue(CATransform3DIdentity, forKey: key)
      layer.setValue(0.5, forKeyPath: "\(key).\(path)")
      let found = layer.value(forKeyPath: "\(key).\(path)") as? Double ?? .nan
      #expect(abs(found - 0.5) < 1e-9, "\(path)")
    }
    let turn = layer.value(forKeyPath: "\(key).rotation.z") as? Double ?? .nan
    #expect(abs(turn - 0.5) < 1e-9)
    layer.setValue(CATransform3DMakeScale(2, 3, 4), forKey: key)
    #expect(layer.value(forKeyPath: "\(key).scale") as? Double == 3)
    for (path, value) in [("scale.x", 2.0), ("scale.y", 3), ("scale.z", 4)] {
      #expect(layer.value(forKeyPath: "\(key).\(path)") as? Double == value)
    }
    layer.setValue(CATransform3DMakeTranslation(1, 2, 30), forKey: key)
    layer.setValue(CGSize(width: 10, height: 20), forKeyPath: "\(key).translation")
    let moved = layer.value(forKey: key) as? CATransform3D
    #expect(moved?.m41 == 10 && moved?.m42 == 20 && moved?.m43 == 30)
  }

  // MARK: Time

  /// LW-F-10.1 to LW-F-10.4: the graphs of timing functions, at the places that the texts name.
  ///
  /// LW-F-10.2.
  /// LW-F-10.3.
  @Test func graphsOfTimingFunctions() throws {
    func value(_ function: CAMediaTimingFunction, at time: Double) throws -> Double {
      let stage = try Stage(SoftwareBackend(threads: 1), width: 4, height: 4)
      let layer = CALayer()
      stage.edit { stage.root.addSublayer(layer) }
      let fade = CABasicAnimation(keyPath: "zPosition")
      (fade.fromValue, fade.toValue, fade.duration) = (0.0, 1.0, 1)
      (fade.timingFunction, fade.fillMode, fade.beginTime) = (function, .both, 1)
      fade.isRemovedOnCompletion = false
      stage.edit { layer.add(fade, forKey: nil) }
      stage.advance(to: 1 + time)
      return Double(layer.presentation()?.zPosition ?? .nan)
    }
    for time in [0.0, 0.25, 0.5, 1] {
      #expect(abs(try value(CAMediaTimingFunction(name: .linear), at: time) - time) < 1e-6)
    }
    let fastSlowFast = CAMediaTimingFunction(controlPoints: 0, 1, 1, 0)
    #expect(abs(try value(fastSlowFast, at: 0.5) - 0.5) < 1e-4)
    let named: [(CAMediaTimingFunctionName, Double, Double)] = [
      (.easeIn, 0.5, 0.315357), (.easeInEaseOut, 0.25, 0.129162), (.easeInEaseOut, 0.75, 0.870838),
      (.easeIn, 0.25, 0.093465), (.easeIn, 0.75, 0.621860),
    ]
    for (name, time, expected) in named {
      #expect(abs(try value(CAMediaTimingFunction(name: name), at: time) - expected) < 1e-5)
    }
    let tick = CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)
    #expect(abs(try value(tick, at: 0.5) - 0.126) < 1e-3)
    #expect(abs(try value(tick, at: 0.9) - 0.906) < 1e-3)
  }

  /// ZL-D-4.2b: a paced path has one speed, so the first corner comes by its share of the length.
  @Test func pacedPathIsOfOneSpeed() throws {
    let stage = try Stage(SoftwareBackend(threads: 1), width: 4, height: 4)
    let layer = CALayer()
    stage.edit { stage.root.addSublayer(layer) }
    let frames = CAKeyframeAnimation(keyPath: "position")
    frames.values = [(0, 0), (155, 0), (155, 1000), (640, 1000)].map { CGPoint(x: $0.0, y: $0.1) }
    (frames.calculationMode, frames.duration, frames.beginTime) = (.paced, 3, 1)
    stage.edit { layer.add(frames, forKey: nil) }
    stage.advance(to: 1 + 3 * 155 / 1640)
    let place = try #require(layer.presentation()?.position)
    #expect(abs(place.x - 155) < 0.01 && abs(place.y) < 0.01)
  }

  // MARK: Threads

  /// ZL-D-12.6: eight threads that read, add and write under the lock lose nothing.
  @Test func locksKeepCountsRight() {
    // Safe because: all of it is done under the lock.
    nonisolated(unsafe) let layer = CALayer()
    layer.zPosition = 0
    let ended = Mutex(0)
    for _ in 0..<8 {
      Thread {
        for _ in 0..<100 {
          CATransaction.lock()
          CATransaction.lock()
          layer.zPosition += 1
          CATransaction.unlock()
          CATransaction.unlock()
        }
        CATransaction.flush()
        ended.withLock { $0 += 1 }
      }.start()
    }
    while ended.withLock({ $0 }) < 8 { sched_yield() }
    #expect(layer.zPosition == 800)
  }

  // MARK: Pictures

  private func picture(_ width: Int, _ height: Int, _ build: (CALayer) -> Void) throws -> Picture {
    let stage = try Stage(SoftwareBackend(threads: 1), width: width, height: height)
    stage.edit { build(stage.root) }
    return Picture(try stage.frame())
  }

  /// AG-D-7.x2, LW-D-13.5: drawing asynchronously changes no picture.
  @Test func asynchronousDrawingsShowTheSame() throws {
    let pictures = try [false, true].map { isAsynchronous in
      try picture(40, 40) { root in
        let layer = CALayer()
        layer.frame = CGRect(x: 4, y: 4, width: 32, height: 32)
        layer.drawsAsynchronously = isAsynchronous
        Painter { _, context in
          context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
          context.fillEllipse(in: CGRect(x: 2, y: 2, width: 20, height: 28))
        }.own(layer)
        root.addSublayer(layer)
        layer.setNeedsDisplay()
      }
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0][15, 20] == [255, 0, 0, 255])
  }

  /// LW-D-14.7: the colours of one image, and the lightness of another as its alpha.
  @Test func colorsOfOneFileAndAlphaOfAnother() throws {
    func image(_ space: CGColorSpace, _ info: CGImageAlphaInfo, _ gray: CGFloat) throws -> CGImage {
      let context = try #require(
        CGContext(
          data: nil,
          width: 8,
          height: 8,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: space,
          bitmapInfo: info.rawValue
        )
      )
      context.setFillColor(gray: gray, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
      context.setFillColor(CGColor(gray: 1, alpha: 1))
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 8))
      return try #require(context.makeImage())
    }
    let color = try image(CGColorSpaceCreateDeviceRGB(), .noneSkipLast, 1)
    let alpha = try image(CGColorSpaceCreateDeviceGray(), .none, 0)
    let masked = try #require(color.masking(alpha))
    let shown = try picture(8, 8) { root in
      root.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      let layer = CALayer()
      layer.frame = root.bounds
      layer.contents = masked
      root.addSublayer(layer)
    }
    #expect(shown[1, 4] == [255, 255, 255, 255] && shown[6, 4] == [0, 0, 255, 255])
  }

  /// LW-D-15.1, LW-D-15.2: a rounded path, and a disc stretched from its middle, look alike.
  @Test func roundedPathAndStretchedDisc() throws {
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    func page(_ make: () throws -> CALayer) throws -> Picture {
      let layer = try make()
      return try picture(120, 120) { root in
        root.backgroundColor = CGColor(gray: 1, alpha: 1)
        layer.frame = CGRect(x: 10, y: 10, width: 100, height: 100)
        root.addSublayer(layer)
      }
    }
    let shape = try page {
      let layer = CAShapeLayer()
      layer.fillColor = blue
      let box = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.path = CGPath(roundedRect: box, cornerWidth: 20, cornerHeight: 20, transform: nil)
      return layer
    }
    #expect(shape[12, 12] == [255, 255, 255, 255] && shape[60, 60] == [0, 0, 255, 255])
    #expect(shape[30, 11] == [0, 0, 255, 255])
    let stretched = try page {
      let context = try #require(
        CGContext(
          data: nil,
          width: 40,
          height: 40,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      )
      context.setFillColor(blue)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: 40, height: 40))
      let layer = CALayer()
      layer.contents = context.makeImage()
      layer.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
      return layer
    }
    // because: the outermost row of a disc of 40 pixels is not wholly covered, and is stretched
    // along the sides; the text leaves edges out
    let difference = PixelDifference(shape, stretched, tolerance: 6)
    #expect(difference.largest <= 6, "\(difference)")
  }

  /// LW-D-15.2a: a shadow of a path that is the layer's own shape looks as the shadow of its alpha,
  /// and takes no more passes.
  @Test func shadowPathOfTheOwnShape() throws {
    var targets: [Int] = []
    let pictures = try [false, true].map { hasPath in
      let stage = try Stage(SoftwareBackend(threads: 1), width: 140, height: 140)
      stage.edit {
        let layer = CALayer()
        layer.frame = CGRect(x: 20, y: 20, width: 100, height: 100)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        layer.shadowOpacity = 1
        // A child that sticks out of nothing, so that the outline is not the layer's alone.
        let child = CALayer()
        child.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        child.backgroundColor = CGColor(gray: 1, alpha: 1)
        layer.addSublayer(child)
        if hasPath { layer.shadowPath = CGPath(rect: layer.bounds, transform: nil) }
        stage.root.addSublayer(layer)
      }
      let picture = Picture(try stage.frame())
      targets.append(stage.carrier.renderer.counters.targets)
      return picture
    }
    #expect(PixelDifference(pictures[0], pictures[1], tolerance: 1).countAbove == 0)
    #expect(targets[1] <= targets[0], "\(targets)")
  }
}
