// The equations of a tree of views, for benches.
// Licensed under the MIT license; see LICENSE.

import QuartzLayout

extension UIView {
  /// The equations of the view's tree as text; empty without an engine.
  package var layoutSystemText: String { layoutHost?.engine.systemText ?? "" }
}
