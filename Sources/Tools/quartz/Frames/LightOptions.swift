// Options for pictures and films brighter than white.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import QuartzEncoding
import QuartzMath
import QuartzModel

/// The options for pictures and films brighter than white.
struct LightOptions: ParsableArguments, Sendable {
  @Option(
    help: """
      The light of the picture: standard, or extended for a PNG of 16 bits with what is brighter \
      than white.
      """
  )
  var range = LightRange.standard

  @Option(
    help: ArgumentHelp(
      """
      With --range extended, how many times as bright as white the picture may be: 1...64. \
      Default: 4.926108, which is 1000 nits.
      """,
      valueName: "factor"
    )
  )
  var headroom: Double?

  @Option(
    help: """
      The curve of the file. With --range extended pq, hlg, linear or srgb; default: pq. Of a film \
      (mp4, mov, m4v or mkv; HEVC of 10 bits) pq for HDR10, or hlg; white of the layers has 203 nits.
      """
  )
  var transfer: LightTransfer?

  @Option(
    help: "With --range extended, the primaries of the file: srgb, p3 or 2020. Default: 2020."
  )
  var gamut: LightGamut?

  @Flag(
    help: """
      With a film and --transfer pq, draw all frames twice, so that the file says how bright they \
      are (MaxCLL, MaxFALL).
      """
  )
  var measure = false

  func validate() throws {
    if range == .standard, headroom != nil || gamut != nil {
      throw ValidationError("--headroom and --gamut are for --range extended")
    }
    if let headroom, !(1...Double(OutputRange.largestHeadroom)).contains(headroom) {
      throw ValidationError("--headroom must be in 1...64")
    }
  }

  /// The pictures; nil for those of standard range.
  var picture: LightPicture? {
    guard range == .extended else { return nil }
    let headroom = headroom.map { Float($0) } ?? kCGDefaultHDRImageContentHeadroom
    return LightPicture(
      range: .extended(headroom: headroom),
      colors: CodedColors(
        primaries: (gamut ?? .rec2020).code,
        transfer: (transfer ?? .pq).code
      )
    )
  }

  /// Fails for what films of a format cannot have.
  ///
  /// - Parameter format: Nil for pictures.
  func check(_ format: FilmFormat?, background: Color?, isShared: Bool) throws {
    if measure, transfer != .pq { throw ValidationError("--measure needs --transfer pq") }
    guard let transfer, range == .standard else { return }
    guard format?.isH264 == true else {
      throw ValidationError(
        "--transfer is for mp4, mov, m4v and mkv, and for pictures of --range extended"
      )
    }
    if transfer.film == nil { throw ValidationError("--transfer of a film is pq or hlg") }
    if let background, background.alpha < 1 {
      throw ValidationError("--background must be opaque with --transfer")
    }
    if isShared { throw ValidationError("--transfer and --shard exclude one another") }
  }
}
