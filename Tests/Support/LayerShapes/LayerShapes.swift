// Subclasses of layers in the shapes that programs give them.
// Licensed under the MIT license; see LICENSE.
//
// None of them writes `required`, but for `init?(coder:)`, which NSCoding asks for on Apple's
// platforms, too.

package import Foundation
package import QuartzCore

/// Only an initialiser of its own.
package class Meter: CALayer {
  package let title: String
  package var level = 0.5
  package weak var neighbour: CALayer?

  package init(title: String) {
    self.title = title
    super.init()
  }

  package required init?(coder: NSCoder) { nil }
}

/// `init(layer:)`, without properties of its own.
package class Plain: CALayer {
  package override init() { super.init() }
  package override init(layer: Any) { super.init(layer: layer) }
  package required init?(coder: NSCoder) { nil }
}

/// `init(layer:)` that copies a property of its own.
package class ProgressRing: CAShapeLayer {
  package var progress: CGFloat

  package init(progress: CGFloat) {
    self.progress = progress
    super.init()
  }

  package override init(layer: Any) {
    progress = ((layer as? ProgressRing)?.progress ?? 0) + 1
    super.init(layer: layer)
  }

  package required init?(coder: NSCoder) { nil }
}

/// Convenience initialisers alone.
package class Card: CALayer {
  package var title = "untitled"

  package convenience init(title: String) {
    self.init()
    self.title = title
  }
}

/// `init?(coder:)` and `init()` alone.
package class Coded: CAGradientLayer {
  package var stops = [1, 2]

  package override init() {
    super.init()
    stops = [3]
  }

  package required init?(coder: NSCoder) { nil }
}

package class Generic<Model>: CALayer {
  package var model: Model

  package init(model: Model) {
    self.model = model
    super.init()
  }

  package required init?(coder: NSCoder) { nil }
}

package final class Last: CATextLayer {
  package let note: String

  package init(note: String) {
    self.note = note
    super.init()
  }

  package required init?(coder: NSCoder) { nil }
}

/// Three classes deep: the one in the middle has `init(layer:)`, the last one lacks it.
package class First: CALayer {
  package var first = 1

  package override init() { super.init() }
  package override init(layer: Any) { super.init(layer: layer) }
  package required init?(coder: NSCoder) { nil }
}

package class Second: First {
  package var second = "two"

  package override init(layer: Any) {
    second = (layer as? Second)?.second ?? ""
    super.init(layer: layer)
  }

  package init(second: String) {
    self.second = second
    super.init()
  }

  package required init?(coder: NSCoder) { nil }
}

package final class Third: Second {
  package let third: [CALayer]

  package init(third: [CALayer]) {
    self.third = third
    super.init(second: "of third")
    third.forEach(addSublayer)
  }

  package required init?(coder: NSCoder) { nil }
}

package final class TiledMap: CATiledLayer {
  package let zoom: Int

  package init(zoom: Int) {
    self.zoom = zoom
    super.init()
  }

  package required init?(coder: NSCoder) { nil }
}
