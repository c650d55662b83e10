// The numbers of pictures in dma-bufs, by the way that they were taken.
// Licensed under the MIT license; see LICENSE.

/// The pictures in dma-bufs that a renderer took since it was made.
package struct DeviceImports: Equatable, Sendable, CustomStringConvertible {
  /// Pictures whose memory became textures: nothing of them was uploaded.
  package internal(set) var imported = 0
  /// Pictures that were read by way of their mapping and uploaded.
  package internal(set) var mapped = 0
  /// Mapped pictures whose device had not finished writing after a while; they show what was there.
  package internal(set) var late = 0
  /// The reasons for mapping, with the number of pictures of each.
  package private(set) var refusals: [String: Int] = [:]

  /// Pictures with reasons beyond this many kinds are counted without them.
  private static let mostReasons = 16

  package init() {}

  mutating func add(_ refusal: ImportRefusal) {
    mapped += 1
    guard refusals[refusal.reason] != nil || refusals.count < DeviceImports.mostReasons else {
      return
    }
    refusals[refusal.reason, default: 0] += 1
  }

  /// `8 imported, 2 mapped (2: the driver does not list R8 without tiling)`.
  package var description: String {
    let reasons = refusals.sorted { $0.key < $1.key }.map { "\($0.value): \($0.key)" }
    let why = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
    let after = late > 0 ? ", \(late) of them late" : ""
    return "\(imported) imported, \(mapped) mapped\(why)\(after)"
  }
}
