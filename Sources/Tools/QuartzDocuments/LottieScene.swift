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
  /// The name of a state of a state machine of an archive.
  package var state: String?
  /// The name of that machine; nil for the initial one.
  package var machine: String?
  package private(set) var settings = LottieSettings()
  /// The seconds that are shown, of which alone the layers have to be right; nil for all.
  package var shown: ClosedRange<Double>?

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
  /// The archive that it is of; nil for a document by itself.
  package let archive: DotLottie?
  /// The layer of the animation.
  package let rootLayer: CALayer
  /// A layer of the canvas's size.
  package let canvasLayer: CALayer
  /// The seconds to show.
  package let range: Range<Double>

  /// The ends of the names of animations.
  static let extensions: Set = ["json", "lot", "lottie"]

  /// Whether a path is that of an animation, by its name.
  package static func isAnimation(_ path: String) -> Bool {
    extensions.contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  /// - Throws: `LottieError`, `LayerFileError.noMarker`, or `LayerFileError.noState`.
  package init(_ path: String, _ choice: LottieChoice) throws {
    let url = URL(fileURLWithPath: path)
    let archive =
      url.pathExtension.lowercased() == "lottie" ? try DotLottie(contentsOf: url) : nil
    self.archive = archive
    let run = try choice.state.map { try Self.run(of: $0, choice.machine, in: archive, path) }
    let animation =
      try archive?.animation(
        id: choice.animation ?? run?.animation,
        theme: choice.theme ?? run?.theme,
        settings: choice.settings
      ) ?? LottieAnimation(contentsOf: url, settings: choice.settings)
    self.animation = animation
    if let run {
      let layer = LottieLayer(animation: animation)
      if let error = layer.error { throw error }
      range = try run.play(in: layer, path)
      (rootLayer, report) = (layer, layer.report ?? animation.report)
    } else {
      var found = animation.report
      rootLayer = try animation.makeLayer(showing: choice.shown) { found = $0 }
      report = found
      range = try Self.part(choice.marker, of: animation, path) ?? 0..<animation.duration
    }
    canvasLayer = CALayer()
    canvasLayer.bounds = CGRect(origin: .zero, size: animation.size)
    canvasLayer.position = CGPoint(x: animation.size.width / 2, y: animation.size.height / 2)
    canvasLayer.addSublayer(rootLayer)
  }

  /// The seconds of a marker; nil without a name.
  private static func part(
    _ marker: String?,
    of animation: LottieAnimation,
    _ path: String
  ) throws(LayerFileError) -> Range<Double>? {
    guard let marker else { return nil }
    guard let seconds = animation.markerSeconds(named: marker) else {
      throw .noMarker(path: path, marker, known: animation.markers.map(\.name))
    }
    return seconds
  }

  /// A machine of an archive in a state.
  private static func run(
    of state: String,
    _ machine: String?,
    in archive: DotLottie?,
    _ path: String
  ) throws -> LottieMachineRun {
    guard let archive, !archive.stateMachines.isEmpty else {
      throw LayerFileError.noState(path: path, state, known: [])
    }
    let machine = try archive.stateMachine(id: machine)
    guard let found = machine.state(named: state) else {
      throw LayerFileError.noState(path: path, state, known: machine.states.map(\.name))
    }
    return LottieMachineRun(machine, in: found)
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
    lines += archive?.lines ?? []
    lines += report.entries.map { entry in
      "\(entry.fidelity.rawValue): \(entry.feature), \(entry.count) times, first \(entry.place)"
    }
    return lines
  }
}

extension LottieMachineRun {
  /// The animation of the state: that of the first state that has one, if it has none itself.
  fileprivate var animation: String? {
    state.animation ?? machine.state(named: machine.initial)?.animation
  }

  /// The theme that the state asks for.
  fileprivate var theme: String? {
    requests.lazy.compactMap { if case .theme(let theme) = $0 { theme } else { nil } }.last
  }

  /// Shows the state from time 0 on.
  ///
  /// - Returns: The seconds until it ends or begins anew, or those of one frame.
  fileprivate func play(
    in layer: LottieLayer,
    _ path: String
  ) throws(LayerFileError) -> Range<Double> {
    guard let animation = layer.animation, state.part(of: animation) != nil else {
      let known = layer.animation?.markers.map(\.name) ?? []
      throw .noMarker(path: path, state.segment ?? "", known: known)
    }
    layer.play(state, at: 0)
    if let duration = state.duration(in: animation) { return 0..<duration }
    for request in requests {
      switch request {
      case .frame(let frame): layer.currentFrame = frame
      case .progress(let progress): layer.currentProgress = progress
      case .theme, .message: break
      }
    }
    return 0..<1 / animation.frameRate
  }
}

extension DotLottie {
  /// The archive in words, one line for each thing.
  fileprivate var lines: [String] {
    let entries = animations.map { entry in
      do throws(LottieError) {
        let animation = try animation(id: entry.id)
        let frames = animation.endFrame - animation.startFrame
        return "animation \(entry.id): \(animation.size.width) x \(animation.size.height) points, "
          + "\(frames) frames, \(animation.frameRate) a second"
      } catch {
        return "animation \(entry.id): \(error)"
      }
    }
    let machines = stateMachines.map { id in
      do throws(LottieError) {
        return "state machine \(id): "
          + (try stateMachine(id: id)).states.map(\.name)
          .joined(separator: ", ")
      } catch {
        return "state machine \(id): \(error)"
      }
    }
    return entries + themes.map { "theme \($0)" } + machines
  }
}
