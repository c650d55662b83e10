// Animations that run together.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzModel

/// Animations on one clock.
///
///     let fade = CABasicAnimation(keyPath: "opacity")
///     fade.fromValue = 0
///     let move = CABasicAnimation(keyPath: "position.x")
///     move.byValue = 100
///     move.beginTime = 1
///     let group = CAAnimationGroup()
///     group.animations = [fade, move]
///     group.duration = 2
///     layer.add(group, forKey: "enter")
///
/// The animations' begin times count from the group's start. An animation that runs longer than the
/// group is cut off at the group's end; one without a duration runs as long as the group. One that
/// ends earlier still shows at exactly its end. Delegates and `isRemovedOnCompletion` of animations
/// in a group do not count. An invalid animation, which a diagnostic reports, and a discrete one of
/// a single value have no effect; the others run.
///
/// **Differences**: `copy()` copies the list, not the animations in it; adding a group to a layer
/// copies them too.
open class CAAnimationGroup: CAAnimation {
  private var storedAnimations: [CAAnimation]?
  /// The reason why some animations are missing.
  private var storedProblem: String?

  /// Creates an empty group.
  public override init() {
    super.init()
  }

  /// Creates a group from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The animations; they act in this order.
  open var animations: [CAAnimation]? {
    get { storedAnimations }
    set {
      willModify()
      storedAnimations = newValue
    }
  }

  override class var plain: CAAnimation { CAAnimationGroup() }

  override func declaredValue(_ key: AnimationKey) -> Any? {
    key == .animations ? animations : super.declaredValue(key)
  }

  package override func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    guard key == .animations else { return super.setDeclared(key, value) }
    return assign(value) { animations = $0 }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CAAnimationGroup else { return }
    copy.storedAnimations = storedAnimations
    copy.storedProblem = storedProblem
  }

  override func freezeChildren(depth: Int, _ budget: inout GroupBudget) {
    guard let animations = storedAnimations else { return }
    storedAnimations = nil
    guard depth < AnimationState.maximumDepth else {
      storedProblem =
        "groups are nested deeper than \(AnimationState.maximumDepth), or one is in itself"
      return
    }
    var frozen: [CAAnimation] = []
    for original in animations {
      guard budget.take() else {
        storedProblem = "it has more than \(GroupBudget.most) animations in it"
        return
      }
      guard let animation = original.copy() as? CAAnimation else { continue }
      animation.freeze(depth: depth + 1, &budget)
      frozen.append(animation)
    }
    storedAnimations = frozen
  }

  override func kind(
    _ conversion: borrowing AnimationConversion
  ) throws(AnimationProblem) -> AnimationState.Kind {
    if let storedProblem { throw AnimationProblem(storedProblem, isOfAll: true) }
    var states: [AnimationState] = []
    let leaveOut = conversion.leaveOut
    for (index, animation) in (animations ?? []).enumerated() {
      let inner = AnimationConversion(
        layerClass: conversion.layerClass,
        declares: conversion.declares,
        leaveOut: { leaveOut("animation \(index): \($0)") },
        images: conversion.images
      )
      do throws(AnimationProblem) {
        states.append(try animation.state(inner))
      } catch {
        let problem = "animation \(index): \(error)"
        if error.isOfAll { throw AnimationProblem(problem, isOfAll: true) }
        leaveOut(problem)
      }
    }
    return .group(states)
  }
}
