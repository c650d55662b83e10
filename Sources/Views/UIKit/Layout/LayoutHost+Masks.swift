// Frames and autoresizing masks as equations.
// Licensed under the MIT license; see LICENSE.
//
// A view with a frame of its own is fixed at it. If its mask lets it follow the superview, position
// and length are multiples of the superview's length instead, so that constraints that name the
// view follow in the same solve. The layer's own resizing gives the view the same frame.

import CoreGraphics
import QuartzCore
import QuartzLayout

/// The equations of a view along one axis: near = shares.near * length + a number of points, and
/// extent = shares.extent * length + another one, by the length of the superview.
struct MaskFollowing {
  var shares: FlexibleShares
  var near: LayoutEquationID
  var extent: LayoutEquationID
  var nearConstant: Double
  var extentConstant: Double
}

extension LayoutHost {
  /// Below this, in points, a frame is as the equations say: sums of shares have such errors.
  private static let tolerance = 1e-6

  /// Holds a view at its present frame, and at what its mask makes of it.
  func hold(_ node: LayoutNode, _ view: UIView) {
    node.isHeld = true
    let (rect, frame) = (view.alignmentFrame, view.plainFrame)
    let parent = view === root ? nil : view.parent
    let around = parent?.bounds.size ?? .zero
    let mask = parent == nil ? 0 : view.layer.autoresizingMask.rawValue
    let sides = [
      (
        rect.minX, rect.width,
        FlexibleShares(
          frame.minX,
          frame.width,
          around.width - frame.maxX,
          mask
        )
      ),
      (
        rect.minY, rect.height,
        FlexibleShares(
          frame.minY,
          frame.height,
          around.height - frame.maxY,
          mask >> 3
        )
      ),
    ]
    for (axis, (near, extent, shares)) in sides.enumerated() {
      let ends = axis == 0 ? (node.minX, node.width) : (node.minY, node.height)
      guard let parent, shares.near != 0 || shares.extent != 0 else {
        stopFollowing(node, axis)
        engine.fix(ends.0, at: Double(near))
        engine.fix(ends.1, at: Double(extent))
        continue
      }
      engine.fix(ends.0, at: nil)
      engine.fix(ends.1, at: nil)
      follow(node, axis, parent, shares, near: Double(near), extent: Double(extent))
    }
  }

  /// Lets the equations of others decide the frame of a view.
  func letGo(_ node: LayoutNode) {
    node.isHeld = false
    for axis in 0..<2 { stopFollowing(node, axis) }
    for variable in node.variables { engine.fix(variable, at: nil) }
  }

  private func stopFollowing(_ node: LayoutNode, _ axis: Int) {
    guard let old = node.followings[axis] else { return }
    engine.remove(equation: old.near)
    engine.remove(equation: old.extent)
    node.followings[axis] = nil
  }

  private func follow(
    _ node: LayoutNode,
    _ axis: Int,
    _ parent: UIView,
    _ shares: FlexibleShares,
    near: Double,
    extent: Double
  ) {
    let size = parent.alignmentFrame.size
    let length = Double(axis == 0 ? size.width : size.height)
    let nearConstant = near - shares.near * length
    let extentConstant = extent - shares.extent * length
    if var old = node.followings[axis] {
      // A frame that the layer made of the superview's size is no news.
      let (oldNear, oldExtent) = (old.shares.near * length, old.shares.extent * length)
      if abs(oldNear + old.nearConstant - near) < Self.tolerance,
        abs(oldExtent + old.extentConstant - extent) < Self.tolerance,
        abs(old.shares.near - shares.near) < Self.tolerance,
        abs(old.shares.extent - shares.extent) < Self.tolerance
      {
        return
      }
      if old.shares == shares {
        engine.setConstant(nearConstant, of: old.near)
        engine.setConstant(extentConstant, of: old.extent)
        (old.nearConstant, old.extentConstant) = (nearConstant, extentConstant)
        node.followings[axis] = old
        return
      }
      stopFollowing(node, axis)
    }
    let around = self.node(of: parent)
    let follows = axis == 0 ? around.width : around.height
    let depth = node.view?.depth ?? 0
    func equation(_ variable: LayoutVariable, _ share: Double, _ constant: Double)
      -> LayoutEquationID
    {
      var terms: LayoutTerms = [LayoutTerm(variable)]
      if share != 0 { terms.append(LayoutTerm(follows, -share)) }
      let sacrifice = LayoutSacrifice(rank: LayoutRank.mask, depth: depth)
      return engine.add(LayoutEquation(terms, constant: constant, sacrifice: sacrifice))
    }
    node.followings[axis] = MaskFollowing(
      shares: shares,
      near: equation(axis == 0 ? node.minX : node.minY, shares.near, nearConstant),
      extent: equation(axis == 0 ? node.width : node.height, shares.extent, extentConstant),
      nearConstant: nearConstant,
      extentConstant: extentConstant
    )
  }

  /// The description of an equation of a mask, as UIKit prints it; nil for other equations.
  func maskText(of equation: LayoutEquationID, _ view: UIView) -> String? {
    let followings = knownNode(of: view)?.followings.compactMap { $0 } ?? []
    guard followings.contains(where: { $0.near == equation || $0.extent == equation }) else {
      return nil
    }
    func signs(_ bits: UInt32) -> String {
      String((0..<3).map { bits >> $0 & 1 == 0 ? "-" : "&" })
    }
    let mask = view.layer.autoresizingMask.rawValue
    let name = "\(type(of: view)):\(UInt(bitPattern: ObjectIdentifier(view)))"
    return "<NSAutoresizingMaskLayoutConstraint h=\(signs(mask)) v=\(signs(mask >> 3)) \(name)>"
  }
}
