// Keys, the pointer and the desktop, for a window that shows a file.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzWindow

extension Viewer {
  /// Seconds of one step of time: a frame of most films, and with shift.
  private static let step = 1.0 / 60
  private static let largeStep = 1.0

  /// Handles an event.
  ///
  /// - Throws: `WindowError.displayLost`.
  func take(_ event: WindowEvent) throws(WindowError) {
    switch event.kind {
    case .displayLost: throw .displayLost
    case .close: isOpen = false
    case .changed: invalidate()
    case .visibility(let isSeen):
      isVisible = isSeen
      invalidate()
    case .monitor: followMonitor()
    case .key(let key): if key.isDown { press(key, event.modifiers) }
    case .pointer(let x, let y, _): pointerMoved(x, y)
    case .pointerLeft: strip.isUnderPointer = false
    case .button(1, let clicks, let x, let y): button(isDown: clicks > 0, x, y)
    case .dropped(let path): open(path)
    case .focus, .text, .button, .wheel, .finger: break
    }
  }

  private func press(_ key: WindowEvent.Key, _ modifiers: WindowModifiers) {
    let character = UInt32(exactly: key.code).flatMap(Unicode.Scalar.init).map(Character.init)
    switch (key.code, character) {
    case (WindowKey.escape, _), (_, "q"): isOpen = false
    case (WindowKey.right, _): step(1, modifiers)
    case (WindowKey.left, _): step(-1, modifiers)
    case (_, "+"), (_, "="), (WindowKey.keypadPlus, _): enlarge(isMore: true, modifiers)
    case (_, "-"), (_, "_"), (WindowKey.keypadMinus, _): enlarge(isMore: false, modifiers)
    case _ where key.isRepeat: break
    case (_, "m"):
      document.film?.toggleMuted()
      updateTitle()
    case (_, "h"), (_, "?"): StandardError.write(Viewer.keys)
    case (_, " "): togglePause()
    case (_, "r"): restart()
    case (_, "o"):
      document.showNextOverlay(isBackwards: modifiers.hasShift)
      updateTitle()
    case (_, "s"):
      time.setSlow(!time.isSlow, at: WindowSystem.now)
      updateTitle()
    case (_, "t"): strip.isKept.toggle()
    case (_, let digit?): digit.wholeNumberValue.map(chooseState)
    default: break
    }
  }

  /// The meaning of the keys, a line each.
  static let keys = """
    space   pauses, and goes on
    < >     the arrows: a frame back, or on; with shift a second
    0       the document as it is written; 1 to 9 its states
    + -     the scale; with shift the loudness of a film
    m       silences a film, and lets it be heard again
    r       starts again
    s       ten times slower
    o       the next overlay; with shift the one before
    t       keeps the strip of time
    h       prints this
    q       closes, as escape does

    """

  private func togglePause() {
    let now = WindowSystem.now
    time.setPaused(!time.isPaused, at: now)
    // A film that has ended begins again.
    if let film = document.film, !time.isPaused, time.time(at: now) >= film.end {
      time.set(0, at: now)
    }
    updateTitle()
  }

  /// Changes the scale, or with shift the loudness of a film.
  private func enlarge(isMore: Bool, _ modifiers: WindowModifiers) {
    guard let film = document.film, modifiers.hasShift else {
      return changeScale(isLarger: isMore)
    }
    film.changeVolume(isLouder: isMore)
    updateTitle()
  }

  /// Moves the time, and stops it there.
  private func step(_ direction: Double, _ modifiers: WindowModifiers) {
    let now = WindowSystem.now
    let distance = modifiers.hasShift ? Self.largeStep : Self.step
    time.setPaused(true, at: now)
    let shown = time.time(at: now)
    if let film = document.film {
      let next = film.time(Int(direction), picturesAfter: shown)
      let far = min(max(shown + direction * distance, 0), film.end)
      time.set(modifiers.hasShift ? far : next, at: now)
    } else {
      time.set(max(shown + direction * distance, 0), at: now)
    }
    updateTitle()
  }

  private func restart() {
    time.set(0, at: WindowSystem.now)
    document.restart()
    updateTitle()
  }

  private func chooseState(_ number: Int) {
    let names = document.scene.stateNames
    guard number == 0 || names.indices.contains(number - 1) else { return }
    let now = time.time(at: WindowSystem.now)
    document.change(to: number == 0 ? nil : names[number - 1], at: now)
    updateTitle()
  }

  // MARK: The strip

  private func pointerMoved(_ x: Double, _ y: Double) {
    guard let size else { return }
    strip.isUnderPointer = y >= Double(strip.rect(in: size).minY)
    if strip.isHeld { scrub(x, size) }
  }

  private func button(isDown: Bool, _ x: Double, _ y: Double) {
    guard let size else { return }
    let isOnStrip = y >= Double(strip.rect(in: size).minY)
    strip.isHeld = isDown && isOnStrip
    if strip.isHeld { scrub(x, size) }
  }

  private func scrub(_ x: Double, _ size: SystemWindow.Size) {
    time.set(strip.time(x: x, in: size), at: WindowSystem.now)
    if time.isPaused { updateTitle() }
  }
}
