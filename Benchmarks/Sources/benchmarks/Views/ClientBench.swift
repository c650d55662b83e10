// A tree as animation engines make it: 500 layers with 2,000 keyframe animations.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import CoreGraphics
import Foundation
import Glibc
import QuartzCore
import QuartzEncoding

/// Shapes, gradients and plain layers in ten groups with masks, 512 x 512 pixels.
enum ClientBench {
  static let all = [
    Bench(name: "client/500 layers, 2000 animations: commit and first picture", preparing: first),
    scrubbed("client/timeOffset of the paused root, all moves", moving: 1),
    scrubbed("client/timeOffset of the paused root, one layer of 50 moves", moving: 50),
    Bench(name: "client/300 frames of it") { _ in
      { _ in
        let context = try makeContext()
        context.layer = tree()
        for frame in 0..<300 { _ = try context.image(at: Double(frame) / 60) }
      }
    },
    Bench(name: "client/300 frames of it, as a film") { _ in { _ in try film() } },
  ]

  /// Draws the pictures and has ffmpeg encode them, with the options of films of the C interface.
  private static func film() throws {
    let context = try makeContext()
    context.layer = tree()
    let path = "/tmp/quartz-bench-\(UInt64.random(in: 0...UInt64.max)).mp4"
    defer { unlink(path) }
    let size = "\(Int(side))x\(Int(side))"
    let encoder = try FilmEncoder(
      FilmEncoder.quiet + [
        "-f", "rawvideo", "-pixel_format", "rgb0", "-video_size", size, "-framerate", "60",
        "-i", "pipe:0", "-vf", "scale=out_color_matrix=bt709:out_range=tv,\(FilmEncoder.colors)",
        "-c:v", "libx264", "-preset", "ultrafast", "-qp", "18",
      ] + FilmEncoder.threads + ["-pix_fmt", "yuv420p", path]
    )
    for frame in 0..<300 {
      let pixels = try context.image(at: Double(frame) / 60).pixelStorage
      let rows = UnsafeRawBufferPointer(start: pixels.base, count: pixels.rowBytes * pixels.height)
      try encoder.add(rows)
    }
    _ = try encoder.finish()
  }

  /// Shows times of a paused tree, as an engine does that scrubs.
  ///
  /// - Parameters:
  ///   - name: The name of the bench.
  ///   - interval: One layer of so many moves; the animations of the others change nothing.
  private static func scrubbed(_ name: String, moving interval: Int) -> Bench {
    Bench(name: name) { _ in
      let (context, root) = (try makeContext(), tree(moving: interval))
      root.speed = 0
      context.layer = root
      _ = try context.image(at: 0)
      return { frame in
        root.timeOffset = Double(frame % 120) / 60
        _ = try context.image(at: Double(frame) / 60)
      }
    }
  }

  /// Commits a tree that is made before, and draws its first picture.
  private static func first(_ options: BenchOptions) throws -> Bench.Frame {
    var context: CAContext?
    return Bench.Frame(
      prepare: { _ in
        context = try makeContext()
        context?.layer = tree()
      },
      run: { _ in
        CATransaction.flush()
        _ = try context?.image(at: 0)
      }
    )
  }

  private static let side: CGFloat = 512

  private static func makeContext() throws -> CAContext {
    try CAContext(size: CGSize(width: side, height: side))
  }

  /// Ten groups of 49 layers, the group itself, and a mask for every second group.
  private static func tree(moving interval: Int = 1) -> CALayer {
    var random = SplitMix(seed: 23)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: side, height: side)
    root.isGeometryFlipped = true
    for group in 0..<10 {
      let parent = CALayer()
      parent.frame = root.bounds
      for index in 0..<49 { parent.addSublayer(part(index, interval, &random)) }
      animate(parent, isMoving: interval == 1, &random)
      if group % 2 == 0 {
        let mask = CAShapeLayer()
        mask.frame = parent.bounds
        mask.path = CGPath(ellipseIn: parent.bounds.insetBy(dx: 20, dy: 20), transform: nil)
        parent.mask = mask
      }
      root.addSublayer(parent)
    }
    return root
  }

  private static func part(_ index: Int, _ interval: Int, _ random: inout SplitMix) -> CALayer {
    let layer: CALayer
    let size = CGFloat(random.next() % 24) + 8
    let color = CGColor(
      red: CGFloat(random.next() % 256) / 255,
      green: CGFloat(random.next() % 256) / 255,
      blue: 0.5,
      alpha: 1
    )
    switch index % 5 {
    case 0:
      let shape = CAShapeLayer()
      let box = CGRect(x: 0, y: 0, width: size, height: size)
      shape.path = CGPath(ellipseIn: box, transform: nil)
      shape.fillColor = nil
      shape.strokeColor = color
      shape.lineWidth = 3
      layer = shape
    case 1:
      let gradient = CAGradientLayer()
      gradient.colors = [color, CGColor(gray: 1, alpha: 1)]
      layer = gradient
    default:
      layer = CALayer()
      layer.backgroundColor = color
      layer.cornerRadius = index % 2 == 0 ? 4 : 0
    }
    layer.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    layer.position = CGPoint(
      x: CGFloat(random.next() % 512),
      y: CGFloat(random.next() % 512)
    )
    animate(layer, isMoving: index % interval == 0, &random)
    return layer
  }

  /// Gives a layer four animations of five values, as an engine compiles them from curves.
  private static func animate(
    _ layer: CALayer,
    isMoving: Bool,
    _ random: inout SplitMix
  ) {
    let phase = isMoving ? Double(random.next() % 100) / 100 + 0.01 : 0
    func add(_ keyPath: String, _ value: (Double) -> Any) {
      let animation = CAKeyframeAnimation(keyPath: keyPath)
      let times = (0...4).map { Double($0) / 4 }
      animation.keyTimes = times.map { NSNumber(value: $0) }
      animation.values = times.map(value)
      animation.duration = 2
      animation.repeatCount = .infinity
      layer.add(animation, forKey: keyPath)
    }
    let start = layer.position
    add("position") { time in
      CGPoint(x: start.x + CGFloat(time * phase * 10), y: start.y + CGFloat(time * phase * 20))
    }
    add("transform.rotation.z") { $0 * phase * 3 }
    add("transform.scale") { 1 + ($0 - 0.5) * phase * 0.4 }
    add("opacity") { 1 - abs($0 - 0.5) * phase }
  }
}
