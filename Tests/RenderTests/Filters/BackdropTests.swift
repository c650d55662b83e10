// Backdrops in translucent groups and at lower resolutions, and where filters are in space.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore
import QuartzModel
import RenderScenes
import TestRandom
import Testing

@Suite struct BackdropTests {
  private func blur(_ radius: Double) -> CAFilter {
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(radius, forKey: "inputRadius")
    return blur
  }

  private func stage(_ backend: Backend, _ build: (CALayer) -> Void) throws -> Stage {
    let stage = try Stage(try backend.make(), width: 120, height: 80)
    stage.edit {
      stage.root.backgroundColor = white
      build(stage.root)
    }
    return stage
  }

  /// In a group that is see-through, what lies behind is replaced by its filtered pixels.
  @Test(arguments: Backend.all)
  func backdropsReplaceWhatTheyFilter(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let group = panel(0, 0, 120, 80, in: root)
      group.opacity = 0.5
      // Half of black, which an inversion makes half of white.
      panel(10, 10, 60, 60, rgba(0, 0, 0, 0.5), in: group)
      let glass = panel(30, 30, 60, 20, in: group)
      glass.backgroundFilters = [CAFilter(type: "colorInvert")]
    }
    let picture = Picture(try stage.frame())
    // Half of half of black over white, and half of half of white over white.
    #expect(picture[20, 20] == [191, 191, 191, 255])
    #expect(picture[40, 40] == [255, 255, 255, 255])
    // Where nothing lies behind, nothing is inverted.
    #expect(picture[80, 40] == [255, 255, 255, 255])
  }

  /// A backdrop of an opacity is a mix of what was there and of the filtered pixels.
  @Test(arguments: Backend.all)
  func translucentBackdropsMix(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let group = panel(0, 0, 120, 80, in: root)
      group.opacity = 0.999
      group.shouldRasterize = true
      panel(10, 10, 60, 60, rgba(0, 0, 0, 0.5), in: group)
      let glass = panel(30, 30, 20, 20, in: group)
      (glass.opacity, glass.cornerRadius) = (0.5, 6)
      glass.backgroundFilters = [CAFilter(type: "colorInvert")]
    }
    let picture = Picture(try stage.frame())
    // Half covered by grey: 255 (1 - 0.5) + 0.5 * 127.5.
    let level = Int(picture[40, 40].x)
    #expect(abs(level - 191) <= 2 && abs(Int(picture[20, 20].x) - 128) <= 2)
  }

  /// Stripes of two pixels: at a quarter of the resolution they are one colour.
  @Test(arguments: Backend.all)
  func capturesHaveTheirScale(_ backend: Backend) throws {
    func picture(scale: CGFloat) throws -> Picture {
      Picture(
        try stage(backend) { root in
          for index in 0..<30 { panel(CGFloat(index) * 4, 0, 2, 80, ink, in: root) }
          let glass = CABackdropLayer()
          glass.frame = CGRect(x: 20, y: 20, width: 60, height: 40)
          glass.scale = scale
          glass.filters = [CAFilter(type: "colorInvert")]
          root.addSublayer(glass)
        }.frame()
      )
    }
    let (full, quarter) = (try picture(scale: 1), try picture(scale: 0.25))
    func range(_ picture: Picture) -> Int {
      let row = (30..<70).map { Int(picture[$0, 40].x) }
      return (row.max() ?? 0) - (row.min() ?? 0)
    }
    #expect(range(full) > 200)
    #expect(range(quarter) < 40)
    // Outside it is as it was, and the mean stays.
    for (x, y) in [(19, 40), (80, 40), (50, 19), (50, 60)] {
      #expect(full[x, y] == quarter[x, y])
    }
    let mean = (30..<70).map { Double(quarter[$0, 40].x) }.reduce(0, +) / 40
    #expect(abs(mean - (255 - (255 + 28) / 2)) < 12)
  }

  /// A blur of a capture at half the resolution is nearly that of all of it, and costs a quarter.
  @Test(arguments: Backend.all)
  func blursOfScaledCapturesLookAlike(_ backend: Backend) throws {
    func picture(scale: CGFloat) throws -> Picture {
      Picture(
        try stage(backend) { root in
          for index in 0..<6 { panel(CGFloat(index) * 20, 0, 10, 80, sea, in: root) }
          let glass = CABackdropLayer()
          glass.frame = CGRect(x: 25, y: 15, width: 70, height: 50)
          (glass.scale, glass.cornerRadius) = (scale, 8)
          glass.filters = [blur(6)]
          root.addSublayer(glass)
        }.frame()
      )
    }
    let (full, half) = (try picture(scale: 1), try picture(scale: 0.5))
    #expect(full != half)
    // Away from the edges, which at half the resolution lie up to two pixels further out.
    for x in 45..<75 {
      let (a, b) = (
        SIMD4<Int>(truncatingIfNeeded: half[x, 40]), SIMD4<Int>(truncatingIfNeeded: full[x, 40])
      )
      #expect((a &- b).max() <= 8 && (b &- a).max() <= 8, "column \(x)")
    }
  }

  @Test(.enabled(if: Backend.hasGLES))
  func renderersAgreeOnBackdrops() throws {
    func build(_ root: CALayer) {
      for index in 0..<10 { panel(CGFloat(index) * 12, 0, 7, 80, [sea, sun][index % 2], in: root) }
      let group = panel(6, 6, 100, 68, rgba(0.3, 0, 0, 0.25), in: root)
      group.opacity = 0.7
      panel(10, 10, 40, 40, veil, in: group)
      for (index, scale) in [1, 0.5, 0.3].enumerated() {
        let glass = CABackdropLayer()
        glass.frame = CGRect(x: 6 + 30 * index, y: 14, width: 26, height: 40)
        (glass.scale, glass.cornerRadius, glass.opacity) = (scale, 6, index == 1 ? 0.6 : 1)
        glass.filters = [blur(3)]
        group.addSublayer(glass)
      }
    }
    let software = Picture(try stage(.software, build).frame())
    let gles = Picture(try stage(.gles, build).frame())
    // because: corners and groups are mixed in each renderer.
    expectEqual(gles, software, within: 1, "backdrops in groups")
  }

  /// Captures of a lower resolution have the same bytes in both renderers.
  @Test(.enabled(if: Backend.hasGLES), arguments: [0.25, 0.37, 0.5, 0.75], [0.5, 3, 11, 40])
  func scaledCapturesHaveTheSameBytes(_ scale: Double, _ radius: Double) throws {
    func build(_ root: CALayer, _ left: Int) {
      var random = SeededGenerator(seed: 1)
      for _ in 0..<60 {
        func number(_ limit: Int) -> CGFloat { CGFloat(Int.random(in: 0..<limit, using: &random)) }
        let (x, y) = (number(120), number(80))
        let color = rgba(number(256) / 255, number(256) / 255, number(256) / 255, 1)
        panel(x, y, 1 + number(30), 1 + number(30), color, in: root)
      }
      let glass = CABackdropLayer()
      glass.frame = CGRect(x: left, y: 5 + left / 2, width: 77, height: 61)
      glass.scale = scale
      glass.filters = [blur(radius)]
      root.addSublayer(glass)
    }
    for left in [-9, 0, 10, 31, 70] {
      let software = Picture(try stage(.software) { build($0, left) }.frame())
      let gles = Picture(try stage(.gles) { build($0, left) }.frame())
      expectEqual(gles, software, within: 0, "at \(left)")
    }
  }

  // MARK: Space

  /// Positions of inputs are in points of the layer, y up from its lower edge.
  @Test(arguments: Backend.all, [false, true])
  func centersAreInTheLayer(_ backend: Backend, _ isFlipped: Bool) throws {
    let stage = try stage(backend) { root in
      root.isGeometryFlipped = isFlipped
      let box = panel(20, 10, 60, 40, white, in: root)
      let hole = CIFilter(name: "CIHoleDistortion")
      hole?.setValue(CIVector(x: 10, y: 8), forKey: "inputCenter")
      hole?.setValue(4, forKey: "inputRadius")
      box.backgroundColor = black
      box.filters = hole.map { [$0] }
    }
    let picture = Picture(try stage.frame())
    // On the output the box has its lower edge at 50, or at 70 where y points up.
    let y = (isFlipped ? 70 : 50) - 8
    #expect(picture[30, y] == [255, 255, 255, 255])
    for (x, other) in [(30, y - 8), (30, y + 6), (22, y), (38, y), (50, y)] {
      #expect(picture[x, other] == [0, 0, 0, 255], "\(x), \(other)")
    }
  }

  /// So are those of filters of what lies behind.
  @Test(arguments: Backend.all, [false, true])
  func centersOfBackdropsAreInTheLayer(_ backend: Backend, _ isFlipped: Bool) throws {
    let stage = try stage(backend) { root in
      root.isGeometryFlipped = isFlipped
      panel(0, 0, 120, 80, black, in: root)
      let glass = panel(20, 10, 60, 40, in: root)
      let spot = CIFilter(name: "CIGaussianGradient")
      spot?.setValue(CIVector(x: 10, y: 8), forKey: "inputCenter")
      spot?.setValue(6, forKey: "inputRadius")
      spot?.setValue(CIColor(red: 1, green: 1, blue: 1), forKey: "inputColor0")
      spot?.setValue(CIColor(red: 0, green: 0, blue: 0), forKey: "inputColor1")
      glass.backgroundFilters = spot.map { [$0] }
    }
    let picture = Picture(try stage.frame())
    let y = (isFlipped ? 70 : 50) - 8
    #expect(picture[30, y].x > 200 && picture[30, y - 1].x > 200)
    for (x, other) in [(30, y - 10), (40, y), (60, y), (30, y - 20)] {
      #expect(picture[x, other].x == 0, "\(x), \(other)")
    }
  }

  /// An image of a filter that changes in place changes what it filters, in the next frame.
  @Test(arguments: Backend.all)
  func changedImagesOfFiltersShow(_ backend: Backend) throws {
    let surface = try #require(sample(40, 40))
    let other = try #require(bitmap(40, 40) { _, _ in [0, 0, 0, 255] })
    let stage = try stage(backend) { root in
      let box = panel(20, 10, 40, 40, red, in: root)
      let blend = CIFilter(name: "CIBlendWithMask")
      blend?.setValue(CIImage(cgImage: surface), forKey: "inputMaskImage")
      box.filters = blend.map { [$0] }
      box.name = "box"
    }
    let first = Picture(try stage.frame())
    #expect(first[50, 38] == [255, 0, 0, 255])
    stage.edit {
      stage["box"].setValue(
        CIImage(cgImage: other),
        forKeyPath: "filters.0.inputMaskImage"
      )
    }
    #expect(Picture(try stage.frame())[50, 38] == [255, 255, 255, 255])
  }
}
