// The scroll view of a section that scrolls by itself.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The cells of one section, which scroll across the direction of the collection.
final class OrthogonalScrollView: UIScrollView {
  weak var collection: UICollectionView?
  var section = 0
  var isUpdating = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    showsHorizontalScrollIndicator = false
    showsVerticalScrollIndicator = false
    contentInsetAdjustmentBehavior = .never
    scrollsToTop = false
    clipsToBounds = false
  }

  required init?(coder: NSCoder) { nil }

  /// The position in the content of a place in the collection.
  func inContent(_ center: CGPoint) -> CGPoint {
    let origin = frame.origin
    return CGPoint(x: center.x - origin.x + bounds.minX, y: center.y - origin.y + bounds.minY)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard !isUpdating, let layout = collection?.layout as? UICollectionViewCompositionalLayout,
      layout.scrollOffset(ofSection: section) != contentOffset
    else { return }
    layout.scroll(section: section, to: contentOffset)
    collection?.sectionScrolled(section)
  }

  override func restingTarget(_ target: CGPoint, velocity: CGPoint) -> CGPoint {
    guard let layout = collection?.layout as? UICollectionViewCompositionalLayout,
      let scroller = layout.scrollers[section]
    else { return target }
    let isAcross = layout.plan.isVertical
    let isTurned = isAcross && layout.plan.isRightToLeft
    let page = isAcross ? bounds.width : bounds.height
    let content = isAcross ? scroller.content.width : scroller.content.height
    func turned(_ offset: CGFloat) -> CGFloat { isTurned ? content - page - offset : offset }
    let now = turned(isAcross ? contentOffset.x : contentOffset.y)
    let wanted = turned(isAcross ? target.x : target.y)
    let rest = rest(scroller.plan, from: now, to: wanted, page: page)
    let limited = turned(min(max(rest, 0), max(content - page, 0)))
    return isAcross ? CGPoint(x: limited, y: target.y) : CGPoint(x: target.x, y: limited)
  }

  /// The offset at which scrolling ends, where positions grow in the direction of reading.
  private func rest(
    _ plan: SectionPlan,
    from now: CGFloat,
    to wanted: CGFloat,
    page: CGFloat
  ) -> CGFloat {
    let isHorizontal = plan.room.isVertical
    let inset = isHorizontal ? plan.insets.leading : plan.insets.top
    func nearest(_ position: CGFloat, isCentered: Bool) -> CGFloat {
      let aim = isCentered ? position + page / 2 : position + inset
      let places = plan.rest(near: aim).map { begin, length in
        isCentered ? begin + length / 2 - page / 2 : begin - inset
      }
      return places.min { abs($0 - position) < abs($1 - position) } ?? position
    }
    switch plan.section.orthogonalScrollingBehavior {
    case .none, .continuous: return wanted
    case .continuousGroupLeadingBoundary: return nearest(wanted, isCentered: false)
    case .paging:
      guard page > 0 else { return wanted }
      let limit = ((now / page).rounded(.down), (now / page).rounded(.up))
      return min(max((wanted / page).rounded(), limit.0), limit.1) * page
    case .groupPaging, .groupPagingCentered:
      let isCentered = plan.section.orthogonalScrollingBehavior == .groupPagingCentered
      let groups = plan.rest(near: isCentered ? now + page / 2 : now + inset)
      let length = groups.first?.length ?? page
      return nearest(min(max(wanted, now - length), now + length), isCentered: isCentered)
    }
  }
}
