// A page that scrolls, a list under blurred bars, particles over a film.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import CoreGraphics
import Foundation
import QuartzCore

/// Scenes whose whole output changes in each frame.
enum HeavyScenes {
  static let all: [MeasuredScene] = [
    MeasuredScene(name: "scenes/page", width: 1280, height: 800, scale: 1) { page() },
    MeasuredScene(name: "scenes/list", width: 800, height: 1200, scale: 1) { list() },
    MeasuredScene(name: "scenes/particles", width: 1280, height: 720, scale: 1, start: 6) {
      particles(film: film)
    },
    MeasuredScene(name: "scenes/particles alone", width: 1280, height: 720, scale: 1, start: 6) {
      particles(film: nil)
    },
  ]

  // MARK: A page of 300 mixed layers

  private static func page() -> SceneLayers {
    let (root, page) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 1280, height: 800)
    root.backgroundColor = color(0.95, 0.95, 0.97)
    page.frame = CGRect(x: 0, y: 0, width: 1280, height: 800)
    root.addSublayer(page)
    let pictures = (0..<8).map { picture($0, side: 64) }
    for index in 0..<300 {
      let layer = mixed(index, pictures)
      let (column, row) = (Double(index % 12), Double(index / 12))
      layer.frame = CGRect(x: 16 + column * 104.5, y: 16 + row * 76.5, width: 88, height: 60)
      page.addSublayer(layer)
    }
    return SceneLayers(root: root) { frame in page.bounds.origin.y = Double(frame) * 8 }
  }

  /// One of seven kinds of layers.
  private static func mixed(_ index: Int, _ pictures: [CGImage]) -> CALayer {
    let tone = color(Double(index % 7) / 7, Double(index % 5) / 5, Double(index % 3) / 3)
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 88, height: 60)
    switch index % 7 {
    case 0: (layer.backgroundColor, layer.cornerRadius) = (tone, 10)
    case 1:
      (layer.backgroundColor, layer.cornerRadius) = (color(1, 1, 1), 8)
      (layer.borderColor, layer.borderWidth) = (tone, 2)
    case 2: layer.contents = pictures[index % 8]
    case 3:
      (layer.backgroundColor, layer.cornerRadius) = (color(1, 1, 1), 8)
      (layer.shadowOpacity, layer.shadowRadius) = (0.4, 5)
      layer.shadowOffset = CGSize(width: 0, height: 3)
    case 4:
      let gradient = CAGradientLayer()
      gradient.colors = [tone, color(1, 1, 1), color(0.1, 0.1, 0.3)]
      gradient.cornerRadius = 6
      return gradient
    case 5:
      (layer.backgroundColor, layer.opacity, layer.cornerRadius) = (tone, 0.6, 12)
      let inner = CALayer()
      inner.frame = CGRect(x: 10, y: 10, width: 40, height: 30)
      inner.backgroundColor = color(1, 0.3, 0.2)
      layer.addSublayer(inner)
    default: return text("Layer \(index)", size: 17, tone)
    }
    return layer
  }

  // MARK: A list under blurred bars

  private static func list() -> SceneLayers {
    let (root, list) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 800, height: 1200)
    root.backgroundColor = color(1, 1, 1)
    list.frame = root.bounds
    root.addSublayer(list)
    let pictures = (0..<8).map { picture($0, side: 128) }
    for index in 0..<40 {
      let row = CALayer()
      row.frame = CGRect(x: 0, y: Double(index) * 88, width: 800, height: 88)
      let photo = CALayer()
      photo.frame = CGRect(x: 16, y: 12, width: 64, height: 64)
      (photo.contents, photo.cornerRadius, photo.masksToBounds) = (pictures[index % 8], 32, true)
      let title = text("Row \(index) of a list", size: 28, color(0.1, 0.1, 0.1))
      title.frame = CGRect(x: 100, y: 10, width: 600, height: 36)
      let detail = text("The second line says more than the first", size: 20, color(0.4, 0.4, 0.4))
      detail.frame = CGRect(x: 100, y: 48, width: 600, height: 28)
      let line = CALayer()
      line.frame = CGRect(x: 100, y: 87, width: 700, height: 1)
      line.backgroundColor = color(0.85, 0.85, 0.85)
      for layer in [photo, title, detail, line] { row.addSublayer(layer) }
      list.addSublayer(row)
    }
    for (y, height) in [(0.0, 128.0), (128, 56), (1100, 100)] {
      let bar = CALayer()
      bar.frame = CGRect(x: 0, y: y, width: 800, height: height)
      bar.backgroundColor = color(0.97, 0.97, 0.97, 0.6)
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(20, forKey: "inputRadius")
      bar.backgroundFilters = [blur]
      let title = text("A bar", size: 30, color(0, 0, 0))
      title.frame = CGRect(x: 350, y: height / 2 - 20, width: 100, height: 40)
      bar.addSublayer(title)
      root.addSublayer(bar)
    }
    return SceneLayers(root: root) { frame in list.bounds.origin.y = Double(frame) * 8 }
  }

  // MARK: 5,000 particles over a film

  private static func particles(film: (@Sendable () -> Film)?) -> SceneLayers {
    let (root, emitter) = (CALayer(), CAEmitterLayer())
    root.frame = CGRect(x: 0, y: 0, width: 1280, height: 720)
    root.backgroundColor = color(0.1, 0.1, 0.2)
    let shown = film?()
    root.contents = shown?.slot
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: 640, y: 400)
    emitter.emitterSize = CGSize(width: 600, height: 200)
    emitter.emitterShape = .rectangle
    emitter.seed = 7
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime) = (1000, 5)
    (cell.velocity, cell.velocityRange) = (60, 40)
    cell.emissionRange = 2 * .pi
    (cell.scale, cell.scaleRange) = (0.8, 0.4)
    cell.color = color(1, 0.7, 0.3, 0.9)
    (cell.redRange, cell.greenRange, cell.blueRange) = (0.4, 0.4, 0.4)
    cell.alphaSpeed = -0.15
    cell.contents = picture(3, side: 24)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    return SceneLayers(root: root) { frame in try shown?.show(frame) }
  }

  /// Thirty pictures of planes, each of another colour, with a pattern that moves.
  private final class Film {
    let slot = CAContentSlot(bufferCount: 8)
    private let pictures: [[UInt8]]

    init(width: Int, height: Int) {
      pictures = (0..<MeasuredScene.frameCount).map { number in
        var bytes = [UInt8](repeating: 128, count: width * height * 3 / 2)
        for place in 0..<width * height {
          let (x, y) = (place % width + number * 9, place / width + number * 4)
          bytes[place] = UInt8(16 + (x ^ y) & 127)
        }
        for place in width * height..<bytes.count {
          bytes[place] = UInt8(64 + (place + number * 5) & 127)
        }
        return bytes
      }
    }

    func show(_ frame: Int) throws {
      let picture = pictures[frame % pictures.count]
      let format = CAContentSlot.PlaneFormat(.i420)
      try slot.present(width: 1280, height: 720, planes: format) { memory in
        picture.withUnsafeBytes { memory.copyMemory(from: $0) }
      }
    }
  }

  private static let film: @Sendable () -> Film = { Film(width: 1280, height: 720) }

  // MARK: Parts

  private static func color(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> CGColor {
    CGColor(red: r, green: g, blue: b, alpha: a)
  }

  private static func text(_ string: String, size: Double, _ tone: CGColor) -> CATextLayer {
    let layer = CATextLayer()
    (layer.string, layer.fontSize, layer.foregroundColor) = (string, size, tone)
    return layer
  }

  /// A disc with soft edges on a colour; clear around it for an odd index.
  private static func picture(_ index: Int, side: Int) -> CGImage {
    let space = CGColorSpace(name: CGColorSpace.sRGB)
    let context = CGContext(
      data: nil,
      width: side,
      height: side,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: space ?? CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    guard let context else { preconditionFailure("a picture of \(side) x \(side)") }
    let rect = CGRect(x: 0, y: 0, width: side, height: side)
    if index % 2 == 0 {
      context.setFillColor(color(Double(index) / 8, 0.5, 0.7))
      context.fill(rect)
    }
    context.setFillColor(color(1, 1, 1))
    context.fillEllipse(in: rect.insetBy(dx: 3, dy: 3))
    guard let image = context.makeImage() else { preconditionFailure("no picture") }
    return image
  }
}
