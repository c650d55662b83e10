// Animations of a class that is only known when the program runs; see QuartzInstances.
// Licensed under the MIT license; see LICENSE.

import QuartzInstances

extension CAAnimation {
  @_silgen_name("quartz_CAAnimation_init")
  convenience init(_: Void) {
    self.init()
  }

  @_silgen_name("quartz_CAAnimation_init")
  static func make() -> CAAnimation

  /// Returns a new animation of a class; nil if the class does not implement `init()`.
  private static func new(of type: CAAnimation.Type) -> CAAnimation? {
    Instances.attempt(type, "init()") { type.make() }
  }

  /// Returns a new animation of the same class; one with the values of all stored properties if the
  /// class does not implement `init()`.
  final func newOfSameClass() -> CAAnimation {
    CAAnimation.new(of: type(of: self)) ?? Instances.memberwiseCopy(of: self)
  }

  /// Returns a new animation of the nearest class that implements `init()`: the same class or one
  /// above it.
  final func newSample() -> CAAnimation {
    var next: AnyClass? = type(of: self)
    while let type = next as? CAAnimation.Type {
      if let sample = CAAnimation.new(of: type) { return sample }
      next = _getSuperclass(type)
    }
    return CAAnimation()
  }
}
