// Snapshots of views and view controllers.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitTesting

/// A card with a title and a coloured bar.
private final class ViewCard: UIView {
  let title = UILabel()
  let bar = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor { $0.userInterfaceStyle == .dark ? .black : .white }
    layer.cornerRadius = 8
    title.text = "Card"
    bar.backgroundColor = .red
    [title, bar].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    title.frame = CGRect(x: 8, y: 8, width: bounds.width - 16, height: 20)
    bar.frame = CGRect(x: 8, y: bounds.height - 12, width: bounds.width - 16, height: 4)
  }
}

private final class CardController: UIViewController {
  let card = ViewCard()
  var insets = UIEdgeInsets.zero

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .yellow
    view.addSubview(card)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    insets = view.safeAreaInsets
    card.frame = view.bounds.insetBy(dx: 20, dy: 60)
  }
}

@MainActor
@Suite("Snapshots of views")
struct ViewSnapshotTests {
  /// Returns what a strategy makes of a value.
  private func taken<Value, Format>(
    _ value: Value,
    _ strategy: Snapshotting<Value, Format>
  ) -> Format? {
    var result: Format?
    strategy.snapshot(value).run { result = $0 }
    return result
  }

  /// Returns red, green and blue of a pixel of an image.
  private func pixel(_ image: UIImage?, _ x: Int, _ y: Int) -> [Int] {
    guard let part = image?.cgImage?.cropping(to: CGRect(x: x, y: y, width: 1, height: 1)) else {
      return []
    }
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.withUnsafeMutableBytes { memory in
      CGContext(
        data: memory.baseAddress,
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )?.draw(part, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    return bytes.prefix(3).map(Int.init)
  }

  @Test("A view has its own size, and the size and scale that are asked for")
  func sizes() {
    let card = ViewCard(frame: CGRect(x: 7, y: 9, width: 120, height: 80))
    let scale = UITraitCollection(displayScale: 2)
    let own = taken(card, .image(traits: scale))
    #expect(own?.cgImage?.width == 240 && own?.cgImage?.height == 160 && own?.scale == 2)
    let wide = taken(card, .image(size: CGSize(width: 200, height: 100), traits: scale))
    #expect(wide?.size == CGSize(width: 200, height: 100))
    #expect(pixel(wide, 200, 180) == [255, 0, 0])
    #expect(card.frame == CGRect(x: 7, y: 9, width: 120, height: 80))
  }

  @Test("A view goes back to its superview, in its order")
  func superviews() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    let (below, card, above) = (
      UIView(), ViewCard(frame: CGRect(x: 4, y: 4, width: 90, height: 60)), UIView()
    )
    [below, card, above].forEach(root.addSubview)
    card.transform = CGAffineTransform(rotationAngle: 0.3)
    _ = taken(card, .image)
    #expect(root.subviews == [below, card, above])
    #expect(card.bounds.size == CGSize(width: 90, height: 60))
    #expect(card.transform == CGAffineTransform(rotationAngle: 0.3))
  }

  @Test("Traits choose the style")
  func styles() {
    let card = ViewCard(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
    let light = UITraitCollection(traitsFrom: [
      UITraitCollection(displayScale: 1), UITraitCollection(userInterfaceStyle: .light),
    ])
    let dark = UITraitCollection(traitsFrom: [
      UITraitCollection(displayScale: 1), UITraitCollection(userInterfaceStyle: .dark),
    ])
    #expect(pixel(taken(card, .image(traits: light)), 30, 40) == [255, 255, 255])
    #expect(pixel(taken(card, .image(traits: dark)), 30, 40) == [0, 0, 0])
  }

  @Test("A device has its size, its scale and its safe area")
  func devices() {
    let controller = CardController()
    let upright = taken(controller, .image(on: .iPhone13))
    #expect(upright?.cgImage?.width == 1170 && upright?.cgImage?.height == 2532)
    #expect(controller.insets == UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0))
    let wide = taken(controller, .image(on: .iPhoneSe(.landscape)))
    #expect(wide?.cgImage?.width == 1136 && wide?.cgImage?.height == 640)
    #expect(pixel(wide, 10, 10) == [255, 255, 0])
  }

  @Test("The views of a controller as text")
  func texts() {
    assertSnapshot(of: CardController(), as: .recursiveDescription(on: .iPhoneSe))
    assertSnapshot(
      of: ViewCard(frame: CGRect(x: 1, y: 2, width: 90, height: 60)),
      as: .recursiveDescription
    )
  }

  @Test("The controllers below a controller as text")
  func controllers() {
    let parent = UIViewController()
    let child = CardController()
    parent.addChild(child)
    child.loadViewIfNeeded()
    #expect(
      taken(parent, .hierarchy)
        == "<UIViewController>, view: <(view not loaded)>\n   | <CardController>, view: <UIView>"
    )
  }

  @Test("A picture and its reference")
  func pictures() {
    let bar = UIView(frame: CGRect(x: 0, y: 0, width: 24, height: 16))
    bar.backgroundColor = .blue
    bar.layer.borderWidth = 2
    assertSnapshot(of: bar, as: .image(traits: UITraitCollection(displayScale: 1)))
    let other = Diffing<UIImage>.image()
    let blue = taken(bar, .image(traits: UITraitCollection(displayScale: 1)))
    bar.backgroundColor = .green
    let green = taken(bar, .image(traits: UITraitCollection(displayScale: 1)))
    if let blue, let green {
      #expect(other.diff(blue, blue) == nil)
      #expect(other.diff(blue, green)?.0.isEmpty == false)
    }
  }

  /// A view whose bar moves from the left to the right within a second, once it is shown.
  private final class Mover: UIView {
    private let bar = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))

    override func didMoveToWindow() {
      super.didMoveToWindow()
      guard window != nil else { return bar.removeFromSuperview() }
      bar.backgroundColor = .red
      bar.frame.origin.x = 0
      addSubview(bar)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        self.bar.frame.origin.x = 30
      }
    }
  }

  /// The left edge of what is red in a picture of the mover, in pixels.
  private func edge(_ image: UIImage?, from start: Int = 0) throws -> Int? {
    let image = try #require(image)
    return (0..<40).first { pixel(image, start + $0, 5) == [255, 0, 0] }
  }

  @Test("A strategy that waits shows the later time, and waits add up")
  func waiting() throws {
    let mover = Mover(frame: CGRect(x: 0, y: 0, width: 40, height: 10))
    let traits = UITraitCollection(displayScale: 1)
    #expect(try edge(taken(mover, .image(traits: traits))) == 0)
    #expect(try edge(taken(mover, .wait(for: 0.5, on: .image(traits: traits)))) == 15)
    let twice = Snapshotting<UIView, UIImage>.wait(
      for: 0.5,
      on: .wait(for: 0.25, on: .image(traits: traits))
    )
    #expect(try edge(taken(mover, twice)) == 23)
    #expect(try edge(taken(mover, .wait(for: .nan, on: .image(traits: traits)))) == 0)
    #expect(taken("text", .wait(for: 1, on: .lines)) == "text")
  }

  @Test("Frames of a view stand in one picture")
  func frames() throws {
    let mover = Mover(frame: CGRect(x: 0, y: 0, width: 40, height: 10))
    let traits = UITraitCollection(displayScale: 1)
    let sheet = try #require(taken(mover, .frames(at: [0, 0.5, 1], traits: traits)))
    #expect(sheet.size == CGSize(width: 120, height: 10))
    #expect(try (0..<3).map { try edge(sheet, from: $0 * 40) } == [0, 15, 30])
    let column = try #require(taken(mover, .frames(at: [0, 1], columns: 1, traits: traits)))
    #expect(column.size == CGSize(width: 40, height: 20))
    let controller = UIViewController()
    let shown = taken(controller, .frames(at: [0, 1], size: CGSize(width: 30, height: 20)))
    #expect(shown?.size == CGSize(width: 60, height: 20))
  }

  @Test("Paths are filled with black, as large as their bounds")
  func paths() throws {
    let path = UIBezierPath(rect: CGRect(x: 5, y: 5, width: 20, height: 10))
    let image = try #require(taken(path, .image(scale: 2)))
    #expect(image.cgImage?.width == 40 && image.cgImage?.height == 20)
    #expect(pixel(image, 20, 10) == [0, 0, 0])
    let elements: String? = taken(path, .elementsDescription)
    #expect(elements?.split(separator: "\n").count == 5)
  }
}
