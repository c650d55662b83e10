// Looking at a film: its tracks, the form of its pictures, their times.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzVideo

/// A film that was looked at.
struct Film {
  var description: FilmDescription
  var index: FilmIndex
  /// The place of the pictures' track in the file.
  var track = 0
  /// The file's time of the film's zero, in units of the track.
  var zero: Int64 = 0
  /// Whether decoding can begin at key pictures; otherwise it begins with the first.
  var canSeek = false
  /// Microseconds by which FFmpeg looks earlier than it is asked.
  var seekShift: Int64 = 0
  /// FFmpeg's name of a decoder that is not its first choice.
  var decoder: String?
}

/// Looks at films.
struct FilmProbe {
  let film: Int32
  let watch: ProgressWatch

  /// The most bytes that a list of tracks may have.
  private static let longestList = 4 << 20

  /// Runs a program and takes its output.
  ///
  /// - Parameter take: Gets the bytes as they come; an error ends the program.
  /// - Returns: Its last error.
  /// - Throws: Also for a program that was killed.
  private func run(
    _ arguments: [String],
    _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> String {
    let program = try ChildProgram(arguments, film: film)
    defer { program.end() }
    watch.begin()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while !program.hasOutputEnded || !program.haveMessagesEnded {
      try program.wait(watch, wantsOutput: true) { _ in }
      let count = program.read(buffer)
      if count > 0 { try take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    }
    program.end()
    // Its output may be a part of the list.
    if program.wasKilled {
      throw VideoFailure(.system, "\(arguments[0]): \(program.lastError)")
    }
    return program.lastError
  }

  /// Looks at the film.
  func look() throws -> Film {
    var text = Data()
    let error = try run(FilmProgram.tracks) { bytes in
      guard text.count + bytes.count <= FilmProbe.longestList else {
        throw VideoFailure(.tooLarge, "a list of tracks of more than 4 MiB")
      }
      text.append(contentsOf: bytes)
    }
    guard let list = try? JSONDecoder().decode(ProbedFilm.self, from: text),
      let streams = list.streams, !streams.isEmpty, let container = list.format?.format_name
    else { throw VideoFailure(.notAFilm, error.isEmpty ? "it has no tracks" : error) }
    // The picture files that demuxers take as well are read by ImageIO.
    let tracks = streams.prefix(1000).map { $0.track(container: container, list.format?.start) }
    var film = Film(
      description: FilmDescription(container: container, tracks: tracks),
      index: FilmIndex(timeBase: Ratio(1, 1))
    )
    film.description.duration = list.format?.duration.flatMap(Double.init)
    let videos = tracks.indices.filter { tracks[$0].kind == .video && !tracks[$0].isCover }
    guard let place = videos.first(where: { tracks[$0].isDefault }) ?? videos.first else {
      return film
    }
    var stream = streams[place]
    if stream.color_transfer == "smpte2084" || stream.mayPreferHLG { try readLight(&stream) }
    film.description.light = stream.light
    if stream.codec_name == "hevc" { film.description.hasHiddenAlpha = try hasAlphaLayer(stream) }
    film.description.videoTrack = place
    film.description.format = try stream.format()
    film.track = stream.index
    film.zero = stream.zero(container: container, list.format?.start)
    film.decoder = stream.decoder
    let isExact = FilmProbe.exactContainers.contains { container.contains($0) }
    film.canSeek = isExact
    film.seekShift = container.contains("matroska") && (stream.has_b_frames ?? 0) > 0 ? 130_435 : 0
    try readTimes(&film, tracks[place].timeBase, fromPackets: isExact)
    return film
  }

  /// Reads a list; nil if it cannot be understood.
  private func list<List: Decodable>(_ arguments: [String], of what: String) throws -> List? {
    var text = Data()
    _ = try run(arguments) { bytes in
      guard text.count + bytes.count <= FilmProbe.longestList else {
        throw VideoFailure(.tooLarge, "\(what) of more than 4 MiB")
      }
      text.append(contentsOf: bytes)
    }
    return try? JSONDecoder().decode(List.self, from: text)
  }

  /// Whether a track of HEVC has an alpha layer, which FFmpeg does not decode.
  private func hasAlphaLayer(_ stream: ProbedTrack) throws -> Bool {
    let arguments = FilmProgram.parameters(stream.index)
    guard let film: ProbedParameters = try list(arguments, of: "parameters") else { return false }
    return film.streams?.contains { HEVCParameters.haveAlphaLayer($0.bytes) } ?? false
  }

  /// Adds what the first picture says of its light: many files have it nowhere else.
  private func readLight(_ stream: inout ProbedTrack) throws {
    // A list that cannot be read leaves the standard's assumption.
    guard
      let list: ProbedPictures = try list(
        FilmProgram.light(stream.index),
        of: "a description of a picture"
      )
    else { return }
    stream.pictureTransfer = list.frames?.first?.color_transfer
    let found = (list.frames ?? []).flatMap { $0.side_data_list ?? [] }
    stream.side_data_list = (stream.side_data_list ?? []) + found
  }

  /// Kinds of files whose packets have the times of pictures.
  private static let exactContainers = ["mov", "matroska", "gif", "apng", "yuv4mpeg", "nut", "ivf"]

  private func readTimes(_ film: inout Film, _ base: Ratio, fromPackets: Bool) throws {
    let packets =
      fromPackets
      ? try readTimes(FilmProgram.packets(film.track)) { PacketLine(packet: $0) } : nil
    if let list = packets, !list.entries.isEmpty {
      film.index = list.index(base, zero: film.zero)
      return
    }
    // Times that packets do not have come with the pictures.
    film.canSeek = false
    let list = try readTimes(FilmProgram.frames(film.track), guesses: true) {
      PacketLine(frame: $0)
    }
    // Delays of B pictures are no part of an AVI film: it has no times but numbers of packets.
    if film.description.container == "avi", let first = list?.entries.first?.time {
      film.zero = first
    }
    film.index = list?.index(base, zero: film.zero) ?? FilmIndex(timeBase: base)
  }

  /// Reads a list of times; nil if one of them is missing.
  ///
  /// - Parameter guesses: Whether a missing time is that after the one before.
  private func readTimes(
    _ arguments: [String],
    guesses: Bool = false,
    _ read: (Substring) -> PacketLine?
  ) throws -> TimeList? {
    var list = TimeList()
    var rest: [UInt8] = []
    struct Missing: Error {}
    do {
      _ = try run(arguments) { bytes in
        rest.append(contentsOf: bytes)
        guard let end = rest.lastIndex(of: 10) else {
          if rest.count > 1 << 16 { rest.removeAll() }
          return
        }
        let text = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeFirst(end + 1)
        for line in text.split(separator: "\n") {
          guard let packet = read(line) else { continue }
          guard let time = packet.time ?? (guesses ? list.next : nil) else { throw Missing() }
          if packet.isDiscarded { continue }
          guard list.entries.count < VideoLimits.pictures else {
            throw VideoFailure(.tooLarge, "more than \(VideoLimits.pictures) pictures")
          }
          list.add(time, packet)
        }
      }
    } catch is Missing {
      return nil
    }
    return list
  }
}

/// The times of packets or pictures as they are read.
private struct TimeList {
  var entries: [(time: Int64, isKey: Bool)] = []
  var last: (time: Int64, duration: Int64) = (.min, 0)

  /// The time after the last one.
  var next: Int64 { entries.isEmpty ? 0 : last.time &+ max(last.duration, 1) }

  mutating func add(_ time: Int64, _ packet: PacketLine) {
    entries.append((time, packet.isKey))
    if time >= last.time { last = (time, packet.duration) }
  }

  func index(_ base: Ratio, zero: Int64) -> FilmIndex {
    let moved = entries.map { entry in
      let (time, overflow) = entry.time.subtractingReportingOverflow(zero)
      return (time: overflow ? entry.time : time, isKey: entry.isKey)
    }
    return FilmIndex(timeBase: base, entries: moved, lastDuration: max(last.duration, 0))
  }
}

/// One packet, or one picture.
private struct PacketLine {
  var time: Int64?
  var duration: Int64 = 0
  var isKey = false
  var isDiscarded = false

  /// A line such as `1024,512,K_`.
  init?(packet line: Substring) {
    let parts = line.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    time = Int64(parts[0])
    duration = Int64(parts[1]) ?? 0
    isKey = parts[2].hasPrefix("K")
    isDiscarded = parts[2].dropFirst().hasPrefix("D")
  }

  /// A line such as `key_frame=1|best_effort_timestamp=0|pkt_duration=512`.
  init?(frame line: Substring) {
    var isFrame = false
    for part in line.split(separator: "|") {
      if part.hasPrefix("best_effort_timestamp=") {
        time = Int64(part.dropFirst(22))
        isFrame = true
      } else if part.hasPrefix("pkt_duration=") {
        duration = Int64(part.dropFirst(13)) ?? 0
      } else if part == "key_frame=1" {
        isKey = true
      }
    }
    if !isFrame { return nil }
  }
}
