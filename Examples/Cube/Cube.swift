// An example: a lit, textured cube that a layer draws with OpenGL ES, and the render server shows,
// as a film.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import ExampleSupport
import Foundation
import QuartzCore

@main
struct Cube: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws a cube that turns with OpenGL ES into a layer of the render server.",
    discussion: """
      A quarter of a turn takes one second, and its frames are written as an animated PNG: what quartzd \
      makes of the whole layer tree, the one that listens already or one that is started for the purpose.
      """
  )

  @Option(help: ArgumentHelp("The socket of the render server.", valueName: "path"))
  var server = CAContext.defaultServerPath

  @Option(name: .shortAndLong, help: ArgumentHelp("Where the film goes.", valueName: "file"))
  var output = "out/cube.png"

  @Option(help: ArgumentHelp("Frames a second, 1 to 100.", valueName: "fps"))
  var frameRate = 20

  @Option(help: ArgumentHelp("How many frames the film has, 1 to 1000.", valueName: "count"))
  var frames = 20

  func validate() throws {
    guard (1...100).contains(frameRate), (1...1000).contains(frames) else {
      throw ValidationError("--frame-rate must be 1 to 100, and --frames 1 to 1000")
    }
  }

  /// The size of the picture in points, and its pixels per point.
  private static let size = CGSize(width: 160, height: 160)
  private static let scale: CGFloat = 2

  func run() throws {
    let server = try ServerProcess.find(at: server)
    let pictures = try pictures(by: server)
    try PictureFile(output).write(pictures, frameRate: Double(frameRate))
    print("\(output): \(pictures.count) frames, drawn by \(server.description)")
  }

  /// A clock that shows the times of the frames.
  private final class FilmClock: CAContext.Clock {
    var currentTime: CFTimeInterval = 0
  }

  /// Returns the server's pictures of the layer tree at the times of the frames.
  private func pictures(by server: ServerProcess) throws -> [CGImage] {
    let clock = FilmClock()
    var options = CAContext.Options()
    options.clock = clock
    let context = try CAContext(
      server: server.path,
      size: Self.size,
      scale: Self.scale,
      options: options
    )
    let (root, cube) = makeLayers()
    context.layer = root
    // Exact times: the film is the same whenever it is made.
    let pictures = try (0..<frames).map { frame in
      clock.currentTime = Double(frame) / Double(frameRate)
      return try context.image()
    }
    if let problem = cube.problem { throw ExampleFailure(problem) }
    guard cube.isDrawn else {
      throw ExampleFailure("there is no OpenGL ES; `quartz info` says why")
    }
    return pictures
  }

  /// A card with rounded corners, and the layer that draws the cube within; around it the card
  /// shows.
  private func makeLayers() -> (root: CALayer, cube: CubeLayer) {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: Self.size)
    root.backgroundColor = CGColor(red: 0.75, green: 0.77, blue: 0.8, alpha: 1)
    let card = CAGradientLayer()
    card.frame = root.bounds.insetBy(dx: 16, dy: 16)
    card.colors = [
      CGColor(red: 0.16, green: 0.2, blue: 0.32, alpha: 1),
      CGColor(red: 0.42, green: 0.5, blue: 0.68, alpha: 1),
    ]
    card.cornerRadius = 14
    card.shadowOpacity = 0.4
    let cube = CubeLayer()
    cube.frame = card.bounds
    cube.contentsScale = Self.scale
    cube.isAsynchronous = true
    root.addSublayer(card)
    card.addSublayer(cube)
    return (root, cube)
  }
}
