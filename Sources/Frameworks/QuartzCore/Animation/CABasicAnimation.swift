// Animations from one value to another.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
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
/// "The property's value" is the one that the layer shows without this animation. If all three are
/// set, `byValue` does not count. Transforms are added part by part: translations, scales and skews
/// add up, and one rotation is applied after the other. So a rotation as the `byValue` of
/// `transform` turns the layer and makes it larger by its scale of 1; `transform.rotation` only
/// turns it. Lists of numbers and paths are added where both have the same count. Values without a
/// sum stay at the value beside `byValue`.
///
/// Values are numbers of any kind, CGPoint, CGSize, CGRect, CATransform3D, CGColor or CGImage,
/// according to the property, or an NSValue with such a struct; NSNull is no colour and no image.
/// The end value of `hidden` shows with the next frame. Numbers read back as NSNumbers, which
/// `as? Double`, `as? Int` and `as? CGFloat` cast.
///
///     let fade = CABasicAnimation(keyPath: "opacity")
///     fade.fromValue = 0
///     fade.toValue = 1
///     fade.duration = 2
///     layer.add(fade, forKey: "fade")
open class CABasicAnimation: CAPropertyAnimation {
  private var ends: (from: Any?, to: Any?, by: Any?)

  /// Creates an animation of nothing.
  public override init() {
    super.init()
  }

  /// Creates an animation from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The value at the start.
  open var fromValue: Any? {
    get { ends.from }
    set {
      willModify()
      ends.from = newValue.map(Boxing.boxed)
    }
  }

  /// The value at the end.
  open var toValue: Any? {
    get { ends.to }
    set {
      willModify()
      ends.to = newValue.map(Boxing.boxed)
    }
  }

  /// The difference between the start and the end.
  open var byValue: Any? {
    get { ends.by }
    set {
      willModify()
      ends.by = newValue.map(Boxing.boxed)
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

  /// Converts from, to and by to values.
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
