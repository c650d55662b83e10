// Files on disk: wholly there or not at all, and errors that say why.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

/// A folder for one test, gone with it.
final class ImageFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/quartz-imageio-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  func url(_ name: String) -> URL { URL(fileURLWithPath: self[name]) }

  /// Names of files, temporary ones among them.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// An image of one colour: straight red, green and blue, opaque.
func plain(_ red: UInt8, _ green: UInt8, _ blue: UInt8, width: Int = 3, height: Int = 2) -> CGImage
{
  CGImage(
    PixelStorage(width: width, height: height) { target in
      for index in 0..<width * height {
        target.storeBytes(
          of: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000,
          toByteOffset: index * 4,
          as: UInt32.self
        )
      }
      return true
    }
  )
}

func firstPixel(_ image: CGImage?) -> [UInt8] {
  image?.pixelStorage.withBytes { Array($0.prefix(4)) } ?? []
}

@Suite struct ImageFileTests {
  @Test func writtenFileIsReadAgain() throws {
    let folder = try ImageFolder()
    try writePNG(plain(1, 2, 3), to: folder["a.png"])
    #expect(firstPixel(try readPNG(at: folder["a.png"])) == [1, 2, 3, 255])
    #expect(folder.names == ["a.png"])
    try writePNG(plain(4, 5, 6), to: folder["a.png"])
    #expect(firstPixel(try readPNG(at: folder["a.png"])) == [4, 5, 6, 255])
  }

  @Test func missingFolder() throws {
    let folder = try ImageFolder()
    let path = folder["none/a.png"]
    #expect(throws: ImageFileError.cannotWrite(path: path, code: ENOENT)) {
      try writePNG(plain(1, 2, 3), to: path)
    }
    #expect(
      ImageFileError.cannotWrite(path: "a.png", code: ENOENT).description
        == "a.png: cannot write: No such file or directory"
    )
  }

  @Test func folderInPlaceOfAFile() throws {
    let folder = try ImageFolder()
    #expect(throws: ImageFileError.cannotWrite(path: folder.path, code: EISDIR)) {
      try writePNG(plain(1, 2, 3), to: folder.path)
    }
    #expect(throws: ImageFileError.cannotRead(path: folder.path, code: EISDIR)) {
      try readPNG(at: folder.path)
    }
    #expect(folder.names.isEmpty)
  }

  /// Nobody may write there, not even root.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func folderThatCannotBeWrittenTo() {
    #expect(throws: ImageFileError.self) { try writePNG(plain(1, 2, 3), to: "/proc/self/a.png") }
  }

  @Test(.enabled(if: getuid() != 0))
  func readOnlyFolder() throws {
    let folder = try ImageFolder()
    #expect(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    #expect(throws: ImageFileError.cannotWrite(path: folder["a.png"], code: EACCES)) {
      try writePNG(plain(1, 2, 3), to: folder["a.png"])
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDevice() {
    #expect(throws: ImageFileError.cannotWrite(path: "/dev/full", code: ENOSPC)) {
      try writePNG(plain(1, 2, 3), to: "/dev/full")
    }
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func failureKeepsTheOldFile() throws {
    let folder = try ImageFolder()
    try writePNG(plain(1, 2, 3), to: folder["a.png"])
    do {
      var film = try AnimatedPNGFile(path: folder["a.png"], frameCount: 2)
      try film.add(plain(9, 9, 9), delay: 1)
      // A file in the making has no name.
      #expect(folder.names == ["a.png"])
      #expect(
        throws: ImageFileError.cannotEncode(
          path: folder["a.png"],
          .wrongFrameCount(expected: 2, found: 1)
        )
      ) { try film.finish() }
    }
    #expect(folder.names == ["a.png"])
    #expect(firstPixel(try readPNG(at: folder["a.png"])) == [1, 2, 3, 255])
  }

  @Test func linkIsFollowedAndPermissionsStay() throws {
    let folder = try ImageFolder()
    try writePNG(plain(1, 2, 3), to: folder["a.png"])
    #expect(chmod(folder["a.png"], 0o640) == 0)
    #expect(symlink("a.png", folder["link.png"]) == 0)
    try writePNG(plain(4, 5, 6), to: folder["link.png"])
    var status = stat()
    #expect(lstat(folder["link.png"], &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(folder["a.png"], &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(firstPixel(try readPNG(at: folder["a.png"])) == [4, 5, 6, 255])
  }

  @Test func pipeGetsTheBytes() throws {
    let folder = try ImageFolder()
    let path = folder["pipe"]
    #expect(mkfifo(path, 0o600) == 0)
    // Open for both, so that neither end waits.
    let end = open(path, O_RDWR | O_CLOEXEC)
    defer { close(end) }
    try writePNG(plain(1, 2, 3), to: path)
    var start = [UInt8](repeating: 0, count: 8)
    #expect(read(end, &start, 8) == 8)
    #expect(start == [137, 80, 78, 71, 13, 10, 26, 10])
  }

  @Test func unreadableFiles() throws {
    let folder = try ImageFolder()
    #expect(throws: ImageFileError.cannotRead(path: folder["a.png"], code: ENOENT)) {
      try readPNG(at: folder["a.png"])
    }
    try Data("text".utf8).write(to: folder.url("b.png"))
    #expect(
      throws: ImageFileError.badImage(
        path: folder["b.png"],
        .notPNG(found: Array("text".utf8))
      )
    ) { try readPNG(at: folder["b.png"]) }
  }

  @Test func filmIsWrittenFrameByFrame() throws {
    let folder = try ImageFolder()
    var film = try AnimatedPNGFile(path: folder["film.png"], frameCount: 60, loopCount: 1)
    for index in 0..<60 { try film.add(plain(UInt8(index), 0, 0), delay: 1.0 / 60) }
    #expect(!folder.names.contains("film.png"))
    try film.finish()
    #expect(folder.names == ["film.png"])
    let file = try PNGFile(try readBytes(at: folder["film.png"]))
    #expect(file.frames.count == 60 && file.loopCount == 1)
    var canvas = PNGCanvas(file)
    #expect(firstPixel(try canvas.image(at: 59)) == [59, 0, 0, 255])
  }
}
