// Words of UIKit that apps use: extensions, providers, progress, pointers, tabs, accessibility.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import UIKit

/// The controller of a share extension, as programs write it.
private final class ShareController: UIViewController {
  func send() {
    let item = extensionContext?.inputItems.first as? NSExtensionItem
    let text = item?.attributedContentText?.string ?? "nothing"
    let answer = NSExtensionItem()
    answer.attributedTitle = NSAttributedString(string: text.uppercased())
    extensionContext?.completeRequest(returningItems: [answer])
  }
}

private final class Handler: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) {
    context.cancelRequest(withError: CocoaError(.userCancelled))
  }
}

/// A service that notes the items that it gets.
private final class Archive: UIActivity {
  var got: [Any] = []
  override var activityType: ActivityType? { ActivityType("archive") }
  override var activityTitle: String? { "Archive" }
  override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
  override func prepare(withActivityItems activityItems: [Any]) { got = activityItems }
  override func perform() { activityDidFinish(true) }
}

/// An item that is made late.
private final class Report: UIActivityItemProvider {
  override var item: Any { "made for \(activityType?.rawValue ?? "nothing")" }
}

/// A motion of one second that moves the new view in from the right.
private final class TabMotion: NSObject, UITabBarControllerDelegate,
  UIViewControllerAnimatedTransitioning
{
  func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { self }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 1 }

  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    guard let to = context.view(forKey: .to) else { return }
    context.containerView.addSubview(to)
    let end = to.frame
    to.frame = end.offsetBy(dx: 300, dy: 0)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      to.frame = end
    } completion: { _ in
      context.completeTransition(!context.transitionWasCancelled)
    }
  }

  func tabBarControllerSupportedInterfaceOrientations(
    _ tabBarController: UITabBarController
  ) -> UIInterfaceOrientationMask { .portrait }
}

/// A controller that notes its appearances.
private final class Page: UIViewController {
  var calls: [String] = []
  override func viewWillAppear(_ animated: Bool) { calls.append("will appear \(animated)") }
  override func viewDidAppear(_ animated: Bool) { calls.append("did appear") }
  override func viewDidDisappear(_ animated: Bool) { calls.append("did disappear") }
}

@MainActor
@Suite("Words of UIKit that apps use", .serialized)
struct AppWordTests {
  @Test(
    "A program runs the controller of an extension and gets what it returns",
    .shows("UIViewController.extensionContext")
  )
  func extensions() throws {
    let item = NSExtensionItem()
    item.attributedContentText = NSAttributedString(string: "hello")
    var ends: [String] = []
    let context = NSExtensionContext(inputItems: [item], opensURL: { $0.scheme == "app" }) {
      switch $0 {
      case .completed(let items):
        let first = items?.first as? NSExtensionItem
        ends.append(first?.attributedTitle?.string ?? "none")
      case .cancelled(let error): ends.append("\((error as? CocoaError)?.code == .userCancelled)")
      }
    }
    let (parent, controller) = (UIViewController(), ShareController())
    #expect(controller.extensionContext == nil)
    parent.addChild(controller)
    context.begin(with: parent)
    #expect(controller.extensionContext === context)
    var opened: [Bool] = []
    context.open(try #require(URL(string: "app:x"))) { opened.append($0) }
    context.open(try #require(URL(string: "https://x.org"))) { opened.append($0) }
    #expect(opened == [true, false])
    controller.send()
    #expect(ends == ["HELLO"] && controller.extensionContext == nil)
    context.completeRequest(returningItems: nil)
    context.begin(with: controller)
    #expect(ends == ["HELLO"] && controller.extensionContext == nil)
    let second = NSExtensionContext(inputItems: []) { end in
      if case .cancelled = end { ends.append("cancelled") }
    }
    second.begin(with: Handler())
    #expect(ends == ["HELLO", "cancelled"])
  }

  @Test("A provider makes its item for the chosen service", .shows("UIActivityItemProvider"))
  func providers() throws {
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 320, height: 480), root)
    let (archive, report) = (Archive(), Report(placeholderItem: ""))
    let called = Report(placeholderItem: "")
    called.cancel()
    let sheet = UIActivityViewController(
      activityItems: [report, called],
      applicationActivities: [archive]
    )
    root.present(sheet, animated: false)
    window.layoutIfNeeded()
    #expect(report.activityType == nil)
    #expect(sheet.tap(UIActivity.ActivityType("archive")))
    #expect(archive.got.map { "\($0)" } == ["made for archive"])
    window.isHidden = true
  }

  @Test(
    "A bar follows a progress while it is in a window",
    .shows("UIProgressView.observedProgress")
  )
  func progress() throws {
    let window = makeWindow()
    let bar = UIProgressView(progressViewStyle: .default)
    let progress = Progress(totalUnitCount: 4)
    progress.completedUnitCount = 1
    bar.observedProgress = progress
    #expect(bar.progress == 0.25)
    progress.completedUnitCount = 2
    _ = try window.image(at: 0)
    #expect(bar.progress == 0.25)
    window.addSubview(bar)
    #expect(bar.progress == 0.5)
    progress.completedUnitCount = 3
    _ = try window.image(at: 1)
    #expect(bar.progress == 0.75)
    progress.completedUnitCount = 4
    _ = try window.image(at: 2)
    progress.completedUnitCount = 1
    _ = try window.image(at: 3)
    // It has finished, and nobody looks any more.
    #expect(bar.progress == 1)
    bar.observedProgress = nil
    #expect(bar.progress == 1)
    window.isHidden = true
  }

  @Test(
    "A button shows a plate under a pointer",
    .shows("UIButton.isPointerInteractionEnabled", "UIButton.pointerStyleProvider")
  )
  func pointers() throws {
    let window = makeWindow()
    let button = UIButton(frame: CGRect(x: 50, y: 50, width: 60, height: 30))
    window.addSubview(button)
    let app = UIApplication.shared
    app.mouseMoved(to: CGPoint(x: 60, y: 60), time: 0, in: window)
    #expect(window.subviews == [button])
    var asked: [CGRect] = []
    button.pointerStyleProvider = { button, effect, shape in
      if case .roundedRect(let rect, _) = shape { asked.append(rect) }
      return UIPointerStyle(effect: effect, shape: shape)
    }
    #expect(button.isPointerInteractionEnabled)
    app.mouseMoved(to: CGPoint(x: 10, y: 10), time: 0.1, in: window)
    app.mouseMoved(to: CGPoint(x: 60, y: 60), time: 0.2, in: window)
    app.mouseMoved(to: CGPoint(x: 62, y: 60), time: 0.3, in: window)
    #expect(asked == [button.frame] && window.subviews.count == 2)
    button.isPointerInteractionEnabled = false
    _ = try window.image(at: 2)
    #expect(window.subviews == [button])
    window.isHidden = true
  }

  @Test(
    "A tab bar's delegate has a motion from one controller to another",
    .shows(
      "UITabBarControllerDelegate.tabBarController(_:animationControllerForTransitionFrom:to:)"
    )
  )
  func tabs() throws {
    let tabs = UITabBarController()
    let (first, second, motion) = (Page(), Page(), TabMotion())
    tabs.viewControllers = [first, second]
    tabs.delegate = motion
    #expect(tabs.supportedInterfaceOrientations == .portrait)
    let window = makeWindow(CGSize(width: 300, height: 400), tabs)
    CATransaction.flush()
    first.calls = []
    tabs.selectedIndex = 1
    #expect(second.calls == ["will appear true"] && first.view.window != nil)
    try window.context?.advance(to: 0.5)
    #expect(second.view.layer.presentation()?.frame.minX == 150)
    // Another choice ends the motion at once.
    tabs.selectedIndex = 0
    #expect(second.calls == ["will appear true", "did appear"] && tabs.selectedIndex == 0)
    try window.context?.advance(to: 2)
    #expect(second.calls.last == "did disappear" && second.view.superview == nil)
    #expect(first.view.window === window && first.calls.last == "did appear")
    window.isHidden = true
  }

  @Test(
    "Texts of accessibility have attributes, and plain texts take them away"
  )
  func accessibility() {
    let view = UIView()
    #expect(view.accessibilityAttributedLabel == nil)
    let key = NSAttributedString.Key("language")
    view.accessibilityAttributedLabel = NSAttributedString(string: "Haus", attributes: [key: "de"])
    #expect(view.accessibilityLabel == "Haus")
    #expect(
      view.accessibilityAttributedLabel?.attribute(key, at: 0, effectiveRange: nil) as? String
        == "de"
    )
    view.accessibilityLabel = "House"
    #expect(view.accessibilityAttributedLabel == NSAttributedString(string: "House"))
    view.accessibilityAttributedValue = NSAttributedString(string: "1")
    view.accessibilityAttributedHint = NSAttributedString(string: "h")
    #expect(view.accessibilityValue == "1" && view.accessibilityHint == "h")
    view.accessibilityNavigationStyle = .combined
    view.shouldGroupAccessibilityChildren = true
    view.accessibilityTextualContext = .sourceCode
    #expect(view.accessibilityNavigationStyle == .combined)
    #expect(view.shouldGroupAccessibilityChildren)
    #expect(
      view.accessibilityTextualContext == .sourceCode && !view.accessibilityElementIsFocused()
    )
  }

  @Test(
    "Images grow with the sizes of text for accessibility alone",
    .shows("UIImageView.adjustsImageSizeForAccessibilityContentSizeCategory")
  )
  func images() {
    let window = makeWindow()
    let image = UIGraphicsImageRenderer(size: CGSize(width: 17, height: 34)).image { _ in }
    let view = UIImageView(image: image)
    window.addSubview(view)
    view.adjustsImageSizeForAccessibilityContentSizeCategory = true
    window.minimumContentSizeCategory = .extraExtraExtraLarge
    window.layoutIfNeeded()
    #expect(view.intrinsicContentSize == CGSize(width: 17, height: 34))
    // Body text of 33 points in place of 17.
    window.minimumContentSizeCategory = .accessibilityLarge
    window.layoutIfNeeded()
    #expect(view.intrinsicContentSize == CGSize(width: 33, height: 66))
    #expect(view.sizeThatFits(.zero) == CGSize(width: 33, height: 66))
    view.adjustsImageSizeForAccessibilityContentSizeCategory = false
    #expect(view.intrinsicContentSize == CGSize(width: 17, height: 34))
    window.isHidden = true
  }

  @Test("The parts of a shortcut change", .shows("UIMutableApplicationShortcutItem"))
  func shortcuts() {
    let item = UIMutableApplicationShortcutItem(type: "new", localizedTitle: "New")
    item.localizedTitle = "Newer"
    item.localizedSubtitle = "below"
    item.type = "other"
    let plain: UIApplicationShortcutItem = item
    #expect(plain.localizedTitle == "Newer" && plain.localizedSubtitle == "below")
    #expect(plain.type == "other" && plain.icon == nil)
  }
}
