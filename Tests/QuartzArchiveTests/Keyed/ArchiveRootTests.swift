// Keyed archives whose root is a dictionary, classes of other names, and classes that nobody knows.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzCore
import Testing

/// A layer that an archive calls by another name.
final class SparkLayer: CALayer {}

@Suite struct ArchiveRootTests {
  private func tree() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    root.name = "root"
    let shape = CAShapeLayer()
    shape.lineWidth = 3
    let spark = SparkLayer()
    spark.name = "spark"
    spark.opacity = 0.25
    root.sublayers = [shape, spark]
    return root
  }

  /// An archive of Foundation's.
  ///
  /// - Parameter names: Names in the archive in place of classes' own. Foundation's archiver on
  ///   Linux writes its own names whatever it is told, so they are changed in the text of the list.
  private func archive(_ root: NSObject, names: [(String, AnyClass)] = []) throws -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    #expect(archiver.error == nil)
    guard !names.isEmpty else { return archiver.encodedData }
    let list = try PropertyListSerialization.propertyList(from: archiver.encodedData, format: nil)
    let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    var text = String(decoding: xml, as: UTF8.self)
    for (name, type) in names {
      let own = "<string>\(NSStringFromClass(type))</string>"
      #expect(text.contains(own))
      text = text.replacingOccurrences(of: own, with: "<string>\(name)</string>")
    }
    let back = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    return try PropertyListSerialization.data(fromPropertyList: back, format: .binary, options: 0)
  }

  private func expectTree(_ package: CAPackage) {
    let layer = package.rootLayer
    #expect(layer.name == "root" && layer.sublayers?.count == 2)
    #expect((layer.sublayers?.first as? CAShapeLayer)?.lineWidth == 3)
    #expect(layer.sublayers?.last?.name == "spark" && layer.sublayers?.last?.opacity == 0.25)
  }

  @Test func dictionariesAsRoots() throws {
    let top: NSDictionary = [
      "rootLayer": tree(), "geometryFlipped": NSNumber(value: true),
      "documentSize": "60 30" as NSString,
    ]
    let package = try CAPackage(archive: try archive(top))
    expectTree(package)
    #expect(package.size == CGSize(width: 60, height: 30) && package.isGeometryFlipped)
    #expect(package.warnings.isEmpty)
    let least = try CAPackage(archive: try archive(["rootLayer": tree()] as NSDictionary))
    #expect(least.size == CGSize(width: 40, height: 20) && !least.isGeometryFlipped)
  }

  @Test func dictionariesWithoutALayer() throws {
    let wrong: [NSDictionary] = [
      [:], ["rootLayer": "no layer" as NSString], ["layer": tree()],
      ["rootLayer": tree(), "more": NSArray(array: ["a" as NSString])],
      ["rootLayer": tree(), "documentSize": "wide" as NSString],
    ]
    for top in wrong {
      let data = try archive(top)
      #expect(throws: CAPackageError.self) { try CAPackage(archive: data) }
    }
  }

  @Test func namesWithoutAModule() throws {
    let names: [(String, AnyClass)] = [
      ("CALayer", CALayer.self), ("CAShapeLayer", CAShapeLayer.self),
    ]
    let package = try CAPackage(archive: try archive(tree(), names: names))
    expectTree(package)
    #expect(package.warnings.isEmpty)
  }

  @Test func unknownClassesBecomePlainLayers() throws {
    let names: [(String, AnyClass)] = [("LKSparkLayer", SparkLayer.self)]
    let package = try CAPackage(archive: try archive(tree(), names: names))
    expectTree(package)
    #expect(package.rootLayer.sublayers.map { type(of: $0[1]) == CALayer.self } == true)
    #expect(
      package.warnings.map(\.message)
        == ["the class LKSparkLayer is not known; its layers are plain ones"]
    )
  }

  /// The same archives cut at each byte give errors, never an end of the program.
  @Test func cutArchives() throws {
    let data = try archive(
      ["rootLayer": tree()] as NSDictionary,
      names: [("LKSparkLayer", SparkLayer.self)]
    )
    for length in stride(from: 0, to: data.count, by: 7) {
      let part = data.prefix(length)
      #expect(throws: CAPackageError.self) { try CAPackage(archive: part) }
    }
  }
}
