// quartz convert: rewrites a package or wallpaper, or writes a package as a keyed archive.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzDocuments

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a package or wallpaper anew, or make a keyed archive of a package and back.",
    discussion: """
      Packages (.ca) and wallpapers (.wallpaper) are folders, which may come out of a zip (.tendies); \
      a name that ends in .caar is a keyed archive, one file.
      The same layers give the same bytes. What has no effect here is kept in a package.

      quartz convert Clock.ca Clean.ca
      quartz convert Clock.ca Clock.caar
      quartz convert Sea.tendies Sea.wallpaper --wallpaper 2
      """
  )

  @Argument(help: "What to read.")
  var input: String

  @Argument(help: "What to write; a package, wallpaper or archive that is there is replaced.")
  var output: String

  @Option(
    help: ArgumentHelp("Which wallpaper or package of many, as quartz list counts them.")
  )
  var wallpaper = 1

  func validate() throws {
    guard wallpaper >= 1 else { throw ValidationError("--wallpaper counts from 1") }
  }

  func run() throws {
    let target = URL(fileURLWithPath: output)
    switch try LayerFile.open(input, at: wallpaper - 1) {
    case .package(let package):
      try write(package)
    case .lottie(let scene):
      LayerFile.report(scene.report.warnings)
      try write(try CAPackage(rootLayer: scene.canvasLayer, size: scene.animation.size))
    case .wallpaper(let wallpaper):
      guard !LayerFile.isArchive(output) else { throw RenderFailure.noArchive(input) }
      LayerFile.report(wallpaper.warnings.map(\.description))
      LayerFile.report(try wallpaper.write(to: target))
    }
  }

  private func write(_ package: CAPackage) throws {
    LayerFile.report(package.warnings.map(\.description))
    guard LayerFile.isArchive(output) else {
      return LayerFile.report(try package.write(to: URL(fileURLWithPath: output)))
    }
    if !package.states.isEmpty {
      LayerFile.report(["a keyed archive has no states; they are left out"])
    }
    try PendingFile.write(try package.archivedData(), to: output)
  }
}
