// Filters that put a layer together with images: draws of both renderers, which read nothing back.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore
import RenderScenes
import Testing

@Suite struct JoinedFilterTests {
  /// A filter, and what it makes of the layer, the background and the mask: premultiplied levels.
  struct Join: CustomTestStringConvertible {
    var name: String
    var hasBackground = true
    /// How much of the layer shows, 0...1; nil for a filter without a mask.
    var share: (@Sendable (SIMD4<Double>) -> Double)?

    var testDescription: String { name + (hasBackground ? "" : " on nothing") }

    func result(_ front: SIMD4<Double>, _ back: SIMD4<Double>, _ mask: SIMD4<Double>)
      -> SIMD4<Double>
    {
      let back = hasBackground ? back : .zero
      guard let share else { return front + back * (1 - front.w / 255) }
      return back + (front - back) * share(mask)
    }
  }

  static let joins = [
    Join(name: "CISourceOverCompositing"),
    Join(name: "CISourceOverCompositing", hasBackground: false),
    Join(name: "CIBlendWithMask", share: luminance),
    Join(name: "CIBlendWithMask", hasBackground: false, share: luminance),
    Join(name: "CIBlendWithAlphaMask", share: { $0.w / 255 }),
    Join(name: "CIBlendWithRedMask", share: { $0.x / 255 }),
    Join(name: "CIBlendWithBlueMask", share: { $0.z / 255 }),
  ]

  private static let luminance: @Sendable (SIMD4<Double>) -> Double = { color in
    (0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z) / 255
  }

  private static let (width, height) = (96, 80)
  private static let frame = (x: 20, y: 16, width: 50, height: 40)
  /// The layer's premultiplied colour: without a rest in bytes.
  private static let front = SIMD4<Double>(102, 51, 0, 153)

  private static func back(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let alpha = UInt8(255 - y)
    return [UInt8(x * 2), UInt8(min(y * 3, Int(alpha))), 40, alpha]
  }

  private static func mask(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    [UInt8(x * 4), UInt8(y * 5), UInt8(200 - x * 3), UInt8(max(x * 4, max(y * 5, 200 - x * 3)))]
  }

  private func filter(_ join: Join) throws -> CIFilter {
    let filter = try #require(CIFilter(name: join.name))
    if join.hasBackground {
      let back = try #require(bitmap(60, 30) { Self.back($0, $1) })
      filter.setValue(CIImage(cgImage: back), forKey: "inputBackgroundImage")
    }
    if join.share != nil {
      let mask = try #require(bitmap(40, 36) { Self.mask($0, $1) })
      filter.setValue(CIImage(cgImage: mask), forKey: "inputMaskImage")
    }
    return filter
  }

  private func stage(
    _ backend: Backend,
    _ filters: [CIFilter],
    edit: (CALayer) -> Void = { _ in }
  ) throws -> Stage {
    let stage = try Stage(try backend.make(), width: Self.width, height: Self.height)
    let frame = Self.frame
    stage.edit {
      let box = panel(
        CGFloat(frame.x),
        CGFloat(frame.y),
        CGFloat(frame.width),
        CGFloat(frame.height),
        rgba(102 / 153, 51 / 153, 0, 0.6),
        in: stage.root
      )
      box.name = "box"
      box.filters = filters
      edit(box)
    }
    return stage
  }

  /// The pixels of a picture that stands with its lower left corner on that of the layer; clear
  /// beyond.
  private func place(
    _ x: Int,
    _ y: Int,
    _ size: (width: Int, height: Int),
    _ pixel: (Int, Int) -> SIMD4<UInt8>
  ) -> SIMD4<Double> {
    let column = x - Self.frame.x
    let row = y - (Self.frame.y + Self.frame.height - size.height)
    guard 0..<size.width ~= column, 0..<size.height ~= row else { return .zero }
    return SIMD4<Double>(pixel(column, row))
  }

  @Test(arguments: Backend.all, joins)
  func isItsFormula(_ backend: Backend, _ join: Join) throws {
    let stage = try stage(backend, [filter(join)])
    let renderer = stage.carrier.renderer
    try renderer.render(at: 0)
    #expect(renderer.counters.bytesRead == 0)
    let picture = Picture(try stage.frame())
    var worst = 0.0
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let (column, row) = (x - Self.frame.x, y - Self.frame.y)
        let isInside = 0..<Self.frame.width ~= column && 0..<Self.frame.height ~= row
        let result = join.result(
          isInside ? Self.front : .zero,
          place(x, y, (60, 30), Self.back),
          place(x, y, (40, 36), Self.mask)
        )
        // On an output without a background.
        let difference = SIMD4<Double>(picture[x, y]) - result
        for index in 0..<4 { worst = max(worst, abs(difference[index])) }
      }
    }
    // Bytes are rounded twice: those of the mask and those of the result.
    #expect(worst <= 1, "\(worst)")
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: joins)
  func renderersAgree(_ join: Join) throws {
    let exposure = try #require(CIFilter(name: "CIExposureAdjust"))
    exposure.setValue(0.3, forKey: "inputEV")
    for (scale, angle) in [(1.0, 0.0), (1.5, 0), (1, 0.4)] {
      let pictures = try [Backend.software, .gles].map { backend in
        let stage = try stage(backend, [exposure, filter(join)]) { box in
          box.superlayer?.backgroundColor = sea
          let turn = CGAffineTransform(rotationAngle: angle)
          box.setAffineTransform(turn.scaledBy(x: scale, y: scale))
        }
        let renderer = stage.carrier.renderer
        try renderer.render(at: 0)
        #expect(renderer.counters.bytesRead == 0)
        return Picture(try stage.frame())
      }
      // Because: of a larger picture both the texels, a level apart at most, and their mixture with
      // the sea are rounded.
      let tolerance = scale == 1 ? 1 : 2
      let name = "\(join.testDescription) \(scale) \(angle)"
      expectEqual(pictures[1], pictures[0], within: tolerance, name)
    }
  }

  /// Behind a layer, and with other filters before and after.
  @Test(.enabled(if: Backend.hasGLES), arguments: joins)
  func renderersAgreeOnBackdrops(_ join: Join) throws {
    let pictures = try [Backend.software, .gles].map { backend in
      let stage = try stage(backend, []) { box in
        box.superlayer?.backgroundColor = sea
        if let root = box.superlayer { panel(10, 10, 40, 30, sun, in: root).zPosition = -1 }
        let exposure = CIFilter(name: "CIExposureAdjust")
        exposure?.setValue(0.3, forKey: "inputEV")
        box.backgroundColor = nil
        box.backgroundFilters = [exposure, try? filter(join), exposure].compactMap { $0 }
      }
      let renderer = stage.carrier.renderer
      try renderer.render(at: 0)
      #expect(renderer.counters.bytesRead == 0)
      return Picture(try stage.frame())
    }
    expectEqual(pictures[1], pictures[0], within: 1, join.testDescription)
  }

  /// The mask of a picture that comes, changes and goes shows in the next frame; what stays is not
  /// drawn again.
  @Test(arguments: Backend.all)
  func imagesComeAndGo(_ backend: Backend) throws {
    let join = Self.joins[2]
    let stage = try stage(backend, [filter(join)])
    stage.carrier.renderer.measuresLayers = true
    let first = Picture(try stage.frame())
    let white = try #require(bitmap(60, 50) { _, _ in [255, 255, 255, 255] })
    stage.edit {
      stage["box"].setValue(CIImage(cgImage: white), forKeyPath: "filters.0.inputMaskImage")
    }
    let all = Picture(try stage.frame())
    #expect(all != first)
    #expect(all[30, 40] == SIMD4<UInt8>(Self.front))
    stage.edit { stage["box"].position.x += 3 }
    let moved = Picture(try stage.frame())
    #expect(moved[33, 40] == all[30, 40])
    let passes = stage.carrier.renderer.counters.passes
    #expect(passes.allSatisfy { $0.reason == .output || $0.isCached }, "\(passes)")
    stage.edit { stage["box"].filters = try? [filter(join)] }
    stage.edit { stage["box"].position.x -= 3 }
    #expect(Picture(try stage.frame()) == first)
  }
}
