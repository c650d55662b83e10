// Images: sizes, orientations, caps, tints, files.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

@Suite("UIImage")
struct UIImageTests {
  private let corners = picture([
    [.red, .black, .green], [.black, .black, .black], [.blue, .black, .white],
    [.black, .black, .black],
  ])

  @Test(
    "The size is that of the pixels by the scale, turned by the orientation (C3)",
    .shows(
      "UIImage",
      "UIImage.size",
      "UIImage.init(cgImage:scale:orientation:)",
      "UIImage.cgImage",
      "UIImage.Orientation"
    )
  )
  func size() throws {
    let pixels = try #require(corners.cgImage)
    let upright = UIImage(cgImage: pixels, scale: 2, orientation: .down)
    #expect(upright.size == CGSize(width: 1.5, height: 2))
    for orientation in [UIImage.Orientation.left, .right, .leftMirrored, .rightMirrored] {
      let image = UIImage(cgImage: pixels, scale: 2, orientation: orientation)
      #expect(image.size == CGSize(width: 2, height: 1.5))
      #expect(image.cgImage === pixels)
    }
  }

  @Test(
    "Images are drawn as their orientation says (C3)",
    .shows(
      "UIImage.draw(at:)",
      "UIImage.withHorizontallyFlippedOrientation()",
      "UIImage.Orientation.up",
      "UIImage.Orientation.down",
      "UIImage.Orientation.left",
      "UIImage.Orientation.right",
      "UIImage.Orientation.upMirrored",
      "UIImage.Orientation.downMirrored",
      "UIImage.Orientation.leftMirrored",
      "UIImage.Orientation.rightMirrored"
    )
  )
  func orientations() throws {
    let cell = try #require(picture([[.red, .green], [.blue, .white]]).cgImage)
    // Rows of the upright picture.
    let expected: [(UIImage.Orientation, [[Int]])] = [
      (.up, [Pixels.red, Pixels.green, Pixels.blue, Pixels.white]),
      (.down, [Pixels.white, Pixels.blue, Pixels.green, Pixels.red]),
      (.left, [Pixels.green, Pixels.white, Pixels.red, Pixels.blue]),
      (.right, [Pixels.blue, Pixels.red, Pixels.white, Pixels.green]),
      (.upMirrored, [Pixels.green, Pixels.red, Pixels.white, Pixels.blue]),
      (.downMirrored, [Pixels.blue, Pixels.white, Pixels.red, Pixels.green]),
      (.leftMirrored, [Pixels.red, Pixels.blue, Pixels.green, Pixels.white]),
      (.rightMirrored, [Pixels.white, Pixels.green, Pixels.blue, Pixels.red]),
    ]
    for (orientation, colors) in expected {
      let image = UIImage(cgImage: cell, scale: 1, orientation: orientation)
      let pixels = try #require(Pixels(drawn(2, 2) { _ in image.draw(at: .zero) }))
      #expect([pixels[0, 0], pixels[1, 0], pixels[0, 1], pixels[1, 1]] == colors, "\(orientation)")
      let mirrored = image.withHorizontallyFlippedOrientation()
      let flipped = try #require(Pixels(drawn(2, 2) { _ in mirrored.draw(at: .zero) }))
      #expect(flipped[0, 0] == pixels[1, 0] && flipped[1, 1] == pixels[0, 1], "\(orientation)")
    }
  }

  private let frame = picture([
    [.red, .black, .red], [.black, .white, .black], [.red, .black, .red],
  ])

  @Test(
    "Caps keep their size; the middle is repeated by default (C2)",
    .shows(
      "UIImage.resizableImage(withCapInsets:)",
      "UIImage.resizingMode",
      "UIImage.ResizingMode.tile",
      "UIImage.draw(in:)"
    )
  )
  func tiles() throws {
    let inner = picture([
      [.red, .green, .blue, .red], [.red, .green, .blue, .red],
    ])
    let image = inner.resizableImage(
      withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1)
    )
    #expect(image.resizingMode == .tile)
    let pixels = try #require(
      Pixels(drawn(8, 2) { _ in image.draw(in: CGRect(x: 0, y: 0, width: 8, height: 2)) })
    )
    let row = (0..<8).map { pixels[$0, 0] }
    #expect(
      row == [
        Pixels.red, Pixels.green, Pixels.blue, Pixels.green, Pixels.blue, Pixels.green, Pixels.blue,
        Pixels.red,
      ]
    )
  }

  @Test(
    "A stretched middle fills the room between caps",
    .shows(
      "UIImage.resizableImage(withCapInsets:resizingMode:)",
      "UIImage.ResizingMode.stretch",
      "UIImage.stretchableImage(withLeftCapWidth:topCapHeight:)",
      "UIImage.capInsets",
      "UIImage.leftCapWidth"
    )
  )
  func stretch() throws {
    let image = frame.resizableImage(
      withCapInsets: UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1),
      resizingMode: .stretch
    )
    let pixels = try #require(
      Pixels(drawn(9, 7) { _ in image.draw(in: CGRect(x: 0, y: 0, width: 9, height: 7)) })
    )
    #expect(pixels[0, 0] == Pixels.red && pixels[8, 6] == Pixels.red)
    #expect(pixels[4, 3] == Pixels.white && pixels[1, 1] == Pixels.white)
    #expect(pixels[4, 0] == Pixels.black && pixels[0, 3] == Pixels.black)
    let old = frame.stretchableImage(withLeftCapWidth: 1, topCapHeight: 1)
    #expect(old.capInsets == UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
    #expect(old.leftCapWidth == 1)
  }

  @Test("Caps that are too large, or no numbers, leave a middle")
  func hostileCaps() {
    let insets = [
      UIEdgeInsets(top: 1e9, left: 1e9, bottom: 1e9, right: 1e9),
      UIEdgeInsets(top: .nan, left: -.infinity, bottom: .infinity, right: -5),
    ]
    for caps in insets {
      let image = frame.resizableImage(withCapInsets: caps)
      let shown = drawn(9, 9) { _ in image.draw(in: CGRect(x: 0, y: 0, width: 9, height: 9)) }
      #expect(Pixels(shown)?[8, 8] != Pixels.clear)
      _ = drawn(2, 2) { _ in
        image.draw(in: CGRect(x: 0, y: 0, width: 1e9, height: CGFloat.infinity))
        image.draw(in: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
        image.draw(in: CGRect(x: 0, y: 0, width: 1e9, height: 1e9))
      }
    }
  }

  @Test(
    "Templates are drawn in the fill colour, tinted images in theirs (C4)",
    .shows(
      "UIImage.withRenderingMode(_:)",
      "UIImage.RenderingMode.alwaysTemplate",
      "UIImage.withTintColor(_:renderingMode:)",
      "UIImage.renderingMode",
      "UIImage.pngData()"
    )
  )
  func tints() throws {
    let dot = picture([[.clear, .black]])
    func shown(_ image: UIImage) -> Pixels? {
      Pixels(
        drawn(2, 1) { _ in
          UIColor.blue.setFill()
          image.draw(at: .zero)
        }
      )
    }
    #expect(shown(dot)?[1, 0] == Pixels.black)
    #expect(shown(dot.withRenderingMode(.alwaysTemplate))?[1, 0] == Pixels.blue)
    #expect(shown(dot.withRenderingMode(.alwaysTemplate))?[0, 0] == Pixels.clear)
    let baked = dot.withTintColor(.red, renderingMode: .alwaysOriginal)
    #expect(baked.renderingMode == .alwaysOriginal)
    #expect(shown(baked)?[1, 0] == Pixels.red)
    #expect(baked.pngData().flatMap { Pixels(UIImage(data: $0)) }?[1, 0] == Pixels.red)
  }

  @Test("Alpha and blend mode of drawing", .shows("UIImage.draw(at:blendMode:alpha:)"))
  func blending() throws {
    let dot = picture([[.white]])
    let pixels = try #require(
      Pixels(
        drawn(2, 1) { context in
          UIColor.red.setFill()
          context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
          dot.draw(at: .zero, blendMode: .multiply, alpha: 1)
          dot.draw(at: CGPoint(x: 1, y: 0), blendMode: .normal, alpha: 0.5)
        }
      )
    )
    #expect(pixels[0, 0] == Pixels.red)
    #expect(abs(pixels[1, 0][1] - 128) <= 1)
  }

  @Test("Animated images have frames and a duration")
  func animated() throws {
    let image = try #require(UIImage.animatedImage(with: [frame, corners], duration: 2))
    #expect(image.images?.count == 2)
    #expect(image.duration == 2)
    #expect(image.size == frame.size)
    #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
    #expect(UIImage.animatedImage(with: [frame, frame, frame], duration: .nan)?.duration == 0.1)
  }

  @Test("An empty image has no size and draws nothing")
  func empty() {
    let image = UIImage()
    #expect(image.size == .zero)
    #expect(image.cgImage == nil)
    #expect(image.pngData() == nil)
    let shown = drawn(1, 1) { _ in
      image.draw(at: .zero)
      image.drawAsPattern(in: CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(Pixels(shown)?[0, 0] == Pixels.clear)
  }

  @Test("Images of Core Image are rendered when they are drawn", .shows("UIImage.init(ciImage:)"))
  func filtered() throws {
    let source = try #require(frame.cgImage)
    let image = UIImage(ciImage: CIImage(cgImage: source))
    #expect(image.size == CGSize(width: 3, height: 3))
    #expect(image.cgImage == nil)
    let pixels = try #require(Pixels(drawn(3, 3) { _ in image.draw(at: .zero) }))
    #expect(pixels[0, 0] == Pixels.red && pixels[1, 1] == Pixels.white)
    #expect(UIImage(ciImage: CIImage(color: .red)).size == .zero)
  }
}

@Suite("Files of images", .serialized)
struct UIImageFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("images-\(UUID().uuidString)")

  private func write(_ data: Data?, _ name: String) throws {
    let data = try #require(data)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: folder.appendingPathComponent(name))
  }

  private func image(_ side: Int) -> UIImage {
    picture([[UIColor]](repeating: [UIColor](repeating: .red, count: side), count: side))
  }

  @Test(
    "Names find the file of the screen's scale, and PNG before JPEG",
    .shows(
      "UIImage.init(named:)",
      "UIImage.init(named:in:compatibleWith:)",
      "UIImage.init(contentsOfFile:)",
      "UIImage.scale",
      "UIImage.jpegData(compressionQuality:)",
      "UIImage.pngData()"
    )
  )
  @MainActor
  func names() throws {
    UIScreen.setMain(UIScreen(size: CGSize(width: 100, height: 100), scale: 2))
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(image(4).pngData(), "dot.png")
    try write(image(8).pngData(), "dot@2x.png")
    try write(image(3).jpegData(compressionQuality: 1), "photo.jpg")
    try withImageFolder(folder) {
      let dot = try #require(UIImage(named: "dot"))
      #expect(dot.scale == 2 && dot.size == CGSize(width: 4, height: 4))
      let plain = UIImage(
        named: "dot.png",
        in: nil,
        compatibleWith: UITraitCollection(displayScale: 1)
      )
      #expect(plain?.scale == 1)
      #expect(UIImage(named: "photo")?.size == CGSize(width: 3, height: 3))
      #expect(UIImage(named: "dot")?.cgImage === UIImage(named: "dot")?.cgImage)
      let file = UIImage(contentsOfFile: folder.appendingPathComponent("dot.png").path)
      #expect(file?.scale == 2)
      let animation = UIImage.animatedImageNamed("dot", duration: 1)
      #expect(animation == nil)
    }
  }

  @Test(
    "Names that lead nowhere, or out of the folder, give nil",
    arguments: ["", "nothing", "../secret", "/etc/hostname", "a/../../b", "a\0b", "."]
  )
  func hostileNames(_ name: String) {
    #expect(UIImage(named: name) == nil)
  }

  @Test("Bytes that are no image give nil")
  func hostileBytes() throws {
    #expect(UIImage(data: Data()) == nil)
    #expect(UIImage(data: Data(repeating: 0xFF, count: 1000)) == nil)
    let png = try #require(image(4).pngData())
    #expect(UIImage(data: png.prefix(20)) == nil)
    #expect(UIImage(data: png, scale: .nan)?.scale == 1)
    #expect(UIImage(contentsOfFile: "/nowhere/x.png") == nil)
    #expect(UIImage(contentsOfFile: "") == nil)
  }

  @Test("Archives keep pixels and scale", .shows("UIImage.imageOrientation"))
  func archives() throws {
    let pixels = try #require(image(4).cgImage)
    let source = UIImage(cgImage: pixels, scale: 2, orientation: .left)
    let data = try NSKeyedArchiver.archivedData(withRootObject: source, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIImage.self, from: data)
    #expect(copy?.size == source.size)
    #expect(copy?.imageOrientation == .left)
  }
}
