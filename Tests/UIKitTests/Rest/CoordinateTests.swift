// Coordinates of the screen, and items of the pasteboard.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@testable import UIKit

/// A space whose origin is at (100, 200) of the screen.
private final class ShiftedSpace: NSObject, UICoordinateSpace {
  var bounds: CGRect { CGRect(x: 0, y: 0, width: 50, height: 50) }
  private var screen: UIScreen { UIScreen.main }

  func convert(_ point: CGPoint, to space: any UICoordinateSpace) -> CGPoint {
    screen.convert(CGPoint(x: point.x + 100, y: point.y + 200), to: space)
  }

  func convert(_ point: CGPoint, from space: any UICoordinateSpace) -> CGPoint {
    let place = screen.convert(point, from: space)
    return CGPoint(x: place.x - 100, y: place.y - 200)
  }

  func convert(_ rect: CGRect, to space: any UICoordinateSpace) -> CGRect {
    screen.convert(rect.offsetBy(dx: 100, dy: 200), to: space)
  }

  func convert(_ rect: CGRect, from space: any UICoordinateSpace) -> CGRect {
    screen.convert(rect, from: space).offsetBy(dx: -100, dy: -200)
  }
}

@MainActor
@Suite("Coordinates of the screen, and items of the pasteboard", .serialized)
struct CoordinateTests {
  @Test(
    "Places go between views, the screen and spaces of the program",
    .shows("UIScreen.coordinateSpace")
  )
  func spaces() {
    let window = makeWindow(CGSize(width: 200, height: 200))
    window.frame.origin = CGPoint(x: 10, y: 20)
    let (outer, inner) = (
      UIView(frame: CGRect(x: 5, y: 5, width: 100, height: 100)),
      UIView(frame: CGRect(x: 20, y: 30, width: 10, height: 10))
    )
    outer.bounds.origin.y = 3
    window.addSubview(outer)
    outer.addSubview(inner)
    let screen = UIScreen.main.coordinateSpace
    let point = CGPoint(x: 1, y: 2)
    // 1 + 20 + 5 + 10, and 2 + 30 - 3 + 5 + 20.
    #expect(inner.convert(point, to: screen) == CGPoint(x: 36, y: 54))
    #expect(screen.convert(CGPoint(x: 36, y: 54), to: inner) == point)
    #expect(inner.convert(CGPoint(x: 36, y: 54), from: screen) == point)
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let onScreen = CGRect(x: 36, y: 54, width: 3, height: 4)
    #expect(inner.convert(rect, to: screen) == onScreen)
    #expect(inner.convert(onScreen, from: UIScreen.main.fixedCoordinateSpace) == rect)
    let space: any UICoordinateSpace = inner
    #expect(space.convert(point, to: outer) == CGPoint(x: 21, y: 32) && space.bounds.width == 10)
    let sheet = ShiftedSpace()
    #expect(sheet.convert(CGPoint(x: -64, y: -146), to: inner) == point)
    #expect(inner.convert(point, to: sheet) == CGPoint(x: -64, y: -146))
    #expect(inner.convert(CGRect(x: -64, y: -146, width: 3, height: 4), from: sheet) == rect)
    // Without a window the outermost view stands for the screen.
    outer.removeFromSuperview()
    #expect(
      inner.convert(point, to: screen) == outer.convert(inner.convert(point, to: outer), to: screen)
    )
    window.isHidden = true
  }

  @Test(
    "Items have values by kinds, and go at their time",
    .shows("UIPasteboard.setItems(_:options:)")
  )
  func items() {
    let board = UIPasteboard.general
    board.string = "plain"
    #expect(board.items.first?["public.utf8-plain-text"] as? String == "plain")
    #expect(board.types == ["public.utf8-plain-text"] && board.numberOfItems == 1)
    let count = board.changeCount
    board.setItems([
      ["public.plain-text": "one", "com.example.note": Data([1, 2])],
      [UIPasteboard.typeAutomatic: "two"], ["public.url": URL(fileURLWithPath: "/tmp/x")],
    ])
    #expect(board.changeCount == count + 1)
    #expect(board.strings == ["one", "two"] && board.urls == [URL(fileURLWithPath: "/tmp/x")])
    #expect(board.images == nil && board.colors == nil)
    #expect(board.data(forPasteboardType: "com.example.note") == Data([1, 2]))
    #expect(board.data(forPasteboardType: "public.text") == Data("one".utf8))
    #expect(board.contains(pasteboardTypes: ["public.text"]))
    #expect(!board.contains(pasteboardTypes: ["public.image"]))
    board.setItems([["public.plain-text": "late"]], options: [.expirationDate: Date.distantPast])
    #expect(board.string == nil && board.items.isEmpty)
    board.setValue(UIColor.red, forPasteboardType: "com.apple.uikit.color")
    #expect(board.color == .red)
    board.setItems([])
    #expect(!board.hasStrings && board.value(forPasteboardType: "public.text") == nil)
  }
}
