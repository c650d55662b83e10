// The scene, the device, accessibility and the pasteboard.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

@Suite("Scenes, device, accessibility", .serialized)
@MainActor
struct UISceneTests {
  @Test(
    "The program has one scene with all windows",
    .shows(
      "UIWindowScene.keyWindow",
      "UIWindowScene",
      "UIWindowScene.windows",
      "UIWindowScene.interfaceOrientation",
      "UIWindow.windowScene",
      "UIWindow.init(windowScene:)",
      "UIWindow.Level.alert",
      "UIApplication.connectedScenes"
    )
  )
  func scene() throws {
    let window = makeWindow(CGSize(width: 300, height: 200))
    let scenes = UIApplication.shared.connectedScenes
    let scene = try #require(scenes.compactMap { $0 as? UIWindowScene }.first)
    #expect(scenes.count == 1)
    #expect(scene.windows.contains(window) && scene.keyWindow === window)
    #expect(scene.activationState == .foregroundActive)
    #expect(scene.interfaceOrientation.isLandscape)
    #expect(window.windowScene === scene)
    #expect(UIWindow(windowScene: scene).frame.size == CGSize(width: 300, height: 200))
    #expect(UIWindow.Level.alert + 1 > .alert)
  }

  @Test(
    "The idiom is the main screen's device's",
    .shows(
      "UIDevice.current",
      "UIDevice.userInterfaceIdiom",
      "UIUserInterfaceIdiom.pad",
      "UIUserInterfaceIdiom.phone"
    )
  )
  func device() throws {
    UIScreen.setMain(try #require(UIScreen(device: "iPad mini")))
    #expect(UIDevice.current.userInterfaceIdiom == .pad)
    UIScreen.setMain(try #require(UIScreen(device: "iPhone 15")))
    #expect(UIDevice.current.userInterfaceIdiom == .phone)
    #expect(UIDevice.current.orientation.isPortrait)
  }

  @Test(
    "Settings of accessibility are off, and a change is told",
    .shows(
      "UIAccessibility.isReduceMotionEnabled",
      "UIAccessibility.reduceMotionStatusDidChangeNotification"
    )
  )
  func accessibility() {
    #expect(!UIAccessibility.isReduceMotionEnabled)
    var told = 0
    let observer = NotificationCenter.default.addObserver(
      forName: UIAccessibility.reduceMotionStatusDidChangeNotification,
      object: nil,
      queue: nil
    ) { _ in MainActor.assumeIsolated { told += 1 } }
    UIAccessibility.settings.isReduceMotionEnabled = true
    UIAccessibility.settings.isBoldTextEnabled = true
    #expect(UIAccessibility.isReduceMotionEnabled && told == 1)
    UIAccessibility.settings = UIAccessibility.Settings()
    #expect(told == 2)
    NotificationCenter.default.removeObserver(observer)
  }

  @Test(
    "An element's frame in its view is that on the screen, moved",
    .shows(
      "UIAccessibilityElement",
      "UIAccessibilityElement.init(accessibilityContainer:)",
      "UIAccessibilityElement.accessibilityFrameInContainerSpace"
    )
  )
  func element() {
    let window = makeWindow()
    let view = UIView(frame: CGRect(x: 20, y: 30, width: 100, height: 100))
    window.addSubview(view)
    let element = UIAccessibilityElement(accessibilityContainer: view)
    element.accessibilityFrameInContainerSpace = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(element.accessibilityFrame == CGRect(x: 21, y: 32, width: 3, height: 4))
    view.accessibilityTraits = [.button, .selected]
    #expect(view.accessibilityTraits.contains(.selected))
    #expect(view.accessibilityFrame == view.frame)
  }

  @Test(
    "The pasteboard keeps one kind of values",
    .shows(
      "UIPasteboard.string",
      "UIPasteboard.changeCount",
      "UIPasteboard.color",
      "UIPasteboard",
      "UIPasteboard.general"
    )
  )
  func pasteboard() {
    let board = UIPasteboard.general
    let count = board.changeCount
    board.string = "text"
    #expect(board.hasStrings && board.string == "text" && board.changeCount == count + 1)
    board.color = .red
    #expect(!board.hasStrings && board.colors == [.red])
  }

  @Test(
    "Ending the editing of a view resigns the field in it, and no other one",
    .shows("UIView.endEditing(_:)")
  )
  func editing() {
    let window = makeWindow()
    let (form, other, field) = (UIView(), UIView(), UITextField())
    window.addSubview(form)
    window.addSubview(other)
    form.addSubview(field)
    field.becomeFirstResponder()
    #expect(field.isFirstResponder)
    other.endEditing(true)
    #expect(field.isFirstResponder)
    #expect(form.endEditing(false))
    #expect(!field.isFirstResponder)
  }

  @Test(
    "A snapshot of a part stretches between its caps",
    .shows("UIView.resizableSnapshotView(from:afterScreenUpdates:withCapInsets:)")
  )
  func resizableSnapshot() throws {
    let window = makeWindow()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    view.backgroundColor = .red
    window.addSubview(view)
    _ = try window.image()
    let part = try #require(
      view.resizableSnapshotView(
        from: CGRect(x: 10, y: 0, width: 40, height: 20),
        afterScreenUpdates: true,
        withCapInsets: UIEdgeInsets(top: 5, left: 10, bottom: 5, right: 10)
      )
    )
    #expect(part.frame == CGRect(x: 0, y: 0, width: 40, height: 20))
    #expect(part.layer.contentsCenter == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
  }
}
