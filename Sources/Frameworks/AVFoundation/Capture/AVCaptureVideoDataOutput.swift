// The pictures of a camera, one by one.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import CoreVideo
public import Dispatch
import Foundation
import QuartzSharing
import QuartzVideo

/// Gets the pictures of an output.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
  /// A picture is there.
  ///
  /// - `sampleBuffer`: Its time is that of `CACurrentMediaTime()`.
  func captureOutput(
    _ output: AVCaptureOutput,
    didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  )
  /// A picture was dropped, as the one before took too long.
  ///
  /// - `sampleBuffer`: Its time, without a picture.
  func captureOutput(
    _ output: AVCaptureOutput,
    didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  )
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: AVCaptureOutput,
    didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {}

  /// Does nothing.
  public func captureOutput(
    _ output: AVCaptureOutput,
    didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {}
}

/// Hands the pictures of a session to a delegate, on a queue of the program's.
///
/// While the delegate looks at a picture one more waits, the newest; those between are dropped.
///
/// **Differences**: pixel buffers are BGRA, the default, or RGBA; both premultiplied and
/// sRGB-encoded.
open class AVCaptureVideoDataOutput: AVCaptureOutput {
  private let data: VideoDataSink

  /// An output without a delegate.
  public init() {
    let data = VideoDataSink()
    self.data = data
    super.init(sink: data, media: [.video])
  }

  /// The settings of pixel buffers: `kCVPixelBufferPixelFormatTypeKey`.
  ///
  /// Formats that are not in `availableVideoPixelFormatTypes` are not taken; nil stands for BGRA.
  // Apple's type: nil is written, and never read.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var videoSettings: [String: Any]! {
    get { data.settings }
    set { data.settings = newValue ?? [:] }
  }

  /// The formats of pixel buffers: BGRA and RGBA.
  open var availableVideoPixelFormatTypes: [OSType] {
    [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA]
  }

  /// Whether pictures are dropped while the delegate looks at one; true by default.
  ///
  /// If it is false, up to eight wait, and those that come then are dropped.
  open var alwaysDiscardsLateVideoFrames: Bool {
    get { data.discardsLate }
    set { data.discardsLate = newValue }
  }

  /// The delegate that gets the pictures; nil if there is none any more.
  open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
    data.delegate
  }

  /// Where the delegate is called.
  open private(set) var sampleBufferCallbackQueue: DispatchQueue?

  /// Sets who gets the pictures, and where; it is not retained.
  ///
  /// - `sampleBufferCallbackQueue`: A serial queue; without one nobody is called.
  open func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    self.sampleBufferCallbackQueue = sampleBufferCallbackQueue
    guard let delegate = sampleBufferDelegate, let queue = sampleBufferCallbackQueue else {
      return data.setRecipient(nil)
    }
    data.setRecipient(VideoDataSink.Recipient(delegate: delegate, output: self, queue: queue))
  }
}

/// Pictures that wait for a delegate.
private final class VideoDataSink: CaptureSink {
  struct Recipient {
    weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
    weak var output: AVCaptureVideoDataOutput?
    var queue: DispatchQueue
  }

  private struct State {
    var recipient: Recipient?
    var settings: [String: Any] = [:]
    var discardsLate = true
    var waiting: [CameraPicture] = []
    /// The times of pictures that were dropped and not told of.
    var dropped: [Double] = []
    var isBusy = false
  }

  private let state = Guarded(State())
  // The queue alone uses them.
  private let buffers = Guarded(PictureBuffers(nil))

  /// The most pictures that wait if none is to be dropped.
  private static let mostWaiting = 8
  /// The most dropped pictures that are told of.
  private static let mostDropped = 64

  var settings: [String: Any] {
    get { state.withLock { $0.settings } }
    set {
      let new = PictureBuffers(newValue[kCVPixelBufferPixelFormatTypeKey])
      guard new.isOfBytes else { return }
      state.withLock { $0.settings = newValue }
      buffers.withLock { $0 = new }
    }
  }

  var discardsLate: Bool {
    get { state.withLock { $0.discardsLate } }
    set { state.withLock { $0.discardsLate = newValue } }
  }

  var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
    state.withLock { $0.recipient?.delegate }
  }

  func setRecipient(_ recipient: Recipient?) {
    state.withLock { state in
      (state.recipient, state.waiting, state.dropped) = (recipient, [], [])
      // Work of another queue finds nothing.
      state.isBusy = false
    }
  }

  func take(_ picture: CameraPicture) {
    let queue = state.withLock { state -> DispatchQueue? in
      guard let recipient = state.recipient else { return nil }
      let room = state.discardsLate ? 1 : Self.mostWaiting
      var late: CameraPicture?
      if state.waiting.count < room {
        state.waiting.append(picture)
      } else if state.discardsLate {
        late = state.waiting.removeFirst()
        state.waiting.append(picture)
      } else {
        late = picture
      }
      if let late, state.dropped.count < Self.mostDropped { state.dropped.append(late.moment) }
      guard !state.isBusy else { return nil }
      state.isBusy = true
      return recipient.queue
    }
    queue?.async { [weak self] in self?.handOver() }
  }

  func end(_ error: AVError?) {
    state.withLock { state in (state.waiting, state.dropped) = ([], []) }
  }

  /// Hands the next picture over, on the delegate's queue.
  private func handOver() {
    let (recipient, picture, dropped) = state.withLock { state in
      defer { state.dropped = [] }
      let picture = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      return (state.recipient, picture, state.dropped)
    }
    if let delegate = recipient?.delegate, let output = recipient?.output,
      let connection = output.connection(with: .video)
    {
      for moment in dropped {
        let sample = CMSampleBuffer(sampleTiming: Self.timing(moment))
        delegate.captureOutput(output, didDrop: sample, from: connection)
      }
      if let picture, let sample = sample(of: picture) {
        delegate.captureOutput(output, didOutput: sample, from: connection)
      }
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

  private func sample(of picture: CameraPicture) -> CMSampleBuffer? {
    guard let buffer = buffers.withLock({ $0.buffer(of: picture.picture) }),
      let description = try? CMFormatDescription(imageBuffer: buffer)
    else { return nil }
    return try? CMSampleBuffer(
      imageBuffer: buffer,
      formatDescription: description,
      sampleTiming: Self.timing(picture.moment)
    )
  }

  private static func timing(_ moment: Double) -> CMSampleTimingInfo {
    var timing = CMSampleTimingInfo()
    timing.presentationTimeStamp = CMTime(camera: moment)
    return timing
  }
}

extension CMTime {
  /// A moment of a camera, in nanoseconds.
  init(camera moment: Double) {
    self.init(value: CMTimeValue((moment * 1e9).rounded()), timescale: 1_000_000_000)
  }
}
