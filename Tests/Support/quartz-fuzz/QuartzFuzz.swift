// The fuzzer: it gives bad bytes to the readers of foreign bytes, round after round.
// Licensed under the MIT license; see LICENSE.
//
// A driver starts a worker for each target. The worker notes each input in shared memory before it
// runs it, so that the driver has the input when the worker is gone: by a trap, a sanitizer's
// report, an allocation of more than 2 GB, or because it was ended for working more than 5 seconds
// at one round. A failing input is made smaller in processes of their own and written to a file;
// then the rounds go on. All chance comes from the seed and the number of the round, so any round
// can be run again.

import ArgumentParser

@main
struct QuartzFuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quartz-fuzz",
    abstract: "Feeds bad bytes to all that reads bytes.",
    subcommands: [
      Drive.self, Replay.self, Worker.self, Kills.self, Victim.self, Soak.self, Heavy.self,
      Budgets.self,
    ],
    defaultSubcommand: Drive.self
  )
}
