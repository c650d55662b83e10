// Graphs: extents, reach, depth, limits.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import TestRandom
import Testing

@Suite
struct FilterNodeTests {
  private let white = FilterNode(.constant(.white)).cropped(to: FilterRect(0, 0, 8, 8))

  @Test
  func extentsOfBlurGrowByThreeRadii() {
    // filters.md 4: the extent grows by exactly 3 r.
    for radius in [0.5, 1, 10, 33.3] {
      let blurred = FilterNode(.gaussianBlur(FilterBlur(sigma: radius)), white)
      #expect(blurred.extent == white.extent.grown(3 * radius))
    }
  }

  @Test
  func hostileBlurRadii() throws {
    for radius in [-1, -Double.infinity, .nan, 0] {
      let node = FilterNode(.gaussianBlur(FilterBlur(sigma: radius)), white)
      #expect(node.extent == white.extent)
      let result = try FilterExecutor().render(node, in: PixelRect(width: 8, height: 8))
      #expect(result[3, 3] == .one)
    }
    for radius in [1e6, 1e300, Double.infinity] {
      let node = FilterNode(.gaussianBlur(FilterBlur(sigma: radius)), white)
      let result = try FilterExecutor().render(node, in: PixelRect(width: 8, height: 8))
      #expect(result[3, 3].w < 1e-3)
      #expect(result[3, 3].w >= 0)
    }
  }

  @Test
  func chainsOfTenThousand() throws {
    // Issue 21, bad input: chains of 10,000.
    let used = try stackUse {
      var node = white
      for _ in 0..<10_000 {
        node = FilterNode(.color(ColorFunction(.scale(1, offset: 0))), node)
      }
      let result = try FilterExecutor().render(node, in: PixelRect(width: 8, height: 8))
      #expect(result[0, 0] == .one)
    }
    #expect(used < 256 << 10)
  }

  @Test
  func sharedNodesAreDrawnOnce() throws {
    // Each level reads the one below twice: without sharing there would be 2^60 steps.
    var node = white
    for _ in 0..<60 { node = FilterNode(.sum(0.5, 0.5), [node, node]) }
    let result = try FilterExecutor().render(node, in: PixelRect(width: 8, height: 8))
    #expect(result[7, 7] == .one)
  }

  @Test
  func hugePicturesAreRefused() {
    let node = FilterNode(.constant(.white))
    let all = PixelRect(width: 65_536, height: 65_536)
    #expect(throws: FilterError.tooLarge(step: "colour", pixels: 4_294_967_296, limit: 1 << 27)) {
      try FilterExecutor().render(node, in: all)
    }
    let empty = PixelRect(width: 0, height: 0)
    #expect(throws: Never.self) { try FilterExecutor().render(node, in: empty) }
    let line = PixelRect(width: 65_536, height: 1)
    #expect(throws: Never.self) { try FilterExecutor().render(node, in: line) }
  }

  @Test
  func workIsLimited() throws {
    var node = white
    for _ in 0..<10_000 {
      node = FilterNode(.transform(.translation(0.5, 0), .linear), FilterNode(.clamp, node))
    }
    var executor = FilterExecutor()
    executor.limits.workPixels = 1000
    #expect(throws: FilterError.self) {
      try executor.render(node, in: PixelRect(width: 8, height: 8))
    }
  }

  /// The pixels that are kept at a time are known before the first is drawn.
  @Test
  func keptPixelsAreLimited() throws {
    let rect = PixelRect(width: 8, height: 8)
    let source = FilterNode(.source(slot: 0, extent: FilterRect(0, 0, 8, 8)))
    let edges = FilterNode(.shading(.edges(intensity: 1)), source)
    let color = FilterNode(.color(ColorFunction([])), edges)
    let faded = FilterNode(.sum(1, 0), [color, source])
    var executor = FilterExecutor()
    executor.sources[0] = try FilterBuffer(rect)
    // The source is not copied, and colours change in place.
    for (node, pictures) in [(source, 1), (edges, 2), (color, 2), (faded, 3)] {
      let kept = try executor.keptPixels(of: node, in: rect, sources: [0: rect])
      #expect(kept == pictures * 64)
      executor.limits.keptPixels = kept
      #expect(throws: Never.self) { try executor.render(node, in: rect) }
      executor.limits.keptPixels = kept - 1
      #expect(throws: FilterError.self) { try executor.render(node, in: rect) }
      executor.limits.keptPixels = .max
    }
    // A part of a source is a copy.
    let part = PixelRect(width: 4, height: 4)
    #expect(try executor.keptPixels(of: source, in: part, sources: [0: rect]) == 64 + 16)
    // A blur has a pass of its own.
    let blur = FilterNode(.gaussianBlur(FilterBlur(sigma: 1)), source)
    #expect(try executor.keptPixels(of: blur, in: rect, sources: [0: rect]) >= 3 * 64)
  }

  @Test
  func partsAreLikeTheWhole() throws {
    let checks = FilterNode(
      .transform(Affine(0.8, 0.3, -0.3, 0.8, 3, 1), .linear),
      FilterNode(.gaussianBlur(FilterBlur(sigma: 5.5)), white)
    )
    let whole = try FilterExecutor().render(checks, in: PixelRect(-30, -30, 40, 40))
    for x in stride(from: -30, to: 40, by: 7) {
      let part = PixelRect(Int32(x), -3, Int32(x) + 7, 5)
      let piece = try FilterExecutor().render(checks, in: part)
      for y in -3..<5 { for c in x..<x + 7 { #expect(piece[c, y] == whole[c, y]) } }
    }
  }

  @Test
  func cropKeepsPartsOfPixels() throws {
    let node = FilterNode(.constant(.white)).cropped(to: FilterRect(0.25, 0, 2, 1))
    let result = try FilterExecutor().render(node, in: PixelRect(width: 3, height: 1))
    #expect(result[0, 0].w == 0.75)
    #expect(result[1, 0].w == 1)
    #expect(result[2, 0].w == 0.25)
  }
}
