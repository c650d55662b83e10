// Microphones: what the kernel lists, and sound as it comes.
// Licensed under the MIT license; see LICENSE.

import FilmSamples
import Foundation
import QuartzSharing
import Testing

@testable import QuartzVideo

@Suite struct MicrophoneTests {
  // MARK: Lists

  @Test func theKernelListsItsDevices() {
    let list = """
      00-00: ALC295 Analog : ALC295 Analog : playback 1 : capture 1
      00-03: HDMI 0 : HDMI 0 : playback 1
      01-00: USB Audio : USB\u{1b}[2J Audio : capture 1
      02-01: Nameless :  : capture 2
      """
    let words = [0: "PCH\n", 1: "Mic_2-a", 2: "two words"]
    let found = MicrophoneDescription.listed(list) { words[$0] ?? "" }
    #expect(
      found == [
        MicrophoneDescription(.alsa, node: "plughw:CARD=PCH,DEV=0", name: "ALC295 Analog"),
        MicrophoneDescription(.alsa, node: "plughw:CARD=Mic_2-a,DEV=0", name: "USB [2J Audio"),
        // A word that FFmpeg could take for something else is left out.
        MicrophoneDescription(.alsa, node: "plughw:CARD=2,DEV=1", name: "Nameless"),
      ]
    )
  }

  @Test(arguments: [
    "", "\n\n", "00-00", ": : : capture 1", "x-y: a : b : capture 1", "-1-0: a : b : capture 1",
    "00-00-00: a : b : capture 1", "99999999999999999999-0: a : b : capture 1",
    "1000-0: a : b : capture 1", "00-00: a : b : playback 1", "00-00: a", "\u{0}\u{1}:::::",
  ])
  func linesOfOtherThings(line: String) {
    #expect(MicrophoneDescription.listed(line) { _ in "" }.isEmpty)
  }

  @Test func longListsAreCut() {
    let line = "00-00: a : b : capture 1\n"
    let list = String(repeating: line, count: 10_000)
    #expect(MicrophoneDescription.listed(list) { _ in "" }.count == 64)
  }

  @Test func foldersOfDevices() throws {
    let folder = try Folder()
    let all = { MicrophoneDescription.all(in: folder.path, runtime: folder.path) }
    #expect(all().isEmpty)
    try Data("03-00: a : Line : capture 1\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("pcm")))
    try FileManager.default.createDirectory(
      atPath: folder.file("card3"),
      withIntermediateDirectories: false
    )
    try Data("Loop\n".utf8).write(to: URL(fileURLWithPath: folder.file("card3/id")))
    #expect(all().map(\.node) == ["plughw:CARD=Loop,DEV=0"])
    // A sound server's own choice is the first.
    try FileManager.default.createDirectory(
      atPath: folder.file("pulse"),
      withIntermediateDirectories: false
    )
    try Data().write(to: URL(fileURLWithPath: folder.file("pulse/native")))
    #expect(all().map(\.system) == [.pulse, .alsa])
    #expect(all()[0].node == "default" && all()[0].name == "Sound server")
    // A folder in the place of the list.
    #expect(MicrophoneDescription.all(in: "/", runtime: "/").isEmpty)
  }

  // MARK: Times

  /// Late arrivals move nothing, earlier ones do, and a tenth of a second is a gap.
  @Test func momentsOfSound() {
    var clock = SampleClock()
    func moment(_ arrived: Double) -> Double {
      (clock.moment(of: 480, arrived: arrived) * 1e6).rounded() / 1e6
    }
    #expect(moment(100.03) == 100.02)
    #expect(moment(100.04) == 100.03)
    // 20 ms late.
    #expect(moment(100.07) == 100.04)
    // 5 ms earlier than the first.
    #expect(moment(100.055) == 100.045)
    #expect(moment(100.07) == 100.055)
    // After half a second of nothing.
    #expect(moment(100.575) == 100.565)
    #expect(moment(100.585) == 100.575)
  }

  // MARK: Sound

  /// The pieces that a source delivers until a condition holds, and its error.
  private func run(
    _ source: any CaptureSource,
    until isEnough: @escaping @Sendable (Int) -> Bool = { _ in false }
  ) throws -> (pieces: [CapturedSound], error: CaptureDeviceError?) {
    let state = Monitor<(pieces: [CapturedSound], error: CaptureDeviceError?)>(([], nil))
    let flow = try CaptureFlow.start(
      source,
      deliver: { sample in
        guard case .sound(let sound) = sample else { return }
        state.change { $0.pieces.append(sound) }
      },
      ended: { error in state.change { $0.error = error } }
    )
    let found = state.wait(until: { $0.error != nil || isEnough($0.pieces.count) }) { $0 }
    flow.stop()
    return found
  }

  @Test func theTestSourceClicksAtWholeSeconds() throws {
    let source = TestMicrophone(name: "clicks", count: 120)
    let (pieces, error) = try run(source)
    #expect(pieces.count == 120 && pieces.allSatisfy { $0.count == 480 && $0.duration == 0.01 })
    #expect("\(try #require(error))" == "clicks: there is no more sound: it was unplugged")
    for (one, two) in zip(pieces, pieces.dropFirst()) {
      #expect(abs(two.moment - one.moment - 0.01) < 1e-9)
    }
    let start = try #require(pieces.first).moment
    let samples = pieces.flatMap(\.samples)
    let clicks = samples.indices.filter { $0 % 2 == 0 && samples[$0] == TestMicrophone.click }
    // One click of 48 samples for each whole second, perhaps cut at the beginning.
    #expect((48...96).contains(clicks.count))
    for place in clicks {
      let second = (start + Double(place / 2) / 48_000).truncatingRemainder(dividingBy: 1)
      #expect(second < 0.001 || second > 1 - 1e-6, "\(second)")
      #expect(samples[place] == samples[place + 1])
    }
  }

  @Test func graphsOfFiltersAreMicrophones() throws {
    let graph = "sine=frequency=1000:sample_rate=48000:duration=0.25"
    let (pieces, error) = try run(ProgramMicrophone(graph: graph))
    let text = "\(try #require(error))"
    #expect(text.hasPrefix("lavfi:\(graph): there is no more sound: "), "\(text)")
    let left = pieces.flatMap { piece in
      stride(from: 0, to: piece.samples.count, by: 2).map { piece.samples[$0] }
    }
    #expect(left.count == 12_000)
    // 1000 periods a second.
    let rising = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect((249...250).contains(rising))
    #expect(pieces.allSatisfy { $0.moment.isFinite })
  }

  /// Numbers that are none are silence.
  @Test func soundOfNoNumbers() throws {
    let graph = "aevalsrc=exprs=0/0|1/0:sample_rate=48000:duration=0.05"
    let (pieces, _) = try run(ProgramMicrophone(graph: graph))
    let samples = pieces.flatMap(\.samples)
    #expect(samples.count == 4800 && samples.allSatisfy { $0.isFinite })
  }

  @Test func graphsThatMakeSound() {
    for graph in ["sine", "sine=frequency=3", "aevalsrc=0", "anoisesrc=d=1,volume=2"] {
      #expect(ProgramMicrophone.isSound(graph: graph), "\(graph)")
    }
    for graph in ["", "testsrc2", "sinewave", "color=red", ",sine", "movie=a.mp4"] {
      #expect(!ProgramMicrophone.isSound(graph: graph), "\(graph)")
    }
  }

  @Test(arguments: ["sine=nonsense=1", "anullsrc=channel_layout=none"])
  func graphsThatFailSaySo(graph: String) throws {
    let (pieces, error) = try run(ProgramMicrophone(graph: graph))
    let text = "\(try #require(error))"
    #expect(pieces.isEmpty && text.hasPrefix("lavfi:\(graph): no sound: "), "\(text)")
    #expect(!text.contains("\n"))
  }

  /// A device that is not there: FFmpeg's reason in one line.
  @Test func missingDevicesSaySo() throws {
    for system in [MicrophoneDescription.System.alsa, .pulse] {
      let gone = MicrophoneDescription(system, node: "plughw:CARD=None,DEV=0", name: "Gone")
      let (pieces, error) = try run(ProgramMicrophone(gone))
      let text = "\(try #require(error))"
      #expect(pieces.isEmpty && text.hasPrefix("Gone: no sound: "), "\(text)")
    }
  }
}
