// Cameras and microphones: what they are called, and which samples they make.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import CoreMedia
public import Foundation
import QuartzVideo

/// A camera, or a microphone.
///
///     guard let camera = AVCaptureDevice.default(for: .video) else { return }
///     print(camera.localizedName, camera.formats.count)
///
/// Cameras are capture devices of Linux (V4L2), microphones those of ALSA and of a sound server
/// (PulseAudio or PipeWire). A program may also make pictures and sound itself, by
/// `testSource(name:size:rate:)` and `testSource(name:)`, or ask for a graph of FFmpeg's filters by
/// the identifier `lavfi:` and the graph, as `lavfi:testsrc2=size=640x480:rate=30` or
/// `lavfi:sine=frequency=1000`. Two objects of one device are equal. A device belongs to the thread
/// that uses it.
///
/// **Differences**: microphones have one format, 48,000 samples of two channels in a second. A
/// format may be set without a lock. Test sources and graphs are not Apple's, and no list has them.
open class AVCaptureDevice: NSObject {
  /// The place of a camera on the machine.
  public enum Position: Int, Sendable {
    /// Nobody knows.
    case unspecified = 0
    /// At the back of the screen.
    case back = 1
    /// Beside the screen.
    case front = 2
  }

  /// A kind of device.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A kind of a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A camera that is plugged in, as all are here.
    public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    /// A microphone.
    public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
    /// A camera of the machine.
    ///
    /// **Differences**: Linux does not say which cameras belong to the machine, so that all are of
    /// this kind as well.
    public static let builtInWideAngleCamera =
      DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
  }

  /// The maker of a device's samples.
  enum Kind: Sendable {
    case node(CameraDescription)
    case test(width: Int, height: Int, rate: Double, count: Int?)
    case graph(String)
    case microphone(MicrophoneDescription)
    case testSound(count: Int?)
    case soundGraph(String)
  }

  /// Stays the same when the device is plugged in again at the same place.
  public let uniqueID: String
  /// The name for people; one line.
  public let localizedName: String
  /// The samples that the device makes; of a graph there is one format, whose size is unknown, and
  /// of a microphone one.
  public let formats: [Format]
  let kind: Kind
  /// Whether the program chose a format, so that the session's preset does not.
  private(set) var hasChosenFormat = false
  private var chosen: Format
  private var shortest = CMTime.invalid
  private var longest = CMTime.invalid

  init(_ kind: Kind, uniqueID: String, name: String) {
    (self.kind, self.uniqueID, localizedName) = (kind, uniqueID, name)
    switch kind {
    case .node(let camera): formats = camera.modes.map { Format($0) }
    case .test(let width, let height, let rate, _):
      // Units of a millionth of a second.
      let scale = Int64(1_000_000)
      let interval = Ratio(Int64((Double(scale) / rate).rounded()), scale)
      formats = [
        Format(
          CameraMode(
            samples: "",
            code: Format.planes,
            width: width,
            height: height,
            intervals: [interval]
          )
        )
      ]
    case .graph: formats = [Format(nil)]
    case .microphone, .testSound, .soundGraph: formats = [Format(sound: ())]
    }
    chosen = Format.nearest(to: CGSize(width: 1920, height: 1080), of: formats)
    super.init()
  }

  /// A camera without a device, whose picture n is black but for a white bar in column n mod width.
  ///
  /// **Differences**: Apple's platforms have no such source.
  ///
  /// - Parameters:
  ///   - name: One source of a name runs at a time.
  ///   - size: In pixels; sides are held in 1...16384.
  ///   - rate: Pictures a second, held in 0.1...10,000.
  public class func testSource(name: String, size: CGSize, rate: Double) -> AVCaptureDevice {
    testSource(name: name, size: size, rate: rate, count: nil)
  }

  /// - Parameter count: The number of pictures after which the camera vanishes; nil for no end.
  class func testSource(
    name: String,
    size: CGSize,
    rate: Double,
    count: Int?
  ) -> AVCaptureDevice {
    func side(_ length: CGFloat) -> Int {
      length.isFinite ? Int(min(max(length, 1), Double(VideoLimits.side))) : 1
    }
    let rate = rate.isFinite ? min(max(rate, 0.1), 10_000) : 30
    return AVCaptureDevice(
      .test(width: side(size.width), height: side(size.height), rate: rate, count: count),
      uniqueID: "test:" + name,
      name: name
    )
  }

  /// A microphone without a device: silent but for a click of a millisecond at each whole second of
  /// `CACurrentMediaTime()`.
  ///
  /// **Differences**: Apple's platforms have no such source.
  ///
  /// - Parameter name: One source of a name runs at a time.
  public class func testSource(name: String) -> AVCaptureDevice { testSound(name, count: nil) }

  /// - Parameter count: The number of pieces of 10 ms after which the microphone vanishes; nil for
  ///   no end.
  class func testSound(_ name: String, count: Int?) -> AVCaptureDevice {
    AVCaptureDevice(.testSound(count: count), uniqueID: "test-sound:" + name, name: name)
  }

  /// The device of an identifier; nil if there is none.
  ///
  /// - Parameter deviceUniqueID: A device's `uniqueID`, or `lavfi:` and a graph of FFmpeg's
  ///   filters, which makes sound if its first filter does (`sine`, `aevalsrc`, `anoisesrc` ...).
  ///   A graph can read files: it is for programs to write, not for documents.
  public convenience init?(uniqueID deviceUniqueID: String) {
    let prefix = "lavfi:"
    if deviceUniqueID.hasPrefix(prefix) {
      let graph = String(deviceUniqueID.dropFirst(prefix.count))
      guard !graph.isEmpty, graph.utf8.count <= 4096,
        !graph.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { return nil }
      let kind: Kind = ProgramMicrophone.isSound(graph: graph) ? .soundGraph(graph) : .graph(graph)
      self.init(kind, uniqueID: deviceUniqueID, name: deviceUniqueID)
      return
    }
    let all =
      Self.cameras(CameraDescription.all()) + Self.microphones(MicrophoneDescription.all())
    let known = all.first { $0.uniqueID == deviceUniqueID }
    guard let known else { return nil }
    self.init(known.kind, uniqueID: known.uniqueID, name: known.localizedName)
  }

  /// Devices of descriptions, with identifiers that differ.
  static func cameras(_ list: [CameraDescription]) -> [AVCaptureDevice] {
    list.map { camera in
      let isOnly = list.count { $0.place == camera.place } == 1
      let place = isOnly && !camera.place.isEmpty ? camera.place : "\(camera.place) \(camera.node)"
      return AVCaptureDevice(.node(camera), uniqueID: "v4l2:" + place, name: camera.name)
    }
  }

  /// Devices of descriptions.
  static func microphones(_ list: [MicrophoneDescription]) -> [AVCaptureDevice] {
    list.map { microphone in
      let identifier = "\(microphone.system.rawValue):\(microphone.node)"
      return AVCaptureDevice(.microphone(microphone), uniqueID: identifier, name: microphone.name)
    }
  }

  /// The medium of its samples.
  var mediaType: AVMediaType {
    switch kind {
    case .node, .test, .graph: .video
    case .microphone, .testSound, .soundGraph: .audio
    }
  }

  /// Whether it was there when it was listed: it was.
  open var isConnected: Bool { true }
  /// The place of the device; it is unknown.
  open var position: Position { .unspecified }
  /// The kind of device.
  open var deviceType: DeviceType { mediaType == .audio ? .microphone : .external }

  /// Whether it makes pictures, or sound.
  open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == self.mediaType }

  /// Whether a session of a preset can have it: all can.
  open func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool { true }

  /// The samples that it makes, one of `formats`; others are not taken.
  ///
  /// A format that the program sets counts more than the session's preset.
  open var activeFormat: Format {
    get { chosen }
    set {
      guard formats.contains(where: { $0 === newValue }) else { return }
      (chosen, hasChosenFormat) = (newValue, true)
      (shortest, longest) = (.invalid, .invalid)
    }
  }

  /// Takes the format for a session's preset.
  func follow(_ preset: AVCaptureSession.Preset) {
    guard mediaType == .video, !hasChosenFormat, let size = preset.size else { return }
    chosen = Format.nearest(to: size, of: formats)
  }

  /// The time of one picture at the highest rate that is wanted; invalid stands for 30 a second, or
  /// the nearest rate that the format has.
  ///
  /// It counts when the session starts.
  open var activeVideoMinFrameDuration: CMTime {
    get { shortest.isValid ? shortest : chosen.duration(nearest: Format.usual) }
    set { shortest = newValue.isNumeric && newValue > .zero ? newValue : .invalid }
  }

  /// The time of one picture at the lowest rate that is wanted; it is kept, and devices of Linux
  /// have one rate.
  open var activeVideoMaxFrameDuration: CMTime {
    get { longest.isValid ? longest : activeVideoMinFrameDuration }
    set { longest = newValue.isNumeric && newValue > .zero ? newValue : .invalid }
  }

  /// Begins changes of the device.
  ///
  /// - Throws: Nothing: programs do not keep each other from changes.
  open func lockForConfiguration() throws {}

  /// Ends changes of the device.
  open func unlockForConfiguration() {}

  /// The source of the samples in the active format.
  var source: any CaptureSource {
    switch kind {
    case .test(let width, let height, let rate, let count):
      return TestCamera(name: localizedName, width: width, height: height, rate: rate, count: count)
    case .graph(let graph): return ProgramCamera(graph: graph)
    case .microphone(let microphone): return ProgramMicrophone(microphone)
    case .testSound(let count): return TestMicrophone(name: localizedName, count: count)
    case .soundGraph(let graph): return ProgramMicrophone(graph: graph)
    case .node(let camera):
      let mode = chosen.mode ?? camera.modes[0]
      let wanted = activeVideoMinFrameDuration
      let interval = Ratio(Int64(wanted.value), Int64(max(wanted.timescale, 1)))
      return ProgramCamera(camera, mode, interval: mode.interval(nearest: interval))
    }
  }

  /// Whether two objects stand for one device.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVCaptureDevice)?.uniqueID == uniqueID
  }

  /// That of the identifier.
  open override var hash: Int { uniqueID.hashValue }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A range of rates.
open class AVFrameRateRange: NSObject {
  /// The time of one picture at the highest rate.
  public let minFrameDuration: CMTime
  /// The time of one picture at the lowest rate.
  public let maxFrameDuration: CMTime

  init(_ least: CMTime, _ most: CMTime) {
    (minFrameDuration, maxFrameDuration) = (least, most)
  }

  /// The lowest rate, in pictures a second.
  open var minFrameRate: Float64 { 1 / maxFrameDuration.seconds }
  /// The highest rate, in pictures a second.
  open var maxFrameRate: Float64 { 1 / minFrameDuration.seconds }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension AVCaptureDevice {
  /// Pictures of a size that a camera makes, with their rates, or the sound of a microphone.
  open class Format: NSObject {
    /// 4:2:0 in two planes, limited range.
    static let planes: UInt32 = 0x3432_3076  // 420v
    static let usual = CMTime(value: 1, timescale: 30)

    let mode: CameraMode?
    /// Pictures, or sound.
    public let mediaType: AVMediaType

    init(_ mode: CameraMode?) {
      (self.mode, mediaType) = (mode, .video)
    }

    /// The format of all microphones.
    init(sound: Void) {
      (mode, mediaType) = (nil, .audio)
    }

    /// The device's kind of samples, and the size in pixels; 0 x 0 of a graph and of sound.
    open var formatDescription: CMFormatDescription {
      if mediaType == .audio, let sound = CMFormatDescription.capturedSound { return sound }
      return CMFormatDescription(
        .video,
        CMFormatDescription.MediaSubType(rawValue: mode?.code ?? Self.planes),
        CMVideoDimensions(
          width: Int32(clamping: mode?.width ?? 0),
          height: Int32(clamping: mode?.height ?? 0)
        )
      )
    }

    /// The rates; none of a graph and of sound.
    open var videoSupportedFrameRateRanges: [AVFrameRateRange] {
      let times = (mode?.intervals ?? []).map { Self.time($0) }
      guard mode?.hasSteps == true, let least = times.first, let most = times.last else {
        return times.map { AVFrameRateRange($0, $0) }
      }
      return [AVFrameRateRange(least, most)]
    }

    /// The possible time of one picture that is nearest to a time.
    func duration(nearest time: CMTime) -> CMTime {
      guard let mode else { return time }
      return Self.time(mode.interval(nearest: Ratio(Int64(time.value), Int64(time.timescale))))
    }

    private static func time(_ interval: Ratio) -> CMTime {
      CMTime(value: interval.numerator, timescale: CMTimeScale(clamping: interval.denominator))
    }

    /// The format nearest to a size; of those, one whose rate comes nearest to 30, and of those the
    /// first.
    static func nearest(to size: CGSize, of formats: [Format]) -> Format {
      func cost(_ format: Format) -> (Double, Double) {
        guard let mode = format.mode else { return (0, 0) }
        let far = abs(Double(mode.width) - size.width) + abs(Double(mode.height) - size.height)
        let rate = 1 / format.duration(nearest: usual).seconds
        return (far, max(30 - rate, 0))
      }
      return formats.min { cost($0) < cost($1) } ?? Format(nil)
    }

    /// The class, with its module for a class of the program, and the address.
    open override var description: String { objectText }
  }
}
