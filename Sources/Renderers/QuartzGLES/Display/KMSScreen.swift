// A screen of a DRM device: sets a mode, then flips between two buffers.
// Licensed under the MIT license; see LICENSE.
//
// The screen reads one buffer while the next picture is drawn into the other one. A flip switches
// to the other buffer at the next refresh, and an event reports when. Buffers come from the
// screen's own file of the device, which may set modes. They are dma-bufs to the renderer, which
// may have opened the device itself, or another one.

import CQuartzDRM
import CQuartzGBM
import Glibc
import QuartzFaults
import QuartzMath
package import QuartzModel
package import QuartzPlan

/// The picture of a context in its renderer.
package struct ScreenPicture: Equatable, Sendable {
  package let context: UInt32
  /// In pixels.
  package let width: Int
  package let height: Int
  /// The range of the context's output; a screen shows what is in 0...1.
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

/// An open screen; belongs to one thread.
package final class KMSScreen {
  /// In pixels.
  package let width: Int
  package let height: Int
  /// Pictures per second.
  package let refreshRate: Double
  /// Whether a flip is pending; nothing may be drawn then.
  package private(set) var isFlipping = false
  /// Node, connector and mode.
  package let name: String

  private let device: BufferDevice
  private let path: ScreenPath
  /// The former state of the screen.
  private let former: drmModeCrtcPtr?
  private var buffers: [ScreenBuffer] = []
  /// The buffer that the screen reads, or reads after the pending flip; nil before the mode is set.
  private var front: Int?
  // A picture in R, G, B, A for a buffer that GL cannot draw to.
  private var copied: [UInt32] = []

  /// Opens the first screen of a node, or of the first node that has one.
  ///
  /// - Parameter node: The path of a primary node; nil tries all.
  package static func open(_ node: String?) throws(ScreenError) -> KMSScreen {
    var reasons: [String] = []
    for node in node.map({ [$0] }) ?? BufferDevice.nodes(.primary) {
      do throws(DisplayRefusal) {
        return try KMSScreen(node)
      } catch {
        reasons.append("kms:\(node): \(error.reason)")
      }
    }
    if reasons.isEmpty { reasons = ["there is no DRM node"] }
    throw ScreenError("no screen: " + reasons.joined(separator: "; "))
  }

  private init(_ node: String) throws(DisplayRefusal) {
    if let problem = quartz_drm_problem() { throw DisplayRefusal(reason: String(cString: problem)) }
    let file = try NodeFile(node)
    path = try ScreenPath(file: file.descriptor)
    // The first process to open a device may set modes; others have to request it.
    guard drmIsMaster(file.descriptor) == 1 || drmSetMaster(file.descriptor) == 0 else {
      let reason = String(cString: strerror(errno))
      throw DisplayRefusal(reason: "another program has the screen (drmSetMaster: \(reason))")
    }
    device = try BufferDevice(file)
    (width, height) = (Int(path.mode.hdisplay), Int(path.mode.vdisplay))
    refreshRate = path.refreshRate
    let hertz = (refreshRate * 100).rounded() / 100
    name = "kms:\(node) \(path.name) \(width) x \(height), \(hertz) Hz"
    former = drmModeGetCrtc(device.file, path.crtc)
    for _ in 0..<2 {
      buffers.append(try ScreenBuffer(GBMBuffer(device, width: width, height: height), device))
    }
  }

  deinit {
    if front != nil { restore() }
    if let former { drmModeFreeCrtc(former) }
  }

  /// Readable when a flip has happened.
  package var descriptor: Int32 { device.file }

  /// Draws the next picture on black; nil is only black.
  package func draw(
    _ picture: ScreenPicture?,
    by backend: any RenderBackend
  ) throws(RenderError) {
    precondition(!isFlipping, "a screen is drawn to while its buffers change")
    let buffer = buffers[next]
    if let gles = backend as? GLESBackend,
      try gles.show(picture?.context, in: buffer.pixels.shared)
    {
      return
    }
    try copy(picture, of: backend, to: buffer)
  }

  /// Shows the drawn picture: at once the first time, and from the next refresh on later.
  package func flip() throws(ScreenError) {
    let buffer = buffers[next]
    let result: Int32
    let function: String
    if front == nil {
      var (connector, mode) = (path.connector, path.mode)
      function = "drmModeSetCrtc"
      result = drmModeSetCrtc(
        device.file,
        path.crtc,
        buffer.frame,
        0,
        0,
        &connector,
        1,
        &mode
      )
    } else {
      function = "drmModePageFlip"
      let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
      result = drmModePageFlip(device.file, path.crtc, buffer.frame, flags, nil)
    }
    guard result == 0 else {
      throw ScreenError("\(name): \(function): \(String(cString: strerror(-result)))")
    }
    isFlipping = front != nil
    front = next
  }

  /// Reads the flip that made the descriptor readable.
  ///
  /// - Returns: The flip; nil if there was none.
  /// - Throws: If the device is gone.
  package func takeFlip() throws(ScreenError) -> ScreenFlip? {
    var flip: ScreenFlip?
    var failure: Int32?
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
      let count = uninterrupted { read(device.file, bytes.baseAddress, bytes.count) }
      if count < 0, errno != EAGAIN { failure = errno }
      var offset = 0
      // Bounds: the kernel writes whole events, and each contains its length.
      while offset + MemoryLayout<drm_event_vblank>.size <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
        guard event.base.length > 0 else { break }
        offset += Int(event.base.length)
        guard event.base.type == UInt32(DRM_EVENT_FLIP_COMPLETE) else { continue }
        isFlipping = false
        // Refreshes are counted from 1 on; drivers without refreshes report 0
        // (drm_crtc_send_vblank_event).
        let time = Double(event.tv_sec) + Double(event.tv_usec) * 1e-6
        flip = ScreenFlip(time: event.sequence > 0 ? time : nil)
      }
    }
    if let failure { throw ScreenError("\(name): \(String(cString: strerror(failure)))") }
    return flip
  }

  private var next: Int { front == 0 ? 1 : 0 }

  private func copy(
    _ picture: ScreenPicture?,
    of backend: any RenderBackend,
    to buffer: ScreenBuffer
  ) throws(RenderError) {
    let placement = ScreenPlacement(picture?.width ?? 0, picture?.height ?? 0, on: width, height)
    if let picture { try takeCopy(of: picture, placement, from: backend) }
    let isMapped = buffer.pixels.withPixels { memory in
      KMSScreen.write(copied, placement, to: memory, rowBytes: buffer.pixels.shared.rowBytes)
    }
    guard isMapped else { throw .outOfMemory(bytes: width * height * 4) }
  }

  /// Reads the part of a picture that fits the screen to `copied`.
  private func takeCopy(
    of picture: ScreenPicture,
    _ placement: ScreenPlacement,
    from backend: any RenderBackend
  ) throws(RenderError) {
    let count = placement.width * placement.height
    if copied.count != count { copied = [UInt32](repeating: 0, count: count) }
    let rect = PixelRect(width: Int32(placement.width), height: Int32(placement.height))
    let rowBytes = placement.width * picture.range.pixelBytes
    func pixels(to bytes: UnsafeMutableRawBufferPointer) throws(RenderError) {
      try backend.read(picture.context, rect, into: bytes, rowBytes: rowBytes)
    }
    var failure: RenderError?
    if picture.range.isExtended {
      var halves = [UInt64](repeating: 0, count: count)
      halves.withUnsafeMutableBytes { bytes in
        do throws(RenderError) { try pixels(to: bytes) } catch { failure = error }
      }
      for index in 0..<count { copied[index] = KMSScreen.word(halves[index]) }
    } else {
      copied.withUnsafeMutableBytes { bytes in
        do throws(RenderError) { try pixels(to: bytes) } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }

  /// Returns a pixel of four half floats as bytes R, G, B, A, red in the lowest byte.
  static func word(_ halves: UInt64) -> UInt32 {
    var word: UInt32 = 0
    for channel in 0..<4 as Range<UInt64> {
      let bits = UInt16(truncatingIfNeeded: halves >> (channel * 16))
      let value = Float(Float16(bitPattern: bits))
      let level = value > 0 ? min(value, 1) * 255 : 0
      word |= UInt32(level.rounded()) << UInt32(channel * 8)
    }
    return word
  }

  /// Writes R, G, B, A as B, G, R, X, and black around them.
  static func write(
    _ pixels: [UInt32],
    _ placement: ScreenPlacement,
    to memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) {
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    // Bounds: the place lies on the screen, whose rows the memory has; the pixels are the place's.
    for y in 0..<placement.height {
      let row = memory.baseAddress.map { $0 + (placement.y + y) * rowBytes + placement.x * 4 }
      guard let row = row?.assumingMemoryBound(to: UInt32.self) else { return }
      for x in 0..<placement.width {
        let pixel = pixels[y * placement.width + x]
        row[x] = pixel & 0xFF00_FF00 | pixel << 16 & 0xFF_0000 | pixel >> 16 & 0xFF
      }
    }
  }

  /// Restores the former state of the screen.
  private func restore() {
    var connector = path.connector
    guard let former, former.pointee.mode_valid != 0 else {
      drmModeSetCrtc(device.file, path.crtc, 0, 0, 0, nil, 0, nil)
      return
    }
    drmModeSetCrtc(
      device.file,
      former.pointee.crtc_id,
      former.pointee.buffer_id,
      former.pointee.x,
      former.pointee.y,
      &connector,
      1,
      &former.pointee.mode
    )
  }
}

/// A buffer that is registered with the screen.
private final class ScreenBuffer {
  let pixels: GBMBuffer
  /// The screen's number for it.
  let frame: UInt32
  private let device: BufferDevice

  init(_ pixels: consuming GBMBuffer, _ device: BufferDevice) throws(DisplayRefusal) {
    // The first of up to four planes.
    let handles: [UInt32] = [gbm_bo_get_handle(pixels.bo).u32, 0, 0, 0]
    let pitches: [UInt32] = [UInt32(pixels.shared.rowBytes), 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    var frame: UInt32 = 0
    let result = drmModeAddFB2(
      device.file,
      UInt32(pixels.shared.width),
      UInt32(pixels.shared.height),
      DRMFormat.bgrx,
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
}
