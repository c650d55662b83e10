// A colour on the command line.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzArchive
import QuartzMath

/// `#rrggbb`, or three or four numbers in 0...1: `1,0.5,0`.
struct BackgroundColor: ExpressibleByArgument {
  let color: Color

  init?(argument: String) {
    guard let color = ValueText.color(argument) else { return nil }
    self.color = color
  }
}
