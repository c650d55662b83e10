// Colour spaces by the numbers that files of pictures and films have for them.
// Licensed under the MIT license; see LICENSE.

/// Primaries and transfer function of ITU-T H.273, tables 2 and 3.
package struct CodedColors: Hashable, Sendable {
  /// 1 BT.709, 9 BT.2020, 12 Display P3.
  package var primaries: Int
  /// 1, 6, 14 and 15 the camera's, 8 linear, 13 sRGB, 16 PQ, 18 HLG.
  package var transfer: Int

  package init(primaries: Int, transfer: Int) {
    (self.primaries, self.transfer) = (primaries, transfer)
  }

  /// Each space once; the camera's curve under the number that files of its primaries have.
  private static let spaces: [CodedColors: CFString] = [
    CodedColors(primaries: 1, transfer: 1): CGColorSpace.itur_709,
    CodedColors(primaries: 1, transfer: 8): CGColorSpace.linearSRGB,
    CodedColors(primaries: 1, transfer: 13): CGColorSpace.sRGB,
    CodedColors(primaries: 1, transfer: 16): CGColorSpace.itur_709_PQ,
    CodedColors(primaries: 1, transfer: 18): CGColorSpace.itur_709_HLG,
    CodedColors(primaries: 9, transfer: 14): CGColorSpace.itur_2020,
    CodedColors(primaries: 9, transfer: 8): CGColorSpace.linearITUR_2020,
    CodedColors(primaries: 9, transfer: 13): CGColorSpace.itur_2020_sRGBGamma,
    CodedColors(primaries: 9, transfer: 16): CGColorSpace.itur_2100_PQ,
    CodedColors(primaries: 9, transfer: 18): CGColorSpace.itur_2100_HLG,
    CodedColors(primaries: 12, transfer: 8): CGColorSpace.linearDisplayP3,
    CodedColors(primaries: 12, transfer: 13): CGColorSpace.displayP3,
    CodedColors(primaries: 12, transfer: 16): CGColorSpace.displayP3_PQ,
    CodedColors(primaries: 12, transfer: 18): CGColorSpace.displayP3_HLG,
  ]

  /// The space; nil for numbers that none has.
  package var space: CGColorSpace? {
    var own = self
    // The four numbers of one curve.
    if [1, 6, 14, 15].contains(transfer) { own.transfer = primaries == 9 ? 14 : 1 }
    return Self.spaces[own].flatMap { CGColorSpace(name: $0) }
  }

  /// The numbers of a space; nil for one that files cannot name so.
  package init?(_ space: CGColorSpace) {
    guard let name = space.name, let found = Self.spaces.first(where: { $0.value == name }) else {
      return nil
    }
    self = found.key
  }
}
