// A window that shows a file: events, frames, and the file's changes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzWindow

/// Shows a file in a window until the user closes it.
final class Viewer {
  private let system: WindowSystem
  let window: SystemWindow
  private(set) var document: ViewDocument
  var time: ViewTime
  var strip: TimeStrip
  /// Pixels per point that the user chose, where the monitor's scale is 1.
  private var scale: Double
  var isOpen = true
  var isVisible = true
  // The picture of the document, without the strip.
  private var memory: UnsafeMutableRawBufferPointer?
  private(set) var size: SystemWindow.Size?
  private var signature: FileSignature
  private var nextLook = 0.0
  private var period: Double
  // Whether all of the window is to be shown, and what is under a strip that went away.
  private var isStale = true
  private var hadStrip = false

  /// Seconds between two looks at the file.
  private static let lookPeriod = 0.2

  init(_ document: ViewDocument, scale: Double, _ time: ViewTime) throws {
    self.document = document
    self.scale = scale
    self.time = time
    strip = TimeStrip(end: document.scene.loopRange?.upperBound)
    signature = FileSignature(document.request.path)
    system = try WindowSystem(program: "quartz")
    var size = (width: document.size.width, height: document.size.height)
    if document.film != nil, let room = system.room,
      let fitted = Viewer.fit(document.scene.size, scale, into: room)
    {
      self.scale = fitted
      let canvas = document.scene.size
      size = (Int((canvas.width * fitted).rounded()), Int((canvas.height * fitted).rounded()))
    }
    window = try SystemWindow(system, title: "", width: size.width, height: size.height)
    period = 1 / window.refreshRate
    window.show()
    updateTitle()
  }

  deinit { memory?.deallocate() }

  /// The scale at which a film fits the monitor; nil if it does already.
  private static func fit(
    _ canvas: CGSize,
    _ scale: Double,
    into room: (width: Int, height: Int)
  ) -> Double? {
    guard canvas.width > 0, canvas.height > 0 else { return nil }
    let fitted = min(Double(room.width) / canvas.width, Double(room.height) / canvas.height)
    return fitted < scale ? fitted : nil
  }

  /// Shows frames until the window is closed.
  ///
  /// - Throws: `WindowError.displayLost`, or the reason why a frame could not be drawn.
  func run() throws {
    var nextFrame = WindowSystem.now
    while isOpen {
      if let event = system.wait(max(nextFrame - WindowSystem.now, 0)) {
        try take(event)
        continue
      }
      let now = WindowSystem.now
      guard now >= nextFrame else { continue }
      try lookAtFile(at: now)
      if isVisible { try showFrame(at: now) }
      // A frame that was late does not make the next ones hurry.
      nextFrame = max(nextFrame + pause, WindowSystem.now)
    }
  }

  /// Seconds until there may be something else to show, without an event.
  private var pause: Double {
    time.isPaused || !isVisible ? max(period, Self.lookPeriod / 2) : period
  }

  // MARK: Frames

  private func showFrame(at now: Double) throws {
    guard let size = window.size else { return }
    if size != self.size {
      self.size = size
      isStale = true
    }
    let pixels = PixelSize(width: size.pixelWidth, height: size.pixelHeight)
    try document.fit(pixels, scale: scale * size.scale)
    let memory = try pictureMemory(pixels)
    if let film = document.film { follow(film, at: now) }
    let shown = time.time(at: now)
    var damage = try document.draw(at: shown, memory)
    if isStale {
      damage = Damage(PixelRect(width: Int32(pixels.width), height: Int32(pixels.height)))
      isStale = false
    }
    strip.reach(shown)
    let bar = strip.rect(in: size)
    if strip.isVisible || hadStrip { damage.add(bar) }
    guard !damage.isEmpty else { return }
    // The window may have another size by now; the next frame has that one then.
    guard window.copy(memory, width: pixels.width, height: pixels.height, damage) else {
      return isStale = true
    }
    hadStrip = strip.isVisible
    if strip.isVisible { strip.draw(shown, on: window, size) }
    window.present(damage)
  }

  /// Stops a film at its end, and lets its sound follow the time.
  private func follow(_ film: ViewFilm, at now: Double) {
    if !time.isPaused, time.time(at: now) >= film.end {
      time.setPaused(true, at: now)
      time.set(film.end, at: now)
    }
    film.follow(&time, at: now)
    updateTitle()
  }

  private func pictureMemory(_ size: PixelSize) throws -> UnsafeMutableRawPointer {
    let count = size.width * size.height * 4
    if let memory, memory.count == count, let base = memory.baseAddress { return base }
    memory?.deallocate()
    let new = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 4), alignment: 64)
    memory = new
    isStale = true
    guard let base = new.baseAddress else { throw RenderFailure.pictureTooLarge("\(count) bytes") }
    return base
  }

  /// Shows all of the window with the next frame.
  func invalidate() { isStale = true }

  /// Waits no longer than a refresh of the window's monitor.
  func followMonitor() {
    period = 1 / window.refreshRate
    isStale = true
  }

  // MARK: Documents

  private func lookAtFile(at now: Double) throws {
    guard now >= nextLook else { return }
    nextLook = now + Self.lookPeriod
    let new = FileSignature(document.request.path)
    guard new != signature else { return }
    signature = new
    open(document.request.path)
  }

  /// Reads a file; one that cannot be read is reported, and the window keeps its picture.
  func open(_ path: String) {
    let isOther = path != document.request.path
    do {
      let canvas = document.scene.size
      let old = document.film
      document = try document.reread(path, scale: scale)
      old?.silence()
      if isOther {
        signature = FileSignature(path)
        strip = TimeStrip(end: document.scene.loopRange?.upperBound)
        time.set(0, at: WindowSystem.now)
      }
      // The memory has the old document's picture.
      forgetPicture()
      if document.scene.size != canvas { resizeWindow() }
      updateTitle()
    } catch {
      StandardError.write("quartz: \(error)\n")
    }
  }

  private func forgetPicture() {
    memory?.deallocate()
    memory = nil
  }

  // MARK: Size and title

  /// Chooses another scale, and gives the window the size for it.
  func changeScale(isLarger: Bool) {
    let new = ViewScale.next(scale, isLarger: isLarger)
    let canvas = document.scene.size
    guard new != scale, (try? PictureSize(canvas: canvas, scale: new, size: nil)) != nil else {
      return
    }
    scale = new
    resizeWindow()
  }

  private func resizeWindow() {
    guard let size = try? PictureSize(canvas: document.scene.size, scale: scale, size: nil) else {
      return
    }
    window.resize(width: size.width, height: size.height)
    updateTitle()
  }

  /// Writes the file, the state and whether time is paused above the window.
  func updateTitle() {
    var title = URL(fileURLWithPath: document.request.path).lastPathComponent
    if let state = document.state { title += " - \(state)" }
    if scale != 1 { title += " - \(scale)x" }
    if !document.overlays.isEmpty { title += " - \(document.overlays.names)" }
    if let film = document.film { title += filmTitle(film) }
    if time.isSlow, document.film == nil { title += " - slow" }
    if time.isPaused {
      let seconds = (time.time(at: WindowSystem.now) * 1000).rounded() / 1000
      title += " - paused at \(seconds) s"
    }
    window.title = title
  }

  /// The sound of a film, and the time and the rate of one that plays.
  private func filmTitle(_ film: ViewFilm) -> String {
    guard !time.isPaused else { return film.soundTitle }
    let seconds = Int(min(max(time.time(at: WindowSystem.now), 0), 1e9))
    let rate = time.isSlow ? "\(1 / ViewTime.slowness)" : "1"
    return film.soundTitle + " - \(seconds) s at \(rate)x"
  }
}
