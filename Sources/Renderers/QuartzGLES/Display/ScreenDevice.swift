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

/// A device with screens; belongs to one thread.
protocol ScreenDevice: AnyObject {
  /// The path of its node.
  var node: String { get }
  /// Readable when a flip has happened, or a screen came or went.
  var descriptors: [Int32] { get }

  /// Reads all connectors anew.
  func connectors() throws(DisplayRefusal) -> [ScreenConnector]
  /// Allocates a buffer, in pixels.
  func makeBuffer(width: Int, height: Int) throws(DisplayRefusal) -> any ScanBuffer
  /// The buffer and mode of a CRTC; nil if it is off.
  func scanOut(of crtc: UInt32, to connector: UInt32) -> ScanOut?
  /// Sets buffer and mode of a CRTC at once; nil turns it off.
  func set(_ crtc: UInt32, to scanOut: ScanOut?) throws(ScreenError)
  /// Makes a CRTC read another buffer from the next refresh on.
  func flip(_ crtc: UInt32, to buffer: any ScanBuffer) throws(ScreenError)
  /// Takes the flips that have happened.
  ///
  /// - Throws: If the device is gone.
  func takeFlips() throws(ScreenError) -> [CRTCFlip]
  /// Takes the kernel's events.
  ///
  /// - Returns: Whether screens may have come or gone.
  func takePlugs() -> Bool
}
