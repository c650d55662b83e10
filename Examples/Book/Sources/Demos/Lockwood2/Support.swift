// The stages of the demos of chapters 7 to 15, and what their scripts ask.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// Code that the chapters from 7 on share.
@MainActor
enum Lockwood2 {
  static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)

  /// A colour of bytes.
  static func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> UIColor {
    UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
  }

  /// The curve of the text: from (0, 150) to (300, 150), first up, then down.
  static var curve: UIBezierPath {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 0, y: 150))
    path.addCurve(
      to: CGPoint(x: 300, y: 150),
      controlPoint1: CGPoint(x: 75, y: 0),
      controlPoint2: CGPoint(x: 225, y: 300)
    )
    return path
  }

  /// The bytes of a picture, as red, green, blue and alpha.
  static func bytes(_ image: CGImage) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
    bytes.withUnsafeMutableBytes { memory in
      let context = CGContext(
        data: memory.baseAddress,
        width: image.width,
        height: image.height,
        bitsPerComponent: 8,
        bytesPerRow: image.width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      let frame = CGRect(x: 0, y: 0, width: image.width, height: image.height)
      context?.draw(image, in: frame)
    }
    return bytes
  }

  /// The greatest difference of a component of two pictures, in 0...255.
  static func difference(_ one: CGImage, _ other: CGImage) -> Int {
    guard one.width == other.width, one.height == other.height else { return 255 }
    return zip(bytes(one), bytes(other)).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Writes a file for the demos.
  ///
  /// - Returns: Its path.
  nonisolated static func write(_ data: Data?, to name: String) -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quartz-book")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(name)
    try? data?.write(to: url, options: .atomic)
    return url.path
  }

  /// Makes changes of layers without animations.
  static func withoutActions(_ change: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change()
    CATransaction.commit()
  }

  // MARK: Stages

  /// A light grey screen; buttons are put below.
  class Screen: UIViewController {
    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .lightGray
    }

    /// Adds a button with its middle at a place.
    @discardableResult
    func addButton(
      _ title: String,
      x: CGFloat = 160,
      y: CGFloat = 400,
      _ action: @escaping () -> Void
    ) -> UIButton {
      let button = UIButton(type: .system, primaryAction: UIAction(title: title) { _ in action() })
      button.backgroundColor = .white
      button.frame = CGRect(x: x - 75, y: y - 18, width: 150, height: 36)
      view.addSubview(button)
      return button
    }
  }

  /// A white view of 200 points in the middle.
  class WhiteView: Screen {
    let layerView = UIView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))

    override func viewDidLoad() {
      super.viewDidLoad()
      layerView.backgroundColor = .white
      view.addSubview(layerView)
    }
  }

  /// A blue layer of 100 points in the white view.
  class BlueSquare: WhiteView {
    let colorLayer = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      colorLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      colorLayer.backgroundColor = UIColor.blue.cgColor
      layerView.layer.addSublayer(colorLayer)
    }
  }

  /// A red layer of 100 points in the middle of the screen.
  class RedSquare: Screen {
    let colorLayer = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      colorLayer.frame = CGRect(x: 110, y: 190, width: 100, height: 100)
      colorLayer.backgroundColor = UIColor.red.cgColor
      view.layer.addSublayer(colorLayer)
    }
  }

  /// A view of 300 points.
  class Container: Screen {
    let containerView = UIView(frame: CGRect(x: 10, y: 90, width: 300, height: 300))

    override func viewDidLoad() {
      super.viewDidLoad()
      containerView.backgroundColor = .white
      view.addSubview(containerView)
    }

    /// Draws the curve of the text.
    func addCurve() {
      let curve = CAShapeLayer()
      curve.path = Lockwood2.curve.cgPath
      curve.fillColor = UIColor.clear.cgColor
      curve.strokeColor = UIColor.red.cgColor
      curve.lineWidth = 3
      containerView.layer.addSublayer(curve)
    }

    /// Adds a ship with its middle at a place.
    func addShip(_ side: CGFloat, x: CGFloat, y: CGFloat = 150) -> CALayer {
      let ship = CALayer()
      ship.frame = CGRect(x: 0, y: 0, width: side, height: side)
      ship.position = CGPoint(x: x, y: y)
      ship.contents = Lockwood2.ship(side).cgImage
      containerView.layer.addSublayer(ship)
      return ship
    }
  }

  /// A demo whose controller is of another class than its script expects.
  struct WrongController: Error {}
}

extension UIColor {
  /// Red, green, blue and alpha in 0...255.
  var bytes: [CGFloat] {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return [red, green, blue, alpha].map { ($0 * 255).rounded(.down) }
  }
}

extension Demo {
  /// Returns the demo with a script that knows the controller's class.
  func play<Controller: UIViewController>(
    _ type: Controller.Type,
    _ script: @escaping @MainActor (Stage, Controller) throws -> Void
  ) -> Demo {
    play { stage in
      guard let controller = stage.controller as? Controller else {
        throw Lockwood2.WrongController()
      }
      // The views are on the screen before anything happens.
      stage.move(to: 0)
      try script(stage, controller)
    }
  }
}

extension Stage {
  /// The number that a layer shows for a key path; NaN for none.
  func shown(_ layer: CALayer, _ keyPath: String) -> CGFloat {
    let value = (layer.presentation() ?? layer).value(forKeyPath: keyPath)
    return (value as? Double).map { CGFloat($0) } ?? (value as? NSNumber).map { $0.doubleValue }
      ?? .nan
  }

  /// States where a layer is seen, within half a tenth of a point.
  func expectPlace(_ layer: CALayer, _ x: CGFloat, _ y: CGFloat, within tolerance: CGFloat = 0.06) {
    let place = (layer.presentation() ?? layer).position
    expect(
      abs(place.x - x) <= tolerance && abs(place.y - y) <= tolerance,
      "at \(time) s the layer is at (\(x), \(y)); it is at \(place)"
    )
  }

  /// States the angle that a layer is seen at, in degrees clockwise.
  func expectAngle(_ layer: CALayer, _ degrees: CGFloat, within tolerance: CGFloat = 0.06) {
    let found = shown(layer, "transform.rotation.z") * 180 / .pi
    // Half a turn to either side looks the same.
    let difference = (found - degrees).remainder(dividingBy: 360)
    expect(
      abs(difference) <= tolerance,
      "at \(time) s the layer is turned by \(degrees) degrees; it is by \(found)"
    )
  }

  /// States the colour that a layer shows, in bytes.
  func expectColor(_ layer: CALayer, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
    let color = (layer.presentation() ?? layer).backgroundColor
    let found = (color?.components ?? []).map { ($0 * 255).rounded() }
    let isRight =
      found.count == 4 && zip(found, [red, green, blue]).allSatisfy { abs($0 - $1) <= 1 }
    expect(isRight, "at \(time) s the layer is (\(red), \(green), \(blue)); it is \(found)")
  }

  /// Moves time on in frames of a sixtieth of a second, as a display does.
  func playFrames(to end: CFTimeInterval) {
    let first = Int((time * 60).rounded(.down)) + 1
    for frame in stride(from: first, through: Int((end * 60 + 1e-6).rounded(.down)), by: 1) {
      move(to: Double(frame) / 60)
    }
    move(to: end)
  }

  /// Taps the button with a title.
  func press(_ title: String) {
    guard let button = button(title, in: window) else {
      return expect(false, "there is a button \"\(title)\"")
    }
    tap(button)
  }

  private func button(_ title: String, in view: UIView) -> UIButton? {
    if let button = view as? UIButton, button.title(for: .normal) == title { return button }
    for subview in view.subviews {
      if let found = button(title, in: subview) { return found }
    }
    return nil
  }

  /// Taps the middle of a view.
  func tap(_ view: UIView) {
    tap(view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil))
  }

  /// Touches the screen at a point and lifts the finger.
  func tap(_ point: CGPoint) {
    UIApplication.shared.tap(at: point, in: window)
  }

  /// Drags a finger, and moves time on by the duration.
  func drag(
    _ start: CGPoint,
    to end: CGPoint,
    duration: CFTimeInterval = 0.2,
    steps: Int = 12
  ) {
    UIApplication.shared.drag(
      from: start,
      to: end,
      duration: duration,
      steps: steps,
      time: time,
      in: window
    )
    wait(duration)
  }
}
