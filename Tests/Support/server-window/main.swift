// A program whose context a render server draws, for tests of windows: in a window of its own, or
// wherever the server shows it.
// Licensed under the MIT license; see LICENSE.
//
//     server-window SOCKET [--window | --served]
//
// Red on the left and blue on the right, in 200 x 100 points. It obeys the lines of its standard
// input, and writes a line for each event of its window, or with --served of the server's.

import CoreGraphics
import Foundation
import QuartzCore

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func fail(_ error: any Error) -> Never {
  say("\(error)")
  exit(2)
}

/// The layers, and what is done with them.
final class WindowScene {
  let context: CAContext
  private let root = CALayer()
  private let left = CALayer()
  private let right = CALayer()

  init(_ server: String) throws {
    context = try CAContext(server: server, size: CGSize(width: 200, height: 100))
    left.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    right.frame = CGRect(x: 100, y: 0, width: 400, height: 100)
    left.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    right.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    root.addSublayer(left)
    root.addSublayer(right)
    edit { context.layer = root }
  }

  private func edit(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
    CATransaction.flush()
  }

  func perform(_ command: String) throws {
    switch command {
    case "green":
      edit { left.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1) }
    case "half": edit { left.frame = CGRect(x: 0, y: 0, width: 100, height: 50) }
    case "wide": try context.setSize(CGSize(width: 300, height: 100))
    case "turn":
      // Green gets there by itself; the program does nothing meanwhile.
      let turn = CABasicAnimation(keyPath: "position.x")
      turn.toValue = 150
      turn.duration = 0.5
      turn.fillMode = .forwards
      turn.isRemovedOnCompletion = false
      edit {
        left.zPosition = 1
        left.add(turn, forKey: "turn")
      }
      Thread.sleep(forTimeInterval: 1)
    case "frame": _ = try context.image()
    case "title": context.window?.title = "another title"
    case "close": context.window?.close()
    default: exit(0)
    }
    say("done \(command)")
  }

  func hear(_ event: CAContext.Window.Event) {
    switch event.kind {
    case .pointerMoved(let place): say("pointer \(place.x) \(place.y)")
    case .buttonDown(let button, _, let place): say("down \(button) \(place.x) \(place.y)")
    case .buttonUp(let button, let place): say("up \(button) \(place.x) \(place.y)")
    case .wheel(let right, let up, _): say("wheel \(right) \(up)")
    case .focus(let hasFocus): say("focus \(hasFocus)")
    case .keyDown(let key): say("key \(key.characters)")
    case .resized(let size, _): say("resized \(size.width) \(size.height)")
    default: break
    }
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let server = arguments.first else { exit(64) }
let scene: WindowScene
do {
  scene = try WindowScene(server)
  if arguments.contains("--window") {
    let window = try scene.context.showInWindow(title: "a server's context")
    window.onEvent = { scene.hear($0) }
    window.onClose = { ending in
      say("closed \(ending)")
      if ending != .program { exit(ending == .user ? 0 : 3) }
    }
  }
  if arguments.contains("--served") { scene.context.onEvent = { scene.hear($0) } }
} catch {
  fail(error)
}
// Lines are read on another thread, and done on this one.
Thread.detachNewThread {
  while let line = readLine() {
    // Unlike a block of the run loop's, this wakes it.
    DispatchQueue.main.async {
      do { try scene.perform(line) } catch { fail(error) }
    }
  }
  exit(0)
}
say("shown")
RunLoop.main.run()
