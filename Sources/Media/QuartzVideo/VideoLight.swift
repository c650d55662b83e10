// Films brighter than white as everything can show them.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo
import CoreGraphics
import QuartzMath
import Synchronization

/// The tables with which pictures in PQ or HLG become bytes of sRGB, or half floats of extended
/// sRGB.
///
/// For bytes, light is made darker by the reference white curve from the film's brightest light to
/// white, as that of images is; half floats keep it. Tables are made once for each kind of film.
package struct VideoLight: Sendable {
  package struct Key: Hashable, Sendable {
    package var primaries: VideoFormat.Primaries
    package var transfer: VideoFormat.Transfer
    package var mostNits: Double
  }

  private let decode: [Float]
  private let screen: [Float]
  private let gain: [Float]
  private let encode: [UInt8]
  private let extended: [Float]
  private let most: Float
  private let luminance: SIMD3<Float>
  private let to2020: [Float]
  private let is2020: Bool
  private let toSRGB: [Float]

  /// Steps of the square root of a share.
  private static let steps = 4096
  private static let made = Mutex<[Key: VideoLight]>([:])
  /// So many kinds of films are remembered.
  private static let mostKept = 8

  /// The tables for a format; nil for one of standard range.
  package static func find(_ format: VideoFormat) -> VideoLight? {
    guard format.isHDR else { return nil }
    let key = Key(
      primaries: format.primaries,
      transfer: format.transfer,
      mostNits: format.mostNits
    )
    return made.withLock { made in
      if let light = made[key] { return light }
      let light = VideoLight(key)
      if made.count >= Self.mostKept { made.removeAll() }
      made[key] = light
      return light
    }
  }

  package init(_ key: Key) {
    let definition = key.space.definition
    let curve = ReferenceWhiteCurve(
      from: key.mostNits / ReferenceWhiteCurve.whiteNits,
      to: 1
    )
    let isHLG = key.transfer == .hlg
    let peak = isHLG ? HybridLogGamma.greatestNits : PerceptualQuantizer.greatestNits
    let most = peak / ReferenceWhiteCurve.whiteNits
    decode = (0...65535).map { Float(definition.curve.decode(Double($0) / 65535)) }
    func table<Value>(_ value: (Double) -> Value) -> [Value] {
      (0...Self.steps).map { step in
        let root = Double(step) / Double(Self.steps)
        return value(root * root)
      }
    }
    func shares<Value>(_ value: (Double) -> Value) -> [Value] {
      (0..<Int32(quartz_share_count)).map { value(Double(quartz_share_of($0))) }
    }
    screen =
      isHLG
      ? shares { Float(HybridLogGamma.nitsPerScene($0) / ReferenceWhiteCurve.whiteNits) } : []
    gain = shares { Float(curve?.factor($0 * most) ?? 1) }
    encode = shares { UInt8((min(max(TransferCurve.sRGB.encode($0), 0), 1) * 255).rounded()) }
    extended = table { Float(TransferCurve.sRGB.encode($0 * 2 * most)) }
    self.most = Float(most)
    luminance = SIMD3<Float>(definition.screenWeights)
    let own = definition.primaries.toXYZ
    is2020 = key.primaries == .rec2020
    to2020 = (Primaries.rec2020.toXYZ.inverse * own).rows
    toSRGB = (Primaries.sRGB.toXYZ.inverse * own).rows
  }

  /// Calls `body` with the tables; they live as long as it runs.
  func withTables<Result>(_ body: (UnsafePointer<quartz_video_light>) -> Result) -> Result {
    decode.withUnsafeBufferPointer { decode in
      screen.withUnsafeBufferPointer { screen in
        gain.withUnsafeBufferPointer { gain in
          encode.withUnsafeBufferPointer { encode in
            extended.withUnsafeBufferPointer { extended in
              var light = quartz_video_light()
              light.decode = decode.baseAddress
              light.screen = screen.isEmpty ? nil : screen.baseAddress
              light.gain = gain.baseAddress
              light.encode = encode.baseAddress
              light.extended = extended.baseAddress
              light.most = most
              light.is_2020 = is2020
              light.luminance = (luminance.x, luminance.y, luminance.z)
              withUnsafeMutableBytes(of: &light.to_2020) { $0.copyBytes(from: to2020.rawBytes) }
              withUnsafeMutableBytes(of: &light.to_srgb) { $0.copyBytes(from: toSRGB.rawBytes) }
              return body(&light)
            }
          }
        }
      }
    }
  }
}

extension VideoLight.Key {
  fileprivate var space: CGColorSpace {
    CodedColors(primaries: primaries.rawValue, transfer: transfer.rawValue).space
      ?? CGColorSpaceCreateDeviceRGB()
  }
}

extension ProfileMatrix {
  /// The elements row by row.
  fileprivate var rows: [Float] {
    let columns = [self * [1, 0, 0], self * [0, 1, 0], self * [0, 0, 1]]
    return (0..<3).flatMap { row in columns.map { Float($0[row]) } }
  }
}

extension [Float] {
  fileprivate var rawBytes: [UInt8] { withUnsafeBytes { Array<UInt8>($0) } }
}
