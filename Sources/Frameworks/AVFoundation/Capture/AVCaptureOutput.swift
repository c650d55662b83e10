// Where the pictures and the sound of a capture session go.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzVideo
import Synchronization

/// Gets the samples of a session, on the devices' threads.
protocol CaptureSink: AnyObject, Sendable {
  /// Takes a picture; it may not wait.
  func take(_ picture: CameraPicture)
  /// Takes a piece of sound; it may not wait.
  func take(_ sound: CapturedSound)
  /// There are no more samples until the session starts again.
  ///
  /// - Parameter error: Nil for a session that was stopped.
  func end(_ error: AVError?)
}

extension CaptureSink {
  func take(_ picture: CameraPicture) {}
  func take(_ sound: CapturedSound) {}
}

/// Lets samples of one medium through, or not.
final class CaptureGate: Sendable {
  private let isOpenValue = Atomic(true)

  var isOpen: Bool {
    get { isOpenValue.load(ordering: .relaxed) }
    set { isOpenValue.store(newValue, ordering: .relaxed) }
  }
}

/// The way from a source of a session to an output, or to a layer.
open class AVCaptureConnection: NSObject {
  /// The media that come from the sources.
  public let inputPorts: [AVCaptureInput.Port]
  /// The output; nil for a layer, and once it is gone.
  open private(set) weak var output: AVCaptureOutput?
  /// The layer; nil for an output, and once it is gone.
  open private(set) weak var videoPreviewLayer: AVCaptureVideoPreviewLayer?
  /// The channels of sound, left and right; none of pictures.
  public let audioChannels: [AVCaptureAudioChannel]
  private let gate: CaptureGate

  /// - Parameter mediaType: That of all ports.
  init(_ ports: [AVCaptureInput.Port], _ output: AVCaptureOutput, _ mediaType: AVMediaType) {
    (inputPorts, self.output) = (ports, output)
    let isSound = mediaType == .audio
    gate = isSound ? output.soundGate : output.gate
    audioChannels =
      isSound
      ? output.levels.channels.indices.map { AVCaptureAudioChannel(output.levels, $0) } : []
  }

  init(_ ports: [AVCaptureInput.Port], _ layer: AVCaptureVideoPreviewLayer, _ gate: CaptureGate) {
    (inputPorts, videoPreviewLayer, self.gate, audioChannels) = (ports, layer, gate, [])
  }

  /// Whether samples go through; true by default.
  open var isEnabled: Bool {
    get { gate.isOpen }
    set { gate.isOpen = newValue }
  }

  /// Whether the session runs and samples go through.
  open var isActive: Bool {
    isEnabled && (output?.session ?? videoPreviewLayer?.session)?.isRunning ?? false
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// Where the pictures and the sound of a session go.
open class AVCaptureOutput: NSObject {
  weak var session: AVCaptureSession?
  let sink: any CaptureSink
  let media: [AVMediaType]
  let gate = CaptureGate()
  let soundGate = CaptureGate()
  let levels: SoundLevels
  private var stored: [AVCaptureConnection] = []

  /// - Parameters:
  ///   - sink: Gets the samples.
  ///   - media: Those that it wants.
  ///   - levels: The loudness of the sound that it gets; of pictures alone there is none.
  init(sink: any CaptureSink, media: [AVMediaType], levels: SoundLevels = SoundLevels()) {
    (self.sink, self.media, self.levels) = (sink, media, levels)
  }

  /// The ways from the session's sources; none without a session that has a source.
  open var connections: [AVCaptureConnection] { stored }

  /// The way for a medium; nil if there is none.
  open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    stored.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
  }

  /// Connects the output with other sources, or none.
  func connect(_ ports: [AVCaptureInput.Port]) {
    stored = media.compactMap { medium in
      let own = ports.filter { $0.mediaType == medium }
      return own.isEmpty ? nil : AVCaptureConnection(own, self, medium)
    }
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
