// Faults on request: what tests of the fuzzer look for.
// Licensed under the MIT license; see LICENSE.

import TestRandom

/// Fails in a way that a byte of the input says, if a few bytes stand in order.
final class PlantedTarget: FuzzTarget {
  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    let letters = Array("abcdTHMW".utf8)
    return FuzzInput(file: (0..<40).map { _ in letters[generator.index(below: letters.count)] })
  }

  func run(_ input: FuzzInput) throws {
    let bytes = [UInt8](input.file)
    if bytes.starts(with: Array("aT".utf8)) && bytes.contains(UInt8(ascii: "c")) {
      preconditionFailure("planted trap")
    }
    if bytes.starts(with: Array("aH".utf8)) {
      while true {}
    }
    if bytes.starts(with: Array("aM".utf8)) {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 3 << 30, alignment: 16)
      memory.storeBytes(of: bytes[1], as: UInt8.self)
      memory.deallocate()
    }
    if bytes.starts(with: Array("aW".utf8)) { throw WrongResult("planted result") }
  }
}
