// Where popovers lie, as numbers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The sides at which the arrow of a popover may be.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates directions from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The arrow points up: the popover is below.
  public static let up = UIPopoverArrowDirection(rawValue: 1)
  /// The arrow points down: the popover is above.
  public static let down = UIPopoverArrowDirection(rawValue: 2)
  /// The arrow points to the left: the popover is at the right.
  public static let left = UIPopoverArrowDirection(rawValue: 4)
  /// The arrow points to the right: the popover is at the left.
  public static let right = UIPopoverArrowDirection(rawValue: 8)
  /// All four.
  public static let any = UIPopoverArrowDirection(rawValue: 15)
  /// No arrow was chosen yet.
  public static let unknown = UIPopoverArrowDirection(rawValue: .max)
}

/// The place of a popover beside what it belongs to.
///
/// It is below, above, at the right, or at the left: the first of these at which all of it has
/// room, or else the one with the most room, where it is made smaller.
struct PopoverPlacement: Equatable {
  /// The base and the height of the arrow, in points.
  static let arrow = CGSize(width: 37, height: 13)
  /// The radius of the corners, in points.
  static let corner: CGFloat = 13

  /// With the arrow, in the container.
  var frame: CGRect
  /// The direction of the arrow; unknown without one.
  var direction: UIPopoverArrowDirection
  /// The tip of the arrow along its side, from the frame's corner.
  var tip: CGFloat

  /// - Parameters:
  ///   - size: That of the content, without the arrow.
  ///   - source: The rectangle that the arrow points at, in the container.
  ///   - area: The part of the container that may be covered.
  ///   - permitted: The directions of the arrow.
  init(
    of size: CGSize,
    at source: CGRect,
    in area: CGRect,
    permitted: UIPopoverArrowDirection
  ) {
    var best: PopoverPlacement?
    var bestRoom: CGFloat = 0
    for direction in [UIPopoverArrowDirection.up, .down, .left, .right]
    where permitted.contains(direction) {
      let room = PopoverPlacement.room(direction, source, area)
      guard room.width > 0, room.height > 0 else { continue }
      let shown = CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
      guard shown == size || shown.width * shown.height > bestRoom else { continue }
      best = PopoverPlacement(of: shown, direction, source, area)
      bestRoom = shown.width * shown.height
      if shown == size { break }
    }
    self = best ?? PopoverPlacement(of: size, inMiddleOf: area)
  }

  /// The content's room beside the source.
  private static func room(
    _ direction: UIPopoverArrowDirection,
    _ source: CGRect,
    _ area: CGRect
  ) -> CGSize {
    let height = arrow.height
    return switch direction {
    case .up: CGSize(width: area.width, height: area.maxY - source.maxY - height)
    case .down: CGSize(width: area.width, height: source.minY - area.minY - height)
    case .left: CGSize(width: area.maxX - source.maxX - height, height: area.height)
    default: CGSize(width: source.minX - area.minX - height, height: area.height)
    }
  }

  private init(
    of size: CGSize,
    _ direction: UIPopoverArrowDirection,
    _ source: CGRect,
    _ area: CGRect
  ) {
    let isUpright = direction == .up || direction == .down
    var whole = size
    if isUpright {
      whole.height += PopoverPlacement.arrow.height
    } else {
      whole.width += PopoverPlacement.arrow.height
    }
    /// As near to the middle of the source as the area lets it.
    func start(_ middle: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      max(min(middle - length / 2, high - length), low).rounded()
    }
    var origin = CGPoint(
      x: start(source.midX, whole.width, area.minX, area.maxX),
      y: start(source.midY, whole.height, area.minY, area.maxY)
    )
    switch direction {
    case .up: origin.y = source.maxY
    case .down: origin.y = source.minY - whole.height
    case .left: origin.x = source.maxX
    default: origin.x = source.minX - whole.width
    }
    frame = CGRect(origin: origin, size: whole)
    self.direction = direction
    let (middle, length) =
      isUpright ? (source.midX - origin.x, whole.width) : (source.midY - origin.y, whole.height)
    let least = PopoverPlacement.corner + PopoverPlacement.arrow.width / 2
    tip = length > 2 * least ? min(max(middle, least), length - least) : length / 2
  }

  private init(of size: CGSize, inMiddleOf area: CGRect) {
    let shown = CGSize(
      width: min(size.width, max(area.width, 0)),
      height: min(size.height, max(area.height, 0))
    )
    frame = CGRect(
      x: (area.midX - shown.width / 2).rounded(),
      y: (area.midY - shown.height / 2).rounded(),
      width: shown.width,
      height: shown.height
    )
    direction = .unknown
    tip = 0
  }

  /// The content, in the frame's space.
  var content: CGRect {
    var rect = CGRect(origin: .zero, size: frame.size)
    let height = PopoverPlacement.arrow.height
    switch direction {
    case .up:
      rect.origin.y = height
      rect.size.height -= height
    case .down: rect.size.height -= height
    case .left:
      rect.origin.x = height
      rect.size.width -= height
    case .right: rect.size.width -= height
    default: break
    }
    return rect
  }

  /// The outline, in the frame's space.
  var outline: CGPath {
    let body = content
    let radius = min(PopoverPlacement.corner, body.width / 2, body.height / 2)
    let path = CGMutablePath()
    path.addRoundedRect(in: body, cornerWidth: radius, cornerHeight: radius)
    let half = PopoverPlacement.arrow.width / 2
    let points: [CGPoint]
    switch direction {
    case .up:
      points = [
        CGPoint(x: tip - half, y: body.minY), CGPoint(x: tip, y: 0),
        CGPoint(x: tip + half, y: body.minY),
      ]
    case .down:
      points = [
        CGPoint(x: tip + half, y: body.maxY), CGPoint(x: tip, y: frame.height),
        CGPoint(x: tip - half, y: body.maxY),
      ]
    case .left:
      points = [
        CGPoint(x: body.minX, y: tip + half), CGPoint(x: 0, y: tip),
        CGPoint(x: body.minX, y: tip - half),
      ]
    case .right:
      points = [
        CGPoint(x: body.maxX, y: tip - half), CGPoint(x: frame.width, y: tip),
        CGPoint(x: body.maxX, y: tip + half),
      ]
    default: return path
    }
    path.move(to: points[0])
    path.addLine(to: points[1])
    path.addLine(to: points[2])
    path.closeSubpath()
    return path
  }
}
