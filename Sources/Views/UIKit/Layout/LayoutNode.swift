// The variables of a view or guide.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzLayout

/// The distances of baselines from the edges of a view, in points.
struct Baselines: Equatable {
  /// From the top to the first one.
  var first: CGFloat
  /// From the last one to the bottom.
  var last: CGFloat
  /// The height that these are of, where the text stays in the middle of the height; nil where it
  /// stays at the edges.
  var middleHeight: CGFloat?
}

/// The variables of one view or guide in an engine, and the equations that belong to it.
@MainActor
final class LayoutNode {
  private let place: LayoutOperand.Item
  private var hostHandle: ObjectHandle<LayoutHost>?
  /// The number of the host; 0 once it has removed the node.
  ///
  /// To compare numbers takes less than to look whether the host is still there.
  private(set) var hostNumber: Int
  /// In the superview's coordinates, or the owner's, without the origin of its bounds.
  let minX: LayoutVariable
  let minY: LayoutVariable
  let width: LayoutVariable
  let height: LayoutVariable
  /// The equations of the size of the contents.
  var contentIDs: [LayoutEquationID?] = [nil, nil]
  /// The size of the contents that the engine knows; negative if there is none.
  var content = CGSize(width: -1, height: -1)
  /// The size before lines were broken, for texts of several lines.
  var widest: CGSize?
  /// Equations of a guide of the system, with the numbers of their constants.
  var systemIDs: [LayoutEquationID] = []
  /// Whether the view has a frame of its own (`LayoutHost.hold`).
  var isHeld = false
  /// How a held view follows its superview, across and down.
  var followings: [MaskFollowing?] = [nil, nil]
  var isContentDirty = false

  init(_ place: LayoutOperand.Item, _ host: LayoutHost) {
    self.place = place
    hostHandle = host.handle
    hostNumber = host.number
    minX = host.engine.addVariable(isSize: false)
    minY = host.engine.addVariable(isSize: false)
    width = host.engine.addVariable(isSize: true)
    height = host.engine.addVariable(isSize: true)
  }

  var variables: [LayoutVariable] { [minX, minY, width, height] }

  /// Notes that the host has removed the node.
  func leave() { (hostHandle, hostNumber) = (nil, 0) }

  /// The view; nil for guides, and once it is gone.
  var view: UIView? {
    if case .view(let handle) = place { handle.object } else { nil }
  }

  /// The guide; nil for views, and once it is gone.
  var guide: UILayoutGuide? {
    if case .guide(let handle) = place { handle.object } else { nil }
  }

  /// The host; nil once it has removed the node, or is gone.
  var host: LayoutHost? { hostHandle?.object }

  /// The alignment rectangle after the last solve.
  var rect: CGRect {
    guard let host else { return .zero }
    return CGRect(
      x: host.engine.value(of: minX),
      y: host.engine.value(of: minY),
      width: host.engine.value(of: width),
      height: host.engine.value(of: height)
    )
  }

  /// Adds an attribute to a sum.
  ///
  /// - Parameter isOrigin: Whether the sum is in the view's own coordinates.
  func add(
    _ attribute: NSLayoutConstraint.Attribute,
    to sum: inout LayoutSum,
    isRightToLeft: Bool,
    isOrigin: Bool
  ) {
    func x(_ part: Double) {
      if !isOrigin { sum.add(minX) }
      if part != 0 { sum.add(width, part) }
    }
    func y(_ part: Double) {
      if !isOrigin { sum.add(minY) }
      if part != 0 { sum.add(height, part) }
    }
    switch attribute {
    case .left: x(0)
    case .right: x(1)
    case .leading: x(isRightToLeft ? 1 : 0)
    case .trailing: x(isRightToLeft ? 0 : 1)
    case .centerX: x(0.5)
    case .top: y(0)
    case .bottom: y(1)
    case .centerY: y(0.5)
    case .width: sum.add(width)
    case .height: sum.add(height)
    case .firstBaseline:
      let own = view?.ownBaselines
      y(own == nil ? 1 : own?.middleHeight == nil ? 0 : 0.5)
      sum.constant += own.map { Double($0.first - ($0.middleHeight ?? 0) / 2) } ?? 0
    case .lastBaseline:
      let own = view?.ownBaselines
      y(own?.middleHeight == nil ? 1 : 0.5)
      sum.constant -= own.map { Double($0.last - ($0.middleHeight ?? 0) / 2) } ?? 0
    default: break
    }
  }
}
