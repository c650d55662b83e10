// The example as its user runs it: a client process that draws with GL, and a render server.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

@Suite(.timeLimit(.minutes(1))) struct TriangleTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("triangle-\(UUID().uuidString.prefix(8))")

  private func start(_ name: String, _ arguments: [String]) throws -> (Process, Pipe) {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent(name)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  /// The picture that a server with a renderer gives.
  private func picture(_ renderer: String) throws -> CGImage {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appendingPathComponent("s").path
    let (server, ready) = try start("quartzd", ["--socket", socket, "--renderer", renderer])
    defer {
      server.terminate()
      server.waitUntilExit()
    }
    let line = String(decoding: ready.fileHandleForReading.availableData, as: UTF8.self)
    #expect(line.contains("renderer \(renderer)"))
    let file = folder.appendingPathComponent("triangle.png")
    let (triangle, _) = try start("triangle", ["--server", socket, "-o", file.path])
    triangle.waitUntilExit()
    #expect(triangle.terminationStatus == 0)
    let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
    return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
  }

  @Test(arguments: ["software", "gles"])
  func cornersAreBlueGreenAndRed(renderer: String) throws {
    let picture = try picture(renderer)
    let canvas = try #require(
      CGContext(
        data: nil,
        width: 640,
        height: 640,
        bitsPerComponent: 8,
        bytesPerRow: 2560,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    canvas.draw(picture, in: CGRect(x: 0, y: 0, width: 640, height: 640))
    let data = try #require(canvas.data)
    /// The colour at a place of the layer, 0...1 from its top left.
    func color(_ x: Double, _ y: Double) -> [UInt8] {
      let at = (Int(120 + 400 * y) * 640 + Int(120 + 400 * x)) * 4
      return (0..<3).map { data.load(fromByteOffset: at + $0, as: UInt8.self) }
    }
    // Just inside of the corners.
    let (blue, green, red) = (color(0.26, 0.745), color(0.5, 0.265), color(0.74, 0.745))
    #expect(blue[2] > 240 && blue[0] < 15 && blue[1] < 15)
    #expect(green[1] > 240 && green[0] < 15 && green[2] < 15)
    #expect(red[0] > 240 && red[1] < 15 && red[2] < 15)
    // The middle is a third of each.
    let middle = color(0.5, 0.25 + 0.5 * 2 / 3)
    #expect(middle.allSatisfy { (83...87).contains($0) })
    #expect(color(0.3, 0.3) == [0, 0, 0] && color(-0.05, 0.5) == [255, 255, 255])
  }
}
