// quartz info: describes this machine, or a package.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import QuartzArchive
import QuartzCore
import QuartzDocuments
import QuartzGLES
import QuartzModel
import QuartzPlan
import QuartzServer
import QuartzText
import QuartzVideo
import QuartzWire

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: """
      Say what this machine can draw with: EGL platforms, GL, limits, the socket, fonts; or, of a package, its \
      canvas and its layers; or, of a film, its pictures and its sound.
      """
  )

  @Argument(
    help: """
      A package, .caml document, wallpaper or keyed archive, to print its layers instead, a film, or a \
      Lottie animation.
      """
  )
  var package: String?

  @OptionGroup var fonts: FontOption

  func run() throws {
    try fonts.use()
    if let package, FilmInput.isFilm(package) {
      let film = try FilmShelf().film(package)
      try StandardOutput.write(Data((FilmReport(film).lines.joined(separator: "\n") + "\n").utf8))
      return
    }
    if let package {
      switch try LayerFile.open(package) {
      case .package(let package): return try describe(package)
      case .wallpaper(let wallpaper): return try wallpaper.planes.map(\.package).forEach(describe)
      case .lottie(let scene): return try describe(scene)
      }
    }
    let report = EGLReport.probe()
    var selection = BackendSelection(.auto)
    let backend = try BackendSelection.make(.auto, report: &selection)
    let lines = [
      "EGL platforms, in the order they are tried:",
      indented(report.attempts.isEmpty ? "none" : "\(report)"),
      "Renderer:",
      indented("\(selection)"),
      indented("\(backend.description.name): \(backend.description.renderer)"),
      indented("pictures to \(backend.maximumSide) pixels a side"),
      "Socket of the render server: \(ProcessEnvironment.current.socketPath.path)",
      "Fonts: \(FontCollection.standard), \(fontCounts(FontCollection.standard))",
      indented(usedFonts(FontCollection.standard)),
    ]
    try StandardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }

  private func describe(_ package: CAPackage) throws {
    LayerFile.report(package.warnings.map(\.description))
    let axis = package.isGeometryFlipped ? "down" : "up"
    let films = package.films.map { film in
      "film \(film.url.lastPathComponent): contents of "
        + (film.layer.name ?? "a layer at \(film.layer.position)")
    }
    let lines =
      [
        "canvas \(package.size.width) x \(package.size.height) points, y \(axis)",
        package.fonts.map { "fonts \(fontCounts($0)): " + $0.familyNames.joined(separator: ", ") },
        package.rootLayer.debugDescription,
      ].compactMap(\.self) + films
    try StandardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  }

  private func describe(_ scene: LottieScene) throws {
    LayerFile.report(scene.report.warnings)
    try StandardOutput.write(Data((scene.lines.joined(separator: "\n") + "\n").utf8))
  }

  private func fontCounts(_ fonts: FontCollection) -> String {
    "\(fonts.count) in \(fonts.familyNames.count) families"
  }

  /// The fonts that are shown for the names that text has most.
  private func usedFonts(_ fonts: FontCollection) -> String {
    ["Helvetica", "Times", "Courier", "emoji"].map { name in
      let font = fonts.font(shownFor: name)
      return "\(name): " + (font.map { "\($0.name) (\($0.file))" } ?? "none")
    }.joined(separator: "\n")
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      .joined(separator: "\n")
  }
}
