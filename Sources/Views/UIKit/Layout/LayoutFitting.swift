// Sizes that fit the constraints in a view.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzLayout

extension LayoutHost {
  /// Returns the size of a view that its constraints, and those in it, make nearest to a size.
  static func fit(
    _ view: UIView,
    _ target: CGSize,
    _ horizontal: UILayoutPriority,
    _ vertical: UILayoutPriority
  ) -> CGSize {
    view.updateConstraintsIfNeeded()
    let host = LayoutHost(root: view, measures: true)
    let node = host.node(of: view)
    host.addTree(view)
    for (variable, length, priority) in [
      (node.width, target.width, horizontal), (node.height, target.height, vertical),
    ] {
      let strength = strength(priority)
      _ = host.engine.add(
        LayoutEquation(
          [LayoutTerm(variable)],
          constant: Double(length),
          over: strength,
          under: strength,
          sacrifice: LayoutSacrifice(rank: LayoutRank.host)
        )
      )
    }
    host.update()
    let size = view.frame(forAlignmentRect: node.rect).size
    let scale = view.layoutScale
    return CGSize(width: size.width.ceiled(to: scale), height: size.height.ceiled(to: scale))
  }
}
