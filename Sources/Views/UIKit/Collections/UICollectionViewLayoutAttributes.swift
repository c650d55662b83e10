// The place and the look of one element of a collection.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// Where an element of a collection is, and how it looks.
@preconcurrency
@MainActor
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
  /// The path of the item, or of the item or section that a view belongs to.
  open var indexPath = IndexPath(item: 0, section: 0)

  /// The kind of element.
  open private(set) var representedElementCategory = UICollectionView.ElementCategory.cell

  /// The kind of a supplementary or decoration view; nil for a cell.
  open private(set) var representedElementKind: String?

  /// The middle, in the coordinates of the collection.
  open var center = CGPoint.zero

  /// The size, without the transform.
  open var size = CGSize.zero

  /// The transform about the middle.
  open var transform3D = CATransform3DIdentity

  /// The opacity, in 0...1.
  open var alpha: CGFloat = 1

  /// Elements with greater numbers are in front.
  open var zIndex = 0

  /// Whether the element is not shown.
  open var isHidden = false

  /// The axes whose length the view decides.
  final var openAxes: OpenAxes = []
  /// The number of a view at an edge of a section; nil for others.
  final var boundary: Int?
  /// Whether the view is in the scroll view of its section.
  final var isInScroller = false

  /// Creates the attributes of the first item.
  public override init() { super.init() }

  /// Creates the attributes of an item.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  /// Creates the attributes of a supplementary view, such as a header.
  public convenience init(
    forSupplementaryViewOfKind elementKind: String,
    with indexPath: IndexPath
  ) {
    self.init()
    self.indexPath = indexPath
    representedElementCategory = .supplementaryView
    representedElementKind = elementKind
  }

  /// Creates the attributes of a decoration view.
  public convenience init(
    forDecorationViewOfKind decorationViewKind: String,
    with indexPath: IndexPath
  ) {
    self.init()
    self.indexPath = indexPath
    representedElementCategory = .decorationView
    representedElementKind = decorationViewKind
  }

  /// Creates the attributes of a class for an element.
  static func make(
    _ type: UICollectionViewLayoutAttributes.Type,
    _ category: UICollectionView.ElementCategory,
    kind: String? = nil,
    at path: IndexPath
  ) -> UICollectionViewLayoutAttributes {
    let attributes = UICollectionViewLayoutAttributes.new(of: type)
    attributes.indexPath = path
    attributes.representedElementCategory = category
    attributes.representedElementKind = kind
    return attributes
  }

  /// The own rectangle; its origin is (0, 0).
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  /// The part of the transform that is affine in the plane.
  open var transform: CGAffineTransform {
    get {
      CATransform3DIsAffine(transform3D)
        ? CATransform3DGetAffineTransform(transform3D) : .identity
    }
    set { transform3D = CATransform3DMakeAffineTransform(newValue) }
  }

  /// The bounding box; setting it sets middle and size, without regard to the transform.
  open var frame: CGRect {
    get {
      let rect = CGRect(
        x: -size.width / 2,
        y: -size.height / 2,
        width: size.width,
        height: size.height
      )
      let turned = CATransform3DIsIdentity(transform3D) ? rect : rect.applying(transform)
      return turned.offsetBy(dx: center.x, dy: center.y)
    }
    set {
      size = newValue.size
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }

  /// Returns a copy; subclasses copy what they add.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { onViewThread { duplicate() } }

  private func duplicate() -> UICollectionViewLayoutAttributes {
    let copy = UICollectionViewLayoutAttributes.new(of: type(of: self))
    copy.indexPath = indexPath
    copy.representedElementCategory = representedElementCategory
    copy.representedElementKind = representedElementKind
    copy.center = center
    copy.size = size
    copy.transform3D = transform3D
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    copy.openAxes = openAxes
    copy.boundary = boundary
    copy.isInScroller = isInScroller
    return copy
  }

  /// Whether numbers are finite and sizes are not negative.
  final var isUsable: Bool {
    let numbers = [center.x, center.y, size.width, size.height, alpha]
    return numbers.allSatisfy(\.isFinite) && size.width >= 0 && size.height >= 0
  }

  final var key: ElementKey {
    ElementKey(
      category: representedElementCategory,
      kind: representedElementKind,
      section: indexPath.section,
      item: indexPath.count > 1 ? indexPath.item : 0
    )
  }

  /// Whether something of the element may be in a rectangle.
  ///
  /// Elements turned in space are treated as being everywhere.
  final func mayShow(in rect: CGRect) -> Bool {
    guard CATransform3DIsAffine(transform3D) else { return true }
    return frame.intersects(rect)
  }

  /// Whether a view asks for another length along an axis that it decides.
  final func differs(from preferred: UICollectionViewLayoutAttributes) -> Bool {
    let isWider = abs(preferred.size.width - size.width) > 1e-3
    let isHigher = abs(preferred.size.height - size.height) > 1e-3
    return openAxes.contains(.horizontal) && isWider || openAxes.contains(.vertical) && isHigher
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// An element of a collection, as a key.
struct ElementKey: Hashable {
  var category: UICollectionView.ElementCategory
  var kind: String?
  var section: Int
  var item: Int

  static func cell(_ path: IndexPath) -> ElementKey {
    ElementKey(category: .cell, kind: nil, section: path.section, item: path.item)
  }

  var path: IndexPath { IndexPath(item: item, section: section) }
}
