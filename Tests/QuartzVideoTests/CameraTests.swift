// Cameras: what devices say of themselves, and pictures as they come.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo
import FilmSamples
import Foundation
import Glibc
import QuartzSharing
import Synchronization
import Testing

@testable import QuartzVideo

/// A device whose answers a test writes down.
private struct FakeDevice: CameraQuestions {
  struct Size {
    var least: (Int, Int)
    var most: (Int, Int)
    var hasSteps = false
  }

  var name = "Camera"
  var place = "usb-1"
  var captures = true
  var formats = ["YUYV"]
  var sizes: [Size] = [Size(least: (640, 480), most: (640, 480))]
  var intervals: [(least: (UInt32, UInt32), most: (UInt32, UInt32), hasSteps: Bool)] = [
    ((1, 30), (1, 30), false)
  ]
  /// Whether lists never end.
  var isEndless = false

  func card() -> (name: String, place: String, captures: Bool)? { (name, place, captures) }

  func format(_ index: Int) -> UInt32? {
    guard isEndless || index < formats.count else { return nil }
    return formats[index % formats.count].utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  func size(_ format: UInt32, _ index: Int) -> quartz_camera_size? {
    guard isEndless || index < sizes.count else { return nil }
    let size = sizes[index % sizes.count]
    var answer = quartz_camera_size()
    answer.least_width = UInt32(size.least.0)
    answer.least_height = UInt32(size.least.1)
    answer.most_width = UInt32(size.most.0)
    answer.most_height = UInt32(size.most.1)
    answer.has_steps = size.hasSteps
    return answer
  }

  func interval(
    _ format: UInt32,
    _ width: Int,
    _ height: Int,
    _ index: Int
  ) -> quartz_camera_interval? {
    guard isEndless || index < intervals.count else { return nil }
    let interval = intervals[index % intervals.count]
    var answer = quartz_camera_interval()
    (answer.least_numerator, answer.least_denominator) = interval.least
    (answer.most_numerator, answer.most_denominator) = interval.most
    answer.has_steps = interval.hasSteps
    return answer
  }
}

@Suite struct CameraTests {
  private func describe(_ device: FakeDevice) -> CameraDescription? {
    CameraDescription(node: "/dev/video0", device)
  }

  @Test func devicesListTheirModes() throws {
    var device = FakeDevice(name: "HD\u{1b}[2J Cam\n")
    device.formats = ["YUYV", "XXXX", "MJPG"]
    device.sizes = [
      FakeDevice.Size(least: (640, 480), most: (640, 480)),
      FakeDevice.Size(least: (1280, 720), most: (1280, 720)),
    ]
    device.intervals = [((1, 15), (1, 15), false), ((1, 30), (1, 30), false)]
    let camera = try #require(describe(device))
    #expect(camera.name == "HD [2J Cam" && camera.place == "usb-1")
    #expect(camera.modes.map(\.samples) == ["yuyv422", "yuyv422", "mjpeg", "mjpeg"])
    #expect(camera.modes.map(\.width) == [640, 1280, 640, 1280])
    #expect(camera.modes[0].intervals == [Ratio(1, 30), Ratio(1, 15)])
    // yuvs and jpeg.
    #expect(camera.modes[0].code == 0x7975_7673 && camera.modes[2].code == 0x6A70_6567)
    #expect(camera.modes[0].interval(nearest: Ratio(1, 20)) == Ratio(1, 15))
    #expect(camera.modes[0].interval(nearest: Ratio(1, 60)) == Ratio(1, 30))
  }

  @Test func devicesWithStepsHaveTheUsualSizes() throws {
    var device = FakeDevice()
    device.sizes = [FakeDevice.Size(least: (16, 16), most: (1920, 1200), hasSteps: true)]
    device.intervals = [((1, 60), (1, 5), true)]
    let camera = try #require(describe(device))
    let sizes = camera.modes.map { [$0.width, $0.height] }
    #expect(
      sizes == [
        [16, 16], [320, 240], [640, 480], [800, 600], [1280, 720], [1920, 1080], [1920, 1200],
      ]
    )
    #expect(camera.modes[0].hasSteps)
    #expect(camera.modes[0].interval(nearest: Ratio(1, 24)) == Ratio(1, 24))
    #expect(camera.modes[0].interval(nearest: Ratio(1, 100)) == Ratio(1, 60))
  }

  @Test func devicesThatAreNoCamerasAreLeftOut() {
    #expect(describe(FakeDevice(captures: false)) == nil)
    #expect(describe(FakeDevice(formats: ["H264"])) == nil)
    #expect(describe(FakeDevice(sizes: [])) == nil)
    // Sizes and times that no film can have.
    for size in [(0, 0), (1 << 20, 4), (640, 0)] {
      let sizes = [FakeDevice.Size(least: size, most: size)]
      #expect(describe(FakeDevice(sizes: sizes)) == nil, "\(size)")
    }
    for interval: (UInt32, UInt32) in [(0, 1), (1, 0), (.max, 1), (1, .max)] {
      #expect(describe(FakeDevice(intervals: [(interval, interval, false)])) == nil, "\(interval)")
    }
    // No times at all are 30 a second.
    #expect(describe(FakeDevice(intervals: []))?.modes[0].intervals == [Ratio(1, 30)])
    #expect(CameraDescription.all(in: "/nonexistent").isEmpty)
  }

  @Test func listsThatNeverEndAreCut() throws {
    var device = FakeDevice()
    device.isEndless = true
    let camera = try #require(describe(device))
    #expect(camera.modes.count == 1 && camera.modes[0].intervals == [Ratio(1, 30)])
  }

  /// Files that are no devices answer no questions.
  @Test func plainFilesAreNoDevices() throws {
    let folder = try Folder()
    for name in ["video0", "video1"] {
      #expect(FileManager.default.createFile(atPath: folder.file(name), contents: Data([1])))
    }
    #expect(CameraDescription.all(in: folder.path).isEmpty)
  }

  // MARK: Pictures

  /// The pictures that a source delivers until a condition holds, and its error.
  private func run(
    _ source: any CaptureSource,
    until isEnough: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) throws -> (pictures: [CameraPicture], error: CaptureDeviceError?) {
    let state = Monitor<(pictures: [CameraPicture], error: CaptureDeviceError?)>(([], nil))
    let flow = try CaptureFlow.start(
      source,
      deliver: { sample in
        guard case .picture(let picture) = sample else { return }
        state.change { $0.pictures.append(picture) }
      },
      ended: { error in state.change { $0.error = error } }
    )
    let found = state.wait(until: { $0.error != nil || isEnough($0.pictures.count) }) { $0 }
    flow.stop()
    return found
  }

  /// The column of the bar, by the samples of Y.
  private func bar(_ picture: VideoPicture) -> Int? {
    let row = UnsafeRawBufferPointer(start: picture.memory.base, count: picture.format.width)
    let white = row.indices.filter { row[$0] == 235 }
    return white.count == 1 ? white[0] : nil
  }

  @Test func theTestSourceCountsByItsBar() throws {
    let source = TestCamera(name: "bars", width: 37, height: 5, rate: 500, count: 60)
    let (pictures, error) = try run(source)
    #expect(pictures.map(\.picture.number) == Array(0..<60))
    #expect(pictures.map { bar($0.picture) } == (0..<60).map { $0 % 37 })
    // Its pictures are as far apart as the rate says.
    let moments = pictures.map(\.moment)
    #expect(zip(moments, moments.dropFirst()).allSatisfy { abs($1 - $0 - 0.002) < 1e-9 })
    #expect("\(try #require(error))" == "bars: there are no more pictures: it was unplugged")
    let rgba = pictures[5].picture.rgba
    #expect(Array(rgba[20..<24]) == [255, 255, 255, 255] && rgba[0...2] == [0, 0, 0])
  }

  /// Pictures that nobody keeps give their memory to later ones.
  @Test func memoryIsUsedAgain() throws {
    let seen = Mutex<Set<Int>>([])
    let count = Monitor(0)
    let flow = try CaptureFlow.start(
      TestCamera(name: "memory", width: 64, height: 64, rate: 5000),
      deliver: { sample in
        guard case .picture(let picture) = sample else { return }
        _ = seen.withLock { $0.insert(Int(bitPattern: picture.picture.memory.base)) }
        count.change { $0 += 1 }
      },
      ended: { _ in }
    )
    count.wait(until: { $0 >= 1000 }, then: { _ in })
    flow.stop()
    #expect(seen.withLock { $0.count } <= 2)
  }

  @Test func graphsOfFiltersAreCameras() throws {
    let source = ProgramCamera(graph: "color=white:size=64x48:rate=100")
    let (pictures, error) = try run(source, until: { $0 >= 5 })
    #expect(error == nil && pictures.count >= 5)
    let format = try #require(pictures.first).picture.format
    #expect(format.width == 64 && format.height == 48 && format.isSane)
    #expect(Set(pictures[4].picture.rgba) == [255])
  }

  @Test(arguments: [
    ("color=size=64x48:rate=100:duration=0.05", "there are no more pictures"),
    ("nonsense=1", "no pictures"), ("color=size=0x0", "no pictures"),
  ])
  func graphsThatEndSaySo(graph: String, words: String) throws {
    let (_, error) = try run(ProgramCamera(graph: graph))
    let text = "\(try #require(error))"
    #expect(text.hasPrefix("lavfi:\(graph): \(words): ") && !text.contains("\n"), "\(text)")
  }

  /// A device that is not there: FFmpeg's reason in one line.
  @Test func missingDevicesSaySo() throws {
    let mode = CameraMode(
      samples: "yuyv422",
      code: 0,
      width: 640,
      height: 480,
      intervals: [Ratio(1, 30)]
    )
    let camera = CameraDescription(
      node: "/nonexistent/video0",
      name: "Gone",
      place: "",
      modes: [mode]
    )
    let (pictures, error) = try run(ProgramCamera(camera, mode, interval: Ratio(1, 30)))
    #expect(pictures.isEmpty)
    #expect("\(try #require(error))".hasPrefix("Gone: no pictures: "))
  }

  /// Stopping waits for the program's end.
  @Test func nothingIsLeftOfAStoppedCamera() throws {
    let graph = "testsrc2=size=640x480:rate=100"
    func programs() throws -> [ChildProgram] {
      try ChildProgram.all().filter { $0.arguments.contains(graph) }
    }
    let count = Monitor(0)
    let flow = try CaptureFlow.start(
      ProgramCamera(graph: graph),
      deliver: { _ in count.change { $0 += 1 } },
      ended: { _ in Issue.record("a stopped camera has an error") }
    )
    count.wait(until: { $0 > 0 }, then: { _ in })
    let running = try programs()
    #expect(running.count == 1)
    flow.stop()
    let last = count.withLock { $0 }
    #expect(try programs().isEmpty)
    for program in running { #expect(kill(program.identifier, 0) != 0) }
    #expect(count.withLock { $0 } == last)
    flow.stop()
  }
}
