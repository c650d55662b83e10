// Files and folders in the making: complete or not there, whatever fails.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import QuartzFaults
import Testing

@Suite struct FileFaultTests {
  /// A folder that goes with the value.
  private final class ImageFolder {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-files-\(UUID().uuidString)", isDirectory: true)

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }
  }

  /// Every step of a destination fails in turn, once and for good; the old file stays until one
  /// gets by.
  @Test(arguments: ["public.png", "com.compuserve.gif", "public.tiff"], [1, 3])
  func destination(type: String, count: Int) throws {
    for kind in [Fault.Kind.disk, .descriptor] {
      for lasts in [true, false] {
        var step = 1
        while true {
          let folder = try ImageFolder()
          let url = folder.url.appendingPathComponent("a")
          try Data("old".utf8).write(to: url)
          let fault = Fault(kind, at: step, lasts: lasts)
          let isWritten = try fault.run {
            guard let destination = CGImageDestinationCreateWithURL(url, type, count, nil) else {
              return false
            }
            for _ in 0..<count {
              CGImageDestinationAddImage(destination, try Fixture.image("alpha.png"), nil)
            }
            return CGImageDestinationFinalize(destination)
          }
          #expect(folder.names == ["a"])
          // A descriptor may be one that a file is whole without: for the look for leftovers, for a
          // file that has no name, for the folder that is brought to the disk.
          #expect(isWritten == !fault.hasStruck || isWritten && kind == .descriptor)
          let isOld = try Data(contentsOf: url) == Data("old".utf8)
          #expect(isOld == !isWritten)
          if !fault.hasStruck { break }
          step += 1
        }
      }
    }
  }

  @Test func consumer() throws {
    let folder = try ImageFolder()
    let url = folder.url.appendingPathComponent("a.png")
    try Data("old".utf8).write(to: url)
    for step in 1...4 {
      let fault = Fault(.disk, at: step)
      try fault.run {
        let consumer = try #require(CGDataConsumer(url: url))
        let destination = try #require(
          CGImageDestinationCreateWithDataConsumer(consumer, "public.png", 1, nil)
        )
        CGImageDestinationAddImage(destination, try Fixture.image("photo.png"), nil)
        #expect(CGImageDestinationFinalize(destination) == !fault.hasStruck)
      }
      if !fault.hasStruck {
        #expect(step > 1)
        #expect(try Data(contentsOf: url).count > 1000)
        break
      }
      #expect(try Data(contentsOf: url) == Data("old".utf8))
    }
    #expect(folder.names == ["a.png"])
  }

  /// A limit on the size of files is an error of the library's call, and ends no program.
  @Test func writingIgnoresTheSignal() {
    var descriptors: [Int32] = [0, 0]
    #expect(pipe(&descriptors) == 0)
    close(descriptors[0])
    defer { close(descriptors[1]) }
    // A pipe that nobody reads stands for it: SIGPIPE is as deadly.
    let code = [UInt8](repeating: 1, count: 10).withUnsafeBytes {
      FileWriting.write($0, to: descriptors[1])
    }
    #expect(code == EPIPE)
  }

  /// A folder changes places with the one before in one step, and is gone with all in it if it
  /// fails.
  @Test func folder() throws {
    let place = try ImageFolder()
    for step in 1...10 {
      let fault = Fault(.disk, at: step)
      let isMade = fault.run { () -> Bool in
        do throws(FileError) {
          var folder = try PendingFolder(path: place.path("x.ca"))
          try folder.write(Data("\(step)".utf8), to: "assets/deep/a.txt")
          try folder.write(Data("b".utf8), to: "b.txt")
          try folder.publish(isReplacing: true)
          return true
        } catch {
          #expect(error == FileError(path: error.path, code: ENOSPC))
          return false
        }
      }
      #expect(isMade == !fault.hasStruck)
      #expect(place.names == (isMade ? ["x.ca"] : []))
      if isMade { break }
    }
    var folder = try PendingFolder(path: place.path("x.ca"))
    try folder.write(Data("new".utf8), to: "c.txt")
    try folder.publish(isReplacing: true)
    #expect(place.names == ["x.ca"])
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("x.ca"))
    #expect(names == ["c.txt"])
  }

  /// A name as long as the file system allows leaves no room for a temporary one made of all of it.
  @Test func longName() throws {
    let place = try ImageFolder()
    let name = String(repeating: "n", count: 250)
    for text in ["one", "two"] {
      try PendingFile.write(Data(text.utf8), to: place.path(name))
      #expect(try Data(contentsOf: place.url.appendingPathComponent(name)) == Data(text.utf8))
    }
    #expect(place.names == [name])
  }
}
