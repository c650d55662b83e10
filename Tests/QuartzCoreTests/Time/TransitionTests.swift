// Layers on their way from an old state to a new one.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct TransitionTests {
  @Test(.shows("CATransition.filter")) func anyObjectMayBeTheFilter() {
    let transition = CATransition()
    var lines = Lines.during { transition.filter = "no filter" }
    #expect(transition.filter as? String == "no filter" && lines.count == 1)
    let copy = transition.copy() as? CATransition
    #expect(copy?.filter as? String == "no filter")
    lines = Lines.during { transition.filter = nil }
    #expect(transition.filter == nil && lines.isEmpty)
  }

  /// R, G, B, A of a pixel.
  typealias Pixel = [UInt8]

  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  private static let redPixel: Pixel = [255, 0, 0, 255]
  private static let bluePixel: Pixel = [0, 0, 255, 255]

  /// A layer of 40 x 20 in the middle of an output of 60 x 40, and a clock.
  private final class Theatre {
    let clock = ManualClock()
    let context: CAContext
    let root = CALayer()
    let layer = CALayer()

    init(_ color: CGColor) throws {
      var options = CAContext.Options()
      options.clock = clock
      context = try CAContext(size: CGSize(width: 60, height: 40), options: options)
      root.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
      layer.frame = CGRect(x: 10, y: 10, width: 40, height: 20)
      layer.backgroundColor = color
      root.addSublayer(layer)
      context.layer = root
      CATransaction.flush()
    }

    func play(_ transition: CATransition, _ change: () -> Void) {
      transition.duration = 1
      withoutActions {
        change()
        layer.add(transition, forKey: nil)
      }
    }

    func pixels(_ time: Double, _ places: [(x: Int, y: Int)]) throws -> [Pixel] {
      let image = try context.image(at: time)
      let bytes = try #require(image.dataProvider?.data)
      return places.map { place in
        let start = place.y * image.bytesPerRow + place.x * 4
        return Array(bytes[start..<start + 4])
      }
    }

    func pixel(_ time: Double, _ x: Int, _ y: Int) throws -> Pixel {
      try pixels(time, [(x, y)])[0]
    }
  }

  @Test(.shows("CATransition", "CATransitionType.fade")) func fadesMixBothLooks() throws {
    let theatre = try Theatre(red)
    theatre.play(CATransition()) { theatre.layer.backgroundColor = blue }
    #expect(try theatre.pixel(0, 30, 20) == Self.redPixel)
    #expect(try theatre.pixel(0.4, 30, 20) == [153, 0, 102, 255])
    #expect(try theatre.pixel(0.8, 11, 11) == [51, 0, 204, 255])
    #expect(try theatre.pixel(0.4, 9, 9) == [0, 0, 0, 0])
    theatre.clock.advance(by: 1)
    #expect(theatre.layer.animationKeys() == nil)
    #expect(try theatre.pixel(1, 30, 20) == Self.bluePixel)
  }

  /// Translucent pictures stay translucent: the fade mixes both whole pictures.
  @Test func fadesOfTranslucentLooks() throws {
    let theatre = try Theatre(CGColor(red: 1, green: 0, blue: 0, alpha: 0.6))
    theatre.root.backgroundColor = CGColor(gray: 1, alpha: 1)
    CATransaction.flush()
    theatre.play(CATransition()) {
      theatre.layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 0.2)
    }
    // Old: 255, 102, 102; new: 204, 204, 255.
    let pixel = try theatre.pixel(0.5, 30, 20)
    for (value, expected) in zip(pixel, [229.5, 153, 178.5, 255]) {
      #expect(abs(Double(value) - expected) <= 1.5)
    }
  }

  /// AG-D-5.x4.
  ///
  /// ZL-D-6.T2.
  @Test(
    .shows(
      "CATransition.type",
      "CATransition.subtype",
      "CATransitionType.push",
      "CATransitionType.moveIn",
      "CATransitionType.reveal",
      "CATransitionSubtype.fromRight",
      "CATransitionSubtype.fromLeft",
      "CATransitionSubtype.fromTop",
      "CATransitionSubtype.fromBottom"
    ),
    arguments: [
      (CATransitionType.push, CATransitionSubtype.fromRight, (39, 20), (41, 20)),
      (.push, .fromLeft, (21, 20), (19, 20)), (.moveIn, .fromLeft, (21, 20), (19, 20)),
      (.moveIn, .fromRight, (39, 20), (41, 20)), (.moveIn, .fromTop, (30, 24), (30, 25)),
      (.moveIn, .fromBottom, (30, 15), (30, 14)), (.reveal, .fromLeft, (21, 20), (19, 20)),
      (.reveal, .fromTop, (30, 24), (30, 25)), (.push, .fromTop, (30, 24), (30, 25)),
    ]
  )
  func slidesAQuarterOfTheWay(
    type: CATransitionType,
    subtype: CATransitionSubtype,
    old: (Int, Int),
    new: (Int, Int)
  ) throws {
    let theatre = try Theatre(red)
    let transition = CATransition()
    (transition.type, transition.subtype) = (type, subtype)
    theatre.play(transition) { theatre.layer.backgroundColor = blue }
    let outside = [(9, 20), (51, 20), (30, 9), (30, 31)]
    let pixels = try theatre.pixels(0.25, [old, new] + outside)
    #expect(pixels[0] == Self.redPixel && pixels[1] == Self.bluePixel)
    #expect(pixels[2...].allSatisfy { $0 == [0, 0, 0, 0] })
  }

  /// In a push the old state moves as far as the new one; in the others one of the two rests.
  @Test(arguments: [(CATransitionType.push, 14), (.moveIn, 24), (.reveal, 34)])
  func movementsOfEachTransitionType(type: CATransitionType, mark: Int) throws {
    let theatre = try Theatre(red)
    let dot = CALayer()
    dot.frame = CGRect(x: 14, y: 8, width: 4, height: 4)
    dot.backgroundColor = CGColor(gray: 1, alpha: 1)
    theatre.layer.addSublayer(dot)
    CATransaction.flush()
    let transition = CATransition()
    transition.type = type
    transition.subtype = type == .reveal ? .fromLeft : .fromRight
    theatre.play(transition) {
      theatre.layer.backgroundColor = blue
      dot.removeFromSuperlayer()
    }
    #expect(try theatre.pixel(0.25, mark, 20) == [255, 255, 255, 255])
    #expect(try theatre.pixel(0.25, mark + 4, 20) == Self.redPixel)
  }

  @Test(.shows("CATransition.startProgress", "CATransition.endProgress")) func partsOfTheWay()
    throws
  {
    let theatre = try Theatre(red)
    let transition = CATransition()
    (transition.startProgress, transition.endProgress) = (0.2, 0.6)
    theatre.play(transition) { theatre.layer.backgroundColor = blue }
    #expect(try theatre.pixel(0, 30, 20) == [204, 0, 51, 255])
    #expect(try theatre.pixel(0.5, 30, 20) == [153, 0, 102, 255])
  }

  @Test func sublayersComeAndGo() throws {
    let theatre = try Theatre(red)
    let child = CALayer()
    child.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    child.backgroundColor = blue
    theatre.play(CATransition()) { theatre.layer.addSublayer(child) }
    let places = [(15, 20), (45, 20)]
    #expect(try theatre.pixels(0.4, places) == [[153, 0, 102, 255], Self.redPixel])
  }

  /// The two states lie upon each other under any transform of the layer.
  @Test func turnedAndScaled() throws {
    let theatre = try Theatre(red)
    theatre.layer.transform = CATransform3DMakeRotation(.pi / 5, 0, 0, 1)
    CATransaction.flush()
    theatre.play(CATransition()) { theatre.layer.cornerRadius = 0.001 }
    #expect(try theatre.pixel(0.4, 30, 20) == Self.redPixel)
    #expect(try theatre.pixel(0.4, 20, 14) == Self.redPixel)
  }

  /// A new transition begins with what is shown of the one before.
  @Test func interrupted() throws {
    let theatre = try Theatre(red)
    theatre.play(CATransition()) { theatre.layer.backgroundColor = blue }
    theatre.clock.advance(by: 0.4)
    theatre.play(CATransition()) {
      theatre.layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    }
    #expect(try theatre.pixel(0.4, 30, 20) == [153, 0, 102, 255])
    let pixel = try theatre.pixel(0.9, 30, 20)
    for (value, expected) in zip(pixel, [76.5, 127.5, 51, 255]) {
      #expect(abs(Double(value) - expected) <= 1)
    }
  }

  @Test func aLayerThatComesWithItsTransitionJustShows() throws {
    let theatre = try Theatre(red)
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.backgroundColor = blue
    let transition = CATransition()
    transition.duration = 1
    layer.add(transition, forKey: nil)
    theatre.root.addSublayer(layer)
    CATransaction.flush()
    #expect(try theatre.pixel(0.5, 5, 5) == Self.bluePixel)
  }

  @Test func picturesAreFreed() throws {
    let theatre = try Theatre(red)
    let carrier = try #require(theatre.context.carrier as? InProcessCarrier)
    theatre.play(CATransition()) { theatre.layer.backgroundColor = blue }
    _ = try theatre.context.image(at: 0.5)
    #expect(carrier.renderer.snapshots.count == 1)
    theatre.clock.advance(by: 2)
    _ = try theatre.context.image(at: 2)
    #expect(carrier.renderer.snapshots.isEmpty)
    theatre.play(CATransition()) { theatre.layer.backgroundColor = red }
    theatre.layer.removeFromSuperlayer()
    CATransaction.flush()
    #expect(carrier.renderer.snapshots.isEmpty)
  }

  // MARK: Contents

  @Test func contentsFadeByThemselves() throws {
    let theatre = try Theatre(CGColor(gray: 0, alpha: 0))
    func image(_ pixel: [UInt8]) -> CGImage { Images.make(pixel + pixel + pixel + pixel) }
    withoutActions { theatre.layer.contents = image([255, 0, 0, 255]) }
    CATransaction.flush()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    theatre.layer.contents = image([0, 0, 255, 255])
    CATransaction.flush()
    #expect(try theatre.pixel(0.4, 30, 20) == [153, 0, 102, 255])
    #expect(try theatre.pixel(0, 30, 20) == Self.redPixel)
    #expect(try theatre.pixel(0.4, 9, 20) == [0, 0, 0, 0])
    theatre.clock.advance(by: 1)
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    theatre.layer.contents = nil
    CATransaction.flush()
    #expect(try theatre.pixel(1.4, 30, 20) == [0, 0, 153, 153])
  }
}
