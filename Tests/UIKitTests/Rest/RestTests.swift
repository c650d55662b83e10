// Names of apps that stand alone: cells, presentations, generic views, images by traits.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing
import UIKit

@MainActor
@Suite struct RestTests {
  private final class NotingCell: UICollectionViewCell {
    var states: [String] = []
    override func updateConfiguration(using state: UICellConfigurationState) {
      super.updateConfiguration(using: state)
      states.append("\(state.isSelected) \(state.isHighlighted)")
    }
  }

  private final class NotingRow: UITableViewCell {
    var states: [Bool] = []
    override func updateConfiguration(using state: UICellConfigurationState) {
      states.append(state.isSelected)
    }
  }

  @Test func cellsWithoutConfigurationsAreUpdated() {
    let cell = NotingCell(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    cell.layoutIfNeeded()
    #expect(cell.states == ["false false"])
    cell.isSelected = true
    cell.layoutIfNeeded()
    cell.isHighlighted = true
    cell.layoutIfNeeded()
    cell.isHighlighted = true
    cell.layoutIfNeeded()
    #expect(cell.states == ["false false", "true false", "true true"])
    let row = NotingRow(style: .default, reuseIdentifier: nil)
    row.layoutIfNeeded()
    row.setSelected(true, animated: false)
    row.layoutIfNeeded()
    #expect(row.states == [false, true])
  }

  private final class Framed: UIView {
    let isMadeByFrame: Bool
    override init(frame: CGRect) {
      isMadeByFrame = true
      super.init(frame: frame)
    }
    required init?(coder: NSCoder) { nil }
  }

  private final class Titled: UIView {
    let title: String
    init(title: String = "default") {
      self.title = title
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { nil }
  }

  @MainActor
  private final class Host<Content: UIView> {
    let content = Content()
    let framed = Content(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test func genericCodeMakesViews() {
    let host = Host<Framed>()
    #expect(type(of: host.content) == Framed.self)
    #expect(host.content.isMadeByFrame)
    #expect(host.framed.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(type(of: Host<UILabel>().content) == UILabel.self)
    #expect(Titled().title == "default")
  }

  private final class Decider: NSObject, UIAdaptivePresentationControllerDelegate {
    func presentationControllerShouldDismiss(_ controller: UIPresentationController) -> Bool {
      false
    }
  }

  @Test func aPresentationHasADelegateBeforeItBegins() {
    let controller = UIViewController()
    let decider = Decider()
    controller.presentationController?.delegate = decider
    #expect(controller.sheetPresentationController?.delegate == nil)
    #expect(controller.presentationController?.delegate === decider)
    controller.modalPresentationStyle = .popover
    controller.presentationController?.delegate = decider
    #expect(controller.popoverPresentationController?.delegate == nil)
    #expect(controller.presentationController is UIPopoverPresentationController)
    let full = UIViewController()
    full.modalPresentationStyle = .fullScreen
    #expect(full.presentationController == nil)
  }

  private func square(_ color: UIColor) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { _ in
      color.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
  }

  @Test func assetsChooseByTraits() {
    let asset = UIImageAsset()
    let (light, dark) = (square(.white), square(.black))
    #expect(asset.image(with: UITraitCollection()).size == .zero)
    asset.register(light, with: UITraitCollection(userInterfaceStyle: .light))
    asset.register(dark, with: UITraitCollection(userInterfaceStyle: .dark))
    #expect(light.imageAsset === asset)
    let shown = asset.image(with: UITraitCollection(userInterfaceStyle: .dark))
    #expect(shown == dark)
    #expect(shown.imageAsset === asset)
    #expect(asset.image(with: UITraitCollection(userInterfaceStyle: .light)) == light)
    asset.unregister(with: UITraitCollection(userInterfaceStyle: .dark))
    #expect(asset.image(with: UITraitCollection(userInterfaceStyle: .dark)) == light)
  }

  @Test func menusAreMadeWithoutSmallerTexts() {
    let menu = UIMenu(title: "a", image: nil, identifier: nil, options: [], children: [])
    #expect(menu.title == "a")
    #expect(menu.subtitle == nil)
    #expect(UIMenu(title: "b", children: []).title == "b")
  }

  @Test func respondersKeepActivities() {
    let view = UIView()
    #expect(view.userActivity == nil)
    view.userActivity = NSUserActivity(activityType: "reading")
    #expect(view.userActivity?.activityType == "reading")
  }

  @Test func largeContentIsThatOfTheControl() {
    let button = UIButton(type: .system)
    button.setTitle("Send", for: .normal)
    #expect(!button.showsLargeContentViewer)
    #expect(button.largeContentTitle == "Send")
    button.largeContentTitle = "Send now"
    button.showsLargeContentViewer = true
    #expect(button.largeContentTitle == "Send now")
    let interaction = UILargeContentViewerInteraction()
    button.addInteraction(interaction)
    #expect(interaction.view === button)
    #expect(button.gestureRecognizers?.count == 1)
    button.removeInteraction(interaction)
    #expect(interaction.view == nil)
    #expect(button.gestureRecognizers?.isEmpty ?? true)
  }

  @Test func rotorsLeadOn() {
    let views = [UIView(), UIView()]
    let rotor = UIAccessibilityCustomRotor(name: "Views") { predicate in
      let index = views.firstIndex { $0 === predicate.currentItem.targetElement }
      let next = (index ?? -1) + (predicate.searchDirection == .next ? 1 : -1)
      guard views.indices.contains(next) else { return nil }
      return UIAccessibilityCustomRotorItemResult(targetElement: views[next], targetRange: nil)
    }
    let first = rotor.search(.next)
    #expect(first?.targetElement === views[0])
    let second = rotor.search(.next, from: first)
    #expect(second?.targetElement === views[1])
    #expect(rotor.search(.next, from: second) == nil)
  }
}

/// A table with three sections and letters.
@MainActor
private final class Letters: NSObject, UITableViewDataSource {
  var titles: [String]? = ["A", "B", "C"]
  var asked: [String] = []
  func numberOfSections(in tableView: UITableView) -> Int { 3 }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 20 }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
  func sectionIndexTitles(for tableView: UITableView) -> [String]? { titles }
  func tableView(
    _ tableView: UITableView,
    sectionForSectionIndexTitle title: String,
    at index: Int
  ) -> Int {
    asked.append(title)
    return title == "C" ? 99 : index
  }
}

@MainActor
@Suite struct SectionIndexTests {
  @Test func aTouchOfALetterScrollsToItsSection() throws {
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 200, height: 400), root)
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 200, height: 400), style: .plain)
    let letters = Letters()
    table.dataSource = letters
    root.view.addSubview(table)
    window.layoutIfNeeded()
    CATransaction.flush()
    let bar = try #require(table.subviews.last)
    #expect(bar.frame == CGRect(x: 180, y: 0, width: 20, height: 400))
    // The letters are 14 points high, in the middle: B from 193 to 207.
    UIApplication.shared.touchBegan(at: CGPoint(x: 190, y: 200), time: 0)
    try window.context?.advance(to: 0.5)
    #expect(letters.asked == ["B"])
    #expect(table.contentOffset.y == table.rect(forSection: 1).minY)
    UIApplication.shared.touchMoved(to: CGPoint(x: 190, y: 210), time: 0.6)
    UIApplication.shared.touchEnded(time: 0.7)
    #expect(letters.asked == ["B", "C"])
    letters.titles = nil
    table.reloadSectionIndexTitles()
    #expect(bar.superview == nil)
  }

  @Test func namesGoIntoSections() {
    struct Person { var name: String }
    let collation = UILocalizedIndexedCollation.current()
    #expect(collation.sectionTitles.count == 27)
    let names = ["ada", "Émile", "zoe", "7up", ""]
    #expect(names.map { collation.section(for: $0) } == [0, 4, 25, 26, 26])
    #expect(collation.section(forSectionIndexTitle: 99) == 26)
    let people = ["b", "A", "10", "9"].map { Person(name: $0) }
    let sorted = collation.sortedArray(from: people, name: \.name)
    #expect(sorted.map(\.name) == ["9", "10", "A", "b"])
  }
}
