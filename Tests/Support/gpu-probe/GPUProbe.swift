// The program that scripts/test-gpu asks about drivers, and has draw all scenes with them.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser

@main
struct GPUProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gpu-probe",
    abstract: "Says which drivers of OpenGL ES there are, and compares what they draw.",
    subcommands: [
      ListConnections.self, DescribeConnections.self, ComparePictures.self, CompareExtended.self,
    ]
  )
}
