// The command line's option for overlays.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzModel

/// The overlays that pictures show besides layers.
struct OverlayOption: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      """
      What pictures show besides layers, to find out what they cost: some of blended, misaligned, \
      offscreen, cache, copied, slots, flash, overdraw, borders, fps and extended, with commas \
      between them.
      """,
      valueName: "overlay,..."
    ),
    transform: { names in
      guard let overlays = Overlays(names: names) else {
        let known = Overlays.named.map(\.name).joined(separator: ", ")
        throw ValidationError("not a list of overlays: \(names); there are \(known)")
      }
      return overlays
    }
  )
  var overlay: Overlays?

  /// The overlays; nil for those of the environment.
  var overlays: Overlays? { overlay }
}
