// quartz view: shows a package or wallpaper in a window.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzServer

struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a layer package, a wallpaper or a film in a window, while it runs.",
    discussion: """
      Keys: space pauses; left and right step by a frame, with shift by a second; 0 shows the document \
      as it is written and 1 to 9 its states; + and - change the scale; r starts again; s moves ten times \
      slower; o shows the next overlay, with shift the one before; t keeps the time's strip; h prints \
      these keys; escape and q close. The strip comes up at the lower edge, under the pointer: \
      pressed, it moves the time. A film plays once and stands; left and right step by its own pictures, \
      m silences it, + and - with shift change its loudness. The file is read again when it is saved; another one can be dropped \
      on the window. Windows need a display and the Debian package libsdl2-2.0-0.
      """
  )

  @Argument(
    help: """
      A package (.ca, .caar), a document (.caml), a wallpaper (.wallpaper) or a zip with such things \
      (.tendies), or a film.
      """
  )
  var package: String

  @OptionGroup var scene: SceneOptions

  @Option(help: ArgumentHelp("The time that is shown first.", valueName: "seconds"))
  var time = 0.0

  @Flag(help: "Start with the time paused.")
  var paused = false

  @Flag(help: "Let everything move ten times slower at first.")
  var slow = false

  @Option(help: "Who draws: auto, gles or software.")
  var renderer: RendererChoice?

  @Option(help: "The EGL platform that GLES draws on, as quartz render has it.")
  var platform: PlatformChoice?

  @Option(
    help: ArgumentHelp(
      "Pixels of the window per point of the canvas, where the monitor's scale is 1.",
      valueName: "factor"
    )
  )
  var scale = 1.0

  @Option(
    help: ArgumentHelp(
      "What lies behind the layers: #rrggbb, or red,green,blue in 0...1. Default: black.",
      valueName: "color"
    )
  )
  var background: BackgroundColor?

  @OptionGroup var overlay: OverlayOption

  @OptionGroup var fonts: FontOption

  @Flag(help: "Draw frames whatever they cost.")
  var unlimited = false

  func validate() throws {
    guard time.isFinite else { throw ValidationError("--time must be finite") }
    guard scale > 0, scale <= ViewScale.largest else {
      throw ValidationError("--scale must be above 0, and at most \(ViewScale.largest)")
    }
    if let background, background.color.alpha < 1 {
      throw ValidationError("--background must be opaque: a window has nothing behind it")
    }
    if platform != nil, renderer == .software {
      throw ValidationError("--platform is for GLES, not for --renderer software")
    }
  }

  func run() throws {
    try fonts.use()
    let drawing = ViewDrawing(
      background: background?.color ?? .black,
      renderer: try FrameSource.Renderer.chosen(
        renderer ?? (platform == nil ? .auto : .gles),
        platform ?? .any
      ),
      budget: unlimited ? .unlimited : .standard,
      overlays: overlay.overlays
    )
    let document = try ViewDocument(scene.request(package), drawing, scale: scale)
    let viewer = try Viewer(
      document,
      scale: scale,
      ViewTime(at: time, isPaused: paused, isSlow: slow)
    )
    try viewer.run()
  }
}
