// Layers and their render plans as texts.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

extension Snapshotting where Value == CALayer, Format == String {
  /// A layer and all below it: classes, frames, properties that are not the default, animations.
  ///
  ///     CALayer card [0 0 200 120] backgroundColor = [1.0, 1.0, 1.0, 1.0] cornerRadius = 12
  ///       CAShapeLayer ring [10 10 40 40] lineWidth = 3 animations = [spin: CABasicAnimation]
  public static var layerTree: Snapshotting {
    SimplySnapshotting.lines.pullback { $0.snapshotText }
  }

  /// The render plan of a layer: its draws in order, and their surfaces.
  public static var renderPlan: Snapshotting { .renderPlan() }

  /// The render plan of a layer: its draws in order, and their surfaces.
  ///
  /// - Parameters:
  ///   - size: The size of the picture in points; nil for the layer's own frame.
  ///   - scale: Pixels per point.
  ///   - background: The colour behind the layer; nil is transparent.
  ///   - time: The time of the picture.
  public static func renderPlan(
    size: CGSize? = nil,
    scale: CGFloat = 1,
    background: CGColor? = nil,
    time: SnapshotTime = .frozen
  ) -> Snapshotting {
    let canvas = LayerCanvas(size: size, scale: scale, background: background)
    return Snapshotting(pathExtension: "txt", diffing: .lines) { layer in
      let film = try LayerFilm(of: layer, canvas, at: [time])
      guard let part = film.source.parts.first else { throw SnapshotProblem.noFrames }
      let text = part.plan.text { slot in
        part.layers.indices.contains(Int(slot)) ? part.layers[Int(slot)] ?? "root" : "root"
      }
      return text + "\n"
    }
  }
}

extension CALayer {
  /// One line for each layer of the tree.
  fileprivate var snapshotText: String {
    var lines: [String] = []
    appendLines(depth: 0, prefix: "", to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private func appendLines(depth: Int, prefix: String, to lines: inout [String]) {
    var words = [prefix + "\(type(of: self))"]
    if let name { words.append(name) }
    words.append("[\(snapshotFrameText)]")
    words += snapshotValues
    lines.append(String(repeating: "  ", count: depth) + words.joined(separator: " "))
    mask?.appendLines(depth: depth + 1, prefix: "mask ", to: &lines)
    for child in sublayers ?? [] { child.appendLines(depth: depth + 1, prefix: "", to: &lines) }
  }

  private var snapshotFrameText: String {
    [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(shortText)
      .joined(separator: " ")
  }
}

/// Returns a number with at most three decimals, without trailing zeros.
func shortText(_ value: CGFloat) -> String {
  let rounded = (value * 1000).rounded() / 1000
  guard rounded.isFinite, abs(rounded) < 1e15, rounded == rounded.rounded() else {
    return "\(rounded)"
  }
  return "\(Int(rounded))"
}
