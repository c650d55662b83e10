// quartz view of films, as a user runs it: on a display without a monitor.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import Testing
import VirtualScreen

@Suite(
  "quartz view of films",
  .enabled(if: VirtualScreen.isAvailable, Comment(rawValue: VirtualScreen.comment)),
  .serialized
) struct ViewFilmTests {
  /// Sound that is played in time, and that nobody hears.
  private static let silent = ["SDL_AUDIODRIVER": "dummy"]

  /// Numbered pictures, 25 a second; with a tone if that is asked for.
  private func film(
    _ folder: Folder,
    _ count: Int,
    hasSound: Bool = false
  ) throws -> String {
    let path = try FilmKind.all[0].make(count, in: folder)
    guard hasSound else { return path }
    let sounding = folder.file("tone.mp4")
    try ffmpeg(
      [
        "-i", path, "-f", "lavfi", "-i", "sine=duration=\(Double(count) / 25)", "-c:v", "copy",
        "-c:a", "aac", sounding,
      ]
    )
    return sounding
  }

  private func expectNumber(_ number: Int, _ shown: ShownFile) throws {
    try VirtualScreen.wait(for: "picture \(number)") {
      let pixels = try shown.screen.pixels(of: shown.window)
      return NumberPicture.number(pixels, width: shown.window.width) == number
    }
  }

  /// It plays at once, and stands at its end; space plays it again.
  @Test func filmsPlayAndStand() throws {
    let folder = try Folder()
    let shown = try ShownFile(try Tool(), [try film(folder, 150)], environment: Self.silent)
    try shown.expectTitle("a.mp4 - paused at 6.0 s")
    try expectNumber(149, shown)
    try shown.screen.press("space")
    // because: a busy machine looks at the title seldom.
    try VirtualScreen.wait(for: "the film to play") {
      try shown.screen.title(of: shown.window).hasSuffix(" s at 1x")
    }
    try shown.expectTitle("a.mp4 - paused at 6.0 s")
    try shown.screen.press("Escape")
    let outcome = try shown.outcome()
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
  }

  @Test func arrowsStepByPictures() throws {
    let folder = try Folder()
    let shown = try ShownFile(try Tool(), [try film(folder, 60), "--paused"])
    try shown.expectTitle("a.mp4 - paused at 0.0 s")
    try expectNumber(0, shown)
    try shown.screen.press("Right", "Right", "Right")
    try shown.expectTitle("a.mp4 - paused at 0.12 s")
    try expectNumber(3, shown)
    try shown.screen.press("shift+Right", "Left")
    try shown.expectTitle("a.mp4 - paused at 1.08 s")
    try expectNumber(27, shown)
    try shown.screen.press("shift+Left", "shift+Left", "Left")
    try shown.expectTitle("a.mp4 - paused at 0.0 s")
    try shown.screen.press("shift+Right", "shift+Right", "shift+Right", "Right")
    try shown.expectTitle("a.mp4 - paused at 2.36 s")
    try expectNumber(59, shown)
  }

  @Test func keysChangeTheSound() throws {
    let folder = try Folder()
    let path = try film(folder, 40, hasSound: true)
    let shown = try ShownFile(try Tool(), [path, "--paused"], environment: Self.silent)
    try shown.screen.press("m")
    try shown.expectTitle("tone.mp4 - muted - paused at 0.0 s")
    try shown.screen.press("m", "shift+minus", "shift+minus", "shift+minus", "shift+plus")
    try shown.expectTitle("tone.mp4 - volume 0.8 - paused at 0.0 s")
    // In time by the sound, to the end.
    try shown.screen.press("space")
    try VirtualScreen.wait(for: "the end") {
      try shown.screen.title(of: shown.window).hasPrefix("tone.mp4 - volume 0.8 - paused at 1.6")
    }
    try shown.screen.press("q")
    let outcome = try shown.outcome()
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
  }

  /// A film that is larger than the monitor is made smaller, by its proportions.
  @Test func largeFilmsFitTheMonitor() throws {
    let folder = try Folder()
    let path = folder.file("large.mp4")
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "color=size=4000x2000:rate=1:duration=1", "-pix_fmt", "yuv420p",
        "-preset", "ultrafast", path,
      ]
    )
    let shown = try ShownFile(try Tool(), [path, "--paused"])
    let (width, height) = (shown.window.width, shown.window.height)
    #expect(width == VirtualScreen.width && height == 640, "\(width) x \(height)")
  }

  @Test func filmsThatCannotBeReadEndInOneLine() throws {
    let folder = try Folder()
    let broken = folder.file("broken.mp4")
    try Data(repeating: 7, count: 1000).write(to: URL(fileURLWithPath: broken))
    for path in [broken, folder.file("missing.mp4")] {
      let outcome = try Tool().run("view", path)
      #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.error)")
      #expect(outcome.error.contains("\(path): ") && !outcome.error.contains("AVError"))
    }
  }
}
