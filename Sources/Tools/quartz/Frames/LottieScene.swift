// Lottie animations on the command line.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzCore
import QuartzLottie

/// The part of a Lottie animation to show, and values in place of its own.
struct LottieChoice: Sendable {
  var marker: String?
  /// The name of an animation of an archive; nil for the initial one.
  var animation: String?
  /// The name of a theme of an archive.
  var theme: String?
  var settings = LottieSettings()
}

/// The command line's options for Lottie animations.
struct LottieOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Show this marker of a Lottie animation alone.", valueName: "name"))
  var marker: String?

  @Option(help: ArgumentHelp("Show this animation of a .lottie archive.", valueName: "id"))
  var animation: String?

  @Option(help: ArgumentHelp("Show a .lottie animation in this theme.", valueName: "id"))
  var theme: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      """
      A value of a Lottie animation: a slot's, or that of properties by their key path, as \
      'Layer.Group.Fill 1.Color=#ff0000'. Values are #rrggbb, numbers with commas, or text:WORDS.
      """,
      valueName: "path=value"
    )
  )
  var values: [String] = []

  func validate() throws { _ = try choice() }

  func choice() throws -> LottieChoice {
    var choice = LottieChoice(marker: marker, animation: animation, theme: theme)
    for text in values {
      guard let place = text.lastIndex(of: "="),
        let value = LottieSettings.Value(argument: String(text[text.index(after: place)...]))
      else {
        throw ValidationError(
          "--set \(text): expected a name, = and #rrggbb, numbers or text:WORDS"
        )
      }
      let name = String(text[..<place])
      if name.contains(".") {
        choice.settings.set(keyPath: name, value)
      } else {
        choice.settings.set(slot: name, value)
      }
    }
    return choice
  }
}

/// A Lottie animation and its layers.
struct LottieScene {
  let animation: LottieAnimation
  let report: LottieReport
  /// A layer of the canvas's size.
  let canvasLayer: CALayer
  /// The seconds to show.
  let range: Range<Double>

  /// Whether a path is that of an animation, by its name or else by the first byte of the file.
  static func isAnimation(_ path: String) -> Bool {
    let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
    return ["json", "lot", "lottie"].contains(suffix)
  }

  init(_ path: String, _ choice: LottieChoice) throws {
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
    let root = try animation.makeLayer { found = $0 }
    report = found
    if let marker = choice.marker {
      guard let frames = animation.markerRange(named: marker), !frames.isEmpty else {
        throw RenderFailure.noMarker(path: path, marker, known: animation.markers.map(\.name))
      }
      range =
        animation.time(forFrame: frames.lowerBound)..<animation.time(forFrame: frames.upperBound)
    } else {
      range = 0..<animation.duration
    }
    canvasLayer = CALayer()
    canvasLayer.bounds = CGRect(origin: .zero, size: animation.size)
    canvasLayer.position = CGPoint(x: animation.size.width / 2, y: animation.size.height / 2)
    canvasLayer.addSublayer(root)
  }

  /// The animation in words, one line for each thing.
  var lines: [String] {
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
