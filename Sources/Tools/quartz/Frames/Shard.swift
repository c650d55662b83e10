// A share of the work of one command: the part of a machine among several.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser

/// Share `number` of `count`, as `--shard 2/4` says it.
///
/// The shares of all numbers contain each item once, and differ by at most one item.
struct Shard: Equatable, Sendable {
  /// From 1 to `count`.
  let number: Int
  let count: Int

  /// The most shares of one command.
  static let limit = 100_000

  /// Creates a share; nil unless 1 <= `number` <= `count` <= `limit`.
  init?(_ number: Int, of count: Int) {
    guard 1...Shard.limit ~= count, 1...count ~= number else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Reads a share from the command line.
  @Sendable static func parse(_ text: String) throws -> Shard {
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 2, let number = Int(words[0]), let count = Int(words[1]),
      let shard = Shard(number, of: count)
    else {
      throw ValidationError(
        "it must be i/n with 1 <= i <= n <= \(limit)"
      )
    }
    return shard
  }

  /// Returns the indices of this share of `total` items, in their order.
  func range(of total: Int) -> Range<Int> {
    // At most `limit` times the most frames of a command, so nothing overflows.
    (number - 1) * total / count..<number * total / count
  }

  /// The share as it is written on the command line.
  var name: String { "\(number)/\(count)" }

  /// Returns the file of this share of a film.
  func partPath(_ film: String) -> String { "\(film).\(number)-of-\(count).part" }
}
