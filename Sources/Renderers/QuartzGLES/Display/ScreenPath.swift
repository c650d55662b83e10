// The way from a CRTC to a screen, in the screen's preferred mode.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM

/// A connector with a screen, the CRTC that drives it, and a mode.
struct ScreenPath {
  let connector: UInt32
  /// Such as `HDMI-A-1`.
  let name: String
  /// The CRTC, which reads buffers and times the screen.
  let crtc: UInt32
  let mode: drmModeModeInfo
  /// The monitor's description of itself; empty if it gives none.
  let edid: [UInt8]

  /// The paths to all screens that have a CRTC of their own, in the order of their connectors.
  ///
  /// A screen keeps the CRTC that it has. Those without one take free ones; screens with less
  /// choice are served first, and one that finds none stays dark.
  ///
  /// - Parameter held: The CRTCs of screens that show pictures, by their connectors.
  static func all(
    _ connectors: [ScreenConnector],
    held: [UInt32: UInt32] = [:]
  ) -> [ScreenPath] {
    let screens = connectors.filter { $0.mode != nil }
    var crtcs = held
    var taken = Set(held.values)
    for screen in screens where screen.crtc != 0 && crtcs[screen.id] == nil {
      if taken.insert(screen.crtc).inserted { crtcs[screen.id] = screen.crtc }
    }
    let waiting = screens.filter { crtcs[$0.id] == nil }
    for screen in waiting.sorted(by: { $0.possibleCRTCs.count < $1.possibleCRTCs.count }) {
      guard let free = screen.possibleCRTCs.first(where: { !taken.contains($0) }) else { continue }
      taken.insert(free)
      crtcs[screen.id] = free
    }
    return screens.compactMap { screen in
      guard let mode = screen.mode, let crtc = crtcs[screen.id] else { return nil }
      return ScreenPath(
        connector: screen.id,
        name: screen.name,
        crtc: crtc,
        mode: mode,
        edid: screen.edid
      )
    }
  }

  /// Pictures per second.
  var refreshRate: Double {
    let pixels = Double(mode.htotal) * Double(mode.vtotal)
    // The clock is in kHz; virtual screens may have none.
    let rate = pixels > 0 ? Double(mode.clock) * 1000 / pixels : 0
    return rate > 0 ? rate : Double(max(mode.vrefresh, 1))
  }
}

extension ScreenConnector {
  /// Whether the screen of a path is still here, in the same mode.
  func has(_ path: ScreenPath) -> Bool {
    guard let mode, id == path.connector else { return false }
    return mode.hdisplay == path.mode.hdisplay && mode.vdisplay == path.mode.vdisplay
      && mode.clock == path.mode.clock && edid == path.edid
  }
}
