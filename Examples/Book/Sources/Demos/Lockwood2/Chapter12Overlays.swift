// Chapter 12: the table to measure under the overlays that say what it costs.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter12 {
  static let overlays: [Demo] = [blended, offscreen, cached]

  /// Whether a colour is tinted: more of one component than of another.
  private static func isTinted(_ color: [Int], _ more: Int, _ less: Int) -> Bool {
    color[more] > color[less] + 25
  }

  /// A row's own points on the screen: beside everything, in its text, in its picture.
  private static func places(
    _ table: PeopleTable,
    row: Int
  ) -> (beside: CGPoint, text: CGPoint, picture: CGPoint)? {
    guard let cell = table.tableView.cellForRow(at: IndexPath(row: row, section: 0)),
      let label = cell.textLabel, let picture = cell.imageView
    else { return nil }
    return (
      cell.convert(CGPoint(x: cell.bounds.maxX - 4, y: cell.bounds.midY), to: nil),
      // The upper edge of the label, above its letters.
      label.convert(CGPoint(x: 2, y: 2), to: nil),
      picture.convert(CGPoint(x: picture.bounds.midX, y: picture.bounds.midY), to: nil)
    )
  }

  private static let blended = Demo("LW-F-12.10", "The table's blended layers") {
    PeopleTable(Look())
  }
  .play(PeopleTable.self) { stage, controller in
    stage.wait(0.1)
    guard let places = places(controller, row: 3) else { return stage.expect(false, "a row") }
    stage.window.context?.overlays = .blended
    let pixels = try Lockwood1.Pixels(stage)
    stage.expect(isTinted(pixels[places.text], 0, 1), "labels are blended: red")
    stage.expect(isTinted(pixels[places.picture], 0, 1), "pictures too")
    stage.expect(!isTinted(pixels[places.beside], 0, 1), "the row beside them is not")
    try stage.show()
    stage.window.context?.overlays = []
  }

  private static let offscreen = Demo("LW-F-12.11", "The table's passes off screen") {
    PeopleTable(Look())
  }
  .play(PeopleTable.self) { stage, controller in
    stage.wait(0.1)
    stage.window.context?.overlays = .offscreen
    @MainActor func yellow() throws -> Int {
      try Lockwood1.Pixels(stage).count { isTinted($0, 0, 2) && isTinted($0, 1, 2) }
    }
    let shadowed = try yellow()
    try stage.show("with shadows")
    stage.window.rootViewController = PeopleTable(Look(hasShadows: false))
    stage.wait(0.1)
    let plain = try yellow()
    stage.expect(shadowed > plain + 1000, "shadows need them: \(shadowed), \(plain) without")
    try stage.show("without shadows")
    stage.window.context?.overlays = []
  }

  private static let cached = Demo("LW-F-12.13", "The table's hits and misses") {
    PeopleTable(Look(rasterizes: true))
  }
  .play(PeopleTable.self) { stage, controller in
    stage.window.context?.overlays = .cache
    stage.wait(0.1)
    stage.wait(0.1)
    guard let place = places(controller, row: 3)?.beside else {
      return stage.expect(false, "a row")
    }
    stage.expect(isTinted(try Lockwood1.Pixels(stage)[place], 1, 0), "rows from before are green")
    try stage.show("standing still")
    controller.tableView.contentOffset.y = 30
    stage.wait(1.0 / 60)
    let first = try Lockwood1.Pixels(stage)
    stage.expect(isTinted(first[place.x, place.y], 1, 0), "rows that move are green")
    stage.expect(isTinted(first[place.x, 470], 0, 1), "the row that enters is red")
    try stage.show("while a row enters")
    stage.window.context?.overlays = []
  }
}
