// Drawing and measuring strings.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzText

/// The way in which strings are drawn.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// The options of these bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The rectangle is a box for lines; without it, its origin is the left end of one baseline.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  /// Lines are as far apart as the font says: always so.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
  /// Glyphs count by their outlines: taken for their advances here.
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
  /// An ellipsis stands at the end of the last line that fits.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// The changes that drawing a string may make, and those that it made.
open class NSStringDrawingContext: NSObject {
  /// The smallest factor on the size of text that does not fit; 0, the default, if there is none.
  open var minimumScaleFactor: CGFloat = 0
  /// The factor that was used last.
  open internal(set) var actualScaleFactor: CGFloat = 1
  /// The rectangle that was drawn or measured last.
  open internal(set) var totalBounds = CGRect.zero

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension NSAttributedString {
  /// The size of the text: lines break only where it says so.
  public func size() -> CGSize { TextBox(self, TextLayoutOptions()).size }

  /// Draws the text into the current context, its upper left corner at a point.
  public func draw(at point: CGPoint) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    TextBox(self, TextLayoutOptions()).draw(in: context, at: point)
  }

  /// Draws the text into a rectangle of the current context; lines break at its width, and those
  /// that begin below it are left out.
  public func draw(in rect: CGRect) {
    draw(with: rect, options: .usesLineFragmentOrigin, context: nil)
  }

  /// Draws the text into the current context.
  ///
  /// - Parameters:
  ///   - rect: The box for lines, or the beginning of a baseline; a side of 0 is as long as the
  ///     text.
  ///   - options: The way in which it is drawn.
  ///   - context: Smaller text, and what was drawn; may be nil.
  public func draw(
    with rect: CGRect,
    options: NSStringDrawingOptions = [],
    context: NSStringDrawingContext?
  ) {
    guard rect.isFinite, let target = UIGraphicsGetCurrentContext() else { return }
    let (box, bounds) = laidOut(in: rect.size, options, context)
    context?.totalBounds = CGRect(
      origin: CGPoint(x: rect.minX + bounds.minX, y: rect.minY + bounds.minY),
      size: bounds.size
    )
    box.draw(in: target, at: CGPoint(x: rect.minX, y: rect.minY + bounds.minY))
  }

  /// The rectangle that the text takes, from the origin of the one that it would be drawn into.
  ///
  /// - Parameters:
  ///   - size: The room; a side of 0 is as long as the text.
  ///   - options: The way in which it would be drawn.
  ///   - context: Smaller text, and what was measured; may be nil.
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    context: NSStringDrawingContext?
  ) -> CGRect {
    let (_, bounds) = laidOut(in: size, options, context)
    context?.totalBounds = bounds
    return bounds
  }

  /// The layout, and the rectangle that it takes, without white space at the sides.
  private func laidOut(
    in size: CGSize,
    _ options: NSStringDrawingOptions,
    _ context: NSStringDrawingContext?
  ) -> (TextBox, CGRect) {
    func side(_ length: CGFloat) -> Double { length > 0 ? Double(length) : .infinity }
    let isBox = options.contains(.usesLineFragmentOrigin)
    var layoutOptions = TextLayoutOptions(
      width: side(size.width),
      height: isBox ? side(size.height) : .infinity,
      isWrapped: isBox
    )
    if options.contains(.truncatesLastVisibleLine) { layoutOptions.truncation = .end }
    var factor: CGFloat = 1
    var box = TextBox(self, layoutOptions)
    if let least = context?.minimumScaleFactor, least > 0, least < 1 {
      var free = layoutOptions
      free.truncation = .none
      free.height = .infinity
      factor = TextFitting.factor(of: self, least: least) { scaled in
        let size = TextBox(scaled, free).layout.size
        return size.width <= layoutOptions.width && size.height <= layoutOptions.height
      }
      if factor < 1 { box = TextBox(scaled(by: factor), layoutOptions) }
    }
    context?.actualScaleFactor = factor
    let top = isBox ? 0 : -box.firstBaseline
    return (box, CGRect(x: 0, y: top, width: box.size.width, height: box.size.height))
  }

  /// The string with its fonts larger or smaller.
  func scaled(by factor: CGFloat) -> NSAttributedString {
    changingAttributes { attributes in
      let own = coreTextFont(attributes[.font])
      let font = own.map { UIFont($0) } ?? UIFont(TextDefaults.coreText.font)
      attributes[.font] = font.withSize(font.pointSize * factor)
    }
  }
}

/// The search for a size of text that fits.
enum TextFitting {
  /// The number of sizes that are tried between two that are known.
  private static let steps = 8

  /// The largest factor on the size of a string that fits, at least `least`.
  static func factor(
    of string: NSAttributedString,
    least: CGFloat,
    _ fits: (NSAttributedString) -> Bool
  ) -> CGFloat {
    if fits(string) { return 1 }
    guard fits(string.scaled(by: least)) else { return least }
    var (fitting, tooLarge) = (least, CGFloat(1))
    for _ in 0..<steps {
      let middle = (fitting + tooLarge) / 2
      if fits(string.scaled(by: middle)) {
        fitting = middle
      } else {
        tooLarge = middle
      }
    }
    return fitting
  }
}

// `Any` in what follows because: it is the type of attributes in Foundation.

extension NSString {
  private func attributed(_ attrs: [NSAttributedString.Key: Any]?) -> NSAttributedString {
    NSAttributedString(string: self as String, attributes: attrs)
  }

  /// The size of the text: lines break only where it says so.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    attributed(attrs).size()
  }

  /// Draws the text into the current context, its upper left corner at a point.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    attributed(attrs).draw(at: point)
  }

  /// Draws the text into a rectangle of the current context.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    attributed(attrs).draw(in: rect)
  }

  /// Draws the text into the current context; see `NSAttributedString`.
  public func draw(
    with rect: CGRect,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    attributed(attributes).draw(with: rect, options: options, context: context)
  }

  /// The rectangle that the text takes; see `NSAttributedString`.
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    attributed(attributes).boundingRect(with: size, options: options, context: context)
  }
}

extension String {
  /// The size of the text: lines break only where it says so.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSString(string: self).size(withAttributes: attrs)
  }

  /// Draws the text into the current context, its upper left corner at a point.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(at: point, withAttributes: attrs)
  }

  /// Draws the text into a rectangle of the current context.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(in: rect, withAttributes: attrs)
  }

  /// Draws the text into the current context; see `NSAttributedString`.
  public func draw(
    with rect: CGRect,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    NSString(string: self).draw(
      with: rect,
      options: options,
      attributes: attributes,
      context: context
    )
  }

  /// The rectangle that the text takes; see `NSAttributedString`.
  public func boundingRect(
    with size: CGSize,
    options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSString(string: self).boundingRect(
      with: size,
      options: options,
      attributes: attributes,
      context: context
    )
  }
}
