// Neuburg, chapter 16: turns in space, backs of layers, masks, clipping and rasterising.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum NeuburgLooks {
  static let demos: [Demo] = [vectors, flip, transformLayer, roundedMask, clipping, rasterizing]

  private static let vectors = Demo("NB-F16.7", "Turns about vectors") { Vectors() }
    .screen(220, 60)
    .play { stage in
      let angle = CGFloat.pi / 6
      stage.expect(
        isEqual(
          CATransform3DMakeRotation(angle, 1, 1, 1),
          CATransform3DMakeRotation(angle, 10, 10, 10)
        ),
        "only the direction of the vector counts"
      )
      stage.expect(
        isEqual(
          CATransform3DMakeRotation(angle, 0, 0, -1),
          CATransform3DInvert(CATransform3DMakeRotation(angle, 0, 0, 1))
        ),
        "the other direction turns the other way"
      )
      stage.expect(
        isEqual(
          CATransform3DMakeRotation(angle, 0, 0, 1),
          CATransform3DMakeAffineTransform(CGAffineTransform(rotationAngle: angle))
        ),
        "a turn about z is the affine one"
      )
      stage.expect(
        isEqual(CATransform3DMakeRotation(angle, 0, 0, 0), CATransform3DIdentity),
        "about nothing nothing turns"
      )
      stage.expect(
        [(130, 15, .red), (160, 45, .yellow), (180, 15, .red), (210, 45, .yellow)],
        "there and back, and about nothing"
      )
      try stage.show()
    }

  private static func isEqual(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    let rows = [
      (a.m11, b.m11), (a.m12, b.m12), (a.m13, b.m13), (a.m14, b.m14), (a.m21, b.m21),
      (a.m22, b.m22), (a.m23, b.m23), (a.m24, b.m24), (a.m31, b.m31), (a.m32, b.m32),
      (a.m33, b.m33), (a.m34, b.m34), (a.m41, b.m41), (a.m42, b.m42), (a.m43, b.m43),
      (a.m44, b.m44),
    ]
    return rows.allSatisfy { abs($0 - $1) < 1e-12 }
  }

  private static let flip = Demo("NB-12", "The back of a layer") { Flip() }
    .screen(140, 80)
    .play { stage in
      let layer = try stage.the(Flip.self).layer
      try stage.show("the front")
      @MainActor func turn(
        _ angle: CGFloat,
        _ caption: String,
        _ colors: [(CGFloat, CGFloat, UIColor)]
      ) throws {
        layer.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
        stage.wait(0.3)
        stage.expect(colors, caption)
        try stage.show(caption)
      }
      try turn(
        .pi,
        "the back: mirrored, and its sublayer still before it",
        [
          (115, 15, .red), (115, 65, .blue), (25, 15, .green), (25, 65, .yellow),
          (111, 26, .magenta),
        ]
      )
      layer.isDoubleSided = false
      let nothing: [(CGFloat, CGFloat, UIColor)] = [(40, 20, .white), (115, 65, .white)]
      try turn(.pi, "no back", nothing)
      try turn(.pi / 2 - 0.1, "a sliver of the front", [(69, 15, .red), (69, 65, .blue)])
      try turn(.pi / 2 + 0.1, "no sliver of the back", nothing + [(70, 15, .white)])
    }

  private static let transformLayer = Demo("NB-13", "A flat layer and one in space, turned over") {
    TurnedOver()
  }
  .screen(440, 220)
  .play { stage in
    let layers = try stage.the(TurnedOver.self).layers
    stage.expect([(110, 130, .green), (330, 130, .green)], "green before both are turned")
    try stage.show("before")
    for layer in layers { layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0) }
    stage.wait(0.3)
    stage.expect(
      [(110, 130, .green), (155, 65, .blue), (45, 185, .green)],
      "the flat layer keeps the order"
    )
    stage.expect(
      [(330, 130, .blue), (375, 65, .blue), (265, 185, .green)],
      "in space blue is nearer now"
    )
    try stage.show("turned over")
  }

  private static let roundedMask = Demo("NB-14", "A mask that rounds corners") { RoundedMask() }
    .screen(140, 80)
    .play { stage in
      stage.expect(
        [(21, 11, .white), (118, 68, .white), (70, 11, .red), (70, 69, .blue), (21, 38, .red)],
        "corners are cut"
      )
      try stage.show()
    }

  private static let clipping = Demo("NB-15", "Clipping while drawing") { Clipping() }
    .screen(220, 140)
    .play { stage in
      stage.expect(
        [
          (10.5, 70, .yellow), (12, 70, .red), (11, 11, .yellow), (110, 12, .red),
          (110, 10.5, .yellow), (200, 120, .blue),
        ],
        "a picture within a rim"
      )
      try stage.show()
    }

  private static let rasterizing = Demo("NB-16", "A tree that is kept as a bitmap") {
    Rasterizing()
  }
  .screen(120, 80)
  .play { stage in
    let tree = try stage.the(Rasterizing.self).tree
    // The outermost pixel of a square, and the one beside it.
    @MainActor func edge() throws -> (inside: [Int], outside: [Int]) {
      let pixels = try stage.pixels()
      return (pixels[7.5, 12], pixels[6.5, 12])
    }
    let sharp = try edge()
    stage.expect(sharp.inside == [0, 0, 255] && sharp.outside == [255, 255, 255], "a sharp edge")
    try stage.show("sharp")
    tree.shouldRasterize = true
    tree.rasterizationScale = 1
    let kept = try edge()
    stage.expect(kept.inside == sharp.inside && kept.outside == sharp.outside, "the same, kept")
    try stage.show("kept")
    tree.rasterizationScale = 0.3
    // The scale moves as other properties do.
    stage.wait(0.3)
    let blurred = try edge()
    stage.expect(
      blurred.inside[0] > 20 && blurred.outside[0] < 245,
      "out of focus at three tenths: \(blurred)"
    )
    try stage.show("kept at 0.3")
    tree.shouldRasterize = false
    stage.wait(0.3)
    let again = try edge()
    stage.expect(again.inside == sharp.inside && again.outside == sharp.outside, "sharp again")
  }
}

/// Turned about a vector, about ten times the vector, there and back, and about no vector.
private final class Vectors: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let angle = CGFloat.pi / 6
    let rotations = [
      CATransform3DMakeRotation(angle, 1, 1, 1), CATransform3DMakeRotation(angle, 10, 10, 10),
      CATransform3DRotate(CATransform3DMakeRotation(angle, 0, 0, -1), angle, 0, 0, 1),
      CATransform3DMakeRotation(angle, 0, 0, 0),
    ]
    for (index, rotation) in rotations.enumerated() {
      let layer = CALayer(CGRect(x: 25 + index * 50, y: 10, width: 40, height: 40))
      layer.contents = NeuburgAssets.quarters(20).cgImage
      layer.transform = rotation
      view.layer.addSublayer(layer)
    }
  }
}

private final class Flip: UIViewController {
  let layer = CALayer(CGRect(x: 20, y: 10, width: 100, height: 60))

  override func viewDidLoad() {
    super.viewDidLoad()
    layer.contents = picture().cgImage
    layer.addSublayer(CALayer(CGRect(x: 5, y: 12, width: 10, height: 10), .magenta))
    view.layer.addSublayer(layer)
  }

  /// Returns quarters of four colours, with letters.
  private func picture() -> UIImage {
    NeuburgAssets.picture(100, 60, isOpaque: true) { bounds in
      NeuburgAssets.quarters(60).draw(in: bounds)
      "AB".draw(
        at: CGPoint(x: 28, y: 12),
        withAttributes: [.font: UIFont.boldSystemFont(ofSize: 30)]
      )
    }
  }
}

private final class TurnedOver: UIViewController {
  let layers = [CALayer(), CATransformLayer()]

  override func viewDidLoad() {
    super.viewDidLoad()
    for (index, lay1) in layers.enumerated() {
      lay1.frame = CGRect(x: 10 + index * 220, y: 10, width: 200, height: 200)
      view.layer.addSublayer(lay1)
      let frame = lay1.bounds.insetBy(dx: 50, dy: 50)
      let lay2 = CALayer(frame, .blue)
      lay1.addSublayer(lay2)
      let lay3 = CALayer(frame.offsetBy(dx: 20, dy: 30), .green)
      lay3.zPosition = 10
      lay1.addSublayer(lay3)
    }
  }
}

private final class RoundedMask: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let layer = CALayer(CGRect(x: 20, y: 10, width: 100, height: 60))
    layer.contents =
      NeuburgAssets.picture(100, 60, isOpaque: true) { bounds in
        UIColor.red.setFill()
        UIRectFill(bounds)
        UIColor.blue.setFill()
        UIRectFill(CGRect(x: 0, y: 30, width: 100, height: 30))
      }.cgImage
    layer.mask = mask(of: layer.bounds.size, radius: 12)
    view.layer.addSublayer(layer)
  }

  /// Returns a layer that is opaque within rounded corners.
  private func mask(of size: CGSize, radius: CGFloat) -> CALayer {
    let image = UIGraphicsImageRenderer(size: size).image { context in
      UIColor(white: 0, alpha: 0).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      UIColor(white: 0, alpha: 1).setFill()
      UIBezierPath(roundedRect: CGRect(origin: .zero, size: size), cornerRadius: radius).fill()
    }
    let mask = CALayer()
    mask.frame = CGRect(origin: .zero, size: size)
    mask.contents = image.cgImage
    return mask
  }
}

private final class Clipping: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let photo = PhotoView(frame: CGRect(x: 10, y: 10, width: 200, height: 120))
    photo.backgroundColor = .yellow
    view.addSubview(photo)
  }
}

/// A picture that fills a rounded frame.
private final class PhotoView: UIView {
  /// A square that is red above one diagonal and blue below it.
  private let image = NeuburgAssets.picture(400, 400, isOpaque: true) { bounds in
    UIColor.red.setFill()
    UIRectFill(bounds)
    let triangle = UIBezierPath()
    triangle.move(to: CGPoint(x: 400, y: 0))
    triangle.addLine(to: CGPoint(x: 400, y: 400))
    triangle.addLine(to: CGPoint(x: 0, y: 400))
    UIColor.blue.setFill()
    triangle.fill()
  }

  override func draw(_ rect: CGRect) {
    let frame = bounds.insetBy(dx: 1, dy: 1)
    UIBezierPath(roundedRect: frame, cornerRadius: 6).addClip()
    let scale = image.size.width / bounds.width
    let y = (image.size.height / scale - bounds.height) / 2
    let place = CGRect(
      x: 0,
      y: -y,
      width: image.size.width / scale,
      height: image.size.height / scale
    )
    image.draw(in: place.integral)
  }
}

/// Fifty layers in one.
private final class Rasterizing: UIViewController {
  let tree = CALayer(CGRect(x: 5, y: 5, width: 110, height: 70))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.addSublayer(tree)
    let colors: [UIColor] = [.blue, .orange, UIColor(red: 0, green: 0.5, blue: 0, alpha: 0.5)]
    for index in 0..<50 {
      let frame = CGRect(x: 2 + index % 10 * 11, y: 2 + index / 10 * 14, width: 8, height: 11)
      let layer = CALayer(frame, colors[index % 3])
      layer.cornerRadius = CGFloat(index % 5)
      tree.addSublayer(layer)
    }
  }
}
