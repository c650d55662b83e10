// An example as its user runs it: a client process that draws with GL, and a render server.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

/// The output of an example.
struct ExampleRun {
  private let source: CGImageSource

  /// Runs an example with a server of its own.
  ///
  /// - Parameter renderer: The server's renderer.
  init(_ name: String, _ arguments: [String] = [], renderer: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(name)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appendingPathComponent("s").path
    let (server, ready) = try ExampleRun.start(
      "quartzd",
      ["--socket", socket, "--renderer", renderer, "--debug-gl"]
    )
    defer {
      server.terminate()
      server.waitUntilExit()
      // GL had nothing to complain about, and has nothing left.
      #expect(server.terminationStatus == 0)
    }
    let line = String(decoding: ready.fileHandleForReading.availableData, as: UTF8.self)
    #expect(line.contains("renderer \(renderer)"))
    let file = folder.appendingPathComponent("\(name).png")
    let (example, _) = try ExampleRun.start(
      name,
      ["--server", socket, "-o", file.path] + arguments
    )
    example.waitUntilExit()
    #expect(example.terminationStatus == 0)
    let data = try Data(contentsOf: file)
    source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
  }

  private static func start(_ name: String, _ arguments: [String]) throws -> (Process, Pipe) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent(name)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  var frameCount: Int { CGImageSourceGetCount(source) }

  /// A frame as rows of R, G, B, A bytes, from the top.
  func frame(_ index: Int = 0, width: Int, height: Int) throws -> [UInt8] {
    let picture = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
    try #require(picture.width == width && picture.height == height)
    let canvas = try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    canvas.draw(picture, in: CGRect(x: 0, y: 0, width: width, height: height))
    let data = try #require(canvas.data)
    return Array(UnsafeRawBufferPointer(start: data, count: width * height * 4))
  }
}
