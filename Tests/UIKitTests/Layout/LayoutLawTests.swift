// Laws of fitting, masks, guides of controllers, the keyboard and conflicts.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("Layout laws", .serialized)
struct LayoutLawTests {
  @Test("T34: fitting sizes are whole pixels")
  func fitting() {
    for (width, scale, expected) in [
      (173.5, 3.0, 520.5), (173.5, 2, 347), (173.25, 3, 520), (173.25, 2, 347),
    ] {
      let root = LayoutRoot(scale: CGFloat(scale))
      let view = root.plain()
      activate(
        view.widthAnchor.constraint(equalToConstant: CGFloat(width)),
        view.heightAnchor.constraint(equalToConstant: 0)
      )
      let pixels = view.systemLayoutSizeFitting(.zero).width * CGFloat(scale)
      #expect(abs(pixels - CGFloat(expected).rounded(.up)) < 1e-6)
    }
  }

  private func phone(_ controller: UIViewController, safe: UIEdgeInsets) -> UIWindow {
    let window = makeWindow(CGSize(width: 390, height: 844), controller)
    UIScreen.setMain(UIScreen(size: CGSize(width: 390, height: 844), scale: 3))
    controller.additionalSafeAreaInsets = safe
    window.layoutIfNeeded()
    return window
  }

  @Test("T44, T46, T47: safe areas and margins of controllers")
  func controllers() {
    let controller = UIViewController()
    let window = phone(controller, safe: UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0))
    let view: UIView = controller.view
    #expect(view.safeAreaLayoutGuide.layoutFrame == rect(0, 47, 390, 763))
    #expect(view.layoutMarginsGuide.layoutFrame == rect(16, 47, 358, 763))
    let child = UIView(frame: rect(0, 20, 390, 200))
    view.addSubview(child)
    window.layoutIfNeeded()
    #expect(child.safeAreaInsets.top == 27)
    #expect(child.safeAreaLayoutGuide.layoutFrame == rect(0, 27, 390, 173))
    controller.additionalSafeAreaInsets.top += 20
    window.layoutIfNeeded()
    #expect(view.safeAreaLayoutGuide.layoutFrame == rect(0, 67, 390, 743))
    controller.viewRespectsSystemMinimumLayoutMargins = false
    view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(view.layoutMarginsGuide.layoutFrame == rect(2, 68, 384, 739))
    controller.viewRespectsSystemMinimumLayoutMargins = true
    #expect(view.layoutMarginsGuide.layoutFrame.width == 358)
  }

  @Test("T45, T46: the safe area in a navigation and a tab controller")
  func bars() throws {
    let controller = UIViewController()
    let tabs = UITabBarController()
    tabs.viewControllers = [UINavigationController(rootViewController: controller)]
    UIScreen.setMain(try #require(UIScreen(device: "iPhone 13")))
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    let guide = controller.view.safeAreaLayoutGuide
    #expect(guide.layoutFrame == rect(0, 91, 390, 670))
    controller.additionalSafeAreaInsets.top = 20
    window.layoutIfNeeded()
    #expect(guide.layoutFrame == rect(0, 111, 390, 650))
    window.isHidden = true
  }

  @Test("T50: the guide of the keyboard, and constraints that follow its edges")
  func keyboard() {
    let controller = UIViewController()
    let window = phone(controller, safe: UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0))
    let view: UIView = controller.view
    let guide = view.keyboardLayoutGuide
    #expect(guide.layoutFrame == rect(0, 810, 390, 34))
    let bar = UIView()
    bar.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(bar)
    activate(
      bar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      bar.heightAnchor.constraint(equalToConstant: 50),
      bar.bottomAnchor.constraint(equalTo: guide.topAnchor)
    )
    window.layoutIfNeeded()
    #expect(bar.frame == rect(0, 760, 390, 50))
    let field = UITextField()
    view.addSubview(field)
    UIApplication.shared.keyboardHeight = 336
    field.becomeFirstResponder()
    window.layoutIfNeeded()
    #expect(guide.layoutFrame == rect(0, 508, 390, 336))
    #expect(bar.frame == rect(0, 458, 390, 50))
    let near = bar.widthAnchor.constraint(equalToConstant: 1)
    let away = bar.widthAnchor.constraint(equalToConstant: 2)
    guide.setConstraints([near], activeWhenNearEdge: .bottom)
    guide.setConstraints([away], activeWhenNearEdge: .top)
    #expect(near.isActive)
    #expect(!away.isActive)
    #expect(guide.constraints(activeWhenNearEdge: .top) == [away])
    guide.removeAllTrackedConstraints()
    #expect(!near.isActive)
    field.resignFirstResponder()
    UIApplication.shared.keyboardHeight = 0
    guide.usesBottomSafeArea = false
    window.layoutIfNeeded()
    #expect(guide.layoutFrame == rect(0, 844, 390, 0))
  }

  // MARK: Conflicts

  /// Lays out, and returns the one report of a conflict that this makes.
  private func report(_ root: UIView) -> String {
    let lines = Diagnostics.lines { root.layoutIfNeeded() }
    #expect(lines.count == 1)
    return lines.first ?? ""
  }

  @Test("X02, X08: a height against that of the host")
  func hostHeights() {
    for (host, own) in [(216.0, 246.0), (312.5, 310)] {
      let root = LayoutRoot(320, CGFloat(host))
      let view = root.plain()
      let height = view.heightAnchor.constraint(equalToConstant: CGFloat(own))
      height.identifier = "own height"
      activate(
        height,
        view.topAnchor.constraint(equalTo: root.topAnchor),
        view.bottomAnchor.constraint(equalTo: root.bottomAnchor)
      )
      #expect(report(root).contains("given up is <NSLayoutConstraint 'own height'"))
      #expect(view.frame.height == CGFloat(host))
    }
  }

  @Test("X10 to X12: own heights between the edges of a host and its safe area")
  func ownHeights() {
    for relation in [NSLayoutConstraint.Relation.equal, .greaterThanOrEqual] {
      let root = LayoutRoot(320, 40)
      let view = root.plain()
      let height = NSLayoutConstraint(
        item: view,
        attribute: .height,
        relatedBy: relation,
        toItem: nil,
        attribute: .notAnAttribute,
        multiplier: 1,
        constant: 44
      )
      height.identifier = "own height"
      activate(
        height,
        view.topAnchor.constraint(equalTo: root.safeAreaLayoutGuide.topAnchor),
        view.bottomAnchor.constraint(equalTo: root.safeAreaLayoutGuide.bottomAnchor)
      )
      #expect(report(root).contains("given up is <NSLayoutConstraint 'own height'"))
      #expect(view.frame == rect(0, 0, 0, 40))
    }
  }

  @Test("X13: a width in a stack that hides its view")
  func hidden() {
    let root = LayoutRoot()
    let stack = UIStackView()
    stack.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(stack)
    let label = ContentView(30, 20)
    stack.addArrangedSubview(label)
    stack.addArrangedSubview(ContentView(40, 20))
    let width = label.widthAnchor.constraint(equalToConstant: 120)
    width.identifier = "own width"
    width.isActive = true
    root.layoutIfNeeded()
    label.isHidden = true
    #expect(report(root).contains("given up is <NSLayoutConstraint 'own width'"))
    #expect(label.frame.width == 0)
    #expect(width.isActive)
  }

  @Test("X03, X06, X14: own constraints against frames that views have")
  func frames() {
    let root = LayoutRoot()
    let view = UIView(frame: rect(0, 0, 0, 416))
    root.addSubview(view)
    let label = UIView()
    label.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(label)
    let height = label.heightAnchor.constraint(greaterThanOrEqualToConstant: 5_000)
    height.identifier = "least height"
    activate(
      height,
      label.topAnchor.constraint(equalTo: view.topAnchor, constant: 1),
      label.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -10)
    )
    #expect(report(root).contains("given up is <NSLayoutConstraint 'least height'"))
    #expect(label.frame.height == 405)
    // A tree reports once a second.
    let (other, narrow) = (LayoutRoot(), UIView(frame: rect(0, 0, 0, 416)))
    other.addSubview(narrow)
    let text = UIView()
    text.translatesAutoresizingMaskIntoConstraints = false
    narrow.addSubview(text)
    let width = text.widthAnchor.constraint(equalToConstant: 304)
    width.identifier = "own width"
    activate(width, narrow.widthAnchor.constraint(greaterThanOrEqualTo: text.widthAnchor))
    #expect(report(other).contains("given up is <NSLayoutConstraint 'own width'"))
  }

  @Test("X27: of a label's height and a view's, that of the view further out of the chain")
  func chain() {
    let root = LayoutRoot(320, 139.5)
    let (label, view) = (root.plain(), root.plain())
    let first = label.heightAnchor.constraint(equalToConstant: 15)
    first.identifier = "label"
    let second = view.heightAnchor.constraint(equalToConstant: 80)
    second.identifier = "view"
    activate(
      first,
      second,
      label.topAnchor.constraint(equalTo: root.topAnchor),
      view.topAnchor.constraint(equalTo: label.bottomAnchor, constant: 10),
      view.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -10)
    )
    #expect(report(root).contains("given up is <NSLayoutConstraint 'view'"))
    #expect(label.frame.height == 15)
    #expect(view.frame.height == 104.5)
  }

  @Test("X22 to X25: mistakes of the program end it")
  func mistakes() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let view = UIView()
        let width = view.widthAnchor.constraint(equalToConstant: 10)
        width.isActive = true
        width.priority = UILayoutPriority(999)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = NSLayoutConstraint(
          item: UIView(),
          attribute: .top,
          relatedBy: .equal,
          toItem: nil,
          attribute: .notAnAttribute,
          multiplier: 1,
          constant: 50
        )
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = NSLayoutConstraint(
          item: UIView(),
          attribute: .leading,
          relatedBy: .equal,
          toItem: UIView(),
          attribute: .left,
          multiplier: 1,
          constant: 0
        )
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (view, other) = (UIView(), UIView())
        view.leftAnchor.constraint(equalTo: other.leftAnchor).isActive = true
      }
    }
  }

  @Test("X19: a frame of its own holds against pins")
  func ownFrame() {
    let root = LayoutRoot()
    let view = UIView(frame: .zero)
    root.addSubview(view)
    activate(
      view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
      view.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -10)
    )
    let lines = Diagnostics.lines { root.layoutIfNeeded() }
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("given up is <NSLayoutC") })
    #expect(view.frame == .zero)
  }

  // MARK: Hostile input

  @Test("Constants of 10^12, circular guides and views that leave while laying out end nothing")
  func hostile() {
    let root = LayoutRoot()
    let view = root.plain()
    activate(
      view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 1e12),
      view.widthAnchor.constraint(equalToConstant: 1e12),
      view.heightAnchor.constraint(equalToConstant: 10)
    )
    #expect(root.frames(view)[0].minX == 1e12)
    let (one, other) = (UILayoutGuide(), UILayoutGuide())
    root.addLayoutGuide(one)
    root.addLayoutGuide(other)
    activate(
      one.leftAnchor.constraint(equalTo: other.leftAnchor, constant: 1),
      other.leftAnchor.constraint(equalTo: one.leftAnchor, constant: 1)
    )
    #expect(report(root).contains("cannot be satisfied"))
    let leaver = Leaver(frame: rect(0, 0, 10, 10))
    root.addSubview(leaver)
    leaver.addSubview(UIView())
    leaver.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(leaver.superview == nil)
  }

  /// A view that leaves while it is laid out.
  private final class Leaver: UIView {
    override func layoutSubviews() {
      super.layoutSubviews()
      removeFromSuperview()
    }
  }
}
