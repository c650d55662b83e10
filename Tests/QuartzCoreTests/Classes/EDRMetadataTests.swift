// Metadata of content of extended range.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct EDRMetadataTests {
  /// A display of BT.2020 from 0.005 to 1000 nits.
  private static let display = Data([
    0x21, 0x34, 0x9B, 0xAA, 0x19, 0x96, 0x08, 0xFC, 0x8A, 0x48, 0x39, 0x08, 0x3D, 0x13, 0x40, 0x42,
    0x00, 0x98, 0x96, 0x80, 0x00, 0x00, 0x00, 0x32,
  ])

  private func grading(_ metadata: CAEDRMetadata) throws -> CAEDRMetadata.Grading {
    guard case .hdr10(let grading) = metadata.content else {
      throw CocoaError(.coderReadCorrupt)
    }
    return grading
  }

  @Test(.shows("CAEDRMetadata.hdr10(displayInfo:contentInfo:opticalOutputScale:)"))
  func bytesOfHDR10() throws {
    let light = Data([0x0F, 0xA0, 0x01, 0x90])
    let metadata = CAEDRMetadata.hdr10(
      displayInfo: Self.display,
      contentInfo: light,
      opticalOutputScale: 100
    )
    let grading = try grading(metadata)
    #expect(grading.minLuminance == 50 * 1e-4 && grading.maxLuminance == 10_000_000 * 1e-4)
    #expect(grading.maxContentLight == 4000 && grading.maxFrameAverageLight == 400)
    // A5.3 and A1.2: 4000 nits over 203.
    #expect(metadata.headroom == 4000 / 203.0)
    let plain = CAEDRMetadata.hdr10(displayInfo: nil, contentInfo: nil, opticalOutputScale: 100)
    #expect(plain.headroom == 1000 / 203.0)
    #expect(CAEDRMetadata.isAvailable)
  }

  /// A1.3: the scale counts for floating point, and 10000 nits for integers.
  @Test(.shows("CAEDRMetadata.hdr10(minLuminance:maxLuminance:opticalOutputScale:)"))
  func valuesAsLight() {
    let metadata = CAEDRMetadata.hdr10(
      minLuminance: 0.005,
      maxLuminance: 600,
      opticalOutputScale: 100
    )
    #expect(metadata.light(of: 2.03, isNormalized: false) == 2.03 * 100 / 203)
    #expect(metadata.light(of: 1, isNormalized: true) == 10_000 / 203.0)
    #expect(metadata.headroom == 600 / 203.0)
    let dark = CAEDRMetadata.hdr10(minLuminance: 0, maxLuminance: 100, opticalOutputScale: 1)
    #expect(dark.headroom == 1)
    let bright = CAEDRMetadata.hdr10(minLuminance: 0, maxLuminance: 9e9, opticalOutputScale: 1)
    #expect(bright.headroom == 10_000 / 203.0)
  }

  @Test(.shows("CAEDRMetadata.hlg", "CAEDRMetadata.hlg(ambientViewingEnvironment:)"))
  func environmentOfHLG() {
    // Those of Apple's captures: 314 lux.
    let bytes = Data([0x00, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42])
    let metadata = CAEDRMetadata.hlg(ambientViewingEnvironment: bytes)
    #expect(metadata.content == .hlg(illuminance: 3_140_000 * 1e-4))
    #expect(CAEDRMetadata.hlg.content == .hlg(illuminance: nil))
    #expect(metadata.headroom == 1000 / 203.0 && metadata != CAEDRMetadata.hlg)
  }

  @Test(.shows("CAEDRMetadata"))
  func valuesAreEqualCopiedAndArchived() throws {
    let all = [
      CAEDRMetadata.hlg,
      .hlg(ambientViewingEnvironment: Data([0, 0, 1, 0, 0, 0, 0, 0])),
      .hdr10(displayInfo: Self.display, contentInfo: nil, opticalOutputScale: 100),
      .hdr10(displayInfo: Self.display, contentInfo: nil, opticalOutputScale: 203),
      .hdr10(minLuminance: 0.25, maxLuminance: 500, opticalOutputScale: 100),
    ]
    for (index, metadata) in all.enumerated() {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: metadata,
        requiringSecureCoding: true
      )
      let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEDRMetadata.self, from: data)
      #expect(back == metadata && back?.hash == metadata.hash)
      #expect(metadata.copy() as? CAEDRMetadata === metadata)
      for other in all[..<index] { #expect(other != metadata) }
    }
    #expect("\(all[4])" == "<CAEDRMetadata hdr10, 0.25 to 500.0 nits, 100.0 nits a unit>")
  }

  @Test func nonsenseIsReplaced() throws {
    var made: [CAEDRMetadata] = []
    let lines = Diagnostics.lines {
      made = [
        .hdr10(displayInfo: Data([1]), contentInfo: Data(), opticalOutputScale: .nan),
        .hdr10(minLuminance: -1, maxLuminance: .infinity, opticalOutputScale: 0),
        .hdr10(displayInfo: Data(count: 24), contentInfo: nil, opticalOutputScale: 100),
        .hlg(ambientViewingEnvironment: Data(count: 9)),
      ]
    }
    #expect(
      lines == [
        "CAEDRMetadata: displayInfo has 1 bytes; expected 24",
        "CAEDRMetadata: contentInfo has 0 bytes; expected 4",
        "CAEDRMetadata: an opticalOutputScale of nan: expected more than 0",
        "CAEDRMetadata: luminances of -1.0 to inf nits: expected a range from 0 on",
        "CAEDRMetadata: an opticalOutputScale of 0.0: expected more than 0",
        "CAEDRMetadata: luminances of 0.0 to 0.0 nits: expected a range from 0 on",
        "CAEDRMetadata: ambientViewingEnvironment has 9 bytes; expected 8",
      ]
    )
    for metadata in made.prefix(3) { #expect(try grading(metadata) == CAEDRMetadata.Grading()) }
    #expect(made[3] == CAEDRMetadata.hlg)
  }
}
