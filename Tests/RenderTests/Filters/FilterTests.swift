// Filters of layers: what is drawn again, what is damaged, and what both renderers make of them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore
import QuartzModel
import RenderScenes
import Testing

@Suite struct FilterTests {
  private func blur(_ radius: Double, name: String? = nil) -> CAFilter {
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = name
    blur.setValue(radius, forKey: "inputRadius")
    return blur
  }

  private func stage(_ backend: Backend, _ build: (CALayer) -> Void) throws -> Stage {
    let stage = try Stage(try backend.make(), width: 120, height: 80)
    stage.carrier.renderer.measuresLayers = true
    stage.edit {
      stage.root.backgroundColor = white
      build(stage.root)
    }
    return stage
  }

  /// The passes of the last frame: their reasons, and whether their pixels were kept.
  private func passes(_ stage: Stage) -> [String] {
    stage.carrier.renderer.counters.passes.map {
      "\($0.reason)\($0.isCached ? " cached" : "")"
    }.sorted()
  }

  @Test(arguments: Backend.all)
  func animatedRadiusDrawsTheLayerOnce(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let box = panel(20, 20, 40, 30, sea, in: root)
      panel(5, 5, 10, 10, sun, in: box)
      box.filters = [blur(2, name: "blur")]
      let grow = CABasicAnimation(keyPath: "filters.blur.inputRadius")
      (grow.fromValue, grow.toValue, grow.duration) = (2.0, 6.0, 1)
      box.add(grow, forKey: nil)
    }
    _ = try stage.frame(at: 0)
    #expect(passes(stage).contains("filtered"))
    for step in 1...5 {
      let first = Picture(try stage.frame(at: Double(step) / 10))
      #expect(passes(stage).filter { $0.hasPrefix("filter") } == ["filter", "filtered cached"])
      #expect(first[40, 35] != [255, 255, 255, 255])
    }
  }

  @Test(arguments: Backend.all)
  func backdropsThatStandStillFilterNothing(_ backend: Backend) throws {
    var dot = CALayer()
    let stage = try stage(backend) { root in
      for index in 0..<10 { panel(CGFloat(index) * 12, 0, 6, 80, sea, in: root) }
      for index in 0..<5 {
        let layer = panel(2 + CGFloat(index) * 20, 6, 16, 30, in: root)
        layer.backgroundFilters = [blur(2)]
      }
      dot = panel(4, 70, 4, 4, sun, in: root)
    }
    _ = try stage.frame()
    #expect(passes(stage).count { $0 == "filter" } >= 5)
    // Something far away moves.
    stage.edit { dot.position.x = 60 }
    _ = try stage.frame()
    let names = passes(stage)
    #expect(!names.contains("filter") && !names.contains("backdrop"), "\(names)")
  }

  /// Changes behind a backdrop change its picture, as drawing all of it again does.
  @Test(arguments: Backend.all)
  func damageBehindBackdropsIsThatOfAFullFrame(_ backend: Backend) throws {
    var dot = CALayer()
    let build: (CALayer) -> Void = { root in
      dot = panel(4, 20, 8, 8, sun, in: root)
      let layer = panel(30, 10, 40, 40, rgba(0, 0, 0, 0.1), in: root)
      layer.cornerRadius = 8
      layer.backgroundFilters = [self.blur(3)]
      let box = panel(70, 40, 30, 20, sea, in: root)
      box.filters = [self.blur(1.5)]
    }
    let stage = try stage(backend, build)
    for step in 0..<12 {
      stage.edit { dot.position = CGPoint(x: 8 + step * 8, y: 24 + step % 3) }
      let partly = Picture(try stage.frame())
      let position = dot.position
      let whole = try self.stage(backend, build)
      whole.edit { dot.position = position }
      expectEqual(partly, Picture(try whole.frame()), within: 0, "backdrop damage \(step)")
      // The next step moves the first stage's layer again.
      dot = stage.root.sublayers?.first ?? dot
    }
  }

  /// A transform layer shows nothing itself, but its sublayers come and go with it.
  @Test(arguments: Backend.all)
  func hiddenTransformLayersHideTheirSublayers(_ backend: Backend) throws {
    let space = CATransformLayer()
    let stage = try stage(backend) { root in
      space.frame = CGRect(x: 10, y: 10, width: 60, height: 40)
      root.addSublayer(space)
      panel(5, 5, 20, 20, sea, in: space)
    }
    #expect(Picture(try stage.frame())[20, 20] != [255, 255, 255, 255])
    stage.edit { space.isHidden = true }
    #expect(Picture(try stage.frame())[20, 20] == [255, 255, 255, 255])
    stage.edit { space.isHidden = false }
    #expect(Picture(try stage.frame())[20, 20] != [255, 255, 255, 255])
  }

  /// The formula of brightness on layers: encoded values, so 0.2 adds 51.
  @Test(arguments: Backend.all)
  func brightnessAddsEncodedValues(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let box = panel(10, 10, 20, 20, rgba(0.4, 0.2, 0), in: root)
      let brightness = CAFilter(type: "colorBrightness")
      brightness.setValue(0.2, forKey: "inputAmount")
      box.filters = [brightness]
    }
    #expect(Picture(try stage.frame())[15, 15] == [153, 102, 51, 255])
  }

  /// Filters of Core Image on layers are the same pixels in both renderers, but for rounding.
  @Test(.enabled(if: Backend.hasGLES))
  func coreImageFiltersAreEqualInBothRenderers() throws {
    // Steps in floats differ by a level.
    let steps = ["CISepiaTone", "CIExposureAdjust", "CIVibrance", "CIGammaAdjust", "CICrop"]
    let names = [
      "CIGaussianBlur", "CIBoxBlur", "CIColorInvert", "CIHueAdjust", "CIColorPosterize", "CIBloom",
      "CIPinchDistortion", "CIDotScreen", "CISharpenLuminance", "CIColorControls", "CIPixellate",
      "CITwirlDistortion", "CIVignette",
    ]
    let inputs: [String: (key: String, value: Any)] = [
      "CIExposureAdjust": ("inputEV", 0.8), "CIVibrance": ("inputAmount", 0.9),
      "CICrop": ("inputRectangle", CIVector(x: 8, y: 6, z: 40, w: 20)),
    ]
    func build(_ name: String) -> (CALayer) -> Void {
      { root in
        let box = panel(20, 14, 60, 44, sea, in: root)
        panel(8, 8, 20, 12, sun, in: box)
        panel(30, 20, 24, 18, veil, in: box)
        let filter = CIFilter(name: name)
        if let (key, value) = inputs[name] { filter?.setValue(value, forKey: key) }
        box.filters = filter.map { [$0] }
        #expect(box.filters?.count == 1, "\(name)")
      }
    }
    let plain = Picture(try stage(.software) { root in build("CIColorInvert")(root) }.frame())
    for name in names + steps {
      let software = Picture(try stage(.software, build(name)).frame())
      let gles = Picture(try stage(.gles, build(name)).frame())
      expectEqual(gles, software, within: steps.contains(name) ? 1 : 0, name)
      if name != "CIColorInvert" { #expect(software != plain, "\(name)") }
    }
  }

  /// ZL-D-12.7: a thread sets an input by key path, as others animate.
  @Test func aThreadSetsInputs() async throws {
    let stage = try stage(.software) { root in
      let box = panel(10, 10, 40, 40, rgba(0.4, 0.4, 0.4), in: root)
      let filter = CIFilter(name: "CIColorControls")
      filter?.name = "acme"
      box.filters = filter.map { [$0] }
      box.name = "box"
    }
    // Safe because: layers may be changed by any thread.
    nonisolated(unsafe) let box = stage["box"]
    let setting = Task.detached {
      for step in 0..<1000 {
        box.setValue(Double(step % 10) / 50, forKeyPath: "filters.acme.inputBrightness")
      }
      box.setValue(0.2, forKeyPath: "filters.acme.inputBrightness")
      CATransaction.flush()
    }
    for step in 0..<20 {
      stage.edit { stage.root.sublayers?[0].position.x = 30 + CGFloat(step % 3) }
      _ = try stage.frame(at: Double(step) / 60)
    }
    await setting.value
    #expect(box.value(forKeyPath: "filters.acme.inputBrightness") as? Double == 0.2)
    // 0.4 and 0.2: 153.
    #expect(Picture(try stage.frame(at: 5))[30, 30] == [153, 153, 153, 255])
  }

  /// ZL-D-12.9: the picture of a blurred tree in its place, as it moves.
  @Test(arguments: Backend.all)
  func aPictureTakesThePlaceOfATree(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let tree = panel(20, 20, 40, 30, sea, in: root)
      tree.name = "tree"
      panel(5, 5, 10, 10, sun, in: tree)
      tree.filters = [blur(2)]
    }
    let first = Picture(try stage.frame())
    let tree = stage["tree"]
    let width = 60
    let context = try #require(
      CGContext(
        data: nil,
        width: width,
        height: 50,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.translateBy(x: 0, y: 50)
    context.scaleBy(x: 1, y: -1)
    context.translateBy(x: 10, y: 10)
    tree.render(in: context)
    let picture = CALayer()
    picture.contents = context.makeImage()
    picture.frame = CGRect(x: 10, y: 10, width: 60, height: 50)
    stage.edit {
      tree.isHidden = true
      stage.root.addSublayer(picture)
    }
    expectEqual(Picture(try stage.frame()), first, within: 2, "a picture of a blurred tree")
    stage.edit {
      tree.isHidden = false
      picture.removeFromSuperlayer()
    }
    #expect(Picture(try stage.frame()) == first)
  }

  /// Images without pixels, and of one row.
  @Test(arguments: Backend.all)
  func hostileImagesAndRadii(_ backend: Backend) throws {
    // More pixels on a side than pictures have.
    #expect(bitmap(65_536, 1) { _, _ in .zero } == nil)
    let long = try #require(bitmap(16_384, 1) { x, _ in [UInt8(x & 255), 0, 0, 255] })
    let names: [(String, String, Any)] = [
      ("CIBlendWithMask", "inputMaskImage", CIImage(cgImage: long)),
      ("CIBlendWithMask", "inputMaskImage", CIImage.empty()),
      ("CIDisplacementDistortion", "inputDisplacementImage", CIImage(cgImage: long)),
      ("CIGlassDistortion", "inputTexture", CIImage.empty()),
    ]
    for (name, key, value) in names {
      let stage = try stage(backend) { root in
        let filter = CIFilter(name: name)
        filter?.setValue(value, forKey: key)
        panel(10, 10, 40, 40, sea, in: root).filters = filter.map { [$0] }
      }
      #expect(Picture(try stage.frame())[90, 70] == [255, 255, 255, 255], "\(name)")
    }
  }

  /// Work beyond the limit is an error that names it, and leaves the renderer as it was.
  @Test(arguments: Backend.all)
  func tooMuchWorkIsAnError(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let filter = CIFilter(name: "CIMorphologyMaximum")
      filter?.setValue(1e9, forKey: "inputRadius")
      panel(10, 10, 40, 40, sea, in: root).filters = filter.map { [$0] }
    }
    #expect(throws: (any Error).self) { try stage.frame() }
    stage.edit { stage.root.sublayers?[0].filters = nil }
    #expect(Picture(try stage.frame())[30, 30] == [26, 140, 178, 255])
  }

  /// A chain of the most filters that there may be, enormous radii and no numbers: a picture.
  @Test(arguments: Backend.all)
  func hostileFiltersGivePictures(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let many = panel(4, 4, 20, 20, sea, in: root)
      many.filters = (0..<64).map { _ in CAFilter(type: "colorInvert") }
      let wide = panel(30, 4, 20, 20, sea, in: root)
      wide.filters = [blur(1e30), blur(-5), blur(.nan), blur(.infinity)]
      let empty = panel(60, 4, 0, 0, sea, in: root)
      empty.filters = [blur(3)]
      let line = panel(60, 30, 60_000, 1, sea, in: root)
      line.filters = [blur(3)]
    }
    let picture = Picture(try stage.frame())
    // An even number of inversions.
    #expect(picture[10, 10] == [26, 140, 178, 255])
  }
}
