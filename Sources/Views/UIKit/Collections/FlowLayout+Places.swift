// The places of a flow layout's elements.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A section of a flow, along the axis of scrolling.
struct FlowSection {
  var begin: CGFloat
  var header: CGFloat
  var footer: CGFloat
  /// The distances of the lines from header and footer, and of the items from the line's start.
  var insetBefore: CGFloat
  var insetAfter: CGFloat
  var insetOfLines: CGFloat
  var lines: FlowLines

  var linesBegin: CGFloat { begin + header + insetBefore }
  var footerBegin: CGFloat { linesBegin + lines.length + insetAfter }
  var end: CGFloat { footerBegin + footer }
}

extension UICollectionViewFlowLayout {
  /// Headers that stay in view are in front of items.
  private static var pinnedDepth: Int { 10 }

  private var isVertical: Bool { scrollDirection == .vertical }

  /// Returns the breadth of lines in a view of a size.
  final func breadth(of size: CGSize) -> CGFloat {
    let inset = collectionView?.adjustedContentInset ?? .zero
    return isVertical
      ? max(size.width - inset.left - inset.right, 0)
      : max(size.height - inset.top - inset.bottom, 0)
  }

  // MARK: Computing

  final func computeSections() {
    sections = []
    length = 0
    guard let view = collectionView else { return }
    preparedBreadth = breadth(of: view.bounds.size)
    for section in 0..<view.numberOfSections {
      let flow = compute(section, in: view, from: length)
      sections.append(flow)
      length = flow.end
    }
  }

  private func compute(_ section: Int, in view: UICollectionView, from begin: CGFloat)
    -> FlowSection
  {
    let delegate = view.cells.delegate as? any UICollectionViewDelegateFlowLayout
    let inset =
      delegate?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
    let line =
      delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
      ?? minimumLineSpacing
    let item =
      delegate?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section)
      ?? minimumInteritemSpacing
    let header =
      delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section)
      ?? headerReferenceSize
    let footer =
      delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section)
      ?? footerReferenceSize
    let across = isVertical ? inset.left + inset.right : inset.top + inset.bottom
    let options = FlowLines.Options(
      breadth: preparedBreadth - across,
      itemSpacing: item,
      lineSpacing: line,
      pixel: 1 / max(view.traitCollection.displayScale, 1)
    )
    func usable(_ value: CGFloat) -> CGFloat { value.isFinite ? value : 0 }
    return FlowSection(
      begin: begin,
      header: Extents.usable(isVertical ? header.height : header.width),
      footer: Extents.usable(isVertical ? footer.height : footer.width),
      insetBefore: usable(isVertical ? inset.top : inset.left),
      insetAfter: usable(isVertical ? inset.bottom : inset.right),
      insetOfLines: usable(isVertical ? inset.left : inset.top),
      lines: lines(of: section, in: view, delegate, options)
    )
  }

  private func lines(
    of section: Int,
    in view: UICollectionView,
    _ delegate: (any UICollectionViewDelegateFlowLayout)?,
    _ options: FlowLines.Options
  ) -> FlowLines {
    let count = view.numberOfItems(inSection: section)
    func size(_ size: CGSize) -> FlowLines.Size {
      isVertical
        ? FlowLines.Size(breadth: size.width, length: size.height)
        : FlowLines.Size(breadth: size.height, length: size.width)
    }
    if estimatedItemSize != .zero, count > 0 { return openLines(of: section, count, options) }
    guard count > 0, let delegate else {
      return FlowLines(count: count, size: size(itemSize), options: options)
    }
    // Whether the delegate has a method of its own shows at the first call.
    usesOwnSize = false
    func asked(_ item: Int) -> FlowLines.Size {
      let path = IndexPath(item: item, section: section)
      return size(delegate.collectionView(view, layout: self, sizeForItemAt: path))
    }
    let first = asked(0)
    if usesOwnSize { return FlowLines(count: count, size: first, options: options) }
    return FlowLines(sizes: [first] + (1..<max(count, 1)).map(asked), options: options)
  }

  /// The lines of cells that decide their size.
  private func openLines(of section: Int, _ count: Int, _ options: FlowLines.Options) -> FlowLines {
    let isGuessed = estimatedItemSize == UICollectionViewFlowLayout.automaticSize
    let guess = isGuessed ? CGSize(width: 50, height: 50) : estimatedItemSize
    let sizes = (0..<count).map { item in
      let size = wanted[IndexPath(item: item, section: section)] ?? guess
      return isVertical
        ? FlowLines.Size(breadth: size.width, length: size.height)
        : FlowLines.Size(breadth: size.height, length: size.width)
    }
    if sizes.contains(where: { $0.breadth > options.breadth + 1e-6 }) {
      Diagnostics.report(
        "UIKit: UICollectionViewFlowLayout: a cell of section \(section) is longer than a line, which "
          + "is of \(options.breadth) points"
      )
    }
    return FlowLines(sizes: sizes, options: options)
  }

  // MARK: Places

  private func attributes() -> UICollectionViewLayoutAttributes.Type {
    type(of: self).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
      ?? UICollectionViewLayoutAttributes.self
  }

  private func rect(_ breadth: CGFloat, _ begin: CGFloat, _ size: FlowLines.Size) -> CGRect {
    isVertical
      ? CGRect(x: breadth, y: begin, width: size.breadth, height: size.length)
      : CGRect(x: begin, y: breadth, width: size.length, height: size.breadth)
  }

  final func item(_ path: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard path.count == 2, sections.indices.contains(path.section) else { return nil }
    let section = sections[path.section]
    guard let place = section.lines.position(of: path.item) else { return nil }
    let result = UICollectionViewLayoutAttributes.make(attributes(), .cell, at: path)
    if estimatedItemSize != .zero { result.openAxes = [.horizontal, .vertical] }
    result.frame = rect(
      section.insetOfLines + place.breadthBegin,
      section.linesBegin + place.lengthBegin,
      place.size
    )
    return result
  }

  final func supplement(_ kind: String, _ number: Int) -> UICollectionViewLayoutAttributes? {
    guard sections.indices.contains(number) else { return nil }
    let section = sections[number]
    let isHeader = kind == UICollectionView.elementKindSectionHeader
    let extent = isHeader ? section.header : section.footer
    guard extent > 0, isHeader || kind == UICollectionView.elementKindSectionFooter else {
      return nil
    }
    let path = IndexPath(item: 0, section: number)
    let result = UICollectionViewLayoutAttributes.make(
      attributes(),
      .supplementaryView,
      kind: kind,
      at: path
    )
    var begin = isHeader ? section.begin : section.footerBegin
    if let visible = visibleRange {
      if isHeader, sectionHeadersPinToVisibleBounds {
        begin = min(max(begin, visible.lowerBound), max(section.footerBegin - extent, begin))
        result.zIndex = UICollectionViewFlowLayout.pinnedDepth
      } else if !isHeader, sectionFootersPinToVisibleBounds {
        let least = section.begin + section.header
        begin = max(min(begin, visible.upperBound - extent), min(least, begin))
        result.zIndex = UICollectionViewFlowLayout.pinnedDepth
      }
    }
    result.frame = rect(0, begin, FlowLines.Size(breadth: preparedBreadth, length: extent))
    return result
  }

  /// The part of the axis that shows.
  private var visibleRange: ClosedRange<CGFloat>? {
    guard let view = collectionView else { return nil }
    let visible = view.bounds.inset(by: view.adjustedContentInset)
      .mirrored(in: view.readingWidth)
    let begin = isVertical ? visible.minY : visible.minX
    return begin...max(begin, isVertical ? visible.maxY : visible.maxX)
  }

  final func elements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
    guard !rect.isNull, rect.minX.isFinite || rect.minY.isFinite else { return [] }
    let (start, end) = isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
    var found: [UICollectionViewLayoutAttributes] = []
    // The sections that end after the start come last.
    var low = 0
    var high = sections.count
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].end < start { low = middle + 1 } else { high = middle }
    }
    for number in low..<sections.count {
      let section = sections[number]
      guard section.begin <= end else { break }
      let lines = section.linesBegin
      for item in section.lines.items(from: start - lines, to: end - lines) {
        if let place = self.item(IndexPath(item: item, section: number)),
          place.frame.intersects(rect)
        {
          found.append(place)
        }
      }
      for kind in [
        UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter,
      ] {
        if let place = supplement(kind, number), place.frame.intersects(rect) {
          found.append(place)
        }
      }
    }
    return found
  }
}
