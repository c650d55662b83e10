// The layout state of a layer.
// Licensed under the MIT license; see LICENSE.

/// The state of a layer's own layout and of its part in that of its superlayer.
struct LayerLayout {
  /// Whether the sublayers need layout.
  var isNeeded = false
  /// Whether the sublayers are being laid out; requests for it are dropped meanwhile.
  var isRunning = false
  /// Whether the frame is being set: its parts are reported together.
  var isFrameChanging = false
  /// The actions of the frame's parts, to run when the frame is set.
  var frameActions: [(key: String, action: any CAAction)] = []
  /// Whether a view lays the sublayers out: a change of a sublayer's size requests it, one of the
  /// transform does not.
  var isOfView = false
  /// The parts of the frame that follow the superlayer's size; nil follows style and class.
  var autoresizing: CAAutoresizingMask?
  /// The rules, which most layers do not have.
  private var rules: LayoutRules?

  /// The layout manager of the sublayers, unless the delegate lays them out.
  var manager: (any CALayoutManager)? {
    get { rules?.manager }
    set { rules = LayoutRules(manager: newValue, constraints: constraints) }
  }

  /// The relations to siblings and superlayer; nil if there are none.
  var constraints: [CAConstraint]? {
    get { rules?.constraints }
    set { rules = LayoutRules(manager: manager, constraints: newValue) }
  }

  /// The same rules for a layer without pending layout.
  var rulesAlone: LayerLayout {
    var copy = self
    copy.isNeeded = false
    copy.isRunning = false
    copy.isFrameChanging = false
    copy.frameActions = []
    return copy
  }
}

/// The layout manager and constraints of one layer, stored separately because most layers have
/// none.
private final class LayoutRules {
  let manager: (any CALayoutManager)?
  let constraints: [CAConstraint]?

  init?(manager: (any CALayoutManager)?, constraints: [CAConstraint]?) {
    if manager == nil && constraints == nil { return nil }
    self.manager = manager
    self.constraints = constraints
  }
}
