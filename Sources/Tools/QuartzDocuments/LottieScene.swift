// Lottie animations by path.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
package import QuartzCore
package import QuartzLottie

/// The part of a Lottie animation to show, and values in place of its own.
package struct LottieChoice: Sendable {
  package var marker: String?
  /// The name of an animation of an archive; nil for the initial one.
  package var animation: String?
  /// The name of a theme of an archive.
  package var theme: String?
  package private(set) var settings = LottieSettings()

  package init(marker: String? = nil, animation: String? = nil, theme: String? = nil) {
    (self.marker, self.animation, self.theme) = (marker, animation, theme)
  }

  /// Sets a slot, or the properties of a key path: `name=value`, as `Fill 1.Color=#ff0000`.
  ///
  /// - Returns: Whether the text has a name and a value.
  package mutating func set(_ text: String) -> Bool {
    guard let place = text.lastIndex(of: "="),
      let value = LottieSettings.Value(argument: String(text[text.index(after: place)...]))
    else { return false }
    let name = String(text[..<place])
    if name.contains(".") {
      settings.set(keyPath: name, value)
    } else {
      settings.set(slot: name, value)
    }
    return true
  }
}

/// A Lottie animation and its layers.
package struct LottieScene {
  package let animation: LottieAnimation
  package let report: LottieReport
  /// The layer of the animation.
  package let rootLayer: CALayer
  /// A layer of the canvas's size.
  package let canvasLayer: CALayer
  /// The seconds to show.
  package let range: Range<Double>

  /// Whether a path is that of an animation, by its name.
  package static func isAnimation(_ path: String) -> Bool {
    let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
    return ["json", "lot", "lottie"].contains(suffix)
  }

  /// - Throws: `LottieError`, or `LayerFileError.noMarker`.
  package init(_ path: String, _ choice: LottieChoice) throws {
    let url = URL(fileURLWithPath: path)
    let animation =
      url.pathExtension.lowercased() == "lottie"
      ? try DotLottie(contentsOf: url).animation(
        id: choice.animation,
        theme: choice.theme,
        settings: choice.settings
      )
      : try LottieAnimation(contentsOf: url, settings: choice.settings)
    self.animation = animation
    var found = animation.report
    rootLayer = try animation.makeLayer { found = $0 }
    report = found
    if let marker = choice.marker {
      guard let frames = animation.markerRange(named: marker), !frames.isEmpty else {
        throw LayerFileError.noMarker(
          path: path,
          marker,
          known: animation.markers.map(\.name)
        )
      }
      range =
        animation.time(forFrame: frames.lowerBound)..<animation.time(forFrame: frames.upperBound)
    } else {
      range = 0..<animation.duration
    }
    canvasLayer = CALayer()
    canvasLayer.bounds = CGRect(origin: .zero, size: animation.size)
    canvasLayer.position = CGPoint(x: animation.size.width / 2, y: animation.size.height / 2)
    canvasLayer.addSublayer(rootLayer)
  }

  /// The animation in words, one line for each thing.
  package var lines: [String] {
    let frames = animation.endFrame - animation.startFrame
    var lines = [
      "canvas \(animation.size.width) x \(animation.size.height) points",
      "\(frames) frames, \(animation.frameRate) a second: \(animation.duration) seconds",
    ]
    if let name = animation.name, !name.isEmpty { lines.append("name \(name)") }
    if let generator = animation.generator { lines.append("written by \(generator)") }
    lines += animation.markers.map { marker in
      "marker \(marker.name): \(marker.startFrame), \(marker.frameCount) frames"
    }
    lines += animation.slots.map { "slot \($0)" }
    lines += report.entries.map { entry in
      "\(entry.fidelity.rawValue): \(entry.feature), \(entry.count) times, first \(entry.place)"
    }
    return lines
  }
}
