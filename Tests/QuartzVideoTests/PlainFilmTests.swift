// Films that need no FFmpeg: Y4M by its own reader.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzVideo
import TestRandom
import Testing

@Suite struct PlainFilmTests {
  /// A Y4M file of numbers in grey.
  private func write(
    _ folder: Folder,
    _ count: Int,
    head: String = "YUV4MPEG2 W64 H64 F30000:1001 Ip A1:1 C420jpeg",
    line: String = "FRAME"
  ) throws -> (path: String, bytes: Data) {
    var bytes = Data((head + "\n").utf8)
    for number in 0..<count {
      bytes.append(Data((line + "\n").utf8))
      bytes.append(contentsOf: NumberPicture.gray(number))
      if !head.hasSuffix("mono") {
        bytes.append(contentsOf: [UInt8](repeating: 128, count: 2 * 32 * 32))
      }
    }
    let path = folder.file("film.y4m")
    try bytes.write(to: URL(fileURLWithPath: path))
    return (path, bytes)
  }

  @Test(arguments: [
    "YUV4MPEG2 W64 H64 F30000:1001 Ip A1:1 C420jpeg", "YUV4MPEG2 W64 H64 F30000:1001 Cmono",
  ])
  func picturesAreThoseOfTheirNumbers(head: String) throws {
    let folder = try Folder()
    let film = try VideoDecoder(path: try write(folder, 30, head: head, line: "FRAME Ip").path)
    #expect(film.index.count == 30 && film.index.timeBase == Ratio(1001, 30000))
    #expect(film.description.container == "yuv4mpegpipe")
    for number in [0, 1, 29, 7, 6, 5, 28] {
      let picture = try film.picture(number)
      #expect(picture.number == number && NumberPicture.number(picture.rgba) == number)
    }
    // Nothing of FFmpeg's would give a picture before its time.
    #expect(film.number(at: 1001 * 3 - 1, scale: 30000) == 2)
    #expect(film.number(at: 1001 * 3, scale: 30000) == 3)
  }

  @Test func cutFilmsEndEarly() throws {
    let folder = try Folder()
    let (path, bytes) = try write(folder, 4)
    try bytes.prefix(bytes.count - 100).write(to: URL(fileURLWithPath: path))
    #expect(try VideoDecoder(path: path).index.count == 3)
    // A file of the head alone has no pictures.
    try bytes.prefix(60).write(to: URL(fileURLWithPath: path))
    let empty = try VideoDecoder(path: path)
    #expect(empty.index.count == 0)
    #expect(throws: VideoError.noVideo(path: path)) { try empty.picture(0) }
  }

  @Test(arguments: [
    "YUV4MPEG2 W0 H64 F25:1", "YUV4MPEG2 W64 F25:1", "YUV4MPEG2 W99999 H64 F25:1",
    "YUV4MPEG2 W64 H64 F25:0", "YUV4MPEG2 W64 H64", "YUV4MPEG2 W64 H64 F25:1 C7",
    "YUV4MPEG2 W64 H64 F25:1 " + String(repeating: "X", count: 400),
  ])
  func headsOfNoFilmAreErrors(head: String) throws {
    let folder = try Folder()
    let path = try write(folder, 2, head: head).path
    #expect(throws: VideoError.self) { try VideoDecoder(path: path) }
  }

  @Test func damagedFilmsAreErrorsOrShorter() throws {
    let folder = try Folder()
    var generator = SeededGenerator(seed: 7)
    let (path, bytes) = try write(folder, 3)
    for _ in 0..<20 {
      var damaged = bytes
      for _ in 0..<4 {
        let place = Int.random(in: 10..<60, using: &generator)
        damaged[place] = UInt8.random(in: 0...255, using: &generator)
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      guard let film = try? VideoDecoder(path: path) else { continue }
      if film.index.count > 0 { _ = try? film.picture(0) }
    }
  }
}
