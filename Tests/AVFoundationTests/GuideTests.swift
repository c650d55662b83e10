// The program of the guide Films: what it says is what runs.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import Testing

@Suite struct GuideTests {
  // The lines of the guide, and two levels of indentation.
  private func program(_ input: URL, _ output: URL) async throws {
    func export() async throws {
      // The guide begins here.
      let film = AVURLAsset(url: input)
      let composition = AVMutableVideoComposition(propertiesOf: film)
      let size = composition.renderSize

      let title = CATextLayer()
      title.string = "Summer"
      title.fontSize = size.height / 6
      title.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height / 4)

      let moving = CABasicAnimation(keyPath: "position.x")
      moving.fromValue = -size.width / 2
      moving.toValue = size.width / 2
      moving.duration = 1
      moving.beginTime = AVCoreAnimationBeginTimeAtZero
      moving.isRemovedOnCompletion = false
      title.add(moving, forKey: nil)

      let (all, video) = (CALayer(), CALayer())
      all.frame = CGRect(origin: .zero, size: size)
      video.frame = all.bounds
      all.addSublayer(video)
      all.addSublayer(title)

      composition.animationTool = AVVideoCompositionCoreAnimationTool(
        postProcessingAsVideoLayer: video,
        in: all
      )
      let preset = AVAssetExportPresetHighestQuality
      let session = AVAssetExportSession(asset: film, presetName: preset)
      session?.videoComposition = composition
      try await session?.export(to: output, as: .mp4)
      // The guide ends here.
    }
    try await export()
  }

  @Test func theTitleMovesOverTheFilm() async throws {
    let folder = try Folder()
    let film = URL(fileURLWithPath: try FilmKind.all[0].make(40, in: folder))
    let output = URL(fileURLWithPath: folder.file("titled.mp4"))
    try await program(film, output)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: output))
    generator.requestedTimeToleranceBefore = .zero
    let image = try generator.copyCGImage(at: CMTime(value: 39, timescale: 25), actualTime: nil)
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    // Letters are in the lowest quarter, which is black in the films of numbers.
    #expect(bytes[(48 * 64 * 4)...].contains { $0 > 128 && $0 != 255 })
  }

  @Test func theGuideShowsTheProgram() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: here, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasSuffix("// The guide begins here.") })
    let last = try #require(lines.firstIndex { $0.hasSuffix("// The guide ends here.") })
    let program = lines[first + 1..<last].map { $0.dropFirst(6) }.joined(separator: "\n")
    let path = "Sources/Frameworks/AVFoundation/AVFoundation.docc/Films.md"
    let guide = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    let files = """
      let input = URL(fileURLWithPath: "film.mp4")
      let output = URL(fileURLWithPath: "out.mp4")
      """
    #expect(guide.contains("```swift\nimport AVFoundation\n\n\(files)\n\(program)\n```\n"))
  }
}
