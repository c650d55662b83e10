// Glass in groups: it sees what lies behind the group, too.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import RenderScenes
import Testing

@Suite struct GroupedBackdropTests {
  /// A way in which a card with glass in it becomes a picture of its own.
  enum Group: String, CaseIterable, CustomStringConvertible {
    case rounded, continuous, nested, masked, shadow, shadowInClip, maskInClip, cut

    var description: String { rawValue }

    /// Whether the card's corners are cut off.
    var isCut: Bool { ![.shadow, .shadowInClip, .cut].contains(self) }
  }

  private static let card = CGRect(x: 30, y: 20, width: 60, height: 40)
  /// The pixels of the card without its corners.
  private static let inside = (x: 36, y: 26, width: 48, height: 28)

  private func stage(_ backend: Backend, _ build: (CALayer) -> Void) throws -> Stage {
    let stage = try Stage(try backend.make(), width: 120, height: 80)
    stage.edit {
      stage.root.backgroundColor = white
      for index in 0..<12 {
        panel(CGFloat(index) * 10, 0, 6, 80, [sea, sun, ink][index % 3], in: stage.root)
      }
      panel(0, 34, 120, 5, red, in: stage.root)
      build(stage.root)
    }
    return stage
  }

  private func filter(_ type: String, _ key: String, _ value: Double) -> CAFilter {
    let filter = CAFilter(type: type)
    filter.setValue(value, forKey: key)
    return filter
  }

  /// A card with glass, a tint over it, and a label.
  private func card(in parent: CALayer, scale: CGFloat = 1) -> CALayer {
    let card = panel(30, 20, 60, 40, in: parent)
    let glass = CABackdropLayer()
    glass.frame = card.bounds
    glass.scale = scale
    glass.filters = [
      filter("colorSaturate", "inputAmount", 1.8), filter("gaussianBlur", "inputRadius", 4),
    ]
    card.addSublayer(glass)
    panel(0, 0, 60, 40, rgba(1, 1, 1, 0.3), in: card)
    panel(20, 16, 20, 8, ink, in: card)
    return card
  }

  /// Puts a card with glass into a group.
  private func add(_ group: Group, to root: CALayer, scale: CGFloat = 1) {
    let card = card(in: root, scale: scale)
    if group.isCut {
      card.cornerRadius = 6
      card.masksToBounds = true
    }
    switch group {
    case .rounded: break
    case .continuous:
      card.cornerCurve = .continuous
      card.cornerRadius = 4
    case .nested, .shadowInClip, .maskInClip:
      let outer = panel(24, 14, 72, 52, in: root)
      outer.cornerRadius = 8
      outer.masksToBounds = true
      card.frame = CGRect(x: 6, y: 6, width: 60, height: 40)
      outer.addSublayer(card)
      if group == .shadowInClip { card.shadowOpacity = 0.5 }
      if group == .maskInClip { mask(card) }
    case .masked: mask(card)
    case .shadow: card.shadowOpacity = 0.5
    case .cut:
      // A plane that meets the card's in the middle, seen nearly from its edge.
      let plane = panel(30, 20, 60, 40, in: root)
      plane.transform = CATransform3DMakeRotation(1.4, 0, 1, 0)
      panel(0, 0, 60, 40, red, in: plane)
    }
  }

  private func mask(_ card: CALayer) {
    card.masksToBounds = false
    card.mask = stencil(0, 0, 60, 40)
    card.mask?.cornerRadius = 6
  }

  private func inside(_ picture: Picture) -> Picture {
    let part = Self.inside
    return picture.cropped(x: part.x, y: part.y, width: part.width, height: part.height)
  }

  /// Away from its corners a card in a group shows what it shows without one.
  @Test(arguments: Group.allCases, Backend.all)
  func glassSeesWhatLiesBehindItsGroup(_ group: Group, _ backend: Backend) throws {
    let plain = Picture(try stage(backend) { _ = card(in: $0) }.frame())
    let grouped = Picture(try stage(backend) { add(group, to: $0) }.frame())
    let none = Picture(try stage(backend) { _ in }.frame())
    if group == .cut {
      // Away from the other plane, which the glass sees where that is behind it.
      for x in [32, 36, 84, 88] { #expect(grouped[x, 30] == plain[x, 30], "\(x)") }
    } else {
      expectEqual(inside(grouped), inside(plain), within: 0, "glass-\(group)-\(backend)")
    }
    #expect(inside(grouped) != inside(none))
    // The corner of a clip shows what is below, unfiltered.
    if group.isCut { #expect(grouped[30, 20] == none[30, 20]) }
  }

  /// At half the resolution, too.
  @Test(arguments: [Group.rounded, .masked, .nested], Backend.all)
  func scaledGlassSeesWhatLiesBehindItsGroup(_ group: Group, _ backend: Backend) throws {
    let plain = Picture(try stage(backend) { _ = card(in: $0, scale: 0.5) }.frame())
    let grouped = Picture(try stage(backend) { add(group, to: $0, scale: 0.5) }.frame())
    expectEqual(inside(grouped), inside(plain), within: 0, "scaled-\(group)-\(backend)")
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: Group.allCases)
  func renderersAgree(_ group: Group) throws {
    let software = Picture(try stage(.software) { add(group, to: $0) }.frame())
    let gles = Picture(try stage(.gles) { add(group, to: $0) }.frame())
    // because: what lies at an edge is rounded to 8 bits in the group, and once more on the output.
    expectEqual(gles, software, within: group.isCut ? 2 : 1, "glass-\(group)")
    if group != .cut {
      expectEqual(inside(gles), inside(software), within: 0, "glass-\(group)-inside")
    }
  }

  /// The draws of the group itself lie above those below it, clipped as the group is.
  @Test(arguments: Backend.all)
  func glassSeesItsGroupAboveThat(_ backend: Backend) throws {
    let picture = Picture(
      try stage(backend) { root in
        let group = panel(20, 10, 80, 60, in: root)
        (group.cornerRadius, group.masksToBounds) = (12, true)
        panel(0, 0, 40, 60, rgba(0, 1, 0, 0.5), in: group)
        let glass = panel(0, 0, 80, 60, in: group)
        glass.backgroundFilters = [CAFilter(type: "colorInvert")]
      }.frame()
    )
    let below = Picture(try stage(backend) { _ in }.frame())
    func inverted(_ pixel: SIMD4<UInt8>) -> SIMD4<UInt8> {
      SIMD4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w)
    }
    #expect(picture[75, 50] == inverted(below[75, 50]))
    #expect(picture[62, 25] == inverted(below[62, 25]))
    // Green, half over white, is (127, 255, 127); what inverts it is (128, 0, 128).
    #expect(below[27, 25] == [255, 255, 255, 255])
    let mixed = SIMD4<Int>(truncatingIfNeeded: picture[27, 25]) &- [128, 0, 128, 255]
    #expect(mixed.max() <= 1 && mixed.min() >= -1, "\(picture[27, 25])")
    #expect(picture[20, 10] == below[20, 10])
  }

  /// Groups that blend with what is below in another way are pictures of their own.
  @Test(arguments: Backend.all)
  func blendedGroupsSeeThemselves(_ backend: Backend) throws {
    let picture = Picture(
      try stage(backend) { root in
        let group = panel(20, 10, 80, 60, in: root)
        group.compositingFilter = "multiplyBlendMode"
        let glass = panel(0, 0, 80, 60, in: group)
        glass.backgroundFilters = [CAFilter(type: "colorInvert")]
      }.frame()
    )
    #expect(picture == Picture(try stage(backend) { _ in }.frame()))
  }

  /// Glass of one name in a group takes in what lies behind once.
  @Test(arguments: Backend.all)
  func groupsOfGlassShareWhatLiesBehind(_ backend: Backend) throws {
    func stage(named name: String?) throws -> Stage {
      try self.stage(backend) { root in
        let group = panel(20, 10, 80, 60, in: root)
        (group.cornerRadius, group.masksToBounds) = (12, true)
        panel(0, 0, 80, 60, rgba(1, 1, 1, 0.2), in: group)
        for x in [6, 44] {
          let glass = CABackdropLayer()
          glass.frame = CGRect(x: x, y: 10, width: 30, height: 40)
          (glass.groupName, glass.bleedAmount) = (name, 0)
          glass.filters = [filter("gaussianBlur", "inputRadius", 3)]
          group.addSublayer(glass)
        }
      }
    }
    let (common, own) = (try stage(named: "g"), try stage(named: nil))
    let pictures = (Picture(try common.frame()), Picture(try own.frame()))
    #expect(pictures.0[50, 30] == pictures.1[50, 30])
    #expect(pictures.0[35, 40] == pictures.1[35, 40])
    func captures(_ stage: Stage) -> Int {
      stage.carrier.renderer.plan.surfaces.count { $0.reason == .backdrop }
    }
    // The second one would capture the first.
    #expect(captures(common) < captures(own))
  }

  /// While a card fades in, its glass is there, and does not come at the end.
  @Test(arguments: Backend.all)
  func glassInTransitionsSeesWhatLiesBehind(_ backend: Backend) throws {
    let stage = try stage(backend) { root in
      let card = card(in: root)
      card.name = "card"
    }
    let with = Picture(try stage.frame())
    let none = Picture(try self.stage(backend) { _ in }.frame())
    stage.edit {
      let fade = CATransition()
      fade.duration = 1
      fade.timingFunction = CAMediaTimingFunction(name: .linear)
      stage["card"].add(fade, forKey: "fade")
    }
    let middle = Picture(try stage.frame(at: 0.5))
    // The old state is the card without what its glass saw: its tint over what lies below.
    for (x, y) in [(40, 30), (45, 50), (75, 45)] {
      for channel in 0..<3 {
        let (new, below) = (Int(with[x, y][channel]), Int(none[x, y][channel]))
        let old = below + (255 - below) * 77 / 255
        let value = Int(middle[x, y][channel])
        #expect(abs(value - (new + old) / 2) <= 3, "(\(x), \(y)) \(channel): \(value)")
      }
    }
  }
}
