// Transitions with filters of Core Image: from the old picture to the new one, in both renderers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore
import QuartzModel
import RenderScenes
import Testing

@Suite struct TransitionFilterTests {
  private static let names = [
    "CIDissolveTransition", "CISwipeTransition", "CIBarsSwipeTransition", "CIModTransition",
    "CIFlashTransition", "CICopyMachineTransition", "CIDisintegrateWithMaskTransition",
    "CIPageCurlTransition", "CIPageCurlWithShadowTransition", "CIRippleTransition",
    "CIAccordionFoldTransition",
  ]

  /// The subject of a transition.
  enum Subject: CaseIterable {
    case plain, translucent, turned, flipped, perspective
  }

  private static let runs =
    names.map { ($0, Subject.plain) }
    + Subject.allCases.map { ("CISwipeTransition", $0) }

  private static func filter(_ name: String, width: Double = 12) throws -> CIFilter {
    let filter = try #require(CIFilter(name: name))
    if filter.inputKeys.contains("inputWidth") { filter.setValue(width, forKey: "inputWidth") }
    if filter.inputKeys.contains("inputRadius") { filter.setValue(10, forKey: "inputRadius") }
    let mask = bitmap(50, 40) { x, _ in
      let level = UInt8(40 + x * 4)
      return [level, level, level, 255]
    }
    if filter.inputKeys.contains("inputMaskImage"), let mask {
      filter.setValue(CIImage(cgImage: mask), forKey: "inputMaskImage")
    }
    return filter
  }

  /// A stage with a layer that goes from red to green in one second.
  private func stage(
    _ backend: Backend,
    _ filter: CIFilter?,
    _ subject: Subject = .plain,
    isMoving: Bool = true
  ) throws -> Stage {
    let stage = try Stage(try backend.make(), width: 100, height: 80)
    let (layer, child) = (CALayer(), CALayer())
    stage.edit {
      stage.root.backgroundColor = rgba(0.9, 0.8, 0.6)
      stage.root.isGeometryFlipped = subject == .flipped
      layer.frame = CGRect(x: 20, y: 16, width: 50, height: 40)
      layer.backgroundColor = red
      child.frame = CGRect(x: 5, y: 8, width: 20, height: 20)
      child.backgroundColor = blue
      layer.addSublayer(child)
      stage.root.addSublayer(layer)
      switch subject {
      case .plain, .flipped: break
      case .translucent: (layer.opacity, layer.cornerRadius) = (0.6, 9)
      case .turned: layer.transform = turn(30)
      case .perspective: layer.transform = CATransform3DConcat(tilt(40, 0, 1), perspective(200))
      }
    }
    guard isMoving else { return stage }
    let transition = CATransition()
    (transition.filter, transition.duration) = (filter, 1)
    transition.timingFunction = CAMediaTimingFunction(name: .linear)
    stage.edit {
      layer.backgroundColor = green
      child.frame = CGRect(x: 24, y: 4, width: 12, height: 30)
      layer.add(transition, forKey: nil)
    }
    return stage
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: runs)
  func renderersAgree(name: String, subject: Subject) throws {
    let software = try stage(.software, try Self.filter(name), subject)
    let gles = try stage(.gles, try Self.filter(name), subject)
    for time in [0, 0.2, 0.5, 0.8] {
      let expected = Picture(try software.frame(at: time))
      let label = "transition-\(name)-\(subject)-\(time)"
      // because: the renderers round turned edges of the states differently.
      let tolerance = subject == .turned || subject == .perspective ? 3 : 0
      expectEqual(Picture(try gles.frame(at: time)), expected, within: tolerance, label)
    }
  }

  /// Each begins with the old picture, ends with the new one, and is neither in between.
  @Test(arguments: names)
  func leadsFromTheOldPictureToTheNewOne(name: String) throws {
    let old = Picture(try stage(.software, nil, isMoving: false).frame())
    let moving = try stage(.software, try Self.filter(name))
    #expect(Picture(try moving.frame(at: 0)) == old)
    let middle = Picture(try moving.frame(at: 0.5))
    let last = Picture(try moving.frame(at: 0.999_999))
    let new = Picture(try moving.frame(at: 2))
    #expect(middle != old && middle != new)
    // Accordions and curls are almost gone.
    expectEqual(last, new, within: 6, "\(name) at its end")
  }

  /// filters.md 4: the mix of encoded values, as layers filter.
  @Test(arguments: Backend.all)
  func dissolvesMix(_ backend: Backend) throws {
    let stage = try stage(backend, try Self.filter("CIDissolveTransition"))
    for (time, mix) in [(0.2, [204, 51, 0, 255]), (0.6, [102, 153, 0, 255])] {
      let pixel = Picture(try stage.frame(at: time))[22, 50]
      #expect(pixel == SIMD4<UInt8>(mix.map { UInt8($0) }))
    }
  }

  /// Swipes (filters.md 4) over the bounds of the layer, y up whatever the layer's is.
  @Test(arguments: Backend.all, [Subject.plain, .flipped])
  func swipesRunOverTheBounds(_ backend: Backend, _ subject: Subject) throws {
    let filter = try Self.filter("CISwipeTransition", width: 10)
    // Upwards.
    filter.setValue(Double.pi / 2, forKey: "inputAngle")
    let stage = try stage(backend, filter, subject)
    let picture = Picture(try stage.frame(at: 0.5))
    // The front is at 20 of 40 points, with 5 on both sides of it; the target is below.
    let rows = subject == .plain ? 16..<56 : 24..<64
    for row in rows {
      let up = Double(rows.upperBound) - Double(row) - 0.5
      let share = min(max((up - 20) / 10 + 0.5, 0), 1)
      // No bar: the default opacity is 0.
      let expected = SIMD4<Double>(share, 1 - share, 0, 1) * 255
      let pixel = SIMD4<Double>(picture[22, row])
      #expect(((pixel - expected) * (pixel - expected)).max() <= 1, "row \(row)")
    }
  }

  /// A layer that is turned has its transition turned with it.
  @Test func swipesTurnWithTheLayer() throws {
    let upright = try stage(.software, try Self.filter("CISwipeTransition"))
    let turned = try stage(.software, try Self.filter("CISwipeTransition"), .turned)
    let (a, b) = (Picture(try upright.frame(at: 0.4)), Picture(try turned.frame(at: 0.4)))
    // Points of the layer, from its middle, away from edges.
    let (c, s) = (cos(Double.pi / 6), sin(Double.pi / 6))
    for (x, y) in [(-22.0, 15.0), (-10, 16), (-4, 17), (0, 17), (6, 17), (20, 17), (20, -17)] {
      let from = SIMD4<Int>(truncatingIfNeeded: a[Int(45 + x), Int(36 + y)])
      let at = (Int(45 + c * x - s * y), Int(36 + s * x + c * y))
      let to = SIMD4<Int>(truncatingIfNeeded: b[at.0, at.1])
      // because: a pixel of the ramp is 21 levels, and the picture is turned.
      #expect((from &- to).max() <= 22 && (to &- from).max() <= 22, "\(x), \(y): \(from) \(to)")
    }
  }

  /// Both states are drawn once, and only the filter runs from frame to frame.
  @Test(arguments: Backend.all)
  func statesAreDrawnOnce(_ backend: Backend) throws {
    let stage = try stage(backend, try Self.filter("CIRippleTransition"))
    stage.carrier.renderer.measuresLayers = true
    _ = try stage.frame(at: 0.1)
    for time in [0.2, 0.3, 0.4] {
      _ = try stage.frame(at: time)
      let passes = stage.carrier.renderer.counters.passes.filter { "\($0.reason)" != "output" }
      #expect(
        passes.map { "\($0.reason) \($0.isCached)" }.sorted() == [
          "filter false", "transition true",
        ]
      )
    }
  }

  /// Filters that are off, unknown ones and those that lack an image give a fade.
  @Test func filtersWithoutEffectFade() throws {
    let fade = try stage(.software, nil)
    let filter = try Self.filter("CISwipeTransition")
    filter.isEnabled = false
    let off = try stage(.software, filter)
    #expect(Picture(try fade.frame(at: 0.4)) == Picture(try off.frame(at: 0.4)))
  }

  /// The old picture of a filtered layer is that of its filters.
  @Test(arguments: Backend.all)
  func filteredLayersBeginWithTheirPicture(_ backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 60, height: 60)
    var layer = CALayer()
    stage.edit {
      layer = panel(10, 10, 40, 40, red, in: stage.root)
      layer.filters = [CAFilter(type: "colorInvert")]
    }
    let transition = CATransition()
    transition.duration = 1
    transition.timingFunction = CAMediaTimingFunction(name: .linear)
    stage.edit {
      layer.backgroundColor = black
      layer.add(transition, forKey: nil)
    }
    #expect(Picture(try stage.frame(at: 0))[30, 30] == [0, 255, 255, 255])
    #expect(Picture(try stage.frame(at: 0.5))[30, 30] == [128, 255, 255, 255])
    #expect(Picture(try stage.frame(at: 2))[30, 30] == [255, 255, 255, 255])
  }
}
