// Layers that show pictures with times, of any producer.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import CoreVideo
public import Dispatch
public import Foundation
import QuartzCore
import QuartzModel
import Synchronization

/// The state of what shows samples.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
  /// There was no sample yet.
  case unknown = 0
  /// Samples show.
  case rendering = 1
  /// A sample could not be shown; `flush()` begins anew.
  case failed = 2
}

/// A layer that shows pictures, each from its time on.
///
///     let layer = AVSampleBufferDisplayLayer()
///     layer.requestMediaDataWhenReady(on: queue) {
///       while layer.isReadyForMoreMediaData, let sample = decoder.next() { layer.enqueue(sample) }
///     }
///
/// Times are those of the layer's context: `CACurrentMediaTime()` in real time. A picture whose
/// time has passed shows with the next frame; of several that are due, the last one shows. The
/// renderer has the pictures before their time, so that they show in time whatever the program
/// does. The last one stays. Samples may be enqueued on any thread.
///
/// **Differences**: samples are decoded pictures of B, G, R, A or R, G, B, A bytes, premultiplied;
/// their times are not those of a time base of one's own.
open class AVSampleBufferDisplayLayer: CALayer {
  private let samples: SampleQueue

  /// A layer without pictures.
  public override init() {
    samples = SampleQueue()
    super.init()
    begin()
  }

  /// A copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    let original = layer as? AVSampleBufferDisplayLayer
    samples = original?.samples ?? SampleQueue()
    super.init(layer: layer)
    videoGravity = original?.videoGravity ?? .resizeAspect
  }

  /// A layer of an archive, without pictures; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    samples = SampleQueue()
    super.init(coder: coder)
    begin()
  }

  private func begin() {
    contentsGravity = .resizeAspect
    storeContents(samples.slot)
    frameCallback = { [samples] time, _ in samples.frame(at: time) }
  }

  /// How pictures fill the layer; `.resizeAspect` by default.
  ///
  /// Those that cover more than the layer show beside it, unless `masksToBounds` is true.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet {
      switch videoGravity {
      case .resizeAspectFill: contentsGravity = .resizeAspectFill
      case .resize: contentsGravity = .resize
      default: contentsGravity = .resizeAspect
      }
    }
  }

  /// The state.
  open var status: AVQueuedSampleBufferRenderingStatus { samples.status }
  /// The reason for the state `failed`; nil for others.
  open var error: (any Error)? { samples.error }
  /// Whether more samples are wanted: eight wait at most.
  open var isReadyForMoreMediaData: Bool { samples.isReady }

  /// Shows a picture at its time.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) { samples.add(sampleBuffer) }

  /// Drops the waiting pictures; the displayed one stays.
  open func flush() { samples.flush() }

  /// Drops the pictures that wait, and shows nothing.
  open func flushAndRemoveImage() {
    samples.flush()
    samples.clear()
  }

  /// Calls a block whenever more samples are wanted, until `stopRequestingMediaData()`.
  ///
  /// - Parameters:
  ///   - queue: Where to call it.
  ///   - block: Enqueues samples while `isReadyForMoreMediaData` is true.
  open func requestMediaDataWhenReady(
    on queue: DispatchQueue,
    using block: @escaping @Sendable () -> Void
  ) {
    samples.request(queue, block)
  }

  /// Ends the calls of the block.
  open func stopRequestingMediaData() { samples.endRequest() }
}

/// The samples of one layer on their way to the renderer.
private final class SampleQueue: Sendable {
  private struct State {
    /// The times of pictures that the renderer has and that are not due.
    var times: [Double] = []
    /// Those that have no buffer yet.
    var rest: [CMSampleBuffer] = []
    /// The time of the last frame.
    var now = -Double.infinity
    var status = AVQueuedSampleBufferRenderingStatus.unknown
    var error: AVError?
    var request: (queue: DispatchQueue, block: @Sendable () -> Void)?
    var isCalling = false
  }

  /// The most pictures that wait.
  private static let most = 8

  let slot = CAContentSlot(bufferCount: SampleQueue.most + 4)
  private let state = Mutex(State())

  var status: AVQueuedSampleBufferRenderingStatus { state.withLock { $0.status } }
  var error: AVError? { state.withLock { $0.error } }
  var isReady: Bool { state.withLock { SampleQueue.isReady($0) } }

  private static func isReady(_ state: State) -> Bool {
    state.times.count + state.rest.count < most && state.status != .failed
  }

  func add(_ sample: CMSampleBuffer) {
    state.withLock { state in
      guard state.status != .failed else { return }
      if let error = SampleQueue.problem(sample) {
        (state.status, state.error, state.rest) = (.failed, error, [])
        return
      }
      state.status = .rendering
      state.rest.append(sample)
      // Before its first frame the renderer has no slot, which has no memory for times.
      if state.now > -.infinity { present(&state) }
    }
  }

  /// Why a sample cannot be shown; nil if it can.
  private static func problem(_ sample: CMSampleBuffer) -> AVError? {
    sample.imageBuffer == nil ? AVError(.decodeFailed, "no picture") : nil
  }

  /// Hands over as many samples as there are buffers.
  private func present(_ state: inout State) {
    while let sample = state.rest.first {
      do {
        guard try present(sample) else { return }
        let time = sample.presentationTimeStamp
        if time.isNumeric, time.seconds > state.now { state.times.append(time.seconds) }
      } catch {
        (state.status, state.error) = (.failed, error)
        state.rest = []
        return
      }
      state.rest.removeFirst()
    }
  }

  /// Hands over a sample; false if there is no buffer for it.
  private func present(_ sample: CMSampleBuffer) throws(AVError) -> Bool {
    guard let picture = sample.imageBuffer else { return true }
    guard PictureRows.areKnown(CVPixelBufferGetPixelFormatType(picture)),
      picture.colorSpace == .sRGBSpace
    else { return try present(picture, at: sample.presentationTimeStamp) }
    _ = CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(picture) else {
      throw AVError(.decodeFailed, "a picture without memory")
    }
    let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
    let time = sample.presentationTimeStamp
    do {
      return try slot.present(
        width: width,
        height: height,
        at: time.isNumeric ? time.seconds : nil
      ) { memory in
        if let to = memory.baseAddress { PictureRows.copy(picture, from: base, to: to) }
      }
    } catch {
      throw AVError(.outOfMemory, "a picture of \(width) x \(height): \(error)")
    }
  }

  /// Hands over a picture in the colours and with the light that its notes say; false if there is
  /// no buffer for it.
  ///
  /// Pictures that bytes of sRGB cannot hold are half floats, which layers map to their limits.
  private func present(_ picture: CVPixelBuffer, at time: CMTime) throws(AVError) -> Bool {
    guard let image = picture.makeImage() else {
      throw AVError(.decodeFailed, "a picture of the format \(picture.formatName)")
    }
    let seconds = time.isNumeric ? time.seconds : nil
    let (width, height) = (image.width, image.height)
    let isWide = image.colorSpace?.isWideGamutRGB == true || image.contentHeadroom != 1
    do {
      if isWide, let halves = try PixelBuffer.extended(image).halfData {
        return try slot.present(
          width: width,
          height: height,
          headroom: CGFloat(image.contentHeadroom),
          at: seconds
        ) { memory in
          _ = halves.copyBytes(to: memory)
        }
      }
      let pixels = image.pixelStorage
      return try slot.present(width: width, height: height, at: seconds) { memory in
        // Bounds: both have rows of `width` pixels of four bytes.
        for y in 0..<height {
          let row = UnsafeRawBufferPointer(
            start: pixels.base + y * pixels.rowBytes,
            count: width * 4
          )
          UnsafeMutableRawBufferPointer(rebasing: memory[(y * width * 4)...]).copyMemory(from: row)
        }
      }
    } catch {
      throw AVError(.outOfMemory, "a picture of \(width) x \(height): \(error)")
    }
  }

  /// A frame begins.
  func frame(at time: Double) {
    state.withLock { state in
      state.now = time
      state.times.removeAll { $0 <= time }
      present(&state)
    }
    ask()
  }

  func flush() {
    state.withLock { state in
      slot.flush()
      (state.times, state.rest) = ([], [])
      (state.status, state.error) = (.unknown, nil)
    }
    ask()
  }

  /// Shows one transparent pixel.
  func clear() {
    _ = try? slot.present(width: 1, height: 1) { memory in
      for place in memory.indices { memory[place] = 0 }
    }
  }

  // MARK: Requests

  func request(_ queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
    state.withLock { $0.request = (queue, block) }
    ask()
  }

  func endRequest() { state.withLock { $0.request = nil } }

  /// Requests samples, if some are wanted and none are being made.
  private func ask() {
    let request = state.withLock { state -> (queue: DispatchQueue, block: @Sendable () -> Void)? in
      guard let request = state.request, !state.isCalling, SampleQueue.isReady(state) else {
        return nil
      }
      state.isCalling = true
      return request
    }
    guard let request else { return }
    request.queue.async { [self] in
      request.block()
      state.withLock { $0.isCalling = false }
    }
  }
}
