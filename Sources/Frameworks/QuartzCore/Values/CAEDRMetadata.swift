// The numbers of content of extended range as light.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// How bright the values of content of extended range are, and how it was graded.
///
///     let metadata = CAEDRMetadata.hdr10(
///       minLuminance: 0.005, maxLuminance: 1000, opticalOutputScale: 100)
///
/// It is a value: it does not change, and two of the same numbers are equal. Luminances are in
/// nits, which are candelas per square metre. A value y of floating-point content has
/// y · `opticalOutputScale` nits; integer content counts as y · 10000.
///
/// **Differences**: on Apple's platforms layers of Metal take it, which there are not. Here it says
/// what bytes of films mean. Numbers that make no sense are replaced by defaults, with one line on
/// the standard error: 0 and 1000 nits, and a scale of 100.
public final class CAEDRMetadata: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The numbers of a kind of content.
  enum Content: Equatable {
    /// Of PQ.
    case hdr10(Grading)
    /// Of HLG; with the light around the viewer in lux if it is known.
    case hlg(illuminance: Double?)
  }

  /// How content of PQ was graded.
  struct Grading: Hashable {
    /// Of the display that it was graded on, in nits.
    var minLuminance = 0.0
    var maxLuminance = 1000.0
    /// Of the brightest pixel and of the brightest frame's mean, in nits; 0 is unknown.
    var maxContentLight = 0.0
    var maxFrameAverageLight = 0.0
    /// Nits of the value 1.
    var opticalOutputScale = 100.0
  }

  let content: Content
  /// The bytes that it was made of.
  private let displayInfo: Data?
  private let contentInfo: Data?
  private let environment: Data?

  private init(
    _ content: Content,
    displayInfo: Data? = nil,
    contentInfo: Data? = nil,
    environment: Data? = nil
  ) {
    self.content = content
    self.displayInfo = displayInfo
    self.contentInfo = contentInfo
    self.environment = environment
  }

  /// Whether there are outputs of extended range: yes.
  ///
  /// **Differences**: on Apple's platforms it depends on the machine.
  public class var isAvailable: Bool { true }

  // MARK: HDR10

  /// Metadata of films in HDR10, as their bytes have it, big-endian.
  ///
  /// - Parameters:
  ///   - displayData: 24 bytes of the display that it was graded on: x and y of the primaries
  ///     green, blue, red and of white as 16 bits in 0.00002, then the largest and the least luminance
  ///     as 32 bits in 0.0001 nits. Nil is 0 to 1000 nits.
  ///   - contentData: Four bytes: the light of the brightest pixel, and the mean of the brightest
  ///     frame, as 16 bits in nits. Nil is unknown.
  ///   - scale: Nits of the value 1.
  public class func hdr10(
    displayInfo displayData: Data?,
    contentInfo contentData: Data?,
    opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    var grading = Grading()
    let display = usable(displayData, 24, "displayInfo")
    let content = usable(contentData, 4, "contentInfo")
    if let display {
      let most = Double(number(display, at: 16, bytes: 4)) * 1e-4
      let least = Double(number(display, at: 20, bytes: 4)) * 1e-4
      set(least, most, in: &grading)
    }
    if let content {
      grading.maxContentLight = Double(number(content, at: 0, bytes: 2))
      grading.maxFrameAverageLight = Double(number(content, at: 2, bytes: 2))
    }
    set(scale, in: &grading)
    return CAEDRMetadata(.hdr10(grading), displayInfo: display, contentInfo: content)
  }

  /// Metadata of content in PQ that was graded on a display of a range.
  ///
  /// - Parameters:
  ///   - minLuminance: The least luminance, in nits.
  ///   - maxLuminance: The largest, in nits.
  ///   - scale: Nits of the value 1.
  public class func hdr10(
    minLuminance: Float,
    maxLuminance: Float,
    opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    var grading = Grading()
    set(Double(minLuminance), Double(maxLuminance), in: &grading)
    set(scale, in: &grading)
    return CAEDRMetadata(.hdr10(grading))
  }

  // MARK: HLG

  /// Metadata of content in HLG.
  public class var hlg: CAEDRMetadata { CAEDRMetadata(.hlg(illuminance: nil)) }

  /// Metadata of content in HLG with the light that it was made for.
  ///
  /// - Parameter data: Eight bytes, big-endian: the illuminance as 32 bits in 0.0001 lux, x and y
  ///   of its colour as 16 bits in 0.00002.
  public class func hlg(ambientViewingEnvironment data: Data) -> CAEDRMetadata {
    guard let data = usable(data, 8, "ambientViewingEnvironment") else { return hlg }
    let illuminance = Double(number(data, at: 0, bytes: 4)) * 1e-4
    return CAEDRMetadata(.hlg(illuminance: illuminance), environment: data)
  }

  // MARK: Light

  /// The nits of the value 1 of ours: reference white.
  private static let referenceWhite = 203.0
  /// The nits of 1 of normalised content, whose scale does not count.
  private static let normalizedScale = 10_000.0

  /// The ratio of the brightest light to reference white.
  ///
  /// The light is that of the brightest pixel if it is known, else the largest of the display; of
  /// HLG, 1000 nits.
  package var headroom: Double {
    var light = 1000.0
    if case .hdr10(let grading) = content {
      light = grading.maxContentLight > 0 ? grading.maxContentLight : grading.maxLuminance
    }
    return min(max(light, Self.referenceWhite), Self.normalizedScale) / Self.referenceWhite
  }

  /// Returns the linear light of a value of content, with reference white as 1; of HLG the value
  /// itself.
  ///
  /// - Parameter isNormalized: Whether the content is of integers.
  package func light(of value: Double, isNormalized: Bool) -> Double {
    guard case .hdr10(let grading) = content else { return value }
    let scale = isNormalized ? Self.normalizedScale : grading.opticalOutputScale
    return value * scale / Self.referenceWhite
  }

  // MARK: Bytes

  /// Returns bytes of the right count; nil for others, which are told of.
  private static func usable(_ data: Data?, _ count: Int, _ name: String) -> Data? {
    guard let data else { return nil }
    guard data.count == count else {
      Diagnostics.report("CAEDRMetadata: \(name) has \(data.count) bytes; expected \(count)")
      return nil
    }
    return data
  }

  /// Reads a big-endian number.
  private static func number(_ data: Data, at start: Int, bytes: Int) -> UInt32 {
    data.dropFirst(start).prefix(bytes).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func set(_ least: Double, _ most: Double, in grading: inout Grading) {
    guard least.isFinite, most.isFinite, least >= 0, most > least else {
      return Diagnostics.report(
        "CAEDRMetadata: luminances of \(least) to \(most) nits: expected a range from 0 on"
      )
    }
    (grading.minLuminance, grading.maxLuminance) = (least, most)
  }

  private static func set(_ scale: Float, in grading: inout Grading) {
    guard scale.isFinite, scale > 0 else {
      return Diagnostics.report(
        "CAEDRMetadata: an opticalOutputScale of \(scale): expected more than 0"
      )
    }
    grading.opticalOutputScale = Double(scale)
  }

  // MARK: Values

  /// The same object, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object has the same numbers and bytes.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CAEDRMetadata else { return false }
    return content == other.content && displayInfo == other.displayInfo
      && contentInfo == other.contentInfo && environment == other.environment
  }

  /// Equal for equal objects.
  public override var hash: Int {
    var hasher = Hasher()
    if case .hdr10(let grading) = content { hasher.combine(grading) }
    hasher.combine(displayInfo)
    hasher.combine(contentInfo)
    hasher.combine(environment)
    return hasher.finalize()
  }

  // MARK: Archives

  /// Archives may be read with a list of classes.
  public static var supportsSecureCoding: Bool { true }

  private enum Key {
    static let kind = "kind", display = "displayInfo", content = "contentInfo"
    static let environment = "environment", least = "minLuminance", most = "maxLuminance"
    static let scale = "opticalOutputScale"
  }

  /// Reads an archive; nil if it is damaged.
  public required init?(coder: NSCoder) {
    func data(_ key: String) -> Data? {
      guard coder.containsValue(forKey: key) else { return nil }
      return coder.decodeObject(of: NSData.self, forKey: key).map { Data(referencing: $0) }
    }
    let made: CAEDRMetadata
    switch coder.decodeObject(of: NSString.self, forKey: Key.kind).map({ String($0) }) {
    case "hlg":
      made =
        data(Key.environment).map { CAEDRMetadata.hlg(ambientViewingEnvironment: $0) } ?? .hlg
    case "hdr10":
      let scale = coder.decodeFloat(forKey: Key.scale)
      let (display, content) = (data(Key.display), data(Key.content))
      if display == nil, content == nil {
        made = .hdr10(
          minLuminance: coder.decodeFloat(forKey: Key.least),
          maxLuminance: coder.decodeFloat(forKey: Key.most),
          opticalOutputScale: scale
        )
      } else {
        made = .hdr10(displayInfo: display, contentInfo: content, opticalOutputScale: scale)
      }
    default: return nil
    }
    content = made.content
    displayInfo = made.displayInfo
    contentInfo = made.contentInfo
    environment = made.environment
  }

  /// Writes it into an archive.
  public func encode(with coder: NSCoder) {
    switch content {
    case .hlg: coder.encode("hlg" as NSString, forKey: Key.kind)
    case .hdr10(let grading):
      coder.encode("hdr10" as NSString, forKey: Key.kind)
      coder.encode(Float(grading.opticalOutputScale), forKey: Key.scale)
      coder.encode(Float(grading.minLuminance), forKey: Key.least)
      coder.encode(Float(grading.maxLuminance), forKey: Key.most)
    }
    for (key, bytes) in [
      (Key.display, displayInfo), (Key.content, contentInfo), (Key.environment, environment),
    ] {
      if let bytes { coder.encode(bytes as NSData, forKey: key) }
    }
  }

  /// The kind and its numbers.
  public override var description: String {
    switch content {
    case .hlg(let illuminance?): "<CAEDRMetadata hlg, \(illuminance) lux>"
    case .hlg(nil): "<CAEDRMetadata hlg>"
    case .hdr10(let grading):
      "<CAEDRMetadata hdr10, \(grading.minLuminance) to \(grading.maxLuminance) nits, "
        + "\(grading.opticalOutputScale) nits a unit>"
    }
  }
}
