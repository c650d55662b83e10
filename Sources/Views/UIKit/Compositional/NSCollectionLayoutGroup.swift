// Groups of items of compositional layouts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The place of one cell in a group that a program arranges.
@preconcurrency
@MainActor
open class NSCollectionLayoutGroupCustomItem: NSObject {
  /// The place in the group, in points.
  public final let frame: CGRect
  /// The height above other views.
  public final let zIndex: Int

  /// Creates a place.
  public init(frame: CGRect, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
    super.init()
  }

  nonisolated open override var description: String { objectText }
}

/// Returns the places of a group's cells.
public typealias NSCollectionLayoutGroupCustomItemProvider =
  @MainActor (any NSCollectionLayoutEnvironment) -> [NSCollectionLayoutGroupCustomItem]

/// Items side by side, above each other, or where a program says.
///
/// Groups are items of other groups as well. A list of items is repeated until the group is full.
@preconcurrency
@MainActor
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  enum Arrangement {
    case horizontal, vertical
    case custom(NSCollectionLayoutGroupCustomItemProvider)
  }

  final let arrangement: Arrangement
  /// The items; a group that a program arranges has none.
  public final let subitems: [NSCollectionLayoutItem]
  /// The number of items of one length; nil where the items' own lengths count.
  final let count: Int?

  /// The space between items; nil, the default, for none.
  open var interItemSpacing: NSCollectionLayoutSpacing?

  private init(
    _ size: NSCollectionLayoutSize,
    _ arrangement: Arrangement,
    _ subitems: [NSCollectionLayoutItem],
    count: Int? = nil
  ) {
    self.arrangement = arrangement
    self.subitems = subitems
    self.count = count
    super.init(layoutSize: size, supplementaryItems: [])
  }

  /// The views beside the group.
  open override var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
    get { accompanying }
    set { accompanying = newValue }
  }

  private static func checked(_ count: Int) -> Int {
    precondition(count > 0, "NSCollectionLayoutGroup: the count \(count) is not above 0")
    return count
  }

  private static func checked(_ subitems: [NSCollectionLayoutItem]) -> [NSCollectionLayoutItem] {
    precondition(!subitems.isEmpty, "NSCollectionLayoutGroup: a group needs items")
    return subitems
  }

  /// A number of items of one width side by side.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize,
    repeatingSubitem subitem: NSCollectionLayoutItem,
    count: Int
  ) -> Self {
    made(layoutSize, .horizontal, [subitem], checked(count))
  }

  /// A number of items of one width side by side.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize,
    subitem: NSCollectionLayoutItem,
    count: Int
  ) -> Self {
    made(layoutSize, .horizontal, [subitem], checked(count))
  }

  /// Items side by side, again and again, as long as they fit.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize,
    subitems: [NSCollectionLayoutItem]
  ) -> Self {
    made(layoutSize, .horizontal, checked(subitems), nil)
  }

  /// A number of items of one height above each other.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize,
    repeatingSubitem subitem: NSCollectionLayoutItem,
    count: Int
  ) -> Self {
    made(layoutSize, .vertical, [subitem], checked(count))
  }

  /// A number of items of one height above each other.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize,
    subitem: NSCollectionLayoutItem,
    count: Int
  ) -> Self {
    made(layoutSize, .vertical, [subitem], checked(count))
  }

  /// Items above each other, again and again, as long as they fit.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize,
    subitems: [NSCollectionLayoutItem]
  ) -> Self {
    made(layoutSize, .vertical, checked(subitems), nil)
  }

  /// Items where a program says.
  ///
  /// - Parameters:
  ///   - layoutSize: The group's size.
  ///   - itemProvider: Returns the places, one for each cell of the group.
  open class func custom(
    layoutSize: NSCollectionLayoutSize,
    itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
  ) -> Self {
    made(layoutSize, .custom(itemProvider), [], nil)
  }

  private class func made(
    _ size: NSCollectionLayoutSize,
    _ arrangement: Arrangement,
    _ subitems: [NSCollectionLayoutItem],
    _ count: Int?
  ) -> Self {
    guard let made = NSCollectionLayoutGroup(size, arrangement, subitems, count: count) as? Self
    else { preconditionFailure("NSCollectionLayoutGroup: \(self) makes groups of its own") }
    return made
  }

  /// The group and its items as lines of text.
  open func visualDescription() -> String { lines(0).joined(separator: "\n") }

  private func lines(_ level: Int) -> [String] {
    let name =
      switch arrangement {
      case .horizontal: "horizontal"
      case .vertical: "vertical"
      case .custom: "custom"
      }
    let room = String(repeating: "  ", count: level)
    let size = "\(layoutSize.widthDimension.text) x \(layoutSize.heightDimension.text)"
    var all = [room + "group \(name) \(size)" + (count.map { " count \($0)" } ?? "")]
    for item in subitems {
      if let group = item as? NSCollectionLayoutGroup {
        all += group.lines(level + 1)
      } else {
        let size = item.layoutSize
        all.append(room + "  item \(size.widthDimension.text) x \(size.heightDimension.text)")
      }
    }
    return all
  }
}

extension NSCollectionLayoutDimension {
  fileprivate var text: String {
    switch kind {
    case .fractionalWidth: "\(dimension) of the width"
    case .fractionalHeight: "\(dimension) of the height"
    case .absolute: "\(dimension)"
    case .estimated: "about \(dimension)"
    case .uniform: "about \(dimension), the same for all"
    }
  }
}
