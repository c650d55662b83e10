// Light beyond white: screens, image views, images, colours, renderers.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization
import TestClaims
import Testing
import UIKit

/// An image of one grey of 1000 nits in PQ, 16 bits: A4.1.
private func thousandNits(width: Int = 8, height: Int = 8) throws -> CGImage {
  try bright([UInt16](repeating: 49271, count: width * height), width: width, height: height)
}

/// An image of greys in PQ, 16 bits.
private func bright(_ codes: [UInt16], width: Int, height: Int) throws -> CGImage {
  let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
  let samples: [UInt16] = codes.flatMap { [$0, $0, $0, 65535] }
  return CGImage(
    samples: samples.withUnsafeBytes { Data($0) },
    size: (width, height),
    .integers16,
    space: space,
    alpha: .noneSkipLast
  )
}

/// The red of the pixels of an image of half floats, in rows from the top.
private func reds(_ image: CGImage) throws -> [Float] {
  #expect(image.bitsPerComponent == 16 && image.bitmapInfo.contains(.floatComponents))
  let data = try #require(image.dataProvider?.data)
  return (0..<image.height).flatMap { y in
    (0..<image.width).map { x in
      let offset = data.startIndex + y * image.bytesPerRow + x * 8
      let bits = UInt16(data[offset]) | UInt16(data[offset + 1]) << 8
      return Float(bitsOfHalf: bits)
    }
  }
}

extension Float {
  /// The number of a half; finite ones only.
  fileprivate init(bitsOfHalf bits: UInt16) {
    let exponent = Int(bits >> 10 & 31)
    let fraction = Float(bits & 1023) / 1024
    let size = exponent == 0 ? fraction * 0x1p-14 : (1 + fraction) * exp2(Float(exponent - 15))
    self = bits & 0x8000 == 0 ? size : -size
  }
}

@MainActor
@Suite("Screens brighter than white", .serialized)
struct UIScreenLightTests {
  /// A window of 8 x 8 points on a screen with that headroom.
  private func bright(_ headroom: CGFloat) -> UIWindow {
    let screen = UIScreen(size: CGSize(width: 8, height: 8), scale: 1)
    screen.dynamicRange = .extended(headroom: headroom)
    UIScreen.setMain(screen)
    let window = UIWindow(frame: screen.bounds)
    window.makeKeyAndVisible()
    return window
  }

  @Test(
    "The headroom is that of the windows' outputs",
    .shows("UIScreen.currentEDRHeadroom", "UIScreen.potentialEDRHeadroom")
  )
  func headroom() throws {
    defer { UIScreen.setMain(UIScreen(size: CGSize(width: 8, height: 8), scale: 1)) }
    let plain = UIScreen(size: CGSize(width: 8, height: 8), scale: 1)
    #expect(plain.currentEDRHeadroom == 1 && plain.potentialEDRHeadroom == 1)
    let window = bright(4)
    let screen = window.screen
    #expect(window.context?.dynamicRange == .extended(headroom: 4))
    #expect(screen.currentEDRHeadroom == 4 && screen.potentialEDRHeadroom == 4)
    screen.dynamicRange = .extended(headroom: 2)
    #expect(window.context?.headroom == 2)
    #expect(screen.currentEDRHeadroom == 2 && screen.potentialEDRHeadroom == 2)
    try window.context?.setHeadroom(3)
    #expect(screen.currentEDRHeadroom == 3)
    // The class of pixels is that of the context; only the next one has another.
    screen.dynamicRange = .standard
    #expect(window.context?.headroom == 3 && screen.currentEDRHeadroom == 3)
    let next = UIWindow(frame: screen.bounds)
    #expect(next.context?.dynamicRange == .standard)
  }

  @Test("Headrooms that are none are kept in their limits")
  func limits() {
    defer { UIScreen.setMain(UIScreen(size: CGSize(width: 8, height: 8), scale: 1)) }
    let window = bright(1e9)
    #expect(window.screen.currentEDRHeadroom == 64)
    for headroom in [CGFloat.nan, -1, -CGFloat.infinity] {
      window.screen.dynamicRange = .extended(headroom: headroom)
      #expect(window.screen.currentEDRHeadroom == 1)
    }
    let alone = UIScreen(size: CGSize(width: 8, height: 8), scale: 1)
    alone.dynamicRange = .extended(headroom: .nan)
    #expect(alone.currentEDRHeadroom == 1)
    alone.dynamicRange = .extended(headroom: .infinity)
    #expect(alone.currentEDRHeadroom == 64)
  }

  @Test("A change of the headroom is told", .shows("UIScreen.brightnessDidChangeNotification"))
  func notification() throws {
    defer { UIScreen.setMain(UIScreen(size: CGSize(width: 8, height: 8), scale: 1)) }
    let window = bright(4)
    let screen = window.screen
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: UIScreen.brightnessDidChangeNotification,
      object: screen,
      queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    screen.dynamicRange = .extended(headroom: 2)
    #expect(count.withLock { $0 } == 1)
    try window.context?.setHeadroom(2)
    #expect(count.withLock { $0 } == 1)
    try window.context?.setHeadroom(1.5)
    #expect(count.withLock { $0 } == 2)
  }

  @Test("The gamut of the traits follows the range")
  func gamut() {
    let screen = UIScreen(size: CGSize(width: 8, height: 8), scale: 1)
    #expect(screen.traitCollection.displayGamut == .SRGB)
    screen.dynamicRange = .extended(headroom: 2)
    #expect(screen.traitCollection.displayGamut == .P3)
    UIScreen.setMain(screen)
    #expect(UITraitCollection.current.displayGamut == .P3)
    // Another screen does not inherit it.
    let other = UIScreen(size: CGSize(width: 8, height: 8), scale: 1)
    #expect(other.traitCollection.displayGamut == .SRGB)
    UIScreen.setMain(other)
    #expect(UITraitCollection.current.displayGamut == .SRGB)
  }

  @Test(
    "An image view shows the light that its range allows",
    .shows("UIImageView.preferredImageDynamicRange", "UIImageView.imageDynamicRange")
  )
  func imageViews() throws {
    defer { UIScreen.setMain(UIScreen(size: CGSize(width: 8, height: 8), scale: 1)) }
    let window = bright(4)
    let view = UIImageView(image: UIImage(cgImage: try thousandNits()))
    window.addSubview(view)
    #expect(view.preferredImageDynamicRange == .unspecified && view.imageDynamicRange == .standard)
    #expect(view.layer.preferredDynamicRange == .standard)
    // 1000 nits are shown as the limit of each: linear 1, 2, 4, encoded as A1.5 says.
    let expected: [(UIImage.DynamicRange, Float)] = [
      (.standard, 1), (.constrainedHigh, 1.353256), (.high, 1.824796),
    ]
    for (range, light) in expected {
      view.preferredImageDynamicRange = range
      #expect(view.imageDynamicRange == range)
      let found = try reds(try window.image())[27]
      #expect(abs(found - light) < 0x1p-9, "\(range)")
    }
    view.preferredImageDynamicRange = .unspecified
    #expect(view.layer.preferredDynamicRange == .standard)
  }

  @Test("Pictures of renderers have the range of the screen")
  func renderers() throws {
    defer { UIScreen.setMain(UIScreen(size: CGSize(width: 8, height: 8), scale: 1)) }
    func picture(_ range: UIGraphicsImageRendererFormat.Range) throws -> CGImage {
      let format = UIGraphicsImageRendererFormat()
      format.preferredRange = range
      let size = CGSize(width: 4, height: 4)
      let renderer = UIGraphicsImageRenderer(size: size, format: format)
      let image = renderer.image { context in
        UIColor(red: 1.353256, green: -0.25, blue: 0, alpha: 1).setFill()
        context.fill(CGRect(origin: .zero, size: size))
      }
      return try #require(image.cgImage)
    }
    UIScreen.setMain(UIScreen(size: CGSize(width: 8, height: 8), scale: 1))
    #expect(try picture(.automatic).bitsPerComponent == 8)
    #expect(try reds(try picture(.extended))[0] == 1.3535156)
    let window = bright(4)
    #expect(try reds(try picture(.automatic))[0] == 1.3535156)
    #expect(try picture(.standard).bitsPerComponent == 8)
    #expect(try picture(.unspecified).bitsPerComponent == 8)
    withExtendedLifetime(window) {}
  }

  @Test("Bright images keep their light in pictures of extended range")
  func brightImagesInPictures() throws {
    let image = UIImage(cgImage: try thousandNits())
    func drawn(_ range: UIGraphicsImageRendererFormat.Range) throws -> CGImage {
      let format = UIGraphicsImageRendererFormat()
      (format.preferredRange, format.scale) = (range, 1)
      let renderer = UIGraphicsImageRenderer(size: image.size, format: format)
      return try #require(renderer.image { _ in image.draw(at: .zero) }.cgImage)
    }
    let bright = try drawn(.extended)
    #expect(abs(try reds(bright)[27] - 1.995198) < 0x1p-9)
    #expect(bright.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    #expect(UIImage(cgImage: bright).isHighDynamicRange)
    #expect(pixel(try drawn(.standard), 3, 3) == [255, 255, 255, 255])
  }
}

@Suite("Images brighter than white")
struct BrightImageTests {
  @Test(
    "Images say whether they are brighter",
    .shows("UIImage.isHighDynamicRange", "UIImage.imageRestrictedToStandardDynamicRange()")
  )
  func restricted() throws {
    let image = UIImage(cgImage: try thousandNits(), scale: 2, orientation: .left)
    #expect(image.isHighDynamicRange)
    let restricted = image.imageRestrictedToStandardDynamicRange()
    #expect(!restricted.isHighDynamicRange)
    #expect(restricted.scale == 2 && restricted.imageOrientation == .left)
    // A6.2: 1000 nits become white, 203 nits 188.
    #expect(pixel(try #require(restricted.cgImage), 3, 3) == [255, 255, 255, 255])
    let white = try bright([38055], width: 1, height: 1)
    let low = UIImage(cgImage: white).imageRestrictedToStandardDynamicRange()
    #expect(pixel(try #require(low.cgImage), 0, 0) == [188, 188, 188, 255])
    #expect(restricted.imageRestrictedToStandardDynamicRange() === restricted)
    #expect(!UIImage().isHighDynamicRange)
    #expect(UIImage().imageRestrictedToStandardDynamicRange().size == .zero)
  }

  @Test("Frames of an animation are restricted one by one")
  func animation() throws {
    let frame = UIImage(cgImage: try thousandNits())
    let film = try #require(UIImage.animatedImage(with: [frame, frame], duration: 1))
    #expect(film.isHighDynamicRange)
    let restricted = film.imageRestrictedToStandardDynamicRange()
    #expect(restricted.images?.map(\.isHighDynamicRange) == [false, false])
  }

  @Test("Turned images keep their light", arguments: 0..<8)
  func turned(orientation: Int) throws {
    let orientation = try #require(UIImage.Orientation(rawValue: orientation))
    // 0.005, 1, 100, 203, 400, 1000 nits.
    let codes: [UInt16] = [988, 9827, 33297, 38055, 42767, 49271]
    let image = UIImage(
      cgImage: try bright(codes, width: 3, height: 2),
      scale: 1,
      orientation: orientation
    )
    let shown = try #require(image.uprightImage)
    #expect(shown.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    // Its bytes are those of the stored image's, turned.
    let plain = UIImage(
      cgImage: CGImage(try bright(codes, width: 3, height: 2).pixelStorage),
      scale: 1,
      orientation: orientation
    )
    #expect(pixels(shown) == pixels(try #require(plain.uprightImage)))
    #expect(shown.calculatedContentHeadroom > 4.9)
  }

  @Test("A format for images like a bright one has half floats")
  func format() throws {
    let image = UIImage(cgImage: try thousandNits())
    #expect(image.imageRendererFormat.preferredRange == .extended)
    #expect(image.imageRendererFormat.supportsHighDynamicRange)
    let dark = image.imageRestrictedToStandardDynamicRange()
    #expect(dark.imageRendererFormat.preferredRange == .automatic)
  }

  @Test(
    "Traits say the range of images",
    .shows("UITraitCollection.imageDynamicRange", "UITraitCollection.init(imageDynamicRange:)")
  )
  func traits() throws {
    let none = UITraitCollection()
    #expect(none.imageDynamicRange == .unspecified)
    let high = UITraitCollection(imageDynamicRange: .high)
    #expect(high.imageDynamicRange == .high && high != none)
    #expect(high[UITraitImageDynamicRange.self] == .high)
    #expect(UITraitCollection(traitsFrom: [high, none]).imageDynamicRange == .high)
    #expect("\(high)" == "<UITraitCollection; ImageDynamicRange = high>")
    let data = try NSKeyedArchiver.archivedData(withRootObject: high, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UITraitCollection.self, from: data)
    #expect(copy == high)
    #expect(UIImage.DynamicRange.unspecified.rawValue == -1)
    #expect(UIImage.DynamicRange.high.rawValue == 2)
  }
}

@Suite("Colours brighter than white")
struct ExposureTests {
  private func red(_ color: UIColor) -> CGFloat {
    var red: CGFloat = 0
    color.getRed(&red, green: nil, blue: nil, alpha: nil)
    return red
  }

  @Test(
    "Exposure multiplies the light",
    .shows(
      "UIColor.init(red:green:blue:alpha:exposure:)",
      "UIColor.init(red:green:blue:alpha:linearExposure:)",
      "UIColor.linearExposure"
    )
  )
  func exposure() {
    let white = UIColor(red: 1, green: 1, blue: 1, alpha: 0.5, exposure: 2)
    #expect(abs(red(white) - 1.824796) < 1e-6)
    #expect(white.cgColor.contentHeadroom == 4 && white.linearExposure == 4)
    #expect(white.cgColor.alpha == 0.5)
    let twice = UIColor(red: 1, green: 0, blue: 0.5, alpha: 1, linearExposure: 2)
    #expect(abs(red(twice) - 1.353256) < 1e-6)
    #expect(twice.cgColor.contentHeadroom == 2)
    #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1).linearExposure == 1)
    #expect(white.withAlphaComponent(1).linearExposure == 4)
  }

  @Test("Exposures that are none", arguments: [CGFloat.nan, -1, 0, -CGFloat.infinity])
  func noExposure(exposure: CGFloat) {
    let color = UIColor(red: 0.25, green: 0, blue: 0, alpha: 1, exposure: exposure)
    #expect(red(color) == 0.25 && color.linearExposure == 1)
    let other = UIColor(red: 0.25, green: 0, blue: 0, alpha: 1, linearExposure: exposure)
    #expect(red(other) == 0.25 && other.linearExposure == 1)
  }

  @Test("Exposures end at the largest half float")
  func largest() {
    let color = UIColor(red: 1, green: 1, blue: 1, alpha: 1, exposure: .infinity)
    #expect(color.linearExposure == 65504)
    #expect(UIColor(white: 1, alpha: 1).applyingContentHeadroom(1e9).linearExposure == 65504)
  }

  @Test(
    "The colour before the exposure",
    .shows("UIColor.standardDynamicRange", "UIColor.applyingContentHeadroom(_:)")
  )
  func standard() {
    let color = UIColor(red: 0.75, green: 0.5, blue: 0.25, alpha: 1, exposure: 3)
    #expect(abs(red(color.standardDynamicRange) - 0.75) < 1e-12)
    #expect(color.standardDynamicRange.linearExposure == 1)
    let plain = UIColor.red
    #expect(plain.standardDynamicRange === plain)
    let tagged = UIColor(white: 0.5, alpha: 1).applyingContentHeadroom(2)
    #expect(red(tagged) == 0.5 && tagged.linearExposure == 2)
    let dynamic = UIColor { $0.userInterfaceStyle == .dark ? color : plain }
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(dynamic.applyingContentHeadroom(2).resolvedColor(with: dark).linearExposure == 2)
    #expect(dynamic.standardDynamicRange.resolvedColor(with: dark).linearExposure == 1)
  }
}
