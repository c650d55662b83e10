// Titles of sections in large text, and views at the right edge of rows.
// Licensed under the MIT license; see LICENSE.

import Testing

@testable import UIKit

@MainActor
@Suite("Titles of sections in large text", .serialized)
struct SectionTitleTests {
  private func stage(_ style: UITableView.Style, _ titles: [String?]) -> (TableStage, Rows) {
    UIScreen.setMain(UIScreen(size: CGSize(width: 320, height: 480), scale: 2))
    let rows = Rows(titles.map { _ in 3 })
    rows.titles = titles
    return (TableStage(rows, style: style), rows)
  }

  private func grow(_ stage: TableStage, to size: UIContentSizeCategory) {
    stage.window.minimumContentSizeCategory = size
    stage.window.maximumContentSizeCategory = size
    stage.window.layoutIfNeeded()
    stage.window.layoutIfNeeded()
  }

  // Liberation Sans: a line is 1.149 of the size in points.
  @Test(
    "Heights of titles follow the size of text, and come back",
    arguments: [
      (UITableView.Style.plain, 28.0, 44.0), (.grouped, 38, 53), (.insetGrouped, 38, 53),
    ]
  )
  func heights(style: UITableView.Style, standard: CGFloat, large: CGFloat) throws {
    let (stage, rows) = stage(style, ["One", "Two"])
    defer { stage.window.isHidden = true }
    let table = stage.table
    #expect(table.rectForHeader(inSection: 0).height == standard)
    let font = try #require(table.headerView(forSection: 0)?.textLabel?.font)
    #expect(font.pointSize == (style == .plain ? 15 : 13))
    grow(stage, to: .accessibilityLarge)
    #expect(table.rectForHeader(inSection: 0).height == large)
    let label = try #require(table.headerView(forSection: 0)?.textLabel)
    #expect(label.font.pointSize == (style == .plain ? 30 : 27))
    #expect(label.frame.maxY == large && label.frame.height >= label.font.lineHeight)
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 0))?.frame.minY == large)
    grow(stage, to: .large)
    #expect(table.rectForHeader(inSection: 0).height == standard)
    _ = rows
  }

  @Test("A title of several lines is as high as they are")
  func lines() throws {
    let long = Array(repeating: "words", count: 20).joined(separator: " ")
    let (stage, rows) = stage(.grouped, [long, "Two"])
    defer { stage.window.isHidden = true }
    let label = try #require(stage.table.headerView(forSection: 0)?.textLabel)
    let one = stage.table.rectForHeader(inSection: 0).height
    #expect(label.frame.width == 290 && one > 38)
    #expect(label.frame.height >= 3 * label.font.lineHeight && label.frame.maxY == one)
    // A height that the program chose stays.
    stage.table.sectionHeaderHeight = 20
    stage.table.layoutIfNeeded()
    #expect(stage.table.rectForHeader(inSection: 0).height == 20)
    _ = rows
  }

  @Test("Titles that grow above what shows leave it where it is")
  func shift() throws {
    let (stage, rows) = stage(.grouped, Array(repeating: "A title", count: 12))
    defer { stage.window.isHidden = true }
    let table = stage.table
    stage.scroll(to: 1000)
    grow(stage, to: .accessibilityLarge)
    let path = try #require(table.indexPathsForVisibleRows?.first)
    let before = table.rectForRow(at: path).minY - table.contentOffset.y
    // The next header above comes into view; until then it had the height of standard text.
    let y = table.rect(forSection: path.section).minY
    stage.scroll(to: y + 20)
    let row = IndexPath(row: 0, section: path.section)
    let place = table.rectForRow(at: row).minY - table.contentOffset.y
    #expect(table.rectForHeader(inSection: path.section).height == 53)
    #expect(place == 38 - 20 || place == 53 - 20)
    #expect(before <= 0)
    _ = rows
  }

  @Test("A view at the right edge that had the size that fits it keeps to that")
  func accessory() throws {
    let (stage, rows) = stage(.plain, [nil])
    defer { stage.window.isHidden = true }
    let cell = try #require(stage.table.cellForRow(at: IndexPath(row: 0, section: 0)))
    let other = try #require(stage.table.cellForRow(at: IndexPath(row: 1, section: 0)))
    var configuration = UIButton.Configuration.plain()
    configuration.title = "System"
    let button = UIButton(configuration: configuration)
    button.sizeToFit()
    let small = button.bounds.size
    cell.accessoryView = button
    let fixed = UIButton(configuration: configuration)
    fixed.frame.size = CGSize(width: 30, height: 30)
    other.accessoryView = fixed
    stage.window.layoutIfNeeded()
    #expect(button.bounds.size == small)
    grow(stage, to: .accessibilityLarge)
    #expect(button.bounds.size == button.sizeThatFits(.zero))
    #expect(button.bounds.width > small.width && button.bounds.height > 44)
    #expect(cell.frame.height == button.bounds.height && cell.contentView.frame.maxX < 320)
    #expect(fixed.bounds.size == CGSize(width: 30, height: 30) && other.frame.height == 44)
    grow(stage, to: .large)
    #expect(button.bounds.size == small && cell.frame.height == 44)
    _ = rows
  }
}
