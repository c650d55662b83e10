// Sheets that share items.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

@MainActor
@Suite struct ActivityTests {
  private final class Print: UIActivity {
    var got: [Any] = []
    var ends = true
    override var activityType: ActivityType? { ActivityType("test.print") }
    override var activityTitle: String? { "Print" }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
    override func prepare(withActivityItems activityItems: [Any]) { got = activityItems }
    override func perform() { if ends { activityDidFinish(true) } }
  }

  private final class Share: UIActivity {
    override class var activityCategory: Category { .share }
    override var activityType: ActivityType? { ActivityType("test.share") }
    override var activityTitle: String? { "Share" }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
      activityItems.contains { $0 is UIImage }
    }
  }

  private final class Source: NSObject, UIActivityItemSource {
    func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any { "" }
    func activityViewController(
      _ controller: UIActivityViewController,
      itemForActivityType type: UIActivity.ActivityType?
    ) -> Any? { type?.rawValue == "test.print" ? "made" : nil }
  }

  private let root = UIViewController()
  private let window: UIWindow
  private let journal = Journal()

  init() {
    window = makeWindow(CGSize(width: 320, height: 480), root)
    CATransaction.flush()
  }

  private func show(_ items: [Any], _ activities: [UIActivity]) -> UIActivityViewController {
    let sheet = UIActivityViewController(activityItems: items, applicationActivities: activities)
    sheet.completionWithItemsHandler = { [journal] type, isDone, items, error in
      journal.note("\(type?.rawValue ?? "none") \(isDone) \(items == nil) \(error == nil)")
    }
    root.present(sheet, animated: false)
    window.layoutIfNeeded()
    CATransaction.flush()
    return sheet
  }

  private func wait(until time: Double = 5) { try? window.context?.advance(to: time) }

  @Test func copyFillsThePasteboard() throws {
    let url = try #require(URL(string: "https://example.org/a"))
    let sheet = show(["one", url], [])
    #expect(sheet.tap(.copyToPasteboard))
    wait()
    #expect(UIPasteboard.general.strings == ["one", "https://example.org/a"])
    #expect(journal.take() == ["com.apple.UIKit.activity.CopyToPasteboard true true true"])
    #expect(root.presentedViewController == nil)
  }

  @Test func ownServicesGetTheItems() {
    let print = Print()
    let sheet = show(["a", Source()], [print, Share()])
    #expect(!sheet.tap(UIActivity.ActivityType("test.share")))
    #expect(sheet.tap(UIActivity.ActivityType("test.print")))
    wait()
    #expect(print.got.map { "\($0)" } == ["a", "made"])
    #expect(journal.take() == ["test.print true true true"])
  }

  @Test func excludedServicesAreNotShown() {
    let sheet = UIActivityViewController(activityItems: ["a"], applicationActivities: [Print()])
    sheet.excludedActivityTypes = [.copyToPasteboard]
    #expect(!sheet.tap(.copyToPasteboard))
    #expect(sheet.tap(UIActivity.ActivityType("test.print")))
  }

  @Test func aSheetThatGoesReportsNothingDone() {
    let sheet = show(["a"], [])
    sheet.dismiss(animated: false)
    #expect(journal.take() == ["none false true true"])
  }

  @Test func aServiceThatEndsTwiceReportsOnce() {
    let print = Print()
    print.ends = false
    let sheet = show(["a"], [print])
    sheet.tap(UIActivity.ActivityType("test.print"))
    wait()
    #expect(journal.take().isEmpty)
    print.activityDidFinish(false)
    print.activityDidFinish(true)
    wait(until: 10)
    #expect(journal.take() == ["test.print false true true"])
  }

  @Test func rowsStandBelowTheItems() {
    let sheet = show(["a"], [Print()])
    let rows = sheet.view.subviews.flatMap(\.subviews).flatMap(\.subviews)
      .compactMap { $0 as? ActivityRow }
    #expect(rows.map { $0.accessibilityLabel ?? "" } == ["Copy", "Print"])
    #expect(rows.map(\.frame.minY) == [0, 50])
    #expect(rows.map(\.frame.width) == [288, 288])
  }
}
