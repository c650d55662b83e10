// Drags between views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

/// Gives and takes items, and keeps a record of calls.
@MainActor
private final class Partner: UIDragInteractionDelegate, UIDropInteractionDelegate,
  UIContextMenuInteractionDelegate
{
  var calls: [String] = []
  var titles = ["pear"]
  var answer = UIDropOperation.copy
  var handles = true
  var allowsMove = true
  var got: [String] = []
  var onBegin: (() -> Void)?
  var onUpdate: (() -> Void)?

  func dragInteraction(
    _ interaction: UIDragInteraction,
    itemsForBeginning session: any UIDragSession
  ) -> [UIDragItem] {
    calls.append("items")
    return titles.map { UIDragItem(itemProvider: NSItemProvider(object: $0 as NSString)) }
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionWillBegin session: any UIDragSession
  ) {
    calls.append("begin")
    onBegin?()
  }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { allowsMove }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    session: any UIDragSession,
    willEndWith operation: UIDropOperation
  ) { calls.append("will end \(operation.rawValue)") }

  func dragInteraction(
    _ interaction: UIDragInteraction,
    session: any UIDragSession,
    didEndWith operation: UIDropOperation
  ) { calls.append("did end \(operation.rawValue)") }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    canHandle session: any UIDropSession
  ) -> Bool {
    calls.append("can handle")
    return handles && session.canLoadObjects(ofClass: String.self)
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    sessionDidEnter session: any UIDropSession
  ) { calls.append("enter") }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal {
    onUpdate?()
    return UIDropProposal(operation: answer)
  }

  func dropInteraction(
    _ interaction: UIDropInteraction,
    sessionDidExit session: any UIDropSession
  ) { calls.append("exit") }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    calls.append("perform")
    session.loadObjects(ofClass: String.self) { self.got = $0 }
  }

  func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession) {
    calls.append("conclude")
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
    calls.append("end")
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
      UIMenu(children: [UIAction(title: "Open") { _ in }])
    }
  }
}

@MainActor
@Suite("Drags between views", .serialized)
struct DragTests {
  private let window = makeWindow(CGSize(width: 200, height: 200))
  private let partner = Partner()
  private let source = UIView(frame: CGRect(x: 10, y: 10, width: 60, height: 60))
  private let target = UIView(frame: CGRect(x: 120, y: 120, width: 60, height: 60))
  private let drag: UIDragInteraction

  init() {
    drag = UIDragInteraction(delegate: partner)
    source.backgroundColor = .red
    source.addInteraction(drag)
    target.addInteraction(UIDropInteraction(delegate: partner))
    window.addSubview(source)
    window.addSubview(target)
    window.layoutIfNeeded()
  }

  private var app: UIApplication {
    window.makeKey()
    return UIApplication.shared
  }

  /// Presses the source for 0.6 s.
  private func lift() throws {
    app.touchBegan(at: CGPoint(x: 40, y: 40), time: 0)
    _ = try window.image(at: 0.6)
  }

  /// Lets all motions end.
  private func settle() throws { _ = try window.image(at: 3) }

  @Test("A long touch lifts, a move begins, and lifting the finger drops")
  func drop() throws {
    try lift()
    #expect(partner.calls == ["items"])
    app.touchMoved(to: CGPoint(x: 45, y: 40), time: 0.65)
    #expect(partner.calls == ["items"])
    app.touchMoved(to: CGPoint(x: 90, y: 90), time: 0.7)
    #expect(partner.calls == ["items", "begin"])
    app.touchMoved(to: CGPoint(x: 150, y: 150), time: 0.8)
    #expect(partner.calls.suffix(2) == ["can handle", "enter"])
    app.touchMoved(to: CGPoint(x: 100, y: 150), time: 0.9)
    #expect(partner.calls.last == "exit")
    app.touchMoved(to: CGPoint(x: 150, y: 150), time: 1)
    // It is asked once whether it can handle the items.
    #expect(partner.calls.filter { $0 == "can handle" }.count == 1)
    partner.calls = []
    app.touchEnded(time: 1.1)
    #expect(partner.calls == ["will end 2", "perform"])
    #expect(partner.got == ["pear"])
    try settle()
    #expect(partner.calls == ["will end 2", "perform", "conclude", "end", "did end 2"])
    #expect(window.subviews.count == 2)
    window.isHidden = true
  }

  @Test("The picture follows the finger in front of all")
  func picture() throws {
    try lift()
    app.touchMoved(to: CGPoint(x: 100, y: 100), time: 0.7)
    let image = try window.image(at: 1)
    #expect(pixel(image, 100, 100) == [255, 0, 0, 255])
    #expect(pixel(image, 40, 40) == [255, 0, 0, 255])
    // Half of 60 points, larger by a twentieth.
    #expect(pixel(image, 130, 100) == [255, 0, 0, 255])
    #expect(pixel(image, 140, 100)[0] == pixel(image, 140, 100)[1])
    app.touchEnded(time: 1.1)
    let rest = try window.image(at: 3)
    #expect(pixel(rest, 100, 100) != [255, 0, 0, 255])
    window.isHidden = true
  }

  @Test("Items go back from where nobody takes them", arguments: [0, 1, 2, 3])
  func cancels(_ way: Int) throws {
    switch way {
    case 0: partner.handles = false
    case 1: partner.answer = .forbidden
    case 2: partner.answer = .cancel
    default:
      partner.answer = .move
      partner.allowsMove = false
    }
    try lift()
    app.touchMoved(to: CGPoint(x: 150, y: 150), time: 0.8)
    partner.calls = []
    app.touchEnded(time: 0.9)
    try settle()
    #expect(!partner.calls.contains("perform"))
    #expect(partner.calls.last == (way == 1 || way == 3 ? "did end 1" : "did end 0"))
    #expect(partner.calls.contains("end") == (way != 0))
    #expect(window.subviews.count == 2)
    window.isHidden = true
  }

  @Test("A finger that does not move lets the picture down")
  func letDown() throws {
    try lift()
    #expect(window.subviews.count == 3)
    app.touchEnded(time: 0.7)
    try settle()
    #expect(partner.calls == ["items"])
    #expect(window.subviews.count == 2)
    window.isHidden = true
  }

  @Test("No items and a switch that is off lift nothing")
  func nothing() throws {
    partner.titles = []
    try lift()
    app.touchMoved(to: CGPoint(x: 150, y: 150), time: 0.8)
    app.touchEnded(time: 0.9)
    #expect(partner.calls == ["items"])
    partner.titles = ["pear"]
    partner.calls = []
    drag.isEnabled = false
    app.touchBegan(at: CGPoint(x: 40, y: 40), time: 4)
    _ = try window.image(at: 4.6)
    app.touchEnded(time: 4.7)
    #expect(partner.calls.isEmpty)
    window.isHidden = true
  }

  @Test("A menu of the same touch goes once the finger moves")
  func menu() throws {
    source.addInteraction(UIContextMenuInteraction(delegate: partner))
    try lift()
    #expect(window.subviews.contains { $0.accessibilityViewIsModal })
    app.touchMoved(to: CGPoint(x: 150, y: 150), time: 0.8)
    #expect(!window.subviews.contains { $0.accessibilityViewIsModal })
    app.touchEnded(time: 0.9)
    try settle()
    #expect(partner.got == ["pear"])
    #expect(window.subviews.count == 2)
    window.isHidden = true
  }

  @Test("Delegates that take views away, and turn drags off, end the drag")
  func hostile() throws {
    partner.onBegin = { [source] in source.removeFromSuperview() }
    try lift()
    app.touchMoved(to: CGPoint(x: 150, y: 150), time: 0.8)
    app.touchEnded(time: 0.9)
    try settle()
    #expect(partner.got.isEmpty)
    #expect(window.subviews.count == 1)
    partner.onBegin = nil
    partner.onUpdate = { [drag] in drag.isEnabled = false }
    window.addSubview(source)
    partner.calls = []
    app.touchBegan(at: CGPoint(x: 40, y: 40), time: 4)
    _ = try window.image(at: 4.6)
    app.touchMoved(to: CGPoint(x: 150, y: 150), time: 4.8)
    app.touchEnded(time: 4.9)
    _ = try window.image(at: 7)
    #expect(partner.calls.contains("begin"))
    #expect(!partner.calls.contains("perform"))
    #expect(window.subviews.count == 2)
    window.isHidden = true
  }
}
