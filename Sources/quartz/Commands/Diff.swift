// quartz diff: how far pictures are apart.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzMath

struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two pictures, or the pictures of the same names in two folders.",
    discussion: """
      Prints one line for each pair: the largest difference of a channel (0...255, premultiplied \
      sRGB), how many pixels differ and where. Animated PNGs are compared by all their frames. \
      Exit status 1 if a difference is larger than --tolerance.
      """
  )

  @Argument(help: "A PNG file or a folder.")
  var first: String

  @Argument(help: "Another PNG file or folder.")
  var second: String

  @Option(help: ArgumentHelp("The largest difference that is accepted.", valueName: "levels"))
  var tolerance = 255

  func run() throws {
    var largest = 0
    for (name, one, other) in try pairs() {
      let difference = try PixelDifference(files: one, other)
      largest = max(largest, difference.largest)
      try StandardOutput.write(Data("\(name): \(difference)\n".utf8))
    }
    try StandardOutput.write(Data("largest difference: \(largest)\n".utf8))
    if largest > tolerance {
      throw DiffFailure.tooLarge(largest, tolerance: tolerance)
    }
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

/// Why pictures were not compared, or do not match.
///
/// The description is one line.
enum DiffFailure: Error, Equatable, CustomStringConvertible {
  case noSuchFile(String)
  case noPictures(String)
  case differentCounts(String, Int, String, Int)
  case differentSizes(String, String, String, String)
  case tooLarge(Int, tolerance: Int)

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
    }
  }
}

extension PixelDifference {
  /// What differs between two PNG files, all frames together.
  ///
  /// - Throws: `ImageFileError` for a file that cannot be read, `DiffFailure` if sizes or numbers
  ///   of frames differ.
  fileprivate init(files one: String, _ other: String) throws {
    self.init()
    let (first, second) = (try Self.frames(one), try Self.frames(other))
    guard first.count == second.count else {
      throw DiffFailure.differentCounts(one, first.count, other, second.count)
    }
    for (a, b) in zip(first, second) {
      guard a.width == b.width, a.height == b.height else {
        throw DiffFailure.differentSizes(
          one,
          "\(a.width) x \(a.height)",
          other,
          "\(b.width) x \(b.height)"
        )
      }
      let (left, right) = (a.pixelStorage, b.pixelStorage)
      withExtendedLifetime((left, right)) { add(PixelRows(left), PixelRows(right)) }
    }
  }

  private static func frames(_ path: String) throws -> [CGImage] {
    let bytes = try readBytes(at: path)
    guard let source = CGImageSourceCreateWithData(bytes, nil) else {
      return [try readPNG(at: path)]
    }
    // At once, so that damage shows here and not as a transparent picture.
    let atOnce: CFDictionary = [kCGImageSourceShouldCacheImmediately: true]
    let images = (0..<CGImageSourceGetCount(source)).compactMap {
      CGImageSourceCreateImageAtIndex(source, $0, atOnce)
    }
    // A file that is no picture fails with the reason.
    return images.isEmpty ? [try readPNG(at: path)] : images
  }
}
