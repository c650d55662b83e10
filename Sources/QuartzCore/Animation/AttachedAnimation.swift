// An animation that a layer has, and its way into a commit.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzModel

/// Why an animation has no effect, in words that go after "animation X of layer Y: ".
package struct AnimationProblem: Error, Equatable, CustomStringConvertible {
  package let description: String
  /// Whether groups around the animation have no effect either.
  let isOfAll: Bool

  package init(_ description: String, isOfAll: Bool = false) {
    (self.description, self.isOfAll) = (description, isOfAll)
  }
}

/// An animation that was added to a layer.
final class AttachedAnimation {
  /// The name that the program gave; nil if it gave none.
  let name: String?
  /// The key of the commit: the name, or one that no program uses.
  let key: String
  /// Tells which of two animations was added first.
  let number: UInt64
  /// The layer's own copy; immutable.
  let animation: CAAnimation
  /// Those who wait for the end.
  var groups: [CompletionGroup]

  /// The timing, with a begin that is not 0 from the commit on.
  private(set) var timing: MediaTiming
  /// What was committed; nil before the first commit and for malformed animations.
  private(set) var state: AnimationState?
  /// The images that `state` names, each used once by it.
  private(set) var images: [ImageID] = []
  /// What is wrong with animations in groups, which were left out of `state`.
  private var leftOut: [String] = []
  private(set) var isCommitted = false
  /// Whether the server has it.
  var isSent = false
  /// The properties that it moves beyond the table's.
  private(set) var declaredProperties: Set<String> = []
  /// Whether the layer still has it.
  var isAttached = false
  /// Whether the layer has to be drawn for it, once somebody has asked for that.
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

  /// Tells those who wait for the end that they need not any more.
  func leaveGroups() {
    for group in groups { group.leave() }
    groups.removeAll()
  }

  /// The timing of an animation that begins at `layerTime` unless it says otherwise.
  private func timing(beginningAt layerTime: Double) -> MediaTiming {
    var timing = timing
    if timing.beginTime == 0 { timing.beginTime = layerTime }
    return timing
  }

  /// What is wrong with animations in groups that were left out, once.
  func takeLeftOut() -> [String] {
    defer { leftOut.removeAll() }
    return leftOut
  }

  /// Settles the begin and the value at the first commit of the layer with the animation.
  ///
  /// - Parameters:
  ///   - layerClass: The class of the layer.
  ///   - layerTime: The layer's time of the commit.
  ///   - declares: Whether the layer's class declares a property of that name beyond the table.
  ///   - useImage: Gives an image a number that holds until the animation is removed.
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

  /// Whether `body` holds for the name of a property that the animation moves, as it was committed.
  func moves(_ body: (String) -> Bool) -> Bool {
    var found = false
    state?.forEachProperty { animation in
      guard !found else { return }
      switch animation.property {
      case .declared(let name, _): found = body(name)
      case .row(let target): found = body(PropertyTable[target.property].name)
      case .cell(let target): found = body(target.keyPath)
      }
    }
    return found
  }
}

extension CAAnimation {
  /// The names of the properties that the animation says it moves.
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
