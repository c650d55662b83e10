// Contexts of a server whose size and scale change while they live.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel
import Testing

@testable import QuartzServer

/// A clock that stands where it is put.
private final class SizeClock: CAContext.Clock {
  var currentTime = 0.0
}

// Serialized because: each test has servers of its own and there may be few cores.
@Suite(.serialized) struct RemoteSizeTests {
  private let clock = SizeClock()

  /// A picture in bytes.
  private struct Picture: Equatable {
    var width: Int
    var height: Int
    var bytes: [UInt8]
  }

  private func picture(_ context: CAContext, at time: Double) throws -> Picture {
    clock.currentTime = time
    let pixels = try context.frame(at: time).pixels
    // Without what lies between the rows.
    let bytes = pixels.withBytes { bytes in
      (0..<pixels.height).flatMap { row in
        bytes[row * pixels.rowBytes..<row * pixels.rowBytes + pixels.width * 4]
      }
    }
    return Picture(width: pixels.width, height: pixels.height, bytes: bytes)
  }

  private func context(
    _ server: LocalServer?,
    _ size: CGSize,
    scale: CGFloat = 1,
    _ tree: CALayer
  ) throws -> CAContext {
    var options = CAContext.Options()
    options.clock = clock
    options.backgroundColor = CGColor(red: 0, green: 0, blue: 0.5, alpha: 1)
    clock.currentTime = 0
    let context =
      try server.map {
        try CAContext(server: $0.path, size: size, scale: scale, options: options)
      } ?? CAContext(size: size, scale: scale, options: options)
    context.layer = tree
    CATransaction.flush()
    return context
  }

  /// Boxes whose edges are those of pixels at scales 1 and 2, one of which moves.
  private func boxes() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 2, y: 2, width: 40, height: 20)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
    let box = CALayer()
    box.frame = CGRect(x: 0, y: 4, width: 8, height: 8)
    box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(box)
    let slide = CABasicAnimation(keyPath: "position.x")
    (slide.fromValue, slide.toValue, slide.duration) = (4, 36, 16)
    box.add(slide, forKey: "slide")
    return root
  }

  /// The same, and what surfaces and coverage are kept for.
  private func looks() -> CALayer {
    let root = boxes()
    root.cornerRadius = 5
    root.shadowOpacity = 0.5
    let dot = CALayer()
    dot.frame = CGRect(x: 12, y: 3, width: 14, height: 14)
    (dot.cornerRadius, dot.opacity, dot.shouldRasterize) = (7, 0.5, true)
    dot.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    root.addSublayer(dot)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 20, y: 2, width: 15, height: 9), transform: nil)
    root.addSublayer(shape)
    return root
  }

  private let steps: [(width: CGFloat, height: CGFloat, scale: CGFloat)] = [
    (64, 32, 1), (20, 10, 1), (50, 40, 2), (37.5, 24, 2), (64, 32, 1), (200, 3, 1),
  ]

  /// Each size is as if the context had always had it: with each renderer to the byte that of a
  /// context which was made so, and of plain boxes that of a context in this process.
  @Test(arguments: [RendererChoice.software, .gles])
  func sizesAndScalesOverTheWire(renderer: RendererChoice) throws {
    guard renderer == .software || isGLAvailable else { return }
    let server = try LocalServer(renderer: renderer)
    for tree in [boxes, looks] {
      let living = try context(server, CGSize(width: 30, height: 30), tree())
      _ = try picture(living, at: 0)
      for (number, step) in steps.enumerated() {
        let (size, time) = (CGSize(width: step.width, height: step.height), Double(number))
        clock.currentTime = time
        try living.setSize(size, scale: step.scale)
        #expect(living.size == size && living.scale == step.scale)
        let shown = try picture(living, at: time)
        #expect(shown.width == Int(step.width * step.scale))
        let fresh = try context(server, size, scale: step.scale, tree())
        #expect(shown == (try picture(fresh, at: time)), "\(step)")
        // A second picture of it is the same, whatever was kept.
        #expect(shown == (try picture(living, at: time)))
      }
    }
  }

  /// Both renderers and this process show the same boxes.
  @Test(.enabled(if: isGLAvailable)) func renderersAgree() throws {
    let servers = try [nil, LocalServer(), LocalServer(renderer: .gles)]
    // A server ends with its last use.
    defer { withExtendedLifetime(servers) {} }
    let contexts = try servers.map { try context($0, CGSize(width: 30, height: 30), boxes()) }
    for (number, step) in steps.enumerated() {
      let time = Double(number)
      let pictures = try contexts.map { context in
        clock.currentTime = time
        try context.setSize(CGSize(width: step.width, height: step.height), scale: step.scale)
        return try picture(context, at: time)
      }
      #expect(pictures[1] == pictures[0] && pictures[2] == pictures[0], "\(step)")
      #expect(Set(pictures[0].bytes).count > 2)
    }
  }

  /// An impossible size changes nothing, and the server goes on.
  @Test func impossibleSizes() throws {
    let server = try LocalServer()
    let living = try context(server, CGSize(width: 30, height: 30), boxes())
    let before = try picture(living, at: 1)
    for (size, scale) in [
      (CGSize(width: 0, height: 5), 1), (CGSize(width: 1e9, height: 5), 1),
      (CGSize(width: 5, height: 5), 0), (CGSize(width: 16384, height: 2), 2),
    ] as [(CGSize, CGFloat)] {
      #expect(throws: CAContextError.self) { try living.setSize(size, scale: scale) }
    }
    #expect(try picture(living, at: 1) == before)
  }
}
