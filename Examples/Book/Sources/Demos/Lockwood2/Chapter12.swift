// Chapter 12: a table to measure.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 12.
@MainActor
enum LockwoodChapter12 {
  static let demos: [Demo] = [shadowed, withoutShadows, rasterized] + overlays

  /// The work of a table's cells.
  struct Look {
    var hasShadows = true
    var rasterizes = false
    /// Nil for that of the screen.
    var rasterizationScale: CGFloat?
  }

  /// A thousand people with pictures from files.
  final class PeopleTable: UIViewController, UITableViewDataSource {
    let look: Look
    let tableView = UITableView(frame: UIScreen.main.bounds, style: .plain)
    private(set) var made = 0
    private(set) var requests = 0
    private var people: [(name: String, picture: String)] = []

    init(_ look: Look) {
      self.look = look
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let first = ["Alice", "Bob", "Bill", "Charles", "Dan", "Dave", "Ethan", "Frank"]
      let last = ["Appleseed", "Bandicoot", "Caravan", "Dabble", "Ernest", "Fortune"]
      var random = Random(state: 12)
      people = (0..<1000).map { _ in
        let name = "\(first[random.next(8)]) \(last[random.next(6)])"
        return (name, LockwoodChapter12.pictures[random.next(6)])
      }
      tableView.dataSource = self
      tableView.showsVerticalScrollIndicator = false
      view.addSubview(tableView)
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      people.count
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      requests += 1
      return Signposts.measure("the cell method") {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Cell") ?? makeCell()
        let person = people[indexPath.row]
        cell.imageView?.image = UIImage(contentsOfFile: person.picture)
        cell.textLabel?.text = person.name
        return cell
      }
    }

    private func makeCell() -> UITableViewCell {
      made += 1
      let cell = UITableViewCell(style: .default, reuseIdentifier: "Cell")
      if look.hasShadows {
        cell.imageView?.layer.shadowOffset = CGSize(width: 0, height: 5)
        cell.imageView?.layer.shadowOpacity = 0.75
        cell.clipsToBounds = true
        cell.textLabel?.backgroundColor = .clear
        cell.textLabel?.layer.shadowOffset = CGSize(width: 0, height: 2)
        cell.textLabel?.layer.shadowOpacity = 0.5
      }
      cell.layer.shouldRasterize = look.rasterizes
      cell.layer.rasterizationScale = look.rasterizationScale ?? UIScreen.main.scale
      return cell
    }
  }

  /// Numbers that are the same each time.
  private struct Random {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }

  /// Six pictures with transparent corners, as files.
  static let pictures: [String] = {
    let sprites = Lockwood2.sprites + [Lockwood2.snowman(100), Lockwood2.key()]
    return sprites.enumerated().map { index, sprite in
      let small = Lockwood2.drawing(36, 36) { _ in
        sprite.draw(in: CGRect(x: 0, y: 0, width: 36, height: 36))
      }
      return Lockwood2.write(small.pngData(), to: "avatar\(index)@\(Int(small.scale))x.png")
    }
  }()

  /// Flings the table.
  private static func scroll(_ stage: Stage) {
    stage.drag(CGPoint(x: 160, y: 400), to: CGPoint(x: 160, y: 100), duration: 0.1)
    stage.playFrames(to: stage.time + 0.3)
  }

  private static let shadowed = Demo("LW-12.1", "A table with shadows") { PeopleTable(Look()) }
    .play(PeopleTable.self) { stage, controller in
      try stage.show("LW-F-12.7 to LW-F-12.11 measure this table")
      let plain = PeopleTable(Look(hasShadows: false))
      let made = controller.made
      scroll(stage)
      try stage.show("while it scrolls")
      stage.playFrames(to: stage.time + 2)
      stage.expect(controller.tableView.contentOffset.y > 300, "it has scrolled")
      let visible = controller.tableView.visibleCells.count
      stage.expect(made <= 13, "cells for the rows in sight: \(made)")
      stage.expect(controller.made <= visible + 3, "cells are used again: \(controller.made)")
      stage.expect(controller.requests > controller.made, "with other rows: \(controller.requests)")
      // The shadow lies where the picture does: below it, but not in its transparent corners.
      guard let cell = controller.tableView.visibleCells.first(where: { $0.frame.minY > 0 }),
        let image = cell.imageView
      else { return stage.expect(false, "there is a cell with a picture") }
      stage.expect(image.layer.shadowOpacity == 0.75, "a shadow of the picture")
      let offset = controller.tableView.contentOffset
      try stage.show("after scrolling")
      stage.window.rootViewController = plain
      stage.wait(0.1)
      plain.tableView.contentOffset = offset
      stage.wait(0.1)
      try stage.show("without shadows")
      let difference = Lockwood2.difference(stage.figures[2].image, stage.figures[3].image)
      stage.expect(difference > 40, "shadows are seen: \(difference)")
    }

  private static let withoutShadows = Demo("LW-F-12.12", "The table without shadows") {
    PeopleTable(Look(hasShadows: false))
  }
  .play(PeopleTable.self) { stage, controller in
    try stage.show("LW-F-12.12")
    scroll(stage)
    stage.expect(controller.tableView.contentOffset.y > 100, "it scrolls")
    try stage.show()
  }

  private static let rasterized = Demo("LW-12.2", "A table whose rows are kept as pictures") {
    PeopleTable(Look(rasterizes: true))
  }
  .screen(320, 480, scale: 2)
  .play(PeopleTable.self) { stage, _ in
    try stage.show("rasterized")
    for (look, caption) in [
      (Look(), "not rasterized"),
      (Look(rasterizes: true, rasterizationScale: 1), "rasterized at scale 1"),
    ] {
      stage.window.rootViewController = PeopleTable(look)
      stage.wait(0.1)
      try stage.show(caption)
    }
    let images = stage.figures.map(\.image)
    let difference = Lockwood2.difference(images[0], images[1])
    stage.expect(difference <= 3, "the same picture: \(difference)")
    let blurred = Lockwood2.difference(images[0], images[2])
    stage.expect(blurred > 40, "blurred at scale 1: \(blurred)")
  }
}
