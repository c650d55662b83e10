// Random documents: layers against the evaluator, seeking against playing.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzTesting
import TestRandom
import Testing

@testable import QuartzLottie

struct LawTests {
  /// The seeds of the documents; `QUARTZ_LOTTIE_SEED` and `QUARTZ_LOTTIE_COUNT` say others.
  static let seeds: Range<UInt64> = {
    func number(_ name: String) -> UInt64? {
      ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
    let first = number("QUARTZ_LOTTIE_SEED") ?? 0
    return first..<first + (number("QUARTZ_LOTTIE_COUNT") ?? 40)
  }()

  /// The documents of the first 300 whose pictures differ from the laws in a frame; all others
  /// must be equal.
  ///
  /// In 11, 58, 115, 206 and 251 a filter or masks in gray run in a picture of the layer's own
  /// space, which is resampled where it is shown. In 3, 69 and 226 up to two pixels, in which
  /// several edges meet, differ by 0.4, 0.5 and 14 steps more than they may.
  private static let open: Set<UInt64> = [3, 11, 58, 69, 115, 206, 226, 251]

  /// Two frames of a document, of which neither is whole.
  private static func frames(_ seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed ^ 0xF00D)
    return (0..<2).map { _ in
      (Double.random(in: 0...9.8, using: &random) * 16).rounded() / 16 + 0.013
    }
    .sorted()
  }

  /// All pixels of a layer's picture lie between those around them in the evaluator's, within three
  /// steps: one for each of the roundings of groups, masks and mattes.
  static func difference(_ picture: LottiePicture, _ law: LawSurface) -> Double {
    var largest = 0.0
    for y in 0..<law.height {
      for x in 0..<law.width {
        var low = SIMD4<Double>(repeating: 1)
        var high = SIMD4<Double>(repeating: 0)
        for v in max(y - 1, 0)...min(y + 1, law.height - 1) {
          for u in max(x - 1, 0)...min(x + 1, law.width - 1) {
            let pixel = law.pixels[v * law.width + u]
            low.replace(with: pixel, where: pixel .< low)
            high.replace(with: pixel, where: pixel .> high)
          }
        }
        let found = picture[x, y]
        for axis in 0..<4 {
          let value = Double(found[axis])
          largest = max(largest, low[axis] * 255 - value, value - high[axis] * 255)
        }
      }
    }
    return largest
  }

  @Test(arguments: seeds)
  func picturesAreThoseOfTheLaws(_ seed: UInt64) throws {
    let json = RandomLottie.document(seed: seed)
    let frames = Self.frames(seed)
    let pictures = try LottiePicture.all(json, at: frames)
    let differences = try zip(frames, pictures).map { frame, picture in
      try Self.difference(picture, LawScene(json, at: frame).picture)
    }
    let largest = try #require(differences.max())
    if Self.open.contains(seed) {
      // One that is mended fails here, and leaves the list.
      withKnownIssue("the pictures differ") { #expect(largest <= 3) }
    } else {
      #expect(largest <= 3, "seed \(seed), frames \(frames): \(differences)")
    }
  }

  @Test(arguments: stride(from: seeds.lowerBound, to: seeds.upperBound, by: 5).map(\.self))
  func seekingShowsWhatPlayingShows(_ seed: UInt64) throws {
    let animation = try LottieAnimation(data: Data(RandomLottie.document(seed: seed).utf8))
    let frames = Self.frames(seed)
    let times = frames.map { animation.time(forFrame: $0) }
    let played = try renderedImages(of: animation.makeLayer(), size: animation.size, at: times)
    for (time, image) in zip(times, played) {
      let layer = LottieLayer(animation: animation)
      layer.currentTime = time
      let sought = try renderedImage(of: layer, size: animation.size)
      expectEqualImages(sought, image, tolerance: 1)
    }
  }

  // MARK: Renderers

  private static func sheet(
    _ layer: CALayer,
    _ times: [Double],
    _ renderer: SnapshotRenderer
  ) -> CGImage? {
    let side = CGFloat(RandomLottie.side)
    var image: CGImage?
    let strategy = Snapshotting<CALayer, CGImage>.frames(
      at: times,
      size: CGSize(width: side, height: side),
      renderer: renderer
    )
    strategy.snapshot(layer).run { image = $0 }
    return image
  }

  private static let hasGLES = sheet(CALayer(), [0], .gles) != nil

  /// Both renderers show the same but for the coverage of edges.
  @Test(
    .enabled(if: hasGLES, "there is no GLES renderer"),
    arguments: stride(from: seeds.lowerBound, to: seeds.upperBound, by: 10).map(\.self)
  )
  func bothRenderersAgree(_ seed: UInt64) throws {
    let animation = try LottieAnimation(data: Data(RandomLottie.document(seed: seed).utf8))
    let times = Self.frames(seed).map { animation.time(forFrame: $0) }
    let sheets = try [SnapshotRenderer.software, .gles].map { renderer in
      try LottiePicture(#require(Self.sheet(animation.makeLayer(), times, renderer)))
    }
    var different = 0
    for y in 0..<sheets[0].height {
      for x in 0..<sheets[0].width {
        let (a, b) = (sheets[0][x, y], sheets[1][x, y])
        let difference = zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
        if difference > 3 { different += 1 }
      }
    }
    // Pixels on edges, whose coverage GLES samples.
    let share = Double(different) / Double(sheets[0].width * sheets[0].height)
    #expect(share <= 0.02, "seed \(seed): \(share)")
  }

  // MARK: Values

  /// The layers with outlines below a layer, in drawing order, with their shown values.
  private static func shapes(_ layer: CALayer) -> [CAShapeLayer] {
    if layer.isHidden || layer.opacity == 0 { return [] }
    var found: [CAShapeLayer] = []
    if let gradient = layer as? CAGradientLayer, let mask = gradient.mask as? CAShapeLayer {
      found.append(mask)
    } else if let shape = layer as? CAShapeLayer, shape.name?.hasPrefix("S") == true {
      found.append(shape)
    }
    return (layer.sublayers ?? []).reduce(into: found) { $0 += shapes($1) }
  }

  /// The layer with a name.
  private static func layer(_ name: String, in layer: CALayer) -> CALayer? {
    layer.name == name
      ? layer : (layer.sublayers ?? []).lazy.compactMap { Self.layer(name, in: $0) }.first
  }

  /// Opacities of layers whose keys animations can say are those of the laws to 1e-6; those of
  /// remapped time are sampled to 1/50 of a percent.
  @Test(arguments: seeds)
  func valuesAreThoseOfTheLaws(_ seed: UInt64) throws {
    let json = RandomLottie.document(seed: seed)
    let isSampled = json.contains(#""tm":{"a""#)
    let animation = try LottieAnimation(data: Data(json.utf8))
    let root = try animation.makeLayer()
    let clock = ManualClock()
    var options = CAContext.Options()
    options.clock = clock
    let context = try CAContext(size: animation.size, options: options)
    context.layer = root
    CATransaction.flush()
    for frame in Self.frames(seed) {
      clock.advance(by: animation.time(forFrame: frame) - clock.currentTime)
      let scene = try LawScene(json, at: frame)
      for (name, opacity) in scene.opacities {
        guard let found = Self.layer(name, in: root)?.presentation() else { continue }
        let difference = abs(Double(found.opacity) - opacity)
        #expect(difference <= (isSampled ? 4e-4 : 1e-6), "seed \(seed), frame \(frame), \(name)")
      }
    }
    context.layer = nil
    CATransaction.flush()
  }
}
