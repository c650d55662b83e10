// Layers that show samples: times, requests, flushes, formats.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import Foundation
import Synchronization
import TestClaims
import Testing

@Suite struct SampleBufferTests {
  private struct Stage {
    let context: CAContext
    let layer = AVSampleBufferDisplayLayer()

    init() throws {
      context = try CAContext(size: CGSize(width: 8, height: 8))
      layer.videoGravity = .resize
      layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      context.layer = layer
    }

    func grey(at time: Double) throws -> [Int] { try MoviePixels(context.image(at: time))[4, 4] }
  }

  /// A picture of 4 x 4 pixels of one colour.
  private func sample(
    _ red: UInt8,
    _ seconds: Double?,
    _ format: OSType = kCVPixelFormatType_32BGRA
  ) throws -> CMSampleBuffer {
    var made: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, 4, 4, format, nil, &made)
    let buffer = try #require(made)
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    if let base = CVPixelBufferGetBaseAddress(buffer), CVPixelBufferGetPlaneCount(buffer) == 0 {
      let isBGRA = format == kCVPixelFormatType_32BGRA
      for y in 0..<4 {
        let row = (base + y * CVPixelBufferGetBytesPerRow(buffer)).assumingMemoryBound(
          to: UInt8.self
        )
        for x in 0..<4 {
          for (part, value) in [0, 0, red, 255].enumerated() {
            row[x * 4 + (isBGRA || part == 3 ? part : 2 - part)] = value
          }
        }
      }
    }
    _ = CVPixelBufferUnlockBaseAddress(buffer, [])
    var timing = CMSampleTimingInfo.invalid
    if let seconds {
      timing.presentationTimeStamp = CMTime(seconds: seconds, preferredTimescale: 600)
    }
    var description: CMVideoFormatDescription?
    _ = CMVideoFormatDescriptionCreateForImageBuffer(
      allocator: nil,
      imageBuffer: buffer,
      formatDescriptionOut: &description
    )
    var sample: CMSampleBuffer?
    _ = CMSampleBufferCreateReadyWithImageBuffer(
      allocator: nil,
      imageBuffer: buffer,
      formatDescription: try #require(description),
      sampleTiming: &timing,
      sampleBufferOut: &sample
    )
    return try #require(sample)
  }

  @Test(
    .shows(
      "AVSampleBufferDisplayLayer",
      "AVSampleBufferDisplayLayer.enqueue(_:)",
      "AVSampleBufferDisplayLayer.status",
      "AVSampleBufferDisplayLayer.isReadyForMoreMediaData",
      "AVQueuedSampleBufferRenderingStatus.rendering",
      "AVQueuedSampleBufferRenderingStatus.unknown",
      "CMSampleBufferCreateReadyWithImageBuffer(allocator:imageBuffer:formatDescription:sampleTiming:sampleBufferOut:)",
      "CMVideoFormatDescriptionCreateForImageBuffer(allocator:imageBuffer:formatDescriptionOut:)",
      "CMSampleTimingInfo.presentationTimeStamp",
      "CMSampleTimingInfo.invalid"
    )
  ) func samplesShowFromTheirTimesOn() throws {
    let stage = try Stage()
    #expect(stage.layer.status == .unknown)
    #expect(try stage.grey(at: 0) == [0, 0, 0])
    for (red, time) in [(UInt8(10), 0.1), (20, 0.2), (30, 0.3)] {
      stage.layer.enqueue(try sample(red, time))
    }
    #expect(stage.layer.status == .rendering && stage.layer.isReadyForMoreMediaData)
    #expect(try stage.grey(at: 0.05) == [0, 0, 0])
    #expect(try stage.grey(at: 0.15) == [10, 0, 0])
    #expect(try stage.grey(at: 0.35) == [30, 0, 0])
    // The last one stays; one without a time shows at once, and one that is late too.
    #expect(try stage.grey(at: 9) == [30, 0, 0])
    stage.layer.enqueue(try sample(40, nil, kCVPixelFormatType_32RGBA))
    #expect(try stage.grey(at: 9) == [40, 0, 0])
    stage.layer.enqueue(try sample(50, 1))
    #expect(try stage.grey(at: 9.1) == [50, 0, 0])
  }

  @Test(
    .shows("AVSampleBufferDisplayLayer.flush()", "AVSampleBufferDisplayLayer.flushAndRemoveImage()")
  ) func flushesDropWhatWaits() throws {
    let stage = try Stage()
    stage.layer.enqueue(try sample(10, 0.1))
    stage.layer.enqueue(try sample(20, 0.2))
    #expect(try stage.grey(at: 0.1) == [10, 0, 0])
    stage.layer.flush()
    #expect(try stage.grey(at: 0.5) == [10, 0, 0])
    stage.layer.flushAndRemoveImage()
    #expect(try stage.grey(at: 0.6) == [0, 0, 0])
    stage.layer.enqueue(try sample(30, 0.7))
    #expect(try stage.grey(at: 0.7) == [30, 0, 0])
  }

  @Test(
    .shows(
      "AVSampleBufferDisplayLayer.error",
      "AVSampleBufferDisplayLayer.status",
      "AVQueuedSampleBufferRenderingStatus.failed"
    )
  ) func formatsThatAreNotShownFail() throws {
    let stage = try Stage()
    let strange = try sample(1, 0, kCVPixelFormatType_420YpCbCr8Planar)
    let notes = [kCVImageBufferYCbCrMatrixKey: "ICtCp"]
    CVBufferSetAttachments(try #require(strange.imageBuffer), notes, .shouldPropagate)
    stage.layer.enqueue(strange)
    let lines = try Diagnostics.lines { _ = try stage.grey(at: 0) }
    #expect(lines.contains { $0.contains("ICtCp") })
    #expect(stage.layer.status == .failed && stage.layer.error != nil)
    #expect(!stage.layer.isReadyForMoreMediaData)
    stage.layer.flush()
    stage.layer.enqueue(try sample(9, 0))
    #expect(stage.layer.status == .rendering)
    #expect(try stage.grey(at: 0) == [9, 0, 0])
  }

  /// Eight wait at most, and more are asked for as they show; nothing is lost of more.
  @Test(
    .shows(
      "AVSampleBufferDisplayLayer.requestMediaDataWhenReady(on:using:)",
      "AVSampleBufferDisplayLayer.stopRequestingMediaData()"
    )
  ) func samplesAreAskedFor() throws {
    let stage = try Stage()
    let next = Mutex(0)
    // Safe because: samples may be enqueued on any thread.
    nonisolated(unsafe) let layer = stage.layer
    let samples = try (0..<40).map { try sample(UInt8($0), 0.1 * Double($0 + 1)) }
    let queue = DispatchQueue(label: "samples")
    layer.requestMediaDataWhenReady(on: queue) {
      while layer.isReadyForMoreMediaData {
        let number = next.withLock { number in
          defer { number += 1 }
          return number
        }
        guard number < samples.count else { return layer.stopRequestingMediaData() }
        layer.enqueue(samples[number])
      }
    }
    queue.sync {}
    #expect(next.withLock { $0 } == 8 && !layer.isReadyForMoreMediaData)
    for number in 0..<40 {
      #expect(try stage.grey(at: 0.1 * Double(number + 1) + 0.01) == [number, 0, 0])
      queue.sync {}
    }
    #expect(next.withLock { $0 } == 41)
    for number in 0..<30 { layer.enqueue(try sample(UInt8(100 + number), 10 + Double(number))) }
    for number in 0..<30 {
      #expect(try stage.grey(at: 10 + Double(number)) == [100 + number, 0, 0])
    }
  }
}
