// An animation that was added to a layer, and its conversion for commits.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzModel

/// The reason why an animation has no effect, phrased to follow "animation X of layer Y: ".
package struct AnimationProblem: Error, Equatable, CustomStringConvertible {
  package let description: String
  /// Whether enclosing groups are inactive too.
  let isOfAll: Bool

  package init(_ description: String, isOfAll: Bool = false) {
    (self.description, self.isOfAll) = (description, isOfAll)
  }
}

/// An animation that was added to a layer.
final class AttachedAnimation {
  /// The name given by the program, if any.
  let name: String?
  /// The key in commits: the name, or one that no program uses.
  let key: String
  /// The number of the animation, in the order in which animations were added.
  let number: UInt64
  /// The layer's own copy; immutable.
  let animation: CAAnimation
  /// The completion groups that wait for the end.
  var groups: [CompletionGroup]

  /// The timing; its begin time is not 0 after the commit.
  private(set) var timing: MediaTiming
  /// The committed state; nil before the first commit and for malformed animations.
  private(set) var state: AnimationState?
  /// The images in `state`, which uses each of them once.
  private(set) var images: [ImageID] = []
  /// The problems of grouped animations that were left out of `state`.
  private var leftOut: [String] = []
  private(set) var isCommitted = false
  /// Whether the animation was sent to the server.
  var isSent = false
  /// The animated properties that are not in the table.
  private(set) var declaredProperties: Set<String> = []
  /// Whether the animation is still attached to the layer.
  var isAttached = false
  /// Whether the layer has to be drawn for it; cached after the first evaluation.
  var changesDrawing: Bool?
  var hasStarted = false
  var hasEnded = false

  init(
    name: String?,
    key: String,
    number: UInt64,
    animation: CAAnimation,
    groups: [CompletionGroup]
  ) {
    self.name = name
    self.key = key
    self.number = number
    self.animation = animation
    self.groups = groups
    timing = animation.mediaTiming
  }

  /// Removes the animation from its completion groups.
  func leaveGroups() {
    for group in groups { group.leave() }
    groups.removeAll()
  }

  /// Returns the timing of an animation that by default begins at `layerTime`.
  private func timing(beginningAt layerTime: Double) -> MediaTiming {
    var timing = timing
    if timing.beginTime == 0 { timing.beginTime = layerTime }
    return timing
  }

  /// Removes and returns the problems of grouped animations that were left out.
  func takeLeftOut() -> [String] {
    defer { leftOut.removeAll() }
    return leftOut
  }

  /// Determines the begin time and the value at the layer's first commit with the animation.
  ///
  /// - Parameters:
  ///   - layerClass: The class of the layer.
  ///   - layerTime: The time of the commit in the layer's time.
  ///   - declares: Whether the layer's class declares a property of that name beyond the table.
  ///   - useImage: Returns an ID for an image, valid until the animation is removed.
  /// - Throws: `AnimationProblem`; the animation then runs without an effect.
  func commit(
    of layerClass: LayerClass,
    at layerTime: Double,
    declares: @escaping (String) -> Bool = { _ in false },
    useImage: @escaping (CGImage) -> ImageID?
  ) throws(AnimationProblem) {
    guard !isCommitted else { return }
    isCommitted = true
    defer {
      timing = timing(beginningAt: layerTime)
      animation.settleBegin(at: layerTime)
    }
    var used: [ImageID] = []
    defer { images = used }
    var leftOut: [String] = []
    defer { self.leftOut = leftOut }
    let conversion = AnimationConversion(
      layerClass: layerClass,
      declares: declares,
      leaveOut: { leftOut.append($0) },
      images: { image in
        let id = useImage(image)
        if let id { used.append(id) }
        return id
      }
    )
    var state = try animation.state(conversion)
    state.timing = timing(beginningAt: layerTime)
    if let problem = state.problem { throw AnimationProblem(problem) }
    state = state.withoutUnusable { leftOut.append($0) }
    self.state = state
    state.forEachProperty { animation in
      if case .declared(let name, _) = animation.property { declaredProperties.insert(name) }
    }
  }

  /// Returns the committed state for another commit; nil if there is none.
  ///
  /// - Parameters:
  ///   - layerClass: The class of the layer.
  ///   - useImage: Returns the other commit's ID for an image.
  func state(
    of layerClass: LayerClass,
    useImage: @escaping (CGImage) -> ImageID?
  ) -> AnimationState? {
    guard let state, !images.isEmpty else { return state?.withoutDeclaredProperties }
    let conversion = AnimationConversion(
      layerClass: layerClass,
      declares: { _ in false },
      leaveOut: { _ in },
      images: useImage
    )
    let other = try? animation.state(conversion).withoutUnusable { _ in }
    guard var other, other.problem == nil else { return nil }
    other.timing = state.timing
    return other.withoutDeclaredProperties
  }

  /// Returns whether `body` is true for the name of a property that the committed animation moves.
  func moves(_ body: (String) -> Bool) -> Bool {
    var found = false
    state?.forEachProperty { animation in
      guard !found else { return }
      switch animation.property {
      case .declared(let name, _): found = body(name)
      case .row(let target): found = body(PropertyTable[target.property].name)
      case .cell(let target): found = body(target.keyPath)
      case .filter(let target): found = body(PropertyTable[target.property].name)
      }
    }
    return found
  }
}

extension CAAnimation {
  /// The names of the properties that the animation declares to move.
  var animatedKeys: Set<String> {
    switch self {
    case let group as CAAnimationGroup:
      (group.animations ?? []).reduce(into: []) { $0.formUnion($1.animatedKeys) }
    case let animation as CAPropertyAnimation:
      (animation.keyPath?.prefix { $0 != "." }).map { [String($0)] } ?? []
    default: []
    }
  }
}
