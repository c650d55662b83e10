// quartz diff: compares pictures.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzComparison
import QuartzMath

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two pictures, or the pictures of the same names in two folders.",
    discussion: """
      Prints one line for each pair: the largest difference of a channel (0...255, premultiplied \
      sRGB), how many pixels differ and where. Animated PNGs are compared by all their frames. \
      With --output, the first picture, the second one and their difference, 16 times brighter, are \
      put next to each other; of animations, the first frames that differ. Exit status 1 if a \
      difference is larger than --tolerance.
      """
  )

  @Argument(help: "A PNG file or a folder.")
  var first: String

  @Argument(help: "Another PNG file or folder.")
  var second: String

  @Option(help: ArgumentHelp("The largest difference that is accepted.", valueName: "levels"))
  var tolerance = 255

  @Option(
    name: .shortAndLong,
    help: "A PNG file that shows the difference; a folder for those of folders."
  )
  var output: String?

  func run() throws {
    var largest = 0
    for (name, one, other) in try pairs() {
      let (old, new) = try Frames.pair(one, other)
      var frames = FramePairs(old, new)
      let difference = try frames.compare()
      try show(frames.shown, of: name)
      largest = max(largest, difference.largest)
      try StandardOutput.write(Data("\(name): \(difference)\n".utf8))
    }
    try StandardOutput.write(Data("largest difference: \(largest)\n".utf8))
    if largest > tolerance {
      throw DiffFailure.tooLarge(largest, tolerance: tolerance)
    }
  }

  /// Writes the picture of a difference, if requested.
  private func show(_ pair: (CGImage, CGImage), of name: String) throws {
    guard let output else { return }
    guard let image = ComparisonPicture.sideBySide(reference: pair.0, actual: pair.1) else {
      throw DiffFailure.tooLargeToShow(name, limit: CGImage.maximumSide)
    }
    var isFolder: ObjCBool = false
    let isOfFolders =
      FileManager.default.fileExists(atPath: first, isDirectory: &isFolder) && isFolder.boolValue
    if isOfFolders {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    }
    var file = try PendingFile(path: isOfFolders ? "\(output)/\(name)" : output)
    try file.write(try image.pngData())
    try file.publish()
  }

  /// The pairs of files to compare, by name.
  private func pairs() throws -> [(name: String, first: String, second: String)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: first, isDirectory: &isFolder) else {
      throw DiffFailure.noSuchFile(first)
    }
    guard isFolder.boolValue else {
      return [((first as NSString).lastPathComponent, first, second)]
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: first)
      .filter { $0.hasSuffix(".png") }.sorted()
    if names.isEmpty { throw DiffFailure.noPictures(first) }
    return names.map { ($0, "\(first)/\($0)", "\(second)/\($0)") }
  }
}

/// The reason why pictures were not compared, or do not match.
///
/// The description is one line.
enum DiffFailure: Error, Equatable, CustomStringConvertible {
  case noSuchFile(String)
  case noPictures(String)
  case differentCounts(String, Int, String, Int)
  case differentSizes(String, String, String, String)
  case tooLarge(Int, tolerance: Int)
  case tooLargeToShow(String, limit: Int)

  var description: String {
    switch self {
    case .noSuchFile(let path): "\(path): no such file or folder"
    case .noPictures(let path): "\(path): no PNG files in this folder"
    case .differentCounts(let one, let count, let other, let otherCount):
      "\(one) has \(count) frames, \(other) has \(otherCount)"
    case .differentSizes(let one, let size, let other, let otherSize):
      "\(one) is \(size) pixels, \(other) is \(otherSize)"
    case .tooLarge(let largest, let tolerance):
      "the pictures differ by up to \(largest), more than the tolerance of \(tolerance)"
    case .tooLargeToShow(let name, let limit):
      "\(name): three pictures next to each other would be more than \(limit) pixels wide"
    }
  }
}

/// The pictures of a PNG file: one, or the frames of an animation.
private struct Frames: Sendable {
  let path: String
  let images: [CGImage]

  /// - Throws: `ImageFileError` for a file that cannot be read.
  private init(_ path: String, _ bytes: Data) throws {
    self.path = path
    guard let source = CGImageSourceCreateWithData(bytes, nil) else {
      images = [try readPNG(at: path)]
      return
    }
    // Decodes at once, so that damage is detected here instead of giving a transparent picture.
    let atOnce: CFDictionary = [kCGImageSourceShouldCacheImmediately: true]
    let images = (0..<CGImageSourceGetCount(source)).compactMap {
      CGImageSourceCreateImageAtIndex(source, $0, atOnce)
    }
    // A file that is not a picture fails with the reason.
    self.images = images.isEmpty ? [try readPNG(at: path)] : images
  }

  private init(_ path: String, _ images: [CGImage]) {
    self.path = path
    self.images = images
  }

  /// Returns the frames of two files, decoded in parallel, or once if their bytes are equal.
  ///
  /// - Throws: `ImageFileError` for a file that cannot be read.
  static func pair(_ first: String, _ second: String) throws -> (Frames, Frames) {
    let (one, other) = (try readBytes(at: first), try readBytes(at: second))
    if one == other {
      let frames = try Frames(first, one)
      return (frames, Frames(second, frames.images))
    }
    return try bothOf({ try Frames(first, one) }, { try Frames(second, other) })
  }
}

/// The frames of two files to compare.
private struct FramePairs {
  private let first: Frames
  private let second: Frames
  /// The first frames that differ; the first frames of all if none do.
  private(set) var shown: (CGImage, CGImage)

  init(_ first: Frames, _ second: Frames) {
    self.first = first
    self.second = second
    shown = (first.images[0], second.images[0])
  }

  /// Returns the difference of all frames together.
  ///
  /// - Throws: `DiffFailure` if sizes or numbers of frames differ.
  mutating func compare() throws(DiffFailure) -> PixelDifference {
    guard first.images.count == second.images.count else {
      throw .differentCounts(first.path, first.images.count, second.path, second.images.count)
    }
    var difference = PixelDifference()
    for (a, b) in zip(first.images, second.images) {
      guard a.width == b.width, a.height == b.height else {
        throw .differentSizes(
          first.path,
          "\(a.width) x \(a.height)",
          second.path,
          "\(b.width) x \(b.height)"
        )
      }
      let before = difference.count
      let (left, right) = (a.pixelStorage, b.pixelStorage)
      withExtendedLifetime((left, right)) { difference.add(PixelRows(left), PixelRows(right)) }
      if before == 0, difference.count > 0 { shown = (a, b) }
    }
    return difference
  }
}
