// Chapter 15: a matrix of layers in perspective, with fewer and fewer of them.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter15 {
  static let matrices: [Demo] = [matrix, hugeMatrix, culled, recycled]

  fileprivate static let side: CGFloat = 100
  fileprivate static let spacing: CGFloat = 150
  fileprivate static let cameraDistance: CGFloat = 500

  fileprivate static func perspective(_ z: CGFloat) -> CGFloat {
    cameraDistance / (z + cameraDistance)
  }

  /// A scroll view whose layers lie behind one another.
  class MatrixScreen: UIViewController, UIScrollViewDelegate {
    let scrollView = UIScrollView(frame: UIScreen.main.bounds)
    let (width, height, depth): (Int, Int, Int)

    init(width: Int, height: Int, depth: Int) {
      (self.width, self.height, self.depth) = (width, height, depth)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .black
      scrollView.contentSize = CGSize(
        width: CGFloat(width - 1) * spacing,
        height: CGFloat(height - 1) * spacing
      )
      scrollView.showsHorizontalScrollIndicator = false
      scrollView.showsVerticalScrollIndicator = false
      scrollView.delegate = self
      view.addSubview(scrollView)
      var transform = CATransform3DIdentity
      transform.m34 = -1 / cameraDistance
      scrollView.layer.sublayerTransform = transform
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {}

    /// Gives a layer its place and colour.
    func place(_ layer: CALayer, _ x: Int, _ y: Int, _ z: Int) {
      layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
      layer.position = CGPoint(x: CGFloat(x) * spacing, y: CGFloat(y) * spacing)
      layer.zPosition = -CGFloat(z) * spacing
      layer.backgroundColor =
        UIColor(red: 1 - CGFloat(z) / 10, green: 1, blue: 1, alpha: 1).cgColor
    }
  }

  // MARK: 15.3

  /// All layers at once.
  final class AllLayers: MatrixScreen {
    private(set) var count = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      for z in (0..<depth).reversed() {
        for y in 0..<height {
          for x in 0..<width {
            let layer = CALayer()
            place(layer, x, y, z)
            scrollView.layer.addSublayer(layer)
            count += 1
          }
        }
      }
    }
  }

  private static let matrix = Demo("LW-15.3", "A thousand layers in perspective") {
    AllLayers(width: 10, height: 10, depth: 10)
  }
  .play(AllLayers.self) { stage, controller in
    stage.expect(controller.count == 1000, "displayed: \(controller.count)")
    expectLayer(stage, controller, depth: 0, side: 100)
    expectLayer(stage, controller, depth: 5, side: 40)
    expectLayer(stage, controller, depth: 9, side: 27)
    try stage.show("LW-F-15.1")
    controller.scrollView.contentOffset = CGPoint(x: 600, y: 600)
    stage.wait(1)
    stage.expect(at: place(controller, 5, 5, 0), .white, "a near one after scrolling")
    // The vanishing point stays in the middle: there the farthest one is seen through the gaps.
    try stage.show("scrolled by (600, 600)")
  }

  /// Where the middle of a layer is seen.
  private static func place(
    _ controller: MatrixScreen,
    _ x: CGFloat,
    _ y: CGFloat,
    _ z: CGFloat
  ) -> CGPoint {
    let (scale, middle) = (perspective(z * spacing), controller.view.center)
    let offset = controller.scrollView.contentOffset
    return CGPoint(
      x: middle.x + (x * spacing - offset.x - middle.x) * scale,
      y: middle.y + (y * spacing - offset.y - middle.y) * scale
    )
  }

  /// States the size and colour of the layers of a depth.
  private static func expectLayer(
    _ stage: Stage,
    _ controller: AllLayers,
    depth: CGFloat,
    side: CGFloat
  ) {
    stage.expect(side, is: 100 * perspective(depth * spacing), within: 0.6, "the side at \(depth)")
    guard depth == 0 else { return }
    // Those behind are covered by the nearest in part.
    let middle = place(controller, 1, 1, 0)
    stage.expect(at: middle, .white, "a layer in front")
    stage.expect(at: CGPoint(x: middle.x + side / 2 - 2, y: middle.y), .white, "its edge")
  }

  private static let hugeMatrix = Demo("LW-15.3a", "A hundred thousand layers") {
    AllLayers(width: 100, height: 100, depth: 10)
  }
  .play(AllLayers.self) { stage, controller in
    stage.expect(controller.count == 100_000, "displayed: \(controller.count)")
    try stage.show("\(controller.count) layers")
  }

  // MARK: 15.4

  /// Only the layers in sight.
  class VisibleLayers: MatrixScreen {
    fileprivate(set) var log: [(displayed: Int, recycled: Int)] = []

    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      updateLayers()
    }

    override func scrollViewDidScroll(_ scrollView: UIScrollView) { updateLayers() }

    /// Calls with the indices of all layers in sight, from back to front.
    func forEachVisible(_ body: (Int, Int, Int) -> Void) {
      var bounds = scrollView.bounds
      bounds = bounds.insetBy(dx: -side / 2, dy: -side / 2)
      for z in (0..<depth).reversed() {
        let scale = perspective(CGFloat(z) * spacing)
        let adjusted = CGRect(
          x: bounds.midX - bounds.width / scale / 2,
          y: bounds.midY - bounds.height / scale / 2,
          width: bounds.width / scale,
          height: bounds.height / scale
        )
        for y in 0..<height {
          let top = CGFloat(y) * spacing
          guard top >= adjusted.minY, top < adjusted.maxY else { continue }
          for x in 0..<width {
            let left = CGFloat(x) * spacing
            if left >= adjusted.minX, left < adjusted.maxX { body(x, y, z) }
          }
        }
      }
    }

    func updateLayers() {
      var visible: [CALayer] = []
      forEachVisible { x, y, z in
        let layer = CALayer()
        place(layer, x, y, z)
        visible.append(layer)
      }
      scrollView.layer.sublayers = visible
      log.append((visible.count, 0))
    }
  }

  private static let culled = Demo("LW-15.4", "Only the layers in sight") {
    VisibleLayers(width: 100, height: 100, depth: 10)
  }
  .play(VisibleLayers.self) { stage, controller in
    stage.expect(controller.log.last?.displayed == 341, "displayed: \(controller.log)")
    try stage.show("\(controller.log.last?.displayed ?? 0) of 100000")
    controller.scrollView.contentOffset = CGPoint(x: 600, y: 600)
    stage.wait(1)
    stage.expect(controller.log.last?.displayed == 668, "displayed: \(controller.log)")
    try stage.show("\(controller.log.last?.displayed ?? 0) of 100000")
    // The same picture as that of all layers, of which those of 20 x 20 are enough here.
    let all = AllLayers(width: 26, height: 26, depth: 10)
    stage.window.rootViewController = all
    stage.wait(1)
    for (index, offset) in [CGPoint.zero, CGPoint(x: 600, y: 600)].enumerated() {
      all.scrollView.contentOffset = offset
      stage.wait(1)
      try stage.show("all layers")
      let difference = Lockwood2.difference(
        stage.figures[index].image,
        stage.figures[2 + index].image
      )
      stage.expect(difference == 0, "the same picture at \(offset): \(difference)")
    }
  }

  // MARK: 15.5

  /// The same with layers that are used again.
  final class RecycledLayers: VisibleLayers {
    private var pool: [CALayer] = []
    private(set) var made = 0

    override func updateLayers() {
      pool.append(contentsOf: scrollView.layer.sublayers ?? [])
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      var (visible, recycled): ([CALayer], Int) = ([], 0)
      forEachVisible { x, y, z in
        let layer: CALayer
        if let old = pool.popLast() {
          layer = old
          recycled += 1
        } else {
          layer = CALayer()
          made += 1
        }
        place(layer, x, y, z)
        visible.append(layer)
      }
      scrollView.layer.sublayers = visible
      CATransaction.commit()
      log.append((visible.count, recycled))
    }
  }

  private static let recycled = Demo("LW-15.5", "Layers that are used again") {
    RecycledLayers(width: 100, height: 100, depth: 10)
  }
  .play(RecycledLayers.self) { stage, controller in
    stage.expect(controller.log.first?.recycled == 0, "the first time all are new")
    try stage.show()
    let made = controller.made
    controller.updateLayers()
    stage.expect(controller.made == made, "then no layer is made")
    let last = controller.log.last
    stage.expect(last?.recycled == last?.displayed, "all are recycled")
    stage.wait(1 / 60)
    try stage.show("the same again")
    stage.expect(
      Lockwood2.difference(stage.figures[0].image, stage.figures[1].image) == 0,
      "no layer glides to its place"
    )
    controller.scrollView.contentOffset = CGPoint(x: 600, y: 600)
    stage.move(to: 0.1)
    stage.expect(controller.log.last?.displayed == 668, "displayed: \(controller.log)")
    let moving = controller.scrollView.layer.sublayers?.filter { $0.animationKeys() != nil } ?? []
    stage.expect(moving.isEmpty, "no animation is added")
    try stage.show("\(controller.log.last?.recycled ?? 0) of 668 recycled")
  }
}
