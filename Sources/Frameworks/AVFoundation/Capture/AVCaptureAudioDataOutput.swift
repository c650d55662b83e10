// The sound of a microphone, piece by piece.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import Dispatch
import Foundation
import QuartzSharing
import QuartzVideo

/// Gets the sound of an output.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: AnyObject {
  /// A piece of sound is there.
  ///
  /// - `sampleBuffer`: The time of its first sample is that of `CACurrentMediaTime()`.
  func captureOutput(
    _ output: AVCaptureOutput,
    didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  )
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: AVCaptureOutput,
    didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {}
}

/// Hands the sound of a session to a delegate, on a queue of the program's.
///
/// Pieces of 10 ms come in their order. A second of them waits for a delegate that takes too long;
/// then the oldest are dropped.
///
/// **Differences**: samples are floats, left and right by turns, 48,000 of each in a second,
/// whatever the microphone has. The only channel of a microphone goes to both, with 3 dB less.
open class AVCaptureAudioDataOutput: AVCaptureOutput {
  private let data: AudioDataSink

  /// An output without a delegate.
  public init() {
    let levels = SoundLevels()
    data = AudioDataSink(levels)
    super.init(sink: data, media: [.audio], levels: levels)
  }

  /// The delegate that gets the sound; nil if there is none any more.
  open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
    data.delegate
  }

  /// Where the delegate is called.
  open private(set) var sampleBufferCallbackQueue: DispatchQueue?

  /// Sets who gets the sound, and where; it is not retained.
  ///
  /// - `sampleBufferCallbackQueue`: A serial queue; without one nobody is called.
  open func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    self.sampleBufferCallbackQueue = sampleBufferCallbackQueue
    guard let delegate = sampleBufferDelegate, let queue = sampleBufferCallbackQueue else {
      return data.setRecipient(nil)
    }
    data.setRecipient(AudioDataSink.Recipient(delegate: delegate, output: self, queue: queue))
  }
}

/// Sound that waits for a delegate.
private final class AudioDataSink: CaptureSink {
  struct Recipient {
    weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
    weak var output: AVCaptureAudioDataOutput?
    var queue: DispatchQueue
  }

  private struct State {
    var recipient: Recipient?
    var waiting: [CapturedSound] = []
    var isBusy = false
  }

  private let state = Guarded(State())
  private let levels: SoundLevels

  /// The most pieces that wait.
  private static let mostWaiting = 100

  init(_ levels: SoundLevels) {
    self.levels = levels
  }

  var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
    state.withLock { $0.recipient?.delegate }
  }

  func setRecipient(_ recipient: Recipient?) {
    state.withLock { state in
      state.recipient = recipient
      if recipient == nil { state.waiting = [] }
    }
  }

  func take(_ sound: CapturedSound) {
    let sound = levels.pass(sound)
    let queue = state.withLock { state -> DispatchQueue? in
      guard let recipient = state.recipient else { return nil }
      if state.waiting.count == Self.mostWaiting { state.waiting.removeFirst() }
      state.waiting.append(sound)
      guard !state.isBusy else { return nil }
      state.isBusy = true
      return recipient.queue
    }
    queue?.async { [weak self] in self?.handOver() }
  }

  func end(_ error: AVError?) {
    levels.reset()
    state.withLock { $0.waiting = [] }
  }

  /// Hands the next piece over, on the delegate's queue.
  private func handOver() {
    let (recipient, sound) = state.withLock { state in
      (state.recipient, state.waiting.isEmpty ? nil : state.waiting.removeFirst())
    }
    if let delegate = recipient?.delegate, let output = recipient?.output, let sound,
      let connection = output.connection(with: .audio), let sample = CMSampleBuffer(sound)
    {
      delegate.captureOutput(output, didOutput: sample, from: connection)
    }
    let queue = state.withLock { state -> DispatchQueue? in
      guard state.isBusy, !state.waiting.isEmpty else {
        state.isBusy = false
        return nil
      }
      return state.recipient?.queue
    }
    queue?.async { [weak self] in self?.handOver() }
  }
}

extension CMFormatDescription {
  /// The description of captured sound.
  static var capturedSound: CMFormatDescription? {
    try? CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        floatsAt: CapturedSound.sampleRate,
        channels: CapturedSound.channels
      )
    )
  }
}

extension CMSampleBuffer {
  /// A piece of sound; nil without a description.
  fileprivate convenience init?(_ sound: CapturedSound) {
    guard let description = CMFormatDescription.capturedSound else { return nil }
    self.init(
      dataBuffer: CMBlockBuffer(bytes: sound.samples.withUnsafeBytes { [UInt8]($0) }),
      formatDescription: description,
      numSamples: sound.count,
      presentationTimeStamp: CMTime(camera: sound.moment)
    )
  }
}
