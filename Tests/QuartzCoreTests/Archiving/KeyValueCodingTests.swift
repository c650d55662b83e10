// Key-value coding over the whole property table.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzTesting
import Synchronization
import TestClaims

@testable import QuartzCore

@Suite struct KeyValueCodingTests {
  /// A value for a row that is not its default.
  static func sample(_ row: Property) -> Any {
    if row.id == .emitterBehaviors { return [CAEmitterBehavior(type: "drag")] }
    return switch row.type {
    case .bool: row.defaultValue.bool == false
    case .integer: 6
    // A headroom is at least 1.
    case .number: row.id == .contentsHeadroom ? 2.5 : 0.375
    case .point: CGPoint(x: 3, y: 4)
    case .size: CGSize(width: 5, height: 6)
    case .rect: CGRect(x: 1, y: 2, width: 3, height: 4)
    case .color: CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    case .transform: CATransform3DMakeTranslation(1, 2, 3)
    case .string: "text"
    case .image: Images.checkers
    case .path: CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
    case .name(let names): row.defaultValue == .name(1) ? names[0] : names[1]
    case .numbers: [1, 2.5]
    case .colors: [CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)]
    case .cells: [CAEmitterCell()]
    case .filters: [CAFilter(type: "gaussianBlur")]
    }
  }

  private func isEqual(_ a: Any?, _ b: Any, _ type: ValueType) -> Bool {
    guard let a else { return false }
    if type == .image { return a as? CGImage === b as? CGImage }
    return PropertyValue(a, type: type, images: { _ in nil })
      == PropertyValue(b, type: type, images: { _ in nil })
  }

  @Test(arguments: PropertyTable.all.map(\.id))
  func defaultSetGetAndReset(_ id: PropertyID) {
    let row = PropertyTable[id]
    let layer = row.layerClass.makeLayer()
    let initial = layer.value(forKey: row.name)
    // Without a filter the mode is the normal one.
    let isNil = row.defaultValue == .null || id == .compositingFilter
    #expect((initial == nil) == isNil)
    // As measured, what is zero by default is no default, but for these.
    let hasZero = [PropertyID.contentsHeadroom, .wantsExtendedDynamicRangeContent].contains(id)
    let isZero = isNil || row.defaultValue.isZero && !hasZero
    #expect((type(of: layer).defaultValue(forKey: row.name) == nil) == isZero)
    let sample = Self.sample(row)
    layer.setValue(sample, forKey: row.name)
    #expect(isEqual(layer.value(forKey: row.name), sample, row.type))
    #expect(isEqual(layer.value(forKeyPath: row.name), sample, row.type))
    layer.setValue(nil, forKey: row.name)
    if let initial {
      if row.type == .color { return }
      #expect(isEqual(layer.value(forKey: row.name), initial, row.type))
    } else {
      #expect(layer.value(forKey: row.name) == nil)
    }
  }

  @Test(arguments: PropertyTable.all.map(\.id))
  func aValueOfTheWrongTypeChangesNothing(_ id: PropertyID) {
    let row = PropertyTable[id]
    // An image row keeps whatever it is given.
    guard row.type != .image else { return }
    let layer = row.layerClass.makeLayer()
    let before = layer.values.value(id)
    let wrong: Any = row.type == .string ? [1, 2] : ["a": 1]
    let lines = Lines.during { layer.setValue(wrong, forKey: row.name) }
    #expect(layer.values.value(id) == before)
    #expect(lines.count == 1 && lines[0].contains(row.name))
  }

  @Test(arguments: PropertyTable.all.map(\.id))
  func membersOfEveryStruct(_ id: PropertyID) throws {
    let row = PropertyTable[id]
    for member in ValueMember.members(of: row.type) {
      let layer = row.layerClass.makeLayer()
      let path = "\(row.name).\(member.keyPath)"
      #expect(layer.value(forKeyPath: path) != nil)
      let sample: Any =
        switch member.valueType {
        case .point: CGPoint(x: 3, y: 4)
        case .size: CGSize(width: 3, height: 4)
        default: 0.375
        }
      layer.setValue(sample, forKeyPath: path)
      let read = try #require(layer.value(forKeyPath: path))
      switch read {
      case let point as CGPoint: #expect(point == CGPoint(x: 3, y: 4))
      case let size as CGSize: #expect(size == CGSize(width: 3, height: 4))
      default:
        let number = try #require(read as? NSNumber)
        #expect(isClose(number.doubleValue, 0.375, 1e-12), "\(path)")
      }
    }
  }

  @Test func membersLeaveTheOthers() {
    let layer = CALayer()
    layer.position = CGPoint(x: 1, y: 2)
    layer.setValue(9, forKeyPath: "position.x")
    #expect(layer.position == CGPoint(x: 9, y: 2))
    layer.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.setValue(CGSize(width: 7, height: 8), forKeyPath: "bounds.size")
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 7, height: 8))
  }

  @Test func rotationBeyondATurnAndSeveralParts() {
    let layer = CALayer()
    layer.setValue(CGFloat.pi / 2, forKeyPath: "transform.rotation.z")
    layer.setValue(Float(2), forKeyPath: "transform.scale")
    layer.setValue(CGSize(width: 10, height: 20), forKeyPath: "transform.translation")
    let t = layer.transform
    #expect(isClose(t.m11, 0) && isClose(t.m12, 2) && isClose(t.m21, -2) && isClose(t.m33, 2))
    #expect(t.m41 == 10 && t.m42 == 20 && t.m43 == 0)
    #expect(isClose((layer.value(forKeyPath: "transform.rotation") as? Double) ?? 0, .pi / 2))
    #expect(isClose((layer.value(forKeyPath: "transform.scale") as? Double) ?? 0, 2))
  }

  @Test(
    arguments: [
      2 as Double, 2 as CGFloat, 2 as Float, 2 as Int, 2 as UInt8, 2 as Int64, NSNumber(value: 2),
    ] as [any Sendable]
  )
  func everyKindOfNumber(_ number: any Sendable) {
    let layer = CALayer()
    layer.setValue(number, forKey: "cornerRadius")
    #expect(layer.cornerRadius == 2)
    layer.setValue(number, forKeyPath: "position.y")
    #expect(layer.position.y == 2)
  }

  @Test func numbersAndTruthValuesComeAsNSNumbers() {
    let layer = CALayer()
    layer.opacity = 0.5
    #expect(layer.value(forKey: "opacity") as? Double == 0.5)
    #expect((layer.value(forKey: "opacity") as? NSNumber)?.floatValue == 0.5)
    layer.setValue(true, forKey: "hidden")
    #expect(layer.isHidden)
    #expect(layer.value(forKey: "hidden") as? Bool == true)
  }

  @Test func namesAreStrings() {
    let layer = CALayer()
    layer.setValue("center", forKey: "contentsGravity")
    #expect(layer.contentsGravity == .center)
    layer.setValue(CALayerContentsGravity.top, forKey: "contentsGravity")
    #expect(layer.value(forKey: "contentsGravity") as? String == "top")
  }

  @Test func cornerMasks() {
    let layer = CALayer()
    layer.setValue(CACornerMask.layerMaxXMinYCorner, forKey: "maskedCorners")
    #expect(layer.maskedCorners == .layerMaxXMinYCorner)
  }

  @Test func frameIsAKeyToo() {
    let layer = CALayer()
    layer.setValue(CGRect(x: 1, y: 2, width: 30, height: 40), forKey: "frame")
    #expect(layer.bounds.size == CGSize(width: 30, height: 40))
    layer.setValue(10, forKeyPath: "frame.origin.x")
    #expect(layer.frame == CGRect(x: 10, y: 2, width: 30, height: 40))
    #expect(layer.value(forKeyPath: "frame.size.width") as? Double == 30)
  }

  @Test func sublayersAndSuperlayerAreKeys() {
    let (root, layer) = (CALayer(), CALayer())
    root.setValue([layer], forKey: "sublayers")
    #expect(layer.superlayer === root)
    root.setValue("box", forKey: "tag")
    #expect(layer.value(forKeyPath: "superlayer.tag") as? String == "box")
    layer.setValue(3, forKeyPath: "superlayer.zPosition")
    #expect(root.zPosition == 3)
  }

  /// ZL-D-2.14.
  ///
  /// AG-D-C.x1.
  @Test func anyKeyIsKept() {
    let layer = CALayer()
    #expect(layer.value(forKey: "mood") == nil)
    layer.setValue("good", forKey: "mood")
    #expect(layer.value(forKey: "mood") as? String == "good")
    layer.setValue(CGPoint(x: 1, y: 2), forKey: "aim")
    layer.setValue(5, forKeyPath: "aim.y")
    #expect(layer.value(forKey: "aim") as? CGPoint == CGPoint(x: 1, y: 5))
    #expect(layer.value(forKeyPath: "aim.x") as? Double == 1)
    layer.setValue(nil, forKey: "mood")
    #expect(layer.value(forKey: "mood") == nil)
  }

  @Test func unknownPathsHaveNoValue() {
    let layer = CALayer()
    #expect(layer.value(forKeyPath: "position.z") == nil)
    #expect(layer.value(forKeyPath: "transform.position") == nil)
    #expect(layer.value(forKeyPath: "nothing.x") == nil)
    #expect(layer.value(forKeyPath: "") == nil)
    #expect(layer.value(forKeyPath: ".") == nil)
    let lines = Lines.during { layer.setValue(1, forKeyPath: "position.z") }
    #expect(lines.count == 1)
  }

  /// AG-D-LC.1.
  @Test(.shows("CALayer.defaultValue(forKey:)")) func subclassChangesADefault() {
    final class Masking: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "masksToBounds": true
        case "cornerRadius": 4
        case "mood": "calm"
        default: super.defaultValue(forKey: key)
        }
      }
    }
    let layer = Masking()
    #expect(layer.masksToBounds && layer.cornerRadius == 4 && layer.opacity == 1)
    #expect(layer.value(forKey: "mood") as? String == "calm")
    layer.masksToBounds = false
    #expect(!layer.masksToBounds)
    layer.setValue(nil, forKey: "masksToBounds")
    #expect(layer.masksToBounds)
    #expect(!CALayer().masksToBounds)
  }

  @Test(.shows("CALayer.init(layer:)")) func copyTakesEveryRow() {
    let layer = CALayer()
    for row in PropertyTable.all { layer.setValue(Self.sample(row), forKey: row.name) }
    layer.setValue(1, forKey: "own")
    let copy = CALayer(layer: layer)
    for row in PropertyTable.all {
      #expect(isEqual(copy.value(forKey: row.name), Self.sample(row), row.type), "\(row.name)")
    }
    #expect(copy.backgroundColor === layer.backgroundColor)
    #expect(copy.value(forKey: "own") as? Int == 1)
  }
}
