// Corners of views: radii that are fixed, or follow the view around.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzCore

/// The radius of a corner of a view.
public struct UICornerRadius: Hashable, Sendable {
  enum Kind: Hashable {
    case fixed(CGFloat)
    /// The radius has the centre of the container's; with the least radius in points.
    case concentric(least: CGFloat)
  }

  let kind: Kind

  /// A radius in points; one that is negative or not a number counts as 0.
  public static func fixed(_ radius: CGFloat) -> UICornerRadius {
    UICornerRadius(kind: .fixed(radius.asRadius))
  }

  /// A radius that makes the corner concentric with that of the nearest view around it that has a
  /// corner configuration.
  ///
  /// It is the radius there, less the larger distance of the two edges, and at least `minimum`.
  ///
  /// - Parameter minimum: The least radius in points; nil for 0.
  ///
  /// **Differences**: the screen has square corners.
  public static func containerConcentric(minimum: CGFloat? = nil) -> UICornerRadius {
    UICornerRadius(kind: .concentric(least: (minimum ?? 0).asRadius))
  }
}

extension CGFloat {
  /// The largest radius in points that is reckoned with.
  private static let largestRadius = CGFloat(1 << 30)

  fileprivate var asRadius: CGFloat { self > 0 ? Swift.min(self, Self.largestRadius) : 0 }
}

/// The radii of the four corners of a view.
///
/// ```swift
/// card.cornerConfiguration = .uniformCorners(radius: .fixed(20))
/// picture.cornerConfiguration = .corners(radius: .containerConcentric(minimum: 8))
/// button.cornerConfiguration = .capsule()
/// ```
///
/// Radii that are too large for an edge shrink together, all by the same factor.
public struct UICornerConfiguration: Hashable, Sendable {
  /// The order of corners in lists.
  static let order: [UIRectCorner] = [.topLeft, .topRight, .bottomLeft, .bottomRight]

  enum Shape: Hashable {
    /// Half of the shorter side, at most so many points.
    case capsule(most: CGFloat)
    /// Radii in `order`, nil for square corners; corners of the same group have the largest radius
    /// of the group.
    case corners([UICornerRadius?], groups: [Int])
  }

  let shape: Shape

  private init(_ radii: [UICornerRadius?], groups: [Int] = [0, 1, 2, 3]) {
    shape = .corners(radii, groups: groups)
  }

  private init(shape: Shape) { self.shape = shape }

  /// Square corners: those of views by default.
  static let square = UICornerConfiguration([nil, nil, nil, nil])

  /// Corners of half the shorter side.
  ///
  /// - Parameter maximumRadius: The largest radius in points; nil for any.
  public static func capsule(maximumRadius: CGFloat? = nil) -> UICornerConfiguration {
    UICornerConfiguration(shape: .capsule(most: (maximumRadius ?? .infinity).asRadius))
  }

  /// Corners of one kind of radius; each is resolved for itself.
  public static func corners(radius: UICornerRadius) -> UICornerConfiguration {
    UICornerConfiguration([radius, radius, radius, radius])
  }

  /// Corners with radii of their own; nil for a square one.
  public static func corners(
    topLeftRadius: UICornerRadius?,
    topRightRadius: UICornerRadius?,
    bottomLeftRadius: UICornerRadius?,
    bottomRightRadius: UICornerRadius?
  ) -> UICornerConfiguration {
    UICornerConfiguration([topLeftRadius, topRightRadius, bottomLeftRadius, bottomRightRadius])
  }

  /// Corners that all have the largest of the radii that each would have.
  public static func uniformCorners(radius: UICornerRadius) -> UICornerConfiguration {
    UICornerConfiguration([radius, radius, radius, radius], groups: [0, 0, 0, 0])
  }

  /// Corners whose radii are the same at both ends of the left edge, and of the right one.
  public static func uniformEdges(
    leftRadius: UICornerRadius?,
    rightRadius: UICornerRadius?
  ) -> UICornerConfiguration {
    UICornerConfiguration(
      [leftRadius, rightRadius, leftRadius, rightRadius],
      groups: [0, 1, 0, 1]
    )
  }

  /// Corners whose radii are the same at both ends of the top edge, and of the bottom one.
  public static func uniformEdges(
    topRadius: UICornerRadius?,
    bottomRadius: UICornerRadius?
  ) -> UICornerConfiguration {
    UICornerConfiguration(
      [topRadius, topRadius, bottomRadius, bottomRadius],
      groups: [0, 0, 1, 1]
    )
  }

  /// Corners whose radii are the same at both ends of the top edge.
  public static func uniformTopRadius(
    _ topRadius: UICornerRadius?,
    bottomLeftRadius: UICornerRadius? = nil,
    bottomRightRadius: UICornerRadius? = nil
  ) -> UICornerConfiguration {
    UICornerConfiguration(
      [topRadius, topRadius, bottomLeftRadius, bottomRightRadius],
      groups: [0, 0, 1, 2]
    )
  }

  /// Corners whose radii are the same at both ends of the bottom edge.
  public static func uniformBottomRadius(
    _ bottomRadius: UICornerRadius?,
    topLeftRadius: UICornerRadius? = nil,
    topRightRadius: UICornerRadius? = nil
  ) -> UICornerConfiguration {
    UICornerConfiguration(
      [topLeftRadius, topRightRadius, bottomRadius, bottomRadius],
      groups: [0, 1, 2, 2]
    )
  }

  /// Corners whose radii are the same at both ends of the left edge.
  public static func uniformLeftRadius(
    _ leftRadius: UICornerRadius?,
    topRightRadius: UICornerRadius? = nil,
    bottomRightRadius: UICornerRadius? = nil
  ) -> UICornerConfiguration {
    UICornerConfiguration(
      [leftRadius, topRightRadius, leftRadius, bottomRightRadius],
      groups: [0, 1, 0, 2]
    )
  }

  /// Corners whose radii are the same at both ends of the right edge.
  public static func uniformRightRadius(
    _ rightRadius: UICornerRadius?,
    topLeftRadius: UICornerRadius? = nil,
    bottomLeftRadius: UICornerRadius? = nil
  ) -> UICornerConfiguration {
    UICornerConfiguration(
      [topLeftRadius, rightRadius, bottomLeftRadius, rightRadius],
      groups: [0, 1, 2, 1]
    )
  }

  /// Whether the radii depend on the view around.
  var isConcentric: Bool {
    guard case .corners(let radii, _) = shape else { return false }
    return radii.contains { radius in
      if case .concentric? = radius?.kind { return true }
      return false
    }
  }
}

/// The corners of one view, as they are shown.
final class ViewCorners {
  let configuration: UICornerConfiguration
  /// The radii that the layer has, in the order of corners, in points.
  var shown: [CGFloat] = []
  /// The mask of a view whose radii differ.
  var outline: CAShapeLayer?

  init(_ configuration: UICornerConfiguration) { self.configuration = configuration }
}

extension UIView {
  /// The radii of the corners; square by default.
  ///
  /// It sets the layer's `cornerRadius` and `maskedCorners` with every layout. `clipsToBounds` says
  /// whether subviews are cut.
  ///
  /// **Differences**: a layer has one radius. A view with several different ones is cut by a mask,
  /// its shadow and subviews, too; if it has a `mask` of its own, it takes the largest radius.
  public final var cornerConfiguration: UICornerConfiguration {
    get { extras?.corners?.configuration ?? .square }
    set {
      checkThread()
      guard newValue != cornerConfiguration else { return }
      let before = extras?.corners
      let corners = ViewCorners(newValue)
      (corners.outline, corners.shown) = (before?.outline, before?.shown ?? [])
      ownExtras.corners = corners
      updateCorners()
    }
  }

  /// Returns the radius of a corner as it is shown now, in points.
  ///
  /// - Parameter corner: One corner, or several for the largest radius of them.
  public final func effectiveRadius(corner: UIRectCorner) -> CGFloat {
    let radii = cornerRadii
    let wanted = UICornerConfiguration.order.indices.filter {
      corner.contains(UICornerConfiguration.order[$0])
    }
    return wanted.map { radii[$0] }.max() ?? 0
  }

  /// The radii in the order of corners, in points; those of the layer without a configuration.
  final var cornerRadii: [CGFloat] {
    let size = bounds.size
    guard let corners = extras?.corners else {
      let masks: [CACornerMask] = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
      ]
      let radius = layer.cornerRadius.asRadius
      return masks.map { layer.maskedCorners.contains($0) ? radius : 0 }
    }
    guard size.width > 0, size.height > 0 else { return [0, 0, 0, 0] }
    switch corners.configuration.shape {
    case .capsule(let most):
      return Array(repeating: min(most, min(size.width, size.height) / 2), count: 4)
    case .corners(let wanted, let groups):
      let around = corners.configuration.isConcentric ? radiiAround : [0, 0, 0, 0]
      var radii = zip(wanted, around).map { wanted, around -> CGFloat in
        switch wanted?.kind {
        case nil: 0
        case .fixed(let radius)?: radius
        case .concentric(let least)?: max(least, around)
        }
      }
      for group in Set(groups) {
        let members = groups.indices.filter { groups[$0] == group }
        let largest = members.map { radii[$0] }.max() ?? 0
        for member in members { radii[member] = largest }
      }
      return UIView.fitted(radii, in: size)
    }
  }

  /// The radii, smaller by one factor if two of them are too long for an edge.
  private static func fitted(_ radii: [CGFloat], in size: CGSize) -> [CGFloat] {
    let sums = [
      (radii[0] + radii[1], size.width), (radii[2] + radii[3], size.width),
      (radii[0] + radii[2], size.height), (radii[1] + radii[3], size.height),
    ]
    let factor = sums.reduce(CGFloat(1)) { $1.0 > $1.1 ? min($0, $1.1 / $1.0) : $0 }
    return factor < 1 ? radii.map { $0 * factor } : radii
  }

  /// The radii that are concentric with the corners around the view, in the order of corners; 0
  /// without a view around that has a configuration.
  private final var radiiAround: [CGFloat] {
    var container = parent
    while let view = container, view.extras?.corners == nil { container = view.parent }
    guard let container else { return [0, 0, 0, 0] }
    let (frame, room) = (convert(bounds, to: container), container.bounds)
    let (left, right) = (frame.minX - room.minX, room.maxX - frame.maxX)
    let (top, bottom) = (frame.minY - room.minY, room.maxY - frame.maxY)
    let distances = [max(left, top), max(right, top), max(left, bottom), max(right, bottom)]
    return zip(container.cornerRadii, distances).map { $0 > 0 ? ($0 - $1).asRadius : 0 }
  }

  /// Gives the layer the radii, and has the views in it that follow them laid out.
  final func updateCorners() {
    guard let corners = extras?.corners else { return }
    let radii = cornerRadii
    show(radii, of: corners)
    guard radii != corners.shown else { return }
    corners.shown = radii
    var stack = children
    while let view = stack.popLast() {
      if view.extras?.corners?.configuration.isConcentric == true { view.setNeedsLayout() }
      stack += view.children
    }
  }

  private final func show(_ radii: [CGFloat], of corners: ViewCorners) {
    let largest = radii.max() ?? 0
    let differ = radii.contains { $0 > 0 && $0 < largest }
    guard differ, extras?.mask == nil else {
      if let outline = corners.outline, layer.mask === outline { layer.mask = nil }
      corners.outline = nil
      layer.cornerRadius = largest
      let rounded = zip(UICornerConfiguration.order, radii).filter { $0.1 > 0 }.map(\.0)
      layer.maskedCorners = largest > 0 ? CACornerMask(UIRectCorner(rounded)) : .all
      return
    }
    layer.cornerRadius = 0
    let outline = corners.outline ?? CAShapeLayer()
    corners.outline = outline
    outline.path = UIView.outline(of: bounds, radii)
    if layer.mask !== outline { layer.mask = outline }
  }

  /// The outline of a rectangle with circular corners.
  private static func outline(of rect: CGRect, _ radii: [CGFloat]) -> CGPath {
    let path = CGMutablePath()
    let points = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ]
    let around = [radii[0], radii[1], radii[3], radii[2]]
    path.move(to: CGPoint(x: rect.minX, y: rect.minY + around[0]))
    for index in 0..<4 {
      path.addArc(
        tangent1End: points[index],
        tangent2End: points[(index + 1) % 4],
        radius: around[index]
      )
    }
    path.closeSubpath()
    return path
  }
}

extension CACornerMask {
  fileprivate static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]

  fileprivate init(_ corners: UIRectCorner) {
    self = []
    if corners.contains(.topLeft) { insert(.layerMinXMinYCorner) }
    if corners.contains(.topRight) { insert(.layerMaxXMinYCorner) }
    if corners.contains(.bottomLeft) { insert(.layerMinXMaxYCorner) }
    if corners.contains(.bottomRight) { insert(.layerMaxXMaxYCorner) }
  }
}
