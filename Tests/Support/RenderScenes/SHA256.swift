// SHA-256 (FIPS 180-4), for the hashes of pictures.
// Licensed under the MIT license; see LICENSE.

/// The SHA-256 of bytes.
package struct SHA256: CustomStringConvertible, Equatable, Sendable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]

  package init(_ bytes: [UInt8]) {
    var message = bytes
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for block in stride(from: 0, to: message.count, by: 64) {
      add(message[block..<block + 64])
    }
  }

  /// Hexadecimal.
  package var description: String {
    state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func add(_ block: ArraySlice<UInt8>) {
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let s0 = a.turned(7) ^ a.turned(18) ^ (a >> 3)
      let s1 = b.turned(17) ^ b.turned(19) ^ (b >> 10)
      words[index] = words[index - 16] &+ s0 &+ words[index - 7] &+ s1
    }
    var s = state
    for index in 0..<64 {
      let s1 = s[4].turned(6) ^ s[4].turned(11) ^ s[4].turned(25)
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let t1 = s[7] &+ s1 &+ choice &+ SHA256.constants[index] &+ words[index]
      let s0 = s[0].turned(2) ^ s[0].turned(13) ^ s[0].turned(22)
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      s = [t1 &+ s0 &+ majority, s[0], s[1], s[2], s[3] &+ t1, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, in whole
  /// numbers: the root of p·2^96 less its whole part.
  private static let constants: [UInt32] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The largest root with root^3 <= prime · 2^96; root < 2^35, so its cube needs 105 bits.
      var root: UInt64 = 0
      for bit in stride(from: 34, through: 0, by: -1) {
        let next = root | 1 << UInt64(bit)
        let square = next.multipliedFullWidth(by: next)
        let low = square.low.multipliedFullWidth(by: next)
        let high = square.high * next + low.high
        // prime · 2^96 has no bits below 2^64 and prime · 2^32 above.
        if high < prime << 32 || (high == prime << 32 && low.low == 0) { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}

extension UInt32 {
  fileprivate func turned(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
