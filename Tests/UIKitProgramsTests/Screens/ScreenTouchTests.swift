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

/// Notes links that were tapped.
@MainActor
private final class Links: UITextViewDelegate {
  var lines: [String] = []

  func textView(
    _ textView: UITextView,
    primaryActionFor textItem: UITextItem,
    defaultAction: UIAction
  ) -> UIAction? {
    guard case .link(let url) = textItem.content else { return nil }
    return UIAction { [weak self] _ in self?.lines.append(url.absoluteString) }
  }
}

/// Gives the texts of rows, and takes texts.
@MainActor
private final class Courier: UITableViewDragDelegate, UIDropInteractionDelegate {
  var texts: [String] = []

  func tableView(
    _ tableView: UITableView,
    itemsForBeginning session: any UIDragSession,
    at path: IndexPath
  ) -> [UIDragItem] {
    let cell = tableView.cellForRow(at: path)
    guard let text = (cell?.contentConfiguration as? UIListContentConfiguration)?.text else {
      return []
    }
    return [UIDragItem(itemProvider: NSItemProvider(object: text as NSString))]
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    canHandle session: any UIDropSession
  ) -> Bool { session.canLoadObjects(ofClass: String.self) }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal { UIDropProposal(operation: .copy) }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    session.loadObjects(ofClass: String.self) { self.texts += $0 }
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

  @Test func settingsLink() throws {
    let screen = try ScreenStage(.settings)
    defer { screen.end() }
    let table = try screen.find("settings.table", as: UITableView.self)
    table.scrollToRow(at: IndexPath(row: 3, section: 3), at: .bottom, animated: false)
    try screen.stage.wait(0.1)
    try screen.tap("settings.row.help")
    try screen.stage.wait(1)
    let view = try screen.find("settings.text", as: UITextView.self)
    let links = Links()
    view.delegate = links
    let text = try #require(view.text)
    let range = (text as NSString).range(of: "help@example.com")
    let start = try #require(view.position(from: view.beginningOfDocument, offset: range.location))
    let end = try #require(view.position(from: start, offset: range.length))
    let place = view.firstRect(for: try #require(view.textRange(from: start, to: end)))
    try screen.stage.tap(
      view.convert(CGPoint(x: place.midX, y: place.midY), to: screen.stage.window)
    )
    #expect(links.lines == ["mailto:help@example.com"])
    // Beside the address nothing is tapped.
    let first = view.firstRect(
      for: try #require(view.textRange(from: view.beginningOfDocument, to: start))
    )
    try screen.stage.tap(
      view.convert(CGPoint(x: first.minX + 4, y: first.midY), to: screen.stage.window)
    )
    #expect(links.lines.count == 1)
  }

  @Test func settingsDrag() throws {
    let screen = try ScreenStage(.settings)
    defer { screen.end() }
    let table = try screen.find("settings.table", as: UITableView.self)
    let row = try screen.find("settings.row.quality", as: UITableViewCell.self)
    let (courier, window) = (Courier(), screen.stage.window)
    table.dragDelegate = courier
    table.dragInteractionEnabled = true
    let root = try #require(window.rootViewController as? UINavigationController)
    root.navigationBar.addInteraction(UIDropInteraction(delegate: courier))
    let start = row.convert(CGPoint(x: 120, y: row.bounds.midY), to: window)
    let bar = root.navigationBar
    let end = bar.convert(CGPoint(x: bar.bounds.midX, y: bar.bounds.midY), to: window)
    let app = UIApplication.shared
    app.touchBegan(at: start, time: screen.stage.time, in: window)
    try screen.stage.wait(0.8)
    for part in 1...10 {
      let share = CGFloat(part) / 10
      app.touchMoved(
        to: CGPoint(
          x: start.x + (end.x - start.x) * share,
          y: start.y + (end.y - start.y) * share
        ),
        time: screen.stage.time
      )
      try screen.stage.wait(0.05)
    }
    #expect(table.hasActiveDrag)
    try screen.stage.lift()
    try screen.stage.wait(2)
    #expect(courier.texts == ["Download Quality"])
    #expect(!table.hasActiveDrag && table.contentOffset.y <= 0)
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
