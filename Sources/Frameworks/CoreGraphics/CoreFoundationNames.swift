// The Core Foundation types that signatures of Core Graphics and Image I/O name.
// Licensed under the MIT license; see LICENSE.

public import Foundation

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
