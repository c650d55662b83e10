// Layer trees of random values, by the rows of the property table.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzMath
import QuartzModel
import QuartzTesting
import TestRandom

@testable import QuartzCore

/// Makes layers with random values of every property, every kind of key and every animation.
struct RandomTree {
  private var random: SeededGenerator
  private let images: [CGImage]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    var images: [CGImage] = []
    for isCoverage in [false, false, true] {
      images.append(try RandomTree.image(isCoverage: isCoverage, &random))
    }
    self.images = images
  }

  /// A tree of at most `depth` levels.
  mutating func layer(depth: Int = 4) -> CALayer {
    let layer = CALayer()
    // Documents know behaviours of emitters alone.
    for row in PropertyTable.all where row.id != .emitterBehaviors && random.once(in: 3) {
      let value = value(of: row.type)
      layer.setValue(value, forKey: row.name)
    }
    for key in DerivedKey.allCases where random.once(in: 4) {
      if case .scalar(let type) = key.archived {
        layer.setValue(scalar(type), forKey: key.rawValue)
      }
    }
    for _ in 0..<random.index(below: 3) { layer.setValue(custom(2), forKey: key()) }
    if random.once(in: 4) { layer.constraints = [constraint(), constraint()] }
    if random.once(in: 4) { layer.layoutManager = CAConstraintLayoutManager() }
    if random.once(in: 4) {
      layer.actions = ["bounds": NSNull(), "opacity": animation(), "<&": animation()]
    }
    if random.once(in: 4) { layer.style = style(2) }
    for _ in 0..<random.index(below: 3) {
      layer.add(animation(), forKey: random.once(in: 4) ? nil : key())
    }
    guard depth > 1 else { return layer }
    if random.once(in: 4) { layer.mask = self.layer(depth: depth - 1) }
    for _ in 0..<random.index(below: 4) { layer.addSublayer(self.layer(depth: depth - 1)) }
    return layer
  }

  // MARK: Values

  /// A value of a row, as key-value coding takes it.
  private mutating func value(of type: ValueType) -> Any {
    switch type {
    case .bool, .integer, .string: return scalar(type)
    case .number: return number()
    case .point: return CGPoint(x: number(), y: number())
    case .size: return CGSize(width: number(), height: number())
    case .rect: return CGRect(x: number(), y: number(), width: number(), height: number())
    case .color: return random.once(in: 5) ? NSNull() : color()
    case .transform: return transform()
    case .image: return images[random.index(below: images.count)]
    case .path: return random.once(in: 5) ? NSNull() : path()
    case .name(let names): return names[random.index(below: names.count)]
    case .numbers: return (0..<random.index(below: 4)).map { _ in number() }
    case .colors: return (0..<random.index(below: 4)).map { _ in color() }
    case .cells: return NSNull()
    case .filters: return (0..<random.index(below: 3)).map { _ in filter() }
    }
  }

  private mutating func filter() -> CAFilter {
    let filter = CAFilter(type: random.once(in: 2) ? "gaussianBlur" : "colorAdd")
    if random.once(in: 2) { filter.name = "Gray8" }
    filter.isEnabled = random.once(in: 2)
    if filter.type == "colorAdd" { filter.setValue(color(), forKey: "inputColor") }
    if filter.type == "gaussianBlur" { filter.setValue(number(), forKey: "inputRadius") }
    return filter
  }

  private mutating func scalar(_ type: ValueType) -> Any {
    switch type {
    case .bool: return NSNumber(value: random.once(in: 2))
    case .integer: return NSNumber(value: random.index(below: 16))
    default: return random.once(in: 3) ? "Gray8" : text()
    }
  }

  /// Numbers of every size, whole and not.
  private mutating func number() -> Double {
    let sign = random.once(in: 3) ? -1.0 : 1
    switch random.index(below: 6) {
    case 0: return sign * Double(random.index(below: 1000))
    case 1: return sign * Double.random(in: 0...1, using: &random)
    case 2: return sign * pow(10, Double.random(in: -300...300, using: &random))
    case 3: return sign * Double(random.index(below: 1 << 60))
    case 4:
      return [0, 1, 0.1, 1e-100, .leastNonzeroMagnitude, .greatestFiniteMagnitude][
        random.index(below: 6)
      ]
    default: return sign * Double.random(in: 0...500, using: &random)
    }
  }

  private mutating func fraction() -> Double { Double.random(in: 0...1, using: &random) }

  private mutating func color() -> CGColor {
    CGColor(
      Color(
        fraction() * 1.5 - 0.2,
        fraction(),
        fraction(),
        random.once(in: 2) ? 1 : fraction()
      )
    )
  }

  private mutating func transform() -> CATransform3D {
    switch random.index(below: 5) {
    case 0: return CATransform3DIdentity
    case 1: return CATransform3DMakeTranslation(number(), number(), random.once(in: 2) ? 0 : 3)
    case 2: return CATransform3DMakeScale(number(), number(), number())
    case 3: return CATransform3DMakeRotation(number(), 1, 2, 3)
    default:
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / (1 + fraction() * 1000)
      return perspective
    }
  }

  private mutating func path() -> CGPath {
    let path = CGMutablePath()
    for _ in 0..<random.index(below: 3) {
      path.move(to: CGPoint(x: number(), y: number()))
      path.addLine(to: CGPoint(x: fraction(), y: fraction()))
      path.addQuadCurve(to: CGPoint(x: 1, y: number()), control: CGPoint(x: 2, y: 3))
      path.addCurve(
        to: CGPoint(x: number(), y: 4),
        control1: CGPoint(x: 5, y: 6),
        control2: CGPoint(x: 7, y: 8)
      )
      if random.once(in: 2) { path.closeSubpath() }
    }
    if random.once(in: 3) { path.addEllipse(in: CGRect(x: 1, y: 2, width: 3, height: 4)) }
    return path
  }

  /// Texts with all that has a meaning in a document.
  private mutating func text() -> String {
    let parts = [
      "a", "<", ">", "&", "\"", "'", "\n", "\t", "\r", " ", "ü", "語", "🦉", "]]>", "&amp;", "0",
    ]
    return (0..<random.index(below: 6)).map { _ in parts[random.index(below: parts.count)] }
      .joined()
  }

  /// Keys that may be names of elements, may not be, and may mean something else.
  private mutating func key() -> String {
    let keys = [
      "mine", "a-b_1", "animations", "id", "two words", "9", "é", "type", "states", "p", "",
    ]
    return keys[random.index(below: keys.count)]
      + (random.once(in: 2) ? "" : "\(random.next() % 9)")
  }

  /// A value of a custom key.
  private mutating func custom(_ depth: Int) -> Any {
    switch random.index(below: depth > 0 ? 16 : 14) {
    case 0: return NSNumber(value: random.once(in: 2))
    case 1: return NSNumber(value: Int64(bitPattern: random.next()))
    case 2: return NSNumber(value: UInt64.max - UInt64(random.index(below: 5)))
    case 3: return NSNumber(value: number())
    case 4: return text()
    case 5: return Data([1, 2, UInt8(random.index(below: 256))])
    case 6: return Date(timeIntervalSinceReferenceDate: fraction() * 1e9)
    case 7: return value(of: .rect)
    case 8: return transform()
    case 9: return CGAffineTransform(a: number(), b: 2, c: number(), d: 4, tx: 5, ty: number())
    case 10: return color()
    case 11: return path()
    case 12: return CAMediaTimingFunction(controlPoints: 0.25, 0.5, Float(fraction()), 1)
    case 13: return images[random.index(below: images.count)]
    case 14: return (0..<random.index(below: 4)).map { _ in custom(depth - 1) }
    default: return [key(): custom(depth - 1), "not an element": NSNull()]
    }
  }

  private mutating func style(_ depth: Int) -> [String: Any] {
    var style: [String: Any] = [key() + "!": custom(1), "actions": ["bounds": NSNull()]]
    // Styles of documents have no filters.
    for row in PropertyTable.all where row.type != .filters && random.once(in: 5) {
      style[row.name] = value(of: row.type)
    }
    if depth > 0 { style["style"] = self.style(depth - 1) }
    return style
  }

  private mutating func constraint() -> CAConstraint {
    func attribute() -> CAConstraintAttribute {
      CAConstraintAttribute(rawValue: Int32(random.index(below: 8))) ?? .minX
    }
    return CAConstraint(
      attribute: attribute(),
      relativeTo: text(),
      attribute: attribute(),
      scale: number(),
      offset: number()
    )
  }

  // MARK: Animations

  private mutating func animation(depth: Int = 1) -> CAAnimation {
    let animation: CAAnimation
    switch random.index(below: 8) {
    case 0 where depth < 3:
      let group = CAAnimationGroup()
      group.animations = (0..<random.index(below: 4)).map { _ in self.animation(depth: depth + 1) }
      animation = group
    case 1:
      let transition = CATransition()
      transition.type = [.fade, .push, .moveIn, .reveal][random.index(below: 4)]
      if random.once(in: 2) { transition.subtype = .fromTop }
      animation = transition
    case 2...4: animation = basic()
    default: animation = keyframes()
    }
    setKeys(of: animation)
    return animation
  }

  private mutating func row() -> Property {
    let rows = PropertyTable.all.filter { $0.isAnimatable && $0.type != .filters }
    return rows[random.index(below: rows.count)]
  }

  private mutating func basic() -> CABasicAnimation {
    let row = row()
    let basic: CABasicAnimation =
      random.once(in: 2)
      ? CASpringAnimation(keyPath: row.name) : CABasicAnimation(keyPath: row.name)
    basic.fromValue = value(of: row.type)
    if random.once(in: 2) { basic.toValue = value(of: row.type) }
    if random.once(in: 2) { basic.byValue = value(of: row.type) }
    guard row.type == .transform, random.once(in: 2) else { return basic }
    basic.valueFunction = CAValueFunction(name: random.once(in: 2) ? .scale : .rotateX)
    let isList = basic.valueFunction?.name == .scale
    basic.fromValue = isList ? [number(), 2.5, number()] : number()
    basic.toValue = nil
    basic.byValue = nil
    return basic
  }

  private mutating func keyframes() -> CAKeyframeAnimation {
    let row = row()
    let frames = CAKeyframeAnimation(keyPath: row.name)
    frames.values = (0...random.index(below: 4)).map { _ in value(of: row.type) }
    frames.keyTimes = random.once(in: 2) ? nil : [0, NSNumber(value: fraction()), 1]
    if random.once(in: 2) {
      frames.timingFunctions = [CAMediaTimingFunction(name: .easeIn), curve()]
    }
    let modes: [CAAnimationCalculationMode] = [.linear, .discrete, .paced, .cubic, .cubicPaced]
    frames.calculationMode = modes[random.index(below: modes.count)]
    if random.once(in: 4) { frames.path = path() }
    if random.once(in: 4) { frames.rotationMode = .rotateAutoReverse }
    if random.once(in: 4) { frames.tensionValues = [NSNumber(value: fraction()), 0.5] }
    if random.once(in: 4) { frames.biasValues = [NSNumber(value: fraction())] }
    return frames
  }

  private mutating func setKeys(of animation: CAAnimation) {
    animation.duration = fraction() + 0.01
    for key in AnimationKey.allCases where random.once(in: 3) {
      switch key.kind {
      case .bool: animation.setValue(random.once(in: 2), forKey: key.rawValue)
      // Speed and repeat count are of the type Float.
      case .number: animation.setValue(Double(Float(fraction() + 0.01)), forKey: key.rawValue)
      case .timingFunction: animation.timingFunction = curve()
      case .name, .string, .value, .values, .path, .numbers, .timingFunctions, .valueFunction,
        .animations, .filter, .reference:
        break
      }
    }
    if random.once(in: 4) { animation.repeatCount = .infinity }
    if random.once(in: 4) { animation.fillMode = .both }
    if random.once(in: 4) { animation.setValue(custom(1), forKey: "tag-" + key()) }
  }

  private mutating func curve() -> CAMediaTimingFunction {
    random.once(in: 2)
      ? CAMediaTimingFunction(name: .default)
      : CAMediaTimingFunction(controlPoints: Float(fraction()), -0.5, Float(fraction()), 1.5)
  }

  private static func image(
    isCoverage: Bool,
    _ random: inout SeededGenerator
  ) throws -> CGImage {
    let (width, height) = (1 + random.index(below: 5), 1 + random.index(below: 5))
    var bytes: [UInt8] = []
    for _ in 0..<width * height {
      let alpha = random.once(in: 3) ? 255 : random.index(below: 256)
      if !isCoverage {
        for _ in 0..<3 { bytes.append(UInt8(random.index(below: alpha + 1))) }
      }
      bytes.append(UInt8(alpha))
    }
    let info = isCoverage ? CGImageAlphaInfo.alphaOnly : .premultipliedLast
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    return try #require(
      CGImage(
        width: width,
        height: height,
        bitsPerComponent: 8,
        bitsPerPixel: isCoverage ? 8 : 32,
        bytesPerRow: bytes.count / height,
        space: isCoverage ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: info.rawValue),
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    )
  }
}
