// The picture at a time, of many kinds of films, in any order.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzVideo
import TestRandom
import Testing

@Suite struct FrameTests {
  private static let count = 40

  @Test(arguments: FilmKind.all)
  func everyPictureIsFoundInAnyOrder(kind: FilmKind) throws {
    let folder = try Folder()
    let path = try kind.make(FrameTests.count, in: folder)
    let decoder = try VideoDecoder(path: path)
    try #require(decoder.index.count == FrameTests.count)
    let numbers = Array(0..<decoder.index.count)
    var random = SeededGenerator(seed: 7)
    for order in [numbers, numbers.reversed(), numbers.shuffled(using: &random)] {
      for number in order {
        let picture = try decoder.picture(number)
        #expect(picture.number == number)
        #expect(NumberPicture.number(picture.rgba) == number)
      }
    }
  }

  @Test(arguments: FilmKind.all)
  func boundariesBelongToTheLaterPicture(kind: FilmKind) throws {
    let folder = try Folder()
    let path = try kind.make(FrameTests.count, in: folder)
    let decoder = try VideoDecoder(path: path)
    let rate = try #require(Ratio(kind.rate.contains("/") ? kind.rate : kind.rate + "/1"))
    let base = decoder.index.timeBase
    for number in 0..<FrameTests.count {
      let units = decoder.index.times[number]
      // because: Matroska has milliseconds, GIF hundredths of a second, AVI pictures of 25 fps.
      let error = abs(decoder.index.seconds(units) - Double(number) / rate.value)
      #expect(error <= base.value)
      let scale = Int32(base.denominator)
      let value = units * base.numerator
      #expect(decoder.number(at: value, scale: scale) == number)
      let fine = scale * 2
      #expect(decoder.number(at: 2 * value + 1, scale: fine) == number)
      #expect(decoder.number(at: 2 * value - 1, scale: fine) == (number > 0 ? number - 1 : nil))
    }
    #expect(decoder.number(at: .max, scale: 1) == FrameTests.count - 1)
    #expect(decoder.number(at: .min, scale: 1) == nil)
  }

  @Test func picturesAheadAndRunsBackwardsDecodeEachOnce() throws {
    let folder = try Folder()
    let path = try FilmKind.all[0].make(FrameTests.count, in: folder)
    let decoder = try VideoDecoder(path: path)
    for number in 0..<FrameTests.count { _ = try decoder.picture(number) }
    #expect(decoder.decodedCount == FrameTests.count)
    // Room for 8 pictures of 64 x 64: a run of 8 for 8 pictures back.
    let small = try VideoDecoder(path: path, cacheBytes: 8 * 64 * 64 * 3 / 2)
    _ = try small.picture(FrameTests.count - 1)
    for number in (0..<FrameTests.count).reversed() {
      #expect(NumberPicture.number(try small.picture(number).rgba) == number)
    }
    #expect(small.decodedCount <= 2 * FrameTests.count)
  }

  /// A film of small pictures keeps all of them, and few open files.
  @Test func fewFilesAreOpen() throws {
    let folder = try Folder()
    let decoder = try VideoDecoder(path: try FilmKind.all[0].make(FrameTests.count, in: folder))
    let numbers = 0..<FrameTests.count
    let pictures = try numbers.map { try decoder.picture($0) }
    #expect(pictures.count { $0.memory.descriptor != nil } == 24)
    #expect(pictures.map { NumberPicture.number($0.rgba) } == Array(numbers))
    _ = try decoder.picture(0)
    #expect(decoder.decodedCount == FrameTests.count)
  }

  @Test func variableRatesHaveTheirTimes() throws {
    let folder = try Folder()
    let path = folder.file("v.mp4")
    try NumberPicture.write(20, to: folder.file("n.raw"))
    // Picture n begins at n * n hundredths of a second.
    try ffmpeg([
      "-f", "rawvideo", "-pix_fmt", "gray", "-s", "64x64", "-r", "100", "-i", folder.file("n.raw"),
      "-vf", "setpts=N*N", "-fps_mode", "vfr", "-enc_time_base", "1/100", "-c:v", "libx264", "-bf",
      "2", "-pix_fmt", "yuv420p", path,
    ])
    let decoder = try VideoDecoder(path: path)
    #expect(decoder.index.count == 20)
    for hundredth in 0..<400 {
      let expected = Int(Double(hundredth).squareRoot())
      let number = try #require(decoder.number(at: Int64(hundredth), scale: 100))
      #expect(number == expected)
    }
    #expect(NumberPicture.number(try decoder.picture(11).rgba) == 11)
  }

  @Test func editListsCutTheBeginning() throws {
    let folder = try Folder()
    let whole = try FilmKind.all[0].make(FrameTests.count, in: folder)
    let path = folder.file("cut.mp4")
    // A copy from the middle of a group begins at its key picture, with an edit that hides those
    // before 0.6 s, which is picture 15.
    try ffmpeg(["-ss", "0.6", "-i", whole, "-c", "copy", path])
    let decoder = try VideoDecoder(path: path)
    let first = try #require(decoder.number(at: 0, scale: 1))
    #expect(NumberPicture.number(try decoder.picture(first).rgba) == 15)
    #expect(decoder.index.times.first == 0)
    let last = decoder.index.count - 1
    #expect(NumberPicture.number(try decoder.picture(last).rgba) == FrameTests.count - 1)
  }

  @Test func lateFirstPicturesAreAtTheirTime() throws {
    let folder = try Folder()
    let whole = try FilmKind.all[0].make(FrameTests.count, in: folder)
    // QuickTime's family says when the first picture shows; others begin with it.
    for (name, start) in [("late.mp4", 2.0), ("late.mkv", 0.0)] {
      let path = folder.file(name)
      try ffmpeg(["-itsoffset", "2", "-i", whole, "-c", "copy", path])
      let decoder = try VideoDecoder(path: path)
      let first = try #require(decoder.index.times.first)
      // because: B pictures of Matroska begin a picture late.
      #expect(abs(decoder.index.seconds(first) - start) < 0.1)
      for number in [0, 13, 39] {
        #expect(NumberPicture.number(try decoder.picture(number).rgba) == number)
      }
    }
  }

  /// The planes do not depend on the number of a decoder's threads.
  @Test(arguments: [1, 2, 4]) func threadsChangeNoPicture(threads: Int) throws {
    let folder = try Folder()
    let path = try FilmKind.all[0].make(40, in: folder)
    let raw = folder.file("planes.raw")
    try ffmpeg(
      ["-threads", "\(threads)", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", raw]
    )
    let expected = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
    let decoder = try VideoDecoder(path: path)
    let count = try #require(decoder.description.format).byteCount
    #expect(expected.count == 40 * count)
    for number in 0..<40 {
      let picture = try decoder.picture(number)
      let found = UnsafeRawBufferPointer(start: picture.memory.base, count: count)
      let isSame = expected[number * count..<(number + 1) * count].elementsEqual(found)
      #expect(isSame, "picture \(number)")
    }
  }
}
