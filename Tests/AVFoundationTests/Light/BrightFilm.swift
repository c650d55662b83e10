// Films of known light, for tests.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzMath
import QuartzVideo

/// Films of grey: pictures of 64 x 64 pixels, 25 a second, each of one luminance.
struct BrightFilm {
  /// The samples of Y' of its pictures, of 10 bits and limited range.
  var codes: [Int]
  var transfer = VideoFormat.Transfer.pq

  /// A film of nits in PQ, rounded to codes.
  init(nits: [Double]) {
    codes = nits.map { Int((64 + 876 * PerceptualQuantizer.signal($0)).rounded()) }
  }

  init(codes: [Int], _ transfer: VideoFormat.Transfer) {
    (self.codes, self.transfer) = (codes, transfer)
  }

  /// The light of a picture over white, as the recommendation says.
  func light(_ number: Int) -> Double {
    let signal = (Double(codes[number]) - 64) / 876
    guard transfer == .hlg else { return PerceptualQuantizer.nits(signal) / 203 }
    let scene = HybridLogGamma.scene(signal)
    return scene * HybridLogGamma.nitsPerScene(scene) / 203
  }

  /// Writes the film without losses.
  func make(in folder: Folder, _ name: String = "bright.mkv") throws -> URL {
    var data = Data()
    for code in codes {
      let luma = [UInt16](repeating: UInt16(code).littleEndian, count: 64 * 64)
      let chroma = [UInt16](repeating: UInt16(512).littleEndian, count: 32 * 32 * 2)
      luma.withUnsafeBytes { data.append(contentsOf: $0) }
      chroma.withUnsafeBytes { data.append(contentsOf: $0) }
    }
    let raw = folder.file(name + ".raw")
    try data.write(to: URL(fileURLWithPath: raw))
    let words = [
      "-color_range", "tv", "-color_primaries", "bt2020", "-color_trc",
      transfer == .pq ? "smpte2084" : "arib-std-b67", "-colorspace", "bt2020nc",
    ]
    let path = folder.file(name)
    try ffmpeg(
      ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "64x64", "-r", "25"] + words
        + ["-i", raw, "-c:v", "ffv1"] + words + [path]
    )
    return URL(fileURLWithPath: path)
  }
}

/// The curve of sRGB, continued beyond 0...1.
func extendedSRGB(_ light: Double) -> Double {
  let size = abs(light)
  let value = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
  return light < 0 ? -value : value
}
