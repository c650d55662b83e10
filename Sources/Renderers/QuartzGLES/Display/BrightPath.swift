// The requests that have a screen show more light than SDR white, and the way back.
// Licensed under the MIT license; see LICENSE.
//
// All properties change in one commit: the mode, the buffer, the metadata of the picture, the
// encoding on the wire and its bits. A screen that lacks one of them shows the standard range.

import CQuartzDRM

/// The properties of a screen that can be brighter than SDR white.
struct BrightPath {
  let light: MonitorLight
  private let path: ScreenPath
  private let plane: UInt32
  private let ofConnector: [String: ScreenProperty]
  private let ofCRTC: [String: ScreenProperty]
  private let ofPlane: [String: ScreenProperty]
  /// The values of `Colorspace`.
  private let wide: UInt64
  private let standard: UInt64
  /// The former bits of a component.
  private let formerBits: UInt64

  private static let metadata = "HDR_OUTPUT_METADATA"
  private static let colorspace = "Colorspace"
  private static let bits = "max bpc"
  /// The bits of a component in PQ.
  private static let brightBits: UInt64 = 10

  /// - Throws: The first thing that is missing.
  init(_ path: ScreenPath, _ device: any ScreenDevice) throws(DisplayRefusal) {
    self.path = path
    light = try MonitorLight(edid: path.edid)
    guard device.allowCommits() else {
      throw DisplayRefusal(reason: "its driver has no atomic commits")
    }
    ofConnector = try BrightPath.properties(
      device.properties(of: .connector(path.connector)),
      [BrightPath.metadata, BrightPath.colorspace, BrightPath.bits, "CRTC_ID"]
    )
    ofCRTC = try BrightPath.properties(
      device.properties(of: .crtc(path.crtc)),
      ["MODE_ID", "ACTIVE"]
    )
    let choices = ofConnector[BrightPath.colorspace]?.choices ?? [:]
    guard let wide = choices["BT2020_RGB"], let standard = choices["Default"] else {
      throw DisplayRefusal(reason: "its property Colorspace has no BT2020_RGB")
    }
    (self.wide, self.standard) = (wide, standard)
    let bits = ofConnector[BrightPath.bits]
    formerBits = bits?.value ?? 0
    guard let most = bits?.most, most >= BrightPath.brightBits else {
      throw DisplayRefusal(reason: "its property max bpc is below \(BrightPath.brightBits)")
    }
    (plane, ofPlane) = try BrightPath.plane(of: path, device)
  }

  /// Finds the plane that shows the picture of a CRTC.
  private static func plane(
    of path: ScreenPath,
    _ device: any ScreenDevice
  ) throws(DisplayRefusal) -> (UInt32, [String: ScreenProperty]) {
    var refusal = DisplayRefusal(reason: "its CRTC has no primary plane")
    var found: (UInt32, [String: ScreenProperty])?
    for plane in device.planes() where plane.crtcs.contains(path.crtc) {
      let properties = device.properties(of: .plane(plane.id))
      guard properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY) else { continue }
      guard plane.formats.contains(DRMFormat.bgrx10) else {
        refusal = DisplayRefusal(reason: "its plane has no format XR30")
        continue
      }
      // A plane that belongs to the CRTC already is better than one that could.
      let isOwn = properties["CRTC_ID"]?.value == UInt64(path.crtc)
      if isOwn || found == nil { found = (plane.id, properties) }
      if isOwn { break }
    }
    guard let found else { throw refusal }
    return (found.0, try properties(found.1, ["FB_ID", "CRTC_ID"] + places))
  }

  private static let places = [
    "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
  ]

  private static func properties(
    _ all: [String: ScreenProperty],
    _ names: [String]
  ) throws(DisplayRefusal) -> [String: ScreenProperty] {
    if let name = names.first(where: { all[$0] == nil }) {
      throw DisplayRefusal(reason: "it has no property \(name)")
    }
    return all
  }

  /// The changes after which the screen shows a buffer of XR30 in PQ.
  func entering(_ scanOut: ScanOut) -> [PropertyChange] {
    let bits = max(formerBits, BrightPath.brightBits)
    return changes(scanOut, .blob(light.metadata), colorspace: wide, bits: bits)
  }

  /// The changes after which the screen shows a buffer of standard range; nil turns it off.
  func leaving(to scanOut: ScanOut?) -> [PropertyChange] {
    changes(scanOut, .number(0), colorspace: standard, bits: formerBits)
  }

  private func changes(
    _ scanOut: ScanOut?,
    _ metadata: PropertyChange.Value,
    colorspace: UInt64,
    bits: UInt64
  ) -> [PropertyChange] {
    var changes: [PropertyChange] = []
    func add(
      _ name: String,
      _ value: PropertyChange.Value,
      of object: UInt32,
      _ properties: [String: ScreenProperty]
    ) {
      guard let property = properties[name] else { return }
      changes.append(PropertyChange(object: object, property: property.id, value: value))
    }
    let crtc = PropertyChange.Value.number(scanOut == nil ? 0 : UInt64(path.crtc))
    add("CRTC_ID", crtc, of: path.connector, ofConnector)
    add(BrightPath.metadata, metadata, of: path.connector, ofConnector)
    add(BrightPath.colorspace, .number(colorspace), of: path.connector, ofConnector)
    add(BrightPath.bits, .number(bits), of: path.connector, ofConnector)
    add("MODE_ID", scanOut.map { .blob($0.modeBytes) } ?? .number(0), of: path.crtc, ofCRTC)
    add("ACTIVE", .number(scanOut == nil ? 0 : 1), of: path.crtc, ofCRTC)
    add("FB_ID", .number(UInt64(scanOut?.frame ?? 0)), of: plane, ofPlane)
    add("CRTC_ID", crtc, of: plane, ofPlane)
    guard let scanOut else { return changes }
    let size = (UInt64(scanOut.mode.hdisplay), UInt64(scanOut.mode.vdisplay))
    // The part of the buffer has 16 bits behind the point.
    let source = [UInt64(scanOut.x), UInt64(scanOut.y), size.0, size.1].map { $0 << 16 }
    for (name, value) in zip(BrightPath.places, source + [0, 0, size.0, size.1]) {
      add(name, .number(value), of: plane, ofPlane)
    }
    return changes
  }
}

extension ScanOut {
  /// The mode as the kernel reads it, `struct drm_mode_modeinfo`.
  fileprivate var modeBytes: [UInt8] { withUnsafeBytes(of: mode) { Array($0) } }
}
