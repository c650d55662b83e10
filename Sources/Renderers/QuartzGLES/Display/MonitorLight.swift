// The light of a monitor, as its EDID says it, and as a driver is told of it.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath

/// The light that a monitor of high dynamic range shows of a picture in PQ.
struct MonitorLight: Equatable {
  /// The brightest and the darkest, in nits.
  let peak: Double
  let least: Double

  /// The ratio of the brightest light to SDR white.
  var headroom: Double { peak / ReferenceWhiteCurve.whiteNits }

  /// Reads the block of static metadata of an EDID (CTA-861-G, section 7.5.13).
  ///
  /// **Differences**: a monitor that takes PQ, but does not say its brightest light, counts as one
  /// of standard range.
  ///
  /// - Throws: If there is none, if the monitor does not take PQ, or if it is no brighter than SDR
  ///   white.
  init(edid: [UInt8]) throws(DisplayRefusal) {
    guard let block = MonitorLight.block(of: edid) else {
      throw DisplayRefusal(reason: "its monitor says nothing of high dynamic range")
    }
    // Bit 2: SMPTE ST 2084.
    guard block.count >= 3, block[1] & 1 << 2 != 0 else {
      throw DisplayRefusal(reason: "its monitor takes no PQ")
    }
    guard block.count >= 4, block[3] > 0 else {
      throw DisplayRefusal(reason: "its monitor does not say how bright it is")
    }
    let peak = 50 * exp2(Double(block[3]) / 32)
    let share = block.count >= 6 ? Double(block[5]) / 255 : 0
    (self.peak, least) = (peak, peak * share * share / 100)
    guard headroom > 1 else {
      let nits = Int(peak.rounded())
      throw DisplayRefusal(reason: "its monitor is no brighter than SDR white, with \(nits) nits")
    }
  }

  /// The block of static metadata from its extended tag on: tag, transfer functions, descriptors,
  /// and codes of the most, the average and the least light, of which the last may be missing.
  private static func block(of edid: [UInt8]) -> [UInt8]? {
    let blockSize = 128
    // Byte 126 counts the blocks that follow the first one.
    guard edid.count >= blockSize else { return nil }
    for index in stride(from: 1, through: Int(edid[126]), by: 1) {
      let start = index * blockSize
      guard start + blockSize <= edid.count else { return nil }
      let extent = Array(edid[start..<start + blockSize])
      // CTA's extension; the sum of all its bytes is 0.
      guard extent[0] == 0x02, extent.reduce(0, &+) == 0 else { continue }
      // Data blocks end where timings begin.
      let end = min(Int(extent[2]), blockSize - 1)
      var place = 4
      while place < end {
        // Three bits of a tag, five of a length.
        let (tag, length) = (extent[place] >> 5, Int(extent[place] & 0x1F))
        let data = place + 1
        guard data + length <= end else { break }
        // Tag 7: the first byte is an extended tag, here that of static metadata.
        if tag == 7, length > 0, extent[data] == 6 { return Array(extent[data..<data + length]) }
        place = data + length
      }
    }
    return nil
  }

  /// `struct hdr_output_metadata` of drm_mode.h: 32 bytes for a picture in PQ, with the primaries
  /// of BT.2020 and within the monitor's light.
  ///
  /// **Differences**: the greatest light of the content is that of the monitor, at which pictures
  /// are clipped; the greatest average is said to be unknown.
  var metadata: [UInt8] {
    var bytes: [UInt8] = []
    func add<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
    let nits = UInt16(peak.rounded())
    // Type 1 of static metadata, twice: of the structure, and of the frame in it.
    add(UInt32(0))
    // Two bytes: SMPTE ST 2084, and the type.
    add(UInt8(2))
    add(UInt8(0))
    // x and y of red, green, blue and white, in units of 0.00002.
    for place in [35400, 14600, 8500, 39850, 6550, 2300, 15635, 16450] as [UInt16] { add(place) }
    add(nits)
    add(UInt16(min((least * 10_000).rounded(), Double(UInt16.max))))
    add(nits)
    add(UInt16(0))
    // The structure's padding.
    add(UInt16(0))
    return bytes
  }
}
