// Light of planes and words in PQ or HLG as half floats of extended sRGB.
// Licensed under the MIT license; see LICENSE.
//
// The formula is that of `CQuartzVideo.h`, with BT.2020's primaries: 1 is white, of 203 nits, and
// no curve makes light darker. Layers map the half floats as those of any other content.

import CQuartzVideo
import QuartzFilters
import QuartzMath
import QuartzRaster

/// The tables of a transfer function, made once.
final class PlaneTables: Sendable {
  private static let pq = PlaneTables(.pq)
  private static let hlg = PlaneTables(.hlg)

  private let decode: [Float]
  private let screen: [Float]
  private let extended: [Float]
  private let most: Float

  /// Steps of the square root of a share.
  private static let steps = 4096
  /// The weights of luminance in HLG's screen: ITU-R BT.2100-2, table 5.
  private static let luminance: (Float, Float, Float) = (0.2627, 0.6780, 0.0593)
  /// From BT.2020's primaries to sRGB's, row by row: both have the white D65.
  private static let toSRGB: [Float] = [
    1.6604910021, -0.5876411388, -0.0728498633, -0.1245504745, 1.1328998971, -0.0083494226,
    -0.0181507634, -0.1005788980, 1.1187296614,
  ]

  /// The tables of a transfer function.
  static func of(_ transfer: PlaneLayout.Transfer) -> PlaneTables {
    switch transfer {
    case .pq: pq
    case .hlg: hlg
    }
  }

  private init(_ transfer: PlaneLayout.Transfer) {
    let white = ReferenceWhiteCurve.whiteNits
    let isHLG = transfer == .hlg
    let peak = isHLG ? HybridLogGamma.greatestNits : PerceptualQuantizer.greatestNits
    let most = peak / white
    decode = (0...65535).map { code in
      let signal = Double(code) / 65535
      return Float(
        isHLG ? HybridLogGamma.scene(signal) : PerceptualQuantizer.nits(signal) / white
      )
    }
    screen =
      isHLG
      ? (0..<Int32(quartz_share_count)).map {
        Float(HybridLogGamma.nitsPerScene(Double(quartz_share_of($0))) / white)
      } : []
    extended = (0...Self.steps).map { step in
      let root = Double(step) / Double(Self.steps)
      return Float(FilterSpace.encoded(root * root * 2 * most))
    }
    self.most = Float(most)
  }

  /// Writes a picture as rows of R, G, B, A half floats.
  ///
  /// - Parameters:
  ///   - picture: Without tables; its planes are checked.
  ///   - rows: As many rows of `rowBytes` bytes as the picture has.
  func write(
    _ picture: quartz_video_picture,
    to rows: UnsafeMutableRawPointer,
    rowBytes: Int
  ) {
    let width = Int(picture.width)
    withTables { tables in
      var picture = picture
      picture.light = tables
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { row in
        guard let colors = row.baseAddress else { return }
        for y in 0..<Int(picture.height) {
          // Bounds: four numbers for each pixel of a row.
          colors.withMemoryRebound(to: Float.self, capacity: 4 * width) {
            quartz_video_extend(&picture, Int32(y), $0)
          }
          HalfPixels.writeFinite(colors, to: rows + y * rowBytes, count: width)
        }
      }
    }
  }

  /// Calls `body` with the tables; they live as long as it runs.
  private func withTables(_ body: (UnsafePointer<quartz_video_light>) -> Void) {
    decode.withUnsafeBufferPointer { decode in
      screen.withUnsafeBufferPointer { screen in
        extended.withUnsafeBufferPointer { extended in
          var light = quartz_video_light()
          light.decode = decode.baseAddress
          light.screen = screen.isEmpty ? nil : screen.baseAddress
          light.extended = extended.baseAddress
          (light.most, light.is_2020, light.luminance) = (most, true, Self.luminance)
          Self.toSRGB.withUnsafeBytes { from in
            withUnsafeMutableBytes(of: &light.to_srgb) { $0.copyMemory(from: from) }
          }
          body(&light)
        }
      }
    }
  }
}
