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

/// Bytes that grow.
///
/// On Apple's platforms a class of Core Foundation that is bridged to this one.
public typealias CFMutableData = NSMutableData
