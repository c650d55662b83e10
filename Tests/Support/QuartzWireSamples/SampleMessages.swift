// One message of every kind, encoded: what round trips, cuts and mutations start from.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
package import QuartzWire
import TestRandom

/// A message as bytes and the descriptors that go with it.
package struct SampleMessage: Sendable {
  package var opcode: Opcode
  /// The whole message, its header included.
  package var bytes: [UInt8]
  /// The buffers that own the memory of the descriptors.
  package let attachments: [SharedBuffer]
  /// The descriptors in their order: a fence's, then those of the buffers.
  package var descriptors: [Int32] {
    (fence.map { [$0.descriptor] } ?? []) + attachments.map(\.descriptor)
  }
  private let fence: (any PictureFence)?

  package init(_ message: some Message, serial: UInt64 = 7, pool: BufferPool) throws {
    let encoded = try WireWriter.encode(message, serial: serial, pool: pool)
    opcode = encoded.opcode
    bytes = encoded.withBytes { Array($0) }
    attachments = encoded.attachments
    fence = encoded.fence
  }

  /// Descriptors of their own for a receiver.
  package func duplicatedDescriptors() -> [Int32] {
    descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
  }

  /// Writes the length that the bytes have into the header.
  package mutating func repairLength() {
    guard bytes.count >= 4 else { return }
    let count = UInt32(bytes.count)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: count >> UInt32(8 * index)) }
  }

  /// Decodes the bytes as a receiver would that got them at once.
  package func decoded<Messages: MessageSet>(
    as type: Messages.Type,
    limits: WireLimits = WireLimits(),
    releases: ReleaseQueue
  ) throws -> Received<Messages> {
    try bytes.withUnsafeBytes { bytes in
      try WireReader.decode(
        type,
        bytes: bytes,
        descriptors: ReceivedDescriptors(owning: duplicatedDescriptors()),
        limits: limits,
        releases: releases
      )
    }
  }
}

/// A sample of every message.
package enum SampleMessages {
  private static let slowRates =
    FrameRateWish(minimum: 8, maximum: 15, preferred: 12) ?? FrameRateWish.none

  /// Every message that a client sends; commits several times, small and with everything in them.
  // Long because: one sample for each message.
  package static func client(pool: BufferPool, seed: UInt64 = 1) throws -> [SampleMessage] {
    var generator = SeededGenerator(seed: seed)
    let configuration = ContextConfiguration(
      width: 640,
      height: 480,
      scale: 2,
      isYUp: true,
      background: .white
    )
    var samples = [
      try SampleMessage(Hello(clientName: "sample é"), pool: pool),
      try SampleMessage(
        CreateContext(context: 3, configuration: configuration, clock: .stepped, frameRate: 30),
        pool: pool
      ),
      try SampleMessage(DestroyContext(context: 3), pool: pool),
      try SampleMessage(CommitMessage(context: 3, commit: Commit(time: 1)), pool: pool),
      try SampleMessage(CommitMessage(context: 3, commit: .creating(layers: 5)), pool: pool),
      try SampleMessage(RequestFrame(context: 3, time: .now), pool: pool),
      try SampleMessage(RequestFrame(context: 3, time: .seconds(2.5)), pool: pool),
      try SampleMessage(CaptureFrame(token: .max, time: .seconds(-1)), pool: pool),
      try SampleMessage(ReleaseFrames(buffers: [1, 2, .max]), pool: pool),
      try SampleMessage(RequestStatistics(), pool: pool),
      try SampleMessage(Ping(), pool: pool),
      try SampleMessage(AwaitFrame(token: 0x0123_4567_89AB_CDEF), pool: pool),
      try SampleMessage(AwaitRatedFrame(token: 7, rates: slowRates), pool: pool),
      try SampleMessage(CaptureNextFrame(token: 0x0123_4567_89AB_CDEF), pool: pool),
      try SampleMessage(CaptureNews(token: .max, isWhole: true), pool: pool),
      try SampleMessage(
        StartEmission(context: 3, starts: [LayerID(9): -2.5, LayerID(4): 1e9]),
        pool: pool
      ),
      try SampleMessage(RequestEvents(token: .max), pool: pool),
      try SampleMessage(SetHeadroom(context: 3, headroom: 2.5), pool: pool),
      try SampleMessage(FlushSlot(context: 3, image: ImageID(4)), pool: pool),
      try SampleMessage(ServeLayers(high: .max, low: 7), pool: pool),
      try SampleMessage(
        OfferContext(
          context: 3,
          key: LayerServerKey(high: .max, low: 7, process: 99),
          client: 0x0123_4567
        ),
        pool: pool
      ),
      try SampleMessage(RevokeClient(client: 0x0123_4567), pool: pool),
      try SampleMessage(RequestHosting(), pool: pool),
      try SampleMessage(
        Fence(token: FenceToken(high: .max, low: 7), parties: 3, commits: 2),
        pool: pool
      ),
      try SampleMessage(SetOverlays(context: 3, overlays: .all), pool: pool),
      try SampleMessage(RequestContextStatistics(context: 3), pool: pool),
      try SampleMessage(RequestSettings(), pool: pool),
      try SampleMessage(RequestContexts(), pool: pool),
      try SampleMessage(RequestChange(token: .max, fromStart: true), pool: pool),
      try SampleMessage(EndObservation(token: 0x0123_4567_89AB_CDEF), pool: pool),
      try SampleMessage(CaptureStatistics(token: 7), pool: pool),
      try SampleMessage(
        ReportCommit(context: 3, report: CommitReport(flow: .max, phases: .sample)),
        pool: pool
      ),
    ]
    let values: [(PropertyID, PropertyValue?)] = [
      (.opacity, .number(0.5)), (.name, .string("é")), (.transform, nil),
    ]
    for (property, value) in values {
      let message = OverrideValue(token: .max, layer: LayerID(5), property: property, value: value)
      samples.append(try SampleMessage(message, pool: pool))
    }
    for time in [nil, 2.5] {
      let present = ImagePresent(ImageID(4), .random(using: &generator), at: time)
      samples.append(try SampleMessage(PresentSlot(context: 3, present: present), pool: pool))
    }
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    let fence = try FenceDescriptor(duplicating: file)
    let fenced = ImagePresent(ImageID(4), .random(using: &generator), at: 2.5, behind: fence)
    samples.append(
      try SampleMessage(PresentFencedSlot(context: 3, present: fenced), pool: pool)
    )
    for chroma in PlaneLayout.Chroma.allCases {
      let present = ImagePresent(ImageID(4), .planes(chroma, using: &generator))
      samples.append(try SampleMessage(PresentSlot(context: 3, present: present), pool: pool))
    }
    let lights: [(PlaneLayout.Chroma, PlaneLayout.Light?)] = [
      (.words, nil), (.words, PlaneLayout.Light(.pq, headroom: 49)),
      (.interleaved, PlaneLayout.Light(.hlg, headroom: 0)),
    ]
    for (chroma, light) in lights {
      let present = ImagePresent(ImageID(4), .planes(chroma, light: light, using: &generator))
      samples.append(try SampleMessage(PresentSlot(context: 3, present: present), pool: pool))
    }
    return try samples + commits(pool, &generator)
  }

  private static func commits(
    _ pool: BufferPool,
    _ generator: inout SeededGenerator
  ) throws -> [SampleMessage] {
    try [0, 0, 0, 3].map { images in
      let commit = Commit.random(images: images, hasOddNumbers: true, using: &generator)
      return try SampleMessage(CommitMessage(context: 3, commit: commit), pool: pool)
    }
  }

  /// An event of every kind.
  private static var events: [OutputEvent] {
    let point = Point(12.5, -0.25)
    let key = OutputEvent.Key(
      characters: "É",
      plainCharacters: "e",
      usage: 8,
      isRepeat: true
    )
    let kinds: [OutputEvent.Kind] = [
      .pointerMoved(point), .pointerLeft, .buttonDown(1, clicks: 2, at: point),
      .buttonUp(3, at: point), .wheel(right: -1, up: 0.5, at: point),
      .touch(.began, 7, at: point), .touch(.moved, .max, at: point),
      .touch(.ended, .min, at: point),
      .key(key, isDown: true), .key(key, isDown: false), .focus(true), .headroom(2.5),
    ]
    return kinds.enumerated().map {
      OutputEvent($1, [.shift, .command], time: 100 + Double($0) / 8)
    }
  }

  /// Every message that the server sends.
  package static func server(pool: BufferPool, seed: UInt64 = 1) throws -> [SampleMessage] {
    var generator = SeededGenerator(seed: seed)
    var counters = FrameCounters()
    counters.drawCalls = 3
    counters.pixelsTouched = 1 << 40
    var statistics = Statistics()
    statistics.clients = 2
    statistics.residentBytes = 1 << 33
    var hosting = HostingStatistics()
    hosting.offers = 3
    hosting.overruns = 1 << 40
    hosting.clients = [
      HostingStatistics.Client(client: 0x0123_4567, layers: 12, updates: 1 << 33),
      HostingStatistics.Client(client: 0, layers: 0, updates: 0),
    ]
    var settings = ClientSettings()
    settings.slowAnimationFactor = 10
    settings.wantsReports = true
    let backend = BackendDescription(
      name: "gles",
      renderer: "llvmpipe",
      version: "OpenGL ES 3.2",
      platform: "surfaceless"
    )
    let frame = Frame(
      context: 3,
      time: 1.5,
      pixels: .random(using: &generator),
      damage: [PixelRect(0, 0, 4, 4), PixelRect(-2, 6, 9, 12)],
      counters: counters
    )
    return try [
      try SampleMessage(
        Welcome(backend: backend, maximumSide: 8192, limits: WireLimits()),
        pool: pool
      ),
      try SampleMessage(ContextCreated(context: 3, token: 0x0123_4567_89AB_CDEF), pool: pool),
      try SampleMessage(frame, pool: pool),
      try SampleMessage(BuffersReleased(buffers: [5]), pool: pool),
      try SampleMessage(statistics, pool: pool),
      try SampleMessage(Pong(), pool: pool),
      try SampleMessage(
        Failure(
          refusedOpcode: 4,
          offset: 99,
          code: .refusedCommit,
          endsConnection: true,
          reason: "no layer #5"
        ),
        pool: pool
      ),
      try SampleMessage(FrameBegan(time: 12.5, period: 1 / 60), pool: pool),
      try SampleMessage(hosting, pool: pool),
      try SampleMessage(ContextReport(context: 3, statistics: .sample), pool: pool),
      try SampleMessage(settings, pool: pool),
      try SampleMessage(ContextList(count: 5, entries: [.sample]), pool: pool),
      try SampleMessage(Overridden(token: .max, count: 3), pool: pool),
      try SampleMessage(OutputEvents(events: events), pool: pool),
    ] + observedChanges(pool: pool, using: &generator)
  }

  private static func observedChanges(
    pool: BufferPool,
    using generator: inout SeededGenerator
  ) throws -> [SampleMessage] {
    var samples: [SampleMessage] = []
    let part = ObservedPart(
      Commit.random(images: 2, hasOddNumbers: true, using: &generator),
      isFirst: true,
      isLast: false,
      emission: [LayerID(4): 2.5]
    )
    let updates: [ObservedUpdate] = [
      .nothing, .part(part),
      .commit(Commit.random(images: 0, hasOddNumbers: true, using: &generator)),
      .present(ImagePresent(ImageID(4), .random(using: &generator), at: 3)), .flush(ImageID(4)),
      .time(12.5), .ended,
    ]
    for update in updates {
      let change = ObservedChange(token: .max, moment: 1.5, hasMore: true, update)
      samples.append(try SampleMessage(change, pool: pool))
    }
    return samples
  }
}

extension ContextList.Entry {
  /// An offered context of a program.
  fileprivate static var sample: ContextList.Entry {
    var entry = ContextList.Entry(
      token: 0x0123_4567_89AB_CDEF,
      connection: 3,
      process: 99,
      program: "sample é",
      creation: CreateContext(
        context: 3,
        configuration: ContextConfiguration(width: 640, height: 480),
        clock: .real
      )
    )
    (entry.client, entry.host) = (7, 100)
    return entry
  }
}

extension FramePhases {
  /// The times of a commit, none of them 0.
  fileprivate static var sample: FramePhases {
    var phases = FramePhases()
    (phases[.layout], phases[.display], phases[.commit]) = (0.25, 0.5, 1e-9)
    return phases
  }
}

extension ContextStatistics {
  /// Statistics of two layers.
  fileprivate static var sample: ContextStatistics {
    var statistics = ContextStatistics()
    statistics.frames = 1 << 40
    statistics.phases[FramePhase.draw.rawValue] = PhaseSummary(median: 0.001, worst: 0.5)
    statistics.counters.draws = 7
    statistics.layers = [
      LayerMemory(LayerID(4), imageBytes: 1 << 33), LayerMemory(LayerID(5), cachedBytes: 400),
    ]
    return statistics
  }
}
