// The stages that the demos of Lockwood's chapters 1 to 6 share, and probes of whole pictures.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// Stages and helpers of chapters 1 to 6.
@MainActor
enum Lockwood1 {
  /// A light grey screen with a white square of 200 points in its middle.
  class LayerViewController: UIViewController {
    let layerView = UIView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .lightGray
      layerView.backgroundColor = .white
      view.addSubview(layerView)
    }
  }

  /// A light grey screen with a clear container of 300 x 300.
  class ContainerController: UIViewController {
    let containerView = UIView(frame: CGRect(x: 10, y: 90, width: 300, height: 300))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .lightGray
      view.addSubview(containerView)
    }
  }

  /// Two thirds of white, as a screen shows it.
  static let gray = [170, 170, 170]

  /// A colour by its bytes.
  static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> UIColor {
    UIColor(
      red: CGFloat(red) / 255,
      green: CGFloat(green) / 255,
      blue: CGFloat(blue) / 255,
      alpha: 1
    )
  }

  /// Returns a transform with a camera at a distance, in points.
  static func perspective(_ distance: CGFloat) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    return transform
  }

  /// The bytes of a picture; the origin is at the top left.
  struct Pixels: Equatable {
    let width: Int
    let height: Int
    let scale: CGFloat
    private var bytes: [UInt8]

    /// Takes the picture that a stage shows now.
    @MainActor init(_ stage: Stage) throws {
      let image = try stage.window.image(at: stage.time)
      self.init(image, scale: stage.window.screen.scale)
    }

    /// Takes a picture; places are in points of a scale.
    init(_ image: CGImage, scale: CGFloat = 1) {
      (width, height, self.scale) = (image.width, image.height, scale)
      bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
      let size = CGRect(x: 0, y: 0, width: image.width, height: image.height)
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
        context?.draw(image, in: size)
      }
    }

    /// Red, green and blue of the pixel that a point is in; black outside.
    subscript(x: CGFloat, y: CGFloat) -> [Int] {
      let (column, row) = (Int((x * scale).rounded(.down)), Int((y * scale).rounded(.down)))
      guard column >= 0, row >= 0, column < width, row < height else { return [0, 0, 0] }
      let start = (row * width + column) * 4
      return bytes[start..<start + 3].map { Int($0) }
    }

    /// Red, green and blue of the pixel that a point is in.
    subscript(point: CGPoint) -> [Int] { self[point.x, point.y] }

    /// The number of pixels of a kind.
    func count(where isWanted: ([Int]) -> Bool) -> Int {
      (0..<width * height).count { pixel in
        isWanted(bytes[pixel * 4..<pixel * 4 + 3].map { Int($0) })
      }
    }

    /// The pixels of a kind: the smallest rectangle around them, in points; null without any.
    func box(where isWanted: ([Int]) -> Bool) -> CGRect {
      var box = CGRect.null
      for row in 0..<height {
        for column in 0..<width {
          let start = (row * width + column) * 4
          guard isWanted(bytes[start..<start + 3].map { Int($0) }) else { continue }
          box = box.union(CGRect(x: column, y: row, width: 1, height: 1))
        }
      }
      guard !box.isNull else { return box }
      return box.applying(CGAffineTransform(scaleX: 1 / scale, y: 1 / scale))
    }

    /// The greatest difference of a component from another picture of the size.
    func distance(from other: Pixels) -> Int {
      guard bytes.count == other.bytes.count else { return 255 }
      return zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
  }
}

extension Demo {
  /// Returns the demo with a script that needs its controller.
  func play<Controller: UIViewController>(
    with _: Controller.Type,
    _ script: @escaping @MainActor (Stage, Controller) throws -> Void
  ) -> Demo {
    play { stage in
      guard let controller = stage.controller as? Controller else {
        return stage.expect(false, "the controller is a \(Controller.self)")
      }
      try script(stage, controller)
    }
  }
}

extension Stage {
  /// Touches the screen at a point, without lifting the finger again.
  func press(at point: CGPoint) {
    UIApplication.shared.touchBegan(at: point, time: time, in: window)
  }

  /// Touches the screen at a point and lifts the finger.
  func tap(at point: CGPoint) { UIApplication.shared.tap(at: point, time: time, in: window) }

  /// States the corners of what stands out from a plain background: a little way in there is
  /// something, a little way out there is not.
  ///
  /// - Parameters:
  ///   - corners: In points of the screen, in order around.
  ///   - background: The bytes of what is around.
  ///   - distance: The way, in points.
  func expect(
    corners: [CGPoint],
    on background: [Int] = Lockwood1.gray,
    distance: CGFloat = 3,
    _ statement: String
  ) throws {
    let pixels = try Lockwood1.Pixels(self)
    let middle = CGPoint(
      x: corners.map(\.x).reduce(0, +) / CGFloat(corners.count),
      y: corners.map(\.y).reduce(0, +) / CGFloat(corners.count)
    )
    for corner in corners {
      let length = hypot(corner.x - middle.x, corner.y - middle.y)
      let way = CGPoint(
        x: (corner.x - middle.x) / length * distance,
        y: (corner.y - middle.y) / length * distance
      )
      let inner = CGPoint(x: corner.x - way.x, y: corner.y - way.y)
      let outer = CGPoint(x: corner.x + way.x, y: corner.y + way.y)
      if window.bounds.contains(inner) {
        expect(pixels[inner] != background, "\(statement): within the corner \(corner)")
      }
      if window.bounds.contains(outer) {
        expect(pixels[outer] == background, "\(statement): outside the corner \(corner)")
      }
    }
  }

  /// States the colours of several points of the screen at once.
  func expect(
    colors: [(x: CGFloat, y: CGFloat, color: [Int])],
    within tolerance: Int = 2,
    _ statement: String = "the colour"
  ) throws {
    let pixels = try Lockwood1.Pixels(self)
    for (x, y, color) in colors {
      let found = pixels[x, y]
      let distance = zip(found, color).map { abs($0 - $1) }.max() ?? 0
      expect(distance <= tolerance, "\(statement) at (\(x), \(y)) is \(color), not \(found)")
    }
  }
}
