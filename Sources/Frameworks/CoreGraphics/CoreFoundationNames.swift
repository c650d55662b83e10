// The Core Foundation types that signatures of Core Graphics and Image I/O name.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

// On Apple's platforms these are classes that are bridged to the Swift types beside them, and code
// writes `data as CFData`. Foundation on Linux has no such bridge: the names stand for the Swift
// types themselves, so that the same code compiles.

/// A string; names of colour spaces, types of files and keys of properties are strings.
public typealias CFString = String

/// Bytes.
public typealias CFData = Data

/// The place of a file.
public typealias CFURL = URL

// `Any` because: values of one dictionary are numbers, strings and further dictionaries.
/// Properties by key, as Image I/O gives and takes them.
public typealias CFDictionary = [String: Any]

// `Any` because: elements of one array may be of any kind.
/// Values in order.
public typealias CFArray = [Any]

/// A number of things, or the place of one.
public typealias CFIndex = Int

/// A part of something with numbered places, as the UTF-16 code units of a string.
public struct CFRange: Hashable, Sendable {
  /// The first place.
  public var location: CFIndex
  /// The number of places.
  public var length: CFIndex

  /// The range (0, 0).
  public init() {
    self.init(location: 0, length: 0)
  }

  /// A range.
  public init(location: CFIndex, length: CFIndex) {
    self.location = location
    self.length = length
  }
}

/// A range of `len` places from `loc` on.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
  CFRange(location: loc, length: len)
}

/// The reason of a failure.
public typealias CFError = NSError

/// Bytes that grow.
///
/// On Apple's platforms a class of Core Foundation that is bridged to this one.
public typealias CFMutableData = NSMutableData

/// A truth value, as an object.
public typealias CFBoolean = NSNumber

// Programs unwrap it, as on Apple's platforms.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// True, as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

// Programs unwrap it, as on Apple's platforms.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// False, as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

// MARK: - Null and arrays

// Programs unwrap it, as on Apple's platforms.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Nothing, as an object.
public var kCFNull: NSNull! { NSNull() }

/// The number of values of an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }

// MARK: - Bytes

/// The number of bytes.
public func CFDataGetLength(_ theData: CFData) -> CFIndex { theData.count }

// Programs unwrap it, as on Apple's platforms.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The first of the bytes, which may be read for as long as `theData` is there and unchanged.
///
/// **Differences**: data are a value here. Keep the variable for as long as the bytes are read, and
/// do not change it meanwhile.
public func CFDataGetBytePtr(_ theData: CFData) -> UnsafePointer<UInt8>! {
  SmallData.bytes(of: theData)
    ?? theData.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

/// Copies bytes to a buffer.
///
/// - Parameters:
///   - theData: The bytes; `range` lies in them.
///   - range: The places of the bytes to copy.
///   - buffer: Room for as many.
public func CFDataGetBytes(
  _ theData: CFData,
  _ range: CFRange,
  _ buffer: UnsafeMutablePointer<UInt8>
) {
  let start = theData.startIndex + range.location
  theData.copyBytes(to: buffer, from: start..<start + range.length)
}

/// Few bytes lie in the value itself, not in memory that stays: such are kept for good, once for
/// each value.
private enum SmallData {
  /// More bytes than a value has room for.
  private static let least = 32
  private static let kept = Guarded<[Data: UnsafeMutablePointer<UInt8>]>([:])

  static func bytes(of data: Data) -> UnsafePointer<UInt8>? {
    guard data.count < least else { return nil }
    return kept.withLock { kept in
      if let known = kept[data] { return UnsafePointer(known) }
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: least)
      copy.initialize(repeating: 0, count: least)
      // Bounds: there are fewer bytes than `least`.
      data.copyBytes(to: copy, count: data.count)
      kept[data] = copy
      return UnsafePointer(copy)
    }
  }
}

// MARK: - The ends of integers

// Foundation for Linux has the names whose values are plain numbers in C.

/// The least number of 16 bits.
public let INT16_MIN = Int32(Int16.min)
/// The least number of 32 bits.
public let INT32_MIN = Int32.min
/// The least number of 64 bits.
public let INT64_MIN = Int64.min
/// The greatest number of 64 bits.
public let INT64_MAX = Int64.max
/// The greatest number of 64 bits without a sign.
public let UINT64_MAX = UInt64.max
