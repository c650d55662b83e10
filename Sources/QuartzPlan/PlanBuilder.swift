// From a layer tree with presentation values to a render plan.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// Builds the plans of one context, frame after frame.
package struct PlanBuilder {
  package let configuration: ContextConfiguration
  private var current = RenderPlan()

  package init(configuration: ContextConfiguration) {
    self.configuration = configuration
  }

  /// The plan for the tree as it was last evaluated.
  package mutating func plan(_ tree: inout LayerTree) -> RenderPlan {
    current
  }
}
