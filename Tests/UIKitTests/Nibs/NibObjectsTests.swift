// Nibs and storyboards as the code that quartz port writes: making, connecting, segues.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Nibs and storyboards", .serialized)
@MainActor
struct NibObjectsTests {
  private class Card: UIView {
    var label: UILabel?
    var words: [String] = []
    var taps = 0
    required init?(coder: NSCoder) {
      super.init(coder: coder)
      words.append("init \(Int(frame.width)) \(subviews.count)")
    }
    override func awakeFromNib() { words.append("awake \(label == nil ? "-" : "label")") }
    func tap(_ sender: UIButton) { taps += 1 }
  }

  private class Red: UILabel {
    required init?(coder: NSCoder) {
      super.init(coder: coder)
      // As on iOS, the nib's colour is there, and this one stays.
      textColor = textColor == .green ? .red : .black
    }
  }

  private class First: UIViewController {
    var words: [String] = []
    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
      words.append("prepare \(segue.identifier ?? "-") \(segue.destination.title ?? "-")")
    }
    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
      identifier != "refused"
    }
    func back(_ segue: UIStoryboardSegue) { words.append("back") }
  }

  private class Second: UIViewController {}

  private func card(_ nib: NibObjects) -> Card {
    let label = nib.view(Red.self, as: UILabel.self) { $0.textColor = .green }
    let button = nib.view(UIButton.self, as: UIButton.self, ["UIButtonType": 1])
    let card = nib.view(Card.self, as: UIView.self) {
      $0.frame = CGRect(x: 0, y: 0, width: 120, height: 80)
      $0.addSubview(label)
      $0.addSubview(button)
    }
    card.label = nib.cast(label)
    button.addTarget(card, action: Selector("tap:", Card.tap(_:)), for: .touchUpInside)
    return card
  }

  @Test(
    "A nib makes views by init(coder:), with its values, then wakes them",
    .shows(
      "UINib",
      "UINib.init(nibName:bundle:)",
      "UINib.instantiate(withOwner:options:)",
      "Bundle.loadNibNamed(_:owner:options:)",
      "UIView.awakeFromNib()"
    )
  )
  func views() throws {
    UINib.enter("NibObjectsCard", module: "UIKitTests") { [self.card($0)] }
    let made = UINib(nibName: "NibObjectsCard", bundle: nil).instantiate(withOwner: nil)
    let card = try #require(made.first as? Card)
    #expect(card.words == ["init 120 2", "awake label"])
    #expect(card.label?.textColor == .red)
    let button = try #require(card.subviews.last as? UIButton)
    #expect(button.buttonType == .system)
    button.sendActions(for: .touchUpInside)
    #expect(card.taps == 1)
    let other = Bundle.main.loadNibNamed("NibObjectsCard", owner: nil)?.first as? Card
    #expect(other != nil && other !== card)
  }

  @Test("A name that no nib has gives a diagnostic, and nothing")
  func unknown() {
    let lines = Diagnostics.lines {
      #expect(UINib(nibName: "NoNib", bundle: nil).instantiate(withOwner: nil).isEmpty)
      #expect(Bundle.main.loadNibNamed("NoNib", owner: nil) == nil)
      let board = UIStoryboard(name: "NoBoard", bundle: nil)
      #expect(board.instantiateInitialViewController() == nil)
      First().performSegue(withIdentifier: "nowhere", sender: nil)
      UIViewController(nibName: "NoNib", bundle: nil).loadViewIfNeeded()
    }
    #expect(lines.count == 5, "\(lines)")
    #expect(lines.allSatisfy { $0.contains("No") || $0.contains("nowhere") })
  }

  @Test(
    "Lists make their cells and headers by nibs",
    .shows("UITableView.register(_:forCellReuseIdentifier:)")
  )
  func cells() throws {
    final class Source: NSObject, UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath)
        -> UITableViewCell
      { tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath) }
    }
    UINib.enter("NibObjectsCell", module: "UIKitTests") { nib in
      [
        nib.view(
          UITableViewCell.self,
          as: UITableViewCell.self,
          ["UITableViewCellStyle": 3]
        ) { $0.textLabel?.text = "nib" }
      ]
    }
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 200, height: 200), style: .plain)
    table.register(
      UINib(nibName: "NibObjectsCell", bundle: nil),
      forCellReuseIdentifier: "cell"
    )
    let source = Source()
    table.dataSource = source
    table.layoutIfNeeded()
    let cell = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
    #expect(cell.reuseIdentifier == "cell" && cell.textLabel?.text == "nib")
    #expect(cell.detailTextLabel != nil)

    let collection = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 200, height: 200),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    UINib.enter("NibObjectsItem", module: "UIKitTests") { nib in
      [nib.view(UICollectionViewCell.self, as: UICollectionViewCell.self) { $0.tag = 7 }]
    }
    collection.register(
      UINib(nibName: "NibObjectsItem", bundle: nil),
      forCellWithReuseIdentifier: "item"
    )
    let items = OneItem()
    collection.dataSource = items
    collection.layoutIfNeeded()
    let item = try #require(collection.cellForItem(at: IndexPath(item: 0, section: 0)))
    #expect(item.tag == 7 && item.reuseIdentifier == "item")
  }

  private final class OneItem: NSObject, UICollectionViewDataSource {
    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
    func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    { view.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath) }
  }

  private func enterBoard() {
    UIStoryboard.enter(
      "NibObjectsBoard",
      module: "UIKitTests",
      initial: "n",
      [
        UIStoryboard.Scene("n", identifier: nil) { nib in
          let owner = nib.controller(
            UINavigationController.self,
            as: UINavigationController.self
          )
          owner.setViewControllers([nib.scene("a")], animated: false)
          return owner
        },
        UIStoryboard.Scene("a", identifier: "first") { nib in
          let owner = nib.controller(First.self, as: UIViewController.self) { $0.title = "first" }
          nib.loads(owner) { owner, nib in
            let view = nib.view(UIView.self, as: UIView.self) { $0.tag = 3 }
            owner.view = view
            nib.take(NibSegue("inner", .embed(view), to: "b"), from: owner)
          }
          nib.add(NibSegue("go", .show, to: "b"), to: owner)
          nib.add(NibSegue("sheet", .present(.fullScreen, nil), to: "b").still, to: owner)
          return owner
        },
        UIStoryboard.Scene("b", identifier: "second") { nib in
          let owner = nib.controller(Second.self, as: UIViewController.self) {
            $0.title = "second"
          }
          let action = nib.unwind("back:", Selector("back:", First.back(_:)))
          nib.add(NibSegue("out", .unwind(action), to: nil).still, to: owner)
          return owner
        },
      ]
    )
  }

  @Test(
    "A storyboard makes controllers, their views, and the ways between them",
    .shows(
      "UIStoryboard",
      "UIStoryboard.init(name:bundle:)",
      "UIStoryboard.instantiateInitialViewController(creator:)",
      "UIStoryboard.instantiateViewController(withIdentifier:)",
      "UIStoryboard.instantiateViewController(identifier:creator:)",
      "UIStoryboardSegue",
      "UIStoryboardSegue.identifier",
      "UIStoryboardSegue.destination",
      "UIViewController.prepare(for:sender:)",
      "UIViewController.performSegue(withIdentifier:sender:)",
      "UIViewController.storyboard"
    )
  )
  func storyboard() throws {
    enterBoard()
    let board = UIStoryboard(name: "NibObjectsBoard", bundle: nil)
    let stack = try #require(
      board.instantiateInitialViewController() as? UINavigationController
    )
    let first = try #require(stack.topViewController as? First)
    #expect(first.storyboard === board)
    #expect(!first.isViewLoaded)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
    window.rootViewController = stack
    window.makeKeyAndVisible()
    #expect(first.view.tag == 3)
    #expect(first.children.first is Second)
    UIView.performWithoutAnimation { first.performSegue(withIdentifier: "go", sender: nil) }
    #expect(stack.topViewController is Second)
    #expect(first.words == ["prepare inner second", "prepare go second"])
    stack.topViewController?.performSegue(withIdentifier: "out", sender: nil)
    #expect(stack.topViewController === first)
    #expect(first.words.last == "back")
    first.performSegue(withIdentifier: "sheet", sender: nil)
    let shown = try #require(first.presentedViewController as? Second)
    shown.performSegue(withIdentifier: "out", sender: nil)
    #expect(first.presentedViewController == nil)

    var coder: NSCoder?
    let made: Second = board.instantiateViewController(identifier: "second") {
      coder = $0
      return Second(coder: $0)
    }
    #expect(coder is NibCoder && made.title == "second")
    let other = board.instantiateViewController(withIdentifier: "second")
    #expect(other is Second && other !== made)
  }

  @Test("A touch takes a segue only where the source allows it")
  func allowed() {
    enterBoard()
    let board = UIStoryboard(name: "NibObjectsBoard", bundle: nil)
    guard let first = board.instantiateViewController(withIdentifier: "first") as? First else {
      Issue.record("no controller")
      return
    }
    first.loadViewIfNeeded()
    first.words = []
    NibSegue("refused", .show, to: "b").trigger(first, sender: nil)
    #expect(first.words.isEmpty)
  }

  @Test("What size classes change is set by the traits of the view")
  func sizeClasses() {
    final class Wide: UIView {
      override var traitCollection: UITraitCollection {
        UITraitCollection(horizontalSizeClass: .regular)
      }
    }
    UINib.enter("NibObjectsVary", module: "UIKitTests") { nib in
      let views = [nib.view(UIView.self, as: UIView.self), nib.view(Wide.self, as: UIView.self)]
      for view in views {
        nib.vary(view) { [unowned view] traits in
          view.tag = traits.horizontalSizeClass == .regular ? 2 : 1
        }
      }
      return views
    }
    let made = UINib(nibName: "NibObjectsVary", bundle: nil).instantiate(withOwner: nil)
    #expect(made.compactMap { ($0 as? UIView)?.tag } == [1, 2])
  }
}
