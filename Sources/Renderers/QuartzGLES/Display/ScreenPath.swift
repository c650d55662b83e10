// The screen of a device that shows pictures, its mode, and the CRTC that drives it.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM
import Glibc

/// A connector with a screen, the CRTC that drives it, and a mode.
struct ScreenPath {
  let connector: UInt32
  /// Such as `HDMI-A-1`.
  let name: String
  /// The CRTC, which reads buffers and times the screen.
  let crtc: UInt32
  let mode: drmModeModeInfo

  /// Finds the first connected screen of a device, in its preferred mode.
  init(file: Int32) throws(DisplayRefusal) {
    guard let resources = drmModeGetResources(file) else {
      throw DisplayRefusal(reason: "it has no screens (\(String(cString: strerror(errno))))")
    }
    defer { drmModeFreeResources(resources) }
    let connectors = list(resources.pointee.connectors, resources.pointee.count_connectors)
    let crtcs = list(resources.pointee.crtcs, resources.pointee.count_crtcs)
    for id in connectors {
      guard let connector = drmModeGetConnector(file, id) else { continue }
      defer { drmModeFreeConnector(connector) }
      if let path = ScreenPath(connector.pointee, file, crtcs) {
        self = path
        return
      }
    }
    throw DisplayRefusal(reason: "no screen is connected to its \(connectors.count) connectors")
  }

  private init?(_ connector: drmModeConnector, _ file: Int32, _ crtcs: [UInt32]) {
    let modes = list(connector.modes, connector.count_modes)
    let preferred = modes.first { $0.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    guard connector.connection == DRM_MODE_CONNECTED, let mode = preferred ?? modes.first else {
      return nil
    }
    guard let crtc = ScreenPath.crtc(of: connector, file, crtcs) else { return nil }
    let kind = drmModeGetConnectorTypeName(connector.connector_type)
    self.connector = connector.connector_id
    name = "\(kind.map { String(cString: $0) } ?? "screen")-\(connector.connector_type_id)"
    self.crtc = crtc
    self.mode = mode
  }

  /// Returns the CRTC that drives a connector now, or else the first that can.
  private static func crtc(
    of connector: drmModeConnector,
    _ file: Int32,
    _ crtcs: [UInt32]
  ) -> UInt32? {
    if let encoder = drmModeGetEncoder(file, connector.encoder_id) {
      defer { drmModeFreeEncoder(encoder) }
      if encoder.pointee.crtc_id != 0 { return encoder.pointee.crtc_id }
    }
    for id in list(connector.encoders, connector.count_encoders) {
      guard let encoder = drmModeGetEncoder(file, id) else { continue }
      defer { drmModeFreeEncoder(encoder) }
      // Bit i: crtcs[i] can drive it.
      let possible = encoder.pointee.possible_crtcs
      if let index = crtcs.indices.first(where: { $0 < 32 && possible & (1 << UInt32($0)) != 0 }) {
        return crtcs[index]
      }
    }
    return nil
  }

  /// Pictures per second.
  var refreshRate: Double {
    let pixels = Double(mode.htotal) * Double(mode.vtotal)
    // The clock is in kHz; virtual screens may have none.
    let rate = pixels > 0 ? Double(mode.clock) * 1000 / pixels : 0
    return rate > 0 ? rate : Double(max(mode.vrefresh, 1))
  }
}

/// Copies a C array with its count.
private func list<Element>(_ first: UnsafeMutablePointer<Element>?, _ count: Int32) -> [Element] {
  // Bounds: the library allocates `count` elements.
  Array(UnsafeBufferPointer(start: first, count: first == nil ? 0 : Int(count)))
}
