// Loggers that take interpolated texts.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The privacy of a value in a message.
///
/// On Linux the log belongs to the program, and shows all values but those that are `sensitive`.
public struct OSLogPrivacy: Hashable, Sendable {
  /// The way in which a hidden value can be told from others.
  public enum Mask: Sendable {
    /// Not at all.
    case none
    /// By a hash.
    case hash
  }

  let isHidden: Bool
  /// As the type of the value asks for.
  public static let auto = OSLogPrivacy(isHidden: false)
  /// Shown.
  public static let `public` = OSLogPrivacy(isHidden: false)
  /// Shown here.
  public static let `private` = OSLogPrivacy(isHidden: false)
  /// Hidden.
  public static let sensitive = OSLogPrivacy(isHidden: true)
  /// As the type of the value asks for.
  public static func auto(mask: Mask) -> OSLogPrivacy { auto }
  /// Shown here.
  public static func `private`(mask: Mask) -> OSLogPrivacy { `private` }
  /// Hidden.
  public static func sensitive(mask: Mask) -> OSLogPrivacy { sensitive }
}

/// The notation of a number with a fraction.
public struct OSLogFloatFormatting: Sendable {
  let digits: Int?
  /// All digits.
  public static let fixed = OSLogFloatFormatting(digits: nil)
  /// A number of digits after the point, in 0...100.
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(digits: min(max(precision, 0), 100))
  }
}

/// The notation of a whole number.
public struct OSLogIntegerFormatting: Sendable {
  let radix: Int
  let digits: Int
  /// With ten digits.
  public static let decimal = OSLogIntegerFormatting(radix: 10, digits: 0)
  /// With sixteen digits.
  public static let hex = OSLogIntegerFormatting(radix: 16, digits: 0)
  /// With eight digits.
  public static let octal = OSLogIntegerFormatting(radix: 8, digits: 0)
  /// With ten digits and at least so many places, in 0...100.
  public static func decimal(minDigits: Int) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(radix: 10, digits: min(max(minDigits, 0), 100))
  }
}

/// The place of a value in its column.
public struct OSLogStringAlignment: Sendable {
  let columns: Int
  let isLeft: Bool
  /// None.
  public static let none = OSLogStringAlignment(columns: 0, isLeft: true)
  /// At the left of so many columns, in 0...1000.
  public static func left(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: min(max(columns, 0), 1000), isLeft: true)
  }
  /// At the right of so many columns, in 0...1000.
  public static func right(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: min(max(columns, 0), 1000), isLeft: false)
  }
}

/// A message with values in it.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  let text: String

  /// Creates a message of a text.
  public init(stringLiteral value: String) { text = value }

  /// Creates a message of the parts that the compiler collects.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  /// Creates an empty message.
  public init(literalCapacity: Int, interpolationCount: Int) {
    text.reserveCapacity(literalCapacity + interpolationCount * 8)
  }

  /// Adds a text.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  private mutating func add(
    _ value: String,
    _ align: OSLogStringAlignment,
    _ privacy: OSLogPrivacy
  ) {
    let shown = privacy.isHidden ? "<private>" : value
    let space = String(repeating: " ", count: max(align.columns - shown.count, 0))
    text += align.isLeft ? shown + space : space + shown
  }

  /// Adds a value.
  public mutating func appendInterpolation<Value>(
    _ value: @autoclosure () -> Value,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    add("\(value())", align, privacy)
  }

  /// Adds a number with a fraction.
  public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
    _ value: @autoclosure () -> Value,
    format: OSLogFloatFormatting,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    let number = Double(value())
    let shown = format.digits.map { String(format: "%.\($0)f", number) } ?? "\(number)"
    add(shown, align, privacy)
  }

  /// Adds a whole number.
  public mutating func appendInterpolation<Value: BinaryInteger>(
    _ value: @autoclosure () -> Value,
    format: OSLogIntegerFormatting,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    let number = value()
    let digits = String(number.magnitude, radix: format.radix)
    let zeros = String(repeating: "0", count: max(format.digits - digits.count, 0))
    add((number < 0 ? "-" : "") + zeros + digits, align, privacy)
  }
}

/// Writes messages of one part of a program.
///
/// ```swift
/// let logger = Logger(subsystem: "org.example.player", category: "frames")
/// logger.debug("frame \(index) after \(seconds, format: .fixed(precision: 3)) s")
/// ```
public struct Logger: Sendable {
  private let log: OSLog

  /// Creates a logger for a part of a program.
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Creates a logger that writes into a log.
  public init(_ logObj: OSLog) { log = logObj }

  /// Creates a logger of the program.
  public init() { log = .default }

  /// Writes a message.
  public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) {
    log.write(level.level, message().text)
  }

  /// Writes a message of the type `default`.
  public func log(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.notice, message().text)
  }

  /// Writes a message for those who look for a defect, of the finest grade.
  public func trace(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.trace, message().text)
  }

  /// Writes a message for those who look for a defect.
  public func debug(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.debug, message().text)
  }

  /// Writes a message that is helpful, but not needed.
  public func info(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.info, message().text)
  }

  /// Writes a message of the type `default`.
  public func notice(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.notice, message().text)
  }

  /// Writes a warning.
  public func warning(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.warning, message().text)
  }

  /// Writes that something failed.
  public func error(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.error, message().text)
  }

  /// Writes that something failed badly.
  public func critical(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.critical, message().text)
  }

  /// Writes that something happened that should never happen.
  public func fault(_ message: @autoclosure () -> OSLogMessage) {
    log.write(.critical, message().text)
  }
}
