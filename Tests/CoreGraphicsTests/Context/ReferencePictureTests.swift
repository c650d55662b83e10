// Pictures that were recorded from Core Graphics, drawn again.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

/// Where the recorded pictures are; LICENSES.md there says whose they are.
private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../RenderTests/Recorded").standardizedFileURL

@Suite struct ReferencePictureTests {
  /// R, G, B over white and alpha, row after row.
  private struct Pixels {
    var width: Int
    var height: Int
    var channels: [Double]

    init(_ image: CGImage, overWhite: Bool = true) {
      (width, height) = (image.width, image.height)
      let storage = image.pixelStorage
      channels = []
      channels.reserveCapacity(width * height * 4)
      for y in 0..<height {
        let row = UnsafeRawBufferPointer(
          start: storage.base + y * storage.rowBytes,
          count: width * 4
        )
        for index in row.indices {
          let white = overWhite && index % 4 < 3 ? 255 - Double(row[index | 3]) : 0
          channels.append(Double(row[index]) + white)
        }
      }
    }

    /// Whether the pixels around (x, y) differ.
    func isEdge(_ x: Int, _ y: Int) -> Bool {
      for row in max(y - 1, 0)...min(y + 1, height - 1) {
        for column in max(x - 1, 0)...min(x + 1, width - 1) {
          for channel in 0..<4
          where self[column, row, channel] != self[x, y, channel] { return true }
        }
      }
      return false
    }

    subscript(x: Int, y: Int, channel: Int) -> Double { channels[(y * width + x) * 4 + channel] }
  }

  private func reference(_ name: String) throws -> Pixels {
    let path = folder.path + "/cpu/" + name + ".png"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return Pixels(try PNGFile(bytes).image())
  }

  private func drawn(
    _ width: Int,
    _ height: Int,
    scale: CGFloat = 1,
    _ draw: (CGContext) throws -> Void
  ) throws -> Pixels {
    let context = try PaintedPicture(width, height).context
    // As layers see it: y down, points.
    context.translateBy(x: 0, y: CGFloat(height))
    context.scaleBy(x: scale, y: -scale)
    try draw(context)
    return Pixels(try #require(context.makeImage()))
  }

  /// The largest difference at edges and elsewhere, and the root of the mean square of all.
  private func difference(
    _ a: Pixels,
    _ b: Pixels,
    channels: Range<Int> = 0..<3,
    where isCompared: (Int, Int) -> Bool = { _, _ in true }
  ) -> (edge: Double, flat: Double, rms: Double) {
    var result = (edge: 0.0, flat: 0.0, rms: 0.0)
    var count = 0
    for y in 0..<b.height {
      for x in 0..<b.width where isCompared(x, y) {
        let isEdge = b.isEdge(x, y)
        for channel in channels {
          let distance = abs(a[x, y, channel] - b[x, y, channel])
          if isEdge {
            result.edge = max(result.edge, distance)
          } else {
            result.flat = max(result.flat, distance)
          }
          result.rms += distance * distance
          count += 1
        }
      }
    }
    result.rms = (result.rms / Double(max(count, 1))).squareRoot()
    return result
  }

  private let blue = CGColor.blue

  @Test(
    .shows("CGPath.init(roundedRect:cornerWidth:cornerHeight:transform:)"),
    .recorded("cpu/bp-rounded-r10@1x.png", "cpu/bp-capsule-200x100@1x.png")
  ) func roundedRectangles() throws {
    for (name, width, radius) in [
      ("bp-rounded-r10@1x", 100, 10.0), ("bp-capsule-200x100@1x", 200, 50),
    ] {
      let picture = try drawn(width, 100) {
        $0.setFillColor(blue)
        let box = CGRect(x: 0, y: 0, width: width, height: 100)
        $0.addPath(
          CGPath(roundedRect: box, cornerWidth: radius, cornerHeight: radius, transform: nil)
        )
        $0.fillPath()
      }
      let result = try difference(picture, reference(name))
      #expect(result.edge <= 30 && result.flat <= 1 && result.rms <= 1.2, "\(name) \(result)")
    }
  }

  @Test(.shows("CGContext.fillEllipse(in:)"), .recorded("cpu/pf-circle-macos@2x.png")) func circle()
    throws
  {
    let picture = try drawn(20, 20, scale: 2) {
      $0.fillEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
    }
    let result = try difference(picture, reference("pf-circle-macos@2x"), channels: 3..<4)
    #expect(result.edge <= 20 && result.rms <= 4, "\(result)")
  }

  @Test func continuousCorner() throws {
    let picture = try drawn(600, 600, scale: 3) {
      $0.setFillColor(blue)
      let box = CGRect(x: 0, y: 0, width: 200, height: 200)
      $0.addPath(CGPath(continuousRoundedRect: box, cornerRadius: 40, transform: nil))
      $0.fillPath()
    }
    let result = try difference(picture, reference("af-continuous-corner-r40@3x"))
    #expect(result.edge <= 32 && result.flat <= 1 && result.rms <= 0.6, "\(result)")
  }

  @Test(
    .shows("CGContext.stroke(_:width:)"),
    .recorded("cpu/bp-border-square@1x.png", "cpu/bp-border-rounded-r10@1x.png")
  ) func borders() throws {
    let orange = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
    let square = try drawn(100, 100) {
      $0.setFillColor(blue)
      $0.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
      $0.setStrokeColor(orange)
      $0.stroke(CGRect(x: 0.5, y: 0.5, width: 99, height: 99), width: 1)
    }
    let plain = try difference(square, reference("bp-border-square@1x"))
    #expect(plain.edge <= 1 && plain.flat <= 1, "\(plain)")
    let rounded = try drawn(100, 100) { context in
      func add(_ inset: CGFloat) {
        let box = CGRect(x: 0, y: 0, width: 100, height: 100).insetBy(dx: inset, dy: inset)
        context.addPath(
          CGPath(
            roundedRect: box,
            cornerWidth: 10 - inset,
            cornerHeight: 10 - inset,
            transform: nil
          )
        )
      }
      context.setFillColor(blue)
      add(0)
      context.fillPath()
      context.setFillColor(orange)
      add(0)
      add(1)
      context.fillPath(using: .evenOdd)
    }
    let ring = try difference(rounded, reference("bp-border-rounded-r10@1x"))
    #expect(ring.edge <= 48 && ring.rms <= 1.5, "\(ring)")
  }

  @Test(.shows("CGContext.stroke(_:width:)"), .recorded("cpu/pf-border-square@3x.png"))
  func borderOfAThickLine() throws {
    let picture = try drawn(300, 300, scale: 3) {
      $0.setFillColor(.red)
      $0.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
      $0.stroke(CGRect(x: 2, y: 2, width: 96, height: 96), width: 4)
    }
    let result = try difference(picture, reference("pf-border-square@3x"))
    #expect(result.edge <= 1 && result.flat <= 1, "\(result)")
  }

  @Test(
    .shows("CGContext.setShadow(offset:blur:color:)"),
    .recorded("cpu/bp-shadow-r8-magenta@1x.png")
  ) func shadowOfColor() throws {
    let picture = try drawn(100, 100) {
      $0.setFillColor(.white)
      $0.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
      $0.setShadow(
        offset: .zero,
        blur: 2 * 0.95 * 8,
        color: CGColor(srgbRed: 1, green: 0, blue: 1, alpha: 1)
      )
      $0.setFillColor(.green)
      let box = CGRect(x: 20, y: 20, width: 60, height: 60)
      $0.addPath(CGPath(roundedRect: box, cornerWidth: 10, cornerHeight: 10, transform: nil))
      $0.fillPath()
    }
    let result = try difference(picture, reference("bp-shadow-r8-magenta@1x")) { x, y in
      !(20..<80).contains(x) || !(20..<80).contains(y)
    }
    #expect(max(result.edge, result.flat) <= 6 && result.rms <= 2, "\(result)")
  }

  @Test(
    .shows("CGContext.setShadow(offset:blur:color:)"),
    .recorded("cpu/bsw-shadow-r10-black50@3x.png")
  ) func shadowOnAScreen() throws {
    let picture = try drawn(1125, 2436, scale: 3) {
      $0.setFillColor(.white)
      $0.fill(CGRect(x: 0, y: 0, width: 375, height: 812))
      $0.setShadow(
        offset: CGSize(width: 0, height: -3),
        blur: 2 * 0.95 * 10 * 3,
        color: CGColor(gray: 0, alpha: 0.5)
      )
      $0.setFillColor(
        CGColor(srgbRed: 1, green: 59.0 / 255, blue: 48.0 / 255, alpha: 1)
      )
      let box = CGRect(x: 263.0 / 3, y: 306, width: 200, height: 200)
      $0.addPath(CGPath(roundedRect: box, cornerWidth: 10, cornerHeight: 10, transform: nil))
      $0.fillPath()
    }
    let result = try difference(picture, reference("bsw-shadow-r10-black50@3x")) { x, y in
      (113..<1013).contains(x) && (768..<1668).contains(y)
        && (!(263..<863).contains(x) || !(918..<1518).contains(y))
    }
    #expect(max(result.edge, result.flat) <= 5 && result.rms <= 1.2, "\(result)")
  }

  /// The recorded gradients were made in another space: what is compared is where colours lie.
  @Test(
    .shows("CGContext.drawLinearGradient(_:start:end:options:)"),
    .recorded("cpu/pf-gradient-red-yellow@3x.png", "cpu/af-gradient-diagonal-red-blue@3x.png")
  ) func placesOfGradients() throws {
    func rows(_ end: CGPoint, side: CGFloat, colors: [CGColor]) throws -> Pixels {
      let gradient = try #require(
        CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil)
      )
      return try drawn(Int(side) * 3, Int(side) * 3, scale: 3) {
        $0.drawLinearGradient(gradient, start: .zero, end: end, options: [])
      }
    }
    /// How far each place is from the first colour to the last one, in order: its rank.
    func check(_ name: String, _ picture: Pixels, channel: Int, rising: Bool) throws {
      let recorded = try reference(name)
      let sign = rising ? 1.0 : -1
      for y in 1..<picture.height {
        for x in stride(from: 0, to: picture.width, by: 37) {
          // Neither goes back, but for the noise of the recording; and both go on together.
          let step = recorded[x, y, channel] - recorded[x, y - 1, channel]
          let own = picture[x, y, channel] - picture[x, y - 1, channel]
          #expect(step * sign >= -2 && own * sign >= 0, "\(name) \(x) \(y)")
        }
      }
    }
    let yellow = CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1)
    let down = try rows(CGPoint(x: 0, y: 100), side: 100, colors: [.red, yellow])
    try check("pf-gradient-red-yellow@3x", down, channel: 1, rising: true)
    let across = try rows(CGPoint(x: 200, y: 200), side: 200, colors: [.red, .blue])
    try check("af-gradient-diagonal-red-blue@3x", across, channel: 2, rising: true)
    // Places of one colour lie at 45 degrees.
    let recorded = try reference("af-gradient-diagonal-red-blue@3x")
    for index in stride(from: 0, to: 500, by: 50) {
      for picture in [across, recorded] {
        #expect(abs(picture[index, 99, 2] - picture[99, index, 2]) <= 2)
      }
    }
  }

  @Test(
    .shows("CGContext.setShadow(offset:blur:color:)"),
    .recorded("cpu/lottie-shadow-style@2x.png")
  ) func shadowOfARoundedRectangle() throws {
    // A layer's shadow has 0.95 of its radius as standard deviation; a context's blur is two of
    // them.
    let scale = 2.0
    let picture = try drawn(400, 400, scale: scale) {
      $0.setShadow(
        offset: CGSize(width: 0, height: -5 * scale),
        blur: 2 * 0.95 * 6 * scale,
        color: CGColor(gray: 0, alpha: 0.9)
      )
      $0.setFillColor(
        CGColor(srgbRed: 74.0 / 255, green: 147.0 / 255, blue: 254.0 / 255, alpha: 1)
      )
      let box = CGRect(x: 50, y: 50, width: 100, height: 100)
      $0.addPath(CGPath(roundedRect: box, cornerWidth: 12, cornerHeight: 12, transform: nil))
      $0.fillPath()
    }
    let result = try difference(
      picture,
      reference("lottie-shadow-style@2x"),
      channels: 3..<4
    ) { x, y in !(100..<300).contains(x) || !(100..<300).contains(y) }
    #expect(max(result.edge, result.flat) <= 8 && result.rms <= 1.5, "\(result)")
  }

  @Test(.shows("CGContext.setFillColor(gray:alpha:)"), .recorded("cpu/af-alpha-background@3x.png"))
  func translucentColor() throws {
    let picture = try drawn(600, 600, scale: 3) {
      $0.setFillColor(gray: 0, alpha: 0.3)
      $0.fill(CGRect(x: 0, y: 0, width: 200, height: 200))
    }
    let result = try difference(picture, reference("af-alpha-background@3x"), channels: 3..<4)
    #expect(result.flat <= 1 && result.edge <= 1, "\(result)")
  }
}
