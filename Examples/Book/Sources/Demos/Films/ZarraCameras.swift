// Zarra and Long, chapter 7: a camera's picture in a layer, and photographs of it.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import BookKit
import Synchronization
import UIKit

/// The demos of cameras, with a source of test pictures: a white bar at the column of the number.
@MainActor
enum ZarraCameras {
  static let demos: [Demo] = [live, grabs]

  /// Keeps the newest picture, on the queue of the session.
  private final class Newest: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State {
      var image: CGImage?
      var count = 0
      var isOnMainThread = false
    }

    private let state = Mutex(State())

    func captureOutput(
      _ output: AVCaptureOutput,
      didOutput sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    ) {
      let image = CMSampleBufferGetImageBuffer(sampleBuffer).flatMap(Newest.image)
      let isMain = Thread.isMainThread
      state.withLock {
        $0.image = image
        $0.count += 1
        $0.isOnMainThread = $0.isOnMainThread || isMain
      }
    }

    /// The newest picture; nil before the first.
    var image: CGImage? { state.withLock { $0.image } }
    /// The pictures that were delivered.
    var count: Int { state.withLock { $0.count } }
    /// Whether one came on the main thread.
    var isOnMainThread: Bool { state.withLock { $0.isOnMainThread } }

    private static func image(_ buffer: CVPixelBuffer) -> CGImage? {
      _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      return CGContext(
        data: CVPixelBufferGetBaseAddress(buffer),
        width: CVPixelBufferGetWidth(buffer),
        height: CVPixelBufferGetHeight(buffer),
        bitsPerComponent: 8,
        bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
      )?.makeImage()
    }
  }

  /// The live picture on the left, and the photograph on the right.
  private final class Window: UIViewController {
    let session = AVCaptureSession()
    let newest = Newest()
    let preview: AVCaptureVideoPreviewLayer
    let photo = UIImageView(frame: CGRect(x: 330, y: 0, width: 320, height: 240))
    private(set) var failure: (any Error)?

    init(hasCamera: Bool) {
      preview = AVCaptureVideoPreviewLayer(session: session)
      super.init(nibName: nil, bundle: nil)
      guard hasCamera else { return }
      do {
        let size = CGSize(width: 640, height: 480)
        let camera = AVCaptureDevice.testSource(name: "bar", size: size, rate: 30)
        session.addInput(try AVCaptureDeviceInput(device: camera))
      } catch {
        failure = error
      }
      let output = AVCaptureVideoDataOutput()
      output.videoSettings = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32RGBA
      ]
      output.setSampleBufferDelegate(newest, queue: DispatchQueue(label: "book.camera"))
      session.addOutput(output)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .gray
      preview.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
      view.layer.addSublayer(preview)
      view.addSubview(photo)
      let button = UIButton(
        type: .system,
        primaryAction: UIAction(title: "Photo") { [unowned self] _ in
          photo.image = newest.image.map { UIImage(cgImage: $0) }
        }
      )
      button.frame = CGRect(x: 275, y: 245, width: 100, height: 30)
      button.backgroundColor = .white
      view.addSubview(button)
    }

    /// Waits until so many pictures have come, ten seconds at most.
    func wait(for count: Int) {
      let end = Date(timeIntervalSinceNow: 10)
      while newest.count < count, Date() < end {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
    }
  }

  /// The middle of the columns of a half that are light; nil without any.
  private static func bar(_ pixels: Lockwood1.Pixels, from left: CGFloat) -> Double? {
    let light = (0..<320).filter { pixels[left + CGFloat($0), 120][0] > 60 }
    return light.isEmpty ? nil : Double(light.reduce(0, +)) / Double(light.count)
  }

  private static let live = Demo("ZL-7.12", "A camera in a layer") { Window(hasCamera: true) }
    .screen(650, 280)
    .play(Window.self) { stage, window in
      stage.expect(window.failure == nil, "the camera opens")
      window.session.startRunning()
      stage.expect(window.session.isRunning, "it runs")
      window.wait(for: 20)
      stage.wait(0.1)
      let first = bar(try Lockwood1.Pixels(stage), from: 0)
      stage.expect(first != nil, "its picture is on the left")
      try stage.show("live", isMeasured: true)
      window.wait(for: 50)
      stage.wait(0.1)
      let second = bar(try Lockwood1.Pixels(stage), from: 0)
      stage.expect((second ?? 0) > (first ?? 0), "the bar moves: \(first ?? -1), \(second ?? -1)")
      try stage.show("30 pictures later", isMeasured: true)
      stage.count("pictures", Double(window.newest.count), in: 50...1000)
      window.session.stopRunning()
      let empty = Window(hasCamera: false)
      stage.window.rootViewController = empty
      empty.session.startRunning()
      stage.wait(0.1)
      stage.expect(at: CGPoint(x: 160, y: 120), .gray, "without a camera the layer is empty")
      try stage.show("without a camera", isMeasured: true)
    }

  private static let grabs = Demo("ZL-7.15", "Photographs of a camera") { Window(hasCamera: true) }
    .screen(650, 280)
    .play(Window.self) { stage, window in
      window.session.startRunning()
      window.wait(for: 20)
      // Nothing is delivered between the stop and the press.
      window.session.stopRunning()
      let last = window.newest.image
      stage.press("Photo")
      stage.wait(0.1)
      stage.expect(window.photo.image?.cgImage === last && last != nil, "the newest picture")
      try stage.show("a photograph", isMeasured: true)
      stage.expect(!window.newest.isOnMainThread, "pictures come on a queue of their own")
      guard let last, let data = UIImage(cgImage: last).pngData(),
        let back = UIImage(data: data)?.cgImage
      else { return stage.expect(false, "it is a PNG file") }
      stage.count("differences of the file", Lockwood2.difference(last, back), is: 0)
      let count = window.newest.count
      window.session.startRunning()
      window.wait(for: count + 20)
      stage.count("pictures afterwards", Double(window.newest.count - count), in: 20...1000)
      window.session.stopRunning()
    }
}
