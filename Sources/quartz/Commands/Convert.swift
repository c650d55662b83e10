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

  /// The file extension of keyed archives.
  private static let archiveExtension = "caar"

  @Argument(help: "The package or archive to read.")
  var input: String

  @Argument(help: "The package or archive to write; a package or file that is there is replaced.")
  var output: String

  func run() throws {
    let package = try LayerFile.read(input)
    LayerFile.report(package.warnings.map(\.description))
    let url = URL(fileURLWithPath: output)
    if url.pathExtension == Self.archiveExtension {
      try OutputFile.write(try package.archivedData(), to: output)
    } else {
      LayerFile.report(try package.write(to: url))
    }
  }
}

/// Packages and archives by path.
enum LayerFile {
  /// Reads a package if there is a folder at the path, else an archive.
  static func read(_ path: String) throws -> CAPackage {
    var isFolder: ObjCBool = false
    let url = URL(fileURLWithPath: path)
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let data = try? Data(contentsOf: url)
    {
      return try CAPackage(archive: data, name: path)
    }
    return try CAPackage(contentsOf: URL(fileURLWithPath: path, isDirectory: true))
  }

  /// The most warnings that are shown one by one.
  private static let shownWarnings = 20

  static func report(_ warnings: [String]) {
    for warning in warnings.prefix(shownWarnings) {
      StandardError.write("quartz: warning: \(warning)\n")
    }
    let rest = warnings.count - shownWarnings
    if rest > 0 { StandardError.write("quartz: warning: and \(rest) more like these\n") }
  }
}
