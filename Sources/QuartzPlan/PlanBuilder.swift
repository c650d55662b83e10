// From a layer tree with presentation values to a render plan.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Builds the plans of one context, frame after frame.
package struct PlanBuilder {
  package let configuration: ContextConfiguration
  /// The plan of the last `update`.
  package private(set) var plan = RenderPlan()

  package init(configuration: ContextConfiguration) {
    self.configuration = configuration
  }

  /// Makes the whole output the damage of the next plan, for a target whose pixels are undefined.
  package mutating func invalidate() {
  }

  /// Plans the tree as it was last evaluated; damage is relative to the plan before.
  package mutating func update(_ tree: inout LayerTree) {
  }
}
