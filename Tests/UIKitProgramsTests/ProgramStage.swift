// A screen for one program, with fingers and a time that stands still until a test moves it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing
import UIKitTesting

@testable import UIKitPrograms

@MainActor
final class ProgramStage {
  let window: UIWindow
  private(set) var time: TimeInterval
  private let app = UIApplication.shared
  private let start: TimeInterval

  /// Shows a program's controller; its time begins at 0.
  init(_ controller: UIViewController, size: CGSize = CGSize(width: 240, height: 260)) throws {
    app.resetInput()
    UIScreen.setMain(UIScreen(size: size, scale: 1))
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.rootViewController = controller
    window.makeKeyAndVisible()
    time = CACurrentMediaTime()
    start = time
    try wait(0.02)
  }

  /// Takes the program off the screen.
  func end() {
    window.isHidden = true
    window.rootViewController = nil
  }

  /// Moves the time on.
  @discardableResult
  func wait(_ seconds: TimeInterval) throws -> UIImage {
    time += seconds
    return UIImage(cgImage: try window.image(at: time))
  }

  /// The middle of a view in the window.
  private func middle(_ view: UIView) -> CGPoint {
    view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: window)
  }

  /// Taps in the middle of a view, for a tenth of a second.
  func tap(_ view: UIView) throws { try tap(middle(view)) }

  func tap(_ point: CGPoint) throws {
    app.touchBegan(at: point, time: time, in: window)
    app.touchEnded(time: time + 0.05)
    time += 0.05
    try wait(0.01)
  }

  func drag(
    _ points: CGPoint...,
    duration: TimeInterval = 0.3,
    lifts: Bool = true
  ) throws {
    app.touchBegan(at: points[0], time: time, in: window)
    let step = duration / Double((points.count - 1) * 10)
    for (start, end) in zip(points, points.dropFirst()) {
      for index in 1...10 {
        let part = CGFloat(index) / 10
        time += step
        app.touchMoved(
          to: CGPoint(
            x: start.x + (end.x - start.x) * part,
            y: start.y + (end.y - start.y) * part
          ),
          time: time
        )
      }
    }
    if lifts { app.touchEnded(time: time) }
    try wait(0.01)
  }

  func lift() throws {
    app.touchEnded(time: time)
    try wait(0.01)
  }

  /// Returns the difference to the reference of a program's own test; nil if there is none.
  func difference(to name: String, file: StaticString) throws -> String? {
    let test = URL(fileURLWithPath: "\(file)")
    let reference = test.deletingLastPathComponent().appendingPathComponent(
      "__Snapshots__/\(test.deletingPathExtension().lastPathComponent)/program.\(name).png"
    )
    let diffing = Diffing<UIImage>.image()
    return try diffing.diff(diffing.fromData(Data(contentsOf: reference)), wait(0))?.0
  }

  /// Makes touches that were recorded again, from the time at which the program was shown.
  func replay(_ session: UITouchSession) throws {
    session.replay(in: window, from: start)
    time = start + session.duration
    try wait(0)
  }

  /// Writes the touches up to now down, for `SessionProgramTests`, if the environment says so.
  private func record(_ name: String) throws {
    guard ProcessInfo.processInfo.environment["QUARTZ_RECORD_SESSIONS"] == "1" else { return }
    let end = String(format: "%.4f", time - start)
    let text = "# \(name)\n\(window.touchSession)\nwait t=\(end)\n"
    try FileManager.default.createDirectory(
      at: ProgramSession.folder,
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: ProgramSession.url(name))
  }

  /// Compares what shows with the picture of a test.
  ///
  /// - Parameters:
  ///   - name: The picture's name.
  ///   - isSession: Whether touches alone lead to it; these can be recorded.
  ///   - fileID: Where the test stands.
  ///   - file: Its path.
  ///   - line: Its line.
  func check(
    _ name: String,
    isSession: Bool = true,
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    if isSession { try record(name) }
    assertSnapshot(
      of: try wait(0),
      as: .image,
      named: name,
      fileID: fileID,
      file: file,
      testName: "program",
      line: line
    )
  }
}
