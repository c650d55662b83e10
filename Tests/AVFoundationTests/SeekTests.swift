// Seeks with tolerances: a function of the film alone.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import TestClaims
import Testing

@Suite struct SeekTests {
  /// A film of four seconds, 30 pictures a second, whose key pictures are at 0 and 2 s.
  private func film(_ folder: Folder) throws -> URL {
    let (raw, path) = (folder.file("raw"), folder.file("film.mp4"))
    try NumberPicture.write(150, to: raw)
    let side = NumberPicture.side
    try ffmpeg([
      "-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(side)x\(side)", "-r", "30", "-i", raw,
      "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "60", "-keyint_min", "60",
      "-sc_threshold", "0", path,
    ])
    return URL(fileURLWithPath: path)
  }

  private func time(_ seconds: Double) -> CMTime {
    CMTime(value: CMTimeValue((seconds * 600).rounded()), timescale: 600)
  }

  @Test(
    .shows(
      "AVPlayer.seek(to:toleranceBefore:toleranceAfter:)",
      "AVPlayer.currentTime()"
    )
  )
  func seeksLandOnKeyPicturesWithinTheirTolerances() throws {
    let folder = try Folder()
    let context = try CAContext(size: CGSize(width: 64, height: 64))
    let root = CALayer()
    context.layer = root
    let player = AVPlayer(url: try film(folder))
    let layer = AVPlayerLayer(player: player)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.addSublayer(layer)
    let cases: [(time: Double, before: Double, after: Double, landed: Double)] = [
      (3.5, 1, 1, 4), (2.2, 1, 1, 2.2), (3.5, 2, 0, 2), (3.5, 0, 0, 3.5), (3, 1, 1, 2),
      (3, .infinity, .infinity, 2), (4.9, 0.5, 3, 4.9), (0.9, 0, 0.5, 0.9),
      // Ten pictures after a key picture, and eleven.
      (2 + 10 / 30.0, 1, 1, 2 + 10 / 30.0), (2 + 11 / 30.0, 1, 1, 2),
    ]
    for (wanted, before, after, landed) in cases {
      func tolerance(_ seconds: Double) -> CMTime {
        seconds.isFinite ? time(seconds) : .positiveInfinity
      }
      player.seek(
        to: time(wanted),
        toleranceBefore: tolerance(before),
        toleranceAfter: tolerance(after)
      )
      let place = "\(wanted) - \(before) + \(after)"
      #expect(abs(player.currentTime().seconds - landed) < 1e-6, "\(place)")
      let shown = try AVFoundationTests.number(of: context.image(at: 0))
      #expect(shown == Int((landed * 30 + 1e-6).rounded(.down)), "\(place)")
    }
    player.seek(to: time(3.5))
    #expect(player.currentTime().seconds == 3.5)
  }
}
