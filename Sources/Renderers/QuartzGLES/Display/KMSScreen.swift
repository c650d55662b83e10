// The screens of a DRM device: sets their modes, then flips each between two buffers.
// Licensed under the MIT license; see LICENSE.
//
// All connected screens show the same picture, each in its own mode. A screen reads one buffer
// while the next picture is drawn into the other one (`ScreenHead`). A flip switches to the other
// buffers at the next refresh, and an event of each screen reports when; the slowest is waited
// for. Buffers come from the device's own file, which may set modes. They are dma-bufs to the
// renderer, which may have opened the device itself, or another one.
//
// The kernel tells of screens that are plugged in or out (`PlugEvents`). Those that come show the
// next picture, which is drawn at once; without any, pictures go nowhere until one comes.

package import QuartzModel
package import QuartzPlan

/// The picture of a context in its renderer.
package struct ScreenPicture: Equatable, Sendable {
  package let context: UInt32
  /// In pixels.
  package let width: Int
  package let height: Int
  /// The range of the context's output; screens that cannot be brighter than SDR white clip it.
  package let range: OutputRange

  package init(context: UInt32, width: Int, height: Int, range: OutputRange = .standard) {
    self.context = context
    self.width = width
    self.height = height
    self.range = range
  }
}

/// A completed flip of a screen.
package struct ScreenFlip: Equatable, Sendable {
  /// The time when the screen began to show it, in seconds of CLOCK_MONOTONIC; nil if the screen
  /// shows it at once, without a refresh of its own, as virtual ones do.
  package let time: Double?

  package init(time: Double?) {
    self.time = time
  }
}

/// The screens of a device; belongs to one thread.
package final class KMSScreen {
  private let device: any ScreenDevice
  private var heads: [ScreenHead] = []
  private let copy = PictureCopy()
  // Lines for the log.
  private var news: [String] = []

  /// Opens the screens of a node, or of the first node that has one.
  ///
  /// - Parameters:
  ///   - node: The path of a primary node; nil tries all.
  ///   - waits: Whether a device without a screen will do where there is no other: the first screen
  ///     that is plugged in shows the pictures.
  package static func open(
    _ node: String?,
    waits: Bool = false
  ) throws(ScreenError) -> KMSScreen {
    var reasons: [String] = []
    let nodes = node.map({ [$0] }) ?? BufferDevice.nodes(.primary)
    for waits in waits ? [false, true] : [false] {
      reasons = []
      for node in nodes {
        do throws(DisplayRefusal) {
          return try KMSScreen(KMSDevice(node), waits: waits)
        } catch {
          reasons.append("kms:\(node): \(error.reason)")
        }
      }
    }
    if reasons.isEmpty { reasons = ["there is no DRM node"] }
    throw ScreenError("no screen: " + reasons.joined(separator: "; "))
  }

  /// Takes all screens that are connected to a device.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - waits: Whether it may have none yet.
  /// - Throws: If there is none, or none that can be shown on.
  init(_ device: any ScreenDevice, waits: Bool = false) throws(DisplayRefusal) {
    self.device = device
    let connectors = try device.connectors()
    let paths = ScreenPath.all(connectors)
    if waits, !device.hearsPlugs {
      throw DisplayRefusal(reason: "the kernel does not say when a screen is plugged in")
    }
    if paths.isEmpty, waits {
      news.append("no screen is connected to \(device.node); the first one is waited for")
    } else if paths.isEmpty {
      throw DisplayRefusal(reason: "no screen is connected to its \(connectors.count) connectors")
    }
    var refusal: DisplayRefusal?
    for path in paths {
      do throws(DisplayRefusal) { heads.append(try ScreenHead(path, device)) } catch {
        refusal = error
        news.append("the screen \(path.name) cannot be shown on: \(error.reason)")
      }
    }
    if let refusal, heads.isEmpty, !waits { throw refusal }
  }

  deinit {
    for head in heads { head.restore() }
  }

  /// Node, connectors and modes.
  package var name: String {
    let screens = heads.isEmpty ? "no screen" : heads.map(\.name).joined(separator: " + ")
    return "kms:\(device.node) \(screens)"
  }

  /// Pictures per second: those of the slowest screen, or 60 without one.
  package var refreshRate: Double { heads.map(\.path.refreshRate).min() ?? 60 }

  /// The headroom of the brightest screen; 1 if none shows more than SDR white.
  ///
  /// It is known once a picture of extended range was drawn.
  package var headroom: Double { heads.map(\.headroom).max() ?? 1 }

  /// Whether a flip is pending; nothing may be drawn then.
  package var isFlipping: Bool { heads.contains(where: \.isFlipping) }

  /// Whether a screen came that shows no picture yet.
  package var isStale: Bool { heads.contains { !$0.isShowing } }

  /// Readable when a flip has happened, or a screen came or went.
  package var descriptors: [Int32] { device.descriptors }

  /// Draws the next picture on black; nil is only black.
  package func draw(
    _ picture: ScreenPicture?,
    by backend: any RenderBackend
  ) throws(RenderError) {
    precondition(!isFlipping, "a screen is drawn to while its buffers change")
    copy.forget()
    for head in heads { try head.draw(picture, by: backend, copy) }
  }

  /// Shows the drawn picture: at once the first time, and from the next refresh on later.
  ///
  /// A screen that does not take it is given up, unless it was unplugged.
  ///
  /// - Throws: If the last screen is given up.
  package func flip() throws(ScreenError) {
    var failure: ScreenError?
    for head in heads {
      do throws(ScreenError) {
        try head.flip()
      } catch {
        let isHere = (try? device.connectors())?.contains { $0.has(head.path) } ?? false
        remove(head, "\(isHere ? "is given up" : "went"): \(error)")
        if isHere { failure = ScreenError("kms:\(device.node) \(head.name): \(error)") }
      }
    }
    if let failure, heads.isEmpty { throw failure }
  }

  /// Reads what made a descriptor readable.
  ///
  /// - Returns: The flip of all screens, with the time of the last one; nil if there was none.
  /// - Throws: If the device is gone.
  package func takeFlip() throws(ScreenError) -> ScreenFlip? {
    let wasFlipping = isFlipping
    var time: Double?
    let flips: [CRTCFlip]
    do throws(ScreenError) { flips = try device.takeFlips() } catch {
      throw ScreenError("\(name): \(error)")
    }
    for flip in flips {
      let head = heads.first { $0.isFlipping && (flip.crtc == 0 || $0.path.crtc == flip.crtc) }
      guard let head else { continue }
      head.didFlip()
      time = flip.time
    }
    if device.takePlugs() { followPlugs() }
    return wasFlipping && !isFlipping ? ScreenFlip(time: time) : nil
  }

  /// The screens that came, went or failed since the last call, a line each.
  package func takeNews() -> [String] {
    defer { news.removeAll() }
    return news + heads.flatMap { $0.takeNews() }
  }

  /// Brings the screens in line with the connectors.
  private func followPlugs() {
    // A device that cannot be asked is noticed at its next flip.
    guard let connectors = try? device.connectors() else { return }
    for head in heads where !connectors.contains(where: { $0.has(head.path) }) {
      remove(head, "went")
    }
    let held = heads.map { ($0.path.connector, $0.path.crtc) }
    let paths = ScreenPath.all(connectors, held: Dictionary(uniqueKeysWithValues: held))
    for path in paths where !heads.contains(where: { $0.path.connector == path.connector }) {
      do throws(DisplayRefusal) {
        let head = try ScreenHead(path, device)
        heads.append(head)
        news.append("the screen \(head.name) came")
      } catch {
        news.append("the screen \(path.name) cannot be shown on: \(error.reason)")
      }
    }
  }

  private func remove(_ head: ScreenHead, _ reason: String) {
    head.turnOff()
    heads.removeAll { $0 === head }
    news += head.takeNews()
    news.append("the screen \(head.name) \(reason)")
  }
}
