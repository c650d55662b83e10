// The cost of drawing a layer, and its budget.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import QuartzCore
import QuartzModel

/// The limits for drawing each layer; nil is any amount.
///
///     let budget = RenderBudget(passes: 0, draws: 3, overdraw: 1.5, layers: [
///       "card/shadow": RenderBudget(passes: 2),
///     ])
///     assertSnapshot(of: card, as: .statistics(budget: budget))
public struct RenderBudget: Equatable, Sendable {
  /// Offscreen pictures that are drawn for the layer.
  public var passes: Int?
  /// Draws of the layer itself.
  public var draws: Int?
  /// Bytes of images that are uploaded for the layer.
  public var bytes: Int?
  /// Pixels that the layer's draws touch, for each pixel of the picture.
  public var overdraw: Double?
  /// Budgets of single layers in place of this one, by their names or their paths from the root.
  public var layers: [String: RenderBudget]

  /// Creates a budget for each layer.
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

  /// Returns the budget of a layer.
  fileprivate func budget(for path: String) -> RenderBudget {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return layers[path] ?? layers[name] ?? self
  }
}

/// The cost of drawing a picture, layer by layer.
public struct RenderStatistics: Equatable, Sendable, CustomStringConvertible {
  /// The cost of one layer.
  public struct Layer: Equatable, Sendable {
    /// The class of the layer.
    public var className: String
    /// The path of the layer from the root: names, or classes and indices.
    public var path: String
    /// The reasons for the layer's offscreen pictures, such as `groupOpacity`.
    public var passReasons: [String] = []
    /// Draws of the layer itself.
    public var draws = 0
    /// Bytes of images that were uploaded for the layer.
    public var bytes = 0
    /// Pixels that its draws touched, for each pixel of the picture.
    public var overdraw = 0.0
  }

  /// The layers with any cost, in the order of their first draw.
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
    var indexes: [LayerID: Int] = [:]
    func update(_ id: LayerID, _ change: (inout Layer) -> Void) {
      // Draws that belong to no layer, such as clearing the output, have no budget.
      guard let label = labels[id] else { return }
      let index = indexes[id] ?? layers.count
      if index == layers.count {
        let words = label.split(separator: " ", maxSplits: 1).map(String.init)
        layers.append(Layer(className: words[0], path: words.last ?? ""))
        indexes[id] = index
      }
      change(&layers[index])
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

  /// Returns a line for each budget that is exceeded.
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
  /// The cost of drawing a layer; fails if a layer exceeds its budget.
  ///
  /// The reference holds the cost at recording and is part of the message. Other numbers do not
  /// fail as long as they are within the budgets.
  ///
  /// - Parameters:
  ///   - budget: The budget of each layer.
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

/// The cost of drawing as text, and the budgets that it exceeds.
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
  /// Draws a layer and counts its cost.
  init(of layer: CALayer, _ canvas: LayerCanvas, at time: SnapshotTime) throws {
    self = try LayerStage.with(layer, canvas, renderer: canvas.renderer) { stage in
      try stage.advance(to: time)
      let image = try stage.picture().image
      let (counters, labels) = stage.costs
      return RenderStatistics(counters, labels, pixels: image.width * image.height)
    }
  }
}
