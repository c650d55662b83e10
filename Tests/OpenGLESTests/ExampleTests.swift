// The examples triangle and cube.
// Licensed under the MIT license; see LICENSE.

import Testing

  /// LW-D-6.14.
@Suite(.timeLimit(.minutes(1))) struct ExampleTests {
  @Test(arguments: ["software", "gles"])
  func cornersOfTheTriangleAreBlueGreenAndRed(renderer: String) throws {
    let bytes = try ExampleRun("triangle", renderer: renderer).frame(width: 640, height: 640)
    /// The colour at a place of the layer, 0...1 from its top left.
    func color(_ x: Double, _ y: Double) -> [UInt8] {
      let at = (Int(120 + 400 * y) * 640 + Int(120 + 400 * x)) * 4
      return Array(bytes[at..<at + 3])
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

  /// A cube looks the same after a quarter of a turn, and its film is the same whenever it is made.
  @Test(arguments: ["software", "gles"])
  func filmOfTheCubeIsExact(renderer: String) throws {
    let film = try ExampleRun("cube", ["--frame-rate", "8", "--frames", "17"], renderer: renderer)
    let again = try ExampleRun("cube", ["--frame-rate", "8", "--frames", "17"], renderer: renderer)
    #expect(film.frameCount == 17 && again.frameCount == 17)
    let frames = try (0..<17).map { try film.frame($0, width: 320, height: 320) }
    for (index, frame) in frames.enumerated() {
      #expect(try again.frame(index, width: 320, height: 320) == frame)
    }
    for (frame, later) in [(0, 8), (3, 11), (7, 15), (8, 16)] {
      // Another side of the same looks; its edges and fields may fall on other sides of a pixel.
      let differing = zip(frames[frame], frames[later]).filter { abs(Int($0) - Int($1)) > 2 }
      #expect(differing.count < 200, "\(frame) and \(later)")
    }
    for (frame, later) in [(0, 1), (1, 2), (0, 4)] {
      let differing = zip(frames[frame], frames[later]).filter { abs(Int($0) - Int($1)) > 32 }
      #expect(differing.count > 320 * 8, "\(frame) and \(later)")
    }
    // The card around the cube, and the corner between them.
    #expect(frames[0].prefix(4) == [191, 196, 204, 255])
  }
}
