// Patches, one by one.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import ImageIO
import QuartzComposition
import Testing

@testable import QuartzCore

@Suite struct PatchTests {
  /// A picture of one colour.
  private func flat(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) throws
    -> CGImage
  {
    let bytes = Data(
      [UInt8](repeating: 0, count: 20 * 10).flatMap { _ in [red, green, blue, alpha] }
    )
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let provider = try #require(CGDataProvider(data: bytes))
    let image = CGImage(
      width: 20,
      height: 10,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: 80,
      space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
    return try #require(image)
  }

  private func board(_ entries: String, more: String = "") -> String {
    """
    {"patches": {"screen": {"type": "billboard"\(entries)}\(more)},
     "inputs": {"image": "screen.image", "x": "screen.x", "y": "screen.y"}}
    """
  }

  @Test func billboardsHaveTheUnitsOfHalfTheWidth() throws {
    let window = try CompositionWindow()
    let layer = try window.show(board(""))
    #expect(try window.pixels(at: 0)[320, 240] == [255, 255, 255], "nothing without an image")
    layer.setValue(try flat(255, 0, 0), forInputKey: "image")
    // One unit wide, half as high as the image says: 320 x 160 in the middle.
    var pixels = try window.pixels(at: 0)
    #expect(pixels[161, 161] == [255, 0, 0] && pixels[478, 318] == [255, 0, 0])
    for (x, y) in [(158, 240), (482, 240), (320, 158), (320, 322)] {
      #expect(pixels[x, y] == [255, 255, 255])
    }
    layer.setValue(0.5, forInputKey: "x")
    layer.setValue(0.5, forInputKey: "y")
    pixels = try window.pixels(at: 0)
    #expect(pixels[321, 1] == [255, 0, 0] && pixels[638, 158] == [255, 0, 0], "up")
    #expect(pixels[318, 80] == [255, 255, 255] && pixels[400, 162] == [255, 255, 255])
  }

  @Test func upIsUpInEveryOrientation() throws {
    let image = try flat(255, 0, 0)
    for (isYUp, isFlipped) in [(false, false), (true, false), (false, true), (true, true)] {
      let window = try CompositionWindow(isYUp: isYUp)
      window.root.isGeometryFlipped = isFlipped
      let layer = try window.show(board(", \"y\": 0.5"))
      layer.setValue(image, forInputKey: "image")
      let pixels = try window.pixels(at: 0)
      #expect(pixels[161, 1] == [255, 0, 0] && pixels[478, 158] == [255, 0, 0], "\(isYUp)")
      #expect(pixels[320, 162] == [255, 255, 255] && pixels[320, 300] == [255, 255, 255])
      // Turned to the left: the right end is higher.
      let turned = try window.show(board(", \"y\": -0.25, \"rotation\": 30"))
      turned.setValue(image, forInputKey: "image")
      let both = try window.pixels(at: 1)
      #expect(both[440, 250] == [255, 0, 0] && both[200, 390] == [255, 0, 0])
      #expect(both[200, 250] == [255, 255, 255] && both[440, 390] == [255, 255, 255])
    }
  }

  @Test func coloursMultiplyAndBlendingAdds() throws {
    let window = try CompositionWindow()
    window.root.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    for (entries, expected) in [
      (", \"color\": [0, 1, 0, 1]", [0, 255, 0]),
      (", \"color\": [1, 0, 0, 1], \"blending\": \"add\"", [255, 0, 255]),
      (", \"color\": [1, 0, 0, 1], \"blending\": 0", [255, 0, 0]),
    ] {
      let layer = try window.show(board(entries))
      layer.setValue(try flat(255, 255, 255), forInputKey: "image")
      #expect(try window.pixels(at: 0)[320, 240] == expected, "\(entries)")
      layer.removeFromSuperlayer()
    }
  }

  /// Renderers come in the order of their numbers, and a colour that fills hides those before it.
  @Test func renderersAreOrdered() throws {
    let window = try CompositionWindow()
    let layer = try window.show(
      """
      {"patches": {
        "a": {"type": "billboard", "layer": 3, "color": [1, 0, 0, 1]},
        "b": {"type": "billboard", "layer": 1, "width": 2, "color": [0, 0, 1, 1]},
        "c": {"type": "clear", "layer": 2, "color": [0, 1, 0, 1]},
        "both": {"type": "splitter"}},
       "connections": ["both.output > a.image", "both.output > b.image"],
       "inputs": {"image": "both.input", "color": "c.color"}, "outputs": {"out": "both.output"}}
      """
    )
    layer.setValue(try flat(255, 255, 255), forInputKey: "image")
    var pixels = try window.pixels(at: 0)
    #expect(pixels[320, 240] == [255, 0, 0] && pixels[20, 240] == [0, 255, 0])
    layer.setValue(CGColor(red: 0, green: 0, blue: 0, alpha: 0), forInputKey: "color")
    pixels = try window.pixels(at: 0)
    #expect(pixels[320, 240] == [255, 0, 0] && pixels[20, 240] == [255, 255, 255])
    #expect(layer.value(forOutputKey: "out") is CGImage)
  }

  @Test func filesOfImages() throws {
    let folder = try Folder()
    let url = URL(fileURLWithPath: folder.file("green.png"))
    let target = try #require(CGImageDestinationCreateWithURL(url, "public.png", 1, nil))
    CGImageDestinationAddImage(target, try flat(0, 255, 0), nil)
    #expect(CGImageDestinationFinalize(target))
    let text = """
      {"patches": {"file": {"type": "image", "location": "green.png"},
        "gone": {"type": "image", "location": "gone.png"},
        "a": {"type": "billboard", "mask": 1}, "b": {"type": "billboard"}},
       "connections": ["file.image > a.image", "gone.image > b.image"]}
      """
    let path = folder.file("one.composition")
    try Data(text.replacingOccurrences(of: ", \"mask\": 1", with: "").utf8)
      .write(to: URL(fileURLWithPath: path))
    let window = try CompositionWindow()
    _ = try window.show(QCCompositionLayer(file: path))
    var pixels: CompositionPixels?
    let lines = try Diagnostics.lines {
      pixels = try window.pixels(at: 0)
      _ = try window.pixels(at: 1)
    }
    #expect(pixels?[320, 240] == [0, 255, 0], "paths begin at the composition's folder")
    #expect(lines.count == 1 && lines[0].contains("gone.png"), "\(lines)")
  }

  /// ZL-9.25: pictures of a camera show, and are read.
  @Test func camerasShow() throws {
    let window = try CompositionWindow()
    var made: QCCompositionLayer?
    // There may be a camera, or none.
    _ = try Diagnostics.lines {
      made = try window.show(
        """
        {"patches": {"camera": {"type": "camera"}, "screen": {"type": "billboard"},
          "inverse": {"type": "filter", "filter": "CIColorInvert"}},
         "connections": ["camera.image > screen.image", "camera.image > inverse.image"],
         "inputs": {"device": "camera.device"}, "outputs": {"inverse": "inverse.image"}}
        """
      )
    }
    let layer = try #require(made)
    let lines = Diagnostics.lines {
      #expect(!layer.setValue("v4l2:none", forInputKey: "device"))
    }
    #expect(lines == ["a camera patch: there is no camera \"v4l2:none\""])
    let source = "lavfi:color=c=black:size=64x48:rate=30"
    #expect(layer.setValue(source, forInputKey: "device"))
    #expect(layer.value(forInputKey: "device") as? String == source)
    let end = Date(timeIntervalSinceNow: 60)
    var time = 0.0
    var still: CGImage?
    // A picture of the inverse says that the camera runs.
    while still == nil, Date() < end {
      time += 1 / 60
      _ = try window.pixels(at: time)
      still = layer.value(forOutputKey: "inverse") as? CGImage
      Thread.sleep(forTimeInterval: 0.01)
    }
    let inverse = try CompositionPixels(try #require(still))
    #expect(inverse[32, 24] == [255, 255, 255])
    let pixels = try window.pixels(at: time + 1 / 60)
    // The board has half the width, about the middle.
    for inside in [pixels[162, 122], pixels[477, 357], pixels[320, 240]] {
      #expect(inside == [0, 0, 0])
    }
    for outside in [pixels[157, 117], pixels[482, 362]] { #expect(outside == [255, 255, 255]) }
  }

  @Test func valuesAsAPropertyList() throws {
    let window = try CompositionWindow()
    let layer = try window.show(board(", \"x\": 0.25"))
    layer.setValue(try flat(255, 0, 0), forInputKey: "image")
    layer.setValue(NSNumber(value: 0.5), forInputKey: "y")
    let list = try #require(layer.propertyListFromInputValues() as? [String: Double])
    #expect(list == ["x": 0.25, "y": 0.5])
    let other = try window.show(board(""))
    other.setInputValuesWithPropertyList(list)
    #expect(other.value(forInputKey: "x") as? Double == 0.25)
    #expect(other.value(forKey: "y") as? Double == 0.5)
    let lines = Diagnostics.lines {
      #expect(!other.setValue(Double.nan, forInputKey: "x"))
      #expect(!other.setValue("far", forInputKey: "x"))
    }
    #expect(lines.count == 2 && other.value(forInputKey: "x") as? Double == 0.25)
  }

  /// A published input of a name that the layer has is no key of the layer.
  @Test func propertiesOfTheLayerComeFirst() throws {
    let window = try CompositionWindow()
    let layer = try window.show(
      """
      {"patches": {"a": {"type": "billboard", "x": 0.5}},
       "inputs": {"opacity": "a.x", "asynchronous": "a.y", "frame": "a.width"}}
      """
    )
    layer.setValue(0.75, forKey: "opacity")
    #expect(layer.opacity == 0.75 && layer.value(forInputKey: "opacity") as? Double == 0.5)
    #expect(layer.isAsynchronous && layer.frame == window.root.bounds)
    layer.setValue(0.125, forKeyPath: "patch.opacity.value")
    #expect(layer.value(forInputKey: "opacity") as? Double == 0.125 && layer.opacity == 0.75)
  }

  @Test func copiesAndArchives() throws {
    let window = try CompositionWindow()
    let layer = try window.show(board(", \"x\": 0.25"))
    layer.addSublayer(CALayer())
    _ = try window.pixels(at: 0)
    #expect(layer.presentation()?.value(forInputKey: "x") as? Double == 0.25)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: QCCompositionLayer.self, from: data)
    )
    #expect(back.composition == nil && back.inputKeys.isEmpty && back.sublayers?.count == 1)
    #expect(QCCompositionLayer(composition: nil) == nil)
  }
}
