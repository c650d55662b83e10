// One meaning of what shows: the window, drawHierarchy, and presentations that are rendered.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

/// A layer that draws a property of its own, which animates, as a bar.
private final class BarLayer: CALayer {
  @LayerProperty var length: CGFloat = 0

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "length" || super.needsDisplay(forKey: key)
  }

  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    ctx.fill(CGRect(x: 0, y: 0, width: length, height: bounds.height))
  }
}

/// The same as a picture that the layer sets as its contents.
private final class PictureLayer: CALayer {
  @LayerProperty var length: CGFloat = 0

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "length" || super.needsDisplay(forKey: key)
  }

  override func display() {
    let context = CGContext(sRGBWidth: 80, height: 4, space: CGColorSpaceCreateDeviceRGB())
    context?.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    context?.fill(CGRect(x: 0, y: 0, width: length, height: 4))
    contents = context?.makeImage()
  }
}

@MainActor
private final class BarView: UIView {
  override class var layerClass: AnyClass { BarLayer.self }
}

@Suite("Pictures of what shows", .serialized)
@MainActor
struct ShownPictureTests {
  private let window = makeWindow(CGSize(width: 80, height: 60))
  private let root = UIView(frame: CGRect(x: 0, y: 0, width: 80, height: 60))
  private let ball = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

  init() {
    root.backgroundColor = .white
    ball.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    ball.layer.cornerRadius = 6
    root.addSubview(ball)
    window.addSubview(root)
    CATransaction.flush()
  }

  private func bytes(_ image: CGImage?) throws -> [UInt8] { pixels(try #require(image)) }

  private func drawn(_ body: (CGContext) -> Void) throws -> [UInt8] {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.preferredRange = .standard
    let renderer = UIGraphicsImageRenderer(bounds: root.bounds, format: format)
    return try bytes(renderer.image { body($0.cgContext) }.cgImage)
  }

  /// Expects three pictures of now to be the same, and returns them.
  @discardableResult
  private func same(_ place: SourceLocation = #_sourceLocation) throws -> [UInt8] {
    let hierarchy = try drawn { _ in
      root.drawHierarchy(in: root.bounds, afterScreenUpdates: true)
    }
    // A view beside it does not show, and has its picture made in another way.
    let other = UIView()
    window.addSubview(other)
    let beside = try drawn { _ in root.drawHierarchy(in: root.bounds, afterScreenUpdates: true) }
    other.removeFromSuperview()
    CATransaction.flush()
    let presentation = try #require(root.layer.presentation())
    let rendered = try drawn { presentation.render(in: $0) }
    let shown = try bytes(try window.image())
    #expect(hierarchy == shown && beside == shown && rendered == shown, sourceLocation: place)
    return shown
  }

  /// The red of the pixels of the row through the middle of the ball.
  private func reds(_ bytes: [UInt8]) -> [Int] {
    (0..<80).filter { bytes[(10 * 80 + $0) * 4 + 1] == 0 }
  }

  @Test(
    "Running, paused and just added animations show alike in all pictures of a view",
    .shows(
      "UIView.drawHierarchy(in:afterScreenUpdates:)",
      "CALayer.presentation()",
      "CALayer.render(in:)"
    )
  )
  func animations() throws {
    try same()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { ball.frame.origin.x = 60 }
    #expect(try reds(same()).first == 0)
    _ = try window.image(at: 0.5)
    #expect(try reds(same()).first == 30)
    root.layer.speed = 0
    root.layer.timeOffset = 0.25
    #expect(try reds(same()).first == 15)
    ball.layer.removeAllAnimations()
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (10, 60, 1)
    move.beginTime = 0.05
    move.fillMode = .both
    ball.layer.add(move, forKey: "move")
    #expect(try reds(same()).first == 10)
    _ = try window.image(at: 3)
    #expect(try reds(same()).first == 10)
  }

  @Test(
    "Layers that draw a property of their own show it as it is now in all pictures",
    .shows("CALayer.needsDisplay(forKey:)", "CALayer.presentation()")
  )
  func ownProperties() throws {
    let bar = BarView(frame: CGRect(x: 0, y: 30, width: 80, height: 10))
    bar.isOpaque = false
    root.addSubview(bar)
    CATransaction.flush()
    let grow = CABasicAnimation(keyPath: "length")
    (grow.fromValue, grow.toValue, grow.duration) = (0.0, 80.0, 1)
    bar.layer.add(grow, forKey: "grow")
    func blues(_ bytes: [UInt8]) -> Int {
      (0..<80).count { bytes[(35 * 80 + $0) * 4] == 0 }
    }
    _ = try window.image(at: 0.25)
    #expect(try blues(same()) == 20)
    try window.context?.advance(to: 0.75)
    let presentation = try #require(root.layer.presentation())
    #expect(try blues(drawn { presentation.render(in: $0) }) == 60)
    #expect(try blues(same()) == 60)
  }

  @Test(
    "Layers that set their contents themselves, two levels below, show alike in all pictures",
    .shows("CALayer.display()", "CALayer.contents")
  )
  func ownContents() throws {
    let between = UIView(frame: CGRect(x: 0, y: 30, width: 80, height: 20))
    root.addSubview(between)
    let bar = PictureLayer()
    bar.frame = CGRect(x: 0, y: 0, width: 80, height: 10)
    bar.length = 40
    between.layer.addSublayer(bar)
    bar.setNeedsDisplay()
    func blues(_ bytes: [UInt8]) -> Int {
      (0..<80).count { bytes[(35 * 80 + $0) * 4] == 0 }
    }
    #expect(try blues(same()) == 40)
    let grow = CABasicAnimation(keyPath: "length")
    (grow.fromValue, grow.toValue, grow.duration) = (0.0, 80.0, 1)
    bar.add(grow, forKey: "grow")
    _ = try window.image(at: 0.25)
    #expect(try blues(same()) == 20)
    try window.context?.advance(to: 0.75)
    let presentation = try #require(root.layer.presentation())
    #expect(try blues(drawn { presentation.render(in: $0) }) == 60)
    #expect(try blues(same()) == 60)
    _ = try window.image(at: 2)
    #expect(try blues(same()) == 40)
  }
}
