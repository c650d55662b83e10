// Actions of views for helpers of accessibility.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@MainActor
@Suite struct CustomActionTests {
  private final class Target: UIResponder {
    var count = 0
    func archive() { count += 1 }
  }

  @Test func actionsCallClosuresAndMethods() {
    let view = UIView()
    #expect(view.accessibilityCustomActions == nil)
    var target: Target? = Target()
    let method = UIAccessibilityCustomAction(
      name: "Archive",
      target: target,
      selector: Selector("archive", Target.archive)
    )
    let closure = UIAccessibilityCustomAction(name: "Refuse") { _ in false }
    view.accessibilityCustomActions = [method, closure]
    #expect(view.accessibilityCustomActions?.map(\.name) == ["Archive", "Refuse"])
    #expect(method.perform())
    #expect(target?.count == 1)
    #expect(!closure.perform())
    target = nil
    #expect(!method.perform())
  }

  @Test func voicesCallViewsByTheirLabels() {
    let view = UIView()
    #expect(view.accessibilityUserInputLabels == nil)
    view.accessibilityLabel = "Send"
    #expect(view.accessibilityUserInputLabels == ["Send"])
    view.accessibilityUserInputLabels = ["Send", "Post"]
    #expect(view.accessibilityUserInputLabels == ["Send", "Post"])
  }
}
