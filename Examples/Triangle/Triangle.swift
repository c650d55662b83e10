// An example: a triangle that a program draws with OpenGL ES into a layer, and the render server
// shows.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import ExampleSupport
import OpenGLES
import QuartzCore

@main
struct Triangle: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws a triangle with OpenGL ES into a layer of the render server.",
    discussion: """
      The corners are red, green and blue. The picture is what quartzd makes of the whole layer tree: \
      the one that listens already, or one that is started for the purpose.
      """
  )

  @Option(help: ArgumentHelp("The socket of the render server.", valueName: "path"))
  var server = CAContext.defaultServerPath

  @Option(name: .shortAndLong, help: ArgumentHelp("Where the picture goes.", valueName: "file"))
  var output = "out/triangle.png"

  /// The size of the picture in points, and its pixels per point.
  private static let size = CGSize(width: 320, height: 320)
  private static let scale: CGFloat = 2

  func run() throws {
    let server = try ServerProcess.find(at: server)
    let picture = try picture(by: server)
    try PictureFile(output).write(picture)
    print("\(output): \(picture.width) x \(picture.height) pixels, drawn by \(server.description)")
  }

  /// Returns the server's picture of the layer tree.
  private func picture(by server: ServerProcess) throws -> CGImage {
    let context = try CAContext(server: server.path, size: Self.size, scale: Self.scale)
    let (root, glLayer) = makeLayers()
    context.layer = root
    CATransaction.flush()
    let drawing = try TriangleDrawing(glLayer)
    try drawing.draw()
    return try context.image()
  }

  /// A container with rounded corners, and the layer that shows GL's picture within.
  private func makeLayers() -> (root: CALayer, glLayer: CAEAGLLayer) {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: Self.size)
    root.backgroundColor = CGColor(red: 0.75, green: 0.77, blue: 0.8, alpha: 1)
    let container = CALayer()
    container.frame = root.bounds.insetBy(dx: 40, dy: 40)
    container.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    container.cornerRadius = 12
    container.shadowOpacity = 0.5
    container.shadowOffset = CGSize(width: 0, height: 3)
    let glLayer = CAEAGLLayer()
    glLayer.frame = container.bounds.insetBy(dx: 20, dy: 20)
    glLayer.contentsScale = Self.scale
    glLayer.drawableProperties = [
      kEAGLDrawablePropertyRetainedBacking: false,
      kEAGLDrawablePropertyColorFormat: kEAGLColorFormatRGBA8,
    ]
    root.addSublayer(container)
    container.addSublayer(glLayer)
    return (root, glLayer)
  }
}
