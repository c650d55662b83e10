// quartz list: lists the items of a file or folder.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import QuartzArchive

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Say what a package, a wallpaper or an archive holds: planes, sizes, states.",
    discussion: "The numbers are those of --wallpaper."
  )

  @Argument(help: "A .ca, .wallpaper or .tendies file or folder, or a zip with such things.")
  var path: String

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let container = try CAContainer(contentsOf: URL(fileURLWithPath: path))
    let items = try container.items.indices.map { try Item(container, at: $0) }
    guard json else {
      return try StandardOutput.write(Data(items.map { "\($0)\n" }.joined().utf8))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try StandardOutput.write(try encoder.encode(items) + Data("\n".utf8))
  }

  /// A package or wallpaper.
  private struct Item: Encodable, CustomStringConvertible {
    var number: Int
    var kind: String
    var path: String
    var name: String
    /// In points.
    var width: Double
    var height: Double
    /// Pixels per point of the screen that it is made for.
    var scale: Double?
    var appearanceAware: Bool
    var states: [String]
    var planes: [Plane]
    var warnings: [String]

    init(_ container: CAContainer, at index: Int) throws {
      let item = container.items[index]
      let wallpaper = try container.wallpaper(at: index)
      number = index + 1
      kind = item.kind.rawValue
      path = item.path
      name = wallpaper.name
      (width, height) = (wallpaper.size.width, wallpaper.size.height)
      scale = wallpaper.screenScale.map { Double($0) }
      appearanceAware = wallpaper.isAppearanceAware
      states = wallpaper.stateNames
      planes = wallpaper.planes.map { Plane($0) }
      warnings = wallpaper.warnings.map(\.description)
    }

    var description: String {
      let scale = scale.map { " @\(ValueText.text($0))x" } ?? ""
      let size = "\(ValueText.text(width)) x \(ValueText.text(height))\(scale)"
      var lines = ["\(number)  \(kind) \(name), \(size)" + (path.isEmpty ? "" : "  \(path)")]
      if appearanceAware { lines.append("   has states for light and dark") }
      lines += planes.map { "   \($0)" }
      if !warnings.isEmpty { lines.append("   warnings: \(warnings.count)") }
      return lines.joined(separator: "\n")
    }
  }

  private struct Plane: Encodable, CustomStringConvertible {
    var plane: String
    var package: String
    var width: Double
    var height: Double
    var states: [String]
    /// The loop of the document's editor in seconds.
    var loopStart: Double?
    var loopEnd: Double?

    init(_ layer: CAWallpaper.Layer) {
      plane = layer.plane.rawValue
      package = layer.name
      (width, height) = (layer.package.size.width, layer.package.size.height)
      states = layer.package.stateNames
      loopStart = layer.package.loopRange?.lowerBound
      loopEnd = layer.package.loopRange?.upperBound
    }

    var description: String {
      let size = "\(ValueText.text(width)) x \(ValueText.text(height))"
      var words = [plane, package, size].filter { !$0.isEmpty }
      if let loopStart, let loopEnd {
        words.append("loop \(ValueText.text(loopStart))...\(ValueText.text(loopEnd)) s")
      }
      words.append(states.isEmpty ? "no states" : "states: \(states.joined(separator: ", "))")
      return words.joined(separator: "  ")
    }
  }
}
