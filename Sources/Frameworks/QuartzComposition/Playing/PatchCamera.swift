// The pictures of a camera patch.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import Dispatch
import Synchronization

/// Runs the camera of a camera patch, from its first use on.
final class PatchCamera {
  /// The beginning of identifiers that stand for graphs of FFmpeg's filters, which can read files.
  static let graphPrefix = "lavfi:"

  /// Takes the newest picture, on a queue of its own.
  private final class Newest: AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let buffer = Mutex<CVPixelBuffer?>(nil)

    func captureOutput(
      _ output: AVCaptureOutput,
      didOutput sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    ) {
      let picture = CMSampleBufferGetImageBuffer(sampleBuffer)
      buffer.withLock { $0 = picture }
    }
  }

  private let session = AVCaptureSession()
  private var output: AVCaptureVideoDataOutput?
  private let newest = Newest()
  private var shown: CVPixelBuffer?
  private var picture: Picture?
  private var device: AVCaptureDevice?

  deinit {
    session.stopRunning()
  }

  /// A layer that shows the camera.
  func makeLayer() -> CALayer {
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.videoGravity = .resize
    return layer
  }

  /// Takes the camera of an identifier; nil is the default one.
  ///
  /// - Returns: Whether there is one; if not, the one before goes on.
  func use(_ identifier: String?) -> Bool {
    let found =
      identifier.map { AVCaptureDevice(uniqueID: $0) } ?? AVCaptureDevice.default(for: .video)
    guard let found, let input = try? AVCaptureDeviceInput(device: found) else {
      let name = identifier.map { "\"\($0)\"" } ?? "by default"
      Diagnostics.report("a camera patch: there is no camera \(name)", from: QCComposition.module)
      return false
    }
    session.beginConfiguration()
    for old in session.inputs { session.removeInput(old) }
    session.addInput(input)
    session.commitConfiguration()
    device = found
    return true
  }

  /// Runs the camera, if it does not run.
  func start() {
    if device != nil, !session.isRunning { session.startRunning() }
  }

  /// Returns the newest picture, the same object as long as there is no newer one; nil before the
  /// first.
  func newestPicture() -> Picture? {
    if output == nil {
      let output = AVCaptureVideoDataOutput()
      output.setSampleBufferDelegate(newest, queue: DispatchQueue(label: "quartz.camera"))
      session.addOutput(output)
      self.output = output
    }
    start()
    let buffer = newest.buffer.withLock { $0 }
    if let buffer, buffer !== shown, let image = buffer.makeImage() {
      (shown, picture) = (buffer, Picture(image))
    }
    return picture
  }
}
