// Finding and replacing in text views, with the panel.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@testable import UIKit

@Suite("Finding text", .serialized)
@MainActor
struct FindTests {
  private func view(_ text: String) -> (window: UIWindow, view: UITextView) {
    let window = makeWindow(CGSize(width: 400, height: 300))
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 400, height: 150))
    view.text = text
    view.isFindInteractionEnabled = true
    window.addSubview(view)
    view.layoutIfNeeded()
    view.selectedRange = NSRange(location: 0, length: 0)
    return (window, view)
  }

  @Test(
    "Places of a text are found by the words that count",
    arguments: [
      ("an", UITextSearchOptions.WordMatchMethod.contains, [0, 7, 10, 14]),
      ("an", .startsWith, [0, 10, 14]), ("an", .fullWord, [10]), ("", .contains, []),
      ("xyz", .contains, []),
    ]
  )
  func words(query: String, method: UITextSearchOptions.WordMatchMethod, places: [Int]) {
    let options = UITextSearchOptions(method, [.caseInsensitive])
    let found = TextViewFindSession.find(query, in: "Anna, Van an, any", options)
    #expect(found.map(\.location) == places)
  }

  @Test("Comparisons by case, marks in texts, and places that do not overlap")
  func comparisons() {
    let exact = UITextSearchOptions(.contains, [])
    #expect(TextViewFindSession.find("a", in: "Aa", exact).map(\.location) == [1])
    #expect(TextViewFindSession.find("aa", in: "aaaaa", nil).map(\.location) == [0, 2])
    #expect(TextViewFindSession.find("👍", in: "a👍b👍", nil).map(\.location) == [1, 4])
  }

  @Test("The panel searches while it is typed, and goes round through the results")
  func panel() throws {
    let (window, view) = view("one two one three one")
    defer { window.isHidden = true }
    let interaction = try #require(view.findInteraction)
    #expect(!interaction.isFindNavigatorVisible)
    interaction.presentFindNavigator(showingReplace: false)
    let panel = try #require(interaction.panel)
    #expect(interaction.isFindNavigatorVisible && panel.field.isFirstResponder)
    #expect(panel.frame.maxY <= 300 && panel.frame.width == 400)
    #expect(panel.replacement == nil)
    UIApplication.shared.type("one")
    #expect(interaction.searchText == "one")
    #expect(panel.count.text == "1 of 3")
    #expect(view.selectedRange == NSRange(location: 0, length: 3))
    let session = try #require(interaction.activeFindSession as? TextViewFindSession)
    try #require(session.markFrames.count == 3)
    #expect(session.markFrames[0].minX < session.markFrames[1].minX)
    interaction.findNext()
    #expect(view.selectedRange.location == 8 && panel.count.text == "2 of 3")
    interaction.findPrevious()
    interaction.findPrevious()
    #expect(view.selectedRange.location == 18 && panel.count.text == "3 of 3")
    UIApplication.shared.keyDown(UIKey(characters: UIKeyCommand.inputEscape))
    UIApplication.shared.keyUp(UIKey(characters: UIKeyCommand.inputEscape))
    #expect(!interaction.isFindNavigatorVisible && interaction.activeFindSession == nil)
    #expect(session.markFrames.isEmpty)
  }

  @Test("Results are replaced, one or all, where the text can be edited")
  func replacing() throws {
    let (window, view) = view("cat cats Cat")
    defer { window.isHidden = true }
    let interaction = try #require(view.findInteraction)
    interaction.presentFindNavigator(showingReplace: true)
    let panel = try #require(interaction.panel)
    interaction.search("cat")
    interaction.replacementText = "dog"
    #expect(panel.replacement?.text == "dog")
    interaction.replace(all: false)
    #expect(view.text == "dog cats Cat")
    #expect(panel.count.text == "1 of 2")
    interaction.replace(all: true)
    #expect(view.text == "dog dogs dog")
    #expect(panel.count.text == "0")
    #expect(panel.buttons[0].isEnabled == false)
    interaction.dismissFindNavigator()
    view.isEditable = false
    interaction.presentFindNavigator(showingReplace: true)
    #expect(interaction.panel?.replacement == nil)
    interaction.search("dog")
    interaction.replace(all: true)
    #expect(view.text == "dog dogs dog")
    view.isFindInteractionEnabled = false
    #expect(!interaction.isFindNavigatorVisible && view.findInteraction == nil)
  }
}
