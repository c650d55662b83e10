// Filters where a layer's picture goes elsewhere or is between two, and values that nobody expects.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore
import QuartzModel
import RenderScenes
import Testing

@Suite struct FilterPlaceTests {
  private func blur(_ radius: Double, _ type: String = "gaussianBlur") -> CAFilter {
    let blur = CAFilter(type: type)
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

  // MARK: Transitions

  /// A layer that goes from red to green by bars, in one second.
  private func bars(_ backend: Backend) throws -> Stage {
    let stage = try stage(backend) { panel(20, 16, 50, 40, red, in: $0).name = "it" }
    let filter = try #require(CIFilter(name: "CIBarsSwipeTransition"))
    filter.setValue(8, forKey: "inputWidth")
    let transition = CATransition()
    (transition.filter, transition.duration) = (filter, 1)
    transition.timingFunction = CAMediaTimingFunction(name: .linear)
    stage.edit {
      stage["it"].backgroundColor = green
      stage["it"].add(transition, forKey: nil)
    }
    return stage
  }

  /// Each frame of a film is the one that would be drawn if it were the first.
  @Test(arguments: Backend.all)
  func filmsOfTransitionFiltersAreTheirFrames(_ backend: Backend) throws {
    let film = try bars(backend)
    var pictures: [Picture] = []
    for frame in 0..<12 {
      let time = Double(frame) / 10
      let picture = Picture(try film.frame(at: time))
      expectEqual(picture, Picture(try bars(backend).frame(at: time)), within: 0, "film \(frame)")
      pictures.append(picture)
    }
    #expect(pictures[0] != pictures[5] && pictures[5] != pictures[9])
    #expect(pictures[10] == pictures[11])
    // Backwards, too.
    #expect(Picture(try film.frame(at: 0.5)) == pictures[5])
  }

  // MARK: Backdrops in transitions

  /// AG-D-TB.3: a change of `backgroundFilters` is a fade of a quarter of a second.
  @Test(arguments: Backend.all)
  func backdropsFadeIn(_ backend: Backend) throws {
    let stage = try stage(backend) { panel(20, 10, 60, 50, in: $0).name = "glass" }
    #expect(Picture(try stage.frame())[40, 40] == [255, 255, 255, 255])
    CATransaction.begin()
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    stage["glass"].backgroundFilters = [CAFilter(type: "colorInvert")]
    CATransaction.commit()
    let fade = try #require(stage["glass"].animation(forKey: kCATransition) as? CATransition)
    #expect(fade.type == .fade && fade.duration == 0.25)
    #expect(fade.startProgress == 0 && fade.endProgress == 1)
    // White becomes black: 255 (1 - t / 0.25).
    for (time, level) in [(0.0, 255), (0.05, 204), (0.125, 128), (0.2, 51), (0.26, 0)] {
      let picture = Picture(try stage.frame(at: time))
      #expect(abs(Int(picture[40, 40].x) - level) <= 1, "at \(time)")
      #expect(picture[10, 40] == [255, 255, 255, 255])
    }
  }

  // MARK: Variable blurs

  /// Where the mask is clear nothing is blurred; where it is opaque all of the radius is.
  @Test(arguments: Backend.all, [1.0, 2])
  func variableBlursFollowTheirMask(_ backend: Backend, _ scale: Double) throws {
    // Clear on the left, opaque on the right.
    let mask = try #require(bitmap(4, 2) { x, _ in x < 2 ? .zero : [0, 0, 0, 255] })
    func picture(_ filter: CAFilter?) throws -> Picture {
      let stage = try Stage(
        try backend.make(),
        width: Int(120 * scale),
        height: Int(80 * scale),
        scale: scale
      )
      stage.edit {
        stage.root.backgroundColor = white
        let box = panel(10, 10, 100, 60, white, in: stage.root)
        panel(0, 0, 100, 30, black, in: box)
        box.masksToBounds = true
        box.filters = filter.map { [$0] }
      }
      return Picture(try stage.frame())
    }
    let variable = blur(3, "variableBlur")
    variable.setValue(mask, forKey: "inputMaskImage")
    let (plain, whole) = (try picture(nil), try picture(blur(3)))
    let result = try picture(variable)
    let (left, right) = (Int(30 * scale), Int(90 * scale))
    for y in Int(16 * scale)..<Int(64 * scale) {
      #expect(result[left, y] == plain[left, y], "row \(y)")
      // because: one is made in floats, the other in whole numbers, each rounded.
      let rest = Int(result[right, y].x) - Int(whole[right, y].x)
      #expect(abs(rest) <= 1, "row \(y)")
    }
    // Half a point on each side of the edge: 0.434 and 0.566 of white.
    #expect(whole[right, Int(39 * scale)].x > 90 && plain[right, Int(39 * scale)].x == 0)
  }

  // MARK: Bad input

  /// Matrices of enormous numbers give the ends of the range.
  @Test(arguments: Backend.all)
  func enormousMatricesAreLimited(_ backend: Backend) throws {
    let numbers = [1e300, -1e300, Double.greatestFiniteMagnitude, 1e-300]
    for (index, number) in numbers.enumerated() {
      let stage = try stage(backend) { root in
        let filter = CAFilter(type: "colorMatrix")
        var rows = (0..<20).map { $0 % 6 == 0 ? number : 0 }
        rows[18] = 1
        filter.setValue(rows, forKey: "inputColorMatrix")
        panel(10, 10, 40, 40, rgba(0.5, 0, 1), in: root).filters = [filter]
      }
      let expected: SIMD4<UInt8> =
        index % 2 == 0 ? [255, 0, 255, 255] : [0, 0, 0, 255]
      #expect(Picture(try stage.frame())[30, 30] == expected, "\(number)")
      #expect(Picture(try stage.frame())[90, 70] == [255, 255, 255, 255])
    }
  }

  /// Of 10,000 filters the first 64 are used, with one line that says so.
  @Test(arguments: Backend.all)
  func chainsOfTenThousand(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let brightness = CAFilter(type: "colorBrightness")
      brightness.setValue(1.0 / 255, forKey: "inputAmount")
      panel(10, 10, 40, 40, rgba(0.2, 0, 0), in: root).filters =
        [CAFilter](repeating: brightness, count: 10_000)
    }
    #expect(Picture(try stage.frame())[30, 30] == [115, 64, 64, 255])
  }

  /// The object that was set is the program's: another thread may change it, and nothing shows.
  @Test func anotherThreadChangesAFilterThatIsAttached() async throws {
    let filter = CAFilter(type: "colorBrightness")
    filter.setValue(0.2, forKey: "inputAmount")
    let stage = try stage(.software) { root in
      panel(10, 10, 40, 40, rgba(0.4, 0.2, 0), in: root).filters = [filter]
    }
    // Safe because: the other thread alone has the object from here on.
    nonisolated(unsafe) let other = filter
    let changing = Task.detached {
      for step in 0..<2000 { other.setValue(Double(step % 7) / 10, forKey: "inputAmount") }
    }
    for step in 0..<20 {
      stage.edit { stage.root.sublayers?[0].position.x = 30 + CGFloat(step % 3) }
      #expect(Picture(try stage.frame(at: Double(step)))[30, 30] == [153, 102, 51, 255])
    }
    await changing.value
    #expect(Picture(try stage.frame(at: 30))[30, 30] == [153, 102, 51, 255])
  }
}
