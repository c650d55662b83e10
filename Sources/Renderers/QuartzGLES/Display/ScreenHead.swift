// One screen of a device, and its two buffers.
// Licensed under the MIT license; see LICENSE.
//
// A picture of extended range is shown in PQ where the screen can (`BrightPath`), from the first
// one on and until one of standard range comes: the mode is set anew both times, with buffers of
// another format. Otherwise it is clipped at SDR white, and the log says the reason once.

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
  private var buffers: [any ScanBuffer]
  /// The buffers of the former mode, which the screen reads until the next one is set.
  private var retired: [any ScanBuffer] = []
  /// The buffer that the screen reads, or reads after the pending flip; nil before the mode is set.
  private var front: Int?
  /// The signal of the buffers; nil for standard range.
  private var signal: ScreenSignal?
  /// Whether the screen shows a picture, and whether in PQ.
  private var state = State.off
  private var brightness = Brightness.unknown
  // Lines for the log.
  private var news: [String] = []

  private enum State { case off, standard, bright }

  /// Whether the screen can be brighter than SDR white; nobody asks it before a picture is.
  private enum Brightness {
    case unknown
    case standard
    case bright(BrightPath)
  }

  init(_ path: ScreenPath, _ device: any ScreenDevice) throws(DisplayRefusal) {
    (self.path, self.device) = (path, device)
    (width, height) = (Int(path.mode.hdisplay), Int(path.mode.vdisplay))
    let hertz = (path.refreshRate * 100).rounded() / 100
    name = "\(path.name) \(width) x \(height), \(hertz) Hz"
    former = device.scanOut(of: path.crtc, to: path.connector)
    buffers = try ScreenHead.buffers(path, DRMFormat.bgrx, device)
  }

  private static func buffers(
    _ path: ScreenPath,
    _ format: UInt32,
    _ device: any ScreenDevice
  ) throws(DisplayRefusal) -> [any ScanBuffer] {
    let (width, height) = (Int(path.mode.hdisplay), Int(path.mode.vdisplay))
    let first = try device.makeBuffer(width: width, height: height, format: format)
    return [first, try device.makeBuffer(width: width, height: height, format: format)]
  }

  /// Whether it shows a picture, or will after the pending flip.
  var isShowing: Bool { state != .off }

  private var next: Int { front == 0 ? 1 : 0 }

  /// The lines for the log since the last call.
  func takeNews() -> [String] {
    defer { news.removeAll() }
    return news
  }

  // MARK: Drawing

  /// Draws the next picture on black; nil is only black.
  func draw(
    _ picture: ScreenPicture?,
    by backend: any RenderBackend,
    _ copy: PictureCopy
  ) throws(RenderError) {
    try prepare(isBright: picture?.range.isExtended == true)
    let buffer = buffers[next]
    if signal == nil, let gles = backend as? GLESBackend,
      try gles.show(picture?.context, in: buffer.shared)
    {
      return
    }
    let (columns, rows) = (picture?.width ?? 0, picture?.height ?? 0)
    let placement = ScreenPlacement(columns, rows, on: width, height)
    func write<Pixel>(_ pixels: [Pixel], _ form: (Pixel) -> UInt32) throws(RenderError) {
      let isMapped = buffer.withPixels { memory in
        PictureCopy.write(
          pixels,
          columns: columns,
          placement,
          to: memory,
          rowBytes: buffer.shared.rowBytes,
          form: form
        )
      }
      guard isMapped else { throw .outOfMemory(bytes: width * height * 4) }
    }
    if let signal, let picture {
      try write(copy.halves(of: picture, from: backend)) { signal.word($0) }
    } else if let picture {
      try write(copy.words(of: picture, from: backend)) { PictureCopy.swapped($0) }
    } else {
      try write([UInt32]()) { $0 }
    }
  }

  /// The brightest light that the screen shows, relative to SDR white; 1 if that is not known.
  var headroom: Double {
    if case .bright(let path) = brightness { path.light.headroom } else { 1 }
  }

  /// Changes to buffers of the form that a picture needs.
  private func prepare(isBright: Bool) throws(RenderError) {
    if isBright { findBrightness() }
    guard case .bright(let bright) = brightness, isBright != (signal != nil) else { return }
    do {
      let made = try ScreenHead.buffers(path, isBright ? DRMFormat.bgrx10 : DRMFormat.bgrx, device)
      if isBright { try device.commit(bright.entering(scanOut(made[0])), isTest: true) }
      retired += buffers
      (buffers, front) = (made, nil)
      signal = isBright ? ScreenSignal(peak: bright.light.peak) : nil
    } catch {
      // There is no memory for the way back.
      guard isBright else { throw .outOfMemory(bytes: width * height * 8) }
      giveUpBrightness("\((error as? DisplayRefusal)?.reason ?? "\(error)")")
    }
  }

  private func findBrightness() {
    guard case .unknown = brightness else { return }
    do throws(DisplayRefusal) {
      let path = try BrightPath(path, device)
      let headroom = (path.light.headroom * 100).rounded() / 100
      let nits = Int(path.light.peak.rounded())
      news.append("the screen \(name) shows up to \(nits) nits, \(headroom) times SDR white")
      brightness = .bright(path)
    } catch {
      giveUpBrightness(error.reason)
    }
  }

  private func giveUpBrightness(_ reason: String) {
    brightness = .standard
    news.append("the screen \(name) shows no more light than SDR white: \(reason)")
  }

  private func scanOut(_ buffer: any ScanBuffer) -> ScanOut {
    ScanOut(frame: buffer.frame, connector: path.connector, mode: path.mode)
  }

  // MARK: Showing

  /// Shows the drawn picture: at once the first time and in another form, and from the next refresh
  /// on later.
  func flip() throws(ScreenError) {
    let buffer = buffers[next]
    if front == nil {
      if signal != nil, case .bright(let bright) = brightness {
        try device.commit(bright.entering(scanOut(buffer)), isTest: false)
        state = .bright
      } else {
        try show(scanOut(buffer))
        state = .standard
      }
      retired.removeAll()
    } else {
      try device.flip(path.crtc, to: buffer)
      isFlipping = true
    }
    front = next
  }

  /// Notes that the pending flip has happened.
  func didFlip() { isFlipping = false }

  /// Shows a buffer of standard range; nil turns the screen off.
  private func show(_ scanOut: ScanOut?) throws(ScreenError) {
    if state == .bright, case .bright(let bright) = brightness {
      try device.commit(bright.leaving(to: scanOut), isTest: false)
    } else {
      try device.set(path.crtc, to: scanOut)
    }
  }

  /// Shows again what was there before.
  func restore() { end(former) }

  /// Frees the CRTC of a screen that is gone.
  func turnOff() { end(nil) }

  private func end(_ scanOut: ScanOut?) {
    guard isShowing else { return }
    // Another program may have the screen now.
    try? show(scanOut)
    state = .off
  }
}
