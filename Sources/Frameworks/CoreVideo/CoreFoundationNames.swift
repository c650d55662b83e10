// The Core Foundation types that signatures of Core Video name.
// Licensed under the MIT license; see LICENSE.

/// Four characters as one number, as the names of formats.
public typealias FourCharCode = UInt32
/// The type of something, as four characters.
public typealias OSType = FourCharCode

// `Any` because: strings and numbers are no objects here.
/// A value of any type, as attachments are.
public typealias CFTypeRef = Any

/// The source of memory, of which the system's is the only one.
public final class CFAllocator: Sendable {
  private init() {}
}

/// The system's allocator.
public let kCFAllocatorDefault: CFAllocator? = nil
