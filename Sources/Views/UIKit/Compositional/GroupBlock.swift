// The places of a group's items.
// Licensed under the MIT license; see LICENSE.
//
// A group is solved from its size to its items: a length of its own is that part of what is around,
// an open one is the sum, or the greatest, of the items' lengths. Items go side by side as long as
// they fit; room that is left goes to flexible spaces. Coordinates begin at the group's corner and
// run in the direction of reading; the layout turns them for the other one.

import CoreGraphics
import Foundation

/// The place of one cell.
struct GroupLeaf {
  /// The number of the cell in the group.
  var offset: Int
  /// The room in the layout.
  var room: CGRect
  var item: NSCollectionLayoutItem
  /// Kept from a custom group; nil where the item's own insets count.
  var zIndex = 0
  var isCustom = false

  /// The view's place.
  @MainActor var frame: CGRect { isCustom ? room : item.inset(room) }
}

/// A group or item with the places of the cells in it.
struct GroupBlock {
  var size: CGSize
  var leaves: [GroupLeaf]
  /// Views beside groups: the group's rectangle, and the number of its first cell.
  var beside: [(item: NSCollectionLayoutSupplementaryItem, around: CGRect, offset: Int)] = []

  mutating func add(_ other: GroupBlock, at origin: CGPoint) {
    for var leaf in other.leaves {
      leaf.room = leaf.room.offsetBy(dx: origin.x, dy: origin.y)
      leaves.append(leaf)
    }
    for var view in other.beside {
      view.around = view.around.offsetBy(dx: origin.x, dy: origin.y)
      beside.append(view)
    }
  }
}

/// Solves groups for a row of cells.
@MainActor
struct BlockSolver {
  /// The most items of one group.
  static let limit = 1_000

  /// The number of cells that are left for the group.
  let available: Int
  let traits: UITraitCollection
  /// A pixel in points: items that are too long by less than half of it fit.
  let pixel: CGFloat
  /// The size that a cell asked for; nil before it showed.
  let preferred: (Int) -> CGSize?
  private var taken = 0

  init(
    available: Int,
    traits: UITraitCollection,
    pixel: CGFloat,
    preferred: @escaping (Int) -> CGSize?
  ) {
    self.available = available
    self.traits = traits
    self.pixel = pixel
    self.preferred = preferred
  }

  /// The places of a group's cells; nil if no cell is left.
  mutating func block(of group: NSCollectionLayoutGroup, in container: CGSize) -> GroupBlock? {
    let begin = taken
    guard begin < available else { return nil }
    let size = group.layoutSize.size(in: container)
    let open = group.layoutSize.openAxes
    let inner = group.inset(CGRect(origin: .zero, size: size))
    var block: GroupBlock
    switch group.arrangement {
    case .custom(let provider):
      block = custom(group, inner, size, provider)
    case .horizontal:
      block = line(Line(group: group, isHorizontal: true, inner: inner.size, open: open), inner)
      if !open.contains(.horizontal) { block.size.width = size.width }
      if !open.contains(.vertical) { block.size.height = size.height }
    case .vertical:
      block = line(Line(group: group, isHorizontal: false, inner: inner.size, open: open), inner)
      if !open.contains(.horizontal) { block.size.width = size.width }
      if !open.contains(.vertical) { block.size.height = size.height }
    }
    guard taken > begin else { return nil }
    let around = group.inset(CGRect(origin: .zero, size: block.size))
    for item in group.supplementaryItems { block.beside.append((item, around, begin)) }
    return block
  }

  private mutating func custom(
    _ group: NSCollectionLayoutGroup,
    _ inner: CGRect,
    _ size: CGSize,
    _ provider: NSCollectionLayoutGroupCustomItemProvider
  ) -> GroupBlock {
    var block = GroupBlock(size: size, leaves: [])
    for place in provider(LayoutRoom(inner.size, .zero, traits)).prefix(available - taken) {
      let frame = place.frame.offsetBy(dx: inner.minX, dy: inner.minY)
      let isUsable = [frame.minX, frame.minY, frame.width, frame.height].allSatisfy(\.isFinite)
      var leaf = GroupLeaf(offset: taken, room: isUsable ? frame : .zero, item: group)
      leaf.zIndex = place.zIndex
      leaf.isCustom = true
      block.leaves.append(leaf)
      taken += 1
    }
    return block
  }

  // MARK: Lines

  /// A group whose items are in a line.
  private struct Line {
    let group: NSCollectionLayoutGroup
    let isHorizontal: Bool
    let inner: CGSize
    let open: OpenAxes

    func along(_ size: CGSize) -> CGFloat { isHorizontal ? size.width : size.height }
    func across(_ size: CGSize) -> CGFloat { isHorizontal ? size.height : size.width }
    var isOpenAlong: Bool { open.contains(isHorizontal ? .horizontal : .vertical) }
    var isOpenAcross: Bool { open.contains(isHorizontal ? .vertical : .horizontal) }

    @MainActor func dimension(_ item: NSCollectionLayoutItem, along: Bool)
      -> NSCollectionLayoutDimension
    {
      along == isHorizontal ? item.layoutSize.widthDimension : item.layoutSize.heightDimension
    }
  }

  /// An item of a line with its spaces.
  private struct Part {
    var block: GroupBlock
    var item: NSCollectionLayoutItem
    /// Before and after, along the line and across.
    var along: (NSCollectionLayoutSpacing?, NSCollectionLayoutSpacing?)
    var across: (NSCollectionLayoutSpacing?, NSCollectionLayoutSpacing?)
  }

  private mutating func line(_ line: Line, _ inner: CGRect) -> GroupBlock {
    var parts = parts(of: line)
    let spacing = line.group.interItemSpacing
    equalize(&parts, line)
    let total = parts.reduce(CGFloat(max(parts.count - 1, 0)) * (spacing?.spacing ?? 0)) {
      $0 + room(of: $1, line)
    }
    var across = line.across(line.inner)
    if line.isOpenAcross { across = breadth(of: &parts, line) ?? across }
    let along = line.isOpenAlong ? total : line.along(line.inner)
    let flexible =
      parts.reduce(spacing?.isFlexibleSpacing == true ? max(parts.count - 1, 0) : 0) {
        let edges = [$1.along.0, $1.along.1]
        return $0 + edges.count { $0?.isFlexibleSpacing == true }
      }
    let share = flexible > 0 ? max(along - total, 0) / CGFloat(flexible) : 0
    func length(_ space: NSCollectionLayoutSpacing?) -> CGFloat {
      guard let space else { return 0 }
      return space.spacing + (space.isFlexibleSpacing ? share : 0)
    }
    var block = GroupBlock(
      size: line.isHorizontal
        ? CGSize(width: along, height: across) : CGSize(width: across, height: along),
      leaves: []
    )
    var position: CGFloat = 0
    for (index, part) in parts.enumerated() {
      if index > 0 { position += length(spacing) }
      position += length(part.along.0)
      let side = offset(of: part, in: across, line)
      let origin =
        line.isHorizontal ? CGPoint(x: position, y: side) : CGPoint(x: side, y: position)
      block.add(
        part.block,
        at: CGPoint(x: origin.x + inner.minX, y: origin.y + inner.minY)
      )
      position += line.along(part.block.size) + length(part.along.1)
    }
    return block
  }

  private mutating func parts(of line: Line) -> [Part] {
    let items = line.group.subitems
    let spacing = line.group.interItemSpacing?.spacing ?? 0
    let end = line.along(line.inner)
    var parts: [Part] = []
    var length: CGFloat = 0
    for number in 0..<Self.limit {
      if number >= line.group.count ?? (line.isOpenAlong ? items.count : Self.limit) { break }
      let item = items[number % items.count]
      let before = taken
      guard let part = part(item, line) else { break }
      let needed = length + (parts.isEmpty ? 0 : spacing) + room(of: part, line)
      if line.group.count == nil, !line.isOpenAlong, !parts.isEmpty, needed > end + pixel / 2 {
        taken = before
        break
      }
      length = needed
      parts.append(part)
    }
    return parts
  }

  private mutating func part(_ item: NSCollectionLayoutItem, _ line: Line) -> Part? {
    var container = line.inner
    var forced: CGFloat?
    if let count = line.group.count {
      let spaces = CGFloat(count - 1) * (line.group.interItemSpacing?.spacing ?? 0)
      forced = max(line.along(line.inner) - spaces, 0) / CGFloat(count)
      if line.isOpenAlong { forced = nil }
    }
    let block: GroupBlock
    if let group = item as? NSCollectionLayoutGroup {
      if let forced {
        container =
          line.isHorizontal
          ? CGSize(width: forced, height: container.height)
          : CGSize(width: container.width, height: forced)
      }
      guard var made = self.block(of: group, in: container) else { return nil }
      if let forced {
        if line.isHorizontal { made.size.width = forced } else { made.size.height = forced }
      }
      block = made
    } else {
      guard taken < available else { return nil }
      var size = item.layoutSize.size(in: container)
      let open = item.layoutSize.openAxes
      if !open.isEmpty, let wanted = preferred(taken) {
        if open.contains(.horizontal) { size.width = wanted.width }
        if open.contains(.vertical) { size.height = wanted.height }
      }
      if let forced {
        if line.isHorizontal { size.width = forced } else { size.height = forced }
      }
      let room = CGRect(origin: .zero, size: size)
      block = GroupBlock(size: size, leaves: [GroupLeaf(offset: taken, room: room, item: item)])
      taken += 1
    }
    let spaces = item.edgeSpacing
    let (x, y) = ((spaces?.leading, spaces?.trailing), (spaces?.top, spaces?.bottom))
    return Part(
      block: block,
      item: item,
      along: line.isHorizontal ? x : y,
      across: line.isHorizontal ? y : x
    )
  }

  private func room(of part: Part, _ line: Line) -> CGFloat {
    line.along(part.block.size) + (part.along.0?.spacing ?? 0) + (part.along.1?.spacing ?? 0)
  }

  /// Sets the length of an item across a line, or along it.
  private func set(_ length: CGFloat, of part: inout Part, isWidth: Bool) {
    guard !(part.item is NSCollectionLayoutGroup) else { return }
    if isWidth { part.block.size.width = length } else { part.block.size.height = length }
    for index in part.block.leaves.indices { part.block.leaves[index].room.size = part.block.size }
  }

  /// Gives items whose length is the same for all the greatest one.
  private func equalize(_ parts: inout [Part], _ line: Line) {
    for along in [true, false] {
      let isWidth = along == line.isHorizontal
      let same = parts.indices.filter {
        line.dimension(parts[$0].item, along: along).isUniformAcrossSiblings
      }
      let lengths = same.map { isWidth ? parts[$0].block.size.width : parts[$0].block.size.height }
      guard let greatest = lengths.max() else { continue }
      for index in same { set(greatest, of: &parts[index], isWidth: isWidth) }
    }
  }

  /// The breadth that the items of a line need, which items that are a part of it take.
  ///
  /// - Returns: nil if all items are a part of it.
  private func breadth(of parts: inout [Part], _ line: Line) -> CGFloat? {
    func isPart(_ item: NSCollectionLayoutItem) -> Bool {
      let dimension = line.dimension(item, along: false)
      return line.isHorizontal ? dimension.isFractionalHeight : dimension.isFractionalWidth
    }
    var greatest: CGFloat?
    for part in parts where !isPart(part.item) {
      let edges = (part.across.0?.spacing ?? 0) + (part.across.1?.spacing ?? 0)
      greatest = max(greatest ?? 0, line.across(part.block.size) + edges)
    }
    guard let greatest else { return nil }
    for index in parts.indices where isPart(parts[index].item) {
      let fraction = line.dimension(parts[index].item, along: false).dimension
      set(fraction * greatest, of: &parts[index], isWidth: !line.isHorizontal)
    }
    return greatest
  }

  /// The distance of an item from the start of its line's breadth.
  private func offset(of part: Part, in breadth: CGFloat, _ line: Line) -> CGFloat {
    let (before, after) = (part.across.0, part.across.1)
    let edges = (before?.spacing ?? 0) + (after?.spacing ?? 0)
    let rest = max(breadth - line.across(part.block.size) - edges, 0)
    let begin = before?.spacing ?? 0
    guard before?.isFlexibleSpacing == true else { return begin }
    return begin + (after?.isFlexibleSpacing == true ? rest / 2 : rest)
  }
}

extension NSCollectionLayoutGroup {
  /// Whether each full group has as many cells as the first, whatever the cells' lengths are.
  var isRegular: Bool {
    switch arrangement {
    case .custom: return false
    case .horizontal, .vertical: break
    }
    var isOpen = false
    var isHorizontal = true
    if case .vertical = arrangement { isHorizontal = false }
    for item in subitems {
      let size = item.layoutSize
      if (isHorizontal ? size.widthDimension : size.heightDimension).isOpen { isOpen = true }
      if let group = item as? NSCollectionLayoutGroup, !group.isRegular { return false }
    }
    let own = isHorizontal ? layoutSize.widthDimension : layoutSize.heightDimension
    return count != nil || own.isOpen || !isOpen
  }
}
