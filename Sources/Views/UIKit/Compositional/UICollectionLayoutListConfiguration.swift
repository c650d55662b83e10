// Sections that look like a table.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The look of a section that is like a table.
@MainActor
public struct UICollectionLayoutListConfiguration {
  /// The look of a list.
  public enum Appearance: Int, Sendable {
    /// Rows without gaps.
    case plain = 0
    /// Sections apart from one another.
    case grouped = 1
    /// Sections apart from one another and from the edges, with round corners.
    case insetGrouped = 2
    /// Rows at the side of a window, with round corners.
    case sidebar = 3
    /// Rows at the side of a window.
    case sidebarPlain = 4
  }

  /// The header of a section.
  public enum HeaderMode: Int, Sendable {
    /// There is none.
    case none = 0
    /// A view of the kind of section headers.
    case supplementary = 1
    /// The first item.
    case firstItemInSection = 2
  }

  /// The footer of a section.
  public enum FooterMode: Int, Sendable {
    /// There is none.
    case none = 0
    /// A view of the kind of section footers.
    case supplementary = 1
  }

  /// The look.
  public let appearance: Appearance
  /// Whether lines are between rows; true by default except in sidebars.
  public var showsSeparators: Bool
  /// The colour and insets of those lines.
  public var separatorConfiguration: UIListSeparatorConfiguration
  /// Returns the line of a row; nil, the default, for the same in all.
  public var itemSeparatorHandler:
    (@MainActor (IndexPath, UIListSeparatorConfiguration) -> UIListSeparatorConfiguration)?
  /// Returns the actions of a row.
  public typealias SwipeActionsConfigurationProvider =
    @MainActor (IndexPath) -> UISwipeActionsConfiguration?

  /// Returns the actions at the edge where lines begin; nil, the default, for none.
  public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  /// Returns the actions at the edge where lines end; nil, the default, for none.
  public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  /// The colour behind the rows; nil for that of the look.
  public var backgroundColor: UIColor?
  /// The header; none by default.
  public var headerMode = HeaderMode.none
  /// The footer; none by default.
  public var footerMode = FooterMode.none
  /// The space above headers in points; nil for that of the look.
  public var headerTopPadding: CGFloat?

  /// Creates a look.
  public init(appearance: Appearance) {
    self.appearance = appearance
    showsSeparators = appearance != .sidebar && appearance != .sidebarPlain
    separatorConfiguration = UIListSeparatorConfiguration(listAppearance: appearance)
  }
}

/// The line between rows of a list.
public struct UIListSeparatorConfiguration: Hashable, Sendable {
  /// Whether a line shows.
  public enum Visibility: Int, Hashable, Sendable {
    /// As the list has it.
    case automatic = 0
    /// It shows.
    case visible = 1
    /// It does not.
    case hidden = 2
  }

  /// The line above the row; hidden by default.
  public var topSeparatorVisibility = Visibility.automatic
  /// The line below the row.
  public var bottomSeparatorVisibility = Visibility.automatic
  /// The room at the ends of the line below, in points; the leading end follows the text.
  public var bottomSeparatorInsets = NSDirectionalEdgeInsets.zero
  /// The room at the ends of the line above, in points; the leading end follows the text.
  public var topSeparatorInsets = NSDirectionalEdgeInsets.zero
  /// The colour.
  public var color = UIColor.separator

  /// Creates the line of a look.
  public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {}
}

/// The look of a section that is like a table.
struct ListSectionLook {
  var configuration: UICollectionLayoutListConfiguration
}

/// The look of a cell in such a section.
struct ListCellLook {
  var appearance: UICollectionLayoutListConfiguration.Appearance
  var isFirst: Bool
  var isLast: Bool
  var isHeader: Bool
  /// nil where no line shows below the cell.
  var separator: UIListSeparatorConfiguration?
}

extension NSCollectionLayoutSection {
  /// The distance of sections from the edges, and from one another, in points.
  private static var sideMargin: CGFloat { 16 }
  private static var sectionGap: CGFloat { 17.5 }

  /// Returns a section that looks like a table.
  ///
  /// - Parameters:
  ///   - configuration: The look.
  ///   - layoutEnvironment: The room and traits.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration,
    layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    let row = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .estimated(44)
    )
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: row,
      subitems: [NSCollectionLayoutItem(layoutSize: row)]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.list = ListSectionLook(configuration: configuration)
    let isGrouped =
      configuration.appearance == .grouped || configuration.appearance == .insetGrouped
    if configuration.appearance == .insetGrouped || configuration.appearance == .sidebar {
      section.contentInsets.leading = sideMargin
      section.contentInsets.trailing = sideMargin
    }
    let hasHeader = configuration.headerMode == .supplementary
    let hasFooter = configuration.footerMode == .supplementary
    if isGrouped {
      section.contentInsets.top = hasHeader ? 0 : sectionGap
      section.contentInsets.bottom = hasFooter ? 0 : sectionGap
    }
    if let padding = configuration.headerTopPadding, hasHeader {
      section.contentInsets.top += padding
    }
    func edge(_ kind: String, _ alignment: NSRectAlignment) {
      let size = NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .estimated(isGrouped ? 38 : 28)
      )
      let item = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: size,
        elementKind: kind,
        alignment: alignment
      )
      item.pinToVisibleBounds = configuration.appearance == .plain
      section.boundarySupplementaryItems.append(item)
    }
    if hasHeader { edge(UICollectionView.elementKindSectionHeader, .top) }
    if hasFooter { edge(UICollectionView.elementKindSectionFooter, .bottom) }
    return section
  }
}

extension UICollectionViewCompositionalLayout {
  /// Returns a layout all of whose sections look like a table.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration
  ) -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout(sectionProvider: { _, environment in
      .list(using: configuration, layoutEnvironment: environment)
    })
  }

  /// Returns the look of a section; nil for one that is no list.
  final func listConfiguration(ofSection section: Int) -> UICollectionLayoutListConfiguration? {
    guard plan.sections.indices.contains(section) else { return nil }
    return plan.sections[section].section.list?.configuration
  }

  final func cellLook(_ path: IndexPath) -> ListCellLook? {
    guard plan.sections.indices.contains(path.section) else { return nil }
    let section = plan.sections[path.section]
    guard let list = section.section.list?.configuration else { return nil }
    if list.leadingSwipeActionsConfigurationProvider != nil
      || list.trailingSwipeActionsConfigurationProvider != nil
    {
      collectionView?.prepareSwipes()
    }
    let isHeader = list.headerMode == .firstItemInSection && path.item == 0
    let isLast = path.item == section.count - 1
    let line =
      list.itemSeparatorHandler?(path, list.separatorConfiguration) ?? list.separatorConfiguration
    let isPlain = list.appearance == .plain || list.appearance == .sidebarPlain
    let hasLine =
      switch line.bottomSeparatorVisibility {
      case .automatic: list.showsSeparators && (isPlain || !isLast) && !isHeader
      case .visible: true
      case .hidden: false
      }
    return ListCellLook(
      appearance: list.appearance,
      isFirst: path.item == (list.headerMode == .firstItemInSection ? 1 : 0),
      isLast: isLast,
      isHeader: isHeader,
      separator: hasLine ? line : nil
    )
  }

  /// The colour behind lists; nil for layouts without one.
  final var listBackground: UIColor? {
    guard let list = plan.sections.lazy.compactMap({ $0.section.list?.configuration }).first else {
      return nil
    }
    if let color = list.backgroundColor { return color }
    switch list.appearance {
    case .plain, .sidebarPlain: return .systemBackground
    case .grouped, .insetGrouped: return .systemGroupedBackground
    case .sidebar: return .secondarySystemBackground
    }
  }
}
