// What drawing a layer takes, and how much it may take.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import QuartzCore
import QuartzModel

/// What the drawing of each layer may take; nil is any amount.
///
///     let budget = RenderBudget(passes: 0, draws: 3, overdraw: 1.5, layers: [
///       "card/shadow": RenderBudget(passes: 2),
///     ])
///     assertSnapshot(of: card, as: .statistics(budget: budget))
public struct RenderBudget: Equatable, Sendable {
  /// Pictures off screen that are drawn for the layer.
  public var passes: Int?
  /// Draws of the layer itself.
  public var draws: Int?
  /// Bytes of images that are uploaded for the layer.
  public var bytes: Int?
  /// Pixels that the layer's draws touch, for each pixel of the picture.
  public var overdraw: Double?
  /// Budgets of single layers in place of this one, by their names or their paths from the root.
  public var layers: [String: RenderBudget]

  /// What each layer may take.
  public init(
    passes: Int? = nil,
    draws: Int? = nil,
    bytes: Int? = nil,
    overdraw: Double? = nil,
    layers: [String: RenderBudget] = [:]
  ) {
    self.passes = passes
    self.draws = draws
    self.bytes = bytes
    self.overdraw = overdraw
    self.layers = layers
  }

  /// The budget of a layer.
  fileprivate func budget(for path: String) -> RenderBudget {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return layers[path] ?? layers[name] ?? self
  }
}

/// What drawing a picture took, layer by layer.
public struct RenderStatistics: Equatable, Sendable, CustomStringConvertible {
  /// What one layer took.
  public struct Layer: Equatable, Sendable {
    /// The class of the layer.
    public var className: String
    /// Where the layer is: names, or classes and places, from the root.
    public var path: String
    /// Why pictures were drawn off screen for it, as `groupOpacity`.
    public var passReasons: [String] = []
    /// Draws of the layer itself.
    public var draws = 0
    /// Bytes of images that were uploaded for it.
    public var bytes = 0
    /// Pixels that its draws touched, for each pixel of the picture.
    public var overdraw = 0.0
  }

  /// The layers that took anything, in the order of their first draw.
  public var layers: [Layer] = []

  /// One line for each layer.
  public var description: String {
    layers.map { layer in
      let passes =
        layer.passReasons.isEmpty ? "" : " (\(layer.passReasons.joined(separator: ", ")))"
      return "\(layer.className) \(layer.path): passes \(layer.passReasons.count)\(passes), "
        + "draws \(layer.draws), bytes \(layer.bytes), overdraw \(shortText(layer.overdraw))\n"
    }
    .joined()
  }

  init(_ counters: FrameCounters, _ labels: [LayerID: String], pixels: Int) {
    var places: [LayerID: Int] = [:]
    func update(_ id: LayerID, _ change: (inout Layer) -> Void) {
      // What is no layer's, as the clearing of the output, has no budget.
      guard let label = labels[id] else { return }
      let place = places[id] ?? layers.count
      if place == layers.count {
        let words = label.split(separator: " ", maxSplits: 1).map(String.init)
        layers.append(Layer(className: words[0], path: words.last ?? ""))
        places[id] = place
      }
      change(&layers[place])
    }
    for cost in counters.layers {
      update(cost.layer) { layer in
        layer.draws += cost.draws
        layer.bytes += cost.bytesUploaded
        layer.overdraw += Double(cost.pixelsTouched) / Double(max(pixels, 1))
      }
    }
    for pass in counters.passes where pass.reason != .output {
      update(pass.layer) { $0.passReasons.append("\(pass.reason)") }
    }
  }

  /// One line for each thing that is over its budget.
  func violations(of budget: RenderBudget) -> [String] {
    layers.flatMap { layer -> [String] in
      let allowed = budget.budget(for: layer.path)
      let reasons = layer.passReasons.joined(separator: ", ")
      var lines: [String] = []
      func check<Number: Comparable>(_ found: Number, _ most: Number?, _ what: String) {
        guard let most, found > most else { return }
        lines.append(
          "\(layer.className) \(layer.path): \(found) \(what), its budget is \(most)"
        )
      }
      check(layer.passReasons.count, allowed.passes, "passes (\(reasons))")
      check(layer.draws, allowed.draws, "draws")
      check(layer.bytes, allowed.bytes, "bytes uploaded for its contents")
      check((layer.overdraw * 1000).rounded() / 1000, allowed.overdraw, "pixels touched per pixel")
      return lines
    }
  }
}

extension Snapshotting where Value == CALayer, Format == RenderReport {
  /// What drawing a layer takes; fails where a layer takes more than its budget.
  ///
  /// The reference says what it took when it was recorded, and is part of the message; as long as the
  /// budgets are kept, other numbers do not fail.
  ///
  /// - Parameters:
  ///   - budget: What each layer may take.
  ///   - size: The size of the picture in points; nil for the layer's own frame.
  ///   - scale: Pixels per point.
  ///   - time: The time of the picture.
  public static func statistics(
    budget: RenderBudget,
    size: CGSize? = nil,
    scale: CGFloat = 1,
    time: SnapshotTime = .frozen
  ) -> Snapshotting {
    let canvas = LayerCanvas(size: size, scale: scale, measuresLayers: true)
    return Snapshotting(pathExtension: "txt", diffing: .statistics) { layer in
      let statistics = try RenderStatistics(of: layer, canvas, at: time)
      return RenderReport(text: "\(statistics)", violations: statistics.violations(of: budget))
    }
  }
}

/// What drawing took, as text, and what of it is too much.
public struct RenderReport: Equatable, Sendable {
  /// One line for each layer.
  public var text: String
  /// One line for each budget that is exceeded; none in a reference.
  public var violations: [String] = []
}

extension Diffing where Value == RenderReport {
  /// Whether all budgets are kept.
  fileprivate static var statistics: Diffing {
    Diffing(
      toData: { Data($0.text.utf8) },
      fromData: { RenderReport(text: String(decoding: $0, as: UTF8.self)) },
      diff: { reference, actual in
        guard !actual.violations.isEmpty else { return nil }
        let lines = actual.violations + ["now:", actual.text + "when it was recorded:"]
        return (lines.joined(separator: "\n") + "\n" + reference.text, [])
      }
    )
  }
}

extension RenderStatistics {
  /// Draws a layer, and counts.
  init(of layer: CALayer, _ canvas: LayerCanvas, at time: SnapshotTime) throws {
    self = try LayerStage.with(layer, canvas, renderer: canvas.renderer) { stage in
      try stage.advance(to: time)
      let image = try stage.picture().image
      let (counters, labels) = stage.costs
      return RenderStatistics(counters, labels, pixels: image.width * image.height)
    }
  }
}
