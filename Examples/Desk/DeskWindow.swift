// The desk in a window of the desktop: windows that the pointer moves, minimises and closes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The desk's part of a window: what the pointer does there.
final class DeskWindow {
  private let desk: Desk
  /// Nil where the desk shows in a window of the render server.
  private let window: CAContext.Window?
  /// The window that the pointer holds, with where it holds it.
  private var held: (layer: CALayer, offset: CGPoint)?

  /// The height of the bar at which a window is held, and where its buttons end.
  private static let barHeight = 25.0
  private static let closeEnd = 22.0
  private static let minimiseEnd = 40.0

  /// The desk in a window that this program opens.
  static func opened(_ desk: Desk) throws -> DeskWindow {
    let window = try desk.context.showInWindow(title: "Desk")
    let shown = DeskWindow(desk, window)
    window.onEvent = { [weak shown] in shown?.hear($0) }
    window.onClose = { _ in
      desk.end()
      exit(0)
    }
    return shown
  }

  /// The desk in the window in which the render server shows it, if it has windows.
  static func served(_ desk: Desk) -> DeskWindow {
    let shown = DeskWindow(desk, nil)
    desk.context.onEvent = { [weak shown] in shown?.hear($0) }
    return shown
  }

  private init(_ desk: Desk, _ window: CAContext.Window?) {
    (self.desk, self.window) = (desk, window)
  }

  private func hear(_ event: CAContext.Window.Event) {
    switch event.kind {
    case .buttonDown(1, _, let point): press(at: point)
    case .pointerMoved(let point): drag(to: point)
    case .buttonUp(1, _): held = nil
    default: break
    }
  }

  private func press(at point: CGPoint) {
    let apps = desk.apps
    if let index = apps.firstIndex(where: {
      $0.icon.contains(desk.root.convert(point, to: $0.icon))
    }) {
      return apps[index].isMinimised ? desk.restore(index) : raise(index)
    }
    // The frontmost window under the pointer.
    let windows = desk.root.sublayers ?? []
    let layer = windows.last { layer in
      layer.opacity > 0 && apps.contains { $0.window === layer }
        && layer.contains(desk.root.convert(point, to: layer))
    }
    guard let layer, let index = apps.firstIndex(where: { $0.window === layer }) else { return }
    let place = desk.root.convert(point, to: layer)
    if place.y > Self.barHeight {
      raise(index)
    } else if place.x < Self.closeEnd {
      close(index)
    } else if place.x < Self.minimiseEnd {
      desk.minimise(index)
    } else {
      raise(index)
      let (x, y) = (layer.position.x - point.x, layer.position.y - point.y)
      held = (layer, CGPoint(x: x, y: y))
    }
  }

  private func drag(to point: CGPoint) {
    guard let held else { return }
    edit {
      held.layer.position = CGPoint(x: point.x + held.offset.x, y: point.y + held.offset.y)
    }
  }

  private func raise(_ index: Int) {
    edit { desk.root.addSublayer(desk.apps[index].window) }
  }

  /// Ends a program; its trees go from the window and the dock by themselves.
  private func close(_ index: Int) {
    // It may have been started with other signals blocked.
    kill(desk.apps[index].process.processIdentifier, SIGKILL)
    edit { desk.apps[index].window.opacity = 0 }
  }
}
