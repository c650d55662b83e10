// The kernel's side of screens: modes, buffers and flips of a DRM node.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM
import CQuartzGBM
import Glibc
import QuartzFaults

/// An open node that may set modes.
final class KMSDevice: ScreenDevice {
  let node: String
  private let buffers: BufferDevice
  private let plugs: PlugEvents?

  init(_ node: String) throws(DisplayRefusal) {
    if let problem = quartz_drm_problem() { throw DisplayRefusal(reason: String(cString: problem)) }
    self.node = node
    let file = try NodeFile(node)
    guard let resources = drmModeGetResources(file.descriptor) else {
      throw DisplayRefusal(reason: "it has no screens (\(String(cString: strerror(errno))))")
    }
    drmModeFreeResources(resources)
    // The first process to open a device may set modes; others have to request it.
    guard drmIsMaster(file.descriptor) == 1 || drmSetMaster(file.descriptor) == 0 else {
      let reason = String(cString: strerror(errno))
      throw DisplayRefusal(reason: "another program has the screen (drmSetMaster: \(reason))")
    }
    buffers = try BufferDevice(file)
    // Without events, the screens that are there are shown on all the same.
    plugs = PlugEvents()
  }

  var file: Int32 { buffers.file }

  var hearsPlugs: Bool { plugs != nil }

  var descriptors: [Int32] { [file] + (plugs.map { [$0.descriptor] } ?? []) }

  // MARK: Connectors

  func connectors() throws(DisplayRefusal) -> [ScreenConnector] {
    guard let resources = drmModeGetResources(file) else {
      throw DisplayRefusal(reason: "drmModeGetResources: \(String(cString: strerror(errno)))")
    }
    defer { drmModeFreeResources(resources) }
    let crtcs = list(resources.pointee.crtcs, resources.pointee.count_crtcs)
    let ids = list(resources.pointee.connectors, resources.pointee.count_connectors)
    return ids.compactMap { id in
      guard let connector = drmModeGetConnector(file, id) else { return nil }
      defer { drmModeFreeConnector(connector) }
      return describe(connector.pointee, crtcs)
    }
  }

  private func describe(_ connector: drmModeConnector, _ crtcs: [UInt32]) -> ScreenConnector {
    let kind = drmModeGetConnectorTypeName(connector.connector_type)
    let name = "\(kind.map { String(cString: $0) } ?? "screen")-\(connector.connector_type_id)"
    var described = ScreenConnector(id: connector.connector_id, name: name)
    guard connector.connection == DRM_MODE_CONNECTED else { return described }
    let modes = list(connector.modes, connector.count_modes)
    let preferred = modes.first { $0.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    described.mode = preferred ?? modes.first
    if let encoder = drmModeGetEncoder(file, connector.encoder_id) {
      described.crtc = encoder.pointee.crtc_id
      drmModeFreeEncoder(encoder)
    }
    var possible: UInt32 = 0
    for id in list(connector.encoders, connector.count_encoders) {
      guard let encoder = drmModeGetEncoder(file, id) else { continue }
      possible |= encoder.pointee.possible_crtcs
      drmModeFreeEncoder(encoder)
    }
    described.possibleCRTCs = KMSDevice.chosen(possible, of: crtcs)
    described.edid = edid(of: connector.connector_id)
    return described
  }

  // MARK: Modes and flips

  func makeBuffer(
    width: Int,
    height: Int,
    format: UInt32
  ) throws(DisplayRefusal) -> any ScanBuffer {
    let pixels = try GBMBuffer(buffers, width: width, height: height, format: format)
    return try KMSBuffer(pixels, format, buffers)
  }

  func scanOut(of crtc: UInt32, to connector: UInt32) -> ScanOut? {
    guard let state = drmModeGetCrtc(file, crtc) else { return nil }
    defer { drmModeFreeCrtc(state) }
    guard state.pointee.mode_valid != 0 else { return nil }
    return ScanOut(
      frame: state.pointee.buffer_id,
      x: state.pointee.x,
      y: state.pointee.y,
      connector: connector,
      mode: state.pointee.mode
    )
  }

  func set(_ crtc: UInt32, to scanOut: ScanOut?) throws(ScreenError) {
    let result: Int32
    if var scanOut {
      result = drmModeSetCrtc(
        file,
        crtc,
        scanOut.frame,
        scanOut.x,
        scanOut.y,
        &scanOut.connector,
        1,
        &scanOut.mode
      )
    } else {
      result = drmModeSetCrtc(file, crtc, 0, 0, 0, nil, 0, nil)
    }
    try check(result, "drmModeSetCrtc")
  }

  func flip(_ crtc: UInt32, to buffer: any ScanBuffer) throws(ScreenError) {
    let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    try check(drmModePageFlip(file, crtc, buffer.frame, flags, nil), "drmModePageFlip")
  }

  func check(_ result: Int32, _ function: String) throws(ScreenError) {
    guard result != 0 else { return }
    throw ScreenError("\(function): \(String(cString: strerror(-result)))")
  }

  // MARK: Events

  func takeFlips() throws(ScreenError) -> [CRTCFlip] {
    var flips: [CRTCFlip] = []
    var failure: Int32?
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
      let count = uninterrupted { read(file, bytes.baseAddress, bytes.count) }
      if count < 0, errno != EAGAIN { failure = errno }
      var offset = 0
      // Bounds: the kernel writes whole events, and each contains its length.
      while offset + MemoryLayout<drm_event_vblank>.size <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
        guard event.base.length > 0 else { break }
        offset += Int(event.base.length)
        guard event.base.type == UInt32(DRM_EVENT_FLIP_COMPLETE) else { continue }
        // Refreshes are counted from 1 on; drivers without refreshes report 0
        // (drm_crtc_send_vblank_event).
        let time = Double(event.tv_sec) + Double(event.tv_usec) * 1e-6
        flips.append(CRTCFlip(crtc: event.crtc_id, time: event.sequence > 0 ? time : nil))
      }
    }
    if let failure { throw ScreenError(String(cString: strerror(failure))) }
    return flips
  }

  func takePlugs() -> Bool { plugs?.take() ?? false }
}

/// A buffer that is registered with the screens of its device.
private final class KMSBuffer: ScanBuffer {
  let frame: UInt32
  private let pixels: GBMBuffer
  private let device: BufferDevice

  init(
    _ pixels: consuming GBMBuffer,
    _ format: UInt32,
    _ device: BufferDevice
  ) throws(DisplayRefusal) {
    // The first of up to four planes.
    let handles: [UInt32] = [gbm_bo_get_handle(pixels.bo).u32, 0, 0, 0]
    let pitches: [UInt32] = [UInt32(pixels.shared.rowBytes), 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    var frame: UInt32 = 0
    let result = drmModeAddFB2(
      device.file,
      UInt32(pixels.shared.width),
      UInt32(pixels.shared.height),
      format,
      handles,
      pitches,
      offsets,
      &frame,
      0
    )
    guard result == 0 else {
      throw DisplayRefusal(reason: "drmModeAddFB2: \(String(cString: strerror(-result)))")
    }
    self.pixels = pixels
    self.frame = frame
    self.device = device
  }

  deinit {
    drmModeRmFB(device.file, frame)
  }

  var shared: DMABuffer { pixels.shared }

  func withPixels(_ body: (UnsafeMutableRawBufferPointer) -> Void) -> Bool {
    pixels.withPixels(body)
  }
}

/// Copies a C array with its count.
func list<Element>(_ first: UnsafeMutablePointer<Element>?, _ count: some BinaryInteger)
  -> [Element]
{
  // Bounds: the library allocates `count` elements.
  Array(UnsafeBufferPointer(start: first, count: first == nil ? 0 : Int(count)))
}
