// The film that the demos of films share, and a stage for it.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import Testing

/// The films of the inventories, a quarter as large: FX-MOV and FX-CAM.
enum MovieFilm {
  static let size = CGSize(width: 80, height: 60)
  static let frames = 300

  /// Ten seconds of 30 pictures in units of a 600th.
  ///
  /// The left half has the number as its grey level, the right half is white, and a strip at the
  /// top has a colour.
  static func make(
    _ folder: Folder,
    _ name: String = "movie.mov",
    strip: [UInt8] = [255, 0, 0],
    frames: Int = MovieFilm.frames
  ) throws -> URL {
    var bytes = Data()
    for number in 0..<frames {
      let grey = UInt8(truncatingIfNeeded: number)
      let row = [UInt8](repeating: grey, count: 40 * 3) + [UInt8](repeating: 255, count: 40 * 3)
      for _ in 0..<80 * 5 { bytes.append(contentsOf: strip) }
      for _ in 5..<60 { bytes.append(contentsOf: row) }
    }
    return try write(bytes, "80x60", folder, name)
  }

  /// Packed pictures as QuickTime's animation, which loses nothing.
  private static func write(
    _ bytes: Data,
    _ size: String,
    _ folder: Folder,
    _ name: String
  ) throws -> URL {
    let raw = folder.file("\(name).raw")
    try bytes.write(to: URL(fileURLWithPath: raw))
    let input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", "30", "-i", raw]
    let output = folder.file(name)
    try ffmpeg(input + ["-c:v", "qtrle", "-g", "12", "-video_track_timescale", "600", output])
    try FileManager.default.removeItem(atPath: raw)
    return URL(fileURLWithPath: output)
  }
}

/// A picture, by its pixels.
struct MoviePixels: Equatable {
  let width: Int
  let bytes: [UInt8]

  init(width: Int, bytes: [UInt8]) {
    (self.width, self.bytes) = (width, bytes)
  }

  init(_ image: CGImage) throws {
    width = image.width
    bytes = [UInt8](try #require(image.dataProvider?.data))
  }

  subscript(x: Int, y: Int) -> [Int] {
    let start = (y * width + x) * 4
    return bytes[start..<start + 3].map { Int($0) }
  }
}

/// A window of 320 x 240 points with the film in a layer that fills it.
struct MovieStage {
  let context: CAContext
  let root = CALayer()
  let player: AVPlayer
  let movie: AVPlayerLayer

  init(_ url: URL, size: CGSize = CGSize(width: 320, height: 240)) throws {
    context = try CAContext(size: size)
    root.frame = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    context.layer = root
    player = AVPlayer(url: url)
    movie = AVPlayerLayer(player: player)
    movie.frame = root.bounds
    root.addSublayer(movie)
  }

  func pixels(at time: Double) throws -> MoviePixels { try MoviePixels(context.image(at: time)) }

  /// The number of the film's picture at a time, modulo 256.
  func number(at time: Double) throws -> Int { try pixels(at: time)[60, 160][0] }
}
