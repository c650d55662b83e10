// Finding items for the focus.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The name of a group of items.
enum FocusGroup: Hashable {
  case named(String)
  /// A list, or a text that can be edited.
  case view(ObjectIdentifier)
  /// The other items of a window.
  case rest

  @MainActor init(of view: UIView) {
    for environment in FocusSearch.chain(of: view) {
      if let name = environment.focusGroupIdentifier {
        self = .named(name)
        return
      }
      let isGroup =
        environment is UITableView || environment is UICollectionView || environment is UITextField
        || environment is UITextView
      if isGroup {
        self = .view(ObjectIdentifier(environment))
        return
      }
    }
    self = .rest
  }
}

/// Finds items.
@MainActor
enum FocusSearch {
  /// The most parts of an interface in each other, against circles that programs make.
  static let depth = 1000

  /// A part of an interface and all around it.
  static func chain(of environment: any UIFocusEnvironment) -> [any UIFocusEnvironment] {
    var chain: [any UIFocusEnvironment] = []
    var next: (any UIFocusEnvironment)? = environment
    while let found = next, chain.count < depth {
      chain.append(found)
      next = found.parentFocusEnvironment
    }
    return chain
  }

  private static func showsItself(_ view: UIView) -> Bool {
    !view.isHidden && view.alpha >= 0.01 && view.isUserInteractionEnabled
  }

  /// Whether a view and all around it show and take touches.
  static func isShown(_ view: UIView) -> Bool {
    var next: UIView? = view
    while let found = next {
      guard showsItself(found) else { return false }
      next = found.superview
    }
    return true
  }

  /// The items in a view, in the order of reading: by their upper edges, then along the line.
  static func items(in view: UIView) -> [UIView] {
    var found: [(view: UIView, frame: CGRect)] = []
    func look(_ inner: UIView) {
      for child in inner.children where showsItself(child) {
        if child.canBecomeFocused, !child.bounds.isEmpty {
          found.append((child, child.convert(child.bounds, to: view)))
        } else {
          look(child)
        }
      }
    }
    look(view)
    let isTurned = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
    func place(_ frame: CGRect) -> (CGFloat, CGFloat) {
      (frame.minY, isTurned ? -frame.maxX : frame.minX)
    }
    return found.enumerated().sorted {
      let (one, two) = (place($0.element.frame), place($1.element.frame))
      return one == two ? $0.offset < $1.offset : one < two
    }.map(\.element.view)
  }

  /// The item that a part of an interface prefers; nil if it has none.
  static func preferred(in environment: any UIFocusEnvironment) -> UIView? {
    var visited: Set<ObjectIdentifier> = []
    func find(_ environment: any UIFocusEnvironment) -> UIView? {
      guard visited.insert(ObjectIdentifier(environment)).inserted else { return nil }
      for wish in environment.preferredFocusEnvironments {
        if let found = find(wish) { return found }
      }
      let view = environment as? UIView ?? (environment as? UIViewController)?.viewIfLoaded
      guard let view, view.window != nil, isShown(view) else { return nil }
      return view.canBecomeFocused ? view : items(in: view).first
    }
    return find(environment)
  }

  /// The nearest item of a group on a side; nil if there is none.
  ///
  /// Items that are in line with the view come first. Of these, and of the others, the nearest is
  /// the one with the least distance along the direction, plus twice the distance across it between
  /// the two frames. [C]
  static func neighbour(
    of view: UIView,
    _ heading: UIFocusHeading,
    in window: UIWindow,
    _ group: FocusGroup
  ) -> UIView? {
    let start = view.convert(view.bounds, to: window)
    var best: (distance: Distance, view: UIView)?
    func consider(_ rect: CGRect, _ target: UIView) {
      guard target !== view, let distance = distance(from: start, to: rect, heading) else { return }
      if best.map({ distance < $0.distance }) ?? true { best = (distance, target) }
    }
    for item in items(in: window) where FocusGroup(of: item) == group {
      consider(item.convert(item.bounds, to: window), item)
    }
    for (rect, guide) in guides(in: window) {
      guard
        let target = guide.preferredFocusEnvironments.lazy.compactMap({ preferred(in: $0) }).first
      else { continue }
      consider(rect, target)
    }
    return best?.view
  }

  private static func guides(in window: UIWindow) -> [(CGRect, UIFocusGuide)] {
    var found: [(CGRect, UIFocusGuide)] = []
    func look(_ view: UIView) {
      guard showsItself(view) else { return }
      for case let guide as UIFocusGuide in view.layoutGuides where guide.isEnabled {
        let frame = guide.layoutFrame
        if !frame.isEmpty { found.append((view.convert(frame, to: window), guide)) }
      }
      for child in view.children { look(child) }
    }
    look(window)
    return found
  }

  /// How far an item is.
  private struct Distance: Comparable {
    var isAside: Bool
    /// In points.
    var way: CGFloat

    static func < (first: Distance, second: Distance) -> Bool {
      first.isAside == second.isAside ? first.way < second.way : second.isAside
    }
  }

  /// The distance of a rectangle on a side; nil if it is not on that side.
  private static func distance(
    from start: CGRect,
    to rect: CGRect,
    _ heading: UIFocusHeading
  ) -> Distance? {
    let isVertical = heading == .up || heading == .down
    let isForward = heading == .down || heading == .right
    func ends(_ rect: CGRect, along: Bool) -> (CGFloat, CGFloat) {
      along == isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
    }
    let (from, to) = (ends(start, along: true), ends(rect, along: true))
    let (middle, other) = ((from.0 + from.1) / 2, (to.0 + to.1) / 2)
    guard isForward ? other > middle : other < middle else { return nil }
    // Frames beside each other are not on this side, though one may begin later.
    let gap = isForward ? to.0 - from.1 : from.0 - to.1
    let overlap = min(from.1, to.1) - max(from.0, to.0)
    guard overlap < min(from.1 - from.0, to.1 - to.0) / 2 else { return nil }
    let (across, otherAcross) = (ends(start, along: false), ends(rect, along: false))
    let aside = max(otherAcross.0 - across.1, across.0 - otherAcross.1, 0)
    // Of several that are equally far, the one whose middle is nearest.
    let middles = abs(across.0 + across.1 - otherAcross.0 - otherAcross.1) / 2
    return Distance(isAside: aside > 0, way: max(gap, 0) + 2 * aside + middles / 1000)
  }
}
