// Rates of frames on the command line.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser

/// Pictures a second: `30`, `12.5`, `30000/1001`.
///
/// The rates of NTSC, which are written with two or three decimals and are fractions of 1001, mean
/// those fractions: 29.97 is 30000/1001. Otherwise an hour of film would be off by 4 ms.
struct FrameRate: ExpressibleByArgument, Equatable {
  /// Above 0.
  let value: Double

  /// The highest rate.
  static let highest = 1000.0

  /// The decimals of each rate of NTSC, and its thousandths in 1001 seconds.
  private static let ntsc: [(decimals: [String], numerator: Double)] = [
    (["11.988", "11.99"], 12_000), (["14.985"], 15_000), (["23.976", "23.98"], 24_000),
    (["29.97", "29.970"], 30_000), (["47.952", "47.95"], 48_000), (["59.94", "59.940"], 60_000),
    (["119.88", "119.880"], 120_000),
  ]

  /// 30 a second.
  static let usual = FrameRate(exactly: 30)

  private init(exactly value: Double) { self.value = value }

  init?(_ value: Double) {
    guard value > 0, value <= Self.highest else { return nil }
    self.value = value
  }

  init?(argument: String) {
    if let rate = Self.ntsc.first(where: { $0.decimals.contains(argument) }) {
      self.init(rate.numerator / 1001)
      return
    }
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let numerator = Double(parts[0]) else { return nil }
    guard parts.count == 2 else {
      self.init(numerator)
      return
    }
    guard let denominator = Double(parts[1]), denominator > 0 else { return nil }
    self.init(numerator / denominator)
  }

  var defaultValueDescription: String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}
