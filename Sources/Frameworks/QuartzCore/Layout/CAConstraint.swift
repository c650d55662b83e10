// A relation between the frames of two layers.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// An edge, a middle or a size of a layer's frame.
public enum CAConstraintAttribute: Int32, Sendable {
  /// The edge of least x.
  case minX = 0
  /// The middle between the edges of x.
  case midX
  /// The edge of greatest x.
  case maxX
  /// The width.
  case width
  /// The edge of least y.
  case minY
  /// The middle between the edges of y.
  case midY
  /// The edge of greatest y.
  case maxY
  /// The height.
  case height
}

/// A relation between an attribute of a layer and one of a sibling or of the superlayer.
///
/// The attribute gets the value of the other one, times `scale`, plus `offset`. A
/// `CAConstraintLayoutManager` of the superlayer applies it.
///
///     root.layoutManager = CAConstraintLayoutManager()
///     label.addConstraint(
///       CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
open class CAConstraint: NSObject, NSSecureCoding {
  /// The attribute that the constraint sets.
  public final let attribute: CAConstraintAttribute
  /// The name of the sibling that it depends on; "superlayer" is the superlayer.
  public final let sourceName: String
  /// The attribute that it depends on.
  public final let sourceAttribute: CAConstraintAttribute
  /// The factor of the other attribute's value.
  public final let scale: CGFloat
  /// The offset that is added to the product, in points.
  public final let offset: CGFloat

  /// Creates the relation `attribute` = source attribute · `scale` + `offset`.
  ///
  /// - Parameters:
  ///   - attr: The attribute that it sets.
  ///   - srcId: The name of the sibling that it depends on, or "superlayer".
  ///   - srcAttr: The attribute that it depends on.
  ///   - m: The factor.
  ///   - c: The offset in points.
  public init(
    attribute attr: CAConstraintAttribute,
    relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute,
    scale m: CGFloat,
    offset c: CGFloat
  ) {
    attribute = attr
    sourceName = srcId
    sourceAttribute = srcAttr
    scale = m
    offset = c
    super.init()
  }

  /// Creates the relation `attribute` = source attribute + `offset`.
  public convenience init(
    attribute attr: CAConstraintAttribute,
    relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Creates the relation `attribute` = source attribute.
  public convenience init(
    attribute attr: CAConstraintAttribute,
    relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }

  /// Creates a constraint from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    guard let relation = CAConstraint.relation(coder) else { return nil }
    attribute = relation.attribute
    sourceName = relation.sourceName
    sourceAttribute = relation.sourceAttribute
    scale = relation.scale
    offset = relation.offset
    super.init()
  }

  /// Archives the relation.
  open func encode(with coder: NSCoder) {
    encodeState(with: coder)
  }

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
