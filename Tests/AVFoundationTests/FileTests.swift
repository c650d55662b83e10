// Films that programs write and read, picture by picture.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import TestClaims
import Testing

@Suite struct FileTests {
  /// A picture of 64 x 64 pixels that shows a number.
  private func picture(_ number: Int, side: Int = NumberPicture.side) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    _ = CVPixelBufferCreate(nil, side, side, kCVPixelFormatType_32BGRA, nil, &buffer)
    let made = try #require(buffer)
    _ = CVPixelBufferLockBaseAddress(made, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(made, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(made))
    let gray = NumberPicture.gray(number)
    for row in 0..<side {
      let pixels = (base + row * CVPixelBufferGetBytesPerRow(made))
        .assumingMemoryBound(to: UInt8.self)
      for column in 0..<side {
        let value = gray[row % NumberPicture.side * NumberPicture.side + column % NumberPicture.side]
        for channel in 0..<3 { pixels[column * 4 + channel] = value > 127 ? 255 : 0 }
        pixels[column * 4 + 3] = 255
      }
    }
    return made
  }

  private func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 600) }

  private func writer(
    _ folder: Folder,
    _ settings: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.h264],
    type: AVFileType = .mp4
  ) throws -> (AVAssetWriter, AVAssetWriterInputPixelBufferAdaptor) {
    let url = URL(fileURLWithPath: folder.file(type == .mov ? "new.mov" : "new.mp4"))
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    #expect(writer.canAdd(input))
    writer.add(input)
    return (writer, AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input))
  }

  private func number(of buffer: CVPixelBuffer) -> Int {
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return -1 }
    let count = CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer)
    let bytes = [UInt8](UnsafeRawBufferPointer(start: base, count: count))
    return NumberPicture.number(bytes, width: CVPixelBufferGetBytesPerRow(buffer) / 4)
  }

  /// Pictures at uneven times are read back at them.
  @Test(
    .shows(
      "AVAssetWriter",
      "AVAssetWriter.init(outputURL:fileType:)",
      "AVAssetWriter.startWriting()",
      "AVAssetWriter.startSession(atSourceTime:)",
      "AVAssetWriterInput",
      "AVAssetWriterInput.init(mediaType:outputSettings:)",
      "AVAssetWriterInput.markAsFinished()",
      "AVAssetWriterInputPixelBufferAdaptor",
      "AVAssetWriterInputPixelBufferAdaptor.append(_:withPresentationTime:)",
      "AVAssetReader",
      "AVAssetReaderTrackOutput"
    ),
    arguments: [
      (AVVideoCodecType.h264, AVFileType.mp4), (.hevc, .mp4), (.proRes4444, .mov),
    ]
  )
  func whatIsWrittenIsRead(codec: AVVideoCodecType, type: AVFileType) async throws {
    let folder = try Folder()
    let (writer, adaptor) = try writer(folder, [AVVideoCodecKey: codec], type: type)
    #expect(writer.startWriting() && writer.status == .writing)
    writer.startSession(atSourceTime: time(600))
    // 24 a second, with a rest in the middle.
    let times = (0..<30).map { Int64($0) * 25 + ($0 >= 15 ? 300 : 0) }
    for (number, value) in times.enumerated() {
      #expect(adaptor.append(try picture(number), withPresentationTime: time(600 + value)))
    }
    adaptor.assetWriterInput.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed && writer.error == nil)

    let asset = AVURLAsset(url: writer.outputURL)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .video).first),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
    )
    #expect(reader.canAdd(output))
    reader.add(output)
    #expect(reader.startReading())
    var place = 0
    while let sample = output.copyNextSampleBuffer() {
      #expect(number(of: try #require(sample.imageBuffer)) == place)
      #expect(abs(sample.presentationTimeStamp.seconds - Double(times[place]) / 600) < 1e-4)
      place += 1
    }
    #expect(place == 30 && reader.status == .completed)
  }

  @Test func partsAreRead() throws {
    let folder = try Folder()
    let path = try FilmKind.all[0].make(40, in: folder)
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let reader = try AVAssetReader(asset: asset)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: track, outputSettings: nil)))
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32RGBA]
    )
    reader.add(output)
    reader.timeRange = CMTimeRange(start: time(240), duration: time(120))
    #expect(reader.startReading() && !reader.startReading())
    var numbers: [Int] = []
    while numbers.count < 3, let sample = output.copyNextSampleBuffer() {
      numbers.append(number(of: try #require(sample.imageBuffer)))
    }
    #expect(numbers == [10, 11, 12])
    reader.cancelReading()
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .cancelled)
  }

  @Test(.shows("AVAssetWriter.cancelWriting()")) func mistakesFailInWords() throws {
    let folder = try Folder()
    #expect(throws: AVError.self) {
      _ = try AVAssetWriter(
        outputURL: URL(fileURLWithPath: folder.file("a.avi")),
        fileType: AVFileType(rawValue: "public.avi")
      )
    }
    // Times that do not rise.
    let (first, adaptor) = try writer(folder)
    #expect(!adaptor.append(try picture(0), withPresentationTime: .zero), "it did not begin")
    first.startWriting()
    first.startSession(atSourceTime: .zero)
    #expect(adaptor.append(try picture(0), withPresentationTime: time(30)))
    #expect(!adaptor.append(try picture(1), withPresentationTime: time(30)))
    #expect(first.status == .failed && "\(first.error.map { "\($0)" } ?? "")".contains("0.05 s"))
    #expect(!FileManager.default.fileExists(atPath: first.outputURL.path))
    // Another size.
    let (second, other) = try writer(folder)
    second.startWriting()
    second.startSession(atSourceTime: .zero)
    #expect(other.append(try picture(0), withPresentationTime: .zero))
    #expect(!other.append(try picture(1, side: 32), withPresentationTime: time(30)))
    #expect(second.status == .failed)
    // A file that is there already.
    try Data([1]).write(to: second.outputURL)
    let (third, _) = try writer(folder)
    #expect(!third.startWriting() && (third.error as? AVError)?.code == .fileAlreadyExists)
    try FileManager.default.removeItem(at: second.outputURL)
    // Cancelled.
    let (fourth, last) = try writer(folder)
    fourth.startWriting()
    fourth.startSession(atSourceTime: .zero)
    #expect(last.append(try picture(0), withPresentationTime: .zero))
    fourth.cancelWriting()
    #expect(fourth.status == .cancelled)
    #expect(!FileManager.default.fileExists(atPath: fourth.outputURL.path))
  }
}
