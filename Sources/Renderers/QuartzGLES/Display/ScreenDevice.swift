// The device of screens as `KMSScreen` uses it: the kernel, or a test.
// Licensed under the MIT license; see LICENSE.

import CQuartzDRM

/// A connector of a device, with or without a screen.
struct ScreenConnector {
  let id: UInt32
  /// Such as `HDMI-A-1`.
  let name: String
  /// The preferred mode of the screen; nil without a screen.
  var mode: drmModeModeInfo?
  /// The CRTC that drives it now; 0 is none.
  var crtc: UInt32 = 0
  /// The CRTCs that can drive it, in the device's order.
  var possibleCRTCs: [UInt32] = []
  /// The monitor's description of itself; empty if it gives none.
  var edid: [UInt8] = []
}

/// The part of a buffer that a CRTC reads, and the screen that it sends it to.
struct ScanOut {
  /// The screen's number for the buffer.
  var frame: UInt32
  var x: UInt32 = 0
  var y: UInt32 = 0
  var connector: UInt32
  var mode: drmModeModeInfo
}

/// A completed flip of a CRTC.
struct CRTCFlip: Equatable {
  /// 0 if the kernel does not say: that is so before Linux 4.12.
  let crtc: UInt32
  /// In seconds of CLOCK_MONOTONIC; nil without a refresh.
  let time: Double?
}

/// A buffer that a screen can read.
protocol ScanBuffer: AnyObject {
  /// The screen's number for it.
  var frame: UInt32 { get }
  /// The pixels for GL.
  var shared: DMABuffer { get }

  /// Maps the pixels while `body` writes them.
  ///
  /// - Returns: False, without a call of `body`, if they cannot be mapped.
  func withPixels(_ body: (UnsafeMutableRawBufferPointer) -> Void) -> Bool
}

/// A connector, CRTC or plane.
enum ScreenObject: Hashable {
  case connector(UInt32)
  case crtc(UInt32)
  case plane(UInt32)
}

/// A property of an object.
struct ScreenProperty: Equatable {
  let id: UInt32
  var value: UInt64 = 0
  /// The values of names to choose from.
  var choices: [String: UInt64] = [:]
  /// The greatest value of a range; nil if it is none.
  var most: UInt64?
}

/// A new value of a property.
struct PropertyChange: Equatable {
  enum Value: Equatable {
    case number(UInt64)
    case blob([UInt8])
  }

  let object: UInt32
  let property: UInt32
  let value: Value
}

/// A part of a CRTC that reads a buffer.
struct ScreenPlane {
  let id: UInt32
  /// The CRTCs that it can belong to.
  var crtcs: [UInt32]
  /// The formats of its buffers.
  var formats: [UInt32]
}

/// A device with screens; belongs to one thread.
protocol ScreenDevice: AnyObject {
  /// The path of its node.
  var node: String { get }
  /// Whether the kernel tells of screens that come and go.
  var hearsPlugs: Bool { get }
  /// Readable when a flip has happened, or a screen came or went.
  var descriptors: [Int32] { get }

  /// Reads all connectors anew.
  func connectors() throws(DisplayRefusal) -> [ScreenConnector]
  /// Allocates a buffer of a format of DRM, in pixels.
  func makeBuffer(
    width: Int,
    height: Int,
    format: UInt32
  ) throws(DisplayRefusal) -> any ScanBuffer
  /// The buffer and mode of a CRTC; nil if it is off.
  func scanOut(of crtc: UInt32, to connector: UInt32) -> ScanOut?
  /// Sets buffer and mode of a CRTC at once; nil turns it off.
  func set(_ crtc: UInt32, to scanOut: ScanOut?) throws(ScreenError)
  /// Makes a CRTC read another buffer from the next refresh on.
  func flip(_ crtc: UInt32, to buffer: any ScanBuffer) throws(ScreenError)
  /// Allows `commit` and the properties that it needs.
  ///
  /// - Returns: False if the driver has none of it.
  func allowCommits() -> Bool
  /// Reads the properties of an object anew, by their names.
  func properties(of object: ScreenObject) -> [String: ScreenProperty]
  func planes() -> [ScreenPlane]
  /// Changes several properties at once, modes included.
  ///
  /// - Parameter isTest: Whether the driver only says if it would.
  func commit(_ changes: [PropertyChange], isTest: Bool) throws(ScreenError)
  /// Takes the flips that have happened.
  ///
  /// - Throws: If the device is gone.
  func takeFlips() throws(ScreenError) -> [CRTCFlip]
  /// Takes the kernel's events.
  ///
  /// - Returns: Whether screens may have come or gone.
  func takePlugs() -> Bool
}
