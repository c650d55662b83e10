// Pictures and sound from devices to outputs and layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzSharing
import QuartzVideo

/// The key of the error in notifications of sessions.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

/// Brings the pictures of a camera, and the sound of a microphone, to outputs and layers.
///
///     let session = AVCaptureSession()
///     guard let camera = AVCaptureDevice.default(for: .video) else { return }
///     session.addInput(try AVCaptureDeviceInput(device: camera))
///     let layer = AVCaptureVideoPreviewLayer(session: session)
///     session.startRunning()
///
/// Each device has a thread, and a program of its own (`ffmpeg`), of this session alone. Nobody
/// waits for outputs: the newest picture counts, and older ones that were not taken are dropped. A
/// device that vanishes ends the session with one notification; layers keep the last picture.
/// Functions may be called on any thread, one at a time, and `stopRunning()` at any time.
///
/// **Differences**: a session has one camera and one microphone. Changes of inputs restart a
/// session that runs, those of a device count with the next start.
open class AVCaptureSession: NSObject {
  /// A size and quality of pictures.
  public struct Preset: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A preset of a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The largest pictures, for photos.
    public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
    /// Up to 1920 x 1080 pixels; the default.
    public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
    /// About 480 x 360 pixels.
    public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
    /// About 192 x 144 pixels.
    public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
    /// 352 x 288 pixels.
    public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
    /// 640 x 480 pixels.
    public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
    /// 1280 x 720 pixels.
    public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
    /// 1920 x 1080 pixels.
    public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
    /// 3840 x 2160 pixels.
    public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")
    /// The device's own format.
    public static let inputPriority = Preset(rawValue: "AVCaptureSessionPresetInputPriority")

    /// The size that is looked for; nil for the device's own format.
    var size: CGSize? {
      switch self {
      case .photo: CGSize(width: VideoLimits.side, height: VideoLimits.side)
      case .high, .hd1920x1080: CGSize(width: 1920, height: 1080)
      case .medium: CGSize(width: 480, height: 360)
      case .low: CGSize(width: 192, height: 144)
      case .cif352x288: CGSize(width: 352, height: 288)
      case .vga640x480: CGSize(width: 640, height: 480)
      case .hd1280x720: CGSize(width: 1280, height: 720)
      case .hd4K3840x2160: CGSize(width: 3840, height: 2160)
      default: nil
      }
    }
  }

  /// The session cannot run, or ran and cannot go on; `AVCaptureSessionErrorKey` says why.
  ///
  /// It is posted once, on the thread that found it out.
  public static let runtimeErrorNotification =
    Notification.Name("AVCaptureSessionRuntimeErrorNotification")
  /// The session runs.
  public static let didStartRunningNotification =
    Notification.Name("AVCaptureSessionDidStartRunningNotification")
  /// The session was stopped, or cannot go on.
  public static let didStopRunningNotification =
    Notification.Name("AVCaptureSessionDidStopRunningNotification")

  /// The sources.
  open private(set) var inputs: [AVCaptureInput] = []
  /// The outputs.
  open private(set) var outputs: [AVCaptureOutput] = []
  /// The size and quality; `.high` by default.
  ///
  /// It counts when the session starts, for devices whose format the program has not chosen.
  open var sessionPreset = Preset.high
  let preview = PreviewSink()
  private var depth = 0
  private var hasOtherInput = false
  private lazy var run: CaptureRun = {
    let session = WeakTransferred(self)
    return CaptureRun { error in session.object?.post(error) }
  }()

  /// A session without sources and outputs.
  public override init() {
    super.init()
  }

  /// Whether pictures and sound flow, or would if there were a source.
  open var isRunning: Bool { run.isRunning }

  /// Whether a preset can be set: all can, the nearest format of a device counts.
  open func canSetSessionPreset(_ preset: Preset) -> Bool { true }

  /// All ways from sources to outputs and layers.
  open var connections: [AVCaptureConnection] {
    outputs.flatMap(\.connections) + preview.connections
  }

  // MARK: Sources and outputs

  /// Whether a source can be added: there is none of its medium yet, and it is in no other session.
  open func canAddInput(_ input: AVCaptureInput) -> Bool {
    let known = Set(ports.map(\.mediaType))
    return input.session == nil && known.isDisjoint(with: input.ports.map(\.mediaType))
  }

  /// Adds a source; one that cannot be added is left out.
  open func addInput(_ input: AVCaptureInput) {
    guard canAddInput(input) else { return }
    input.session = self
    inputs.append(input)
    inputsChanged()
  }

  /// Takes a source away.
  open func removeInput(_ input: AVCaptureInput) {
    guard let place = inputs.firstIndex(where: { $0 === input }) else { return }
    inputs.remove(at: place).session = nil
    inputsChanged()
  }

  /// Whether an output can be added: it is in no session.
  open func canAddOutput(_ output: AVCaptureOutput) -> Bool { output.session == nil }

  /// Adds an output; one that cannot be added is left out.
  open func addOutput(_ output: AVCaptureOutput) {
    guard canAddOutput(output) else { return }
    output.session = self
    outputs.append(output)
    connect()
  }

  /// Takes an output away.
  open func removeOutput(_ output: AVCaptureOutput) {
    guard let place = outputs.firstIndex(where: { $0 === output }) else { return }
    let removed = outputs.remove(at: place)
    removed.session = nil
    removed.connect([])
    connect()
    removed.sink.end(nil)
  }

  private var ports: [AVCaptureInput.Port] { inputs.flatMap(\.ports) }

  private func connect() {
    for output in outputs { output.connect(ports) }
    preview.connect(ports.filter { $0.mediaType == .video })
    let destinations = outputs.map {
      CaptureRun.Destination(sink: $0.sink, gate: $0.gate, soundGate: $0.soundGate)
    }
    // Layers take no sound.
    let layers = CaptureRun.Destination(
      sink: preview,
      gate: preview.gate,
      soundGate: preview.gate
    )
    // Layers come first: who hears of a picture finds them showing it.
    run.setDestinations([layers] + destinations)
  }

  private func inputsChanged() {
    connect()
    hasOtherInput = true
    if depth == 0 { follow() }
  }

  /// Begins changes, which take effect together.
  open func beginConfiguration() { depth += 1 }

  /// Ends changes.
  open func commitConfiguration() {
    depth = max(depth - 1, 0)
    if depth == 0 { follow() }
  }

  /// Takes other sources while the session runs.
  private func follow() {
    guard hasOtherInput, run.isRunning else { return }
    run.stop()
    startRunning()
  }

  // MARK: Running

  /// Starts, and waits until pictures and sound flow.
  ///
  /// It waits as long as the devices take, until another thread calls `stopRunning()`. Without a
  /// source nothing flows, and nothing waits. A device that cannot be opened posts
  /// `runtimeErrorNotification`.
  open func startRunning() {
    guard !run.isRunning else { return }
    hasOtherInput = false
    let devices = inputs.compactMap { $0 as? AVCaptureDeviceInput }
      .filter { $0.ports.contains(where: \.isEnabled) }.map(\.device)
    connect()
    for device in devices { device.follow(sessionPreset) }
    let sources = devices.map {
      CaptureRun.Source(source: $0.source, identifier: $0.uniqueID)
    }
    do throws(AVError) {
      guard try run.start(sources) else { return }
      NotificationCenter.default.post(name: Self.didStartRunningNotification, object: self)
    } catch {
      post(error)
    }
  }

  /// Stops; the devices are free when it returns.
  open func stopRunning() {
    guard run.stop() else { return }
    NotificationCenter.default.post(name: Self.didStopRunningNotification, object: self)
  }

  private func post(_ error: AVError) {
    NotificationCenter.default.post(
      name: Self.runtimeErrorNotification,
      object: self,
      userInfo: [AVCaptureSessionErrorKey: error]
    )
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
