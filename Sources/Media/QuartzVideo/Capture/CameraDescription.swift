// The properties of a camera: its name, and the pictures that it can make.
// Licensed under the MIT license; see LICENSE.

/// A kind of pictures that a camera makes.
package struct CameraMode: Equatable, Sendable {
  /// FFmpeg's name of the samples, as `yuyv422`; empty if there is one kind only.
  package var samples: String
  /// The device's four characters for them, the first one in the highest byte.
  package var code: UInt32
  /// In pixels.
  package var width: Int
  /// In pixels.
  package var height: Int
  /// Seconds of one picture, the shortest first; never empty.
  package var intervals: [Ratio]
  /// Whether intervals between the first and the last are possible as well.
  package var hasSteps: Bool

  package init(
    samples: String,
    code: UInt32,
    width: Int,
    height: Int,
    intervals: [Ratio],
    hasSteps: Bool = false
  ) {
    (self.samples, self.code) = (samples, code)
    (self.width, self.height) = (width, height)
    (self.intervals, self.hasSteps) = (intervals, hasSteps)
  }

  /// The possible interval that is nearest to one.
  package func interval(nearest wanted: Ratio) -> Ratio {
    if hasSteps, let least = intervals.first, let most = intervals.last,
      (least.value...max(most.value, least.value)).contains(wanted.value)
    {
      return wanted
    }
    let nearest = intervals.min { abs($0.value - wanted.value) < abs($1.value - wanted.value) }
    return nearest ?? wanted
  }
}

/// A capture device of Linux.
package struct CameraDescription: Equatable, Sendable {
  /// The file of the device, as `/dev/video0`.
  package var node: String
  /// The name for people; one line.
  package var name: String
  /// The place on the machine's buses, which stays when the device is plugged in again; empty if
  /// unknown.
  package var place: String
  package var modes: [CameraMode]

  package init(node: String, name: String, place: String, modes: [CameraMode]) {
    (self.node, self.name, self.place, self.modes) = (node, name, place, modes)
  }
}

/// The medium of a device's samples.
package enum CaptureMedium: Sendable {
  case pictures, sound
}

/// The reason why a camera gives no pictures, or a microphone no sound; the text is one line and
/// names the device.
package enum CaptureDeviceError: Error, Equatable, CustomStringConvertible {
  /// There is no such device, or it cannot be opened.
  case unavailable(name: String, CaptureMedium = .pictures, reason: String)
  /// Somebody else has it.
  case busy(name: String)
  /// It gave something, and is gone.
  case gone(name: String, CaptureMedium = .pictures, reason: String)
  /// It gave nothing for so many seconds.
  case silent(name: String, CaptureMedium = .pictures, seconds: Int)
  /// A program is not installed.
  case missingProgram
  /// The system refused something.
  case system(reason: String)

  package var description: String {
    switch self {
    case .unavailable(let name, .pictures, let reason): "\(name): no pictures: \(reason)"
    case .unavailable(let name, .sound, let reason): "\(name): no sound: \(reason)"
    case .busy(let name): "\(name): another session or program uses it"
    case .gone(let name, .pictures, let reason):
      "\(name): there are no more pictures: \(reason)"
    case .gone(let name, .sound, let reason): "\(name): there is no more sound: \(reason)"
    case .silent(let name, .pictures, let seconds): "\(name): no picture for \(seconds) s"
    case .silent(let name, .sound, let seconds): "\(name): no sound for \(seconds) s"
    case .missingProgram: "ffmpeg: not found; install the Debian package ffmpeg"
    case .system(let reason): "a capture device: \(reason)"
    }
  }
}
