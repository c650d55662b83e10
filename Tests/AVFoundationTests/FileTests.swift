// Films that programs write and read, picture by picture.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import FilmSamples
import Foundation
import QuartzSharing
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
        let value = gray[
          row % NumberPicture.side * NumberPicture.side + column % NumberPicture.side
        ]
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

  // MARK: The encoder

  /// The encoder of a writer that has taken a picture.
  private func encoder(of writer: AVAssetWriter) throws -> ChildProgram {
    let programs = try ChildProgram.all().filter { $0.arguments.contains(writer.outputURL.path) }
    #expect(programs.count == 1)
    return try #require(programs.first)
  }

  /// Law C6: a film whose encoder is killed has failed within a second of the next call.
  @Test(arguments: [true, false])
  func killedEncodersFailTheFilm(finishes: Bool) throws {
    let folder = try Folder()
    let (writer, adaptor) = try writer(folder)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    let picture = try picture(0)
    #expect(adaptor.append(picture, withPresentationTime: .zero))
    #expect(writer.status == .writing)
    #expect(kill(try encoder(of: writer).identifier, SIGKILL) == 0)
    let clock = ContinuousClock()
    // because: a busy machine comes late to the queue on which films end.
    let begin = Monitor<ContinuousClock.Instant?>(finishes ? nil : clock.now)
    let end = Monitor<ContinuousClock.Instant?>(nil)
    if finishes {
      DispatchQueue.global().async { begin.change { $0 = clock.now } }
      writer.finishWriting { end.change { $0 = clock.now } }
    } else {
      for number in 1... where !adaptor.append(picture, withPresentationTime: time(Int64(number))) {
        break
      }
      end.change { $0 = clock.now }
    }
    let ended = try #require(end.wait(until: { $0 != nil }, then: { $0 }))
    let began = try #require(begin.wait(until: { $0 != nil }, then: { $0 }))
    #expect(writer.status == .failed && ended - began < .seconds(1), "\(ended - began)")
    let error = try #require(writer.error as? AVError)
    #expect(error.code == .exportFailed && error.description.contains("signal 9"), "\(error)")
    #expect(!FileManager.default.fileExists(atPath: writer.outputURL.path))
    #expect(!adaptor.append(picture, withPresentationTime: time(600)))
    #expect(!adaptor.assetWriterInput.isReadyForMoreMediaData)
  }

  /// Law C6: four pictures wait at most, and further ones until the encoder has taken one.
  @Test(.shows("AVAssetWriterInput.isReadyForMoreMediaData"))
  func fourPicturesWait() async throws {
    let folder = try Folder()
    let (writer, adaptor) = try writer(folder)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    // Larger than the pipe to the encoder.
    let picture = try picture(1, side: 1024)
    #expect(adaptor.append(picture, withPresentationTime: .zero))
    let encoder = try encoder(of: writer).identifier
    #expect(kill(encoder, SIGSTOP) == 0)
    defer { kill(encoder, SIGCONT) }
    var taken = 1
    var rest = 0
    // The thread that writes takes one of them in its own time.
    while rest < 20, taken < 20 {
      if adaptor.assetWriterInput.isReadyForMoreMediaData {
        #expect(adaptor.append(picture, withPresentationTime: time(Int64(taken) * 25)))
        (taken, rest) = (taken + 1, 0)
      } else {
        usleep(10_000)
        rest += 1
      }
    }
    // Four, the one that is written, and the first one if the encoder has read that.
    #expect((5...6).contains(taken))
    let isAdded = Monitor<Bool?>(nil)
    let (last, input) = (Transferred(picture), Transferred(adaptor))
    let moment = time(Int64(taken) * 25)
    Thread.detachNewThread {
      let added = input.value.append(last.value, withPresentationTime: moment)
      isAdded.change { $0 = added }
    }
    usleep(100_000)
    #expect(isAdded.withLock { $0 } == nil)
    #expect(kill(encoder, SIGCONT) == 0)
    #expect(isAdded.wait(until: { $0 != nil }, then: { $0 }) == true)
    await writer.finishWriting()
    #expect(writer.status == .completed)
    let asset = AVURLAsset(url: writer.outputURL)
    #expect(abs(asset.duration.seconds - Double(taken + 1) / 24) < 1e-3)
  }

  /// Law C6: what is written without loss is read as it was, byte for byte.
  @Test func filmsWithoutLossAreEqual() async throws {
    let folder = try Folder()
    let properties = [AVVideoQualityKey: 1.0]
    let (writer, adaptor) = try writer(
      folder,
      [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoCompressionPropertiesKey: properties]
    )
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    for number in 0..<30 {
      let moment = time(Int64(number) * 25)
      #expect(adaptor.append(try picture(number), withPresentationTime: moment))
    }
    await writer.finishWriting()
    let asset = AVURLAsset(url: writer.outputURL)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .video).first),
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
    )
    reader.add(output)
    reader.startReading()
    for number in 0..<30 {
      let found = try #require(output.copyNextSampleBuffer()?.imageBuffer)
      #expect(bytes(of: found) == bytes(of: try picture(number)), "picture \(number)")
    }
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .completed)
  }

  /// The pixels, without what rows have behind them.
  private func bytes(of buffer: CVPixelBuffer) -> [UInt8] {
    _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return [] }
    return (0..<CVPixelBufferGetHeight(buffer)).flatMap { row in
      [UInt8](
        UnsafeRawBufferPointer(
          start: base + row * CVPixelBufferGetBytesPerRow(buffer),
          count: CVPixelBufferGetWidth(buffer) * 4
        )
      )
    }
  }
}
