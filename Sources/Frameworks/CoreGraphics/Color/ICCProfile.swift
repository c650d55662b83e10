// Colours of a file's own profile to sRGB.
// Licensed under the MIT license; see LICENSE.

import CQuartzICC
import Foundation
import QuartzSharing

/// An ICC profile that a file carries, read by Little CMS.
///
/// Colours are converted to sRGB relative to white. Black becomes black, and colours outside sRGB
/// are clamped.
package final class ICCProfile: Sendable {
  /// The components of pixels and their layout in memory.
  package enum Layout: Sendable {
    /// R, G, B, A bytes, straight; they are converted in place, alpha stays.
    case rgba8
    /// C, M, Y, K bytes, 255 being all of an ink, or none of it; they become R, G, B, 255.
    case cmyk8(isInverted: Bool)
  }

  /// No profile is larger, in bytes; those of presses have up to a few millions.
  private static let largest = 16 << 20

  // Little CMS reads the profile under a lock of its own, and nobody changes it.
  private let sharedProfile: SharedPointer<OpaquePointer>
  private var profile: OpaquePointer { sharedProfile.value }

  /// The model of the colours: grey, RGB or CMYK.
  package let model: CGColorSpaceModel
  /// The name in English.
  package let name: String
  /// Whether the profile equals sRGB, within one level of 255 everywhere.
  package let isSRGB: Bool

  /// Reads a profile; nil if it is none, or none of pictures.
  package init?(_ bytes: Data) {
    guard !bytes.isEmpty, bytes.count <= Self.largest else { return nil }
    let opened = bytes.withUnsafeBytes { memory in
      memory.bindMemory(to: UInt8.self).baseAddress.flatMap { quartz_icc_open($0, memory.count) }
    }
    guard let opened else { return nil }
    sharedProfile = SharedPointer(opened)
    var text = [CChar](repeating: 0, count: 128)
    quartz_icc_name(opened, &text, UInt32(text.count))
    name = text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch quartz_icc_channels(opened) {
    case 1: model = .monochrome
    case 4: model = .cmyk
    default: model = .rgb
    }
    isSRGB = model == .rgb && Self.agreesWithSRGB(opened)
  }

  /// Tries every 17th level of each component.
  private static func agreesWithSRGB(_ profile: OpaquePointer) -> Bool {
    guard let transform = quartz_icc_transform_create(profile, QUARTZ_ICC_RGBA8) else {
      return false
    }
    defer { quartz_icc_transform_free(transform) }
    var asked: [UInt8] = []
    for index in 0..<4096 {
      for shift in [8, 4, 0] { asked.append(UInt8(index >> shift & 15) * 17) }
      asked.append(255)
    }
    var found = asked
    quartz_icc_transform_run(transform, asked, &found, UInt32(asked.count / 4))
    return zip(asked, found).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  /// Converts `count` pixels in place; false if the profile cannot convert such pixels.
  package func convert(
    _ pixels: UnsafeMutableRawPointer,
    count: Int,
    layout: Layout
  ) -> Bool {
    let own: QuartzICCLayout
    switch layout {
    case .rgba8: own = QUARTZ_ICC_RGBA8
    case .cmyk8(let isInverted):
      own = isInverted ? QUARTZ_ICC_CMYK8_INVERTED : QUARTZ_ICC_CMYK8
    }
    guard let transform = quartz_icc_transform_create(profile, own) else { return false }
    defer { quartz_icc_transform_free(transform) }
    // Bounds: the caller vouches for 4 x count bytes. Little CMS counts in 32 bits.
    let step = 1 << 24
    for start in stride(from: 0, to: count, by: step) {
      let part = pixels + start * 4
      quartz_icc_transform_run(transform, part, part, UInt32(min(step, count - start)))
    }
    if case .cmyk8 = layout {
      for index in 0..<count {
        pixels.storeBytes(of: 255, toByteOffset: index * 4 + 3, as: UInt8.self)
      }
    }
    return true
  }

  /// Converts straight R, G, B, A of 16 bits to bytes; false if the profile is not one of RGB.
  package func convertWide(
    _ source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer,
    count: Int
  ) -> Bool {
    guard let transform = quartz_icc_transform_create(profile, QUARTZ_ICC_RGBA16) else {
      return false
    }
    defer { quartz_icc_transform_free(transform) }
    let step = 1 << 24
    for start in stride(from: 0, to: count, by: step) {
      quartz_icc_transform_run(
        transform,
        source + start * 8,
        target + start * 4,
        UInt32(min(step, count - start))
      )
    }
    return true
  }

  /// The grey bytes of sRGB by level of a grey profile, 256 or 65536; nil for a profile of colours.
  package func grayTable(isWide: Bool) -> [UInt8]? {
    let layout = isWide ? QUARTZ_ICC_GRAY16 : QUARTZ_ICC_GRAY8
    guard model == .monochrome, let transform = quartz_icc_transform_create(profile, layout) else {
      return nil
    }
    defer { quartz_icc_transform_free(transform) }
    let count = isWide ? 65536 : 256
    var colors = [UInt8](repeating: 255, count: count * 4)
    if isWide {
      quartz_icc_transform_run(transform, (0..<count).map { UInt16($0) }, &colors, UInt32(count))
    } else {
      quartz_icc_transform_run(transform, (0..<count).map { UInt8($0) }, &colors, UInt32(count))
    }
    // White is white in both spaces: greys are neutral, green weighs most where rounding differs.
    return (0..<count).map { colors[$0 * 4 + 1] }
  }

  /// A way to linear light; nil for a profile that is not one of RGB.
  func light() -> ICCLight? {
    quartz_icc_light_create(profile).map { ICCLight($0, of: self) }
  }

  deinit {
    quartz_icc_close(profile)
  }
}

/// The conversion from a profile's components to linear light of sRGB's primaries, which leaves
/// 0...1 where colours lie outside sRGB.
final class ICCLight: Sendable {
  // Little CMS copies what a transform writes to before it runs, and nobody changes
  // it.
  private let sharedTransform: SharedPointer<UnsafeMutableRawPointer>
  private var transform: UnsafeMutableRawPointer { sharedTransform.value }
  private let profile: ICCProfile

  fileprivate init(_ transform: UnsafeMutableRawPointer, of profile: ICCProfile) {
    sharedTransform = SharedPointer(transform)
    self.profile = profile
  }

  /// Converts straight pixels, 0...1, in place; alpha stays.
  func convert(_ pixels: UnsafeMutableBufferPointer<SIMD4<Float>>) {
    guard let start = pixels.baseAddress else { return }
    quartz_icc_transform_run(transform, start, start, UInt32(pixels.count))
  }

  deinit {
    quartz_icc_transform_free(transform)
  }
}
