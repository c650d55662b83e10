// Signposts: moments and intervals of a program, for those who measure it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization

/// A number that tells intervals of one name apart.
public struct OSSignpostID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt64
  /// Creates an identifier.
  public init(_ value: UInt64) { rawValue = value }
  /// Creates an identifier.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// Creates an identifier that no other one equals.
  public init(log: OSLog) { self = Self.make() }
  /// Creates the identifier of an object.
  public init(log: OSLog, object: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue))
  }
  /// That of intervals that do not overlap.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  /// None.
  public static let invalid = OSSignpostID(UInt64.max)
  /// Zero.
  public static let null = OSSignpostID(0)

  private static let last = Atomic<UInt64>(0)
  static func make() -> OSSignpostID {
    OSSignpostID(last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

/// The kind of a signpost.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt8
  /// Creates a kind.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A moment.
  public static let event = OSSignpostType(rawValue: 0)
  /// The start of an interval.
  public static let begin = OSSignpostType(rawValue: 1)
  /// Its end.
  public static let end = OSSignpostType(rawValue: 2)

  fileprivate var word: String {
    switch self {
    case .begin: "begin"
    case .end: "end"
    default: "event"
    }
  }
}

/// Writes a signpost into a log, as a message of the level `trace`.
///
/// - Parameters:
///   - type: The kind.
///   - dso: The module of the caller; ignored.
///   - log: The log.
///   - name: The name of the moment or interval.
///   - signpostID: Tells intervals of one name apart.
public func os_signpost(
  _ type: OSSignpostType,
  dso: UnsafeRawPointer? = nil,
  log: OSLog,
  name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {
  log.write(.trace, "\(type.word) \(name)")
}

/// Writes a signpost with a text into a log, as a message of the level `trace`.
///
/// - Parameters:
///   - type: The kind.
///   - dso: The module of the caller; ignored.
///   - log: The log.
///   - name: The name of the moment or interval.
///   - signpostID: Tells intervals of one name apart.
///   - format: The text, in the way of `os_log`.
///   - arguments: The arguments of the text.
public func os_signpost(
  _ type: OSSignpostType,
  dso: UnsafeRawPointer? = nil,
  log: OSLog,
  name: StaticString,
  signpostID: OSSignpostID = .exclusive,
  _ format: StaticString,
  _ arguments: Any...
) {
  log.write(.trace, "\(type.word) \(name): \(LogFormat.text(format.description, arguments))")
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
  /// Tells intervals of one name apart.
  public let signpostID: OSSignpostID
  let begin: UInt64
  let isOpen = Atomic<Bool>(true)

  init(_ id: OSSignpostID, _ begin: UInt64) { (signpostID, self.begin) = (id, begin) }
}

/// Writes moments and intervals of one part of a program.
///
/// They are messages of the level `trace`; the end of an interval says its duration.
///
/// ```swift
/// let signposter = OSSignposter(subsystem: "org.example.player", category: "frames")
/// let state = signposter.beginInterval("decode")
/// signposter.endInterval("decode", state)
/// ```
public struct OSSignposter: Sendable {
  private let log: OSLog

  /// Creates a signposter for a part of a program.
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Creates a signposter for one of the system's categories.
  public init(subsystem: String, category: OSLog.Category) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Creates a signposter that writes into a log.
  public init(logHandle: OSLog) { log = logHandle }

  /// Creates a signposter of the program.
  public init() { log = .default }

  /// A signposter that writes nothing.
  public static let disabled = OSSignposter(logHandle: .disabled)

  /// Whether something is written.
  public var isEnabled: Bool { log.signpostsEnabled }

  /// Returns an identifier that no other one equals.
  public func makeSignpostID() -> OSSignpostID { .make() }

  /// Returns the identifier of an object.
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
    OSSignpostID(log: log, object: object)
  }

  /// Begins an interval.
  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID = .exclusive
  ) -> OSSignpostIntervalState {
    log.write(.trace, "begin \(name)")
    return OSSignpostIntervalState(id, DispatchTime.now().uptimeNanoseconds)
  }

  /// Begins an interval, with a text.
  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    _ message: @autoclosure () -> OSLogMessage
  ) -> OSSignpostIntervalState {
    log.write(.trace, "begin \(name): \(message().text)")
    return OSSignpostIntervalState(id, DispatchTime.now().uptimeNanoseconds)
  }

  /// Ends an interval; one that has ended already is left alone.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    end(name, state, "")
  }

  /// Ends an interval, with a text; one that has ended already is left alone.
  public func endInterval(
    _ name: StaticString,
    _ state: OSSignpostIntervalState,
    _ message: @autoclosure () -> OSLogMessage
  ) {
    end(name, state, ": \(message().text)")
  }

  private func end(
    _ name: StaticString,
    _ state: OSSignpostIntervalState,
    _ text: @autoclosure () -> String
  ) {
    guard state.isOpen.exchange(false, ordering: .relaxed) else { return }
    let passed = DispatchTime.now().uptimeNanoseconds &- state.begin
    log.write(.trace, "end \(name) after \(Double(passed) / 1e6) ms\(text())")
  }

  /// Writes a moment.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
    log.write(.trace, "event \(name)")
  }

  /// Writes a moment, with a text.
  public func emitEvent(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    _ message: @autoclosure () -> OSLogMessage
  ) {
    log.write(.trace, "event \(name): \(message().text)")
  }

  /// Calls a closure within an interval.
  public func withIntervalSignpost<Result>(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    around task: () throws -> Result
  ) rethrows -> Result {
    let state = beginInterval(name, id: id)
    defer { endInterval(name, state) }
    return try task()
  }
}
