// The bars that show which part of the content is seen.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The indicators of a scroll view: layers above its subviews.
@MainActor
final class ScrollIndicators {
  /// The breadth of a bar, its distance from the edges, and its least length, in points.
  static let breadth = 3.0
  static let margin = 3.0
  static let leastLength = 36.0
  /// Above what subviews have.
  private static let depth = 1e6
  /// Seconds until a bar begins to fade, and that it fades.
  static let delay = 0.5
  static let fading = 0.25
  private static let fadeKey = "fade"

  let vertical = CALayer()
  let horizontal = CALayer()
  private(set) var isShown = false

  init(in layer: CALayer) {
    for bar in [vertical, horizontal] {
      bar.actions = [
        "position": NSNull(), "bounds": NSNull(), "opacity": NSNull(), "hidden": NSNull(),
        "backgroundColor": NSNull(), "onOrderIn": NSNull(),
      ]
      bar.cornerRadius = ScrollIndicators.breadth / 2
      bar.zPosition = ScrollIndicators.depth
      bar.opacity = 0
      layer.addSublayer(bar)
    }
  }

  func show() {
    isShown = true
    for bar in [vertical, horizontal] {
      bar.removeAnimation(forKey: ScrollIndicators.fadeKey)
      bar.opacity = 1
    }
  }

  func fade() {
    guard isShown else { return }
    isShown = false
    let total = ScrollIndicators.delay + ScrollIndicators.fading
    for bar in [vertical, horizontal] {
      let fade = CAKeyframeAnimation(keyPath: "opacity")
      fade.values = [1, 1, 0]
      fade.keyTimes = [0, NSNumber(value: ScrollIndicators.delay / total), 1]
      fade.duration = total
      bar.opacity = 0
      bar.add(fade, forKey: ScrollIndicators.fadeKey)
    }
  }

  /// Returns the start and the length of a bar on its track.
  ///
  /// - Parameters:
  ///   - track: The length of the track.
  ///   - offset: The offset of the content from its begin.
  ///   - content: The length of the content with its insets.
  ///   - visible: The length of the part that is seen.
  static func place(track: Double, offset: Double, content: Double, visible: Double)
    -> (begin: Double, length: Double)
  {
    guard track > 0, content > visible, visible > 0 else { return (0, 0) }
    let full = max(min(leastLength, track), track * visible / content)
    let way = content - visible
    // Beyond its edges the content pushes the bar together.
    let beyond = max(-offset, offset - way, 0)
    let length = max(full - beyond, min(breadth * 2, track))
    let part = min(max(offset / way, 0), 1)
    return (part * (track - length), length)
  }
}

extension UIScrollView {
  final var indicatorsAreShown: Bool { scroll.indicators?.isShown ?? false }

  final func showIndicators() {
    guard showsVerticalScrollIndicator || showsHorizontalScrollIndicator else { return }
    if scroll.indicators == nil { scroll.indicators = ScrollIndicators(in: layer) }
    scroll.indicators?.show()
    updateIndicators()
  }

  final func fadeIndicators() { scroll.indicators?.fade() }

  final func updateIndicators() {
    guard let indicators = scroll.indicators else { return }
    let gray = indicatorStyle == .white ? 1.0 : 0.0
    let color = CGColor(deviceGray: gray, alpha: indicatorStyle == .white ? 0.5 : 0.35)
    for bar in [indicators.vertical, indicators.horizontal] { bar.backgroundColor = color }
    let bounds = bounds
    let (breadth, margin) = (ScrollIndicators.breadth, ScrollIndicators.margin)
    let inset = adjustedContentInset
    let (x, y) = (rangeX, rangeY)
    let right = indicatorInsets(verticalScrollIndicatorInsets)
    let track = bounds.height - right.top - right.bottom - 2 * margin
    let vertical = ScrollIndicators.place(
      track: track,
      offset: bounds.minY - y.lowerBound,
      content: contentSize.height + inset.top + inset.bottom,
      visible: bounds.height
    )
    indicators.vertical.isHidden = !showsVerticalScrollIndicator || vertical.length == 0
    indicators.vertical.frame = CGRect(
      x: bounds.maxX - right.right - margin - breadth,
      y: bounds.minY + right.top + margin + vertical.begin,
      width: breadth,
      height: vertical.length
    )
    let bottom = indicatorInsets(horizontalScrollIndicatorInsets)
    let way = bounds.width - bottom.left - bottom.right - 2 * margin
    let horizontal = ScrollIndicators.place(
      track: way,
      offset: bounds.minX - x.lowerBound,
      content: contentSize.width + inset.left + inset.right,
      visible: bounds.width
    )
    indicators.horizontal.isHidden = !showsHorizontalScrollIndicator || horizontal.length == 0
    indicators.horizontal.frame = CGRect(
      x: bounds.minX + bottom.left + margin + horizontal.begin,
      y: bounds.maxY - bottom.bottom - margin - breadth,
      width: horizontal.length,
      height: breadth
    )
  }

  /// The distances of an indicator from the edges: those that were set, and what the system adds to
  /// the insets of the content.
  private func indicatorInsets(_ own: UIEdgeInsets) -> UIEdgeInsets {
    guard automaticallyAdjustsScrollIndicatorInsets else { return own }
    let (inset, adjusted) = (contentInset, adjustedContentInset)
    return UIEdgeInsets(
      top: own.top + adjusted.top - inset.top,
      left: own.left + adjusted.left - inset.left,
      bottom: own.bottom + adjusted.bottom - inset.bottom,
      right: own.right + adjusted.right - inset.right
    )
  }
}
