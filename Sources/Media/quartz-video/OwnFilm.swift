// Films that are read without FFmpeg: Y4M, and animations in files of pictures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc
import ImageIO
import QuartzFaults
import QuartzVideo

/// Reads the pictures of a film by their numbers.
protocol PictureReading {
  /// Reads a picture.
  ///
  /// - Returns: Its number: that of an earlier one if the film has none at its time.
  func read(_ number: Int, to memory: UnsafeMutableRawPointer) throws -> Int
}

extension FilmReader: PictureReading {}

/// A film and its reader.
struct OwnFilm {
  var film: Film
  var reader: any PictureReading

  /// The bytes by which kinds of files are told apart.
  private static let headCount = 16

  /// Looks at a file; nil for one that is left to FFmpeg.
  ///
  /// - Throws: `VideoFailure` for a damaged film of the kinds that are read here.
  static func open(_ file: Int32) throws -> OwnFilm? {
    var head = [UInt8](repeating: 0, count: headCount)
    guard pread(file, &head, headCount, 0) == headCount else { return nil }
    if head.starts(with: Array("YUV4MPEG2 ".utf8)) { return try Y4MFilm(file).own }
    let isGIF = head.starts(with: Array("GIF8".utf8))
    let isPNG = head.starts(with: [0x89, 0x50, 0x4E, 0x47])
    let isWebP =
      head.starts(with: Array("RIFF".utf8)) && head[8...].starts(with: Array("WEBP".utf8))
    guard isGIF || isPNG || isWebP else { return nil }
    return try ImageFilm(file, codec: isGIF ? "gif" : isPNG ? "apng" : "webp")?.own
  }

  /// Describes a film of one track of pictures.
  static func describe(
    _ container: String,
    _ codec: String,
    _ format: VideoFormat,
    _ index: FilmIndex
  )
    -> Film
  {
    var track = FilmTrack(index: 0, kind: .video, codec: codec, timeBase: index.timeBase)
    (track.width, track.height) = (format.width, format.height)
    let end = (index.times.last ?? 0) + index.lastDuration
    track.duration = index.seconds(end)
    if let duration = track.duration, duration > 0, index.timeBase.numerator > 0 {
      let count = Int64(index.count)
      let rate = Ratio(count * index.timeBase.denominator, end * index.timeBase.numerator)
      track.rate = rate.reduced
    }
    var description = FilmDescription(container: container, tracks: [track])
    (description.videoTrack, description.format) = (0, format)
    description.duration = track.duration
    return Film(description: description, index: index)
  }
}

extension Ratio {
  /// The same fraction in its lowest terms.
  fileprivate var reduced: Ratio {
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    return a > 0 ? Ratio(numerator / a, denominator / a) : self
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Reads from a place of a file until the memory is full or the file ends.
  ///
  /// - Returns: The bytes that were read.
  fileprivate func fill(from file: Int32, at place: Int) -> Int {
    var done = 0
    while done < count {
      // Bounds: `done` is below the count.
      let rest = UnsafeMutableRawBufferPointer(rebasing: self[done...])
      let read = uninterrupted { pread(file, rest.baseAddress, rest.count, place + done) }
      guard read > 0 else { break }
      done += read
    }
    return done
  }
}

/// Uncompressed pictures behind a line of text each.
struct Y4MFilm: PictureReading {
  private let file: Int32
  private let format: VideoFormat
  private let index: FilmIndex
  /// Where the samples of each picture begin.
  private let places: [Int]

  /// The longest line.
  private static let longestLine = 256

  init(_ file: Int32) throws {
    self.file = file
    guard let head = Y4MFilm.line(file, at: 0) else {
      throw VideoFailure(.notAFilm, "its first line has no end")
    }
    let words = head.split(separator: " ").dropFirst()
    func word(_ letter: Character) -> String? {
      words.first { $0.first == letter }.map { String($0.dropFirst()) }
    }
    guard let width = word("W").flatMap({ Int($0) }), let height = word("H").flatMap({ Int($0) }),
      (1...VideoLimits.side).contains(width), (1...VideoLimits.side).contains(height)
    else {
      throw VideoFailure(.notAFilm, "its pictures have no size from 1 to \(VideoLimits.side)")
    }
    format = try Y4MFilm.format(
      width,
      height,
      word("C") ?? "420",
      isFull: words.contains("XCOLORRANGE=FULL")
    )
    .with(aspect: word("A").flatMap { Ratio($0) })
    guard format.isSane else {
      throw VideoFailure(.tooLarge, "pictures of \(format.byteCount) bytes")
    }
    let range: ClosedRange<Int64> = 1...Int64(Int32.max)
    guard let rate = word("F").flatMap({ Ratio($0) }), range.contains(rate.numerator),
      range.contains(rate.denominator)
    else { throw VideoFailure(.notAFilm, "it has no rate") }
    places = try Y4MFilm.places(file, from: head.utf8.count + 1, byteCount: format.byteCount)
    let entries = places.indices.map { (time: Int64($0), isKey: true) }
    let base = Ratio(rate.denominator, rate.numerator)
    index = FilmIndex(timeBase: base, entries: entries, lastDuration: 1)
  }

  var own: OwnFilm {
    OwnFilm(film: OwnFilm.describe("yuv4mpegpipe", "rawvideo", format, index), reader: self)
  }

  /// The samples of a name; pictures of high definition are as BT.709 says.
  private static func format(
    _ width: Int,
    _ height: Int,
    _ name: String,
    isFull: Bool
  ) throws -> VideoFormat {
    let forms = [
      "420": "yuv420p", "420jpeg": "yuv420p", "420mpeg2": "yuv420p", "420paldv": "yuv420p",
      "422": "yuv422p", "444": "yuv444p", "444alpha": "yuva444p", "mono": "gray",
      "420p10": "yuv420p10le", "422p10": "yuv422p10le", "444p10": "yuv444p10le",
      "420p12": "yuv420p12le", "422p12": "yuv422p12le", "444p12": "yuv444p12le",
      "mono10": "gray10le", "mono12": "gray12le",
    ]
    guard let form = forms[name] else {
      throw VideoFailure(.notAFilm, "samples C\(name.prefix(20))")
    }
    var format = SampleForm.find(form).format(width: width, height: height)
    // Without a word grey is as Y of the others.
    format.isFullRange = isFull
    format.matrix = height >= 720 ? .rec709 : .rec601
    (format.betweenX, format.betweenY) = (name == "420" || name == "420jpeg", name != "420paldv")
    return format
  }

  /// Where pictures begin; one that the file ends within does not count.
  private static func places(_ file: Int32, from start: Int, byteCount: Int) throws -> [Int] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw VideoFailure(.system, "fstat") }
    var places: [Int] = []
    var place = start
    while place < Int(status.st_size), let line = line(file, at: place) {
      guard line.hasPrefix("FRAME") else {
        throw VideoFailure(.notAFilm, "picture \(places.count) does not begin with FRAME")
      }
      let samples = place + line.utf8.count + 1
      guard samples + byteCount <= Int(status.st_size) else { break }
      guard places.count < VideoLimits.pictures else {
        throw VideoFailure(.tooLarge, "more than \(VideoLimits.pictures) pictures")
      }
      places.append(samples)
      place = samples + byteCount
    }
    return places
  }

  /// The line at a place, of ASCII, without its end; nil if it has none.
  private static func line(_ file: Int32, at place: Int) -> String? {
    var bytes = [UInt8](repeating: 0, count: longestLine)
    let count = pread(file, &bytes, longestLine, place)
    guard count > 0, let end = bytes[..<count].firstIndex(of: 10),
      bytes[..<end].allSatisfy({ (32..<127).contains($0) })
    else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  func read(_ number: Int, to memory: UnsafeMutableRawPointer) throws -> Int {
    // Bounds: the memory has at least `byteCount` bytes.
    let samples = UnsafeMutableRawBufferPointer(start: memory, count: format.byteCount)
    guard samples.fill(from: file, at: places[number]) == format.byteCount else {
      throw VideoFailure(.cannotDecode, "the film ends before it")
    }
    return number
  }
}

extension VideoFormat {
  fileprivate func with(aspect: Ratio?) -> VideoFormat {
    var format = self
    if let aspect, aspect.numerator > 0, (0.01...100).contains(aspect.value) {
      format.aspect = aspect
    }
    return format
  }
}

/// An animation: GIF, APNG, WebP.
struct ImageFilm: PictureReading {
  private let source: CGImageSource
  private let format: VideoFormat
  private let index: FilmIndex
  private let codec: String

  /// The largest file in bytes.
  private static let longest = 512 << 20

  /// Nil for a file that is one picture.
  init?(_ file: Int32, codec: String) throws {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw VideoFailure(.system, "fstat") }
    guard status.st_size <= ImageFilm.longest else {
      throw VideoFailure(.tooLarge, "an animation of more than 512 MiB")
    }
    var bytes = Data(count: Int(status.st_size))
    let done = bytes.withUnsafeMutableBytes { $0.fill(from: file, at: 0) }
    guard let source = CGImageSourceCreateWithData(bytes.prefix(done), nil) else {
      throw VideoFailure(.notAFilm, "it is damaged")
    }
    let count = CGImageSourceGetCount(source)
    guard count > 1 || (count == 1 && codec == "gif") else { return nil }
    guard count <= VideoLimits.pictures,
      let first = CGImageSourceCreateImageAtIndex(source, 0, ImageFilm.atOnce)
    else { throw VideoFailure(.notAFilm, "its first picture is damaged") }
    (self.source, self.codec) = (source, codec)
    let form = SampleForm(name: "rgba", layout: .rgba, hasAlpha: true)
    format = form.format(width: first.width, height: first.height)
    guard format.isSane else {
      throw VideoFailure(.tooLarge, "pictures of \(format.byteCount) bytes")
    }
    var entries: [(time: Int64, isKey: Bool)] = []
    var (seconds, duration) = (0.0, 0.0)
    for number in 0..<count {
      // A millionth is rounded down, so that a picture is there at its time.
      entries.append((Int64(seconds * 1e6 + 1e-3), true))
      duration = min(max(ImageFilm.delay(source, number), 1e-4), 1e6)
      seconds += duration
    }
    let end = Int64(seconds * 1e6 + 1e-3)
    index = FilmIndex(
      timeBase: Ratio(1, 1_000_000),
      entries: entries,
      lastDuration: end - (entries.last?.time ?? 0)
    )
  }

  var own: OwnFilm {
    OwnFilm(film: OwnFilm.describe(codec, codec, format, index), reader: self)
  }

  private static var atOnce: CFDictionary { [kCGImageSourceShouldCacheImmediately: true] }

  /// The seconds for which a picture shows.
  private static func delay(_ source: CGImageSource, _ number: Int) -> Double {
    let all = CGImageSourceCopyPropertiesAtIndex(source, number, nil) ?? [:]
    let kinds: [(CFString, CFString)] = [
      (kCGImagePropertyGIFDictionary, kCGImagePropertyGIFDelayTime),
      (kCGImagePropertyPNGDictionary, kCGImagePropertyAPNGDelayTime),
      (kCGImagePropertyWebPDictionary, kCGImagePropertyWebPDelayTime),
    ]
    for (kind, key) in kinds {
      if let own = all[kind] as? CFDictionary, let delay = own[key] as? Double { return delay }
    }
    return 0.1
  }

  func read(_ number: Int, to memory: UnsafeMutableRawPointer) throws -> Int {
    guard let image = CGImageSourceCreateImageAtIndex(source, number, ImageFilm.atOnce),
      image.width == format.width, image.height == format.height
    else { throw VideoFailure(.cannotDecode, "picture \(number) is damaged") }
    let pixels = image.pixelStorage
    let rowBytes = format.width * 4
    // Bounds: the memory has `height` rows of `rowBytes`; rows of pixels have at least as many.
    for y in 0..<format.height {
      let to = (memory + y * rowBytes).assumingMemoryBound(to: UInt8.self)
      let from = (pixels.base + y * pixels.rowBytes).assumingMemoryBound(to: UInt8.self)
      for x in stride(from: 0, to: rowBytes, by: 4) {
        let alpha = Int(from[x + 3])
        for part in x..<x + 3 {
          let value = Int(from[part])
          to[part] = alpha == 0 ? 0 : UInt8(min((value * 255 + alpha / 2) / alpha, 255))
        }
        to[x + 3] = UInt8(alpha)
      }
    }
    return number
  }
}
