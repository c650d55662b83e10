// Outputs of capture sessions: delegates, layers, photos and films.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzSharing
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct CaptureOutputTests {
  // MARK: Delegates

  /// ZL 7.34 to 7.47: pictures come on the delegate's queue; 1000 grabs are the last that came.
  @Test(
    .shows(
      "AVCaptureVideoDataOutput",
      "AVCaptureVideoDataOutput.setSampleBufferDelegate(_:queue:)",
      "AVCaptureVideoDataOutputSampleBufferDelegate"
    )
  )
  func thousandPicturesComeInOrder() throws {
    let session = try testSession("thousand", rate: 2000)
    let output = AVCaptureVideoDataOutput()
    output.alwaysDiscardsLateVideoFrames = false
    let viewer = CaptureViewer()
    output.setSampleBufferDelegate(viewer, queue: DispatchQueue(label: "delegate"))
    session.addOutput(output)
    session.startRunning()
    let seen = viewer.wait(for: 1000)
    session.stopRunning()
    let start = try #require(seen.times.first)
    #expect(seen.isElsewhere)
    // The time of a picture says which number it has.
    for (bar, time) in zip(seen.bars, seen.times) {
      let number = Int(((time - start) * 2000).rounded()) + seen.bars[0]
      #expect(bar == number % 64, "\(time - start)")
    }
    #expect(zip(seen.times, seen.times.dropFirst()).allSatisfy { $0 < $1 })
    output.setSampleBufferDelegate(nil, queue: nil)
    #expect(output.sampleBufferDelegate == nil && output.sampleBufferCallbackQueue == nil)
  }

  /// Nobody waits for a slow delegate: pictures are dropped, and the newest counts.
  @Test(.shows("AVCaptureVideoDataOutput.alwaysDiscardsLateVideoFrames"))
  func slowDelegatesGetTheNewestPicture() throws {
    let session = try testSession("slow", rate: 200)
    let output = AVCaptureVideoDataOutput()
    let viewer = CaptureViewer(slowness: 0.05)
    output.setSampleBufferDelegate(viewer, queue: DispatchQueue(label: "delegate"))
    session.addOutput(output)
    #expect(output.alwaysDiscardsLateVideoFrames)
    session.startRunning()
    let seen = viewer.wait(for: 10)
    session.stopRunning()
    // Ten pictures come in one look; all but one are dropped.
    #expect(seen.dropped >= 40)
    for (one, two) in zip(seen.times.dropFirst(), seen.times.dropFirst(2)) {
      #expect(two - one >= 0.03, "\(two - one)")
    }
  }

  @Test(.shows("AVCaptureVideoDataOutput.videoSettings"))
  func pixelBuffersHaveTheWantedFormat() throws {
    let output = AVCaptureVideoDataOutput()
    let key = kCVPixelBufferPixelFormatTypeKey as String
    output.videoSettings = [key: kCVPixelFormatType_32RGBA]
    #expect(output.videoSettings[key] as? OSType == kCVPixelFormatType_32RGBA)
    // There is no such format here.
    for format in [OSType(7), kCVPixelFormatType_64RGBAHalf] {
      output.videoSettings = [key: format]
      #expect(output.videoSettings[key] as? OSType == kCVPixelFormatType_32RGBA)
    }
    output.videoSettings = nil
    #expect(output.videoSettings.isEmpty)
    let types = output.availableVideoPixelFormatTypes
    #expect(types == [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA])
  }

  /// A delegate that is gone is no reason to stop the others.
  @Test func connectionsThatAreOffGiveNothing() throws {
    let session = try testSession("off", rate: 500)
    let (open, closed) = (AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput())
    let (viewer, other) = (CaptureViewer(), CaptureViewer())
    open.setSampleBufferDelegate(viewer, queue: DispatchQueue(label: "open"))
    closed.setSampleBufferDelegate(other, queue: DispatchQueue(label: "closed"))
    session.addOutput(open)
    session.addOutput(closed)
    closed.connection(with: .video)?.isEnabled = false
    session.startRunning()
    _ = viewer.wait(for: 20)
    #expect(other.seen.withLock { $0.bars.isEmpty })
    closed.connection(with: .video)?.isEnabled = true
    _ = other.wait(for: 5)
    session.stopRunning()
  }

  // MARK: Layers

  /// The layer shows the newest picture, without anybody's help.
  @Test(
    .shows(
      "AVCaptureVideoPreviewLayer",
      "AVCaptureVideoPreviewLayer.init(session:)",
      "AVCaptureVideoPreviewLayer.session"
    )
  )
  func layersShowTheNewestPicture() throws {
    let session = try testSession("layer", rate: 500, count: 100)
    let context = try CAContext(size: CGSize(width: 64, height: 16))
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 16)
    context.layer = root
    let layers = [0, 8].map { y in
      let layer = AVCaptureVideoPreviewLayer(session: session)
      layer.frame = CGRect(x: 0, y: Double(y), width: 64, height: 8)
      root.addSublayer(layer)
      return layer
    }
    // Before the first picture they are empty.
    let before = try MoviePixels(context.image())
    #expect(Set(before.bytes).count == 1)
    let output = AVCaptureVideoDataOutput()
    let viewer = CaptureViewer()
    output.setSampleBufferDelegate(viewer, queue: DispatchQueue(label: "delegate"))
    session.addOutput(output)
    #expect(layers[0].connection?.videoPreviewLayer === layers[0])
    session.startRunning()
    #expect(layers[0].isPreviewing)
    let seen = viewer.seen.wait(until: { $0.bars.last == 99 % 64 && $0.bars.count > 1 }) { $0 }
    #expect(seen.bars.last == 35)
    let pixels = try MoviePixels(context.image())
    for y in [4, 12] {
      #expect((0..<64).filter { pixels[$0, y] == [255, 255, 255] } == [35])
    }
    layers[0].session = nil
    let after = try MoviePixels(context.image())
    #expect(after[35, 4] == [0, 0, 0] && after[35, 12] == [255, 255, 255])
    #expect(layers[0].connection == nil && !layers[0].isPreviewing)
  }

  /// Law C2: without a device the layer is empty.
  @Test func layersWithoutADeviceAreEmpty() throws {
    let session = AVCaptureSession()
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 8)
    let context = try CAContext(size: CGSize(width: 64, height: 8))
    context.layer = layer
    session.startRunning()
    #expect(session.isRunning && layer.connection == nil)
    #expect(Set(try MoviePixels(context.image()).bytes) == [0])
    session.stopRunning()
    #expect(Set(try MoviePixels(context.image()).bytes) == [0])
  }

  /// Law C2: delegates are called on the main thread where that is asked for, and nowhere else.
  @Test @MainActor func delegatesOnTheMainThread() async throws {
    let session = try testSession("main", rate: 200)
    let output = AVCaptureVideoDataOutput()
    let viewer = CaptureViewer()
    output.setSampleBufferDelegate(viewer, queue: .main)
    session.addOutput(output)
    session.startRunning()
    // because: the main thread of a busy machine has its own pace.
    for _ in 0..<1000 where viewer.seen.withLock({ $0.bars.count < 3 }) {
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    session.stopRunning()
    let seen = viewer.seen.withLock { $0 }
    #expect(seen.bars.count >= 3 && !seen.isElsewhere)
  }

  @Test(
    .shows(
      "AVCaptureVideoPreviewLayer.videoGravity",
      "AVCaptureVideoPreviewLayer.captureDevicePointConverted(fromLayerPoint:)",
      "AVCaptureVideoPreviewLayer.layerPointConverted(fromCaptureDevicePoint:)"
    )
  )
  func pointsOfLayersArePointsOfPictures() throws {
    let session = try testSession("points", width: 64, height: 32, rate: 100)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    #expect(layer.videoGravity == .resizeAspect)
    let context = try CAContext(size: CGSize(width: 100, height: 100))
    context.layer = layer
    session.startRunning()
    session.stopRunning()
    func point(_ x: Double, _ y: Double) -> CGPoint {
      layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: x, y: y))
    }
    // The picture is 100 x 50 in the middle.
    #expect(point(0, 25) == CGPoint(x: 0, y: 0) && point(100, 75) == CGPoint(x: 1, y: 1))
    #expect(point(50, 0) == CGPoint(x: 0.5, y: -0.5))
    layer.videoGravity = .resizeAspectFill
    #expect(point(50, 50) == CGPoint(x: 0.5, y: 0.5) && point(0, 0) == CGPoint(x: 0.25, y: 0))
    layer.videoGravity = .resize
    #expect(point(25, 75) == CGPoint(x: 0.25, y: 0.75))
    let back = layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 0.25, y: 0.75))
    #expect(back == CGPoint(x: 25, y: 75))
    let rect = layer.metadataOutputRectConverted(
      fromLayerRect: CGRect(x: 10, y: 20, width: 30, height: 40)
    )
    #expect(abs(rect.minX - 0.1) < 1e-12 && abs(rect.height - 0.4) < 1e-12)
    layer.frame = .zero
    #expect(point(1, 1) == .zero)
  }

  // MARK: Photos

  @Test(
    .shows(
      "AVCapturePhotoOutput",
      "AVCapturePhotoOutput.capturePhoto(with:delegate:)",
      "AVCapturePhotoSettings",
      "AVCapturePhoto",
      "AVCapturePhotoCaptureDelegate"
    )
  )
  func photosAreTheNextPicture() throws {
    let session = try testSession("photos", rate: 500)
    let output = AVCapturePhotoOutput()
    session.addOutput(output)
    session.startRunning()
    let photographer = CapturePhotographer()
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: photographer)
    photographer.diary.wait(for: 3)
    let key = kCVPixelBufferPixelFormatTypeKey as String
    let settings = AVCapturePhotoSettings(format: [key: kCVPixelFormatType_32BGRA])
    output.capturePhoto(with: settings, delegate: photographer)
    photographer.diary.wait(for: 6)
    // The first bytes of JPEG.
    let photo = "photo [255, 216, 255]"
    #expect(
      photographer.diary.all == [
        "begin", "\(photo) file", "end well", "begin", "\(photo) pixels", "end well",
      ]
    )
    #expect(photographer.photos.withLock { $0.allSatisfy { (0..<64).contains($0) } })
    session.stopRunning()
  }

  @Test func photosWithoutASessionFail() throws {
    let session = try testSession("no photos")
    let output = AVCapturePhotoOutput()
    session.addOutput(output)
    let photographer = CapturePhotographer()
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: photographer)
    let unknown = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    output.capturePhoto(with: unknown, delegate: photographer)
    photographer.diary.wait(for: 4)
    #expect(
      photographer.diary.all == ["begin", "end sessionNotRunning", "begin", "end unknown"]
    )
  }

  // MARK: Films

  private func count(_ url: URL) throws -> (pictures: Int, seconds: Double) {
    let reader = try AVAssetReader(asset: AVURLAsset(url: url))
    let track = try #require(reader.asset.tracks(withMediaType: .video).first)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32RGBA]
    )
    reader.add(output)
    reader.startReading()
    var count = 0
    while output.copyNextSampleBuffer() != nil { count += 1 }
    return (count, reader.asset.duration.seconds)
  }

  /// Three seconds of 30 pictures a second.
  @Test(
    .shows(
      "AVCaptureMovieFileOutput",
      "AVCaptureFileOutput.startRecording(to:recordingDelegate:)",
      "AVCaptureFileOutput.stopRecording()",
      "AVCaptureFileOutput.isRecording",
      "AVCaptureFileOutput.recordedDuration"
    )
  )
  func recordingsHaveThePicturesOfTheirTime() throws {
    let folder = try Folder()
    let session = try testSession("recording", width: 64, height: 48, rate: 30)
    let output = AVCaptureMovieFileOutput()
    session.addOutput(output)
    session.startRunning()
    let recorder = CaptureRecorder()
    let url = URL(fileURLWithPath: folder.file("camera.mov"))
    output.startRecording(to: url, recordingDelegate: recorder)
    recorder.diary.wait(for: "start camera.mov 1")
    #expect(output.isRecording && output.outputFileURL == url)
    // The 90th picture.
    while output.recordedDuration.seconds < 2.96 { usleep(2000) }
    output.stopRecording()
    let end = output.recordedDuration.seconds
    recorder.diary.wait(for: 2)
    session.stopRunning()
    #expect(recorder.diary.all == ["start camera.mov 1", "end well "] && !output.isRecording)
    let film = try count(url)
    // because: a busy machine may stop some pictures late.
    let late = Int(((max(end, 2.967) - 2.967) * 30).rounded())
    #expect((89 + late...91 + late).contains(film.pictures), "\(film), \(late) late")
    #expect(abs(film.seconds - Double(film.pictures) / 30) < 0.04, "\(film)")
    // The place is taken now.
    output.startRecording(to: url, recordingDelegate: recorder)
    recorder.diary.wait(for: 3)
    #expect(recorder.diary.all[2] == "end fileAlreadyExists false")
  }

  /// The pictures before the camera was gone are a film.
  @Test func recordingsOfCamerasThatVanishAreKept() throws {
    let folder = try Folder()
    let session = try testSession("lost", width: 63, height: 47, rate: 100, count: 40)
    let output = AVCaptureMovieFileOutput()
    session.addOutput(output)
    let recorder = CaptureRecorder()
    let url = URL(fileURLWithPath: folder.file("lost.mp4"))
    session.startRunning()
    output.startRecording(to: url, recordingDelegate: recorder)
    recorder.diary.wait(for: 2)
    #expect(recorder.diary.all.last == "end deviceWasDisconnected true")
    let film = try count(url)
    #expect(film.pictures > 10 && film.pictures <= 40)
    let next = URL(fileURLWithPath: folder.file("next.mp4"))
    output.startRecording(to: next, recordingDelegate: recorder)
    recorder.diary.wait(for: 3)
    #expect(recorder.diary.all[2] == "end sessionNotRunning false")
  }

  @Test(.shows("AVCaptureFileOutput.maxRecordedDuration"))
  func recordingsEndAtTheirLongest() throws {
    let folder = try Folder()
    let session = try testSession("longest", rate: 100)
    let output = AVCaptureMovieFileOutput()
    output.maxRecordedDuration = CMTime(value: 1, timescale: 4)
    session.addOutput(output)
    session.startRunning()
    let recorder = CaptureRecorder()
    let url = URL(fileURLWithPath: folder.file("short.mov"))
    output.startRecording(to: url, recordingDelegate: recorder)
    recorder.diary.wait(for: 2)
    session.stopRunning()
    #expect(recorder.diary.all.last == "end maximumDurationReached true")
    #expect(output.recordedDuration.seconds >= 0.25)
  }

  /// A folder that is not there: the encoder's reason, once, and no file.
  @Test func recordingsThatCannotBeWrittenFail() throws {
    let session = try testSession("unwritten", rate: 100)
    let output = AVCaptureMovieFileOutput()
    session.addOutput(output)
    session.startRunning()
    let recorder = CaptureRecorder()
    let url = URL(fileURLWithPath: "/nonexistent/film.mov")
    output.startRecording(to: url, recordingDelegate: recorder)
    recorder.diary.wait(for: "end exportFailed false")
    session.stopRunning()
    #expect(recorder.diary.all.last == "end exportFailed false" && !output.isRecording)
  }
}
