// The ends of lines.
// Licensed under the MIT license; see LICENSE.

/// The line breaking of a paragraph.
struct LineBreaker {
  /// The places where a line may break.
  enum Mode {
    case words
    case characters
    /// Only at forced breaks of the text.
    case never
  }

  let mode: Mode
  /// Distance of tab stops from the leading edge of the box, in points.
  let tabInterval: Double
  /// By their places.
  private let tabs: [TextTab]

  /// Sums in another order differ by this much of a point at most: text in a box as wide as it was
  /// measured must not break.
  private static let tolerance = 1e-6

  init(_ mode: Mode, _ style: CTParagraphStyle.Values) {
    self.mode = mode
    tabInterval = style.defaultTabInterval > 0 ? style.defaultTabInterval : 28
    tabs = style.tabs
  }

  /// The end of the line that begins with cluster `start`.
  ///
  /// White space at the end of a line hangs over the edge. A word that is wider than the line
  /// breaks between characters; each line has one cluster at least.
  ///
  /// - Parameters:
  ///   - start: A cluster of the text.
  ///   - indent: Between the leading edge of the box and the line, in points.
  ///   - width: Of the line, in points.
  func lineEnd(in text: ShapedText, from start: Int, indent: Double, width: Double) -> Int {
    var x = 0.0
    var lastBreak: Int?
    for index in start..<text.clusters.count {
      let cluster = text.clusters[index]
      if index > start, allowsBreak(before: cluster) { lastBreak = index }
      let advance = advance(in: text, of: index, before: text.clusters.count, at: indent + x)
      let overflows = x + advance > width + Self.tolerance
      if overflows, mode != .never, index > start, !cluster.flags.contains(.white) {
        return lastBreak ?? index
      }
      x += advance
      if cluster.flags.contains(.forcedBreak) { return index + 1 }
    }
    return text.clusters.count
  }

  /// Returns the advance of a cluster.
  ///
  /// - Parameters:
  ///   - text: The paragraph.
  ///   - index: The cluster.
  ///   - end: The end of the clusters that a tab may move.
  ///   - x: The position of the pen, from the leading edge of the box.
  func advance(in text: ShapedText, of index: Int, before end: Int, at x: Double) -> Double {
    guard text.clusters[index].flags.contains(.tab) else { return text.clusters[index].advance }
    if let tab = tabs.first(where: { $0.location > x + Self.tolerance }) {
      let share: Double = tab.alignment == .right ? 1 : tab.alignment == .center ? 0.5 : 0
      guard share > 0 else { return tab.location - x }
      let room = (tab.location - x) / share
      var width = 0.0
      for cluster in text.clusters[(index + 1)..<max(end, index + 1)] {
        if !cluster.flags.isDisjoint(with: [.tab, .forcedBreak]) || width >= room { break }
        if tab.terminators.contains(cluster.character) { break }
        width += cluster.advance
      }
      return max(0, tab.location - x - width * share)
    }
    let next = ((x / tabInterval).rounded(.down) + 1) * tabInterval
    return max(0, next - x)
  }

  private func allowsBreak(before cluster: Cluster) -> Bool {
    switch mode {
    case .words: cluster.flags.contains(.wordBreak)
    case .characters: cluster.flags.contains(.characterBreak)
    case .never: false
    }
  }
}
