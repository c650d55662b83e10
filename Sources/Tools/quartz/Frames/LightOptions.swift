// Options for the light of films.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzEncoding
import QuartzMath

extension FilmTransfer: ExpressibleByArgument {}

/// The options for films brighter than white.
struct LightOptions: ParsableArguments, Sendable {
  @Option(
    help: """
      Write a film brighter than white (mp4, mov, m4v or mkv; HEVC of 10 bits): pq for HDR10, or hlg. White \
      of the layers has 203 nits.
      """
  )
  var transfer: FilmTransfer?

  @Flag(
    help: """
      With --transfer pq, draw all frames twice, so that the file says how bright they are (MaxCLL, \
      MaxFALL).
      """
  )
  var measure = false

  /// Fails for what films of a format cannot have.
  ///
  /// - Parameter format: Nil for pictures.
  func check(_ format: FilmFormat?, background: Color?, isShared: Bool) throws {
    if measure, transfer != .pq { throw ValidationError("--measure needs --transfer pq") }
    guard transfer != nil else { return }
    guard format?.isH264 == true else {
      throw ValidationError("--transfer is for mp4, mov, m4v and mkv")
    }
    if let background, background.alpha < 1 {
      throw ValidationError("--background must be opaque with --transfer")
    }
    if isShared { throw ValidationError("--transfer and --shard exclude one another") }
  }
}
