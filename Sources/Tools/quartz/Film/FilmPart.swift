// A file with some groups of a film.
// Licensed under the MIT license; see LICENSE.
//
// A line that names the format, a line of JSON that says which film it is and how long the groups
// are, and the groups' bytes one after the other. The groups are films that FFmpeg reads where they
// are, so joining copies nothing but the result.

import CoreGraphics
import Foundation
import QuartzEncoding

/// The second line of a part.
struct FilmPartHeader: Codable {
  struct Group: Codable {
    var frames: Int
    var bytes: Int
    var checksum: UInt32
  }

  var number: Int
  var count: Int
  var film: FilmIdentity
  var groups: [Group]
}

/// A part that has been written before.
final class FilmPart {
  let path: String
  let header: FilmPartHeader
  private let file: FileHandle
  /// The position of the first group.
  private let start: Int

  private static let firstLine = Data("quartz film part 1\n".utf8)
  /// The most bytes of the second line.
  private static let longestHeader = 1 << 20
  private static let chunk = 1 << 20

  /// Opens a part and checks all of its bytes.
  ///
  /// - Throws: `RenderFailure.badPart`, or `.unreadable`.
  init(path: String) throws {
    self.path = path
    func bad(_ reason: String) -> RenderFailure { .badPart(path: path, reason: reason) }
    do {
      file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw RenderFailure.unreadable(path: path, reason: error.localizedDescription)
    }
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw bad("it is no file")
    }
    let limit = Self.firstLine.count + Self.longestHeader
    let head = try file.read(upToCount: limit) ?? Data()
    guard head.starts(with: Self.firstLine) else { throw bad("it is no part of a film") }
    let text = head.dropFirst(Self.firstLine.count)
    guard let end = text.firstIndex(of: 10) else { throw bad("it is not complete") }
    guard let header = try? JSONDecoder().decode(FilmPartHeader.self, from: text[..<end]) else {
      throw bad("its second line cannot be read")
    }
    self.header = header
    start = end + 1
    if let reason = Self.fault(header) { throw bad(reason) }
    try check(size: Int(status.st_size))
    // Thousands of parts may be empty, and a program has not as many descriptors.
    if header.groups.isEmpty { try file.close() }
  }

  /// Returns what is wrong with a header; nil if it is right in itself.
  private static func fault(_ header: FilmPartHeader) -> String? {
    let film = header.film
    guard let shard = Shard(header.number, of: header.count) else { return "it has no number" }
    guard let format = FilmFormat(rawValue: film.format), format.isShared else {
      return "its format is not known"
    }
    guard 1...FrameTimes.limit ~= film.frames, film.rate > 0, film.rate <= 1000 else {
      return "its frames are not known"
    }
    let ranges = FilmGroup.ranges(film.frames)
    guard header.groups.map(\.frames) == ranges[shard.range(of: ranges.count)].map(\.count) else {
      return "its groups are not those of part \(shard.name)"
    }
    guard header.groups.allSatisfy({ 1...1 << 40 ~= $0.bytes }) else {
      return "its groups have no size"
    }
    return nil
  }

  /// Checks that the bytes are those that were written.
  private func check(size: Int) throws {
    func bad(_ reason: String) -> RenderFailure { .badPart(path: path, reason: reason) }
    // At most 120 groups, each with a size that was looked at.
    let end = header.groups.reduce(start) { $0 + $1.bytes }
    guard size >= end else { throw bad("it is not complete: \(size) bytes of \(end)") }
    guard size == end else { throw bad("there are \(size - end) bytes behind its end") }
    let form = FilmFormat(rawValue: header.film.format).map { FilmFile.Form($0) }
    for (encoded, group) in zip(encodedGroups, header.groups) {
      var checksum = Checksum()
      try read(encoded) { bytes, isFirst in
        if isFirst, !FilmFile.begins(bytes, form) { throw bad("a group is no film") }
        checksum.add(bytes)
      }
      guard checksum.value == group.checksum else { throw bad("its bytes have changed") }
    }
  }

  /// The groups in the file, in their order.
  var encodedGroups: [EncodedGroup] {
    var next = start
    return header.groups.map { group in
      defer { next += group.bytes }
      return EncodedGroup(
        owner: self,
        name: "/proc/\(getpid())/fd/\(file.fileDescriptor)",
        bytes: next..<next + group.bytes,
        frameCount: group.frames
      )
    }
  }

  /// Reads a group in pieces.
  func read(_ group: EncodedGroup, _ body: (Data, _ isFirst: Bool) throws -> Void) throws {
    guard var range = group.bytes else { return }
    let first = range.lowerBound
    do {
      try file.seek(toOffset: UInt64(first))
      while !range.isEmpty {
        let bytes = try file.read(upToCount: min(range.count, Self.chunk)) ?? Data()
        guard !bytes.isEmpty else { break }
        try body(bytes, range.lowerBound == first)
        range = range.lowerBound + bytes.count..<range.upperBound
      }
    } catch let error as CocoaError {
      throw RenderFailure.unreadable(path: path, reason: error.localizedDescription)
    }
    guard range.isEmpty else {
      throw RenderFailure.badPart(path: path, reason: "it became shorter")
    }
  }

  /// Writes groups as a part.
  static func write(
    _ groups: [FilmGroup],
    _ shard: Shard,
    _ film: FilmIdentity,
    to file: borrowing PendingFile,
    _ path: String
  ) throws {
    var header = FilmPartHeader(number: shard.number, count: shard.count, film: film, groups: [])
    for group in groups {
      var checksum = Checksum()
      let count = group.file.withBytes { bytes in
        checksum.add(bytes)
        return bytes.count
      }
      guard let count else { throw RenderFailure.encoding(path: path, reason: "it is lost") }
      header.groups.append(
        .init(frames: group.frameCount, bytes: count, checksum: checksum.value)
      )
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try file.write(firstLine + (try encoder.encode(header)) + Data([10]))
    for group in groups {
      let code = group.file.withBytes { FileWriting.write($0, to: file.openDescriptor) } ?? EIO
      guard code == 0 else { throw FileError(path: path, code: code) }
    }
  }
}
