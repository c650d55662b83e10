// The kernels of blurs again, in plain Swift: what they must equal, bit for bit.
// Licensed under the MIT license; see LICENSE.

/// The steps of blurs, one number after the other.
///
/// Lines lie one after the other in arrays, each `length` numbers long.
enum ReferenceBlur {
  private static func average(_ a: UInt16, _ b: UInt16) -> UInt16 {
    UInt16((UInt32(a) + UInt32(b) + 1) / 2)
  }

  static func reduce(bytes: [UInt8], _ length: Int) -> [UInt16] {
    (0..<length).map { index in
      let v = (0..<5).map { UInt16(bytes[$0 * length + index]) }
      return (v[0] + 4 * v[1] + 6 * v[2] + 4 * v[3] + v[4]) * 8
    }
  }

  static func reduce(words: [UInt16], _ length: Int) -> [UInt16] {
    (0..<length).map { index in
      let v = (0..<5).map { words[$0 * length + index] }
      let x = average(average(v[0], v[4]), v[2])
      return average(average(x, v[2]), average(v[1], v[3]))
    }
  }

  static func smooth(_ a: [UInt16], _ b: [UInt16], _ c: [UInt16]) -> [UInt16] {
    a.indices.map { index in
      let change = Int(average(a[index], c[index])) - Int(b[index])
      return UInt16(Int(b[index]) + ((change + 2) >> 2))
    }
  }

  static func middle(_ a: [UInt16], _ b: [UInt16]) -> [UInt16] {
    zip(a, b).map { average($0, $1) }
  }

  static func split(_ line: [UInt16], _ channels: Int) -> (even: [UInt16], odd: [UInt16]) {
    var (even, odd): ([UInt16], [UInt16]) = ([], [])
    for (index, word) in line.enumerated() {
      if index / channels % 2 == 0 { even.append(word) } else { odd.append(word) }
    }
    return (even, odd)
  }

  static func bytes(_ words: [UInt16]) -> [UInt8] { words.map { UInt8(($0 + 64) / 128) } }

  /// The sums of lines, the middle one times weights[0]; weights are whole 32768ths.
  static func weigh(_ lines: [Int], _ weights: [Int32], _ length: Int) -> [Int] {
    let radius = weights.count - 1
    return (0..<length).map { index in
      var total = lines[radius * length + index] * Int(weights[0])
      for k in 0..<radius {
        let (up, down) = ((radius - k - 1) * length, (radius + k + 1) * length)
        total += (lines[up + index] + lines[down + index]) * Int(weights[k + 1])
      }
      return total
    }
  }

  /// The sums along a line that has a margin of the kernel's radius on both sides.
  static func weigh(along line: [UInt16], _ weights: [Int32], _ channels: Int) -> [Int] {
    let margin = (weights.count - 1) * channels
    return (margin..<max(line.count - margin, margin)).map { index in
      var total = Int(line[index]) * Int(weights[0])
      for k in weights.indices.dropFirst() {
        let sum = Int(line[index - k * channels]) + Int(line[index + k * channels])
        total += sum * Int(weights[k])
      }
      return total
    }
  }

  /// A sum of so many 32768ths, rounded to a whole number of `bits` bits fewer.
  static func rounded(_ total: Int, bits: Int) -> Int { (total + (1 << (bits - 1))) >> bits }
}
