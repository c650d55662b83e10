// Items, bars and their looks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor
@Suite struct BarTests {
  private func shown(_ bar: UIView, width: CGFloat = 320, height: CGFloat = 44) throws -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: 200))
    bar.frame = CGRect(x: 0, y: 0, width: width, height: height)
    window.addSubview(bar)
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    return window
  }

  @Test func buttonsOfTheSystemHaveWordsOrPictures() {
    let done = UIBarButtonItem(barButtonSystemItem: .done, target: nil, action: nil)
    #expect(done.title == "Done")
    #expect(done.style == .done)
    let add = UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: nil)
    #expect(add.title == nil)
    #expect(add.image?.isSymbolImage == true)
    for item in UIBarButtonItem.SystemItem.allCases
    where item != .flexibleSpace && item != .fixedSpace {
      let button = UIBarButtonItem(barButtonSystemItem: item, target: nil, action: nil)
      #expect((button.title == nil) != (button.image == nil), "\(item)")
    }
  }

  @Test func aTapCallsTheActionOfTheRightButton() throws {
    let bar = UINavigationBar(frame: .zero)
    let item = UINavigationItem(title: "Notes")
    var taps: [String] = []
    item.rightBarButtonItems = [
      UIBarButtonItem(title: "One", primaryAction: UIAction { _ in taps.append("one") }),
      UIBarButtonItem(title: "Two", primaryAction: UIAction { _ in taps.append("two") }),
    ]
    item.leftBarButtonItem = UIBarButtonItem(
      systemItem: .cancel,
      primaryAction: UIAction { _ in taps.append("cancel") }
    )
    bar.setItems([item], animated: false)
    let window = try shown(bar)
    defer { window.isHidden = true }
    // The first of the right buttons is at the edge.
    UIApplication.shared.tap(at: CGPoint(x: 300, y: 22), in: window)
    UIApplication.shared.tap(at: CGPoint(x: 250, y: 22), in: window)
    UIApplication.shared.tap(at: CGPoint(x: 30, y: 22), in: window)
    #expect(taps == ["one", "two", "cancel"])
    item.rightBarButtonItems?[0].isEnabled = false
    window.layoutIfNeeded()
    UIApplication.shared.tap(at: CGPoint(x: 300, y: 22), in: window)
    #expect(taps.count == 3)
    #expect(item.rightBarButtonItem === item.rightBarButtonItems?.first)
  }

  @Test func toolbarsShareTheRoomBetweenButtons() throws {
    let bar = UIToolbar(frame: .zero)
    let views = (0..<3).map { _ in UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 20)) }
    let items = views.map { UIBarButtonItem(customView: $0) }
    bar.items = [items[0], .flexibleSpace(), items[1], .fixedSpace(16), items[2]]
    let window = try shown(bar)
    defer { window.isHidden = true }
    let places = views.map { $0.convert($0.bounds, to: bar) }
    // 8 points at the sides; 320 - 16 - 3 * 40 - 16 = 168 points in between.
    #expect(places.map(\.minX) == [8, 216, 272])
    #expect(places.allSatisfy { $0.minY == 12 && $0.width == 40 })
  }

  @Test func looksHaveTheirBackgrounds() throws {
    let look = UINavigationBarAppearance()
    #expect(look.backgroundEffect != nil)
    #expect(look.shadowColor == .separator)
    look.configureWithOpaqueBackground()
    #expect(look.backgroundColor == .systemBackground)
    #expect(look.backgroundEffect == nil)
    look.configureWithTransparentBackground()
    #expect(look.backgroundColor == nil)
    #expect(look.shadowColor == nil)
    look.backgroundColor = .red
    look.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
    let copy = try #require(look.copy() as? UINavigationBarAppearance)
    copy.buttonAppearance.normal.titleTextAttributes = [:]
    #expect(copy.backgroundColor == .red)
    #expect(look.buttonAppearance.normal.titleTextAttributes.count == 1)
    let tool = UIToolbarAppearance(barAppearance: look)
    #expect(tool.backgroundColor == .red)
  }

  @Test func theBackgroundOfALookIsDrawn() throws {
    let bar = UINavigationBar(frame: .zero)
    let look = UINavigationBarAppearance()
    look.configureWithOpaqueBackground()
    look.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    look.shadowColor = nil
    bar.standardAppearance = look
    bar.setItems([UINavigationItem(title: "")], animated: false)
    let window = try shown(bar)
    defer { window.isHidden = true }
    let pixels = try #require(Pixels(UIImage(cgImage: window.image())))
    #expect(pixels[10, 10] == Pixels.red)
    // The item's own look wins.
    let own = UINavigationBarAppearance(barAppearance: look)
    own.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    bar.topItem?.standardAppearance = own
    window.layoutIfNeeded()
    let after = try #require(Pixels(UIImage(cgImage: window.image())))
    #expect(after[10, 10] == Pixels.blue)
  }

  @Test func largeTitlesMakeBarsHigher() {
    let root = UIViewController()
    root.title = "Library"
    let stack = UINavigationController(rootViewController: root)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = stack
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    window.layoutIfNeeded()
    let low = stack.navigationBar.frame.height
    stack.navigationBar.prefersLargeTitles = true
    window.layoutIfNeeded()
    #expect(stack.navigationBar.frame.height == low + 52)
    #expect(root.view.safeAreaInsets.top == low + 52)
    root.navigationItem.largeTitleDisplayMode = .never
    window.layoutIfNeeded()
    #expect(stack.navigationBar.frame.height == low)
  }

  private func backTitle(of bar: UINavigationBar) -> String? {
    bar.subviews.lazy.compactMap { $0 as? UIButton }.first?.attributedTitle(for: .normal)?.string
  }

  @Test func backButtonsSayTheTitleBelow() {
    let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    let item = UINavigationItem(title: "Inbox")
    func title(_ change: () -> Void) -> String? {
      change()
      bar.setItems([item, UINavigationItem(title: "Letter")], animated: false)
      return backTitle(of: bar)
    }
    #expect(title {} == "\u{2039} Inbox")
    #expect(title { item.backButtonTitle = "In" } == "\u{2039} In")
    #expect(title { item.backButtonDisplayMode = .minimal } == "\u{2039} ")
    #expect(title { item.backButtonDisplayMode = .generic } == "\u{2039} Back")
  }

  @Test func tabsShowTheirColoursAndBadges() throws {
    let bar = UITabBar(frame: .zero)
    let items = ["One", "Two"].enumerated().map {
      UITabBarItem(title: $1, image: UIImage(systemName: "square.fill"), tag: $0)
    }
    items[1].badgeValue = "3"
    items[1].badgeColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    bar.unselectedItemTintColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    bar.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    bar.items = items
    bar.selectedItem = items[0]
    let window = try shown(bar, height: 49)
    defer { window.isHidden = true }
    let pixels = try #require(Pixels(UIImage(cgImage: window.image())))
    let scale = pixels.width / 320
    // The middles of the pictures, and the badge beside the second one.
    #expect(pixels[80 * scale, 18 * scale] == Pixels.red)
    #expect(pixels[236 * scale, 24 * scale] == Pixels.blue)
    #expect(pixels[247 * scale, 6 * scale] == Pixels.green)
  }
}
