// The damage of a frame: the pixels that its plan shows differently from the plan before.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Compares each plan that is made anew with the one before, and finds the pixels of images whose
/// texels changed.
struct DamageFinder {
  // The plan before; the two take turns so that their capacity stays.
  private var previous = RenderPlan()
  private var difference = PlanDifference()
  /// The pixels of a plan's draws that show changed texels.
  private(set) var parts: ContiguousArray<PartDamage> = []

  /// Keeps a plan that is about to be made anew, to compare with, and gives its place to an older
  /// one.
  mutating func exchange(_ plan: inout RenderPlan) { swap(&plan, &previous) }

  /// The damage of a plan that was made anew.
  mutating func damage(
    of plan: RenderPlan,
    _ changes: ContiguousArray<ImageChange>
  ) -> Damage {
    findParts(of: changes, in: plan)
    return difference.damage(from: previous, to: plan, parts: parts)
  }

  /// Finds the pixels that show changed texels, draw by draw.
  mutating func findParts(of changes: ContiguousArray<ImageChange>, in plan: RenderPlan) {
    plan.damage(of: changes, into: &parts)
  }

  /// The pixels of the output that differ where parts of a plan take the places of others.
  mutating func damage(in plan: RenderPlan, splicing parts: ContiguousArray<SplicedPart>)
    -> Damage
  {
    difference.damage(in: plan, splicing: parts)
  }

  /// The pixels of the output that change with those parts; nil if that is not known.
  mutating func damageOfParts(in plan: RenderPlan) -> Damage? {
    difference.damage(in: plan, parts: parts)
  }
}
