// Logs by subsystem and category.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import Logging

/// The importance of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt8
  /// Creates a type.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Creates a type.
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }
  /// As most messages are.
  public static let `default` = OSLogType(0x00)
  /// Helpful, but not needed.
  public static let info = OSLogType(0x01)
  /// For those who look for a defect.
  public static let debug = OSLogType(0x02)
  /// Something failed.
  public static let error = OSLogType(0x10)
  /// Something that should never happen did.
  public static let fault = OSLogType(0x11)

  var level: Logging.Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .error: .error
    case .fault: .critical
    default: .notice
    }
  }
}

/// A log: the messages of one part of a program.
///
/// Messages go to swift-log under the label `subsystem.category`, so that the program chooses
/// where they are written: by default on the standard error, from `info` on.
///
/// **Differences**: it cannot be subclassed, so that the compiler proves that threads may share it.
public final class OSLog: NSObject, Sendable {
  /// A part of a program.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a category.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Moments that matter for the speed.
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    /// Moments whose place in the program matters.
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    /// Moments that are recorded while somebody looks.
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
  }

  let logger: Logging.Logger?

  init(label: String?) {
    logger = label.map { Logging.Logger(label: $0) }
    super.init()
  }

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - subsystem: The program or library, as `org.example.player`.
  ///   - category: The part of it.
  public convenience init(subsystem: String, category: String) {
    self.init(label: category.isEmpty ? subsystem : "\(subsystem).\(category)")
  }

  /// Creates a log for one of the system's categories.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  /// The log of the program, for messages that belong to no part.
  public static let `default` = OSLog(label: ProcessInfo.processInfo.processName)

  /// A log that writes nothing.
  public static let disabled = OSLog(label: nil)

  /// Whether messages of a type are written.
  public func isEnabled(type: OSLogType) -> Bool {
    logger.map { $0.logLevel <= type.level } ?? false
  }

  /// Whether signposts are written.
  public var signpostsEnabled: Bool { logger.map { $0.logLevel <= .trace } ?? false }

  func write(_ level: Logging.Logger.Level, _ text: @autoclosure () -> String) {
    logger?.log(level: level, "\(text())")
  }
}

/// Writes a message with arguments in the way of `printf`.
///
/// - Parameters:
///   - message: The text, with `%d`, `%@`, `%{public}s` and so on for the arguments.
///   - dso: The module of the caller; ignored.
///   - log: The log.
///   - type: The importance.
///   - args: Numbers, texts and objects; more specifiers than arguments stand as they are.
public func os_log(
  _ message: StaticString,
  dso: UnsafeRawPointer? = nil,
  log: OSLog = .default,
  type: OSLogType = .default,
  _ args: Any...
) {
  guard log.isEnabled(type: type) else { return }
  log.write(type.level, LogFormat.text(message.description, args))
}

/// Writes a message with arguments in the way of `printf`.
///
/// - Parameters:
///   - type: The importance.
///   - dso: The module of the caller; ignored.
///   - log: The log.
///   - message: The text, with `%d`, `%@`, `%{public}s` and so on for the arguments.
///   - args: Numbers, texts and objects.
public func os_log(
  _ type: OSLogType,
  dso: UnsafeRawPointer? = nil,
  log: OSLog = .default,
  _ message: StaticString,
  _ args: Any...
) {
  guard log.isEnabled(type: type) else { return }
  log.write(type.level, LogFormat.text(message.description, args))
}
