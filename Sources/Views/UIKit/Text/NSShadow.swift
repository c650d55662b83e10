// Shadows of text, and the names of attributes that views add.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzText

/// A shadow of text.
open class NSShadow: NSObject, NSCopying, NSSecureCoding {
  /// The offset in points, y down; zero by default.
  open var shadowOffset = CGSize.zero
  /// Twice the standard deviation of the softness, in points; 0 by default.
  open var shadowBlurRadius: CGFloat = 0
  // `Any` because: it is Apple's type.
  /// The colour: a `UIColor` or a `CGColor`; black of alpha 1/3 by default, nil for no shadow.
  open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

  /// The default shadow.
  public override init() {
    super.init()
  }

  /// The shadow of an archive; the parts that it does not hold are the default ones.
  public required init?(coder: NSCoder) {
    shadowOffset = CGSize(
      width: coder.decodeDouble(forKey: "NSShadowHoriz"),
      height: coder.decodeDouble(forKey: "NSShadowVert")
    )
    shadowBlurRadius = CGFloat(coder.decodeDouble(forKey: "NSShadowBlurRadius"))
    if coder.containsValue(forKey: "NSShadowColor") {
      shadowColor = coder.object(of: UIColor.self, forKey: "NSShadowColor")
    }
    super.init()
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes offset, softness and colour.
  open func encode(with coder: NSCoder) {
    coder.encode(Double(shadowOffset.width), forKey: "NSShadowHoriz")
    coder.encode(Double(shadowOffset.height), forKey: "NSShadowVert")
    coder.encode(Double(shadowBlurRadius), forKey: "NSShadowBlurRadius")
    coder.encode(color.map { UIColor(cgColor: $0) }, forKey: "NSShadowColor")
  }

  // `Any` because: it is NSCopying's.
  /// A shadow that looks the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSShadow()
    copy.shadowOffset = shadowOffset
    copy.shadowBlurRadius = shadowBlurRadius
    copy.shadowColor = shadowColor
    return copy
  }

  /// The colour of Core Graphics; nil for no shadow.
  var color: CGColor? { (shadowColor as? UIColor)?.cgColor ?? shadowColor as? CGColor }

  // `Any?` because: it is NSObject's.
  /// Whether both look the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSShadow else { return false }
    return other.shadowOffset == shadowOffset && other.shadowBlurRadius == shadowBlurRadius
      && other.color == color
  }

  /// Equal shadows have equal hashes.
  open override var hash: Int { shadowBlurRadius.hashValue ^ shadowOffset.height.hashValue }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension NSAttributedString.Key {
  /// The shadow of text: an `NSShadow`.
  public static let shadow = NSAttributedString.Key(rawValue: "NSShadow")
}

/// Lines under text and through it.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// The style of these bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// One line.
  public static let single = NSUnderlineStyle(rawValue: 0x01)
  /// One line of twice the thickness.
  public static let thick = NSUnderlineStyle(rawValue: 0x02)
  /// Two lines.
  public static let double = NSUnderlineStyle(rawValue: 0x09)
  /// Dots.
  public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
  /// Dashes.
  public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
  /// Dashes and dots in turn.
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x0300)
  /// A dash and two dots in turn.
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x0400)
}

extension UIColor: TextColorValue {
  /// The colour of Core Graphics for the current traits.
  package var coreTextColor: CGColor { cgColor }
}
