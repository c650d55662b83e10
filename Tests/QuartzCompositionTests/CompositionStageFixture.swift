// Films, compositions and a window for their tests.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzComposition
import QuartzCore
import Testing

/// Films of 80 x 60: the number of the picture as grey, under a strip of a colour.
enum SampleFilm {
  static func make(_ folder: Folder, _ name: String, strip: [UInt8]) throws -> String {
    var bytes = Data()
    for number in 0..<120 {
      for _ in 0..<80 * 10 { bytes.append(contentsOf: strip) }
      bytes.append(contentsOf: [UInt8](repeating: UInt8(number), count: 80 * 50 * 3))
    }
    let raw = folder.file("\(name).raw")
    try bytes.write(to: URL(fileURLWithPath: raw))
    let input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "80x60", "-r", "30", "-i", raw]
    let output = folder.file(name)
    try ffmpeg(input + ["-c:v", "qtrle", "-g", "12", "-video_track_timescale", "600", output])
    try FileManager.default.removeItem(atPath: raw)
    return output
  }
}

/// The pixels of a picture.
struct CompositionPixels: Equatable {
  let width: Int
  let bytes: [UInt8]

  init(_ image: CGImage) throws {
    width = image.bytesPerRow / 4
    bytes = [UInt8](try #require(image.dataProvider?.data))
  }

  /// Red, green and blue.
  subscript(x: Int, y: Int) -> [Int] {
    let start = (y * width + x) * 4
    return bytes[start..<start + 3].map { Int($0) }
  }
}

/// A window of 640 x 480 points, white behind everything, for compositions.
struct CompositionWindow {
  let context: CAContext
  let root = CALayer()

  init(isYUp: Bool = false) throws {
    var options = CAContext.Options()
    options.isYUp = isYUp
    context = try CAContext(size: CGSize(width: 640, height: 480), options: options)
    root.frame = CGRect(x: 0, y: 0, width: 640, height: 480)
    root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.layer = root
  }

  /// Shows a composition, as the first thing of the window.
  func show(_ layer: QCCompositionLayer?) throws -> QCCompositionLayer {
    let layer = try #require(layer)
    layer.frame = root.bounds
    root.insertSublayer(layer, at: 0)
    return layer
  }

  /// Shows a composition of a text.
  func show(_ text: String) throws -> QCCompositionLayer {
    try show(QCCompositionLayer(composition: QCComposition(data: Data(text.utf8))))
  }

  func pixels(at time: Double) throws -> CompositionPixels {
    try CompositionPixels(context.image(at: time))
  }
}

/// The composition of the book: two films side by side, the right one perhaps in dots.
enum DualVideo {
  static let red: [UInt8] = [255, 0, 0]
  static let green: [UInt8] = [0, 255, 0]
  static let blue: [UInt8] = [0, 0, 255]

  /// - Parameter dots: Whether a filter lies between the second film and its billboard.
  static func text(_ first: String, _ second: String, dots: Bool = false) -> String {
    let second2 = dots ? "dots.image" : "movie2.image"
    return """
      {
        "patches": {
          "clear": {"type": "clear", "layer": 1, "color": [0, 0, 0, 1]},
          "movie1": {"type": "movie", "location": "\(first)"},
          "movie2": {"type": "movie", "location": "\(second)"},
          "dots": {"type": "filter", "filter": "CIDotScreen", "width": 6, "center": [40, 30]},
          "left": {"type": "billboard", "layer": 2, "width": 0.85, "x": -0.4856},
          "right": {"type": "billboard", "layer": 3, "width": 0.85, "x": 0.4856}
        },
        "connections": [
          "movie1.image > left.image", "movie2.image > dots.image", "\(second2) > right.image"
        ],
        "inputs": {
          "movie1_location": "movie1.location", "movie2_location": "movie2.location"
        },
        "outputs": {"dotscreen_image": "dots.image", "movie2_image": "movie2.image"}
      }
      """
  }

  /// The same, without dots, as a property list of Quartz Composer.
  static func list(_ first: String, _ second: String) -> [String: Any] {
    func node(_ type: String, _ key: String, _ values: [String: Any]) -> [String: Any] {
      let states = values.mapValues { ["value": $0] }
      return ["class": type, "key": key, "state": ["ivarInputPortStates": states]]
    }
    func connection(_ source: String, _ input: String) -> [String: Any] {
      [
        "sourceNode": source, "sourcePort": "outputImage", "destinationNode": input,
        "destinationPort": "inputImage",
      ]
    }
    let state: [String: Any] = [
      "nodes": [
        node("QCClear", "clear", ["inputColor": ["red": 0, "green": 0, "blue": 0, "alpha": 1]]),
        node("QCMovieLoader", "movie1", ["inputMovieLocation": first]),
        node("QCMovieLoader", "movie2", ["inputMovieLocation": first]),
        node("QCBillboard", "left", ["inputX": -0.4856, "width": 0.85]),
        node("QCBillboard", "right", ["inputX": 0.4856, "width": 0.85]),
      ],
      "connections": ["c1": connection("movie1", "left"), "c2": connection("movie2", "right")],
      "publishedInputPorts": [
        ["key": "movie1_location", "node": "movie1", "port": "inputMovieLocation"],
        ["key": "movie2_location", "node": "movie2", "port": "inputMovieLocation"],
      ],
      "userInfo": Data([1, 2, 3]),
    ]
    return [
      "rootPatch": ["class": "QCPatch", "state": state],
      "inputParameters": ["movie2_location": second],
      "description": "Two films",
    ]
  }
}
