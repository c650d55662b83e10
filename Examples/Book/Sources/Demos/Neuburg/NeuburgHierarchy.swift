// Neuburg, chapter 16: layers in layers, their order, their places, and scrolling.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum NeuburgHierarchy {
  static let demos: [Demo] = [
    threeRectangles, viewTree, layerTree, arrays, cards, anchors, scrolling,
  ]

  private static let threeRectangles = Demo("NB-01", "Three layers, and nothing clipped") {
    ThreeRectangles()
  }.play { stage in
    let pink = UIColor(red: 1, green: 0.4, blue: 1, alpha: 1)
    let lime = UIColor(red: 0.5, green: 1, blue: 0, alpha: 1)
    stage.expect(
      [
        (120, 120, pink), (230, 130, pink), (160, 180, lime), (260, 300, lime), (180, 250, .red),
        (50, 400, .red), (300, 100, .white),
      ],
      "the uppermost layer"
    )
    try stage.show()
  }

  private static let viewTree = Demo("NB-F16.2", "A tree of views, and the layers under it") {
    ViewTree()
  }.play { stage in
    let tree = try stage.the(ViewTree.self)
    for view in tree.all {
      stage.expect(view.layer.superlayer === view.superview?.layer, "layers are nested as views")
      stage.expect(view.layer.delegate === view, "a view is its layer's delegate")
      stage.expect(
        view.layer.sublayers?.count ?? 0 == view.subviews.count,
        "each sublayer is a view's"
      )
    }
    try stage.show()
  }

  private static let layerTree = Demo("NB-F16.3", "The same, with layers that have no view") {
    ViewTree()
  }.play { stage in
    let tree = try stage.the(ViewTree.self)
    try stage.show("views only")
    let views = tree.all.map(\.subviews.count)
    tree.addLayersOfItsOwn()
    stage.expect(tree.all.map(\.subviews.count) == views, "views have as many subviews as before")
    let layers = tree.all.map { $0.layer.sublayers?.count ?? 0 }
    stage.expect(
      zip(layers, views).filter { $0 == $1 + 1 }.count == 2,
      "two layers have one sublayer more"
    )
    stage.wait(0.5)
    try stage.show("two more layers")
  }

  private static let arrays = Demo("NB-02", "All sublayers at once") { Arrays() }
    .screen(130, 50)
    .play { stage in
      let controller = try stage.the(Arrays.self)
      let layer: CALayer = controller.view.layer
      for x in [25.0, 65, 105] { stage.expect(at: CGPoint(x: x, y: 25), .blue) }
      stage.expect(controller.squares.allSatisfy { $0.superlayer === layer }, "all are in it")
      try stage.show("three")
      layer.sublayers = nil
      stage.expect(layer.sublayers?.isEmpty ?? true, "none are in it")
      stage.expect(controller.squares.allSatisfy { $0.superlayer == nil }, "they are in nothing")
      for x in [25.0, 65, 105] { stage.expect(at: CGPoint(x: x, y: 25), .white) }
      try stage.show("none")
    }

  private static let cards = Demo("NB-03", "Cards, ordered by zPosition") { Cards() }
    .screen(200, 150)
    .play { stage in
      let controller = try stage.the(Cards.self)
      let order = controller.view.layer.sublayers
      try stage.show("as added")
      stage.expect(at: CGPoint(x: 65, y: 60), .blue, "the third of the cards there")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      controller.cards[0].zPosition = 1
      controller.cards[4].zPosition = -1
      CATransaction.commit()
      stage.expect(
        [
          (65, 60, .red), (75, 17, .green), (75, 60, .blue), (95, 60, .yellow), (135, 60, .yellow),
          (165, 60, .magenta),
        ],
        "the card on top"
      )
      stage.expect(controller.view.layer.sublayers == order, "the array is what it was")
      try stage.show("first on top, last at the bottom")
    }

  private static let anchors = Demo("NB-04", "Two layers at one position") { Anchors() }
    .screen(240, 200)
    .play { stage in
      let controller = try stage.the(Anchors.self)
      stage.expect(
        controller.letter.frame,
        is: CGRect(x: 100, y: 0, width: 40, height: 40),
        "a letter at the rim"
      )
      stage.expect(
        controller.arrow.frame,
        is: CGRect(x: 100, y: 40, width: 40, height: 100),
        "the arrow"
      )
      try stage.show()
      controller.arrow.anchorPoint = CGPoint(x: 0, y: 0)
      stage.expect(
        controller.arrow.position,
        is: CGPoint(x: 120, y: 120),
        "the position does not depend on the anchor point"
      )
      stage.wait(0.3)
      try stage.show("anchored at its corner")
    }

  private static let scrolling = Demo("NB-05", "A layer that scrolls") { Scrolling() }
    .screen(200, 200)
    .play { stage in
      let controller = try stage.the(Scrolling.self)
      let (scroller, board) = (controller.scroller, controller.board)
      @MainActor func expect(_ x: CGFloat, _ y: CGFloat, _ what: String) throws {
        stage.expect(scroller.bounds.origin, is: CGPoint(x: x, y: y), what)
        stage.wait(0.3)
        try stage.show(what)
      }
      try stage.show("at the start")
      scroller.scroll(to: CGPoint(x: 50, y: 30))
      stage.expect(
        board.visibleRect,
        is: CGRect(x: 50, y: 30, width: 100, height: 100),
        "what is visible"
      )
      try expect(50, 30, "to a point")
      scroller.scroll(to: CGRect(x: 120, y: 40, width: 20, height: 20))
      try expect(50, 30, "to a rectangle that is visible")
      scroller.scroll(to: CGRect(x: 180, y: 40, width: 20, height: 20))
      try expect(100, 30, "to one that is not")
      board.scroll(CGPoint(x: 200, y: 200))
      try expect(200, 200, "a sublayer's point")
      board.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10))
      try expect(0, 0, "a sublayer's rectangle")
      controller.mark.scroll(.zero)
      try expect(310, 310, "a point of a sublayer's sublayer")
      stage.expect(
        [(40, 40, .white), (160, 100, .white), (100, 160, .white)],
        "nothing outside is visible"
      )
    }
}

private final class ThreeRectangles: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let main: CALayer = view.layer
    let lay1 = CALayer()
    lay1.backgroundColor = UIColor(red: 1, green: 0.4, blue: 1, alpha: 1).cgColor
    lay1.frame = CGRect(x: 113, y: 111, width: 132, height: 194)
    main.addSublayer(lay1)
    let lay2 = CALayer()
    lay2.backgroundColor = UIColor(red: 0.5, green: 1, blue: 0, alpha: 1).cgColor
    lay2.frame = CGRect(x: 41, y: 56, width: 132, height: 194)
    lay1.addSublayer(lay2)
    let lay3 = CALayer()
    lay3.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1).cgColor
    lay3.frame = CGRect(x: 43, y: 197, width: 160, height: 230)
    main.addSublayer(lay3)
  }
}

/// A view with two, of which each has one more.
private final class ViewTree: UIViewController {
  private(set) var all: [UIView] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    let top = UIView(frame: CGRect(x: 40, y: 60, width: 240, height: 360))
    top.backgroundColor = .lightGray
    view.addSubview(top)
    all = [top]
    for row in 0..<2 {
      let middle = UIView(frame: CGRect(x: 20, y: 20 + row * 170, width: 200, height: 150))
      middle.backgroundColor = .gray
      top.addSubview(middle)
      let inner = UIView(frame: CGRect(x: 20, y: 20, width: 100, height: 60))
      inner.backgroundColor = .darkGray
      middle.addSubview(inner)
      all += [middle, inner]
    }
  }

  /// Adds a layer to the first of the two views, and one to the view in the second.
  func addLayersOfItsOwn() {
    for (view, color) in [(all[1], UIColor.red), (all[4], .orange)] {
      let layer = CALayer()
      layer.frame = CGRect(x: 40, y: 30, width: 50, height: 50)
      layer.backgroundColor = color.cgColor
      view.layer.addSublayer(layer)
    }
  }
}

private final class Arrays: UIViewController {
  let squares = (0..<3).map { index in
    CALayer(CGRect(x: 10 + index * 40, y: 10, width: 30, height: 30), .blue)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.sublayers = squares
  }
}

private final class Cards: UIViewController {
  private(set) var cards: [CALayer] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    let colors: [UIColor] = [.red, .green, .blue, .yellow, .magenta]
    for (index, color) in colors.enumerated() {
      let frame = CGRect(x: 10 + index * 25, y: 10 + index * 5, width: 60, height: 90)
      let card = CALayer(frame, color)
      view.layer.addSublayer(card)
      cards.append(card)
    }
  }
}

/// A letter and an arrow of a compass: pinned at one place, each at its own point.
private final class Anchors: UIViewController {
  let letter = CALayer()
  let arrow = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    let center = CGPoint(x: 120, y: 120)
    letter.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    letter.position = center
    letter.anchorPoint = CGPoint(x: 0.5, y: 3)
    letter.backgroundColor = UIColor.red.cgColor
    arrow.bounds = CGRect(x: 0, y: 0, width: 40, height: 100)
    arrow.position = center
    arrow.anchorPoint = CGPoint(x: 0.5, y: 0.8)
    arrow.backgroundColor = UIColor.blue.cgColor
    for layer in [letter, arrow] { view.layer.addSublayer(layer) }
    let pin = CALayer(CGRect(x: 118, y: 118, width: 4, height: 4), .white)
    pin.zPosition = 1
    view.layer.addSublayer(pin)
  }
}

private final class Scrolling: UIViewController {
  let scroller = CAScrollLayer()
  let board = CALayer()
  let mark = CALayer(CGRect(x: 310, y: 310, width: 30, height: 30), .red)

  override func viewDidLoad() {
    super.viewDidLoad()
    scroller.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    scroller.backgroundColor = UIColor.lightGray.cgColor
    view.layer.addSublayer(scroller)
    board.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    board.contents = grid().cgImage
    scroller.addSublayer(board)
    board.addSublayer(mark)
  }

  /// Returns a board of 8 by 8 fields with their numbers.
  private func grid() -> UIImage {
    NeuburgAssets.picture(400, 400, isOpaque: true) { _ in
      for field in 0..<64 {
        let (column, row) = (field % 8, field / 8)
        UIColor(white: (column + row) % 2 == 0 ? 0.95 : 0.8, alpha: 1).setFill()
        UIRectFill(CGRect(x: column * 50, y: row * 50, width: 50, height: 50))
        "\(field)".draw(
          at: CGPoint(x: column * 50 + 12, y: row * 50 + 14),
          withAttributes: [.font: UIFont.systemFont(ofSize: 18)]
        )
      }
    }
  }
}
