// Layouts that are composed of items, groups and sections.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class.

public import CoreGraphics
public import Foundation

/// Returns the section of a number, for the room and traits of a collection.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
  @MainActor (Int, any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection?

/// A layout that is composed of sections, groups and items.
///
/// Lengths are parts of what is around, points, or guesses that cells correct when they show. Cells
/// above the visible ones that turn out longer do not move those that show.
@preconcurrency
@MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  private let provider: UICollectionViewCompositionalLayoutSectionProvider
  final let plan = CompositionalPlan()

  /// The parts that all sections have in common; changes need a new one, or `invalidateLayout()`.
  open var configuration: UICollectionViewCompositionalLayoutConfiguration {
    didSet { invalidateLayout() }
  }

  /// Creates a layout all of whose sections are the same.
  public convenience init(section: NSCollectionLayoutSection) {
    self.init(sectionProvider: { _, _ in section })
  }

  /// Creates a layout all of whose sections are the same.
  public convenience init(
    section: NSCollectionLayoutSection,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    self.init(sectionProvider: { _, _ in section }, configuration: configuration)
  }

  /// Creates a layout whose sections a program makes when they are needed.
  public convenience init(
    sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider
  ) {
    self.init(
      sectionProvider: sectionProvider,
      configuration: UICollectionViewCompositionalLayoutConfiguration()
    )
  }

  /// Creates a layout whose sections a program makes when they are needed.
  ///
  /// - Parameters:
  ///   - sectionProvider: Returns the section of a number; nil is reported and leaves it empty.
  ///   - configuration: The parts that all sections have in common.
  public init(
    sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    provider = sectionProvider
    self.configuration = configuration
    super.init()
  }

  final func provide(
    _ number: Int,
    _ environment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection? { provider(number, environment) }

  open override func prepare() {
    super.prepare()
    prepareSections()
  }

  open override var collectionViewContentSize: CGSize { plan.contentSize }

  open override func layoutAttributesForElements(in rect: CGRect)
    -> [UICollectionViewLayoutAttributes]?
  { elements(in: rect) }

  open override func layoutAttributesForItem(at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { element(indexPath, kind: nil) }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { element(indexPath, kind: elementKind) }

  open override func layoutAttributesForDecorationView(
    ofKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    decorations(of: indexPath.section).first { $0.representedElementKind == elementKind }
  }

  /// Whether places are mirrored for languages from right to left: true.
  open override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

  override var mirrorsItself: Bool { true }

  open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    if !context.isPartial { plan.isOutdated = true }
    super.invalidateLayout(with: context)
  }

  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    newBounds.size != plan.bounds || plan.followsScrolling
  }

  open override func invalidationContext(forBoundsChange newBounds: CGRect)
    -> UICollectionViewLayoutInvalidationContext
  {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    context.isPartial = newBounds.size == plan.bounds
    return context
  }

  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { originalAttributes.differs(from: preferredAttributes) }

  open override func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(
      forPreferredLayoutAttributes: preferredAttributes,
      withOriginalAttributes: originalAttributes
    )
    note(preferredAttributes)
    context.isPartial = true
    return context
  }

  override func itemsMoved(_ mapping: ListMapping) { plan.move(mapping) }
  override func listLook(of path: IndexPath) -> ListCellLook? { cellLook(path) }
  override func forgetSizes() { plan.forget() }
  override var scrollers: [Int: SectionScroller] { plan.scrollers }
}
