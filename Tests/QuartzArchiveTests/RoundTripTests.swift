// Trees to text and back, to keyed archives and back.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzModel
import QuartzTesting
import Testing

@testable import QuartzCore

@Suite(.serialized) struct RoundTripTests {
  /// Writes a package and reads it again.
  private func copy(_ package: CAPackage) throws -> (folder: TemporaryFolder, package: CAPackage) {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Copy.ca")
    #expect(try package.write(to: url) == [])
    return (folder, try CAPackage(contentsOf: url))
  }

  private func archived(_ layer: CALayer) throws -> CALayer {
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
  }

  @Test(arguments: 0..<40) func randomTreeToTextAndBack(seed: Int) throws {
    var trees = try RandomTree(seed: UInt64(seed))
    let root = trees.layer()
    let package = try CAPackage(rootLayer: root, size: CGSize(width: 100, height: 80))
    let (folder, back) = try copy(package)
    expectSame(back.rootLayer, root)
    #expect(back.size == package.size && back.isGeometryFlipped)
    // Write, read, write: the same bytes.
    #expect(try back.files() == (try package.files()))
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: 0..<30) func randomTreeToArchiveAndBack(seed: Int) throws {
    var trees = try RandomTree(seed: UInt64(seed))
    let root = trees.layer()
    expectSame(try archived(root), root)
  }

  @Test func randomTreesHaveEveryRow() throws {
    var text = ""
    for seed in 0..<30 {
      var trees = try RandomTree(seed: UInt64(seed))
      text += treeText(trees.layer())
    }
    for row in PropertyTable.all where row.id != .emitterBehaviors {
      #expect(text.contains("| \(row.name) = "), "\(row.name)")
    }
    for kind in ["mask\n", "constraint ", "action ", "CABasicAnimation", "CAKeyframeAnimation"] {
      #expect(text.contains(kind), "\(kind)")
    }
  }

  private static let examples = ["Cards", "Clock", "Player"]

  private func example(_ name: String, file: String = #filePath) throws -> CAPackage {
    try CAPackage(
      contentsOf: URL(fileURLWithPath: file).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/\(name).ca")
    )
  }

  private func pixels(_ package: CAPackage, at time: Double) throws -> Data {
    try ArchivedPicture(package, at: time).image.dataProvider?.data ?? Data()
  }

  /// Compares pictures of two packages; each picture is of a fresh one, whose animations begin
  /// anew.
  private func expectSamePictures(
    _ back: () throws -> CAPackage,
    _ original: () throws -> CAPackage
  ) throws {
    for time in [0, 0.7, 1.75] {
      let before = try pixels(try original(), at: time)
      #expect(try pixels(try back(), at: time) == before && !before.isEmpty, "at \(time)")
    }
  }

  @Test(arguments: examples) func examplesLookTheSameAfterText(name: String) throws {
    let (folder, back) = try copy(try example(name))
    #expect(back.warnings.isEmpty)
    expectSame(back.rootLayer, try example(name).rootLayer)
    let url = folder.url.appendingPathComponent("Copy.ca")
    try expectSamePictures({ try CAPackage(contentsOf: url) }, { try example(name) })
  }

  @Test(arguments: examples) func examplesLookTheSameAfterArchive(name: String) throws {
    func back() throws -> CAPackage {
      let package = try example(name)
      return try CAPackage(
        rootLayer: try archived(package.rootLayer),
        size: package.size,
        isGeometryFlipped: package.isGeometryFlipped
      )
    }
    try expectSamePictures(back) { try example(name) }
  }

  /// Packages of tests: unknown parts and tints among them.
  @Test(arguments: [
    "Plates", "Stickers", "Clockwork", "Switch", "PenTriangle", "PenRing", "PenStroke",
    "PenCurve", "LightRamp", "LightStops", "LightUpright", "LightRadial", "LightMask", "LightBlur",
    "LightGroup", "LightHole", "DepthDoor", "DepthOrder", "DepthSpace", "DepthRow", "DepthWave",
    "DepthSparks",
  ])
  func authoredPackages(name: String) throws {
    let package = try Authored.package(name)
    let (folder, back) = try copy(package)
    expectSame(back.rootLayer, package.rootLayer)
    #expect(try back.files() == (try package.files()))
    let url = folder.url.appendingPathComponent("Copy.ca")
    try expectSamePictures({ try CAPackage(contentsOf: url) }, { try Authored.package(name) })
  }
}
