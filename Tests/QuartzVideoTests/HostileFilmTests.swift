// Files that are no films, or damaged ones: a clear error, and nothing hangs.
// Licensed under the MIT license; see LICENSE.
//
// `QUARTZ_FILM_CHANGES=400` changes each of five films so many times, in place of eight.
// `QUARTZ_FILM_CUTS=all` cuts each of three films at every 4 KiB, in place of 16 times.

import FilmSamples
import Foundation
import Glibc
import QuartzVideo
import TestRandom
import Testing

@Suite struct HostileFilmTests {
  /// Opens a file and reads some pictures; an error says which file it is about.
  private func read(_ path: String) -> Result<Int, VideoError> {
    do {
      let decoder = try VideoDecoder(path: path)
      for number in [0, decoder.index.count / 2, decoder.index.count - 1] {
        _ = try decoder.picture(number)
      }
      return .success(decoder.index.count)
    } catch {
      #expect(error.description.hasPrefix(path))
      #expect(!error.description.contains("\n"))
      return .failure(error)
    }
  }

  private func write(_ bytes: some Sequence<UInt8>, _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test(arguments: [0, 2, 12])
  func filmsCutAnywhereEndClearly(kind: Int) throws {
    let folder = try Folder()
    let whole = try FilmKind.all[kind].make(300, in: folder)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: whole)))
    let path = folder.file("cut-" + FilmKind.all[kind].file)
    var readable = 0
    #expect(bytes.count > 8192)
    // because: raw pictures of FFV1 take 100 times 4 KiB.
    let step = Self.cutsAtEachPage ? 4096 : max(bytes.count / 16 / 4096, 1) * 4096
    for end in stride(from: 4096, to: bytes.count, by: step) {
      try write(bytes[..<end], path)
      if case .success(let count) = read(path) {
        readable += 1
        #expect((1...300).contains(count))
      }
    }
    // An MP4 has its list at the end, Matroska's packets stand for themselves.
    #expect((readable > 0) == (kind != 0))
  }

  private static let cutsAtEachPage =
    ProcessInfo.processInfo.environment["QUARTZ_FILM_CUTS"] == "all"

  private static let changes =
    ProcessInfo.processInfo.environment["QUARTZ_FILM_CHANGES"].flatMap(Int.init) ?? 8

  @Test(arguments: [0, 2, 5, 10, 13])
  func changedBytesEndClearly(kind: Int) throws {
    let folder = try Folder()
    let whole = try FilmKind.all[kind].make(10, in: folder)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: whole)))
    let path = folder.file("changed-" + FilmKind.all[kind].file)
    var random = SeededGenerator(seed: UInt64(kind) + 1)
    for _ in 0..<Self.changes {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
      }
      try write(changed, path)
      _ = read(path)
    }
  }

  @Test func thingsThatAreNoFilmsAreRefused() throws {
    let folder = try Folder()
    let pipe = folder.file("pipe.mp4")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path, "/dev/zero", folder.file("missing.mp4")] {
      guard case .failure(.cannotOpen) = read(path) else {
        Issue.record("\(path) was opened")
        continue
      }
    }
    let texts = [
      "empty.mp4": "", "text.txt": "no film at all\n",
      "list.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:1/a.ts\n",
      "list.ffconcat": "ffconcat version 1.0\nfile /etc/passwd\n",
      "list.m3u": "#EXTM3U\n/etc/passwd\n",
      "session.sdp": "v=0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    ]
    for (name, text) in texts {
      try write(text.utf8, folder.file(name))
      guard case .failure(.notAFilm) = read(folder.file(name)) else {
        Issue.record("\(name) was read")
        continue
      }
    }
  }

  @Test func filmsWithoutPicturesSaySo() throws {
    let folder = try Folder()
    let path = folder.file("sound.mp4")
    try ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", path])
    let decoder = try VideoDecoder(path: path)
    #expect(decoder.index.count == 0 && decoder.description.format == nil)
    #expect(decoder.description.tracks.map(\.kind) == [.audio])
    #expect(throws: VideoError.noVideo(path: path)) { try decoder.picture(0) }
  }

  @Test func sizesAreBounded() throws {
    let folder = try Folder()
    for (size, isRead) in [("W1 H1", true), ("W16385 H2", false), ("W16384 H16384", false)] {
      let path = folder.file("size.y4m")
      // Planes of one pixel for each size: the file lies about the large ones.
      let text = "YUV4MPEG2 \(size) F25:1 C420jpeg\nFRAME\n"
      try write(Array(text.utf8) + [128, 128, 128], path)
      switch read(path) {
      case .success(let count): #expect(isRead && count == 1)
      case .failure(let error): #expect(!isRead, "\(error)")
      }
    }
  }

  @Test func oneDayOfPicturesIsIndexed() throws {
    let folder = try Folder()
    let path = folder.file("day.mkv")
    // A picture a minute for a day.
    try ffmpeg([
      "-f", "lavfi", "-i", "color=s=16x16:r=1/60:d=86400", "-c:v", "ffv1", path,
    ])
    let decoder = try VideoDecoder(path: path)
    #expect(decoder.index.count == 1440)
    #expect(decoder.number(at: 86399, scale: 1) == 1439)
    #expect(try decoder.picture(1439).number == 1439)
  }
}
