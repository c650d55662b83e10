// Layers, animations and their parts in Foundation's keyed archives.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import Foundation
import QuartzTesting
import Synchronization
import TestClaims

@testable import QuartzCore

/// A layer with properties of its own, as a program would write it; archives find classes by name.
final class Gauge: CALayer {
  var needle = 0.0

  override init() {
    super.init()
  }

  override init(layer: Any) {
    needle = (layer as? Gauge)?.needle ?? 0
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) {
    needle = coder.decodeDouble(forKey: "needle")
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(needle, forKey: "needle")
  }

  override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "cornerRadius": 8.0
    case "ticks": 12
    default: super.defaultValue(forKey: key)
    }
  }

  override func shouldArchiveValue(forKey key: String) -> Bool {
    key != "cache" && key != "borderWidth" && super.shouldArchiveValue(forKey: key)
  }
}

@Suite(.serialized) struct KeyedArchiveTests {
  private func copy<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object,
      requiringSecureCoding: true
    )
    return try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
    )
  }

  private func image(_ bytes: [UInt8], width: Int, info: CGImageAlphaInfo) throws -> CGImage {
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    return try #require(
      CGImage(
        width: width,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: bytes.count,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: info.rawValue),
        provider: provider,
        decode: nil,
        shouldInterpolate: false,
        intent: .perceptual
      )
    )
  }

  @Test func rowsOfEveryType() throws {
    let layer = CALayer()
    layer.name = "ü & <x> \u{1}"
    layer.bounds = CGRect(x: 0.1, y: -0.0, width: 1e-300, height: .infinity)
    layer.transform = CATransform3DMakeRotation(0.3, 1, 2, 3)
    layer.backgroundColor = CGColor(
      colorSpace: try #require(CGColorSpace(name: CGColorSpace.displayP3)),
      components: [0.1, 0.9, 0.3, 0.5]
    )
    layer.borderColor = nil
    layer.maskedCorners = [.layerMaxXMinYCorner]
    layer.contentsGravity = .bottomLeft
    layer.isHidden = true
    layer.opacity = 0.3
    layer.shadowPath = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 3, height: 4), transform: nil)
    layer.compositingFilter = "destOut"
    layer.shadowOffset = CGSize(width: Double.nan, height: 1)
    let back = try copy(layer)
    #expect(back.name == layer.name && back.backgroundColor == layer.backgroundColor)
    #expect(back.borderColor == nil && back.shadowPath == layer.shadowPath)
    #expect(back.bounds.origin.y.sign == .minus)
    #expect(back.compositingFilter as? String == "destOut")
    #expect(back.shadowOffset.width.isNaN && back.shadowOffset.height == 1)
    layer.shadowOffset = .zero
    back.shadowOffset = .zero
    #expect(back.values == layer.values)
    // A layer in an archive can be changed like any other.
    back.opacity = 1
    #expect(back.opacity == 1)
  }

  @Test(.shows("CALayer.shouldArchiveValue(forKey:)")) func defaultsAreNotArchived() {
    let layer = CALayer()
    #expect(layer.archivedRows.isEmpty && layer.archivedKeys.isEmpty)
    #expect(!layer.shouldArchiveValue(forKey: "opacity"))
    layer.opacity = 0.5
    layer.setValue(1, forKey: "mine")
    #expect(layer.shouldArchiveValue(forKey: "opacity"))
    #expect(layer.archivedRows.map(\.name) == ["opacity"] && layer.archivedKeys == ["mine"])
    layer.opacity = 1
    #expect(!layer.shouldArchiveValue(forKey: "opacity"))
    #expect(!layer.shouldArchiveValue(forKey: "superlayer"))
  }

  @Test(.shows("CALayer.shouldArchiveValue(forKey:)")) func someValuesAreArchivedAlways() throws {
    let layer = CALayer()
    for key in ["allowsEdgeAntialiasing", "allowsGroupOpacity", "cornerCurve", "contentsFormat"] {
      #expect(layer.shouldArchiveValue(forKey: key), "\(key)")
    }
    // Values of the style are no values of the layer after it was read.
    layer.style = ["allowsGroupOpacity": false]
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    )
    #expect(!copy.allowsGroupOpacity)
    copy.style = nil
    #expect(copy.allowsGroupOpacity)
  }

  @Test func customKeys() throws {
    let layer = CALayer()
    let other = CALayer()
    other.name = "other"
    layer.setValue(50, forKey: "someKey")
    layer.setValue(true, forKey: "flag")
    layer.setValue(1.0, forKey: "one")
    layer.setValue(UInt64.max, forKey: "large")
    layer.setValue(Int64.min, forKey: "small")
    layer.setValue(-0.0, forKey: "zero")
    layer.setValue(CGFloat(0.1), forKey: "float")
    layer.setValue(CGPoint(x: 1, y: 2), forKey: "point")
    layer.setValue(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6), forKey: "affine")
    layer.setValue(
      ["a", 1, [Date(timeIntervalSince1970: 5), Data([1, 2])]] as [Any],
      forKey: "list"
    )
    layer.setValue(
      ["k": URL(string: "https://a/b?c")!, "l": NSNull()] as [String: Any],
      forKey: "map"
    )
    layer.setValue(other, forKey: "layer")
    let back = try copy(layer)
    #expect(back.value(forKey: "someKey") as? Int == 50)
    #expect((back.value(forKey: "flag") as? NSNumber)?.objCType.pointee == CChar(UInt8(ascii: "c")))
    #expect((back.value(forKey: "one") as? NSNumber)?.objCType.pointee == CChar(UInt8(ascii: "d")))
    #expect(back.value(forKey: "large") as? UInt64 == .max)
    #expect(back.value(forKey: "small") as? Int64 == .min)
    #expect((back.value(forKey: "zero") as? Double)?.sign == .minus)
    #expect(back.value(forKey: "float") as? Double == 0.1)
    #expect(back.value(forKey: "point") as? CGPoint == CGPoint(x: 1, y: 2))
    #expect((back.value(forKey: "affine") as? CGAffineTransform)?.ty == 6)
    let list = try #require(back.value(forKey: "list") as? [Any])
    #expect(list[0] as? String == "a" && list[1] as? Int == 1)
    #expect((list[2] as? [Any])?.first as? Date == Date(timeIntervalSince1970: 5))
    let map = try #require(back.value(forKey: "map") as? [String: Any])
    #expect(map["k"] as? URL == URL(string: "https://a/b?c") && map["l"] is NSNull)
    #expect((back.value(forKey: "layer") as? CALayer)?.name == "other")
  }

  @Test func unarchivableValuesAreLeftOut() throws {
    final class Secret {}
    let layer = CALayer()
    layer.name = "root"
    layer.setValue(Secret(), forKey: "secret")
    layer.setValue(3, forKey: "kept")
    var back = CALayer()
    let lines = try Diagnostics.lines { back = try copy(layer) }
    #expect(back.value(forKey: "secret") == nil && back.value(forKey: "kept") as? Int == 3)
    #expect(lines == ["layer root: secret is a Secret, which archives cannot have"])
  }

  @Test func treeSharesImages() throws {
    let picture = try image([10, 20, 30, 255, 1, 2, 3, 4], width: 2, info: .premultipliedLast)
    let root = CALayer()
    for index in 0..<3 {
      let child = CALayer()
      child.name = "\(index)"
      child.contents = picture
      root.addSublayer(child)
    }
    root.sublayers?[1].addSublayer(CALayer())
    let back = try copy(root)
    #expect(back.sublayers?.compactMap(\.name) == ["0", "1", "2"])
    #expect(back.sublayers?[1].sublayers?.count == 1)
    #expect(back.sublayers?.allSatisfy { $0.superlayer === back } == true)
    let images = try #require(back.sublayers).map { $0.contents as? CGImage }
    #expect(images[0] != nil && images.allSatisfy { $0 === images[0] })
  }

  @Test(arguments: [CGImageAlphaInfo.premultipliedLast, .noneSkipLast, .premultipliedFirst, .last])
  func imagesKeepAllThatTheyHave(info: CGImageAlphaInfo) throws {
    // The last pixel is brighter than its alpha, which PNG cannot hold.
    for last in [[UInt8](repeating: 9, count: 4), [200, 10, 0, 7]] {
      let picture = try image([10, 20, 30, 255] + last, width: 2, info: info)
      let layer = CALayer()
      layer.contents = picture
      let back = try #require(try copy(layer).contents as? CGImage)
      #expect(back.width == 2 && back.height == 1 && back.bitmapInfo == picture.bitmapInfo)
      #expect(back.colorSpace == picture.colorSpace && !back.shouldInterpolate)
      #expect(back.renderingIntent == .perceptual)
      #expect(back.dataProvider?.data == picture.dataProvider?.data)
    }
  }

  @Test func imageMaskWithDecodeArray() throws {
    let provider = try #require(CGDataProvider(data: Data([0b1010_0000, 0xFF, 0b0100_0000, 0xFF])))
    let mask = try #require(
      CGImage(
        maskWidth: 3,
        height: 2,
        bitsPerComponent: 1,
        bitsPerPixel: 1,
        bytesPerRow: 2,
        provider: provider,
        decode: [1, 0],
        shouldInterpolate: true
      )
    )
    let layer = CALayer()
    layer.contents = mask
    let back = try #require(try copy(layer).contents as? CGImage)
    #expect(back.isMask && back.bitsPerPixel == 1 && back.bytesPerRow == 1)
    #expect(back.decode?[0] == 1 && back.decode?[1] == 0)
    #expect(back.dataProvider?.data == Data([0b1010_0000, 0b0100_0000]))
  }

  @Test func animations() throws {
    let layer = CALayer()
    let basic = CABasicAnimation(keyPath: "position")
    basic.fromValue = CGPoint(x: 0.1, y: 2)
    basic.toValue = NSNull()
    basic.beginTime = 1e-100
    basic.duration = 2
    basic.repeatCount = .infinity
    basic.fillMode = .both
    basic.isRemovedOnCompletion = false
    basic.isAdditive = true
    basic.timingFunction = CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 1.4)
    basic.setValue("tag", forKey: "mine")
    let frames = CAKeyframeAnimation(keyPath: "backgroundColor")
    frames.values = [CGColor(red: 1, green: 0, blue: 0, alpha: 0.5), NSNull()]
    frames.keyTimes = [0, 0.25, 1]
    frames.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    frames.calculationMode = .discrete
    frames.duration = 3
    layer.add(basic, forKey: "move")
    layer.add(frames, forKey: nil)
    let back = try copy(layer)
    #expect(back.animationKeys() == ["move"] && back.keyedAnimations.count == 2)
    let move = try #require(back.animation(forKey: "move") as? CABasicAnimation)
    #expect(move.fromValue as? CGPoint == CGPoint(x: 0.1, y: 2) && move.toValue is NSNull)
    #expect(move.byValue == nil && move.beginTime == 1e-100 && move.duration == 2)
    #expect(move.repeatCount == .infinity && move.fillMode == .both && move.isAdditive)
    #expect(!move.isRemovedOnCompletion && move.timingFunction == basic.timingFunction)
    #expect(move.value(forKey: "mine") as? String == "tag" && move.keyPath == "position")
    let colors = try #require(back.keyedAnimations[1].animation as? CAKeyframeAnimation)
    #expect(colors.values?.first as? CGColor == frames.values?.first as? CGColor)
    #expect(colors.keyTimes == [0, 0.25, 1] && colors.calculationMode == .discrete)
    #expect(colors.timingFunctions == [CAMediaTimingFunction(name: .easeIn)])
  }

  @Test(.shows("CAAnimation.shouldArchiveValue(forKey:)")) func animationAlone() throws {
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.toValue = 0.25
    #expect(!fade.shouldArchiveValue(forKey: "duration"))
    let back = try copy(fade)
    #expect(back.toValue as? Double == 0.25 && back.duration == 0)
    // It is no layer's, and may be changed.
    back.duration = 3
    #expect(back.duration == 3)
  }

  @Test func layout() throws {
    let root = CALayer()
    root.layoutManager = CAConstraintLayoutManager()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let child = CALayer()
    child.autoresizingMask = [.layerWidthSizable, .layerMaxYMargin]
    child.addConstraint(
      CAConstraint(
        attribute: .midX,
        relativeTo: "superlayer",
        attribute: .maxX,
        scale: 0.1,
        offset: -3
      )
    )
    child.needsDisplayOnBoundsChange = true
    child.drawsAsynchronously = true
    child.contentsFormat = .gray8Uint
    root.addSublayer(child)
    let back = try copy(root)
    #expect(back.layoutManager is CAConstraintLayoutManager)
    let first = try #require(back.sublayers?.first)
    #expect(first.autoresizingMask == child.autoresizingMask)
    let constraint = try #require(first.constraints?.first)
    #expect(constraint.attribute == .midX && constraint.sourceAttribute == .maxX)
    #expect(constraint.sourceName == "superlayer")
    #expect(constraint.scale == 0.1 && constraint.offset == -3)
    #expect(first.needsDisplayOnBoundsChange && first.drawsAsynchronously)
    #expect(first.contentsFormat == .gray8Uint)
    back.layoutIfNeeded()
    #expect(first.frame.midX == 7)
  }

  @Test func actions() throws {
    let layer = CALayer()
    layer.actions = ["bounds": NSNull(), "opacity": CABasicAnimation(keyPath: "opacity")]
    let back = try copy(layer)
    #expect(back.actions?["bounds"] is NSNull)
    #expect((back.actions?["opacity"] as? CABasicAnimation)?.keyPath == "opacity")
    #expect(back.actions?.count == 2)
  }

  @Test func subclass() throws {
    let root = CALayer()
    let gauge = Gauge()
    gauge.needle = 0.7
    gauge.setValue(1, forKey: "cache")
    gauge.setValue(13, forKey: "ticks")
    gauge.borderWidth = 4
    root.addSublayer(gauge)
    let back = try #require(try copy(root).sublayers?.first as? Gauge)
    #expect(back.needle == 0.7 && back.value(forKey: "cache") == nil && back.borderWidth == 0)
    #expect(back.value(forKey: "ticks") as? Int == 13 && back.cornerRadius == 8)
    gauge.cornerRadius = 0
    #expect(try copy(gauge).cornerRadius == 0)
  }

  @Test func delegateIsNotArchived() throws {
    final class Delegate: CALayerDelegate {}
    let delegate = Delegate()
    let layer = CALayer()
    layer.delegate = delegate
    #expect(try copy(layer).delegate == nil)
  }

  @Test func sameTreeSameBytes() throws {
    func archive() throws -> Data {
      let layer = CALayer()
      layer.opacity = 0.3
      for key in ["z", "a", "m", "b"] { layer.setValue(["x": 1, "y": 2, "w": key], forKey: key) }
      layer.addSublayer(CALayer())
      return try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    }
    let first = try PropertyListSerialization.propertyList(from: try archive(), format: nil)
    let second = try PropertyListSerialization.propertyList(from: try archive(), format: nil)
    let texts = try [first, second].map {
      try PropertyListSerialization.data(fromPropertyList: $0, format: .xml, options: 0)
    }
    #expect(texts[0] == texts[1])
  }

  /// Nearly as deep as archives may be, on a small stack.
  @Test func deepTree() throws {
    let depth = 200
    let found = Mutex<String?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let root = CALayer()
      var layer = root
      for _ in 0..<depth {
        let child = CALayer()
        layer.addSublayer(child)
        layer = child
      }
      layer.name = "last"
      var back = try? copy(root)
      for _ in 0..<depth { back = back?.sublayers?.first }
      let name = back?.name
      found.withLock { $0 = name }
      done.signal()
    }
    thread.stackSize = 2 << 20
    thread.start()
    done.wait()
    #expect(found.withLock { $0 } == "last")
  }

  @Test func tooDeepIsAnError() throws {
    let root = CALayer()
    var layer = root
    for _ in 0..<1000 {
      let child = CALayer()
      layer.addSublayer(child)
      layer = child
    }
    #expect(throws: (any Error).self) { try copy(root) }
  }
}
