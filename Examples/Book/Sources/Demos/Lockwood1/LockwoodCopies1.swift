// Lockwood, chapter 6: transform, gradient and replicator layers.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The transform, gradient and replicator layers of chapter 6.
@MainActor
enum LockwoodCopies1 {
  static let demos: [Demo] = transforms + gradients + copies

  private static let (red, green, blue, white, gray) =
    ([255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], Lockwood1.gray)

  // MARK: Transform layers

  private static let transforms: [Demo] = [
    Demo("LW-6.5", "Two cubes in one space") { TwoCubesController() }.screen(480, 320)
      .play(with: TwoCubesController.self) { stage, controller in
        let (x, y): (CGFloat, CGFloat) = (240, 160)
        let first = try Lockwood1.Pixels(stage)
        try stage.expect(
          colors: [
            (x - 110, y, red), (x - 160, y - 50, red), (x - 50, y, green), (x - 172, y, gray),
            (x - 40, y, gray), (x + 68.1, y + 26.3, red), (x + 142.5, y + 26.3, green),
            (x + 107.6, y - 38.1, blue), (x, y, gray),
          ]
        )
        let place: (CGFloat, CGFloat) -> CGPoint = { CGPoint(x: x + $0, y: y + $1) }
        try stage.expect(
          corners: [
            place(31.52, -38.05), place(97.15, -82.93), place(183.7, -38.05),
            place(159.44, 33.02), place(103.02, 87.93), place(27.36, 33.02),
          ],
          "the second cube"
        )
        try stage.show("one from the front, one from a corner")
        var transform = CATransform3DMakeTranslation(100, 0, 0)
        transform = CATransform3DRotate(transform, -.pi / 3, 1, 0, 0)
        controller.cube2.transform = transform
        stage.wait(1)
        let second = try Lockwood1.Pixels(stage)
        var isSame = true
        for row in 0..<320 {
          for column in 0..<220 {
            let (x, y) = (CGFloat(column), CGFloat(row))
            isSame = isSame && first[x, y] == second[x, y]
          }
        }
        stage.expect(isSame, "turning one leaves the other as it is")
        stage.expect(first != second, "the second one has turned")
        try stage.show("the second one turned")
      }
  ]

  // MARK: Gradients

  private static let gradients: [Demo] = [
    Demo("LW-6.6", "A gradient from corner to corner") { GradientController() }
      .play(with: GradientController.self) { stage, controller in
        let middle = [128, 0, 128]
        try expect(
          [
            (0, 0, red), (75, 75, [191, 0, 64]), (150, 150, middle), (299, 299, blue),
            (299, 0, middle), (0, 299, middle),
          ],
          stage
        )
        try stage.show("red to blue")
        controller.gradientLayer.frame.size.height = 150
        stage.wait(1)
        try expect([(0, 149, middle), (299, 0, middle)], stage)
        try stage.show("300 x 150")
      },
    Demo("LW-6.7", "A gradient with locations") { ThreeColorsController() }
      .play { stage in
        try expect(
          [
            (37, 37, [255, 128, 0]), (75, 75, [255, 255, 0]), (112, 112, [128, 255, 0]),
            (150, 150, green), (250, 250, green), (299, 100, green), (100, 299, green),
          ],
          stage
        )
        try stage.show("three colours in one half")
      },
    Demo("LW-6.7a", "Locations that do not fit") { ThreeColorsController() }
      .play(with: ThreeColorsController.self) { stage, controller in
        controller.gradientLayer.locations = [0, 0.25]
        stage.wait(1)
        try expect([(10, 10, gray), (150, 150, gray), (290, 290, gray)], stage)
        try stage.show("two locations: nothing")
        controller.gradientLayer.locations = nil
        stage.wait(1)
        try expect(
          [(0, 0, red), (150, 150, [255, 255, 0]), (299, 299, green), (75, 75, [255, 128, 0])],
          stage
        )
        try stage.show("none: even")
      },
  ]

  /// States colours in the coordinates of the container.
  private static func expect(
    _ probes: [(x: CGFloat, y: CGFloat, color: [Int])],
    _ stage: Stage
  ) throws {
    try stage.expect(colors: probes.map { ($0.x + 10, $0.y + 90, $0.color) }, within: 3)
  }

  // MARK: Copies

  private static let copies: [Demo] = [
    Demo("LW-6.8", "Ten copies in a ring") { RingController() }.screen(520, 680).play { stage in
      var probes: [(x: CGFloat, y: CGFloat, color: [Int])] = []
      for copy in 0..<10 {
        let angle = CGFloat(copy) * .pi / 5
        let level = 255 - Int((25.5 * CGFloat(copy)).rounded())
        probes.append((270 + 200 * sin(angle), 370 - 200 * cos(angle), [255, level, level]))
      }
      try stage.expect(colors: probes, "the middle of a copy")
      stage.expect(at: CGPoint(x: 270, y: 370), .black, "the ring's middle")
      try stage.show("white to red")
    },
    Demo("LW-6.9", "A reflection") { ReflectionController() }
      .play(with: ReflectionController.self, reflection),
  ]

  private static func reflection(_ stage: Stage, _ controller: ReflectionController) throws {
    try stage.expect(
      colors: [
        (65, 105, red), (250, 105, white), (80, 245, [0, 255, 255]), (160, 251, [0, 0, 0]),
        (80, 255, [0, 102, 102]), (250, 255, [102, 102, 102]), (65, 395, [102, 0, 0]),
        (250, 395, [102, 102, 102]), (160, 410, [0, 0, 0]),
      ]
    )
    try stage.show("mirrored, and fainter")
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      controller.ball.center.x = 170
    }
    for _ in 0..<2 {
      stage.wait(0.3)
      let pixels = try Lockwood1.Pixels(stage)
      let isBall: ([Int]) -> Bool = { $0[2] > $0[0] + 40 && $0[2] > $0[1] + 40 }
      let box = pixels.box(where: isBall)
      stage.expect(
        box.minY > 100 && box.maxY < 402 && box.height > 180,
        "both show the ball: \(box)"
      )
      stage.expect(box.width, is: 30, within: 2, "at one place across")
      try stage.show()
    }
  }
}

// MARK: - Controllers

private final class TwoCubesController: UIViewController {
  let containerView = UIView(frame: CGRect(x: 40, y: 10, width: 400, height: 300))
  private(set) lazy var cube1 = cube(with: CATransform3DMakeTranslation(-100, 0, 0))
  private(set) lazy var cube2: CATransformLayer = {
    var transform = CATransform3DMakeTranslation(100, 0, 0)
    transform = CATransform3DRotate(transform, -.pi / 4, 1, 0, 0)
    transform = CATransform3DRotate(transform, -.pi / 4, 0, 1, 0)
    return cube(with: transform)
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(containerView)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    containerView.layer.sublayerTransform = perspective
    containerView.layer.addSublayer(cube1)
    containerView.layer.addSublayer(cube2)
  }

  private func face(with transform: CATransform3D, _ color: UIColor) -> CALayer {
    let face = CALayer()
    face.frame = CGRect(x: -50, y: -50, width: 100, height: 100)
    face.backgroundColor = color.cgColor
    face.transform = transform
    return face
  }

  private func cube(with transform: CATransform3D) -> CATransformLayer {
    let cube = CATransformLayer()
    // How far the faces are moved, and how they are turned about x and y.
    for (x, y, z, xTurn, yTurn, color) in [
      (0, 0, 50, 0, 0, .red), (50, 0, 0, 0, 0.5, .green), (0, -50, 0, 0.5, 0, .blue),
      (0, 50, 0, -0.5, 0, .yellow), (-50, 0, 0, 0, -0.5, .magenta), (0, 0, -50, 0, 1, .cyan),
    ] as [(CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, UIColor)] {
      var ct = CATransform3DMakeTranslation(x, y, z)
      ct = CATransform3DRotate(ct, xTurn * .pi, 1, 0, 0)
      ct = CATransform3DRotate(ct, yTurn * .pi, 0, 1, 0)
      cube.addSublayer(face(with: ct, color))
    }
    let containerSize = containerView.bounds.size
    cube.position = CGPoint(x: containerSize.width / 2, y: containerSize.height / 2)
    cube.transform = transform
    return cube
  }
}

private class GradientController: Lockwood1.ContainerController {
  let gradientLayer = CAGradientLayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    gradientLayer.frame = containerView.bounds
    containerView.layer.addSublayer(gradientLayer)
    gradientLayer.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
    gradientLayer.startPoint = CGPoint(x: 0, y: 0)
    gradientLayer.endPoint = CGPoint(x: 1, y: 1)
  }
}

private final class ThreeColorsController: GradientController {
  override func viewDidLoad() {
    super.viewDidLoad()
    gradientLayer.colors = [UIColor.red.cgColor, UIColor.yellow.cgColor, UIColor.green.cgColor]
    gradientLayer.locations = [0.0, 0.25, 0.5]
  }
}

private final class RingController: UIViewController {
  let containerView = UIView(frame: CGRect(x: 120, y: 20, width: 300, height: 300))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    view.addSubview(containerView)
    let replicator = CAReplicatorLayer()
    replicator.frame = containerView.bounds
    containerView.layer.addSublayer(replicator)
    replicator.instanceCount = 10
    var transform = CATransform3DIdentity
    transform = CATransform3DTranslate(transform, 0, 200, 0)
    transform = CATransform3DRotate(transform, .pi / 5, 0, 0, 1)
    transform = CATransform3DTranslate(transform, 0, -200, 0)
    replicator.instanceTransform = transform
    replicator.instanceBlueOffset = -0.1
    replicator.instanceGreenOffset = -0.1
    let layer = CALayer()
    layer.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
    layer.backgroundColor = UIColor.white.cgColor
    replicator.addSublayer(layer)
  }
}

/// A view that shows what is in it a second time, as in water.
private final class ReflectionView: UIView {
  override class var layerClass: AnyClass { CAReplicatorLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    guard let layer = layer as? CAReplicatorLayer else { return }
    layer.instanceCount = 2
    var transform = CATransform3DIdentity
    let verticalOffset = bounds.height + 2
    transform = CATransform3DTranslate(transform, 0, verticalOffset, 0)
    transform = CATransform3DScale(transform, 1, -1, 0)
    layer.instanceTransform = transform
    layer.instanceAlphaOffset = -0.6
  }
}

private final class ReflectionController: UIViewController {
  let reflectionView = ReflectionView(frame: CGRect(x: 60, y: 100, width: 200, height: 150))
  let ball = UIView(frame: CGRect(x: 15, y: 60, width: 30, height: 30))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    view.addSubview(reflectionView)
    let picture = UIImageView(image: Lockwood1.Asset.mark())
    picture.frame = reflectionView.bounds
    reflectionView.addSubview(picture)
    ball.backgroundColor = .blue
    reflectionView.addSubview(ball)
  }
}
