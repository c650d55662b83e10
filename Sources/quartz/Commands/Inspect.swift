// quartz inspect: shows the layers of a package in a browser on this machine.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import Glibc
import QuartzCore
import QuartzGLES
import QuartzInspection
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzServer

struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look into a layer package or a wallpaper, in a browser on this machine.",
    discussion: """
      Prints the address of a page: the tree with all properties, which can be edited; the frame, with \
      outlines, or taken apart in space; the animations on a time line; and the costs of frames. The \
      address has a token that nobody else knows; no request leaves the machine. The page is served by \
      quartz-inspect, which lies beside this program or on the search path and is built by: \
      swift build -c release --package-path Inspector
      """
  )

  @Argument(
    help: """
      A package (.ca, .caar), a document (.caml), a wallpaper (.wallpaper) or a zip with such things \
      (.tendies).
      """
  )
  var package: String

  @OptionGroup var scene: SceneOptions

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
  }

  func run() throws {
    let inspection = Inspection(try fileSource(), now: Inspect.now)
    inspection.update()
    let program = try InspectorProgram(port: port)
    try program.serve(inspection) { address in
      print(address)
      // Readers of a pipe wait for it.
      fflush(nil)
    }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func fileSource() throws -> LocalSource {
    let scene = try Scene(scene.request(package))
    LayerFile.report(scene.warnings)
    let size = try PictureSize(canvas: scene.size, scale: scale, size: nil)
    let configuration = ContextConfiguration(
      width: size.width,
      height: size.height,
      scale: size.scale,
      background: background?.color ?? .clear
    )
    let carrier = try InProcessCarrier(
      backend: BackendSelection.make(renderer),
      configuration: configuration
    )
    let context = CAContext(
      configuration: configuration,
      carrier: carrier,
      clock: StandingClock()
    )
    context.layer = scene.fill(size)
    scene.takeState()
    return LocalSource(
      title: URL(fileURLWithPath: package).lastPathComponent,
      context,
      carrier,
      states: (scene.stateNames, { scene.change(to: $0, at: $1) })
    )
  }
}
