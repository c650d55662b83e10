// Layers of a class that is only known when the program runs; see QuartzInstances.
// Licensed under the MIT license; see LICENSE.

import QuartzInstances

extension CALayer {
  @_silgen_name("quartz_CALayer_init_layer")
  convenience init(copying layer: __owned Any) {
    self.init(layer: layer)
  }

  @_silgen_name("quartz_CALayer_init_layer")
  static func makeCopy(_ layer: __owned Any) -> CALayer

  @_silgen_name("quartz_CALayer_init")
  convenience init(_: Void) {
    self.init()
  }

  @_silgen_name("quartz_CALayer_init")
  static func make() -> CALayer

  /// Returns a copy of the layer of its own class, without sublayers and animations.
  ///
  /// The class' `init(layer:)` makes it. A class without that initialiser has the values of all its
  /// stored properties in the copy.
  final func copyForPresentation() -> Self {
    let type = type(of: self)
    let initializer = "init(layer:)"
    if Instances.implements(type, initializer) == true {
      return unsafeDowncast(type.makeCopy(self), to: type)
    }
    let copy = Instances.memberwiseCopy(of: self)
    copy.state = stateOfCopy
    // Before it may be released: the end of a presentation ends nothing of the layer's.
    copy.presented = self
    // Of a class that is met for the first time, the copy is copied: references to it may be lost.
    let argument = Unmanaged.passUnretained(copy)
    let made = Instances.attempt(type, initializer, with: copy) {
      type.makeCopy(argument.takeUnretainedValue())
    }
    return made.map { unsafeDowncast($0, to: type) } ?? copy
  }
}
