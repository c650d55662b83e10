// A colour of Core Image: components, alpha and a colour space.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath
import QuartzSharing

/// An immutable colour: components that are not multiplied with alpha, in a colour space.
///
/// ```swift
/// let orange = CIColor(red: 1, green: 0.5, blue: 0)
/// let same = CIColor(string: "1 0.5 0 1")
/// ```
///
/// **Differences**: it cannot be subclassed, so that the compiler proves that threads may share it.
public final class CIColor: NSObject, NSCopying, NSSecureCoding, Sendable {
  package let cgColor: CGColor
  // Written once, in the initialiser.
  private let memory: SharedPointer<UnsafeMutableBufferPointer<CGFloat>>

  /// Creates the colour of a Core Graphics colour, in the same space.
  public init(cgColor color: CGColor) {
    cgColor = color
    let values = color.components ?? []
    let memory = UnsafeMutableBufferPointer<CGFloat>.allocate(capacity: max(values.count, 1))
    memory.initialize(repeating: 0)
    for (index, value) in values.enumerated() { memory[index] = value }
    self.memory = SharedPointer(memory)
    super.init()
  }

  deinit {
    memory.value.deallocate()
  }

  /// Creates a colour in sRGB; in extended sRGB if a component leaves 0...1.
  public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat, alpha a: CGFloat) {
    let isExtended = [r, g, b].contains { !(0...1).contains($0) }
    let space = isExtended ? CGColorSpace.extendedSRGBSpace : CGColorSpace.sRGBSpace
    let color = CGColor(colorSpace: space, components: [r, g, b, a])
    self.init(cgColor: color ?? CGColor(red: r, green: g, blue: b, alpha: a))
  }

  /// Creates an opaque colour in sRGB; in extended sRGB if a component leaves 0...1.
  public convenience init(red r: CGFloat, green g: CGFloat, blue b: CGFloat) {
    self.init(red: r, green: g, blue: b, alpha: 1)
  }

  /// Creates a colour in a space of red, green and blue; nil for a space of another model.
  public convenience init?(
    red r: CGFloat,
    green g: CGFloat,
    blue b: CGFloat,
    alpha a: CGFloat,
    colorSpace: CGColorSpace
  ) {
    guard colorSpace.model == .rgb,
      let color = CGColor(colorSpace: colorSpace, components: [r, g, b, a])
    else { return nil }
    self.init(cgColor: color)
  }

  /// Creates an opaque colour in a space of red, green and blue; nil for a space of another model.
  public convenience init?(
    red r: CGFloat,
    green g: CGFloat,
    blue b: CGFloat,
    colorSpace: CGColorSpace
  ) {
    self.init(red: r, green: g, blue: b, alpha: 1, colorSpace: colorSpace)
  }

  /// Creates a colour in sRGB of a text such as `1 0.5 0 1`: red, green, blue and, if it is there,
  /// alpha.
  ///
  /// Components that the text lacks are 0, and alpha is 1.
  public convenience init(string representation: String) {
    let numbers = NumberText.numbers(representation)
    func component(_ index: Int) -> Double { index < numbers.count ? numbers[index] : 0 }
    self.init(
      red: component(0),
      green: component(1),
      blue: component(2),
      alpha: numbers.count > 3 ? numbers[3] : 1
    )
  }

  /// Creates a colour from an archive, in sRGB; nil if the archive is damaged.
  public required convenience init?(coder: NSCoder) {
    guard let numbers = NumberArchive.numbers(coder), numbers.count == 4 else { return nil }
    self.init(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
  }

  /// Archives the colour, converted to sRGB without limits.
  public func encode(with coder: NSCoder) {
    let color = straight
    NumberArchive.encode([color.x, color.y, color.z, color.w], coder)
  }

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  public static var supportsSecureCoding: Bool { true }

  /// Returns the colour itself, which cannot change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The number of components, alpha among them.
  public var numberOfComponents: Int { cgColor.numberOfComponents }

  /// The components, then alpha; they live as long as the colour.
  public var components: UnsafePointer<CGFloat> {
    UnsafePointer(memory.value.baseAddress ?? Self.none.value)
  }

  // Nobody writes to it.
  private static let none = {
    let memory = UnsafeMutablePointer<CGFloat>.allocate(capacity: 1)
    memory.initialize(to: 0)
    return SharedPointer(memory)
  }()

  /// The alpha, 0 for transparent and 1 for opaque.
  public var alpha: CGFloat { cgColor.alpha }

  /// The space of the components.
  public var colorSpace: CGColorSpace { cgColor.colorSpace ?? CGColorSpace.sRGBSpace }

  /// The red component, in the colour's own space if that has three; else in sRGB.
  public var red: CGFloat { component(0) }
  /// The green component, in the colour's own space if that has three; else in sRGB.
  public var green: CGFloat { component(1) }
  /// The blue component, in the colour's own space if that has three; else in sRGB.
  public var blue: CGFloat { component(2) }

  private final func component(_ index: Int) -> CGFloat {
    colorSpace.model == .rgb ? memory.value[index] : straight[index]
  }

  /// Straight red, green, blue and alpha, sRGB-encoded, extended range.
  package final var straight: SIMD4<Double> {
    let color = Color(cgColor)
    return SIMD4(color.red, color.green, color.blue, color.alpha)
  }

  /// The components as text: `1 0.5 0 1`.
  public var stringRepresentation: String {
    NumberText.text([red, green, blue, alpha])
  }

  /// The components as text in brackets.
  public override var description: String { "(\(stringRepresentation))" }

  /// Whether the other object is a colour with the same components and space.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CIColor)?.cgColor == cgColor
  }

  /// A hash of the components.
  public override var hash: Int { cgColor.hashValue }
}

extension CIColor {
  private static let colors = (
    black: CIColor(red: 0, green: 0, blue: 0), white: CIColor(red: 1, green: 1, blue: 1),
    gray: CIColor(red: 0.5, green: 0.5, blue: 0.5), red: CIColor(red: 1, green: 0, blue: 0),
    green: CIColor(red: 0, green: 1, blue: 0), blue: CIColor(red: 0, green: 0, blue: 1),
    cyan: CIColor(red: 0, green: 1, blue: 1), magenta: CIColor(red: 1, green: 0, blue: 1),
    yellow: CIColor(red: 1, green: 1, blue: 0),
    clear: CIColor(red: 0, green: 0, blue: 0, alpha: 0)
  )

  /// Opaque black.
  public class var black: CIColor { colors.black }
  /// Opaque white.
  public class var white: CIColor { colors.white }
  /// Opaque grey, 0.5 in each component.
  public class var gray: CIColor { colors.gray }
  /// Opaque red.
  public class var red: CIColor { colors.red }
  /// Opaque green.
  public class var green: CIColor { colors.green }
  /// Opaque blue.
  public class var blue: CIColor { colors.blue }
  /// Opaque cyan.
  public class var cyan: CIColor { colors.cyan }
  /// Opaque magenta.
  public class var magenta: CIColor { colors.magenta }
  /// Opaque yellow.
  public class var yellow: CIColor { colors.yellow }
  /// Transparent black.
  public class var clear: CIColor { colors.clear }
}
