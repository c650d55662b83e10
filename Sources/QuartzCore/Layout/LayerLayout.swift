// What a layer knows of its layout.
// Licensed under the MIT license; see LICENSE.

/// What a layer knows of its own layout and of its place in that of its superlayer.
struct LayerLayout {
  /// Whether the sublayers have to be laid out.
  var isNeeded = false
  /// Whether the sublayers are being laid out; requests for it are dropped meanwhile.
  var isRunning = false
  /// How the frame follows the size of the superlayer; nil, as style and class say.
  var autoresizing: CAAutoresizingMask?
  /// What most layers do not have.
  private var rules: LayoutRules?

  /// Who lays out the sublayers, if the delegate does not.
  var manager: (any CALayoutManager)? {
    get { rules?.manager }
    set { rules = LayoutRules(manager: newValue, constraints: constraints) }
  }

  /// The relations to siblings and superlayer; nil if there are none.
  var constraints: [CAConstraint]? {
    get { rules?.constraints }
    set { rules = LayoutRules(manager: manager, constraints: newValue) }
  }

  /// The same rules for a layer that was not asked to lay out anything yet.
  var rulesAlone: LayerLayout {
    var copy = self
    copy.isNeeded = false
    copy.isRunning = false
    return copy
  }
}

/// The layout manager and constraints of one layer, out of the way of those that have none.
private final class LayoutRules {
  let manager: (any CALayoutManager)?
  let constraints: [CAConstraint]?

  init?(manager: (any CALayoutManager)?, constraints: [CAConstraint]?) {
    if manager == nil && constraints == nil { return nil }
    self.manager = manager
    self.constraints = constraints
  }
}
