// A device of screens that remembers what is asked of it.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM
import Testing

@testable import QuartzGLES

/// A device whose screens come, go, refuse and flip when a test says so.
final class FakeScreenDevice: ScreenDevice {
  /// A request of the device's user.
  enum Request: Equatable, CustomStringConvertible {
    case set(UInt32, frame: UInt32, connector: UInt32)
    case off(UInt32)
    case flip(UInt32, frame: UInt32)
    case commit([PropertyChange])
    case test([PropertyChange])

    var description: String {
      switch self {
      case .set(let crtc, let frame, let connector): "set \(crtc) to \(frame) on \(connector)"
      case .off(let crtc): "turn \(crtc) off"
      case .flip(let crtc, let frame): "flip \(crtc) to \(frame)"
      case .commit(let changes): "commit \(changes)"
      case .test(let changes): "test \(changes)"
      }
    }
  }

  let node = "/dev/dri/card7"
  let descriptors: [Int32] = []
  var hearsPlugs = true
  var all: [ScreenConnector]
  /// The former pictures, by CRTC.
  var former: [UInt32: ScanOut] = [:]
  private(set) var requests: [Request] = []
  /// The CRTCs that take nothing.
  var refusing: Set<UInt32> = []
  var failure: ScreenError?
  /// Flips and events of the kernel that the next calls take.
  var flips: [CRTCFlip] = []
  var wasPlugged = false
  private(set) var buffers: [UInt32: FakeScanBuffer] = [:]
  /// Pixels beyond which no buffer is allocated.
  var widest = 10_000
  /// The formats that a buffer can have.
  var formats = [DRMFormat.bgrx, DRMFormat.bgrx10]
  var hasCommits = true
  var properties: [ScreenObject: [String: ScreenProperty]] = [:]
  var allPlanes: [ScreenPlane] = []
  /// Whether tests of commits fail.
  var refusesCommits = false

  init(_ connectors: [ScreenConnector]) { all = connectors }

  /// The requests since the last call.
  func takeRequests() -> [Request] {
    defer { requests.removeAll() }
    return requests
  }

  func connectors() throws(DisplayRefusal) -> [ScreenConnector] { all }

  func makeBuffer(
    width: Int,
    height: Int,
    format: UInt32
  ) throws(DisplayRefusal) -> any ScanBuffer {
    guard width <= widest, formats.contains(format) else {
      throw DisplayRefusal(reason: "gbm_bo_create, \(width)")
    }
    let frame = UInt32(buffers.count + 1)
    let buffer = FakeScanBuffer(frame: frame, width: width, height: height)
    buffers[frame] = buffer
    return buffer
  }

  func scanOut(of crtc: UInt32, to connector: UInt32) -> ScanOut? { former[crtc] }

  func set(_ crtc: UInt32, to scanOut: ScanOut?) throws(ScreenError) {
    if let scanOut {
      requests.append(.set(crtc, frame: scanOut.frame, connector: scanOut.connector))
    } else {
      requests.append(.off(crtc))
    }
    if refusing.contains(crtc) { throw ScreenError("drmModeSetCrtc: refused") }
  }

  func flip(_ crtc: UInt32, to buffer: any ScanBuffer) throws(ScreenError) {
    requests.append(.flip(crtc, frame: buffer.frame))
    if refusing.contains(crtc) { throw ScreenError("drmModePageFlip: refused") }
  }

  func allowCommits() -> Bool { hasCommits }

  func properties(of object: ScreenObject) -> [String: ScreenProperty] { properties[object] ?? [:] }

  func planes() -> [ScreenPlane] { allPlanes }

  func commit(_ changes: [PropertyChange], isTest: Bool) throws(ScreenError) {
    requests.append(isTest ? .test(changes) : .commit(changes))
    if refusesCommits { throw ScreenError("drmModeAtomicCommit: refused") }
  }

  func takeFlips() throws(ScreenError) -> [CRTCFlip] {
    if let failure { throw failure }
    defer { flips.removeAll() }
    return flips
  }

  func takePlugs() -> Bool {
    defer { wasPlugged = false }
    return wasPlugged
  }
}

/// A buffer in memory.
final class FakeScanBuffer: ScanBuffer {
  let frame: UInt32
  let shared: DMABuffer
  var bytes: [UInt8]

  init(frame: UInt32, width: Int, height: Int) {
    self.frame = frame
    shared = DMABuffer(
      number: UInt64(frame),
      descriptor: -1,
      width: width,
      height: height,
      rowBytes: width * 4
    )
    bytes = [UInt8](repeating: 7, count: width * height * 4)
  }

  func withPixels(_ body: (UnsafeMutableRawBufferPointer) -> Void) -> Bool {
    bytes.withUnsafeMutableBytes(body)
    return true
  }
}

extension ScreenConnector {
  /// A connector with a screen of a size, at 60 pictures a second unless `hertz` says otherwise.
  init(
    _ id: UInt32,
    width: Int,
    height: Int,
    hertz: UInt32 = 60,
    crtcs: [UInt32],
    driven crtc: UInt32 = 0
  ) {
    self.init(id: id, name: "HDMI-A-\(id)")
    var mode = drmModeModeInfo()
    (mode.hdisplay, mode.vdisplay) = (UInt16(width), UInt16(height))
    mode.vrefresh = hertz
    self.mode = mode
    self.crtc = crtc
    possibleCRTCs = crtcs
  }
}
