// The colours of the overlays, pixel by pixel, for scenes with known answers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzMath
import QuartzModel
@testable import QuartzPlan
import QuartzSoftware
import RenderScenes
import Testing

/// The tints of overlays: half of a colour, over half of the picture.
private enum Tint: Equatable {
  case none, red, green, blue, yellow, magenta

  /// The pixel that one of the picture becomes.
  func over(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
    let color: SIMD3<Int>
    switch self {
    case .none: return pixel
    case .red: color = [128, 0, 0]
    case .green: color = [0, 128, 0]
    case .blue: color = [0, 0, 128]
    case .yellow: color = [128, 128, 0]
    case .magenta: color = [128, 0, 128]
    }
    return blend(SIMD4(color, 128), over: pixel)
  }
}

/// Source over destination, premultiplied, rounded to nearest.
private func blend(_ source: SIMD4<Int>, over pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
  var result = SIMD4<UInt8>.zero
  for index in 0..<4 {
    let rest = (Int(pixel[index]) * (255 - source.w) * 2 + 255) / 510
    result[index] = UInt8(min(source[index] + rest, 255))
  }
  return result
}

@Suite struct OverlayColorTests {
  /// Draws a scene without and with overlays, and compares pixels of both.
  private func check(
    _ overlays: Overlays,
    _ backend: Backend,
    _ expected: [(x: Int, y: Int, tint: Tint)],
    build: (CALayer) -> Void
  ) throws {
    let stage = try Stage(try backend.make(), width: 120, height: 80)
    stage.edit {
      stage.root.backgroundColor = white
      build(stage.root)
    }
    let plain = Picture(try stage.frame())
    stage.carrier.renderer.overlays = overlays
    let tinted = Picture(try stage.frame())
    for (x, y, tint) in expected {
      let wanted = tint.over(plain[x, y])
      let steps = pointwiseMax(wanted, tinted[x, y]) &- pointwiseMin(wanted, tinted[x, y])
      // A step, because: renderers round products of half an alpha either way.
      #expect(steps.max() <= 1, "\(x), \(y): \(tinted[x, y]), not \(wanted), \(tint)")
    }
    stage.carrier.renderer.overlays = []
    #expect(Picture(try stage.frame()) == plain)
  }

  private func layer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private func image(_ frame: CGRect) -> CALayer {
    let image = layer(frame)
    image.contents = sample(20, 20)
    return image
  }

  /// LW-12.40: images beside the grid of pixels, scaled ones, and those that are neither.
  @Test(arguments: Backend.all) func misalignedImages(backend: Backend) throws {
    let expected: [(Int, Int, Tint)] = [
      (15, 15, .none), (45, 15, .magenta), (80, 20, .yellow), (20, 60, .magenta), (60, 60, .none),
      (100, 62, .none), (2, 2, .none),
    ]
    try check(.misaligned, backend, expected) { root in
      root.addSublayer(image(CGRect(x: 5, y: 5, width: 20, height: 20)))
      root.addSublayer(image(CGRect(x: 35.5, y: 5, width: 20, height: 20)))
      root.addSublayer(image(CGRect(x: 65, y: 5, width: 40, height: 30)))
      let turned = image(CGRect(x: 10, y: 50, width: 20, height: 20))
      turned.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
      root.addSublayer(turned)
      let quarter = image(CGRect(x: 50, y: 50, width: 20, height: 20))
      quarter.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
      root.addSublayer(quarter)
      // No image at all, however it lies.
      root.addSublayer(layer(CGRect(x: 90.5, y: 50.5, width: 20, height: 20), rgba(0.5, 0.5, 0.5)))
    }
  }

  /// LW-15.10: which layers need a pass off screen, also in a group that needs one.
  @Test(arguments: Backend.all) func passesOffScreen(backend: Backend) throws {
    let expected: [(Int, Int, Tint)] = [
      (15, 15, .none), (45, 15, .none), (75, 15, .yellow), (105, 15, .none), (18, 55, .yellow),
      (50, 55, .yellow), (2, 2, .none),
    ]
    try check(.offscreen, backend, expected) { root in
      let round = layer(CGRect(x: 5, y: 5, width: 20, height: 20), rgba(0, 0, 1))
      round.cornerRadius = 8
      root.addSublayer(round)
      let clipping = layer(CGRect(x: 35, y: 5, width: 20, height: 20), rgba(0, 0, 1))
      clipping.masksToBounds = true
      root.addSublayer(clipping)
      let masked = layer(CGRect(x: 65, y: 5, width: 20, height: 20), rgba(0, 0, 1))
      masked.mask = layer(CGRect(x: 0, y: 0, width: 20, height: 20), rgba(0, 0, 0, 0.5))
      root.addSublayer(masked)
      let path = layer(CGRect(x: 95, y: 5, width: 20, height: 20), rgba(0, 0, 1))
      path.shadowOpacity = 1
      path.shadowPath = CGPath(rect: path.bounds, transform: nil)
      root.addSublayer(path)
      let caster = image(CGRect(x: 5, y: 45, width: 20, height: 20))
      caster.addSublayer(layer(CGRect(x: 10, y: 10, width: 20, height: 20), rgba(0, 1, 0, 0.5)))
      caster.shadowOpacity = 0.75
      caster.shadowOffset = CGSize(width: 0, height: 5)
      root.addSublayer(caster)
      let group = layer(CGRect(x: 40, y: 45, width: 30, height: 20), rgba(0, 0, 1))
      group.opacity = 0.5
      group.addSublayer(layer(CGRect(x: 5, y: 5, width: 20, height: 20), rgba(0, 1, 0)))
      root.addSublayer(group)
    }
  }

  /// LW-T-05, LW-15.06: red when a picture is drawn anew, green when it is one from before.
  @Test(arguments: Backend.all) func cachedPictures(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 80, height: 40)
    let still = layer(CGRect(x: 0, y: 0, width: 40, height: 40), rgba(0.5, 0.5, 0.5))
    let busy = layer(CGRect(x: 40, y: 0, width: 40, height: 40), rgba(0.5, 0.5, 0.5))
    let inner = layer(CGRect(x: 10, y: 10, width: 20, height: 20), rgba(0.5, 0.5, 0.5))
    stage.edit {
      stage.root.backgroundColor = white
      busy.addSublayer(inner)
      for layer in [still, busy] {
        layer.shouldRasterize = true
        stage.root.addSublayer(layer)
      }
    }
    stage.carrier.renderer.overlays = .cache
    func tints(at time: Double) throws -> [Tint] {
      let picture = Picture(try stage.frame(at: time))
      return [(5, 5), (45, 5)].map { x, y in
        let pixel = picture[x, y]
        return pixel == Tint.red.over([128, 128, 128, 255])
          ? .red : pixel == Tint.green.over([128, 128, 128, 255]) ? .green : .none
      }
    }
    #expect(try tints(at: 0) == [.red, .red])
    #expect(stage.carrier.renderer.counters.cacheMisses == 2)
    stage.edit { inner.backgroundColor = rgba(0, 0, 1) }
    #expect(try tints(at: 0.01) == [.green, .red])
    stage.edit { inner.backgroundColor = rgba(0, 1, 1) }
    #expect(try tints(at: 0.02) == [.green, .red])
    // Nothing changes, so nothing is drawn, and what was last drawn anew stays red.
    #expect(try tints(at: 0.03) == [.green, .red])
    stage.edit { still.position.x += 0 }
    stage.edit { stage.root.backgroundColor = rgba(0.9, 0.9, 0.9) }
    #expect(try tints(at: 0.04) == [.green, .green])
  }

  /// LW-12.16: each draw over a pixel adds a fifth of red to a dark picture; what an opaque layer
  /// hides wholly is not drawn.
  @Test(arguments: Backend.all) func overdraw(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 100, height: 20)
    stage.edit {
      stage.root.backgroundColor = white
      for index in 0..<4 {
        let width = 100 - 20 * (index + 1)
        let box = layer(CGRect(x: 20 * (index + 1), y: 0, width: width, height: 20))
        box.backgroundColor = rgba(1, 1, 1, 0.5)
        stage.root.addSublayer(box)
      }
      // Wholly behind an opaque one.
      stage.root.insertSublayer(
        layer(CGRect(x: 2, y: 2, width: 4, height: 4), rgba(0, 0, 0)),
        at: 0
      )
      stage.root.addSublayer(layer(CGRect(x: 0, y: 0, width: 10, height: 20), white))
    }
    stage.carrier.renderer.overlays = .overdraw
    let picture = Picture(try stage.frame())
    for (x, draws) in [(4, 2), (15, 1), (30, 2), (50, 3), (70, 4), (90, 5)] {
      var expected = blend([0, 0, 0, 204], over: [255, 255, 255, 255])
      for _ in 0..<draws { expected = blend([51, 0, 0, 51], over: expected) }
      let steps = pointwiseMax(expected, picture[x, 4]) &- pointwiseMin(expected, picture[x, 4])
      // A step for each draw, because: renderers round either way.
      #expect(steps.max() <= 3, "\(x): \(picture[x, 4]), not \(expected)")
    }
  }

  /// A line of one pixel along each layer's edges, also of layers that show nothing.
  @Test(arguments: Backend.all) func borders(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 60, height: 40)
    stage.edit {
      stage.root.backgroundColor = white
      let empty = layer(CGRect(x: 10, y: 8, width: 20, height: 16))
      empty.addSublayer(layer(CGRect(x: 4, y: 4, width: 4, height: 4), rgba(1, 0, 0)))
      stage.root.addSublayer(empty)
      let picture = layer(CGRect(x: 36, y: 8, width: 20, height: 16), white)
      picture.shouldRasterize = true
      picture.addSublayer(layer(CGRect(x: 4, y: 4, width: 8, height: 8), white))
      stage.root.addSublayer(picture)
    }
    stage.carrier.renderer.overlays = .borders
    let picture = Picture(try stage.frame())
    let line: SIMD4<UInt8> = [0, 255, 255, 255]
    for (x, y) in [(0, 0), (59, 39), (10, 8), (29, 23), (20, 8), (10, 15), (14, 12), (17, 15)] {
      #expect(picture[x, y] == line, "\(x), \(y)")
    }
    for (x, y) in [(36, 8), (55, 23), (40, 12), (47, 19)] {
      #expect(picture[x, y] == line, "rasterised: \(x), \(y)")
    }
    for (x, y) in [(1, 1), (11, 9), (9, 8), (30, 23), (37, 9), (41, 13)] {
      #expect(picture[x, y] == [255, 255, 255, 255], "\(x), \(y)")
    }
    #expect(picture[15, 13] == [255, 0, 0, 255])
  }

  /// LW-T-11: what is drawn anew is yellow for a quarter of a second, and the end is a frame.
  @Test(arguments: Backend.all) func flashes(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 60, height: 20)
    let box = layer(CGRect(x: 10, y: 5, width: 10, height: 10), rgba(0, 0, 1))
    stage.edit {
      stage.root.backgroundColor = white
      stage.root.addSublayer(box)
    }
    let plain = Picture(try stage.frame(at: 0))
    let renderer = stage.carrier.renderer
    renderer.overlays = .flash
    // The switch draws all, and no layer is the reason.
    #expect(Picture(try stage.frame(at: 1)) == plain)
    #expect(renderer.nextActivity(after: 1) == nil)
    stage.edit { box.backgroundColor = rgba(0, 1, 0) }
    let flashed = Picture(try stage.frame(at: 2))
    #expect(flashed[15, 10] == Tint.yellow.over([0, 255, 0, 255]))
    #expect(flashed[40, 10] == plain[40, 10])
    #expect(renderer.nextActivity(after: 2) == 2.25)
    #expect(Picture(try stage.frame(at: 2.2)) == flashed)
    #expect(Picture(try stage.frame(at: 2.25))[15, 10] == [0, 255, 0, 255])
    #expect(renderer.nextActivity(after: 2.25) == nil)
    // Two in a row do not add up.
    stage.edit { box.backgroundColor = rgba(1, 0, 0) }
    _ = try stage.frame(at: 3)
    stage.edit { box.backgroundColor = rgba(0, 0, 1) }
    #expect(Picture(try stage.frame(at: 3.1))[15, 10] == Tint.yellow.over([0, 0, 255, 255]))
    // A time before leaves nothing behind.
    #expect(Picture(try stage.frame(at: 0)) == plain)
  }

  /// LW-12.38, LW-T-06: images that were handed over for the frame.
  @Test(arguments: Backend.all) func copiedImages(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 60, height: 20)
    let (old, new) = (CALayer(), CALayer())
    stage.carrier.renderer.overlays = .copied
    stage.edit {
      for (index, layer) in [old, new].enumerated() {
        layer.frame = CGRect(x: 30 * index, y: 0, width: 20, height: 20)
        layer.contents = sample(20, 20)
        stage.root.addSublayer(layer)
      }
    }
    func blueness(at time: Double) throws -> [Bool] {
      let picture = Picture(try stage.frame(at: time))
      stage.carrier.renderer.overlays = []
      let plain = Picture(try stage.frame(at: time))
      stage.carrier.renderer.overlays = .copied
      return [10, 40].map { picture[$0, 10] != plain[$0, 10] }
    }
    #expect(try blueness(at: 0) == [true, true])
    _ = try stage.frame(at: 0)
    stage.edit { new.contents = sample(20, 20, alpha: 200) }
    #expect(try blueness(at: 1) == [false, true])
  }

  /// The panel lies in the corner, and a frame in which nothing moves costs nothing.
  @Test(arguments: Backend.all) func frameGraph(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 240, height: 220)
    stage.edit { stage.root.backgroundColor = white }
    let renderer = stage.carrier.renderer
    renderer.overlays = .fps
    let picture = Picture(try stage.frame(at: 0))
    #expect(picture[0, 0] == [0, 0, 0, 255] && picture[203, 187] == [0, 0, 0, 255])
    #expect(picture[204, 10] == [255, 255, 255, 255] && picture[10, 188] == [255, 255, 255, 255])
    // The squares before the names have the colours of the phases.
    for (index, phase) in FramePhase.allCases.enumerated() {
      let color = FrameGraph.color(of: phase) * 255
      let wanted = SIMD4<UInt8>(UInt8(color.x), UInt8(color.y), UInt8(color.z), 255)
      #expect(picture[8, 6 + 14 * (index + 1) + 4] == wanted, "\(phase)")
    }
    let frames = renderer.frameCount
    for time in 1...5 { _ = try stage.frame(at: Double(time)) }
    #expect(renderer.frameCount == frames && renderer.nextActivity(after: 5) == nil)
    stage.edit { stage.root.backgroundColor = rgba(0, 0, 1) }
    _ = try stage.frame(at: 6)
    #expect(renderer.frameCount == frames + 1)
  }

  @Test func milliseconds() {
    let texts = [0, 0.001234, 0.0999, 0.5, 100, .infinity].map(FrameGraph.milliseconds)
    #expect(texts == ["0.00", "1.23", "99.90", "500", "99999", "99999"])
  }

  @Test func names() {
    #expect(Overlays(names: "none") == [])
    #expect(Overlays(names: "blended,fps") == [.blended, .fps])
    #expect(Overlays(names: "") == nil && Overlays(names: "fps,") == nil)
    #expect(Overlays(names: "none,fps") == nil)
    #expect(Overlays(names: Overlays.all.names) == .all)
    #expect(Overlays.named.reduce(into: Overlays()) { $0.formUnion($1.overlay) } == .all)
  }
}
