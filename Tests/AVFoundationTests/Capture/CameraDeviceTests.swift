// Zarra and Long, chapter 7: live pictures of a producer on another thread, and grabbing them.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import Foundation
import Synchronization
import Testing

/// A camera without a device: picture n of 640 x 480 pixels has a white bar in column n.
private final class Camera: Sendable {
  static let (width, height) = (640, 480)
  let slot = CAContentSlot()
  private let latest = Mutex<(number: Int, buffer: CVPixelBuffer)?>(nil)
  private let pool: CVPixelBufferPool

  init() throws {
    var made: CVPixelBufferPool?
    let attributes: [CFString: Any] = [
      kCVPixelBufferWidthKey: Camera.width, kCVPixelBufferHeightKey: Camera.height,
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32RGBA,
    ]
    _ = CVPixelBufferPoolCreate(nil, nil, attributes, &made)
    pool = try #require(made)
  }

  /// Delivers a picture, on the thread that calls.
  func deliver(_ number: Int) throws {
    var made: CVPixelBuffer?
    _ = CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)
    let buffer = try #require(made)
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    for y in 0..<Camera.height {
      let row = (base + y * rowBytes).assumingMemoryBound(to: UInt32.self)
      row.update(repeating: 0xFF00_0000, count: Camera.width)
      row[number % Camera.width] = 0xFFFF_FFFF
    }
    _ = try slot.present(width: Camera.width, height: Camera.height, isOpaque: true) { memory in
      guard let to = memory.baseAddress else { return }
      for y in 0..<Camera.height {
        (to + y * Camera.width * 4).copyMemory(
          from: base + y * rowBytes,
          byteCount: Camera.width * 4
        )
      }
    }
    latest.withLock { $0 = (number, buffer) }
  }

  /// The newest picture.
  func grab() throws -> (number: Int, image: CGImage) {
    let (number, buffer) = try #require(latest.withLock { $0 })
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    let provider = try #require(
      CGDataProvider(data: Data(bytes: base, count: rowBytes * Camera.height))
    )
    let image = CGImage(
      width: Camera.width,
      height: Camera.height,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: rowBytes,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: false,
      intent: .defaultIntent
    )
    return (number, try #require(image))
  }
}

@Suite struct CameraDeviceTests {
  private func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  /// ZL-D-7.12, ZL-D-7.15: a live picture on the left; a press copies the newest one to the right.
  ///
  /// QTCaptureLayer is a layer with a slot here, and the camera a thread that makes pictures.
  @Test func grabsAreTheNewestPictures() throws {
    let camera = try Camera()
    let context = try CAContext(size: CGSize(width: 128, height: 48))
    let (root, left, right) = (CALayer(), CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 128, height: 48)
    left.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    right.frame = CGRect(x: 64, y: 0, width: 64, height: 48)
    left.contents = camera.slot
    // A tenth of the bar's column shows where the bar is.
    for layer in [left, right] {
      layer.magnificationFilter = .nearest
      layer.contentsRect = CGRect(x: 0, y: 0, width: 0.1, height: 0.1)
      root.addSublayer(layer)
    }
    context.layer = root
    func bar(_ half: Int) throws -> Int? {
      let pixels = try MoviePixels(context.image())
      return (0..<64).first { pixels[half * 64 + $0, 24] == [255, 255, 255] }
    }
    // Without a device both are empty.
    #expect(try bar(0) == nil && bar(1) == nil)
    let isElsewhere = Mutex(true)
    let caller = pthread_self()
    func run(_ numbers: Range<Int>) {
      let thread = Thread {
        if pthread_equal(pthread_self(), caller) != 0 { isElsewhere.withLock { $0 = false } }
        for number in numbers { #expect(throws: Never.self) { try camera.deliver(number) } }
      }
      thread.start()
      while !thread.isFinished { sched_yield() }
    }
    run(0..<6)
    #expect(isElsewhere.withLock { $0 })
    #expect(try bar(0) == 5 && bar(1) == nil)
    let first = try camera.grab()
    CATransaction.setDisableActions(true)
    right.contents = first.image
    run(6..<12)
    #expect(first.number == 5)
    #expect(try bar(0) == 11 && bar(1) == 5)
    let before = try descriptors()
    CATransaction.setDisableActions(true)
    for number in 0..<1000 {
      if number % 100 == 0 { try camera.deliver(number % 64) }
      right.contents = try camera.grab().image
    }
    #expect(try bar(1) == 900 % 64)
    // because: other tests have files open at the same time.
    #expect(try descriptors() <= before + 100)
  }
}
