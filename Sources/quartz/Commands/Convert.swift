// quartz convert: a package is written anew, as a package or as a keyed archive.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import QuartzArchive

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a layer package anew, or make a keyed archive of it and back.",
    discussion: """
      Packages are folders (.ca); a name that ends in .caar is a keyed archive, one file.
      The same layers give the same bytes. What has no effect here is kept in a package.

      quartz convert Clock.ca Clean.ca
      quartz convert Clock.ca Clock.caar
      """
  )

  @Argument(help: "The package or archive to read.")
  var input: String

  @Argument(help: "The package or archive to write; a package or file that is there is replaced.")
  var output: String

  func run() throws {
    let package = try LayerFile.read(input)
    LayerFile.report(package.warnings.map(\.description))
    if LayerFile.isArchive(output) {
      try OutputFile.write(try package.archivedData(), to: output)
    } else {
      LayerFile.report(try package.write(to: URL(fileURLWithPath: output)))
    }
  }
}
