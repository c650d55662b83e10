// Overlays: what frames can show besides layers, to find out what they cost.
// Licensed under the MIT license; see LICENSE.

/// The additions to frames besides layers.
package struct Overlays: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Green where a layer hides what is below it, red where both are mixed.
  package static let blended = Overlays(rawValue: 1 << 0)
  /// Images that are scaled are yellow, those beside the grid of pixels magenta.
  package static let misaligned = Overlays(rawValue: 1 << 1)
  /// Layers that need a pass off screen are yellow.
  package static let offscreen = Overlays(rawValue: 1 << 2)
  /// Rasterised layers: green with a picture from before, red where it is drawn anew.
  package static let cache = Overlays(rawValue: 1 << 3)
  /// Images whose pixels were taken over for the frame are blue.
  package static let copied = Overlays(rawValue: 1 << 4)
  /// Images whose pixels a producer presents, without a commit, are blue.
  package static let slots = Overlays(rawValue: 1 << 5)
  /// Pixels that were drawn anew are yellow for a moment.
  package static let flash = Overlays(rawValue: 1 << 6)
  /// The more draws a pixel takes, the redder it is.
  package static let overdraw = Overlays(rawValue: 1 << 7)
  /// A line of one pixel around each layer.
  package static let borders = Overlays(rawValue: 1 << 8)
  /// A graph of the last frames with the phases' medians and worst times.
  package static let fps = Overlays(rawValue: 1 << 9)

  /// On an output of extended range, pixels brighter than white are red, those of colours outside
  /// of sRGB blue.
  package static let extended = Overlays(rawValue: 1 << 10)

  /// All overlays with their names, in the order of their bits.
  package static let named: [(name: String, overlay: Overlays)] = [
    ("blended", .blended), ("misaligned", .misaligned), ("offscreen", .offscreen),
    ("cache", .cache), ("copied", .copied), ("slots", .slots), ("flash", .flash),
    ("overdraw", .overdraw), ("borders", .borders), ("fps", .fps), ("extended", .extended),
  ]

  /// All overlays.
  package static let all = Overlays(rawValue: (1 << 11) - 1)

  /// Reads names with commas between them; `none` stands for nothing, alone.
  ///
  /// Nil for a name that no overlay has.
  package init?(names: String) {
    self = []
    if names == "none" { return }
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = Overlays.named.first(where: { $0.name == name }) else { return nil }
      insert(known.overlay)
    }
  }

  /// The names with commas between them, or `none`.
  package var names: String {
    let names = Overlays.named.filter { contains($0.overlay) }.map(\.name)
    return names.isEmpty ? "none" : names.joined(separator: ",")
  }
}
