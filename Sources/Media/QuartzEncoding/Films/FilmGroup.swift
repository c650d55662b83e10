// The groups of frames that a film is made of.
// Licensed under the MIT license; see LICENSE.
//
// An encoder starts anew with each group, so a group's bytes depend on its own frames alone. They
// are the same whichever machine encodes the group. A film is its groups one after the other, on
// one machine as on many.

package import CoreGraphics
import Foundation

/// A group in a file of its own.
package final class FilmGroup {
  /// The encoded group; it has no name unless it is published.
  package private(set) var file: PendingFile
  package let frameCount: Int

  /// Opens the file of a group.
  ///
  /// - Parameters:
  ///   - path: The file that the group is for, next to which it lies.
  ///   - isOnly: Whether the group is all of that file.
  package init(path: String, isOnly: Bool, frameCount: Int) throws {
    let isStream = isOnly ? false : try PendingFile(path: path).isStream
    // A device or a pipe has no room beside it.
    file = try PendingFile(path: isStream ? NSTemporaryDirectory() + "quartz-group" : path)
    self.frameCount = frameCount
  }

  /// Makes the group the file that it is for.
  package func publish() throws {
    try file.publish()
  }

  /// The most frames of a group.
  ///
  /// Ten seconds at 30 frames a second. The start and the end of an encoder take as long as a few
  /// frames of a large picture, so shorter groups would cost time, and longer ones would leave less
  /// to share.
  package static let length = 300

  /// Returns the ranges of frames of the groups of a film.
  package static func ranges(_ frameCount: Int) -> [Range<Int>] {
    stride(from: 0, to: frameCount, by: length).map { $0..<min($0 + length, frameCount) }
  }
}

/// An encoded group: a file, or a part of one.
package struct EncodedGroup {
  /// The object that has the file open as long as the group is used.
  package let owner: AnyObject
  /// A name that the encoder can open.
  package var name: String
  /// The bytes of the group; nil for the whole file.
  package var bytes: Range<Int>?
  package var frameCount: Int

  package init(owner: AnyObject, name: String, bytes: Range<Int>?, frameCount: Int) {
    (self.owner, self.name, self.bytes, self.frameCount) = (owner, name, bytes, frameCount)
  }

  /// The words for FFmpeg, which opens the group by a protocol.
  var address: String {
    guard let bytes else { return "file:\(name)" }
    return "subfile,,start,\(bytes.lowerBound),end,\(bytes.upperBound),,:\(name)"
  }

  /// Returns the list of groups that FFmpeg reads.
  ///
  /// The durations add up to the exact times of the groups, rounded to microseconds, so errors do
  /// not grow along a film.
  package static func list(_ groups: [EncodedGroup], rate: Double) -> String {
    var lines = ["ffconcat version 1.0"]
    var frame = 0
    var start = 0
    for group in groups {
      frame += group.frameCount
      // A film of more than thirty years has no encoder.
      let end = Int(min((Double(frame) / rate * 1e6).rounded(), 1e15))
      let (seconds, rest) = (end - start).quotientAndRemainder(dividingBy: 1_000_000)
      let digits = String(rest)
      let fraction = String(repeating: "0", count: 6 - digits.count) + digits
      lines.append("file '\(group.address)'\nduration \(seconds).\(fraction)")
      start = end
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
