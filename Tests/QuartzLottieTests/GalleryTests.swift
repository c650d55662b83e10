// The documents of Examples/Lottie: all is drawn, as the laws say.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzLottie

struct LottieGalleryTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples/Lottie")

  private static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  /// Those with features that the evaluator of the tests has not: expansions of masks, shadows,
  /// text, slots.
  private static let withoutLaws: Set = ["mask.json", "shadow.json", "text.json", "theme.json"]

  @Test func thereAreTwenty() { #expect(Self.names.count == 20) }

  @Test(arguments: names)
  func allIsDrawn(_ name: String) throws {
    let url = Self.folder.appendingPathComponent(name)
    let animation = try LottieAnimation(contentsOf: url)
    var report = animation.report
    let layer = try animation.makeLayer { report = $0 }
    #expect(report.ignored.isEmpty, "\(report)")
    #expect(report.warnings.isEmpty, "\(report.warnings)")
    let frames = [0, 13.3, 30, 44.7]
    let times = frames.map { animation.time(forFrame: $0) }
    let images = try renderedImages(of: layer, size: animation.size, at: times)
    for (frame, image) in zip(frames, images) {
      let picture = try LottiePicture(image)
      #expect(picture.area > 500, "frame \(frame)")
      if Self.withoutLaws.contains(name) { continue }
      let scene = try LawScene(String(contentsOf: url, encoding: .utf8), at: frame)
      let difference = LawTests.difference(picture, scene.picture)
      #expect(difference <= 3, "frame \(frame)")
    }
  }
}
