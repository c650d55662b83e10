// Contexts, renderers, insets and geometry in text.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

@Suite("UIGraphics")
struct UIGraphicsTests {
  @Test(
    "A format is not opaque and has the screen's scale (C7)",
    .shows(
      "UIGraphicsImageRenderer",
      "UIGraphicsImageRendererFormat",
      "UIGraphicsImageRendererFormat.opaque",
      "UIGraphicsImageRendererFormat.scale",
      "UIGraphicsImageRenderer.init(size:)",
      "UIGraphicsImageRenderer.image(actions:)"
    )
  )
  @MainActor
  func formats() {
    let format = UIGraphicsImageRendererFormat()
    #expect(!format.opaque)
    #expect(format.scale == UITraitCollection.current.displayScale)
    let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 4)).image { _ in }
    #expect(image.scale == format.scale)
    #expect(image.size == CGSize(width: 10, height: 4))
    #expect(Pixels(image)?[0, 0] == Pixels.clear)
  }

  @Test("Contexts of images have y down (C7)")
  func yDown() throws {
    let image = drawn(4, 4) { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
    }
    let pixels = try #require(Pixels(image))
    #expect(pixels[0, 0] == Pixels.red)
    #expect(pixels[0, 3] == Pixels.clear)
  }

  @Test(
    "Scale 0 is the screen's; images without options have 1 (C7)",
    .shows(
      "UIGraphicsBeginImageContextWithOptions(_:_:_:)",
      "UIGraphicsBeginImageContext(_:)",
      "UIGraphicsGetImageFromCurrentImageContext()",
      "UIGraphicsEndImageContext()",
      "UIGraphicsGetCurrentContext()"
    )
  )
  func scales() throws {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 3), true, 0)
    #expect(UIGraphicsGetCurrentContext()?.width == 3 * Int(UITraitCollection.current.displayScale))
    let opaque = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(Pixels(opaque)?[1, 1] == Pixels.black)
    UIGraphicsBeginImageContext(CGSize(width: 3, height: 3))
    #expect(UIGraphicsGetCurrentContext()?.width == 3)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test(
    "Ends and pops without a beginning do nothing, and do not take the other's context",
    .shows("UIGraphicsPopContext()")
  )
  func unbalanced() {
    UIGraphicsEndImageContext()
    UIGraphicsPopContext()
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
    UIGraphicsPopContext()
    #expect(UIGraphicsGetCurrentContext() != nil)
    UIGraphicsEndImageContext()
  }

  @Test(
    "Images that cannot be have no pixels, and their closures draw nothing",
    arguments: [
      CGSize.zero, CGSize(width: -4, height: 4), CGSize(width: CGFloat.nan, height: 4),
      CGSize(width: CGFloat.infinity, height: 4), CGSize(width: 1e9, height: 1e9),
    ]
  )
  func impossible(_ size: CGSize) {
    var calls = 0
    let image = UIGraphicsImageRenderer(size: size).image { context in
      calls += 1
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    }
    #expect(calls == 1)
    #expect(image.cgImage == nil)
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsEndImageContext()
  }

  @Test(
    "Renderers draw from the origin of their bounds",
    .shows(
      "UIGraphicsImageRenderer.init(bounds:format:)",
      "UIGraphicsRendererContext.format",
      "UIGraphicsImageRenderer.init(bounds:)"
    )
  )
  func bounds() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let renderer = UIGraphicsImageRenderer(
      bounds: CGRect(x: 10, y: 20, width: 2, height: 2),
      format: format
    )
    let image = renderer.image { context in
      UIColor.green.setFill()
      context.fill(CGRect(x: 10, y: 20, width: 1, height: 1))
      #expect(context.format.bounds == CGRect(x: 10, y: 20, width: 2, height: 2))
    }
    let pixels = try #require(Pixels(image))
    #expect(pixels[0, 0] == Pixels.green)
    #expect(pixels[1, 1] == Pixels.clear)
  }

  @Test(
    "A shadow in a view's context falls down, in points",
    .shows(
      "UIGraphicsRendererContext.cgContext",
      "UIGraphicsRendererContext.fill(_:)",
      "UIGraphicsImageRenderer.init(size:format:)"
    )
  )
  func shadows() throws {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 8), format: format).image {
      $0.cgContext.setShadow(
        offset: CGSize(width: 0, height: 3),
        blur: 0,
        color: UIColor.blue.cgColor
      )
      UIColor.red.setFill()
      $0.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
    }
    let pixels = try #require(Pixels(image))
    #expect(pixels[0, 3] == Pixels.red)
    #expect(pixels[0, 4] == Pixels.clear || pixels[0, 5] == Pixels.clear)
    #expect(pixels[0, 7] == Pixels.blue)
    #expect(pixels[0, 9] == Pixels.blue)
    #expect(pixels[0, 10] == Pixels.clear)
  }

  @Test(
    "Frames lie inside, fills take the place of what is there",
    .shows("UIRectFrame(_:)", "UIRectFill(_:)", "UIRectClip(_:)")
  )
  func rects() throws {
    let image = drawn(4, 4) { _ in
      UIColor.red.setFill()
      UIRectFrame(CGRect(x: 0, y: 0, width: 4, height: 4))
      UIColor.blue.withAlphaComponent(0).setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
      UIRectClip(CGRect(x: 1, y: 1, width: 1, height: 1))
      UIColor.green.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    let pixels = try #require(Pixels(image))
    #expect(pixels[0, 0] == Pixels.clear)
    #expect(pixels[3, 0] == Pixels.red)
    #expect(pixels[1, 1] == Pixels.green)
    #expect(pixels[2, 2] == Pixels.clear)
  }

  @Test(
    "Geometry goes into text and back",
    .shows(
      "NSCoder.cgRect(for:)",
      "NSCoder.uiEdgeInsets(for:)",
      "NSCoder.cgAffineTransform(for:)",
      "NSCoder.string(for:)",
      "NSCoder.cgPoint(for:)"
    )
  )
  func strings() {
    let rect = CGRect(x: 1.5, y: -2, width: 3, height: 0.1)
    #expect(NSCoder.string(for: rect) == "{{1.5, -2}, {3, 0.1}}")
    #expect(NSCoder.cgRect(for: NSCoder.string(for: rect)) == rect)
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(NSCoder.string(for: insets) == "{1, 2, 3, 4}")
    #expect(NSCoder.uiEdgeInsets(for: "{1, 2, 3, 4}") == insets)
    #expect(NSCoder.string(for: CGAffineTransform.identity) == "[1, 0, 0, 1, 0, 0]")
    #expect(NSCoder.cgPoint(for: "{1, 2") == CGPoint(x: 1, y: 2))
    #expect(NSCoder.cgPoint(for: "nonsense") == .zero)
    #expect(NSCoder.cgAffineTransform(for: "") == .identity)
    #expect(NSCoder.cgSize(for: String(repeating: "{", count: 1_000_000)) == .zero)
  }

  @Test(
    "Insets in boxes",
    .shows(
      "NSValue.init(uiEdgeInsets:)",
      "NSValue.uiEdgeInsetsValue",
      "NSValue.init(uiOffset:)",
      "NSValue.uiOffsetValue",
      "CGRect.inset(by:)"
    )
  )
  func boxes() {
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(NSValue(uiEdgeInsets: insets).uiEdgeInsetsValue == insets)
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).uiEdgeInsetsValue == .zero)
    let offset = UIOffset(horizontal: 5, vertical: 6)
    #expect(NSValue(uiOffset: offset).uiOffsetValue == offset)
    let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(rect.inset(by: insets) == CGRect(x: 2, y: 1, width: 4, height: 6))
  }
}
