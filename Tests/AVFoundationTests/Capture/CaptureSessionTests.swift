// Capture sessions: pictures of cameras in layers, delegates, photos and films.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzSharing
import QuartzVideo
import TestClaims
import Testing

@testable import AVFoundation

@Suite struct CaptureSessionTests {
  /// Writes down the notifications of a session while a body runs.
  private func notifications(
    of session: AVCaptureSession,
    _ body: (CaptureDiary) throws -> Void
  ) rethrows -> [String] {
    let diary = CaptureDiary()
    let names: [(Notification.Name, String)] = [
      (AVCaptureSession.didStartRunningNotification, "start"),
      (AVCaptureSession.didStopRunningNotification, "stop"),
      (AVCaptureSession.runtimeErrorNotification, "error"),
    ]
    let tokens = names.map { name, word in
      NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
        let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError
        diary.add(error.map { "\(word) \($0.code): \($0)" } ?? word)
      }
    }
    defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
    try body(diary)
    return diary.all
  }

  // MARK: Devices

  @Test(
    .shows(
      "AVCaptureDevice",
      "AVCaptureDevice.formats",
      "AVCaptureDevice.uniqueID",
      "AVCaptureDevice.localizedName",
      "AVCaptureDevice.activeFormat",
      "AVCaptureDevice.activeVideoMinFrameDuration",
      "AVCaptureDevice.lockForConfiguration()"
    )
  )
  func testSourcesSayWhatTheyAre() throws {
    let camera = AVCaptureDevice.testSource(
      name: "bars",
      size: CGSize(width: 640, height: 480),
      rate: 30
    )
    #expect(camera.uniqueID == "test:bars" && camera.localizedName == "bars")
    #expect(camera.formats.count == 1 && camera.activeFormat === camera.formats[0])
    let size = CMVideoFormatDescriptionGetDimensions(camera.activeFormat.formatDescription)
    #expect(size.width == 640 && size.height == 480)
    let range = try #require(camera.activeFormat.videoSupportedFrameRateRanges.first)
    #expect(abs(range.maxFrameRate - 30) < 0.001)
    try camera.lockForConfiguration()
    camera.unlockForConfiguration()
    let other = AVCaptureDevice.testSource(
      name: "bars",
      size: CGSize(width: CGFloat.nan, height: CGFloat.infinity),
      rate: .nan
    )
    #expect(other == camera && other.hash == camera.hash)
    let odd = CMVideoFormatDescriptionGetDimensions(other.activeFormat.formatDescription)
    #expect(odd.width == 1 && odd.height == 1)
    #expect(AVCaptureDevice(uniqueID: "test:bars") == nil)
    #expect(AVCaptureDevice(uniqueID: "lavfi:") == nil && AVCaptureDevice(uniqueID: "") == nil)
    #expect(AVCaptureDevice(uniqueID: "lavfi:testsrc2\n") == nil)
    #expect(AVCaptureDevice(uniqueID: "lavfi:testsrc2") != nil)
    #expect(AVCaptureDevice.default(for: .audio) == nil)
    #expect(AVCaptureDevice.default(for: .muxed) == nil)
  }

  private func mode(_ samples: String, _ width: Int, _ height: Int, _ rates: Int64...) -> CameraMode
  {
    CameraMode(
      samples: samples,
      code: 0,
      width: width,
      height: height,
      intervals: rates.map { Ratio(1, $0) }
    )
  }

  /// Raw pictures of the size that is asked for, compressed ones where raw ones are too slow.
  @Test(.shows("AVCaptureSession.sessionPreset", "AVCaptureSession.Preset"))
  func presetsChooseTheFormat() throws {
    let description = CameraDescription(
      node: "/dev/video7",
      name: "HD",
      place: "usb",
      modes: [
        mode("yuyv422", 640, 480, 30, 15), mode("yuyv422", 1920, 1080, 5),
        mode("mjpeg", 640, 480, 30), mode("mjpeg", 1920, 1080, 30), mode("mjpeg", 2592, 1944, 15),
      ]
    )
    let camera = try #require(AVCaptureDevice.cameras([description]).first)
    #expect(camera.uniqueID == "v4l2:usb")
    let twins = AVCaptureDevice.cameras([description, description])
    #expect(twins[0].uniqueID == "v4l2:usb /dev/video7")
    func chosen(_ preset: AVCaptureSession.Preset) -> Int? {
      camera.follow(preset)
      return camera.formats.firstIndex { $0 === camera.activeFormat }
    }
    #expect(chosen(.high) == 3 && chosen(.vga640x480) == 0 && chosen(.low) == 0)
    #expect(chosen(.photo) == 4)
    #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
    // The program's format counts more.
    camera.activeFormat = camera.formats[0]
    #expect(chosen(.high) == 0)
    camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
    #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 10))
    camera.activeVideoMinFrameDuration = .invalid
    #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
  }

  // MARK: Sessions

  @Test(
    .shows(
      "AVCaptureSession",
      "AVCaptureSession.startRunning()",
      "AVCaptureSession.stopRunning()",
      "AVCaptureSession.isRunning",
      "AVCaptureDeviceInput"
    )
  )
  func startingWaitsUntilPicturesFlow() throws {
    let session = try testSession("starting")
    let notes = notifications(of: session) { _ in
      session.startRunning()
      #expect(session.isRunning)
      session.startRunning()
      session.stopRunning()
      #expect(!session.isRunning)
      session.stopRunning()
    }
    #expect(notes == ["start", "stop"])
    // A session without a source runs, and has nothing to wait for.
    let empty = AVCaptureSession()
    empty.startRunning()
    #expect(empty.isRunning && empty.connections.isEmpty)
    empty.stopRunning()
  }

  /// A graph that makes no picture for a long time.
  @Test func stoppingEndsAStart() throws {
    let session = AVCaptureSession()
    let graph = "lavfi:color=size=64x48:rate=1/100,setpts=PTS+100/TB"
    let camera = try #require(AVCaptureDevice(uniqueID: graph))
    session.addInput(try AVCaptureDeviceInput(device: camera))
    let notes = notifications(of: session) { diary in
      let starting = Transferred(session)
      let thread = Thread {
        starting.value.startRunning()
        diary.add("returned")
      }
      thread.start()
      usleep(100_000)
      session.stopRunning()
      diary.wait(for: "returned")
      #expect(!session.isRunning)
    }
    #expect(!notes.contains { $0.hasPrefix("error") })
  }

  @Test func aCameraBelongsToOneSession() throws {
    let (first, second) = (try testSession("shared"), try testSession("shared"))
    first.startRunning()
    let notes = notifications(of: second) { _ in second.startRunning() }
    #expect(
      notes == [
        "error deviceAlreadyUsedByAnotherSession: shared: another session or program uses it"
      ]
    )
    #expect(first.isRunning && !second.isRunning)
    first.stopRunning()
    second.startRunning()
    #expect(second.isRunning)
    second.stopRunning()
  }

  @Test(.shows("AVCaptureSession.runtimeErrorNotification"))
  func camerasThatVanishSaySoOnce() throws {
    let session = try testSession("vanishing", rate: 200, count: 20)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 8)
    let context = try CAContext(size: CGSize(width: 64, height: 8))
    context.layer = layer
    let line = "vanishing: there are no more pictures: it was unplugged"
    let notes = notifications(of: session) { diary in
      session.startRunning()
      diary.wait(for: "error deviceWasDisconnected: \(line)")
    }
    #expect(notes == ["start", "error deviceWasDisconnected: \(line)"])
    #expect(!session.isRunning)
    // The layer keeps the last picture.
    let pixels = try MoviePixels(context.image())
    #expect((0..<64).filter { pixels[$0, 4] == [255, 255, 255] } == [19])
    // Its name is free again.
    session.startRunning()
    #expect(session.isRunning)
    session.stopRunning()
  }

  @Test(.shows("AVCaptureSession.beginConfiguration()", "AVCaptureSession.commitConfiguration()"))
  func inputsAndOutputsBelongToOneSession() throws {
    let session = try testSession("parts")
    let other = AVCaptureSession()
    let output = AVCaptureVideoDataOutput()
    let input = try #require(session.inputs.first)
    #expect(!other.canAddInput(input))
    other.addInput(input)
    #expect(other.inputs.isEmpty)
    session.addOutput(output)
    #expect(session.outputs.count == 1 && !other.canAddOutput(output))
    let connection = try #require(output.connection(with: .video))
    #expect(connection.isEnabled && !connection.isActive && output.connection(with: .audio) == nil)
    #expect(connection.inputPorts.first?.input === input)
    session.startRunning()
    #expect(connection.isActive)
    session.beginConfiguration()
    session.removeInput(input)
    #expect(session.isRunning && session.connections.isEmpty)
    session.addInput(input)
    session.commitConfiguration()
    #expect(session.isRunning)
    session.removeOutput(output)
    #expect(other.canAddOutput(output) && output.connections.isEmpty)
    session.stopRunning()
  }
}
