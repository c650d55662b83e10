// Lottie animations on the command line.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzDocuments

/// The command line's options for Lottie animations.
struct LottieOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Show this marker of a Lottie animation alone.", valueName: "name"))
  var marker: String?

  @Option(help: ArgumentHelp("Show this animation of a .lottie archive.", valueName: "id"))
  var animation: String?

  @Option(help: ArgumentHelp("Show a .lottie animation in this theme.", valueName: "id"))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "The state machine of a .lottie archive that --state is of; default: the initial one.",
      valueName: "id"
    )
  )
  var machine: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      """
      A value of a Lottie animation: a slot's, or that of properties by their key path, as \
      'Layer.Group.Fill 1.Color=#ff0000'. Values are #rrggbb, numbers with commas, or text:WORDS.
      """,
      valueName: "path=value"
    )
  )
  var values: [String] = []

  func validate() throws { _ = try choice() }

  func choice() throws -> LottieChoice {
    var choice = LottieChoice(marker: marker, animation: animation, theme: theme)
    choice.machine = machine
    for text in values where !choice.set(text) {
      throw ValidationError(
        "--set \(text): expected a name, = and #rrggbb, numbers or text:WORDS"
      )
    }
    return choice
  }
}
