// Lengths, sizes and spaces of compositional layouts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A width or height of an item or group of a compositional layout.
///
/// A length that is not finite or is below 0 counts as 0.
@preconcurrency
@MainActor
open class NSCollectionLayoutDimension: NSObject {
  /// The meaning of the number.
  enum Kind {
    case fractionalWidth, fractionalHeight, absolute, estimated, uniform
  }

  final let kind: Kind

  /// The points, or the part of the width or height around.
  public final let dimension: CGFloat

  private init(_ kind: Kind, _ dimension: CGFloat) {
    self.kind = kind
    self.dimension = dimension.isFinite ? max(dimension, 0) : 0
    super.init()
  }

  /// A part of the width of what is around: a group, a section or the collection.
  open class func fractionalWidth(
    _ fractionalWidth: CGFloat
  ) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.fractionalWidth, fractionalWidth)
  }

  /// A part of the height of what is around: a group, a section or the collection.
  open class func fractionalHeight(
    _ fractionalHeight: CGFloat
  ) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.fractionalHeight, fractionalHeight)
  }

  /// A number of points.
  open class func absolute(_ absoluteDimension: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.absolute, absoluteDimension)
  }

  /// A first guess in points; the view says the length when it shows.
  open class func estimated(_ estimatedDimension: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.estimated, estimatedDimension)
  }

  /// A first guess in points; all such items of a group get the greatest length that one asks for.
  open class func uniformAcrossSiblings(estimate: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.uniform, estimate)
  }

  /// Whether it is a part of a width.
  open var isFractionalWidth: Bool { kind == .fractionalWidth }
  /// Whether it is a part of a height.
  open var isFractionalHeight: Bool { kind == .fractionalHeight }
  /// Whether it is a number of points.
  open var isAbsolute: Bool { kind == .absolute }
  /// Whether it is a guess.
  open var isEstimated: Bool { kind == .estimated }
  /// Whether all such items of a group are of one length.
  open var isUniformAcrossSiblings: Bool { kind == .uniform }

  /// Whether views decide the length.
  final var isOpen: Bool { kind == .estimated || kind == .uniform }

  /// The length in something of a size, in points; of an open length the guess.
  final func length(in size: CGSize) -> CGFloat {
    switch kind {
    case .fractionalWidth: dimension * size.width
    case .fractionalHeight: dimension * size.height
    case .absolute, .estimated, .uniform: dimension
    }
  }

  nonisolated open override var description: String { objectText }
}

/// The width and height of an item or group of a compositional layout.
@preconcurrency
@MainActor
open class NSCollectionLayoutSize: NSObject {
  /// The width.
  public final let widthDimension: NSCollectionLayoutDimension
  /// The height.
  public final let heightDimension: NSCollectionLayoutDimension

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - width: The width.
  ///   - height: The height.
  public init(
    widthDimension width: NSCollectionLayoutDimension,
    heightDimension height: NSCollectionLayoutDimension
  ) {
    widthDimension = width
    heightDimension = height
    super.init()
  }

  final func size(in container: CGSize) -> CGSize {
    CGSize(
      width: widthDimension.length(in: container),
      height: heightDimension.length(in: container)
    )
  }

  /// The axes whose length views decide.
  final var openAxes: OpenAxes {
    var axes: OpenAxes = []
    if widthDimension.isOpen { axes.insert(.horizontal) }
    if heightDimension.isOpen { axes.insert(.vertical) }
    return axes
  }

  nonisolated open override var description: String { objectText }
}

/// A space between items.
@preconcurrency
@MainActor
open class NSCollectionLayoutSpacing: NSObject {
  /// The space in points; of a flexible one the least.
  public final let spacing: CGFloat
  /// Whether the space takes a share of the room that is left.
  public final let isFlexibleSpacing: Bool

  private init(_ spacing: CGFloat, isFlexible: Bool) {
    self.spacing = spacing.isFinite ? spacing : 0
    isFlexibleSpacing = isFlexible
    super.init()
  }

  /// Whether the space is just the number of points.
  open var isFixedSpacing: Bool { !isFlexibleSpacing }

  /// At least a number of points, and a share of what is left.
  open class func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(flexibleSpacing, isFlexible: true)
  }

  /// A number of points.
  open class func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(fixedSpacing, isFlexible: false)
  }

  nonisolated open override var description: String { objectText }
}

/// Spaces around an item.
@preconcurrency
@MainActor
open class NSCollectionLayoutEdgeSpacing: NSObject {
  /// The space before the item in the direction of reading; nil if there is none.
  public final let leading: NSCollectionLayoutSpacing?
  /// The space above; nil if there is none.
  public final let top: NSCollectionLayoutSpacing?
  /// The space after the item in the direction of reading; nil if there is none.
  public final let trailing: NSCollectionLayoutSpacing?
  /// The space below; nil if there is none.
  public final let bottom: NSCollectionLayoutSpacing?

  /// Creates spaces; nil stands for no space.
  public init(
    leading: NSCollectionLayoutSpacing?,
    top: NSCollectionLayoutSpacing?,
    trailing: NSCollectionLayoutSpacing?,
    bottom: NSCollectionLayoutSpacing?
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
    super.init()
  }

  nonisolated open override var description: String { objectText }
}

/// The edges of a rectangle to which another one is held, and a distance from there.
@preconcurrency
@MainActor
open class NSCollectionLayoutAnchor: NSObject {
  /// The edges; none for the middle.
  public final let edges: NSDirectionalRectEdge
  /// The distance, in points or in parts of the anchored view's size.
  public final let offset: CGPoint
  /// Whether the distance is in points.
  public final let isAbsoluteOffset: Bool

  /// Holds to edges.
  public init(edges: NSDirectionalRectEdge) {
    self.edges = edges
    offset = .zero
    isAbsoluteOffset = true
    super.init()
  }

  /// Holds to edges, at a distance in points.
  public init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
    self.edges = edges
    offset = absoluteOffset
    isAbsoluteOffset = true
    super.init()
  }

  /// Holds to edges, at a distance in parts of the anchored view's width and height.
  public init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
    self.edges = edges
    offset = fractionalOffset
    isAbsoluteOffset = false
    super.init()
  }

  /// Whether the distance is in parts of the anchored view's size.
  open var isFractionalOffset: Bool { !isAbsoluteOffset }

  /// The point of a rectangle, where lines run from left to right.
  final func point(of rect: CGRect) -> CGPoint {
    var point = CGPoint(x: rect.midX, y: rect.midY)
    if edges.contains(.leading) { point.x = rect.minX }
    if edges.contains(.trailing) { point.x = rect.maxX }
    if edges.contains(.top) { point.y = rect.minY }
    if edges.contains(.bottom) { point.y = rect.maxY }
    return point
  }

  /// The distance for a view of a size, in points.
  final func distance(_ size: CGSize) -> CGPoint {
    let usable = CGPoint(
      x: offset.x.isFinite ? offset.x : 0,
      y: offset.y.isFinite ? offset.y : 0
    )
    if isAbsoluteOffset { return usable }
    return CGPoint(x: usable.x * size.width, y: usable.y * size.height)
  }

  nonisolated open override var description: String { objectText }
}

/// Corners and edges, for the places of headers and footers.
public enum NSRectAlignment: Int, Hashable, Sendable {
  /// No edge.
  case none = 0
  /// The upper edge.
  case top = 1
  /// The corner above, where lines begin.
  case topLeading = 2
  /// The edge at which lines begin.
  case leading = 3
  /// The corner below, where lines begin.
  case bottomLeading = 4
  /// The lower edge.
  case bottom = 5
  /// The corner below, where lines end.
  case bottomTrailing = 6
  /// The edge at which lines end.
  case trailing = 7
  /// The corner above, where lines end.
  case topTrailing = 8

  var edges: NSDirectionalRectEdge {
    switch self {
    case .none: []
    case .top: .top
    case .topLeading: [.top, .leading]
    case .leading: .leading
    case .bottomLeading: [.bottom, .leading]
    case .bottom: .bottom
    case .bottomTrailing: [.bottom, .trailing]
    case .trailing: .trailing
    case .topTrailing: [.top, .trailing]
    }
  }
}

/// The axes whose length a view decides by itself.
struct OpenAxes: OptionSet, Hashable {
  let rawValue: UInt8
  static let horizontal = OpenAxes(rawValue: 1)
  static let vertical = OpenAxes(rawValue: 2)
}
