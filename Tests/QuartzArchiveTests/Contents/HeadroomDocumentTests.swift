// Colours with a headroom in documents and keyed archives.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import Testing

/// A9.14: the headrooms of colours come back, wherever a layer has colours.
@Suite struct HeadroomDocumentTests {
  private static func bright(_ alpha: CGFloat = 1) throws -> CGColor {
    try #require(
      CGColor(headroom: 2.5, colorSpace: nil, red: 1.25, green: 0.5, blue: -0.25, alpha: alpha)
    )
  }

  private func tree() throws -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    root.backgroundColor = try Self.bright()
    root.borderColor = try Self.bright(0.5)
    root.shadowColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    let gradient = CAGradientLayer()
    gradient.colors = [CGColor(red: 1, green: 1, blue: 1, alpha: 1), try Self.bright(0.25)]
    let change = CABasicAnimation(keyPath: "backgroundColor")
    (change.fromValue, change.toValue, change.duration) = (try Self.bright(), root.shadowColor, 5)
    gradient.add(change, forKey: "change")
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.color = try Self.bright()
    emitter.emitterCells = [cell]
    root.sublayers = [gradient, emitter]
    return root
  }

  private func check(_ root: CALayer) throws {
    #expect(root.backgroundColor?.contentHeadroom == 2.5)
    #expect(root.backgroundColor?.components == [1.25, 0.5, -0.25, 1])
    #expect(root.borderColor?.contentHeadroom == 2.5 && root.borderColor?.alpha == 0.5)
    #expect(root.shadowColor?.contentHeadroom == 1)
    let gradient = try #require(root.sublayers?[0] as? CAGradientLayer)
    let stops = try #require(gradient.colors as? [CGColor])
    #expect(stops.map(\.contentHeadroom) == [1, 2.5] && stops[1].alpha == 0.25)
    let change = try #require(gradient.animation(forKey: "change") as? CABasicAnimation)
    #expect((change.fromValue as? CGColor)?.contentHeadroom == 2.5)
    #expect((change.toValue as? CGColor)?.contentHeadroom == 1)
    let emitter = try #require(root.sublayers?[1] as? CAEmitterLayer)
    #expect(emitter.emitterCells?[0].color?.contentHeadroom == 2.5)
  }

  @Test func documents() throws {
    let package = try CAPackage(rootLayer: try tree(), size: CGSize(width: 10, height: 10))
    let text = try package.documentText()
    #expect(text.contains("headroom=\"2.5\""))
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Bright.ca")
    #expect(try package.write(to: url) == [])
    let back = try CAPackage(contentsOf: url)
    #expect(back.warnings.isEmpty)
    try check(back.rootLayer)
    #expect(try back.documentText() == text)
  }

  @Test func keyedArchives() throws {
    let root = try tree()
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    try check(try #require(back))
  }

  /// Headrooms that there cannot be are none.
  @Test(arguments: ["nan", "0.5", "-2", "inf", "1e9", "bright"])
  func otherHeadrooms(number: String) throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    root.backgroundColor = try Self.bright()
    let package = try CAPackage(rootLayer: root, size: CGSize(width: 10, height: 10))
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Odd.ca")
    _ = try package.write(to: url)
    let file = url.appendingPathComponent("main.caml")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("headroom=\"2.5\""))
    try Data(text.replacingOccurrences(of: "\"2.5\"", with: "\"\(number)\"").utf8).write(to: file)
    let color = try CAPackage(contentsOf: url).rootLayer.backgroundColor
    #expect(color?.components == [1.25, 0.5, -0.25, 1] && color?.contentHeadroom == 0)
  }
}
