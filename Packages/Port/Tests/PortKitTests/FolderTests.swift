// Folders: what is written, what is refused.
// Licensed under the MIT license; see LICENSE.

import Foundation
import PortKit
import Testing

/// A folder for one test.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/quartz-port-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, _ name: String) throws {
    try write(Data(text.utf8), name)
  }

  func write(_ data: Data, _ name: String) throws {
    let whole = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: whole.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try data.write(to: whole)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
  }
}

@Suite("Folders")
struct FolderTests {
  private let quartz = QuartzDependency.path("/quartz")

  private func makePackage() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      """
      // swift-tools-version:5.0
      import PackageDescription
      let package = Package(
          name: "Lib",
          platforms: [.iOS(.v13)],
          products: [.library(name: "Lib", targets: ["Lib"])],
          targets: [
              .target(
                  name: "Lib",
                  path: "Source",
                  linkerSettings: [.linkedFramework("UIKit")]
              ),
              .testTarget(name: "LibTests", dependencies: ["Lib"]),
          ]
      )
      """,
      "in/Package.swift"
    )
    try scratch.write("import UIKit\n@objc class A: UIView {}\n", "in/Source/A.swift")
    try scratch.write("import XCTest\nimport QuartzCore\n", "in/Tests/LibTests/T.swift")
    try scratch.write(Data([0xFF, 0, 1]), "in/Source/picture.png")
    try scratch.write("junk", "in/.build/junk")
    try scratch.write("junk", "in/Package.resolved")
    return scratch
  }

  @Test("a package is copied, with its manifest and every other file")
  func package() throws {
    let scratch = try makePackage()
    let (source, output) = (scratch.path + "/in", scratch.path + "/out")
    let port = try PackagePort(source, dependency: quartz)
    try port.write(to: output, replaces: false)
    #expect(try scratch.text("out/Source/A.swift") == "import UIKit\nclass A: UIView {}\n")
    #expect(
      FileManager.default.contents(atPath: output + "/Source/picture.png") == Data([0xFF, 0, 1])
    )
    let copied = try scratch.names.filter { $0.hasPrefix("out/") }
    #expect(
      copied == [
        "out/Package.swift", "out/Source", "out/Source/A.swift", "out/Source/picture.png",
        "out/Tests", "out/Tests/LibTests", "out/Tests/LibTests/T.swift",
      ]
    )
    #expect(
      try scratch.text("out/Package.swift") == """
        // swift-tools-version:5.2
        import PackageDescription
        let package = Package(
            name: "Lib",
            platforms: [.iOS(.v13)],
            products: [.library(name: "Lib", targets: ["Lib"])],
            dependencies: [.package(name: "quartz", path: "/quartz")],
            targets: [
                .target(
                    name: "Lib",
                    dependencies: [.product(name: "UIKit", package: "quartz")],
                    path: "Source",
                    linkerSettings: [.linkedFramework("UIKit", .when(platforms: [.iOS, .macOS, .tvOS]))]
                ),
                .testTarget(name: "LibTests", dependencies: ["Lib", .product(name: "QuartzCore", package: "quartz")]),
            ]
        )
        """
    )
    let again = try PackagePort(output, dependency: quartz)
    #expect(again.result.changes.isEmpty)
  }

  @Test("snapshot tests get the strategies of this package")
  func snapshotTests() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
          name: "Lib",
          dependencies: [
              .package(url: "https://github.com/pointfreeco/swift-snapshot-testing", from: "1.17.0"),
          ],
          targets: [
              .target(name: "Lib"),
              .testTarget(
                  name: "LibTests",
                  dependencies: [
                      "Lib",
                      .product(name: "SnapshotTesting", package: "swift-snapshot-testing"),
                  ]
              ),
              .testTarget(name: "OtherTests", dependencies: ["Lib"]),
          ]
      )
      """,
      "in/Package.swift"
    )
    try scratch.write("import UIKit\n", "in/Sources/Lib/A.swift")
    try scratch.write(
      "import SnapshotTesting\nimport UIKit\nimport XCTest\n",
      "in/Tests/LibTests/T.swift"
    )
    try scratch.write("import Testing\nimport UIKit\n", "in/Tests/OtherTests/T.swift")
    let output = scratch.path + "/out"
    let port = try PackagePort(scratch.path + "/in", dependency: quartz)
    try port.write(to: output, replaces: false)
    #expect(
      try scratch.text("out/Tests/LibTests/T.swift")
        == "import UIKitTesting\nimport UIKit\nimport XCTest\n"
    )
    #expect(
      try scratch.text("out/Package.swift") == """
        // swift-tools-version:5.9
        import PackageDescription
        let package = Package(
            name: "Lib",
            dependencies: [
                .package(name: "quartz", path: "/quartz"),
            ],
            targets: [
                .target(name: "Lib", dependencies: [.product(name: "UIKit", package: "quartz")]),
                .testTarget(
                    name: "LibTests",
                    dependencies: [
                        "Lib",
                        .product(name: "UIKitTesting", package: "quartz"),
                        .product(name: "UIKit", package: "quartz"),
                    ]
                ),
                .testTarget(name: "OtherTests", dependencies: ["Lib", .product(name: "UIKit", package: "quartz"), .product(name: "UIKitTesting", package: "quartz")]),
            ]
        )
        """
    )
    #expect(try PackagePort(output, dependency: quartz).result.changes.isEmpty)
  }

  @Test("a folder without a manifest gets one")
  func newManifest() throws {
    let scratch = try Scratch()
    try scratch.write("import UIKit\nimport ImageIO\n", "my-lib/Classes/A.swift")
    try scratch.write("import UIKit\n", "my-lib/Example/B.swift")
    let port = try PackagePort(
      scratch.path + "/my-lib",
      dependency: .url("https://example.org/quartz.git", from: "0.1.0")
    )
    try port.write(to: scratch.path + "/out", replaces: false)
    #expect(
      try scratch.text("out/Package.swift") == """
        // swift-tools-version: 5.9
        import PackageDescription

        let package = Package(
          name: "my_lib",
          products: [.library(name: "my_lib", targets: ["my_lib"])],
          dependencies: [.package(url: "https://example.org/quartz.git", from: "0.1.0")],
          targets: [
            .target(
              name: "my_lib",
              dependencies: [.product(name: "ImageIO", package: "quartz"), .product(name: "UIKit", package: "quartz")],
              path: "Classes"
            )
          ]
        )

        """
    )
    let again = try PackagePort(
      scratch.path + "/out",
      dependency: .url("https://example.org/quartz.git", from: "0.1.0")
    )
    #expect(again.result.changes.isEmpty)
  }

  @Test("modules that use Combine get OpenCombine, and operators that it lacks where they use some")
  func combine() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "App",
        targets: [.target(name: "Model"), .target(name: "Own"), .target(name: "Plain")]
      )
      """,
      "in/Package.swift"
    )
    try scratch.write("import Combine\nlet a = b.combineLatest(c)\n", "in/Sources/Model/Z.swift")
    try scratch.write("import Combine\nlet d = b.map { $0 }\n", "in/Sources/Plain/A.swift")
    try scratch.write(
      "import Combine\nextension Publishers { struct MergeMany {} }\nlet e = f.merge(with: g)\n",
      "in/Sources/Own/A.swift"
    )
    let port = try PackagePort(scratch.path + "/in", dependency: quartz)
    #expect(port.result.findings.isEmpty)
    try port.write(to: scratch.path + "/out", replaces: false)
    let added = try scratch.names.filter { $0.hasSuffix("CombineOperators.swift") }
    #expect(added == ["out/Sources/Model/CombineOperators.swift"])
    #expect(try scratch.text(added[0]).contains("func combineLatest<P: Publisher>("))
    let shim = #".product(name: "OpenCombineShim", package: "OpenCombine")"#
    let manifest = try scratch.text("out/Package.swift")
    for name in ["Model", "Own", "Plain"] {
      #expect(manifest.contains(".target(name: \"\(name)\", dependencies: [\(shim)])"))
    }
    let place = #".package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")"#
    #expect(manifest.contains("dependencies: [\(place)],\n  targets:"))
    let again = try PackagePort(scratch.path + "/out", dependency: quartz)
    #expect(again.result.changes.isEmpty)
    #expect(again.result.findings.isEmpty)
  }

  @Test("a file of the package with the operators' name stays, and is told of")
  func takenName() throws {
    let scratch = try Scratch()
    let own = "import Combine\nlet a = b.combineLatest(c)\n"
    try scratch.write(own, "in/Sources/CombineOperators.swift")
    let port = try PackagePort(scratch.path + "/in", dependency: quartz)
    #expect(port.result.findings.map(\.path) == ["Sources/CombineOperators.swift"])
    try port.write(to: scratch.path + "/out", replaces: false)
    let text = try scratch.text("out/Sources/CombineOperators.swift")
    #expect(text == own.replacing("import Combine", with: "import OpenCombineShim"))
  }

  @Test("a folder that holds something is not replaced without leave")
  func force() throws {
    let scratch = try makePackage()
    try scratch.write("mine", "out/mine")
    let port = try PackagePort(scratch.path + "/in", dependency: quartz)
    #expect(throws: PortError.self) { try port.write(to: scratch.path + "/out", replaces: false) }
    #expect(try scratch.text("out/mine") == "mine")
    try port.write(to: scratch.path + "/out", replaces: true)
    #expect(try scratch.names.contains("out/mine") == false)
    #expect(try scratch.names.contains { $0.contains(".port-") } == false)
  }

  @Test("an output within the folder is not copied into itself")
  func inside() throws {
    let scratch = try makePackage()
    let (source, output) = (scratch.path + "/in", scratch.path + "/in/ported")
    for _ in 0..<2 {
      let port = try PackagePort(source, leavingOut: output, dependency: quartz)
      try port.write(to: output, replaces: true)
    }
    #expect(try scratch.names.contains("in/ported/ported") == false)
  }

  @Test("links within the folder are kept, others are errors")
  func links() throws {
    let scratch = try makePackage()
    let files = FileManager.default
    let link = scratch.path + "/in/Source/link"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "A.swift")
    try PackagePort(scratch.path + "/in", dependency: quartz)
      .write(to: scratch.path + "/out", replaces: false)
    #expect(
      try files.destinationOfSymbolicLink(atPath: scratch.path + "/out/Source/link") == "A.swift"
    )
    for target in ["..", "../../..", "/etc/passwd", "nothing", "link"] {
      try files.removeItem(atPath: link)
      try files.createSymbolicLink(atPath: link, withDestinationPath: target)
      guard target != ".." else {
        // It leads to a folder around it, and is not followed.
        _ = try PackagePort(scratch.path + "/in", dependency: quartz)
        continue
      }
      let error = #expect(throws: PortError.self) {
        try PackagePort(scratch.path + "/in", dependency: quartz)
      }
      #expect(error?.description.hasPrefix("Source/link: a link to \(target)") == true)
    }
  }

  @Test("files that cannot be read as Swift are errors with their names")
  func badFiles() throws {
    let scratch = try makePackage()
    func message() -> String? {
      let error = #expect(throws: PortError.self) {
        try PackagePort(scratch.path + "/in", dependency: quartz)
      }
      return error?.description
    }
    try scratch.write(Data([0x61, 0xC3, 0x28]), "in/Source/B.swift")
    #expect(message() == "Source/B.swift: is not UTF-8")
    try scratch.write(Data(count: 40 << 20), "in/Source/B.swift")
    #expect(message() == "Source/B.swift: 41943040 bytes; a source has at most 33554432")
    try FileManager.default.removeItem(atPath: scratch.path + "/in/Source/B.swift")
    mkfifo(scratch.path + "/in/Source/B.swift", 0o600)
    #expect(message() == "Source/B.swift: is neither a file nor a folder nor a link")
    try FileManager.default.removeItem(atPath: scratch.path + "/in/Source/B.swift")
    try scratch.write("", "in/" + String(repeating: "d/", count: 120) + "x")
    #expect(message()?.contains("more than 100 folders") == true)
    #expect(throws: PortError.self) { try PackagePort(scratch.path + "/none", dependency: quartz) }
  }

  @Test("a file that cannot be read leaves nothing behind")
  func unreadable() throws {
    let scratch = try makePackage()
    let port = try PackagePort(scratch.path + "/in", dependency: quartz)
    // It goes away between reading and writing.
    try FileManager.default.removeItem(atPath: scratch.path + "/in/Source/picture.png")
    let error = #expect(throws: PortError.self) {
      try port.write(to: scratch.path + "/out", replaces: false)
    }
    #expect(error?.description.hasPrefix("Source/picture.png: cannot be read") == true)
    #expect(try scratch.names.contains { $0.hasPrefix("out") } == false)
  }

  @Test("files of other kinds are told of")
  func otherKinds() throws {
    let scratch = try makePackage()
    for name in ["A.m", "B.xib", "C.metal", "D.xcassets/Contents.json"] {
      try scratch.write("", "in/Source/" + name)
    }
    let port = try PackagePort(scratch.path + "/in", dependency: quartz)
    #expect(
      port.result.findings.map(\.path) == [
        "Source/A.m", "Source/B.xib", "Source/C.metal",
      ]
    )
  }
}
