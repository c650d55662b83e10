// The demos of Zarra and Long, and what their chapters share.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum Zarra {
  static let demos: [Demo] =
    ZarraTables.demos + ZarraCounts.demos + ZarraChapter1.demos + ZarraChapter2.demos
    + ZarraChapter3.demos + ZarraChapter3Groups.demos
    + ZarraChapter4.demos + ZarraChapter5.demos + ZarraChapter6.demos + ZarraRipples.demos
    + ZarraChapter7.demos + ZarraChapter8.demos
    + ZarraCameras.demos + ZarraChapter9.demos
    + ZarraChapter10.demos
    + ZarraChapter11.demos + ZarraChapter12.demos + ZarraChapter13.demos

  /// A black screen whose layers count y from below, as the windows of the text do.
  class Window: UIViewController {
    /// The layer of the window's content.
    let root = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .black
      root.frame = UIScreen.main.bounds
      root.isGeometryFlipped = true
      view.layer.addSublayer(root)
    }

    /// Adds a button at a place of the screen.
    func addButton(_ title: String, x: CGFloat, y: CGFloat, _ action: @escaping () -> Void) {
      let button = UIButton(type: .system, primaryAction: UIAction(title: title) { _ in action() })
      button.frame = CGRect(x: x, y: y, width: 100, height: 30)
      button.backgroundColor = .white
      view.addSubview(button)
    }

    /// The foremost layer at a place of the content.
    func layer(at point: CGPoint) -> CALayer? {
      root.hitTest(root.convert(point, to: view.layer))
    }

    /// Where a touch is in the content; nil for none.
    func place(of touches: Set<UITouch>) -> CGPoint? {
      touches.first.map { view.layer.convert($0.location(in: view), to: root) }
    }
  }

  /// A picture by the components of each pixel, whose y counts from above; alpha may be left out.
  nonisolated static func bitmap(_ width: Int, _ height: Int, _ color: (Int, Int) -> [Int])
    -> CGImage?
  {
    var bytes: [UInt8] = []
    for index in 0..<width * height {
      let components = color(index % width, index / width) + [255]
      for component in components.prefix(4) { bytes.append(UInt8(component)) }
    }
    return bytes.withUnsafeMutableBytes { memory in
      CGContext(
        data: memory.baseAddress,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )?.makeImage()
    }
  }

  /// 320 x 240: red grows to the right, green downwards.
  static func photo() -> CGImage? {
    bitmap(320, 240) { x, y in [255 * x / 319, 255 * y / 239, 128] }
  }

  /// A picture of one colour.
  static func plain(_ color: UIColor) -> CGImage? { NeuburgAssets.plain(4, 4, color).cgImage }

  /// A disc.
  static func disc(_ side: CGFloat, _ color: UIColor) -> CGImage? {
    Lockwood1.Asset.draw(side, side) { context in
      context.setFillColor(color.cgColor)
      context.fillEllipse(in: CGRect(x: 0, y: 0, width: side, height: side))
    }.cgImage
  }

  /// Returns an animation from one value to another.
  nonisolated static func animation(
    _ keyPath: String,
    from: Any? = nil,
    to: Any? = nil,
    _ duration: CFTimeInterval
  ) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, duration)
    return animation
  }
}

extension Stage {
  /// States the size that a layer is seen with.
  func expectSize(_ layer: CALayer, _ width: CGFloat, _ height: CGFloat) {
    let found = (layer.presentation() ?? layer).bounds.size
    expect(
      abs(found.width - width) <= 0.01 && abs(found.height - height) <= 0.01,
      "at \(time) s the layer is \(width) x \(height); it is \(found)"
    )
  }
}
