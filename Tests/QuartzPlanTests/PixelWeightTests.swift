// Pixels count by their kinds: the weights of draws and of effects.
// Licensed under the MIT license; see LICENSE.
//
// The costs are those of layers over all of an output of 64 x 64, beside one plain pixel each of
// the root's background.

import QuartzFilters
import QuartzMath
import QuartzModel
import Testing

@testable import QuartzPlan

@Suite struct PixelWeightTests {
  /// The plain pixels that a pixel of each of a layer's draws counts as.
  private func weights(
    _ values: [PropertyID: PropertyValue],
    _ layerClass: LayerClass = .layer,
    image: (Int, Int)? = nil
  ) -> [Int] {
    var scene = Planned(64, 64)
    var all = box(32, 32, 64, 64, Color(1, 0, 0, 0.5))
    if let image {
      scene.addImage(1, image.0, image.1, isOpaque: false)
      all[.contents] = .image(ImageID(1))
      all[.backgroundColor] = nil
    }
    if layerClass != .layer { all[.backgroundColor] = nil }
    scene.add(all.merging(values) { $1 }, to: Planned.root, layerClass)
    let plan = scene.plan()
    return plan.draws.map { plan.pixelWeight(of: $0) }
  }

  private let turned: [PropertyID: PropertyValue] = [
    .transform: .transform(.rotation(0.4, 0, 0, 1))
  ]

  private func turned(_ values: [PropertyID: PropertyValue]) -> [PropertyID: PropertyValue] {
    turned.merging(values) { $1 }
  }

  @Test func solids() {
    #expect(weights([:]) == [1])
    #expect(weights([.cornerRadius: .number(9)]) == [2])
    #expect(weights(turned) == [3])
    #expect(weights(turned([.cornerRadius: .number(9)])) == [5])
  }

  @Test func images() {
    let nearest: [PropertyID: PropertyValue] = [
      .magnificationFilter: .name(ContentsFilter.nearest.rawValue)
    ]
    #expect(weights([:], image: (64, 64)) == [1])
    #expect(weights([:], image: (40, 30)) == [3])
    #expect(weights(nearest, image: (40, 30)) == [5])
    #expect(weights(turned, image: (40, 30)) == [17])
    #expect(weights(turned(nearest), image: (40, 30)) == [14])
    let shrunk: [PropertyID: PropertyValue] = [
      .minificationFilter: .name(ContentsFilter.trilinear.rawValue)
    ]
    #expect(weights(shrunk, image: (200, 200)) == [6])
    #expect(weights(turned(shrunk), image: (200, 200)) == [27])
  }

  @Test func gradients() {
    func weight(_ stops: Int, _ type: GradientType) -> Int? {
      let colors: [Double] = (0..<stops).flatMap { [Double($0 % 2), 0.0, 0.0, 0.5] }
      let values: [PropertyID: PropertyValue] = [
        .colors: .numbers(colors), .type: .name(type.rawValue),
        .startPoint: .point(Point(0, 0)), .endPoint: .point(Point(1, 1)),
      ]
      return weights(values, .gradient).last
    }
    #expect(weight(2, .axial) == 3 && weight(3, .axial) == 3)
    #expect(weight(2, .radial) == 6)
    #expect(weight(2, .conic) == 4)
    #expect(weight(16, .axial) == 7)
    #expect(weight(256, .axial) == 9)
    #expect(weight(4096, .axial) == 53)
    let counts = [2, 3, 8, 16, 64, 256, 1024, 4096]
    for type in [GradientType.axial, .radial, .conic] {
      let weights = counts.map { weight($0, type) ?? 0 }
      #expect(weights == weights.sorted() && weights[0] > 0, "\(type): \(weights)")
    }
  }

  @Test func blendModes() {
    func weight(_ mode: CompositingMode) -> Int? {
      weights([.compositingFilter: .name(mode.rawValue)]).max()
    }
    #expect(weight(.multiply) == 2 && weight(.softLight) == 3 && weight(.hue) == 4)
  }

  @Test func effects() {
    #expect(SurfaceEffect.blur(sigma: SIMD2(2, 2), .color).pixelWeight == 9)
    #expect(SurfaceEffect.mirror(PixelRect(width: 4, height: 4)).pixelWeight == 2)
    // The smaller the picture, the more pixels each of its own is made of; all of them together
    // are those of the source, and the edges that neighbours have in common.
    let scales = [1.25, 0.75, 0.5, 0.25, 1.0 / 16, 1.0 / 64]
    let weights = scales.map { SurfaceEffect.scale($0).pixelWeight }
    #expect(weights == weights.sorted())
    for (scale, weight) in zip(scales, weights) where scale < 1 {
      #expect(Double(weight) * scale * scale < 9, "\(scale)")
    }
  }

  /// The plain pixels of a filter of an output's size.
  private func pixels(_ operation: FilterOperation, _ width: Int32, _ height: Int32) -> Int {
    let frame = PixelRect(width: width, height: height)
    let extent = FilterRect(0, 0, Double(width), Double(height))
    let source = FilterNode(.clamp, FilterNode(.source(slot: 0, extent: extent)))
    let program = FilterProgram(
      node: FilterNode(operation, source).cropped(to: extent),
      space: ProgramSpace(bounds: frame, isTurned: false),
      name: 1
    )
    return SurfaceEffect.filter(program).plainPixels(of: frame)
  }

  /// Honest scenes pass: a zoom blur of its default amount over an output of 1080 lines, and two
  /// box blurs over one of 2160.
  @Test func honestFiltersFitTheBudget() {
    let limit = FrameBudget.standard.limits[.pixels]
    let zoom = pixels(.smear(.zoom(center: SIMD2(960, 540), sigma: 0.1)), 1920, 1080)
    #expect(zoom < limit && zoom > limit / 2)
    #expect(2 * pixels(.smear(.box(width: 21)), 3840, 2160) < limit)
    #expect(2 * pixels(.smear(.motion(sigma: 20, angle: 0.5)), 1920, 1080) < limit)
    #expect(2 * pixels(.smear(.disc(radius: 8)), 1920, 1080) < limit)
  }

  /// Filters whose pixels are made of many others count those: in a small picture, too.
  @Test func filtersThatReadManyPixelsDoNotFit() {
    let limit = FrameBudget.standard.limits[.pixels]
    #expect(pixels(.smear(.motion(sigma: 1000, angle: 0.7)), 64, 64) > limit)
    #expect(pixels(.smear(.zoom(center: SIMD2(64, 64), sigma: 2)), 128, 128) > limit)
    #expect(pixels(.transform(.scale(1 / 32.0, 1 / 32.0), .linear), 512, 512) > limit)
    #expect(pixels(.transform(.scale(0.5, 0.5), .linear), 512, 512) < limit / 20)
    #expect(pixels(.resample(scale: SIMD2(0.01, 0.01), .lanczos), 512, 512) > limit)
  }

  /// A mean is one pixel, made of all: it counts those.
  @Test func reductionsCountWhatTheyRead() {
    func cost(_ side: Int32) -> Int {
      let area = FilterRect(0, 0, Double(side), Double(side))
      let source = FilterNode(.source(slot: 0, extent: area))
      let program = FilterProgram(
        node: FilterNode(.reduction(.average(area)), source),
        space: ProgramSpace(bounds: PixelRect(width: side, height: side), isTurned: false),
        name: 1
      )
      return SurfaceEffect.filter(program).plainPixels(of: PixelRect(width: 1, height: 1))
    }
    #expect(cost(2048) > 10 * 2048 * 2048)
    #expect(cost(2048) < 11 * 2048 * 2048)
    #expect(cost(16) < 11 * 256)
  }

  /// Draws count by their weights, and surfaces by their number, too.
  @Test func framesCountWeights() {
    var scene = Planned(64, 64)
    scene.addImage(1, 40, 30, isOpaque: false)
    var values = box(32, 32, 64, 64)
    values[.backgroundColor] = nil
    values[.contents] = .image(ImageID(1))
    scene.add(values, to: Planned.root)
    scene.plan()
    let plain = scene.builder.costs[.pixels]
    #expect(plain == 3 * 64 * 64)
    let group = scene.add(
      box(32, 32, 64, 64).merging([.opacity: .number(0.5)]) { $1 },
      to: Planned.root
    )
    scene.add(box(32, 32, 64, 64), to: group)
    scene.builder.invalidate()
    scene.plan()
    let grouped = scene.builder.costs[.pixels]
    // The group's own background is hidden in its surface.
    #expect(grouped == plain + FrameCosts.pixelsOfSurface + 2 * 64 * 64)
  }
}
