// Animations from one value to another.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzModel

/// An animation from one value to another.
///
/// At most two of `fromValue`, `toValue` and `byValue` are meant to be set:
///
/// | set | runs |
/// |---|---|
/// | from and to | from `fromValue` to `toValue` |
/// | from and by | from `fromValue` to `fromValue` + `byValue` |
/// | by and to | from `toValue` - `byValue` to `toValue` |
/// | from | from `fromValue` to the property's value |
/// | to | from the property's value to `toValue` |
/// | by | from the property's value to that value + `byValue` |
/// | nothing | shows the property's value |
///
/// "The property's value" is what the layer shows without this animation. If all three are set,
/// `byValue` does not count. Transforms are added part by part: translations, scales and skews add up,
/// and one rotation goes after the other. So a rotation as the `byValue` of `transform` turns the layer
/// and makes it larger by its scale of 1; `transform.rotation` is what only turns it. Lists of numbers
/// and paths are added where both have as many; what has no sum stays at the value beside `byValue`.
///
/// Values are numbers of any kind, CGPoint, CGSize, CGRect, CATransform3D, CGColor or CGImage, as the
/// property needs, or an NSValue with such a struct; NSNull is no colour and no image. `hidden` shows
/// where it ends with the next frame.
///
///     let fade = CABasicAnimation(keyPath: "opacity")
///     fade.fromValue = 0
///     fade.toValue = 1
///     fade.duration = 2
///     layer.add(fade, forKey: "fade")
open class CABasicAnimation: CAPropertyAnimation {
  private var ends: (from: Any?, to: Any?, by: Any?)

  /// Creates an animation of nothing.
  public required init() {
    super.init()
  }

  /// Creates an animation from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Where the animation starts.
  open var fromValue: Any? {
    get { ends.from }
    set {
      willModify()
      ends.from = newValue
    }
  }

  /// Where the animation ends.
  open var toValue: Any? {
    get { ends.to }
    set {
      willModify()
      ends.to = newValue
    }
  }

  /// How far the animation goes.
  open var byValue: Any? {
    get { ends.by }
    set {
      willModify()
      ends.by = newValue
    }
  }

  final var hasEnds: Bool { ends.from != nil || ends.to != nil || ends.by != nil }

  override class var plain: CAAnimation { CABasicAnimation() }

  override func declaredValue(_ key: AnimationKey) -> Any? {
    switch key {
    case .fromValue: fromValue
    case .toValue: toValue
    case .byValue: byValue
    default: super.declaredValue(key)
    }
  }

  package override func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    switch key {
    case .fromValue: assign(value) { fromValue = $0 }
    case .toValue: assign(value) { toValue = $0 }
    case .byValue: assign(value) { byValue = $0 }
    default: super.setDeclared(key, value)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    (copy as? CABasicAnimation)?.ends = ends
  }

  override func propertyKind(
    _ conversion: borrowing ValueConversion
  ) throws(AnimationProblem) -> PropertyAnimation.Kind {
    .basic(try modelEnds(conversion))
  }

  /// From, to and by as values.
  final func modelEnds(
    _ conversion: borrowing ValueConversion
  ) throws(AnimationProblem) -> BasicAnimation {
    BasicAnimation(
      from: try conversion.value(fromValue, "fromValue"),
      to: try conversion.value(toValue, "toValue"),
      by: try conversion.value(byValue, "byValue")
    )
  }
}
