// Pages of PDF documents as another program shows them: Poppler, in tests.
// Licensed under the MIT license; see LICENSE.

package import Foundation
import Glibc

/// A page as pixels.
package struct PagePixels {
  package var width: Int
  package var height: Int
  /// Red, green, blue bytes on white paper, rows from the top.
  package var rgb: [UInt8]

  /// The three bytes of a pixel.
  package func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * width + x) * 3
    return Array(rgb[start..<start + 3])
  }

  /// The mean distance of all bytes to those of another picture of that size, in levels.
  package func distance(to other: [UInt8]) -> Double {
    guard other.count == rgb.count, !rgb.isEmpty else { return 255 }
    let sum = zip(rgb, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(rgb.count)
  }
}

/// A failure of Poppler's programs.
package struct PageFailure: Error, CustomStringConvertible {
  package var description: String
}

/// A document of a test, in a file that goes away with it.
package final class PageReader {
  private let path: String

  /// Whether the Debian package poppler-utils is there.
  package static var isAvailable: Bool {
    access("/usr/bin/pdftoppm", X_OK) == 0 && access("/usr/bin/pdfimages", X_OK) == 0
  }

  package init(_ document: Data) throws {
    path = NSTemporaryDirectory() + "quartz-page-\(UUID().uuidString).pdf"
    try document.write(to: URL(fileURLWithPath: path))
  }

  deinit { unlink(path) }

  /// Returns a page as pixels.
  ///
  /// - Parameters:
  ///   - page: The number, from 1.
  ///   - scale: Pixels of a point.
  package func pixels(page: Int = 1, scale: Double = 1) throws -> PagePixels {
    let number = "\(page)"
    let output = try run(
      "pdftoppm",
      ["-r", "\(72 * scale)", "-f", number, "-l", number, path]
    )
    // P6, width, height and 255 as words of text, then the bytes.
    var words: [String] = []
    var start = 0
    while words.count < 4, let end = output[start...].firstIndex(where: { $0 == 10 || $0 == 32 }) {
      words.append(String(decoding: output[start..<end], as: UTF8.self))
      start = end + 1
    }
    guard words.count == 4, words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]),
      output.count - start == width * height * 3
    else { throw PageFailure(description: "no page \(page): \(words)") }
    return PagePixels(width: width, height: height, rgb: Array(output[start...]))
  }

  /// Returns the number of images in the document, masks of transparency left out.
  package func imageCount() throws -> Int { try imageSizes().count }

  /// Returns the longer side of each image in pixels, masks of transparency left out.
  package func imageSizes() throws -> [Int] {
    let lines = String(decoding: try run("pdfimages", ["-list", path]), as: UTF8.self)
      .split(separator: "\n").dropFirst(2)
    var sizes: [Substring: Int] = [:]
    for line in lines {
      let columns = line.split(separator: " ")
      guard columns.count > 10, columns[2] == "image" else { continue }
      sizes[columns[10]] = max(Int(columns[3]) ?? 0, Int(columns[4]) ?? 0)
    }
    return Array(sizes.values)
  }

  /// Returns what Poppler says about the document: its facts, its links or its named places.
  package func info(_ options: [String] = []) throws -> String {
    String(decoding: try run("pdfinfo", options + [path]), as: UTF8.self)
  }

  private func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
    process.arguments = arguments
    let (output, messages) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let text = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, text.isEmpty else {
      throw PageFailure(description: "\(program): \(String(decoding: text, as: UTF8.self))")
    }
    return [UInt8](bytes)
  }
}
