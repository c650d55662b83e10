// Layouts that are mirrored where lines run in the other direction.
// Licensed under the MIT license; see LICENSE.
//
// A layout computes its places for one direction of lines. In a collection with the other one they
// are mirrored, if the layout wants it, about the middle of the content, or of the room if that is
// wider. The content then begins at its right edge: that is where it shows first, and its distance
// from there stays when it becomes longer. Compositional layouts mirror their places themselves, as
// sections that scroll by themselves have contents of their own.

import CoreGraphics
import Foundation

/// The last place of the content of a collection with a mirrored layout.
struct MirroredPlace: Equatable {
  /// The width about whose middle places are mirrored, in points.
  var width: CGFloat
  /// The width of the view and its insets, in points.
  var room: [CGFloat]
  /// The offset at which the edge shows where lines begin.
  var begin: CGFloat
  /// The distance of what shows from there, in points.
  var gap: CGFloat
}

extension UICollectionViewLayout {
  /// Whether places are mirrored in the collection.
  final var isMirrored: Bool {
    guard flipsHorizontallyInOppositeLayoutDirection, let collectionView else { return false }
    return collectionView.effectiveUserInterfaceLayoutDirection != developmentLayoutDirection
  }
}

extension CGRect {
  /// The rectangle on the other side of the middle of a width; itself for nil.
  func mirrored(in width: CGFloat?) -> CGRect {
    guard let width else { return self }
    return CGRect(x: width - maxX, y: minY, width: self.width, height: height)
  }
}

extension UICollectionView {
  /// The width about whose middle places are mirrored, for content of a width.
  final func mirrorWidth(_ content: CGFloat) -> CGFloat {
    let inset = adjustedContentInset
    return max(content, bounds.width - inset.left - inset.right, 0)
  }

  private var mirrorWidth: CGFloat { mirrorWidth(super.contentSize.width) }

  /// The width in which places are mirrored from the direction of reading; nil if they are not.
  final var readingWidth: CGFloat? { layout.isMirrored ? mirrorWidth : nil }

  /// The width in which what the layout says is to be mirrored; nil if it is not.
  private var placingWidth: CGFloat? { layout.mirrorsItself ? nil : readingWidth }

  // MARK: The layout's places

  /// The attributes of an element in the collection for those in the layout, and vice versa.
  final func placed(_ attributes: UICollectionViewLayoutAttributes)
    -> UICollectionViewLayoutAttributes
  { placed(attributes, in: placingWidth) }

  private func placed(_ attributes: UICollectionViewLayoutAttributes, in width: CGFloat?)
    -> UICollectionViewLayoutAttributes
  {
    guard let width,
      let copy = attributes.copy(with: nil) as? UICollectionViewLayoutAttributes
    else { return attributes }
    copy.center.x = width - attributes.center.x
    return copy
  }

  final func layoutElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes] {
    let width = placingWidth
    let found = layout.layoutAttributesForElements(in: rect.mirrored(in: width)) ?? []
    return width == nil ? found : found.map { placed($0, in: width) }
  }

  final func layoutItem(_ path: IndexPath) -> UICollectionViewLayoutAttributes? {
    layout.layoutAttributesForItem(at: path).map(placed)
  }

  final func layoutSupplement(_ kind: String, _ path: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    layout.layoutAttributesForSupplementaryView(ofKind: kind, at: path).map(placed)
  }

  final func layoutDecoration(_ kind: String, _ path: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    layout.layoutAttributesForDecorationView(ofKind: kind, at: path).map(placed)
  }

  // MARK: The edge where lines begin

  private var mirrorRoom: [CGFloat] {
    let inset = adjustedContentInset
    return [bounds.width, inset.left, inset.right]
  }

  /// Remembers how far what shows is from the edge where lines begin, before the content changes.
  final func noteLeadingGap() {
    guard let place = cells.mirror, place.room == mirrorRoom else { return }
    cells.mirror?.gap = place.begin - contentOffset.x
  }

  /// Shows the content at the distance from the edge where lines begin that it had; at first, the
  /// edge.
  ///
  /// A motion that is under way goes on to where it was to end.
  final func keepLeadingEdge() {
    guard layout.isMirrored else {
      cells.mirror = nil
      return
    }
    let width = mirrorWidth
    let begin = width + adjustedContentInset.right - bounds.width
    let old = cells.mirror
    let new = MirroredPlace(width: width, room: mirrorRoom, begin: begin, gap: old?.gap ?? 0)
    cells.mirror = new
    if old?.width != width { cells.needsPlacing = true }
    guard old?.begin != begin || old?.room != new.room else { return }
    var offset = CGPoint(x: begin - new.gap, y: contentOffset.y)
    if !isTracking, scroll.motion == nil { offset.x = restingOffset(near: offset).x }
    guard offset.x != contentOffset.x else { return }
    scroll.drag?.start.x += offset.x - contentOffset.x
    bounds.origin.x = offset.x
  }
}
