// Pictures of cameras, and a camera without a device.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A picture of a camera.
package struct CameraPicture: Sendable {
  /// Its number is that among the pictures since the camera was started, from 0.
  package var picture: VideoPicture
  /// The time at which it was there, in seconds of CLOCK_MONOTONIC.
  package var moment: Double

  package init(_ picture: VideoPicture, at moment: Double) {
    (self.picture, self.moment) = (picture, moment)
  }

  /// The form of all pictures of cameras: limited range, colours as in BT.601 with half the samples
  /// of both axes, beside the even pixels of a row.
  static func format(width: Int, height: Int) -> VideoFormat {
    var format = VideoFormat(
      width: width,
      height: height,
      layout: .planar,
      pixelFormat: "yuv420p"
    )
    (format.halvesX, format.halvesY) = (true, true)
    (format.betweenX, format.betweenY) = (false, true)
    return format
  }
}

/// A camera without a device: picture n is black but for a white bar in column n mod width.
package struct TestCamera: CaptureSource {
  package let name: String
  package var medium: CaptureMedium { .pictures }
  private let format: VideoFormat
  private let rate: Double
  private let count: Int?

  /// - Parameters:
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - rate: Pictures a second; they come later on a machine that is too slow for it.
  ///   - count: The number of pictures after which the camera vanishes; nil for no end.
  package init(name: String, width: Int, height: Int, rate: Double, count: Int? = nil) {
    (self.name, self.rate, self.count) = (name, rate, count)
    format = CameraPicture.format(width: width, height: height)
  }

  package func run(_ flow: CaptureFlow) throws(CaptureDeviceError) {
    let start = CaptureFlow.now
    for number in 0... {
      flow.wait(until: start + Double(number) / rate)
      guard !flow.isEnding else { return }
      if number == count { throw .gone(name: name, reason: "it was unplugged") }
      let memory = try flow.memory(format)
      draw(number, memory)
      flow.deliver(number, format, memory, at: start + Double(number) / rate)
    }
  }

  private func draw(_ number: Int, _ memory: VideoMemory) {
    let (black, white, gray): (UInt8, UInt8, UInt8) = (16, 235, 128)
    let planes = format.planes
    // Bounds: the memory has all planes of the format.
    for (place, plane) in planes.enumerated() {
      let samples = memory.base + plane.offset
      memset(samples, Int32(place == 0 ? black : gray), plane.rowBytes * plane.rows)
    }
    let column = memory.base + planes[0].offset + number % format.width
    for row in 0..<format.height {
      column.storeBytes(of: white, toByteOffset: row * planes[0].rowBytes, as: UInt8.self)
    }
  }
}
