// The desk: windows with shadows, a dock of live pictures, a window that falls into it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import ExampleSupport
import Foundation
import QuartzCore

/// The host.
final class Desk {
  /// A program, its window, and its picture in the dock.
  struct Shown {
    let process: Process
    let window: CALayer
    let icon: CALayer
    var isMinimised = false
  }

  let context: CAContext
  var apps: [Shown] = []
  let root = CALayer()
  private let dock = CALayer()

  init(_ server: ServerProcess) throws {
    context = try CAContext(server: server.path, size: CGSize(width: 740, height: 486))
    root.frame = CGRect(x: 0, y: 0, width: 740, height: 486)
    root.backgroundColor = color(0.28, 0.42, 0.6)
    dock.frame = CGRect(x: 220, y: 396, width: 300, height: 78)
    dock.cornerRadius = 14
    dock.backgroundColor = color(1, 1, 1, 0.25)
    edit {
      root.addSublayer(dock)
      context.layer = root
    }
    for (index, name) in App.names.enumerated() {
      let (process, id) = try start(name)
      edit {
        let window = makeWindow(id, at: CGPoint(x: 140 + 230 * index, y: 130 + 70 * (index % 2)))
        let icon = makeIcon(id, index)
        root.addSublayer(window)
        dock.addSublayer(icon)
        apps.append(Shown(process: process, window: window, icon: icon))
      }
    }
  }

  deinit { end() }

  /// Ends the programs.
  func end() {
    for app in apps { kill(app.process.processIdentifier, SIGKILL) }
  }

  /// Starts this program again as an app, with the port as its standard input.
  private func start(_ name: String) throws -> (Process, UInt32) {
    let process = Process()
    process.executableURL = URL(
      fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    )
    process.arguments = ["--app", name]
    process.standardInput = FileHandle(
      fileDescriptor: Int32(CARemoteLayerServer.shared().serverPort),
      closeOnDealloc: false
    )
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let id = UInt32(line.trimmingCharacters(in: .whitespacesAndNewlines)), id != 0 else {
      throw ExampleFailure("the app \(name) has no id: \(line)")
    }
    return (process, id)
  }

  /// A window with a shadow, whose contents are clipped to its corners.
  private func makeWindow(_ id: UInt32, at position: CGPoint) -> CALayer {
    let window = CALayer()
    window.bounds = CGRect(x: 0, y: 0, width: 210, height: 170)
    window.position = position
    window.shadowOpacity = 0.5
    window.shadowRadius = 10
    window.shadowOffset = CGSize(width: 0, height: 8)
    let body = CALayer()
    body.frame = window.bounds
    body.cornerRadius = 12
    body.masksToBounds = true
    body.backgroundColor = color(0.93, 0.93, 0.93)
    for (index, fill) in [color(0.9, 0.35, 0.3), color(0.95, 0.75, 0.25)].enumerated() {
      let button = CALayer()
      button.frame = CGRect(x: 8 + 16 * index, y: 7, width: 11, height: 11)
      button.cornerRadius = 5.5
      button.backgroundColor = fill
      body.addSublayer(button)
    }
    let content = CALayer(remoteClientId: id)
    content.frame = CGRect(origin: CGPoint(x: 5, y: 25), size: App.size)
    body.addSublayer(content)
    window.addSublayer(body)
    return window
  }

  /// A live picture of the same tree in the dock, upright and mirrored below.
  private func makeIcon(_ id: UInt32, _ index: Int) -> CALayer {
    let icon = CALayer(remoteClientId: id)
    icon.bounds = CGRect(origin: .zero, size: App.size)
    icon.position = CGPoint(x: 55 + 95 * index, y: 39)
    icon.transform = CATransform3DMakeScale(0.4, 0.4, 1)
    icon.cornerRadius = 20
    icon.masksToBounds = true
    return icon
  }

  /// Four moments: all run, one is on its way into the dock, one is stopped, one is killed.
  func play() throws -> [CGImage] {
    var pictures = [try picture(after: 0.4)]
    minimise(0)
    pictures.append(try picture(after: 0.35))
    kill(apps[1].process.processIdentifier, SIGSTOP)
    pictures.append(try picture(after: 0.6))
    kill(apps[2].process.processIdentifier, SIGKILL)
    apps[2].process.waitUntilExit()
    pictures.append(try picture(after: 0.4))
    return pictures
  }

  private func picture(after seconds: Double) throws -> CGImage {
    Thread.sleep(forTimeInterval: seconds)
    return try context.image()
  }

  /// Sends a window into the dock: it narrows, leans back and falls.
  func minimise(_ index: Int) {
    let window = apps[index].window
    apps[index].isMinimised = true
    edit {
      let goal = dock.convert(apps[index].icon.position, to: root)
      let path = CGMutablePath()
      path.move(to: window.position)
      path.addQuadCurve(to: goal, control: CGPoint(x: goal.x - 15, y: 160))
      let fall = CAKeyframeAnimation(keyPath: "position")
      fall.path = path
      var lean = CATransform3DIdentity
      lean.m34 = -1 / 300
      lean = CATransform3DRotate(lean, 1, 1, 0, 0)
      let shapes = CAKeyframeAnimation(keyPath: "transform")
      shapes.values = [
        CATransform3DIdentity, CATransform3DScale(lean, 0.7, 0.9, 1),
        CATransform3DMakeScale(0.3, 0.3, 1),
      ]
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.fillMode = .backwards
      fade.beginTime = 0.6
      fade.duration = 0.2
      let all = CAAnimationGroup()
      all.animations = [fall, shapes, fade]
      all.duration = 0.8
      for animation in [fall, shapes] { animation.duration = 0.8 }
      window.add(all, forKey: "minimise")
      window.opacity = 0
      // In front of the planes that it leans through.
      window.zPosition = 200
    }
  }

  /// Brings a window back to where it was, in front of the others.
  func restore(_ index: Int) {
    let window = apps[index].window
    apps[index].isMinimised = false
    edit {
      let rise = CABasicAnimation(keyPath: "position")
      rise.fromValue = dock.convert(apps[index].icon.position, to: root)
      let grow = CABasicAnimation(keyPath: "transform.scale")
      grow.fromValue = 0.3
      let appear = CABasicAnimation(keyPath: "opacity")
      appear.fromValue = 0
      for animation in [rise, grow, appear] { animation.duration = 0.3 }
      let all = CAAnimationGroup()
      all.animations = [rise, grow, appear]
      all.duration = 0.3
      all.timingFunction = CAMediaTimingFunction(name: .easeOut)
      window.removeAnimation(forKey: "minimise")
      window.add(all, forKey: "restore")
      window.opacity = 1
      window.zPosition = 0
      root.addSublayer(window)
    }
  }
}
