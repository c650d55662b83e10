// Appearance proxies.
// Licensed under the MIT license; see LICENSE.
//
// Proxies are the program's and stay: each test has classes of its own.

import Testing
import UIKit

@MainActor @Suite("Appearance proxies") struct AppearanceTests {
  /// Puts a view into a window, below others.
  private func show(_ view: UIView, in containers: [UIView] = []) -> UIWindow {
    let window = makeWindow()
    var place: UIView = window
    for container in containers {
      place.addSubview(container)
      place = container
    }
    place.addSubview(view)
    return window
  }

  @Test("Views take values when they come into a window", .shows("UIAppearance.appearance()"))
  func windows() {
    final class Toggle: UISwitch {}
    let early = Toggle()
    Toggle.appearance().onTintColor = .purple
    #expect(Toggle.appearance() === Toggle.appearance())
    #expect(early.onTintColor == nil)
    let window = show(early)
    #expect(early.onTintColor == .purple)
    let plain = UISwitch()
    window.addSubview(plain)
    #expect(plain.onTintColor == nil)
    // One that is there already keeps what it has, until it comes again.
    Toggle.appearance().onTintColor = .green
    #expect(early.onTintColor == .purple)
    early.removeFromSuperview()
    window.addSubview(early)
    #expect(early.onTintColor == .green)
  }

  @Test("A value of its own is kept, before and after")
  func ownValues() {
    final class Title: UILabel {}
    Title.appearance().textColor = .red
    Title.appearance().font = .systemFont(ofSize: 30)
    let title = Title()
    title.textColor = .blue
    let window = show(title)
    #expect(title.textColor == .blue)
    #expect(title.font == .systemFont(ofSize: 30))
    title.font = .systemFont(ofSize: 12)
    title.removeFromSuperview()
    window.addSubview(title)
    #expect(title.font == .systemFont(ofSize: 12))
  }

  @Test("Classes that are derived take those of their bases, and their own first")
  func derivation() {
    class Base: UIProgressView {}
    final class Derived: Base {}
    Base.appearance().progressTintColor = .red
    Base.appearance().trackTintColor = .black
    Derived.appearance().progressTintColor = .green
    let view = Derived()
    let window = show(view)
    #expect(view.progressTintColor == .green && view.trackTintColor == .black)
    let base = Base()
    window.addSubview(base)
    #expect(base.progressTintColor == .red)
  }

  @Test(
    "Containers are found from the inside out, and the outermost wins",
    .shows("UIAppearance.appearance(whenContainedInInstancesOf:)", "UIAppearanceContainer")
  )
  func containers() {
    final class Mark: UIView {}
    final class Card: UIView {}
    final class Page: UIView {}
    Mark.appearance().backgroundColor = .white
    Mark.appearance(whenContainedInInstancesOf: [Card.self]).backgroundColor = .red
    Mark.appearance(whenContainedInInstancesOf: [Page.self]).backgroundColor = .green
    Mark.appearance(whenContainedInInstancesOf: [Card.self, Page.self]).tintColor = .brown
    func color(_ containers: [UIView]) -> (UIColor?, UIColor?) {
      let mark = Mark()
      let window = show(mark, in: containers)
      defer { withExtendedLifetime(window) {} }
      return (mark.backgroundColor, mark.tintColor)
    }
    #expect(color([]).0 == .white)
    #expect(color([Card()]).0 == .red)
    #expect(color([Page(), Card()]) == (.green, .brown))
    #expect(color([Card(), Page()]).0 == .red)
    #expect(color([Card(), Page()]).1 != .brown)
  }

  @Test("Controllers are containers")
  func controllers() {
    final class Mark: UIView {}
    final class Screen: UIViewController {}
    Mark.appearance(whenContainedInInstancesOf: [Screen.self]).backgroundColor = .orange
    let (screen, mark) = (Screen(), Mark())
    screen.view.addSubview(mark)
    let window = makeWindow(CGSize(width: 200, height: 200), screen)
    #expect(mark.backgroundColor == .orange)
    withExtendedLifetime(window) {}
  }

  @Test(
    "Traits choose proxies",
    .shows(
      "UIAppearance.appearance(for:)",
      "UIAppearance.appearance(for:whenContainedInInstancesOf:)"
    )
  )
  func traits() {
    final class Mark: UIView {}
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    Mark.appearance().backgroundColor = .white
    Mark.appearance(for: dark).backgroundColor = .black
    let (light, night) = (Mark(), Mark())
    let window = makeWindow()
    window.overrideUserInterfaceStyle = .dark
    window.addSubview(night)
    window.overrideUserInterfaceStyle = .light
    window.addSubview(light)
    #expect(light.backgroundColor == .white && night.backgroundColor == .black)
    final class Card: UIView {}
    Mark.appearance(for: dark, whenContainedInInstancesOf: [Card.self]).tintColor = .cyan
    let (card, inner) = (Card(), Mark())
    card.overrideUserInterfaceStyle = .dark
    card.addSubview(inner)
    window.addSubview(card)
    #expect(inner.tintColor == .cyan && inner.backgroundColor == .black)
  }

  @Test("Looks and items of bars")
  func bars() {
    final class Bar: UINavigationBar {}
    let look = UINavigationBarAppearance()
    look.configureWithOpaqueBackground()
    look.backgroundColor = .red
    Bar.appearance().standardAppearance = look
    Bar.appearance().prefersLargeTitles = true
    UIBarButtonItem.appearance(whenContainedInInstancesOf: [Bar.self]).tintColor = .yellow
    UIBarButtonItem.appearance(whenContainedInInstancesOf: [Bar.self])
      .setTitleTextAttributes([.kern: 3], for: .normal)
    let bar = Bar(frame: CGRect(x: 0, y: 0, width: 200, height: 44))
    let item = UINavigationItem(title: "Title")
    let button = UIBarButtonItem(title: "Edit", style: .plain, target: nil, action: nil)
    item.rightBarButtonItem = button
    bar.items = [item]
    let window = show(bar)
    window.layoutIfNeeded()
    #expect(bar.standardAppearance === look && bar.prefersLargeTitles)
    #expect(button.tintColor == .yellow)
    #expect(button.titleTextAttributes(for: .normal)?[.kern] as? Int == 3)
    let other = UIBarButtonItem(title: "Done", style: .done, target: nil, action: nil)
    other.tintColor = .blue
    item.leftBarButtonItem = other
    window.layoutIfNeeded()
    #expect(other.tintColor == .blue)
  }

  @Test("Colours of states")
  func states() {
    final class Push: UIButton {}
    final class Parts: UISegmentedControl {}
    Push.appearance().setTitleColor(.red, for: .normal)
    Push.appearance().setTitleColor(.gray, for: .disabled)
    Parts.appearance().setTitleTextAttributes([.foregroundColor: UIColor.red], for: .selected)
    let (push, parts) = (Push(frame: .zero), Parts(items: ["a", "b"]))
    push.setTitleColor(.blue, for: .disabled)
    let window = show(push)
    window.addSubview(parts)
    #expect(push.titleColor(for: .normal) == .red)
    #expect(push.titleColor(for: .disabled) == .blue)
    #expect(parts.titleTextAttributes(for: .selected)?[.foregroundColor] as? UIColor == .red)
  }

  @Test("A cell's proxy is made by the initialiser of cells")
  func cells() {
    final class Cell: UITableViewCell {
      override init(style: CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
      }
      required init?(coder: NSCoder) { nil }
    }
    Cell.appearance().backgroundColor = .brown
    Cell.appearance().selectionStyle = .none
    let cell = Cell(style: .default, reuseIdentifier: nil)
    let window = show(cell)
    #expect(cell.backgroundColor == .brown && cell.selectionStyle == .none)
    withExtendedLifetime(window) {}
  }
}
