// The places of one section of a compositional layout.
// Licensed under the MIT license; see LICENSE.
//
// Positions are in the section's own coordinates: they begin at the section's corner and run in the
// direction of reading. Of sections whose groups all have as many cells, only the lengths of groups
// are kept, in sums that change in few steps, and the places in a group are solved when it shows.
// Sections whose groups depend on what cells ask for, as rows of tags do, are solved as a whole.

import CoreGraphics
import Foundation

@MainActor
final class SectionPlan {
  /// The room of a section and what it knows of its surroundings.
  struct Surroundings {
    /// The size that groups and headers take parts of, without the section's insets.
    var size: CGSize
    /// The insets that the reference asks for, in points.
    var insets: NSDirectionalEdgeInsets
    var supplementaryInsets: NSDirectionalEdgeInsets
    var isVertical: Bool
    var traits: UITraitCollection
    var pixel: CGFloat
  }

  /// The groups that are solved and kept at most.
  private static let keptBlocks = 512

  let section: NSCollectionLayoutSection
  let count: Int
  let room: Surroundings
  /// The sizes that cells asked for, by their numbers.
  private(set) var wanted: [Int: CGSize] = [:]
  /// The sizes that headers and footers asked for, by their numbers.
  private(set) var wantedBoundaries: [Int: CGSize] = [:]

  /// The lengths of groups with the space after them.
  private var extents = Extents(count: 0, length: 0)
  private var perGroup = 0
  private var blocks: [Int: GroupBlock] = [:]
  /// Of sections that are solved as a whole: the groups, and the first cell of each.
  private var all: [GroupBlock]?
  private var firsts: [Int] = []
  /// The greatest breadth of a group, for sections that scroll by themselves.
  private var breadth: CGFloat = 0

  init(_ section: NSCollectionLayoutSection, count: Int, _ room: Surroundings) {
    self.section = section
    self.count = count
    self.room = room
    solve()
  }

  // MARK: The direction of groups

  var isOrthogonal: Bool { section.orthogonalScrollingBehavior != .none }
  /// Whether groups are above each other.
  private var stacksDown: Bool { room.isVertical != isOrthogonal }
  private func along(_ size: CGSize) -> CGFloat { stacksDown ? size.height : size.width }
  private func across(_ size: CGSize) -> CGFloat { stacksDown ? size.width : size.height }

  /// The insets at all edges, references included.
  var insets: NSDirectionalEdgeInsets {
    let own = section.contentInsets
    return NSDirectionalEdgeInsets(
      top: own.top + room.insets.top,
      leading: own.leading + room.insets.leading,
      bottom: own.bottom + room.insets.bottom,
      trailing: own.trailing + room.insets.trailing
    )
  }

  /// The room of groups.
  var container: CGSize {
    let insets = insets
    let side = sideBoundaries
    return CGSize(
      width: max(
        room.size.width - insets.leading - insets.trailing - side.leading - side.trailing,
        0
      ),
      height: max(room.size.height - insets.top - insets.bottom - side.top - side.bottom, 0)
    )
  }

  // MARK: Groups

  private func solver(from first: Int) -> BlockSolver {
    BlockSolver(
      available: count - first,
      traits: room.traits,
      pixel: room.pixel,
      preferred: { [wanted] in wanted[first + $0] }
    )
  }

  private func solve(from first: Int) -> GroupBlock? {
    var solver = solver(from: first)
    return solver.block(of: section.group, in: container)
  }

  private var spacing: CGFloat {
    section.interGroupSpacing.isFinite ? section.interGroupSpacing : 0
  }

  private func solve() {
    blocks = [:]
    all = nil
    breadth = 0
    guard count > 0, let first = solve(from: 0) else {
      extents = Extents(count: 0, length: 0)
      return
    }
    guard section.group.isRegular else { return solveAll(first) }
    perGroup = max(first.leaves.count, 1)
    var probe = BlockSolver(
      available: min(perGroup, count),
      traits: room.traits,
      pixel: room.pixel,
      preferred: { _ in nil }
    )
    let plain = probe.block(of: section.group, in: container) ?? first
    breadth = across(plain.size)
    let groups = (count + perGroup - 1) / perGroup
    extents = Extents(count: groups, length: along(plain.size) + spacing)
    for group in Set(wanted.keys.map { $0 / perGroup }) where group < groups { measure(group) }
    if count % perGroup != 0, groups > 0, extents[groups - 1] > 0 { measure(groups - 1) }
  }

  private func solveAll(_ first: GroupBlock) {
    var found = [first]
    var lengths = [along(first.size) + spacing]
    firsts = [0]
    var next = first.leaves.count
    breadth = across(first.size)
    while next < count, let block = solve(from: next), !block.leaves.isEmpty {
      found.append(block)
      lengths.append(along(block.size) + spacing)
      breadth = max(breadth, across(block.size))
      firsts.append(next)
      next += block.leaves.count
    }
    all = found
    extents = Extents(lengths.map { Double($0) })
  }

  private func measure(_ group: Int) {
    blocks[group] = nil
    guard let block = block(group) else { return }
    extents[group] = along(block.size) + spacing
    breadth = max(breadth, across(block.size))
  }

  /// A group's places.
  private func block(_ group: Int) -> GroupBlock? {
    if let all { return all.indices.contains(group) ? all[group] : nil }
    if let block = blocks[group] { return block }
    if blocks.count >= Self.keptBlocks { blocks = [:] }
    let block = solve(from: group * perGroup)
    blocks[group] = block
    return block
  }

  private func first(of group: Int) -> Int { all == nil ? group * perGroup : firsts[group] }

  private func group(of item: Int) -> Int {
    guard all != nil else { return item / max(perGroup, 1) }
    var (low, high) = (0, firsts.count)
    while low < high {
      let middle = (low + high) / 2
      if firsts[middle] <= item { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  // MARK: Measures

  /// Takes over the size that a cell asks for.
  func note(_ size: CGSize, item: Int) {
    guard (0..<count).contains(item), wanted[item] != size else { return }
    wanted[item] = size
    if all != nil { solve() } else { measure(item / max(perGroup, 1)) }
  }

  /// Takes over sizes that were asked for in an earlier state.
  func note(_ sizes: [Int: CGSize], boundaries: [Int: CGSize]) {
    wanted = sizes
    wantedBoundaries = boundaries
    if !sizes.isEmpty { solve() }
  }

  func note(_ size: CGSize, boundary: Int) { wantedBoundaries[boundary] = size }

  // MARK: Lengths

  /// The length of all groups with the spaces between them.
  var groupsLength: CGFloat { max(CGFloat(extents.total) - (extents.count > 0 ? spacing : 0), 0) }

  /// The length of the section along the direction of the collection.
  var length: CGFloat {
    let insets = insets
    let edges =
      room.isVertical ? insets.top + insets.bottom : insets.leading + insets.trailing
    let inner = isOrthogonal ? breadth : groupsLength
    let side = sideBoundaries
    let ends = room.isVertical ? side.top + side.bottom : side.leading + side.trailing
    return max(edges + inner + ends, 0)
  }

  /// The size of the section.
  var size: CGSize {
    room.isVertical
      ? CGSize(width: room.size.width, height: length)
      : CGSize(width: length, height: room.size.height)
  }

  /// The corner of the first group.
  private var groupsOrigin: CGPoint {
    let (insets, side) = (insets, sideBoundaries)
    return CGPoint(x: insets.leading + side.leading, y: insets.top + side.top)
  }

  // MARK: Scrolling by itself

  /// The rectangle of the section's own scroll view.
  var scroller: CGRect {
    let origin = groupsOrigin
    return room.isVertical
      ? CGRect(x: 0, y: origin.y, width: room.size.width, height: breadth)
      : CGRect(x: origin.x, y: 0, width: breadth, height: room.size.height)
  }

  /// The size of that view's content.
  var scrollerContent: CGSize {
    let insets = insets
    return room.isVertical
      ? CGSize(width: insets.leading + groupsLength + insets.trailing, height: breadth)
      : CGSize(width: breadth, height: insets.top + groupsLength + insets.bottom)
  }

  /// The position of each group's begin in that content, and its length, nearest to a position.
  func rest(near position: CGFloat) -> [(begin: CGFloat, length: CGFloat)] {
    let origin = room.isVertical ? insets.leading : insets.top
    guard let group = extents.index(at: Double(position - origin)) else { return [] }
    return [group, group + 1].filter { $0 < extents.count }.map {
      (origin + CGFloat(extents.begin(of: $0)), CGFloat(extents[$0]) - spacing)
    }
  }

  // MARK: Elements

  /// The places of cells that are in a range along the groups, and views beside groups.
  func elements(from start: CGFloat, to end: CGFloat) -> [SectionElement] {
    let origin = groupsOrigin
    let begin = stacksDown ? origin.y : origin.x
    var found: [SectionElement] = []
    for group in extents.indices(from: Double(start - begin), to: Double(end - begin)) {
      found += elements(of: group)
    }
    return found
  }

  private func elements(of group: Int) -> [SectionElement] {
    guard let block = block(group) else { return [] }
    let first = first(of: group)
    let corner = corner(of: group)
    var found: [SectionElement] = []
    for leaf in block.leaves {
      let frame = leaf.frame.offsetBy(dx: corner.x, dy: corner.y)
      let item = first + leaf.offset
      let open = leaf.isCustom ? [] : leaf.item.layoutSize.openAxes
      found.append(
        SectionElement(frame: frame, item: item, kind: nil, open: open, zIndex: leaf.zIndex)
      )
      if !leaf.isCustom { found += beside(leaf.item.supplementaryItems, frame, item) }
    }
    for view in block.beside {
      let around = view.around.offsetBy(dx: corner.x, dy: corner.y)
      found += beside([view.item], around, first + view.offset)
    }
    return found
  }

  private func corner(of group: Int) -> CGPoint {
    let origin = groupsOrigin
    let begin = CGFloat(extents.begin(of: group))
    return stacksDown
      ? CGPoint(x: origin.x, y: origin.y + begin) : CGPoint(x: origin.x + begin, y: origin.y)
  }

  private func beside(
    _ items: [NSCollectionLayoutSupplementaryItem],
    _ around: CGRect,
    _ item: Int
  ) -> [SectionElement] {
    items.map {
      SectionElement(
        frame: $0.frame($0.layoutSize.size(in: around.size), at: around),
        item: item,
        kind: $0.elementKind,
        open: [],
        zIndex: $0.zIndex
      )
    }
  }

  /// The elements of one cell.
  func elements(ofItem item: Int) -> [SectionElement] {
    guard (0..<count).contains(item) else { return [] }
    return elements(of: group(of: item)).filter { $0.item == item }
  }

  // MARK: Headers and footers

  /// The lengths by which views at the edges extend the section.
  private var sideBoundaries: NSDirectionalEdgeInsets {
    var sides = NSDirectionalEdgeInsets.zero
    for (index, item) in section.boundarySupplementaryItems.enumerated()
    where item.extendsBoundary {
      let size = boundarySize(item, index)
      let edges = item.alignment.edges
      if edges.contains(.top), room.isVertical || !edges.contains(.leading) {
        sides.top = max(sides.top, size.height)
      } else if edges.contains(.bottom), room.isVertical || !edges.contains(.trailing) {
        sides.bottom = max(sides.bottom, size.height)
      } else if edges.contains(.leading) {
        sides.leading = max(sides.leading, size.width)
      } else if edges.contains(.trailing) {
        sides.trailing = max(sides.trailing, size.width)
      }
    }
    return sides
  }

  private var boundaryInsets: NSDirectionalEdgeInsets {
    if section.supplementaryContentInsetsReference != .automatic { return room.supplementaryInsets }
    return section.supplementariesFollowContentInsets ? insets : room.insets
  }

  private func boundarySize(
    _ item: NSCollectionLayoutBoundarySupplementaryItem,
    _ index: Int
  ) -> CGSize {
    let insets = boundaryInsets
    var container = room.size
    if room.isVertical {
      container.width = max(container.width - insets.leading - insets.trailing, 0)
    } else {
      container.height = max(container.height - insets.top - insets.bottom, 0)
    }
    var size = item.layoutSize.size(in: container)
    if let wanted = wantedBoundaries[index] {
      if item.layoutSize.widthDimension.isOpen { size.width = wanted.width }
      if item.layoutSize.heightDimension.isOpen { size.height = wanted.height }
    }
    return size
  }

  /// The views at the section's edges, in their order.
  ///
  /// - Parameter whole: The length along the collection's direction, or nil for the section's own.
  func boundaries(whole: CGFloat? = nil) -> [SectionElement] {
    let insets = boundaryInsets
    var area = CGRect(origin: .zero, size: size)
    if let whole {
      if room.isVertical { area.size.height = whole } else { area.size.width = whole }
    }
    if room.isVertical {
      area.origin.x += insets.leading
      area.size.width = max(area.width - insets.leading - insets.trailing, 0)
    } else {
      area.origin.y += insets.top
      area.size.height = max(area.height - insets.top - insets.bottom, 0)
    }
    return section.boundarySupplementaryItems.enumerated().map { index, item in
      SectionElement(
        frame: item.frame(boundarySize(item, index), at: area),
        item: 0,
        kind: item.elementKind,
        open: item.layoutSize.openAxes,
        zIndex: item.pinToVisibleBounds ? max(item.zIndex, 10) : item.zIndex,
        boundary: index
      )
    }
  }
}

/// The place of one element in a section.
struct SectionElement {
  var frame: CGRect
  var item: Int
  /// The kind of a view beside cells; nil for cells.
  var kind: String?
  /// The axes whose length the view decides.
  var open: OpenAxes
  var zIndex: Int
  /// The number of a view at the section's edge; nil for others.
  var boundary: Int?
}
