// All sections of a compositional layout, and the elements in a rectangle.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A section that scrolls by itself.
struct SectionScroller {
  /// In the collection's content.
  var frame: CGRect
  var content: CGSize
  var plan: SectionPlan
}

/// The sections of a compositional layout.
@MainActor
final class CompositionalPlan {
  var isOutdated = true
  var bounds = CGSize.zero
  var contentSize = CGSize.zero
  var sections: [SectionPlan] = []
  var begins: [CGFloat] = []
  /// The views at the edges of the whole layout; nil if there are none.
  var frame: SectionPlan?
  var isVertical = true
  var isRightToLeft = false
  /// The width about whose middle the places of a collection that scrolls sideways are mirrored.
  var mirrorWidth: CGFloat = 0
  /// Whether places depend on what shows.
  var followsScrolling = false
  var scrollers: [Int: SectionScroller] = [:]
  /// The offsets of sections that scroll by themselves, in points; they follow from `passed`.
  var offsets: [Int: CGFloat] = [:]
  /// The points by which these sections were scrolled on from their leading edge, which stay as
  /// they are while the sizes of contents become known.
  var passed: [Int: CGFloat] = [:]
  /// Sizes of an earlier state, by section.
  var sizes: [Int: [Int: CGSize]] = [:]
  var boundarySizes: [Int: [Int: CGSize]] = [:]

  /// Keeps the sizes that views asked for, for the next state.
  func keepSizes() {
    for (number, section) in sections.enumerated() {
      if !section.wanted.isEmpty { sizes[number] = section.wanted }
      if !section.wantedBoundaries.isEmpty { boundarySizes[number] = section.wantedBoundaries }
    }
  }

  func forget() {
    sections = []
    sizes = [:]
    boundarySizes = [:]
    isOutdated = true
  }

  /// Takes sizes and offsets to where a group of changes brings their items.
  func move(_ mapping: ListMapping) {
    keepSizes()
    var moved: [Int: [Int: CGSize]] = [:]
    for (section, sizes) in sizes where !mapping.reloadedSections.contains(section) {
      for (item, size) in sizes {
        let path = IndexPath(item: item, section: section)
        guard !mapping.reloadedItems.contains(path), let new = mapping.newPath(of: path) else {
          continue
        }
        moved[new.section, default: [:]][new.item] = size
      }
    }
    func movedSections<Value>(_ values: [Int: Value]) -> [Int: Value] {
      var result: [Int: Value] = [:]
      for (section, value) in values {
        if let new = mapping.newSection(of: section) { result[new] = value }
      }
      return result
    }
    sizes = moved
    boundarySizes = movedSections(boundarySizes)
    offsets = movedSections(offsets)
    passed = movedSections(passed)
    sections = []
    isOutdated = true
  }

  /// The numbers of the sections that reach into a range.
  func sections(from start: CGFloat, to end: CGFloat) -> Range<Int> {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if begins[middle] + sections[middle].length < start {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var last = low
    while last < sections.count, begins[last] <= end { last += 1 }
    return low..<last
  }
}

extension UICollectionViewCompositionalLayout {
  // MARK: Preparing

  final func prepareSections() {
    guard let view = collectionView else { return }
    if plan.isOutdated { makeSections(view) }
    let spacing = configuration.interSectionSpacing
    plan.begins = []
    var position: CGFloat = 0
    let edges = frameEdges
    position += edges.before
    for (number, section) in plan.sections.enumerated() {
      if number > 0, spacing.isFinite { position += spacing }
      plan.begins.append(position)
      position += section.length
    }
    position += edges.after
    let size = plan.frame?.room.size ?? .zero
    plan.contentSize =
      plan.isVertical
      ? CGSize(width: size.width, height: position) : CGSize(width: position, height: size.height)
    plan.mirrorWidth = view.mirrorWidth(plan.contentSize.width)
    placeScrollers()
  }

  /// The place in the collection of a rectangle in the direction of reading, and vice versa, where
  /// sections are side by side.
  final func turned(_ rect: CGRect) -> CGRect {
    plan.isRightToLeft && !plan.isVertical ? rect.mirrored(in: plan.mirrorWidth) : rect
  }

  private func makeSections(_ view: UICollectionView) {
    plan.keepSizes()
    plan.isOutdated = false
    plan.bounds = view.bounds.size
    plan.isVertical = configuration.scrollDirection == .vertical
    plan.isRightToLeft = isMirrored
    let adjusted = view.adjustedContentInset
    let size = CGSize(
      width: max(view.bounds.width - adjusted.left - adjusted.right, 0),
      height: max(view.bounds.height - adjusted.top - adjusted.bottom, 0)
    )
    let traits = view.traitCollection
    let pixel = 1 / max(traits.displayScale, 1)
    let room = SectionPlan.Surroundings(
      size: size,
      insets: .zero,
      supplementaryInsets: .zero,
      isVertical: plan.isVertical,
      traits: traits,
      pixel: pixel
    )
    plan.frame = framePlan(room)
    plan.sections = (0..<view.numberOfSections).map { makeSection($0, view, room) }
    plan.sizes = [:]
    plan.boundarySizes = [:]
    plan.followsScrolling = ([plan.frame].compactMap { $0 } + plan.sections).contains {
      $0.section.visibleItemsInvalidationHandler != nil
        || $0.section.boundarySupplementaryItems.contains(where: \.pinToVisibleBounds)
    }
  }

  private func makeSection(
    _ number: Int,
    _ view: UICollectionView,
    _ surroundings: SectionPlan.Surroundings
  ) -> SectionPlan {
    var room = surroundings
    let insets = insets(configuration.contentInsetsReference, in: view)
    let found = provide(number, LayoutRoom(room.size, insets, room.traits))
    if found == nil {
      Diagnostics.report(
        "UIKit: UICollectionViewCompositionalLayout: the provider returned no section \(number)"
      )
    }
    let section = found ?? Self.emptySection
    let own = section.contentInsetsReference
    room.insets = own == .automatic ? insets : self.insets(own, in: view)
    let others = section.supplementaryContentInsetsReference
    room.supplementaryInsets = others == .automatic ? room.insets : self.insets(others, in: view)
    let count = found == nil ? 0 : view.numberOfItems(inSection: number)
    let made = SectionPlan(section, count: count, room)
    let (sizes, edges) = (plan.sizes[number], plan.boundarySizes[number])
    if sizes != nil || edges != nil { made.note(sizes ?? [:], boundaries: edges ?? [:]) }
    return made
  }

  private static var emptySection: NSCollectionLayoutSection {
    let none = NSCollectionLayoutSize(widthDimension: .absolute(0), heightDimension: .absolute(0))
    let item = NSCollectionLayoutItem(layoutSize: none)
    return NSCollectionLayoutSection(group: .vertical(layoutSize: none, subitems: [item]))
  }

  /// A section without cells that has the views of the whole layout.
  private func framePlan(_ room: SectionPlan.Surroundings) -> SectionPlan {
    let section = Self.emptySection
    section.boundarySupplementaryItems = configuration.boundarySupplementaryItems
    return SectionPlan(section, count: 0, room)
  }

  /// The lengths of the views at the ends of the whole layout.
  private var frameEdges: (before: CGFloat, after: CGFloat) {
    guard let frame = plan.frame else { return (0, 0) }
    var edges: (before: CGFloat, after: CGFloat) = (0, 0)
    for (item, place) in zip(configuration.boundarySupplementaryItems, frame.boundaries())
    where item.extendsBoundary {
      let sides = item.alignment.edges
      let length = plan.isVertical ? place.frame.height : place.frame.width
      if sides.contains(plan.isVertical ? .top : .leading) {
        edges.before = max(edges.before, length)
      } else if sides.contains(plan.isVertical ? .bottom : .trailing) {
        edges.after = max(edges.after, length)
      }
    }
    return edges
  }

  /// The insets of a reference, at the sides that the collection does not inset by itself.
  private func insets(_ reference: UIContentInsetsReference, in view: UICollectionView)
    -> NSDirectionalEdgeInsets
  {
    var insets = UIEdgeInsets.zero
    switch reference {
    case .none: return .zero
    case .automatic, .safeArea: insets = view.safeAreaInsets
    case .layoutMargins: insets = view.layoutMargins
    case .readableContent: insets = SystemGuide.readable.insets(in: view)
    }
    let adjusted = view.adjustedContentInset
    insets.left = max(insets.left - adjusted.left, 0)
    insets.right = max(insets.right - adjusted.right, 0)
    insets.top = plan.isVertical ? 0 : max(insets.top - adjusted.top, 0)
    insets.bottom = plan.isVertical ? 0 : max(insets.bottom - adjusted.bottom, 0)
    if !plan.isVertical { (insets.left, insets.right) = (0, 0) }
    return NSDirectionalEdgeInsets(
      top: insets.top,
      leading: plan.isRightToLeft ? insets.right : insets.left,
      bottom: insets.bottom,
      trailing: plan.isRightToLeft ? insets.left : insets.right
    )
  }

  /// Takes over the size that a view asks for.
  final func note(_ attributes: UICollectionViewLayoutAttributes) {
    let path = attributes.indexPath
    if let boundary = attributes.boundary {
      let owner = path.count < 2 ? plan.frame : section(path.section)
      owner?.note(attributes.size, boundary: boundary)
    } else {
      section(path.section)?.note(attributes.size, item: path.item)
    }
  }

  private func section(_ number: Int) -> SectionPlan? {
    plan.sections.indices.contains(number) ? plan.sections[number] : nil
  }

  // MARK: Sections that scroll by themselves

  private func placeScrollers() {
    plan.scrollers = [:]
    for (number, section) in plan.sections.enumerated() where section.isOrthogonal {
      let begin = plan.begins[number]
      let frame = section.scroller.offsetBy(
        dx: plan.isVertical ? 0 : begin,
        dy: plan.isVertical ? begin : 0
      )
      let content = section.scrollerContent
      plan.scrollers[number] = SectionScroller(
        frame: turned(frame),
        content: content,
        plan: section
      )
      let most = plan.isVertical ? content.width - frame.width : content.height - frame.height
      plan.offsets[number] = turned(plan.passed[number] ?? 0, most: most)
    }
  }

  /// The offset at which a section was scrolled on by some points, and vice versa.
  private func turned(_ offset: CGFloat, most: CGFloat) -> CGFloat {
    plan.isVertical && plan.isRightToLeft ? max(most, 0) - offset : offset
  }

  /// Takes over where a section scrolled to.
  final func scroll(section: Int, to offset: CGPoint) {
    let new = plan.isVertical ? offset.x : offset.y
    // The view may not know the present size of its content yet.
    guard let view = collectionView?.cells.scrollers[section],
      let scroller = plan.scrollers[section]
    else { return }
    let passed = turned(new, most: view.contentSize.width - view.bounds.width)
    plan.passed[section] = passed
    plan.offsets[section] = turned(passed, most: scroller.content.width - scroller.frame.width)
  }

  final func scrollOffset(ofSection section: Int) -> CGPoint {
    let offset = plan.offsets[section] ?? 0
    return plan.isVertical ? CGPoint(x: offset, y: 0) : CGPoint(x: 0, y: offset)
  }
}
