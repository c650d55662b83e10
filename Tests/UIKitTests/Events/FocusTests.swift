// The focus: its moves by keys and by the program, its effects, and looks under a pointer.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// A view that can have the focus.
private final class Tile: UIView {
  var mayFocus = true
  override var canBecomeFocused: Bool { mayFocus }
}

/// A view that hears of the focus in it.
private final class FocusBoard: UIView {
  var moves: [String] = []
  var lets = true
  var wish: [any UIFocusEnvironment] = []
  override var preferredFocusEnvironments: [any UIFocusEnvironment] { wish }
  override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { lets }
  override func didUpdateFocus(
    in context: UIFocusUpdateContext,
    with coordinator: UIFocusAnimationCoordinator
  ) {
    super.didUpdateFocus(in: context, with: coordinator)
    let (old, new) = (context.previouslyFocusedView?.tag ?? 0, context.nextFocusedView?.tag ?? 0)
    moves.append("\(old)>\(new)")
    coordinator.addCoordinatedAnimations { self.moves.append("moves") }
  }
}

private final class FocusRows: NSObject, UITableViewDataSource, UITableViewDelegate {
  var chosen: [Int] = []
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 20 }
  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
  func tableView(_ tableView: UITableView, canFocusRowAt path: IndexPath) -> Bool { path.row != 1 }
  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    chosen.append(path.row)
  }
}

@Suite("Focus", .serialized)
@MainActor
struct FocusTests {
  private let system = UIFocusSystem.own

  /// A window without a focus; tests of other suites have had theirs.
  private func newWindow() -> UIWindow {
    system.move(to: nil, [])
    return makeWindow()
  }

  private func key(_ characters: String, _ flags: UIKeyModifierFlags = []) {
    let key = UIKey(characters: characters, modifierFlags: flags)
    UIApplication.shared.keyDown(key)
    UIApplication.shared.keyUp(key)
  }

  private var focused: Int { (system.focusedItem as? UIView)?.tag ?? 0 }

  /// Nine tiles, 1...3 above 4...6 above 7...9.
  private func board(in window: UIWindow) -> (board: FocusBoard, tiles: [Tile]) {
    let board = FocusBoard(frame: window.bounds)
    window.addSubview(board)
    let tiles = (0..<9).map { index in
      let tile = Tile(
        frame: CGRect(x: index % 3 * 60, y: index / 3 * 60, width: 50, height: 50)
      )
      tile.tag = index + 1
      board.addSubview(tile)
      return tile
    }
    return (board, tiles)
  }

  @Test("Arrows go to the nearest item of the group, and fail at the edge")
  func arrows() {
    let window = newWindow()
    defer { window.isHidden = true }
    let (board, tiles) = board(in: window)
    system.requestFocusUpdate(to: tiles[4])
    #expect(tiles[4].isFocused && focused == 5)
    key(UIKeyCommand.inputRightArrow)
    #expect(focused == 6)
    key(UIKeyCommand.inputRightArrow)
    #expect(focused == 6)
    key(UIKeyCommand.inputUpArrow)
    #expect(focused == 3)
    key(UIKeyCommand.inputLeftArrow)
    #expect(focused == 2)
    tiles[4].mayFocus = false
    key(UIKeyCommand.inputDownArrow)
    #expect(focused == 8)
    tiles[8].isHidden = true
    key(UIKeyCommand.inputRightArrow)
    #expect(focused == 6)
    #expect(board.moves.first == "0>5")
  }

  @Test("Tabs go through groups, to their most important item, and round")
  func groups() {
    let window = newWindow()
    defer { window.isHidden = true }
    let (_, tiles) = board(in: window)
    for index in 0..<3 { tiles[index].focusGroupIdentifier = "top" }
    for index in 6..<9 { tiles[index].focusGroupIdentifier = "bottom" }
    tiles[7].focusGroupPriority = .prioritized
    key("\t")
    #expect(focused == 1)
    key("\t")
    #expect(focused == 4)
    key(UIKeyCommand.inputDownArrow)
    #expect(focused == 4)
    key("\t")
    #expect(focused == 8)
    key("\t")
    #expect(focused == 1)
    key(UIKeyCommand.inputRightArrow)
    key("\t", .shift)
    #expect(focused == 8)
    // The item of the group that had the focus last.
    key("\t")
    #expect(focused == 2)
  }

  @Test("All around the old and the new item may refuse the move, and hear of it once")
  func environments() {
    let window = newWindow()
    defer { window.isHidden = true }
    let (board, tiles) = board(in: window)
    system.requestFocusUpdate(to: board)
    #expect(focused == 1)
    board.wish = [tiles[6]]
    board.setNeedsFocusUpdate()
    #expect(focused == 1)
    board.updateFocusIfNeeded()
    #expect(focused == 7)
    #expect(board.moves == ["0>1", "moves", "1>7", "moves"])
    board.lets = false
    key(UIKeyCommand.inputUpArrow)
    #expect(focused == 7)
    #expect(board.moves.count == 4)
    #expect(UIFocusSystem.environment(board, contains: tiles[0]))
    #expect(!UIFocusSystem.environment(tiles[0], contains: board))
    #expect(UIFocusSystem.focusSystem(for: tiles[0]) === window.windowScene?.focusSystem)
    #expect(UIFocusSystem.focusSystem(for: UIView()) == nil)
    #expect(board.focusItems(in: CGRect(x: 0, y: 0, width: 55, height: 55)).count == 1)
    board.lets = true
    tiles[6].removeFromSuperview()
    #expect(system.focusedItem == nil)
  }

  @Test("A guide leads the focus to an item that is elsewhere")
  func guide() {
    let window = newWindow()
    defer { window.isHidden = true }
    let (board, tiles) = board(in: window)
    for index in [1, 2, 4, 5, 7] { tiles[index].mayFocus = false }
    let guide = UIFocusGuide()
    board.addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: board.leadingAnchor, constant: 60),
      guide.topAnchor.constraint(equalTo: board.topAnchor),
      guide.widthAnchor.constraint(equalToConstant: 50),
      guide.heightAnchor.constraint(equalToConstant: 50),
    ])
    board.layoutIfNeeded()
    system.requestFocusUpdate(to: tiles[0])
    key(UIKeyCommand.inputRightArrow)
    #expect(focused == 9)
    system.requestFocusUpdate(to: tiles[0])
    guide.preferredFocusEnvironments = [tiles[3]]
    key(UIKeyCommand.inputRightArrow)
    #expect(focused == 4)
  }

  @Test("Rows of a table that allows it have the focus, also those that do not show yet")
  func rows() {
    let window = newWindow()
    defer { window.isHidden = true }
    let rows = FocusRows()
    let table = UITableView(frame: window.bounds)
    table.rowHeight = 50
    table.dataSource = rows
    table.delegate = rows
    window.addSubview(table)
    table.layoutIfNeeded()
    key("\t")
    #expect(system.focusedItem == nil)
    table.allowsFocus = true
    key("\t")
    func row() -> Int? {
      (system.focusedItem as? UITableViewCell).flatMap { table.indexPath(for: $0)?.row }
    }
    #expect(row() == 0)
    key(UIKeyCommand.inputDownArrow)
    #expect(row() == 2)
    for _ in 0..<10 { key(UIKeyCommand.inputDownArrow) }
    #expect(row() == 12)
    #expect(table.contentOffset.y == 450)
    key("\r")
    #expect(rows.chosen == [12])
    table.selectionFollowsFocus = true
    key(UIKeyCommand.inputUpArrow)
    #expect(rows.chosen == [12, 11])
    let cell = table.cellForRow(at: IndexPath(row: 11, section: 0))
    #expect(cell?.configurationState.isFocused == true)
  }

  @Test("Tabs go from field to field, and keys do what a touch of a control does")
  func fields() {
    let window = newWindow()
    defer { window.isHidden = true }
    let fields = (0..<2).map { index in
      let field = UITextField(frame: CGRect(x: 0, y: index * 40, width: 100, height: 30))
      field.tag = index + 1
      window.addSubview(field)
      return field
    }
    fields[0].becomeFirstResponder()
    key("\t")
    #expect(fields[1].isFirstResponder && fields[0].text == "")
    key("\t", .shift)
    #expect(fields[0].isFirstResponder)
    fields[1].isEnabled = false
    key("\t")
    #expect(fields[0].isFirstResponder)

    final class Key: UIButton {
      override var canBecomeFocused: Bool { true }
    }
    var taps = 0
    let button = Key(type: .custom)
    button.frame = CGRect(x: 0, y: 100, width: 50, height: 30)
    button.addAction(UIAction { _ in taps += 1 }, for: .primaryActionTriggered)
    window.addSubview(button)
    fields[0].resignFirstResponder()
    system.requestFocusUpdate(to: button)
    key(" ")
    key("\r")
    #expect(taps == 2)
  }

  @Test("The focus has a halo, of the effect that the view gives")
  func halo() {
    let window = newWindow()
    defer { window.isHidden = true }
    let (_, tiles) = board(in: window)
    func halos(_ view: UIView) -> Int {
      view.layer.sublayers?.filter { $0 is CAShapeLayer }.count ?? 0
    }
    system.requestFocusUpdate(to: tiles[0])
    #expect(halos(tiles[0]) == 1)
    tiles[1].focusEffect = nil
    key(UIKeyCommand.inputRightArrow)
    #expect(focused == 2 && halos(tiles[0]) == 0 && halos(tiles[1]) == 0)
    let effect = UIFocusHaloEffect(rect: CGRect(x: 5, y: 5, width: 10, height: 10))
    effect.containerView = tiles[8]
    tiles[2].focusEffect = effect
    key(UIKeyCommand.inputRightArrow)
    let line = tiles[8].layer.sublayers?.first as? CAShapeLayer
    #expect(line?.path?.boundingBox == CGRect(x: 5, y: 5, width: 10, height: 10))
    #expect(line?.frame.origin == CGPoint(x: 0, y: -120))
  }

  @Test("A pointer shows the look of a view, in its shape, and takes it away")
  func hover() throws {
    let window = newWindow()
    defer { window.isHidden = true }
    let tile = Tile(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    window.addSubview(tile)
    tile.hoverStyle = UIHoverStyle(effect: .highlight, shape: .capsule.inset(by: 5))
    let app = UIApplication.shared
    app.mouseMoved(to: CGPoint(x: 50, y: 20))
    let plate = try #require(tile.subviews.last as? HoverPlate)
    let outline = try #require((plate.layer.sublayers?.first as? CAShapeLayer)?.path)
    #expect(outline.boundingBox == CGRect(x: 5, y: 5, width: 90, height: 30))
    #expect(!outline.contains(CGPoint(x: 6, y: 6)))
    app.mouseMoved(to: CGPoint(x: 50, y: 100))
    #expect(tile.subviews.isEmpty)
    tile.hoverStyle?.isEnabled = false
    app.mouseMoved(to: CGPoint(x: 50, y: 20))
    #expect(tile.subviews.isEmpty)
    tile.hoverStyle = nil
    #expect(tile.gestureRecognizers?.isEmpty ?? true)
  }
}
