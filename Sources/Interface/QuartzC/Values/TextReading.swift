// Texts, numbers and pointers of callers.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import Glibc

/// Checks of the arguments of callers.
enum Argument {
  /// The longest list or text that is read, in items or bytes.
  static let longest = 1 << 26

  /// Returns a text that ends with NUL.
  static func text(
    _ text: UnsafePointer<CChar>?,
    _ name: String
  ) throws(CallFailure) -> String {
    guard let text else { throw .null(name) }
    return try self.text(UnsafeRawBufferPointer(start: text, count: strlen(text)), name)
  }

  /// Returns a text that ends with NUL; nil for NULL.
  static func optionalText(
    _ text: UnsafePointer<CChar>?,
    _ name: String
  ) throws(CallFailure) -> String? {
    guard text != nil else { return nil }
    return try self.text(text, name)
  }

  static func text(_ bytes: UnsafeRawBufferPointer, _ name: String) throws(CallFailure) -> String {
    guard bytes.count <= longest else {
      throw CallFailure(QUARTZ_LIMIT, "\(name) has \(bytes.count) bytes, more than \(longest)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "\(name) is not UTF-8")
    }
    return text
  }

  /// Returns a text with a length, or with a NUL if its length is `SIZE_MAX`.
  static func text(_ string: quartz_string, _ name: String) throws(CallFailure) -> String {
    let length = UInt(bitPattern: string.length)
    guard let text = string.text else {
      if length == 0 { return "" }
      throw .null(name)
    }
    if length == .max { return try self.text(text, name) }
    guard length <= UInt(longest) else {
      throw CallFailure(QUARTZ_LIMIT, "\(name) has \(length) bytes, more than \(longest)")
    }
    return try self.text(UnsafeRawBufferPointer(start: text, count: Int(length)), name)
  }

  /// Returns a list.
  static func list<Item>(
    _ items: UnsafePointer<Item>?,
    _ count: Int,
    _ name: String
  ) throws(CallFailure) -> UnsafeBufferPointer<Item> {
    guard UInt(bitPattern: count) <= UInt(longest) else {
      throw CallFailure(
        QUARTZ_LIMIT,
        "\(name) has \(UInt(bitPattern: count)) items, more than \(longest)"
      )
    }
    if items == nil, count > 0 { throw .null(name) }
    // Bounds: the caller vouches for as many items.
    return UnsafeBufferPointer(start: items, count: items == nil ? 0 : count)
  }

  /// Returns the memory of a result.
  static func result<Result>(
    _ pointer: UnsafeMutablePointer<Result>?,
    _ name: String
  ) throws(CallFailure) -> UnsafeMutablePointer<Result> {
    guard let pointer else { throw .null(name) }
    return pointer
  }

  static func finite(_ number: Double, _ name: String) throws(CallFailure) -> Double {
    guard number.isFinite else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "\(name) is \(number), not a finite number")
    }
    return number
  }
}
