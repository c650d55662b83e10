// Lockwood, chapter 4: corners, borders and shadows.
// Licensed under the MIT license; see LICENSE.

import BookKit
import Foundation
import UIKit

/// The demos of chapter 4; masks, filters and opacity are in files of their own.
@MainActor
enum LockwoodChapter4 {
  static let demos: [Demo] =
    corners + shadows + LockwoodMasks1.demos + LockwoodDigits1.demos + LockwoodOpacity1.demos

  // MARK: Corners and borders

  private static let (white, red, black) = ([255, 255, 255], [255, 0, 0], [0, 0, 0])

  private static let corners: [Demo] = [
    Demo("LW-F-4.1", "Subviews that stick out") { BoxesController() }.play { stage in
      try expect([(-19, -19, red), (39, 39, red), (41, 41, white), (129, 1, white)], stage)
      try stage.show("nothing is clipped")
    },
    Demo("LW-4.1", "Rounded corners, with and without clipping") { RoundedController() }
      .play { stage in
        let gray = Lockwood1.gray
        try expect([(128, 2, gray), (120, 10, white), (41, 41, white), (39, 39, red)], stage)
        try expect(left: [(-10, -10, red), (2, 2, red)], stage)
        try expect(right: [(-10, -10, gray), (2, 2, gray), (4, 4, gray), (8, 8, red)], stage)
        let pixels = try Lockwood1.Pixels(stage)
        for y in stride(from: 0.5, to: 130, by: 1) {
          for x in stride(from: 0.5, to: 130, by: 1) where x > 40 || y > 40 {
            if pixels[20 + x, 175 + y] != pixels[170 + x, 175 + y] {
              stage.expect(false, "both outlines are the same, at (\(x), \(y))")
            }
          }
        }
        try stage.show("the right one clips")
      },
    Demo("LW-4.2", "Borders") { BorderController() }.play { stage in
      let probes: [Probe] = [
        (65, 2.5, black), (65, 6, white), (127.5, 65, black), (30, 2.5, black), (8, 8, black),
        (10, 10, red), (-1, 65, Lockwood1.gray), (131, 65, Lockwood1.gray),
      ]
      try expect(probes, stage)
      try expect(left: [(4, 4, red)], stage)
      try expect(right: [(4, 4, Lockwood1.gray)], stage)
      try stage.show("in front of the subviews")
    },
    Demo("LW-F-4.4", "A border and the shape of the contents") { BorderOfImageController() }
      .play { stage in
        try stage.expect(
          colors: [
            // The border of 4 points is the rectangle of the bounds, in front of image and subview.
            (100, 142, black), (62, 300, black), (160, 338, black), (258, 150, black),
            (258, 240, black), (265, 240, red), (250, 240, red), (70, 150, Lockwood1.gray),
          ]
        )
        try stage.show("a rectangle")
      },
  ]

  private typealias Probe = (x: CGFloat, y: CGFloat, color: [Int])

  /// States colours in the coordinates of both boxes.
  private static func expect(_ probes: [Probe], _ stage: Stage) throws {
    try expect(left: probes, stage)
    try expect(right: probes, stage)
  }

  private static func expect(left probes: [Probe], _ stage: Stage) throws {
    try stage.expect(colors: probes.map { ($0.x + 20, $0.y + 175, $0.color) }, "left: the colour")
  }

  private static func expect(right probes: [Probe], _ stage: Stage) throws {
    try stage.expect(colors: probes.map { ($0.x + 170, $0.y + 175, $0.color) }, "right: the colour")
  }

  // MARK: Shadows

  private static let shadows: [Demo] = [
    Demo("LW-F-4.5", "The default shadow") { DefaultShadowController() }.play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      // The middle of a row of pixels is half a point away from its edge.
      for distance: CGFloat in [0.5, 3.5, 6.5, 9.5] {
        let above = pixels[80, 190 - distance][0]
        stage.expect(CGFloat(above), is: shade(3 - distance, 3, 1), within: 6, "above, y down")
        let below = pixels[240, 290 + distance - 0.01][0]
        stage.expect(CGFloat(below), is: shade(3 - distance, 3, 1), within: 6, "below, y up")
      }
      stage.expect(pixels[80, 293][0] >= 160, "hardly any below")
      try stage.show("y down, y up")
    },
    Demo("LW-F-4.6", "Shadows of two depths") { DepthsController() }.play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      let near = (0..<60).filter { pixels[90, 290 + CGFloat($0)][0] < 165 }.count
      let far = (0..<60).filter { pixels[230, 290 + CGFloat($0)][0] < 165 }.count
      stage.expect(far > near * 3, "the deeper shadow reaches \(far) points, the other \(near)")
      try stage.show("offset and radius 2, and 10")
    },
    Demo("LW-F-4.7", "The shadow of a shape") { KeyShadowController() }.play { stage in
      let (shadow, gray) = ([85, 85, 85], Lockwood1.gray)
      try stage.expect(
        colors: [
          (180, 249, shadow), (196, 249, shadow), (200, 253, gray), (128, 245, gray),
          (128, 228, shadow), (102, 182, gray), (128, 269, shadow), (180, 240, [200, 150, 0]),
        ]
      )
      try stage.show("a copy, 5 points lower")
    },
    Demo("LW-F-4.8", "A shadow that is clipped away") { ClippedShadowController() }.play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      stage.expect(pixels[85, 308][0] < 130, "the left view has a shadow")
      stage.expect(pixels[235, 308] == Lockwood1.gray, "the right view has none")
      try stage.show("the right one clips")
    },
    Demo("LW-F-4.9", "A view around the view that clips") { NestedShadowController() }
      .play(with: NestedShadowController.self) { stage, controller in
        let outer = controller.shadowView
        stage.expect(controller.layerView2.superview === outer, "the view is in the other")
        stage.expect(
          controller.layerView2.convert(controller.layerView2.bounds, to: nil) == outer.frame,
          "both have one frame on the screen"
        )
        stage.expect(outer.backgroundColor == nil, "the outer view is clear")
        try stage.show("looks as one view")
      },
    Demo("LW-4.3", "A shadow and clipping, with two views") { TwoViewShadowController() }
      .play(twoViews),
    Demo("LW-4.4", "Shadow paths") { ShadowPathController() }.play { stage in
      let pixels = try Lockwood1.Pixels(stage)
      stage.expect(at: CGPoint(x: 90, y: 185), Lockwood1.rgb(85, 85, 85), within: 6)
      stage.expect(at: CGPoint(x: 32, y: 182), Lockwood1.rgb(109, 109, 109), within: 10)
      stage.expect(at: CGPoint(x: 230, y: 200), Lockwood1.rgb(85, 85, 85), within: 6)
      stage.expect(at: CGPoint(x: 172, y: 182), .lightGray, within: 6)
      stage.expect(pixels[90, 262][0] < 90, "seen through the clear parts of the image")
      try stage.show("a square and a disc")
    },
  ]

  private static func twoViews(_ stage: Stage) throws {
    let pixels = try Lockwood1.Pixels(stage)
    for (x, name) in [(85.0, "left"), (235, "right")] {
      for distance: CGFloat in [0.5, 5.5, 10.5, 15.5] {
        let found = pixels[x, 305 + distance - 0.01][0]
        stage.expect(
          CGFloat(found),
          is: shade(5 - distance, 5, 0.5),
          within: 6,
          "\(name), \(distance) points below"
        )
      }
    }
    stage.expect(pixels[100, 170][0] >= 165, "hardly any above")
    stage.expect(pixels[62, 168][0] < 165, "the red square of the left view has a shadow")
    stage.expect(pixels[212, 168][0] >= 165, "the right view has none there")
    let corner = pixels[299, 304][0]
    stage.expect(corner > pixels[235, 306][0] + 20, "no square corner: \(corner)")
    try stage.show("both have shadows")
  }

  /// The grey in a shadow on light grey at a distance within a straight edge.
  ///
  /// The blur's deviation is 0.95 of the shadow's radius.
  private static func shade(_ within: CGFloat, _ radius: CGFloat, _ opacity: CGFloat) -> CGFloat {
    let cover = 0.5 * (1 + erf(within / (0.95 * radius * 2.0.squareRoot())))
    return 170 * (1 - cover * opacity)
  }
}

// MARK: - Controllers

/// Two white views with red ones in them that stick out by 20 points.
private class BoxesController: UIViewController {
  let layerView1 = UIView(frame: CGRect(x: 20, y: 175, width: 130, height: 130))
  let layerView2 = UIView(frame: CGRect(x: 170, y: 175, width: 130, height: 130))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    for layerView in [layerView1, layerView2] {
      layerView.backgroundColor = .white
      let redView = UIView(frame: CGRect(x: -20, y: -20, width: 60, height: 60))
      redView.backgroundColor = .red
      layerView.addSubview(redView)
      view.addSubview(layerView)
    }
  }
}

private class RoundedController: BoxesController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView1.layer.cornerRadius = 20
    layerView2.layer.cornerRadius = 20
    layerView2.layer.masksToBounds = true
  }
}

private class BorderController: RoundedController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView1.layer.borderWidth = 5
    layerView2.layer.borderWidth = 5
  }
}

private final class BorderOfImageController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let imageView = UIView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))
    imageView.layer.contents = Lockwood1.Asset.key().cgImage
    imageView.layer.contentsGravity = .resizeAspect
    imageView.layer.borderWidth = 4
    let redView = UIView(frame: CGRect(x: 150, y: 90, width: 80, height: 60))
    redView.backgroundColor = .red
    imageView.addSubview(redView)
    view.addSubview(imageView)
  }
}

private final class DefaultShadowController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let shadowView = UIView(frame: CGRect(x: 30, y: 190, width: 100, height: 100))
    shadowView.backgroundColor = .white
    shadowView.layer.shadowOpacity = 1
    view.addSubview(shadowView)
    // The same in coordinates as of a Mac, whose y grows upwards.
    let flipped = CALayer()
    flipped.frame = CGRect(x: 160, y: 0, width: 160, height: 480)
    flipped.isGeometryFlipped = true
    let layer = CALayer()
    layer.frame = CGRect(x: 30, y: 190, width: 100, height: 100)
    layer.backgroundColor = UIColor.white.cgColor
    layer.shadowOpacity = 1
    flipped.addSublayer(layer)
    view.layer.addSublayer(flipped)
  }
}

private final class DepthsController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    for (x, depth) in [(40, 2), (180, 10)] {
      let panel = UIView(frame: CGRect(x: x, y: 190, width: 100, height: 100))
      panel.backgroundColor = .white
      panel.layer.shadowOpacity = 0.6
      panel.layer.shadowOffset = CGSize(width: 0, height: depth)
      panel.layer.shadowRadius = CGFloat(depth)
      view.addSubview(panel)
    }
  }
}

private final class KeyShadowController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let keyView = UIView(frame: CGRect(x: 100, y: 180, width: 120, height: 120))
    keyView.layer.contents = Lockwood1.Asset.key().cgImage
    keyView.layer.contentsGravity = .resizeAspect
    keyView.layer.shadowOpacity = 0.5
    keyView.layer.shadowOffset = CGSize(width: 0, height: 5)
    keyView.layer.shadowRadius = 0
    view.addSubview(keyView)
  }
}

private final class ClippedShadowController: BorderController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for layer in [layerView1.layer, layerView2.layer] {
      layer.shadowOpacity = 0.5
      layer.shadowOffset = CGSize(width: 0, height: 5)
      layer.shadowRadius = 5
    }
  }
}

private class NestedShadowController: BorderController {
  let shadowView = UIView(frame: CGRect(x: 170, y: 175, width: 130, height: 130))

  override func viewDidLoad() {
    super.viewDidLoad()
    layerView2.frame = shadowView.bounds
    shadowView.addSubview(layerView2)
    view.addSubview(shadowView)
  }
}

private final class TwoViewShadowController: NestedShadowController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for layer in [layerView1.layer, shadowView.layer] {
      layer.shadowOpacity = 0.5
      layer.shadowOffset = CGSize(width: 0, height: 5)
      layer.shadowRadius = 5
    }
  }
}

private final class ShadowPathController: UIViewController {
  let layerView1 = UIView(frame: CGRect(x: 30, y: 180, width: 120, height: 120))
  let layerView2 = UIView(frame: CGRect(x: 170, y: 180, width: 120, height: 120))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    for layerView in [layerView1, layerView2] {
      layerView.layer.contents = Lockwood1.Asset.key().cgImage
      layerView.layer.contentsGravity = .resizeAspect
      layerView.layer.shadowOpacity = 0.5
      view.addSubview(layerView)
    }
    let squarePath = CGMutablePath()
    squarePath.addRect(layerView1.bounds)
    layerView1.layer.shadowPath = squarePath
    let circlePath = CGMutablePath()
    circlePath.addEllipse(in: layerView2.bounds)
    layerView2.layer.shadowPath = circlePath
  }
}
