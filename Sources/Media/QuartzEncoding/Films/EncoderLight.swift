// The arguments of FFmpeg for films brighter than white.
// Licensed under the MIT license; see LICENSE.

package import QuartzVideo

/// The light of a film brighter than white, as its file says it.
package struct EncoderLight: Sendable {
  /// The brightest light of a film, measured over all of its frames.
  package struct Levels: Equatable, Sendable {
    /// The nits of the brightest component of a pixel (MaxCLL).
    package var brightest: Int
    /// The nits of the brightest components of a frame on average, of the brightest frame
    /// (MaxFALL).
    package var average: Int

    package init(brightest: Int, average: Int) {
      (self.brightest, self.average) = (brightest, average)
    }
  }

  package var transfer: FilmTransfer
  /// Nil for light that nobody measured.
  package var levels: Levels?
  /// The display that the film was made for; nil for one of BT.2020 from 0.005 to 1000 nits.
  package var mastering: FilmLight.Mastering?
  /// Whether the encoder keeps every sample.
  package var isLossless = false

  package init(_ transfer: FilmTransfer, levels: Levels? = nil) {
    (self.transfer, self.levels) = (transfer, levels)
  }

  /// The display that films of layers are made for.
  private static let usual = FilmLight.Mastering(
    places: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329],
    least: 0.005,
    most: 1000
  )

  /// x265's word for the display: places in units of 0.00002, nits in units of 0.0001.
  private var display: String {
    let mastering = mastering ?? Self.usual
    func number(_ value: Double, _ unit: Double) -> Int {
      value.isNaN ? 0 : Int(min(max((value / unit).rounded(), 0), Double(UInt32.max)))
    }
    func place(_ first: Int) -> String {
      let places = mastering.places[first...first + 1].map { number($0, 0.00002) }
      return "(\(places[0]),\(places[1]))"
    }
    guard mastering.places.count == 8 else { return "" }
    let light = "L(\(number(mastering.most, 0.0001)),\(number(mastering.least, 0.0001)))"
    return "G\(place(2))B\(place(4))R\(place(0))WP\(place(6))\(light)"
  }

  /// The colours, before an input or an output.
  package var colors: [String] {
    [
      "-color_range", "tv", "-color_primaries", "bt2020", "-color_trc", transfer.name,
      "-colorspace", "bt2020nc",
    ]
  }

  /// The arguments of x265, whose bytes depend on how many threads there are.
  package func coding(_ preset: EncoderPreset?, _ format: FilmFormat) -> [String] {
    var parameters = ["log-level=error", "pools=4", "frame-threads=2", "repeat-headers=1"]
    if transfer == .pq {
      parameters += ["hdr10=1", "master-display=\(display)"]
      if let levels { parameters.append("max-cll=\(levels.brightest),\(levels.average)") }
    }
    if isLossless { parameters.append("lossless=1") }
    let quality = isLossless ? [] : ["-crf", "18"]
    return ["-c:v", "libx265", "-preset", (preset ?? .ultrafast).rawValue] + quality + [
      "-x265-params", parameters.joined(separator: ":"), "-pix_fmt", "yuv420p10le",
    ] + (format.isQuickTime ? ["-tag:v", "hvc1"] : []) + colors + [
      "-chroma_sample_location", "left",
    ]
  }
}
