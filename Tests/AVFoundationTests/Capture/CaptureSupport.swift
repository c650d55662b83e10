// Shared by tests of capture sessions: delegates that write down the pictures that come.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzSharing
import Synchronization
import Testing

@testable import AVFoundation

/// A session with a test source.
func testSession(
  _ name: String,
  width: Int = 64,
  height: Int = 8,
  rate: Double = 200,
  count: Int? = nil
) throws -> AVCaptureSession {
  let session = AVCaptureSession()
  let camera = AVCaptureDevice.testSource(
    name: name,
    size: CGSize(width: width, height: height),
    rate: rate,
    count: count
  )
  session.addInput(try AVCaptureDeviceInput(device: camera))
  return session
}

/// Objects that are handed from thread to thread, and what they wrote down.
final class CaptureDiary: Sendable {
  private let list = Monitor<[String]>([])

  var all: [String] { list.withLock { $0 } }
  func add(_ line: String) { list.change { $0.append(line) } }
  func wait(for count: Int) { list.wait(until: { $0.count >= count }, then: { _ in }) }
  func wait(for line: String) { list.wait(until: { $0.contains(line) }, then: { _ in }) }
}

/// The column of a white bar in a picture; nil if there is none, or not one.
func bar(_ picture: CVPixelBuffer?) -> Int? {
  guard let picture else { return nil }
  _ = CVPixelBufferLockBaseAddress(picture, .readOnly)
  defer { _ = CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
  guard let base = CVPixelBufferGetBaseAddress(picture) else { return nil }
  let row = UnsafeRawBufferPointer(start: base, count: CVPixelBufferGetWidth(picture) * 4)
  let white = (0..<CVPixelBufferGetWidth(picture)).filter { row[$0 * 4 + 1] == 255 }
  return white.count == 1 ? white[0] : nil
}

/// Gets the pictures of an output.
final class CaptureViewer: AVCaptureVideoDataOutputSampleBufferDelegate {
  struct Seen {
    var bars: [Int] = []
    var times: [Double] = []
    var dropped = 0
    var isElsewhere = true
  }

  let seen = Monitor(Seen())
  private let mainThread = Transferred(Thread.current)
  /// Seconds that it takes for a picture.
  private let slowness: UInt32

  init(slowness: Double = 0) { self.slowness = UInt32(slowness * 1e6) }

  func captureOutput(
    _ output: AVCaptureOutput,
    didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    let bar = bar(sampleBuffer.imageBuffer) ?? -1
    let isElsewhere = Thread.current !== mainThread.value
    seen.change { seen in
      seen.bars.append(bar)
      seen.times.append(sampleBuffer.presentationTimeStamp.seconds)
      seen.isElsewhere = seen.isElsewhere && isElsewhere
    }
    if slowness > 0 { usleep(slowness) }
  }

  func captureOutput(
    _ output: AVCaptureOutput,
    didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection
  ) {
    #expect(sampleBuffer.imageBuffer == nil && sampleBuffer.presentationTimeStamp.isNumeric)
    seen.change { $0.dropped += 1 }
  }

  func wait(for count: Int) -> Seen {
    seen.wait(until: { $0.bars.count >= count }, then: { $0 })
  }
}

/// Writes down what it hears of recordings.
final class CaptureRecorder: AVCaptureFileOutputRecordingDelegate {
  let diary = CaptureDiary()

  func fileOutput(
    _ output: AVCaptureFileOutput,
    didStartRecordingTo fileURL: URL,
    from connections: [AVCaptureConnection]
  ) {
    diary.add("start \(fileURL.lastPathComponent) \(connections.count)")
  }

  func fileOutput(
    _ output: AVCaptureFileOutput,
    didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection],
    error: (any Error)?
  ) {
    let error = error as? AVError
    let isWhole = error?.errorUserInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool
    diary.add("end \(error.map { "\($0.code)" } ?? "well") \(isWhole.map { "\($0)" } ?? "")")
  }
}

/// Writes down what it hears of photos.
final class CapturePhotographer: AVCapturePhotoCaptureDelegate {
  let diary = CaptureDiary()
  let photos = Mutex<[Int]>([])

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) {
    diary.add("begin")
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishProcessingPhoto photo: AVCapturePhoto,
    error: (any Error)?
  ) {
    let image = photo.cgImageRepresentation()
    let bytes = [UInt8](image?.dataProvider?.data ?? Data())
    let white = (0..<(image?.width ?? 0)).first { bytes[$0 * 4] == 255 }
    photos.withLock { $0.append(white ?? -1) }
    let file = photo.fileDataRepresentation()?.prefix(3) ?? Data()
    diary.add("photo \(Array(file)) \(photo.pixelBuffer == nil ? "file" : "pixels")")
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput,
    didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) {
    diary.add("end \((error as? AVError).map { "\($0.code)" } ?? "well")")
  }
}
