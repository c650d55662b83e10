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

  /// Layers for one time show the same bytes as those for all.
  @Test(arguments: names)
  func layersOfOneTime(_ name: String) throws {
    let animation = try LottieAnimation(contentsOf: Self.folder.appendingPathComponent(name))
    let times = [-3, 13.3, 30, 5000].map { animation.time(forFrame: $0) }
    let whole = try renderedImages(of: animation.makeLayer(), size: animation.size, at: times)
    for (time, image) in zip(times, whole) {
      let layer = try animation.makeLayer(showing: time...time) { _ in }
      let part = try renderedImages(of: layer, size: animation.size, at: [time])
      let bytes = [image, part[0]].map { $0.dataProvider?.data }
      #expect(bytes[0] != nil && bytes[0] == bytes[1], "\(time) s")
    }
  }

  /// A path between two frames takes the samples around the time alone.
  @Test func samplesOfOneTime() {
    var count = 0
    let samples = LottieBaking.samples(0...100, [0.5, 40, 100], shown: 41.5...41.5) { frame in
      count += 1
      return SIMD4(frame * frame, 0, 0, 0)
    }
    let frames = samples.map(\.frame)
    #expect(frames.first == 0 && frames.last == 100 && count <= 2 + 2 + 64)
    let all = LottieBaking.samples(0...100, [0.5, 40, 100]) { SIMD4($0 * $0, 0, 0, 0) }
    let part = all.map(\.frame).filter { $0 >= 41 && $0 <= 42 }
    #expect(frames.dropFirst().dropLast() == part[...])
  }

  // MARK: The table of peers

  private static let features = folder.appendingPathComponent("Features")

  private static let featureNames: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: features.path)) ?? []).sorted()

  /// Features that peers draw and this does not.
  private static let notDrawn: Set = ["expressions.json"]

  @Test(arguments: featureNames)
  func featuresAreDrawn(_ name: String) throws {
    let url = Self.features.appendingPathComponent(name)
    let animation = try LottieAnimation(contentsOf: url)
    var report = animation.report
    let layer = try animation.makeLayer { report = $0 }
    #expect(report.ignored.isEmpty != Self.notDrawn.contains(name), "\(report)")
    let times = [10, 31].map { animation.time(forFrame: $0) }
    for image in try renderedImages(of: layer, size: animation.size, at: times) {
      #expect(try LottiePicture(image).area > 200)
    }
  }

  /// Each row of the table names a document, and each document has a row.
  @Test func theTableNamesAllFeatures() throws {
    let page = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/Lottie.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let table = try #require(text.components(separatedBy: "## Peers").last)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    let named = rows.compactMap { row -> String? in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells.count == 9 ? cells[1].filter { $0 != "`" } + ".json" : nil
    }
    #expect(named.count == rows.count)
    #expect(named.sorted() == Self.featureNames)
  }
}
