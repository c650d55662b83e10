// One screen of a device, and its two buffers.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM
import QuartzPlan

/// A connected screen in its mode; belongs to one thread.
final class ScreenHead {
  /// Connector and mode.
  let name: String
  let path: ScreenPath
  /// Whether a flip is pending; nothing may be drawn then.
  private(set) var isFlipping = false

  private let device: any ScreenDevice
  private let width: Int
  private let height: Int
  /// The former state of the screen; nil is off.
  private let former: ScanOut?
  private let buffers: [any ScanBuffer]
  /// The buffer that the screen reads, or reads after the pending flip; nil before the mode is set.
  private var front: Int?

  init(_ path: ScreenPath, _ device: any ScreenDevice) throws(DisplayRefusal) {
    (self.path, self.device) = (path, device)
    (width, height) = (Int(path.mode.hdisplay), Int(path.mode.vdisplay))
    let hertz = (path.refreshRate * 100).rounded() / 100
    name = "\(path.name) \(width) x \(height), \(hertz) Hz"
    former = device.scanOut(of: path.crtc, to: path.connector)
    let first = try device.makeBuffer(width: width, height: height)
    buffers = [first, try device.makeBuffer(width: width, height: height)]
  }

  /// Whether it shows a picture, or will after the pending flip.
  var isShowing: Bool { front != nil }

  private var next: Int { front == 0 ? 1 : 0 }

  /// Draws the next picture on black; nil is only black.
  func draw(
    _ picture: ScreenPicture?,
    by backend: any RenderBackend,
    _ copy: PictureCopy
  ) throws(RenderError) {
    let buffer = buffers[next]
    if let gles = backend as? GLESBackend, try gles.show(picture?.context, in: buffer.shared) {
      return
    }
    if let picture { try copy.read(picture, from: backend) }
    let (columns, rows) = (picture?.width ?? 0, picture?.height ?? 0)
    let placement = ScreenPlacement(columns, rows, on: width, height)
    let isMapped = buffer.withPixels { memory in
      let rowBytes = buffer.shared.rowBytes
      PictureCopy.write(copy.pixels, columns: columns, placement, to: memory, rowBytes: rowBytes)
    }
    guard isMapped else { throw .outOfMemory(bytes: width * height * 4) }
  }

  /// Shows the drawn picture: at once the first time, and from the next refresh on later.
  func flip() throws(ScreenError) {
    let buffer = buffers[next]
    if front == nil {
      let scanOut = ScanOut(frame: buffer.frame, connector: path.connector, mode: path.mode)
      try device.set(path.crtc, to: scanOut)
    } else {
      try device.flip(path.crtc, to: buffer)
      isFlipping = true
    }
    front = next
  }

  /// Notes that the pending flip has happened.
  func didFlip() { isFlipping = false }

  /// Shows again what was there before.
  func restore() {
    guard front != nil else { return }
    front = nil
    // Another program may have the screen now.
    try? device.set(path.crtc, to: former)
  }

  /// Frees the CRTC of a screen that is gone.
  func turnOff() {
    guard front != nil else { return }
    front = nil
    try? device.set(path.crtc, to: nil)
  }
}
