// quartz inspect: shows the layers of a package, or of a program that runs, in a browser.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import Glibc
import QuartzInspection
import QuartzServer

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Look into a package, a wallpaper or a running program, in a browser here.",
    discussion: """
      quartz inspect Clock.ca
      quartz inspect --server $XDG_RUNTIME_DIR/quartzd.sock --process 1234

      Prints the address of a page: the tree with all properties, which can be edited; the frame, with \
      outlines, or taken apart in space; the animations on a time line; and the costs of frames. The \
      address has a token that nobody else knows; no request leaves the machine. The page is served by \
      quartz-inspect, which lies beside this program or on the search path and is built by: \
      swift build -c release --package-path Packages/Inspector
      """
  )

  @Argument(
    help: """
      A package (.ca, .caar), a document (.caml), a wallpaper (.wallpaper) or a zip with such things \
      (.tendies).
      """
  )
  var package: String?

  @Option(
    help: ArgumentHelp(
      """
      The socket of a render server, to look into a context of a program that runs. The program is asked \
      nothing: it may be stopped. Values that are edited are shown, and it is not told.
      """,
      valueName: "socket"
    )
  )
  var server: String?

  @Option(
    help: ArgumentHelp(
      "The process of the program to look into first; any, if it is not given.",
      valueName: "number"
    )
  )
  var process: UInt32?

  @Option(
    help: ArgumentHelp(
      "The number of its context to look into first; otherwise the largest.",
      valueName: "number"
    )
  )
  var context: UInt32?

  @OptionGroup var scene: SceneOptions

  @OptionGroup var fonts: FontOption

  @Option(help: "Who draws: auto, gles or software.")
  var renderer = RendererChoice.software

  @Option(help: ArgumentHelp("Pixels per point of the canvas.", valueName: "factor"))
  var scale = 1.0

  @Option(
    help: ArgumentHelp(
      "What lies behind the layers: #rrggbb, or red,green,blue in 0...1. Default: nothing.",
      valueName: "color"
    )
  )
  var background: BackgroundColor?

  @Option(help: ArgumentHelp("The port of the page; 0 for any that is free.", valueName: "number"))
  var port: UInt16 = 0

  func validate() throws {
    guard scale > 0, scale <= ViewScale.largest else {
      throw ValidationError("--scale must be above 0, and at most \(ViewScale.largest)")
    }
    guard (package == nil) != (server == nil) else {
      throw ValidationError("Expected a package, or --server with a socket")
    }
    guard server != nil || (process == nil && context == nil) else {
      throw ValidationError("--process and --context are for --server")
    }
  }

  func run() throws {
    try fonts.use()
    let inspection = Inspection(try source(), now: InspectedContexts.now)
    inspection.update()
    let program = try InspectorProgram(port: port)
    try program.serve(inspection) { address in
      print(address)
      // Readers of a pipe wait for it.
      fflush(nil)
    }
  }

  private func source() throws -> any InspectionSource {
    if let package {
      return try InspectedContexts.file(
        try scene.request(package),
        scale: scale,
        background: background,
        renderer: renderer
      )
    }
    return try InspectedContexts.server(
      path: server ?? "",
      ContextChoice(process: process, context: context),
      renderer: renderer
    )
  }
}
