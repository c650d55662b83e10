// Screens of apps under fingers and keys.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitTesting

@testable import UIKitScreens

/// A screen in a window of 390 x 844 points.
@MainActor
final class ScreenStage {
  let stage: ProgramStage

  init(_ screen: AppScreen) throws {
    stage = try ProgramStage(screen.controller(), size: CGSize(width: 390, height: 844))
  }

  func end() { stage.end() }

  /// Whether a view with an identifier is shown.
  func isShown(_ identifier: String) -> Bool {
    func search(_ view: UIView) -> Bool {
      !view.isHidden
        && (view.accessibilityIdentifier == identifier || view.subviews.contains(where: search))
    }
    return search(stage.window)
  }

  /// The shown view with an identifier.
  func find<Found: UIView>(
    _ identifier: String,
    as kind: Found.Type = UIView.self,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Found {
    func search(_ view: UIView) -> Found? {
      if view.accessibilityIdentifier == identifier, !view.isHidden, let found = view as? Found {
        return found
      }
      return view.subviews.lazy.compactMap { search($0) }.first
    }
    return try #require(search(stage.window), "\(identifier)", sourceLocation: sourceLocation)
  }

  func text(_ identifier: String) throws -> String? {
    try find(identifier, as: UILabel.self).text
  }

  func title(_ identifier: String) throws -> String? {
    try find(identifier, as: UIButton.self).configuration?.title
  }

  func tap(_ identifier: String) throws {
    try stage.tap(find(identifier))
    try stage.wait(0.6)
  }

  /// Taps a place of a view, as shares of its width and height.
  func tap(_ identifier: String, _ x: CGFloat, _ y: CGFloat = 0.5) throws {
    let view = try find(identifier)
    let point = CGPoint(x: view.bounds.width * x, y: view.bounds.height * y)
    try stage.tap(view.convert(point, to: stage.window))
    try stage.wait(0.6)
  }
}

@MainActor
@Suite("Screens of apps under fingers")
struct ScreenTouchTests {
  @Test func signIn() throws {
    let screen = try ScreenStage(.signIn)
    defer { screen.end() }
    let submit = try screen.find("signin.submit", as: UIButton.self)
    let email = try screen.find("signin.email", as: UITextField.self)
    let password = try screen.find("signin.password", as: UITextField.self)
    #expect(!submit.isEnabled)
    email.becomeFirstResponder()
    UIApplication.shared.type("nora")
    password.becomeFirstResponder()
    #expect(try screen.text("signin.email.error") == "This is not a complete e-mail address.")
    email.becomeFirstResponder()
    UIApplication.shared.type("@example.com")
    password.becomeFirstResponder()
    UIApplication.shared.type("correct horse")
    #expect(submit.isEnabled)
    try screen.tap("signin.eye")
    #expect(!password.isSecureTextEntry)
    screen.stage.window.endEditing(true)
    try screen.stage.wait(0.5)
    try screen.tap("signin.submit")
    #expect(try screen.text("signin.status") == "Signed in as nora@example.com.")
  }

  @Test func settings() throws {
    let screen = try ScreenStage(.settings)
    defer { screen.end() }
    let table = try screen.find("settings.table", as: UITableView.self)
    #expect(table.numberOfRows(inSection: 1) == 3)
    try screen.tap("settings.switch.notifications")
    #expect(table.numberOfRows(inSection: 1) == 1)
    try screen.tap("settings.row.quality")
    try screen.stage.wait(1)
    try screen.tap("settings.choice.High")
    try screen.stage.wait(1)
    let row = try screen.find("settings.row.quality", as: UITableViewCell.self)
    let content = row.contentConfiguration as? UIListContentConfiguration
    #expect(content?.secondaryText == "High")
  }

  @Test func onboarding() throws {
    let screen = try ScreenStage(.onboarding)
    defer { screen.end() }
    let dots = try screen.find("onboarding.dots", as: UIPageControl.self)
    try screen.tap("onboarding.next")
    try screen.stage.wait(1)
    #expect(dots.currentPage == 1)
    try screen.stage.drag(CGPoint(x: 340, y: 400), CGPoint(x: 60, y: 400))
    try screen.stage.wait(1)
    #expect(dots.currentPage == 2)
    #expect(try screen.find("onboarding.skip").alpha == 0)
    #expect(try screen.title("onboarding.next") == "Get Started")
    try screen.tap("onboarding.next")
    #expect(try screen.title("onboarding.next") == "All Set")
  }

  @Test func feed() throws {
    let screen = try ScreenStage(.feed)
    defer { screen.end() }
    let like = try screen.find("feed.post.sunset.like", as: UIButton.self)
    #expect(like.configuration?.title == "128" && !like.isSelected)
    try screen.tap("feed.post.sunset.like")
    #expect(try screen.title("feed.post.sunset.like") == "129")
    #expect(try screen.find("feed.post.sunset.like", as: UIButton.self).isSelected)
    try screen.tap("feed.post.sunset.comment")
    #expect(try screen.text("feed.post.sunset.reply")?.isEmpty == false)
    try screen.tap("feed.post.sunset.share")
    #expect(try screen.title("feed.post.sunset.share") == "7")
  }

  @Test func chat() throws {
    let screen = try ScreenStage(.chat)
    defer { screen.end() }
    let send = try screen.find("chat.send", as: UIButton.self)
    let field = try screen.find("chat.composer", as: UITextView.self)
    #expect(!send.isEnabled)
    field.becomeFirstResponder()
    field.insertText("On my way")
    try screen.stage.wait(0.5)
    #expect(send.isEnabled)
    try screen.tap("chat.send")
    try screen.stage.wait(0.5)
    #expect(field.text.isEmpty && !send.isEnabled)
    #expect(try screen.text("chat.message.7.text") == "On my way")
    let height = field.bounds.height
    field.insertText("a\nb\nc")
    try screen.stage.wait(0.5)
    #expect(field.bounds.height > height)
  }

  @Test func player() throws {
    let screen = try ScreenStage(.player)
    defer { screen.end() }
    #expect(try screen.text("player.title") == "Paper Lanterns")
    try screen.tap("player.play")
    #expect(try screen.find("player.play").accessibilityLabel == "Pause")
    try screen.tap("player.favourite")
    #expect(try screen.find("player.favourite", as: UIButton.self).isSelected)
    try screen.tap("player.next")
    #expect(try screen.text("player.title") == "Northbound")
    try screen.tap("player.page", 0.75)
    #expect(try screen.find("player.lyrics").isHidden == false)
  }
}
