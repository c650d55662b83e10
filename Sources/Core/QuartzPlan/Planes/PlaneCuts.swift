// The pieces of layers that their siblings cut through.
// Licensed under the MIT license; see LICENSE.

/// The pieces of the layers whose siblings cut through them.
struct PlaneCuts {
  /// The part of a layer that is drawn at one place of the order.
  struct Piece {
    var node: NodeIndex
    /// In the superlayer's plane; empty for a whole layer.
    var cuts: [HalfPlane]
  }

  private(set) var pieces: ContiguousArray<Piece> = []
  /// The pieces of the sublayers of a node, from the back.
  private(set) var ranges: [NodeIndex: Range<Int>] = [:]

  mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
  }

  mutating func append(_ new: [Piece], of parent: NodeIndex) {
    ranges[parent] = pieces.count..<(pieces.count + new.count)
    pieces.append(contentsOf: new)
  }
}
