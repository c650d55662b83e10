// The elements of a compositional layout as attributes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UICollectionViewCompositionalLayout {
  /// The height of pinned views above others.
  private static var pinnedDepth: Int { 10 }

  private typealias Attributes = UICollectionViewLayoutAttributes

  private func type() -> UICollectionViewLayoutAttributes.Type {
    Swift.type(of: self).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
      ?? UICollectionViewLayoutAttributes.self
  }

  private func along(_ rect: CGRect) -> (CGFloat, CGFloat) {
    plan.isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
  }

  // MARK: Attributes

  private func attributes(_ element: SectionElement, section number: Int) -> Attributes {
    let section = plan.sections[number]
    let isInScroller = section.isOrthogonal && element.boundary == nil
    let path = IndexPath(item: element.item, section: number)
    let result = make(element, at: path)
    var frame = element.frame
    if plan.isRightToLeft, plan.isVertical {
      let width = isInScroller ? section.scrollerContent.width : section.room.size.width
      frame.origin.x = width - frame.maxX
    }
    if isInScroller {
      let offset = scrollOffset(ofSection: number)
      frame = frame.offsetBy(dx: -offset.x, dy: -offset.y)
      result.isInScroller = true
    }
    let begin = plan.begins[number]
    frame = frame.offsetBy(dx: plan.isVertical ? 0 : begin, dy: plan.isVertical ? begin : 0)
    result.frame = turned(frame).roundedEdges(to: 1 / section.room.pixel)
    if let boundary = element.boundary,
      section.section.boundarySupplementaryItems[boundary].pinToVisibleBounds
    {
      let item = section.section.boundarySupplementaryItems[boundary]
      pin(result, item, from: begin, to: begin + section.length)
    }
    return result
  }

  private func make(_ element: SectionElement, at path: IndexPath) -> Attributes {
    let result = UICollectionViewLayoutAttributes.make(
      type(),
      element.kind == nil ? .cell : .supplementaryView,
      kind: element.kind,
      at: path
    )
    result.zIndex = element.zIndex
    result.openAxes = element.open
    result.boundary = element.boundary
    return result
  }

  /// Keeps a header or footer at the edge of what shows.
  private func pin(
    _ attributes: Attributes,
    _ item: NSCollectionLayoutBoundarySupplementaryItem,
    from begin: CGFloat,
    to end: CGFloat
  ) {
    guard let view = collectionView else { return }
    let visible = turned(view.bounds.inset(by: view.adjustedContentInset))
    let edges = item.alignment.edges
    var frame = turned(attributes.frame)
    if plan.isVertical {
      let (top, bottom) = (visible.minY, visible.maxY)
      if edges.contains(.bottom) {
        frame.origin.y = max(min(frame.minY, bottom - frame.height), min(begin, frame.minY))
      } else {
        frame.origin.y = min(max(frame.minY, top), max(end - frame.height, frame.minY))
      }
    } else {
      let (left, right) = (visible.minX, visible.maxX)
      if edges.contains(.trailing) {
        frame.origin.x = max(min(frame.minX, right - frame.width), min(begin, frame.minX))
      } else {
        frame.origin.x = min(max(frame.minX, left), max(end - frame.width, frame.minX))
      }
    }
    attributes.frame = turned(frame)
    attributes.zIndex = max(attributes.zIndex, Self.pinnedDepth)
  }

  // MARK: Finding

  final func elements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
    guard !rect.isNull, !plan.sections.isEmpty || plan.frame != nil else { return [] }
    let (start, end) = along(turned(rect))
    guard start.isFinite || end.isFinite else { return [] }
    var found: [UICollectionViewLayoutAttributes] = []
    for number in plan.sections(from: start, to: end) {
      let section = plan.sections[number]
      let begin = plan.begins[number]
      let range =
        section.isOrthogonal ? scrolledRange(number) : (start - begin, end - begin)
      var shown = section.elements(from: range.0, to: range.1).map {
        attributes($0, section: number)
      }
      if let handler = section.section.visibleItemsInvalidationHandler {
        let offset =
          section.isOrthogonal
          ? scrollOffset(ofSection: number) : collectionView?.contentOffset ?? .zero
        handler(shown, offset, LayoutRoom(section.room.size, .zero, section.room.traits))
      }
      shown += section.boundaries().map { attributes($0, section: number) }
      shown += decorations(of: number)
      found += shown.filter { $0.mayShow(in: rect) }
    }
    return found + frameElements().filter { $0.mayShow(in: rect) }
  }

  /// The positions that show of a section that scrolls by itself.
  private func scrolledRange(_ number: Int) -> (CGFloat, CGFloat) {
    guard let scroller = plan.scrollers[number] else { return (0, 0) }
    let offset = plan.offsets[number] ?? 0
    let length = plan.isVertical ? scroller.frame.width : scroller.frame.height
    if plan.isVertical, plan.isRightToLeft {
      let end = scroller.content.width - offset
      return (end - length, end)
    }
    return (offset, offset + length)
  }

  private func frameElements() -> [UICollectionViewLayoutAttributes] {
    guard let frame = plan.frame, !configuration.boundarySupplementaryItems.isEmpty else {
      return []
    }
    let whole = plan.isVertical ? plan.contentSize.height : plan.contentSize.width
    return frame.boundaries(whole: whole).map { element in
      let result = make(element, at: IndexPath(index: 0))
      var place = element.frame
      if plan.isRightToLeft, plan.isVertical {
        place.origin.x = frame.room.size.width - place.maxX
      }
      result.frame = turned(place).roundedEdges(to: 1 / frame.room.pixel)
      if let boundary = element.boundary {
        let item = configuration.boundarySupplementaryItems[boundary]
        if item.pinToVisibleBounds { pin(result, item, from: 0, to: whole) }
      }
      return result
    }
  }

  final func element(_ path: IndexPath, kind: String?) -> UICollectionViewLayoutAttributes? {
    if path.count < 2, let kind {
      return frameElements().first { $0.representedElementKind == kind }
    }
    guard plan.sections.indices.contains(path.section) else { return nil }
    let section = plan.sections[path.section]
    let item = section.elements(ofItem: path.item).first { $0.kind == kind }
    let found = item ?? section.boundaries().first { $0.kind == kind }
    return found.map { attributes($0, section: path.section) }
  }

  final func decorations(of number: Int) -> [UICollectionViewLayoutAttributes] {
    guard plan.sections.indices.contains(number) else { return [] }
    let section = plan.sections[number]
    guard !section.section.decorationItems.isEmpty else { return [] }
    let begin = plan.begins[number]
    let whole = CGRect(origin: .zero, size: section.size).offsetBy(
      dx: plan.isVertical ? 0 : begin,
      dy: plan.isVertical ? begin : 0
    )
    return section.section.decorationItems.map { item in
      let result = UICollectionViewLayoutAttributes.make(
        type(),
        .decorationView,
        kind: item.elementKind,
        at: IndexPath(item: 0, section: number)
      )
      var frame = item.inset(whole)
      if plan.isRightToLeft, plan.isVertical {
        frame.origin.x = section.room.size.width - frame.maxX
      }
      result.frame = turned(frame).roundedEdges(to: 1 / section.room.pixel)
      result.zIndex = item.zIndex
      return result
    }
  }
}
