// Screens of apps in which something is chosen.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitTesting

@testable import UIKitScreens

@MainActor
@Suite("Screens of apps with choices")
struct ScreenChoiceTests {
  @Test func calendar() throws {
    let screen = try ScreenStage(.calendar)
    defer { screen.end() }
    #expect(try screen.text("calendar.selectedDay") == "Friday, 14 March")
    try screen.tap("calendar.day.2025-03-12")
    #expect(try screen.text("calendar.selectedDay") == "Wednesday, 12 March")
    #expect(try screen.text("calendar.event.title.0") == "Dentist")
    try screen.tap("calendar.day.2025-03-13")
    #expect(try screen.find("calendar.empty").isHidden == false)
    try screen.tap("calendar.next")
    #expect(try screen.text("calendar.month") == "April 2025")
    try screen.tap("calendar.day.2025-04-09")
    #expect(try screen.text("calendar.event.title.0") == "Budget review")
  }

  @Test func product() throws {
    let screen = try ScreenStage(.product)
    defer { screen.end() }
    #expect(try screen.title("product.add") == "Add to cart  $99.00")
    try screen.tap("product.quantity", 0.75)
    #expect(try screen.text("product.quantity.value") == "2")
    #expect(try screen.title("product.add") == "Add to cart  $198.00")
    try screen.tap("product.size", 0.83)
    #expect(try screen.title("product.add") == "Add to cart  $228.00")
    try screen.tap("product.colour.1")
    #expect(try screen.text("product.colour") == "Colour: Rust")
    try screen.tap("product.add")
    #expect(try screen.text("product.cart") == "2 items in the cart")
  }

  @Test func dashboard() throws {
    let screen = try ScreenStage(.dashboard)
    defer { screen.end() }
    #expect(try screen.text("dashboard.figure.revenue") == "$8,915")
    try screen.tap("dashboard.period", 0.83)
    #expect(try screen.text("dashboard.figure.revenue") == "$36,480")
    #expect(try screen.text("dashboard.goal") == "47%")
  }

  @Test func mapCard() throws {
    let screen = try ScreenStage(.mapCard)
    defer { screen.end() }
    #expect(try screen.text("map.name") == "Harbour Coffee")
    let height = try screen.find("map.card").bounds.height
    try screen.tap("map.expand")
    #expect(try screen.find("map.card").bounds.height > height + 100)
    #expect(try screen.title("map.expand") == "Less")
    try screen.tap("map.expand")
    #expect(try screen.find("map.card").bounds.height == height)
    try screen.find("map.search", as: UITextField.self).becomeFirstResponder()
    UIApplication.shared.type("mill")
    #expect(try screen.text("map.name") == "Mill Street Books")
  }

  @Test func editor() throws {
    let screen = try ScreenStage(.editor)
    defer { screen.end() }
    let body = try screen.find("editor.body", as: UITextView.self)
    #expect(try screen.text("editor.count") == "47 words")
    body.becomeFirstResponder()
    body.insertText(" See you there")
    #expect(try screen.text("editor.count") == "50 words")
    try screen.tap("editor.tag.Gear")
    #expect(!screen.isShown("editor.tag.Gear"))
  }

  @Test func profile() throws {
    let screen = try ScreenStage(.profile)
    defer { screen.end() }
    #expect(try screen.text("profile.followers") == "2,416")
    try screen.tap("profile.follow")
    #expect(try screen.title("profile.follow") == "Following")
    #expect(try screen.text("profile.followers") == "2,417")
    let grid = try screen.find("profile.grid", as: UICollectionView.self)
    #expect(grid.numberOfItems(inSection: 0) == 15)
    try screen.tap("profile.pages", 0.5)
    #expect(grid.numberOfItems(inSection: 0) == 8)
  }
}
