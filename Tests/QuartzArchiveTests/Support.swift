// Support for the tests of packages: packages of the repository and ones that a test writes.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzTesting

/// A folder that goes away with the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-archive-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  @discardableResult
  func write(_ bytes: Data, _ name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try bytes.write(to: file)
    return file
  }

  @discardableResult
  func write(_ text: String, _ name: String) throws -> URL {
    try write(Data(text.utf8), name)
  }
}

/// Packages under `Packages/`.
enum Authored {
  static func url(_ name: String, file: String = #filePath) -> URL {
    URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Packages/\(name).ca", isDirectory: true)
  }

  static func package(_ name: String) throws -> CAPackage {
    try CAPackage(contentsOf: url(name))
  }

  /// The folder of a package or wallpaper by its whole name.
  static func folder(_ name: String, file: String = #filePath) -> URL {
    URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Packages/\(name)", isDirectory: true)
  }

  /// A copy of a package with other words in one of its files.
  static func copy(
    _ name: String,
    of file: String = "main.caml",
    replacing old: String,
    with new: String
  ) throws -> (folder: TemporaryFolder, package: CAPackage) {
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent("\(name).ca")
    try FileManager.default.copyItem(at: url(name), to: copy)
    let text = try String(contentsOf: copy.appendingPathComponent(file), encoding: .utf8)
    precondition(text.contains(old), "\(file) has no \(old)")
    try folder.write(text.replacingOccurrences(of: old, with: new), "\(name).ca/\(file)")
    return (folder, try CAPackage(contentsOf: copy))
  }

  static func flipped(_ name: String) throws -> CAPackage {
    try copy(name, of: "index.xml", replacing: "<false/>", with: "<true/>").package
  }
}

/// A document around the elements of one root layer of 100 x 100.
func document(_ inside: String, attributes: String = "") -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>

  <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer bounds="0 0 100 100" position="50 50" \(attributes)>
  \(inside)
    </CALayer>
  </caml>
  """
}

/// Reads a package that has nothing but a document and, perhaps, more files.
func read(_ document: String, files: [String: Data] = [:]) throws -> CAPackage {
  let folder = try TemporaryFolder()
  try folder.write(document, "Test.ca/main.caml")
  for (name, bytes) in files { try folder.write(bytes, "Test.ca/\(name)") }
  return try CAPackage(contentsOf: folder.url.appendingPathComponent("Test.ca"))
}

/// Returns the error of reading a document.
func failureOf(_ document: String, files: [String: Data] = [:]) throws -> CAPackageError? {
  do {
    _ = try read(document, files: files)
    return nil
  } catch let error as CAPackageError {
    return error
  }
}

/// Messages of a package, but for that about the missing index.
func messages(_ package: CAPackage) -> [String] {
  package.warnings.filter { !$0.file.hasSuffix("index.xml") }.map(\.message)
}

/// A package's picture.
struct ArchivedPicture {
  let image: CGImage

  init(_ package: CAPackage, scale: Double = 1, at time: Double = 0) throws {
    var options = CAContext.Options()
    options.clock = ManualClock()
    let context = try CAContext(size: package.size, scale: scale, options: options)
    context.layer = package.canvasLayer
    image = try context.image(at: time)
  }

  /// Red, green, blue and alpha of the pixel at (x from the left, y from the top).
  func callAsFunction(_ x: Int, _ y: Int) -> [Int] {
    let pixels = image.pixelStorage
    return (0..<4).map { component in
      Int(
        pixels.base.load(
          fromByteOffset: y * pixels.rowBytes + x * 4 + component,
          as: UInt8.self
        )
      )
    }
  }
}

/// Whether no component differs by more than 2.
func isClose(_ found: [Int], _ expected: [Int]) -> Bool {
  zip(found, expected).allSatisfy { abs($0 - $1) <= 2 }
}
