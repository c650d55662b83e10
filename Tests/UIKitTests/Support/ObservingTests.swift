// Key-value observing of views.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@MainActor @Suite("Key-value observing of views") struct ViewObservingTests {
  @Test func scrollViewsTellOfOffsetsAndSizes() {
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    var offsets: [CGFloat] = []
    var heights: [CGFloat] = []
    let first = view.observe(\.contentOffset, options: [.new]) { _, change in
      offsets.append(change.newValue?.y ?? -1)
    }
    let second = view.observe(\.contentSize, options: .new) { _, change in
      heights.append(change.newValue?.height ?? -1)
    }
    view.contentSize = CGSize(width: 100, height: 500)
    view.contentOffset.y = 30
    view.setContentOffset(CGPoint(x: 0, y: 60), animated: false)
    #expect(offsets == [30, 60] && heights == [500])
    withExtendedLifetime((first, second)) {}
  }

  @Test func aTableTellsOfItsSize() {
    final class Rows: NSObject, UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath)
        -> UITableViewCell
      { UITableViewCell() }
    }
    let rows = Rows()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    table.rowHeight = 20
    var height: CGFloat = 0
    let observation = table.observe(\.contentSize) { table, _ in height = table.contentSize.height }
    table.dataSource = rows
    table.reloadData()
    table.layoutIfNeeded()
    #expect(height == 60)
    withExtendedLifetime(observation) {}
  }

  @Test func viewsAndControlsTell() {
    let control = UIControl(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var calls: [String] = []
    let all = [
      control.observe(\.frame) { _, _ in calls.append("frame") },
      control.observe(\.alpha) { _, _ in calls.append("alpha") },
      control.observe(\.isHighlighted) { _, _ in calls.append("highlighted") },
      control.observe(\.isSelected) { _, _ in calls.append("selected") },
    ]
    control.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    control.alpha = 0.5
    control.isHighlighted = true
    control.isSelected = true
    #expect(calls == ["frame", "alpha", "highlighted", "selected"])
    withExtendedLifetime(all) {}
  }

  /// Notes the names and new values that it is told.
  private final class Watcher: UIViewController {
    var told: [String] = []

    override func observeValue(
      forKeyPath keyPath: String?,
      of object: Any?,
      change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      switch change?[.newKey] {
      case let size as CGSize: told.append("\(keyPath ?? "") \(size.width) x \(size.height)")
      case let point as CGPoint: told.append("\(keyPath ?? "") \(point.x), \(point.y)")
      case let number as NSNumber: told.append("\(keyPath ?? "") \(number)")
      default: told.append("\(keyPath ?? "") \(object is UIControl)")
      }
    }
  }

  @Test func respondersObserveByName() {
    let (scroll, control, watcher) = (UIScrollView(), UIControl(), Watcher())
    for name in ["contentSize", "contentOffset", "layer.cornerRadius", "hidden"] {
      scroll.addObserver(watcher, forKeyPath: name, options: [.new], context: nil)
    }
    control.addObserver(watcher, forKeyPath: "selected", context: nil)
    scroll.contentSize = CGSize(width: 10, height: 200)
    scroll.contentOffset.y = 5
    scroll.layer.cornerRadius = 3
    scroll.isHidden = true
    control.isSelected = true
    #expect(
      watcher.told == [
        "contentSize 10.0 x 200.0", "contentOffset 0.0, 5.0", "layer.cornerRadius 3.0", "hidden 1",
        "selected true",
      ]
    )
    scroll.removeObserver(watcher, forKeyPath: "contentOffset")
    scroll.contentOffset.y = 6
    #expect(watcher.told.count == 5)
    let lines = Diagnostics.lines {
      scroll.addObserver(watcher, forKeyPath: "tracking", context: nil)
    }
    #expect(lines.count == 1)
  }
}
