// Small documents for tests, and pictures of them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzTesting

@testable import QuartzLottie

/// Parts of documents as JSON.
enum Part {
  static let red = fill("1,0,0")
  static let blue = fill("0,0,1")
  static let green = fill("0,1,0")

  /// A canvas of 100 x 100 pixels with ten frames in a second.
  static func document(_ layers: [String], _ more: String = "") -> String {
    #"{"v":"5.7.1","fr":10,"ip":0,"op":10,"w":100,"h":100,"#
      + #""layers":[\#(layers.joined(separator: ","))]\#(more)}"#
  }

  /// A layer of shapes.
  static func layer(_ shapes: [String], _ more: String = "", ks: String = "") -> String {
    #"{"ty":4,"ip":0,"op":10,"st":0,"ks":{\#(ks)},"shapes":[\#(shapes.joined(separator: ","))]\#(more)}"#
  }

  static func solid(_ color: String, _ width: Int, _ height: Int, _ more: String = "") -> String {
    #"{"ty":1,"sc":"\#(color)","sw":\#(width),"sh":\#(height),"ip":0,"op":10,"ks":{}\#(more)}"#
  }

  static func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double, _ more: String = "")
    -> String
  {
    #"{"ty":"rc","p":\#(fixed(x, y)),"s":\#(fixed(w, h)),"r":\#(fixed(0))\#(more)}"#
  }

  static func ellipse(_ x: Double, _ y: Double, _ size: Double, _ more: String = "") -> String {
    #"{"ty":"el","p":\#(fixed(x, y)),"s":\#(fixed(size, size))\#(more)}"#
  }

  /// An open line through points.
  static func line(_ points: [(Double, Double)], isClosed: Bool = false) -> String {
    let vertices = points.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let handles = points.map { _ in "[0,0]" }.joined(separator: ",")
    return #"{"ty":"sh","ks":{"a":0,"k":{"v":[\#(vertices)],"i":[\#(handles)],"#
      + #""o":[\#(handles)],"c":\#(isClosed)}}}"#
  }

  static func fill(_ color: String, opacity: Double = 100, _ more: String = "") -> String {
    #"{"ty":"fl","c":{"a":0,"k":[\#(color)]},"o":\#(fixed(opacity))\#(more)}"#
  }

  static func stroke(
    _ width: Double,
    _ color: String = "1,0,0",
    opacity: Double = 100,
    cap: Int = 1,
    join: Int = 1,
    _ more: String = ""
  ) -> String {
    #"{"ty":"st","c":{"a":0,"k":[\#(color)]},"o":\#(fixed(opacity)),"w":\#(fixed(width)),"#
      + #""lc":\#(cap),"lj":\#(join)\#(more)}"#
  }

  static func group(_ items: [String], _ transform: String = "") -> String {
    let separator = transform.isEmpty ? "" : ","
    let all = items + [#"{"ty":"tr"\#(separator)\#(transform)}"#]
    return #"{"ty":"gr","it":[\#(all.joined(separator: ","))]}"#
  }

  static func trim(_ start: Double, _ end: Double, _ offset: Double = 0, mode: Int = 1) -> String {
    #"{"ty":"tm","s":\#(fixed(start)),"e":\#(fixed(end)),"o":\#(fixed(offset)),"m":\#(mode)}"#
  }

  /// A property that does not change.
  static func fixed(_ numbers: Double...) -> String {
    numbers.count == 1
      ? #"{"a":0,"k":\#(numbers[0])}"# : #"{"a":0,"k":\#(numbers)}"#
  }

  /// A linear property with keys of one number or more.
  static func keys(_ keys: (Double, [Double])...) -> String {
    let texts = keys.map { key in
      #"{"t":\#(key.0),"s":\#(key.1),"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}}"#
    }
    return #"{"a":1,"k":[\#(texts.joined(separator: ","))]}"#
  }
}

/// A picture of a document, premultiplied.
struct LottiePicture {
  let width: Int
  let height: Int
  private let bytes: [UInt8]

  /// The pictures of a document at frames.
  static func all(
    _ json: String,
    at frames: [Double],
    settings: LottieSettings = LottieSettings()
  ) throws -> [LottiePicture] {
    let animation = try LottieAnimation(data: Data(json.utf8), settings: settings)
    let layer = try animation.makeLayer()
    let times = frames.map { max(animation.time(forFrame: $0), 0) }
    return try renderedImages(of: layer, size: animation.size, at: times).map(LottiePicture.init)
  }

  init(
    _ json: String,
    at frame: Double = 0,
    settings: LottieSettings = LottieSettings()
  ) throws {
    self = try Self.all(json, at: [frame], settings: settings)[0]
  }

  init(_ image: CGImage) throws {
    width = image.width
    height = image.height
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    let box = CGRect(x: 0, y: 0, width: width, height: height)
    let isDrawn = bytes.withUnsafeMutableBytes { memory in
      guard
        let context = CGContext(
          data: memory.baseAddress,
          width: image.width,
          height: image.height,
          bitsPerComponent: 8,
          bytesPerRow: image.width * 4,
          space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      else { return false }
      context.draw(image, in: box)
      return true
    }
    guard isDrawn else { throw LottieError.unreadable(path: "", reason: "no context") }
    self.bytes = bytes
  }

  /// Red, green, blue and alpha of a pixel, counted from the upper left corner.
  subscript(x: Int, y: Int) -> [UInt8] {
    Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4])
  }

  func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[(y * width + x) * 4 + 3] }

  /// Left, top, right and bottom of the pixels that are more than half there.
  var box: [Int] {
    var (left, top, right, bottom) = (width, height, 0, 0)
    for y in 0..<height {
      for x in 0..<width where alpha(x, y) > 127 {
        (left, top, right, bottom) = (
          min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1)
        )
      }
    }
    return right > 0 ? [left, top, right, bottom] : []
  }

  /// How many pixels are more than half there.
  var count: Int { stride(from: 3, to: bytes.count, by: 4).count { bytes[$0] > 127 } }

  /// The sum of all coverage, in pixels.
  var area: Double {
    stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Double(bytes[$1]) } / 255
  }

  /// The runs of pixels of a row that are more than half there.
  func runs(row: Int) -> [Range<Int>] {
    var (runs, start): ([Range<Int>], Int?) = ([], nil)
    for x in 0...width {
      let isThere = x < width && alpha(x, row) > 127
      if isThere, start == nil { start = x }
      if !isThere, let begin = start {
        runs.append(begin..<x)
        start = nil
      }
    }
    return runs
  }
}

extension [UInt8] {
  /// Whether each byte is that of `other`, or its neighbour.
  func isNear(_ other: [Int], within: Int = 1) -> Bool {
    count == other.count && zip(self, other).allSatisfy { abs(Int($0) - $1) <= within }
  }
}

extension [Int] {
  func isNear(_ other: [Int], within: Int = 1) -> Bool {
    count == other.count && zip(self, other).allSatisfy { abs($0 - $1) <= within }
  }
}
