// Touches: events through many recognisers, and a table that a finger flicks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import UIKit

enum TouchBench {
  static let all = [
    Bench(name: "touch/down through 1000 recognizers") { _ in
      try nested { app, _ in
        app.touchCancelled()
      } event: { app, _ in
        app.touchBegan(at: CGPoint(x: 200, y: 200))
      }
    },
    Bench(name: "touch/move through 1000 recognizers") { _ in
      try nested { app, _ in
        app.touchCancelled()
        app.touchBegan(at: CGPoint(x: 200, y: 200))
      } event: { app, _ in
        app.touchMoved(to: CGPoint(x: 203, y: 200))
      }
    },
    Bench(name: "touch/up through 1000 recognizers") { _ in
      try nested { app, _ in
        app.touchBegan(at: CGPoint(x: 200, y: 200))
      } event: { app, _ in
        app.touchEnded()
      }
    },
    Bench(name: "touch/flick of 10,000 rows, a frame", preparing: { _ in try flick() }),
  ]

  /// Ten recognisers in each of a hundred views, which lie in each other.
  private static func nested(
    before: @escaping @MainActor (UIApplication, Int) -> Void,
    event: @escaping @MainActor (UIApplication, Int) -> Void
  ) throws -> Bench.Frame {
    try ViewBench.onMain {
      let window = ViewBench.shownWindow()
      window.makeKeyAndVisible()
      var outer: UIView = window
      for _ in 0..<100 {
        let view = UIView(frame: outer.bounds)
        for index in 0..<10 {
          view.addGestureRecognizer(recognizer(index))
        }
        outer.addSubview(view)
        outer = view
      }
      window.layoutIfNeeded()
      let app = UIApplication.shared
      return Bench.Frame(
        prepare: { frame in ViewBench.onMain { before(app, frame) } },
        run: { frame in
          ViewBench.onMain { withExtendedLifetime(window) { event(app, frame) } }
        }
      )
    }
  }

  @MainActor
  private static func recognizer(_ index: Int) -> UIGestureRecognizer {
    switch index % 4 {
    case 0: UITapGestureRecognizer()
    case 1: UIPanGestureRecognizer()
    case 2: UILongPressGestureRecognizer()
    default: UISwipeGestureRecognizer()
    }
  }

  /// A frame of a table that a finger drags on: the touch, the layout and the commit.
  private static func flick() throws -> Bench.Frame {
    try ViewBench.onMain {
      let (window, source) = (ViewBench.shownWindow(), ViewBench.Rows())
      window.makeKeyAndVisible()
      let table = UITableView(frame: window.bounds, style: .plain)
      table.register(ViewBench.RowCell.self, forCellReuseIdentifier: "row")
      table.dataSource = source
      table.rowHeight = 44
      window.addSubview(table)
      table.layoutIfNeeded()
      CATransaction.flush()
      let app = UIApplication.shared
      app.touchBegan(at: CGPoint(x: 200, y: 200))
      app.touchMoved(to: CGPoint(x: 200, y: 180))
      return Bench.Frame(
        note: { ViewBench.onMain { "\(Int(table.contentOffset.y)) points" } },
        run: { frame in
          ViewBench.onMain {
            withExtendedLifetime((source, window)) {
              app.touchMoved(to: CGPoint(x: 200, y: 160 - 30 * Double(frame + 1)))
              table.layoutIfNeeded()
              CATransaction.flush()
            }
          }
        }
      )
    }
  }
}
