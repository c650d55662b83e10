// Cells and other views that are made and filled by a registration.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The number that names the next registration.
@MainActor
private var registrations = 0

@MainActor
private func nextIdentifier(_ kind: String) -> String {
  registrations += 1
  return "\(kind).\(registrations)"
}

extension UICollectionView {
  /// A class of cells, and the way to fill one with an item.
  ///
  ///     let row = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
  ///       cell, path, name in
  ///       var content = cell.defaultContentConfiguration()
  ///       content.text = name
  ///       cell.contentConfiguration = content
  ///     }
  @MainActor
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// Fills a cell with the item of a path.
    public typealias Handler = @MainActor (Cell, IndexPath, Item) -> Void

    let handler: Handler
    let identifier = nextIdentifier("CellRegistration")

    /// Creates a registration; make it once, not for each cell.
    public init(handler: @escaping Handler) { self.handler = handler }
  }

  /// A class of views beside cells, and the way to fill one.
  @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// Fills a view of a kind and a path.
    public typealias Handler = @MainActor (Supplementary, String, IndexPath) -> Void

    let kind: String
    let handler: Handler
    let identifier = nextIdentifier("SupplementaryRegistration")

    /// Creates a registration for a kind of views.
    public init(elementKind: String, handler: @escaping Handler) {
      kind = elementKind
      self.handler = handler
    }
  }

  /// Returns a cell that shows an item; one that is used again if there is one.
  ///
  /// - Parameters:
  ///   - registration: The class and the way to fill the cell.
  ///   - indexPath: The path of the item.
  ///   - item: The item; nil fills nothing.
  public func dequeueConfiguredReusableCell<Cell, Item>(
    using registration: CellRegistration<Cell, Item>,
    for indexPath: IndexPath,
    item: Item?
  ) -> Cell {
    let identifier = registration.identifier
    if cells.classes[ReuseKey(identifier)] == nil {
      register(Cell.self, forCellWithReuseIdentifier: identifier)
    }
    guard
      let cell = dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath) as? Cell
    else { preconditionFailure("UIKit: \(Cell.self) does not implement init(frame:)") }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// Returns a view beside cells; one that is used again if there is one.
  ///
  /// - Parameters:
  ///   - registration: The class and the way to fill the view.
  ///   - indexPath: The path of the view.
  public func dequeueConfiguredReusableSupplementary<Supplementary>(
    using registration: SupplementaryRegistration<Supplementary>,
    for indexPath: IndexPath
  ) -> Supplementary {
    let (kind, identifier) = (registration.kind, registration.identifier)
    if cells.classes[ReuseKey(identifier, kind: kind)] == nil {
      register(
        Supplementary.self,
        forSupplementaryViewOfKind: kind,
        withReuseIdentifier: identifier
      )
    }
    let made = dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: identifier,
      for: indexPath
    )
    guard let view = made as? Supplementary else {
      preconditionFailure("UIKit: \(Supplementary.self) does not implement init(frame:)")
    }
    registration.handler(view, kind, indexPath)
    return view
  }
}
