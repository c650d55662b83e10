// The nodes of a graph of filters.
// Licensed under the MIT license; see LICENSE.

/// A picture that has not been drawn: an operation on the pictures of other nodes.
///
/// Nodes are made from their inputs, so a graph has no circle, and they never change. Graphs may
/// be of any depth: nothing here recurses along them, not even their release.
package final class FilterNode: Sendable {
  package let operation: FilterOperation
  /// The pictures that the operation reads, in its order.
  package var inputs: [FilterNode] { storage }
  /// The rectangle outside which the picture is transparent, in pixels, y up.
  package let extent: FilterRect

  // Safe because: only `deinit` changes it, when nobody else has the node.
  nonisolated(unsafe) private var storage: [FilterNode]

  /// Creates a node.
  ///
  /// Missing inputs count as empty pictures, surplus ones are left out.
  package init(_ operation: FilterOperation, _ inputs: [FilterNode] = []) {
    let count = operation.inputCount
    var inputs = Array(inputs.prefix(count))
    while inputs.count < count { inputs.append(.empty) }
    self.operation = operation
    storage = inputs
    extent = operation.extent(of: inputs.map(\.extent))
  }

  package convenience init(_ operation: FilterOperation, _ input: FilterNode) {
    self.init(operation, [input])
  }

  private init() {
    operation = .constant(.clear)
    storage = []
    extent = .empty
  }

  deinit {
    // Each node that only this chain holds gives up its inputs before it is released itself.
    var pending = storage
    storage = []
    while var node = pending.popLast() {
      guard isKnownUniquelyReferenced(&node) else { continue }
      pending.append(contentsOf: node.storage)
      node.storage = []
    }
  }

  /// The picture without pixels.
  package static let empty = FilterNode()

  /// This picture cut to a rectangle.
  package func cropped(to rect: FilterRect) -> FilterNode {
    rect.contains(extent) ? self : FilterNode(.crop(rect), self)
  }

  /// This picture through a colour function.
  package func colored(_ function: ColorFunction) -> FilterNode {
    function.isIdentity ? self : FilterNode(.color(function), self)
  }

  /// This picture over another.
  package func over(_ background: FilterNode) -> FilterNode {
    FilterNode(.blend(.mode(.normal)), [self, background])
  }
}
