// The columns, modes and behaviours of split views.
// Licensed under the MIT license; see LICENSE.

extension UISplitViewController {
  /// The columns beside each other, from the outermost one on.
  static let order: [Column] = [.primary, .supplementary, .secondary]

  /// The columns that a split view has.
  public enum Style: Int, Sendable {
    /// Two, which `viewControllers` sets: the classic interface.
    case unspecified = 0
    /// Two: primary and secondary.
    case doubleColumn = 1
    /// Three: primary, supplementary and secondary.
    case tripleColumn = 2
  }

  /// A column of a split view.
  public enum Column: Int, Sendable {
    /// The outermost one, often a list of places.
    case primary = 0
    /// The one between the others, in three columns.
    case supplementary = 1
    /// The widest one, with details.
    case secondary = 2
    /// The one that shows in place of all others where there is little room.
    case compact = 3
  }

  /// The arrangement of the columns.
  public enum DisplayMode: Int, Sendable {
    /// The split view's choice.
    case automatic = 0
    /// The secondary column alone.
    case secondaryOnly = 1
    /// One further column beside the secondary one.
    case oneBesideSecondary = 2
    /// One further column over the secondary one.
    case oneOverSecondary = 3
    /// Two further columns beside the secondary one.
    case twoBesideSecondary = 4
    /// Two further columns over the secondary one.
    case twoOverSecondary = 5
    /// Two further columns that push the secondary one partly out of the view.
    case twoDisplaceSecondary = 6

    /// The old name of `secondaryOnly`.
    @available(*, deprecated, renamed: "secondaryOnly")
    public static var primaryHidden: DisplayMode { .secondaryOnly }
    /// The old name of `oneBesideSecondary`.
    @available(*, deprecated, renamed: "oneBesideSecondary")
    public static var allVisible: DisplayMode { .oneBesideSecondary }
    /// The old name of `oneOverSecondary`.
    @available(*, deprecated, renamed: "oneOverSecondary")
    public static var primaryOverlay: DisplayMode { .oneOverSecondary }
  }

  /// The place of the secondary column while others show.
  public enum SplitBehavior: Int, Sendable {
    /// The split view's choice.
    case automatic = 0
    /// Beside the others.
    case tile = 1
    /// Under the others, dimmed.
    case overlay = 2
    /// Pushed partly out of the view by the others, dimmed.
    case displace = 3
  }

  /// The side of the primary column.
  public enum PrimaryEdge: Int, Sendable {
    /// The side where lines begin.
    case leading = 0
    /// The side where lines end.
    case trailing = 1
  }

  /// The background of the primary column.
  public enum BackgroundStyle: Int, Sendable {
    /// That of the other columns.
    case none = 0
    /// That of the sidebars of lists.
    case sidebar = 1
  }

  /// Whether the button that shows and hides columns is in a bar.
  public enum DisplayModeButtonVisibility: Int, Sendable {
    /// It is if fingers show and hide columns, too.
    case automatic = 0
    /// It is not.
    case never = 1
    /// It is.
    case always = 2
  }
}

extension UISplitViewController.DisplayMode {
  typealias Behavior = UISplitViewController.SplitBehavior

  /// The columns beside the secondary one that show.
  var leadingColumns: Int {
    switch self {
    case .automatic, .secondaryOnly: 0
    case .oneBesideSecondary, .oneOverSecondary: 1
    case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary: 2
    }
  }

  /// The place of the secondary column; nil if it is alone, or the mode is automatic.
  var behavior: Behavior? {
    switch self {
    case .automatic, .secondaryOnly: nil
    case .oneBesideSecondary, .twoBesideSecondary: .tile
    case .oneOverSecondary, .twoOverSecondary: .overlay
    case .twoDisplaceSecondary: .displace
    }
  }

  /// Whether the secondary column is dimmed, and a tap on it hides others.
  var isDimmed: Bool { behavior == .overlay || behavior == .displace }

  /// The mode with a number of columns beside the secondary one, in 0...2.
  init(columns: Int, behavior: Behavior) {
    switch (columns, behavior) {
    case (...0, _): self = .secondaryOnly
    case (1, .overlay): self = .oneOverSecondary
    case (1, _): self = .oneBesideSecondary
    case (_, .overlay): self = .twoOverSecondary
    case (_, .displace): self = .twoDisplaceSecondary
    default: self = .twoBesideSecondary
    }
  }
}
