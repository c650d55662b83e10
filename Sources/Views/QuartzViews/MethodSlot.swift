// Which classes override a method.
// Licensed under the MIT license; see LICENSE.
//
// A class's metadata holds, after its header, the methods that it and its superclasses declare,
// each
// at the same place in every subclass. So the place of a method is where a subclass that overrides
// just that method differs from the base, and a subclass that overrides nothing does not. (Every
// subclass differs in the header and in its allocating initialisers.)

import Foundation

/// The place of a method in the metadata of a class and all its subclasses.
package struct MethodSlot {
  /// In words from the start; nil if it was not found, and every subclass is treated as overriding.
  package let index: Int?
  private let base: AnyClass
  private let original: UInt

  // In bytes from the start of a class's metadata without Objective-C.
  private static let classSizeOffset = 32
  private static let classStartOffset = 36
  // In words: kind, superclass, flags and sizes, descriptor, destroyer of variables.
  private static let headerLength = 7

  /// - Parameters:
  ///   - base: The class that declares the method.
  ///   - plain: A subclass that overrides nothing.
  ///   - overriding: A subclass that overrides the method and nothing else.
  package init(_ base: AnyClass, plain: AnyClass, overriding: AnyClass) {
    self.base = base
    let (words, plainWords) = (Self.words(of: base), Self.words(of: plain))
    let other = Self.words(of: overriding)
    let places = (Self.headerLength..<Self.length(of: base)).filter {
      words[$0] == plainWords[$0] && words[$0] != other[$0]
    }
    index = places.count == 1 ? places[0] : nil
    original = index.map { words[$0] } ?? 0
  }

  /// Whether a class, the base or one below it, has another method there than the base.
  @inline(__always)
  package func isOverridden(in type: AnyClass) -> Bool {
    guard let index else { return type != base }
    return Self.words(of: type)[index] != original
  }

  private static func words(of type: AnyClass) -> UnsafePointer<UInt> {
    // Safe because: a class's metatype is the address of its metadata.
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// The number of words after the start.
  private static func length(of type: AnyClass) -> Int {
    let start = UnsafeRawPointer(words(of: type))
    // Bounds: every class has these two numbers in its header.
    let size = start.load(fromByteOffset: classSizeOffset, as: UInt32.self)
    let before = start.load(fromByteOffset: classStartOffset, as: UInt32.self)
    return size > before ? Int(size - before) / MemoryLayout<UInt>.stride : 0
  }
}
