// Pixels in shared memory: seals, sizes, pools, and descriptors that nobody forgets to close.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzModel
import QuartzWireSamples
import TestRandom
import Testing

@testable import QuartzWire

/// How many descriptors of this process are the same file as one of them.
func descriptors(like descriptor: Int32) -> Int {
  var wanted = stat()
  guard fstat(descriptor, &wanted) == 0 else { return 0 }
  return (0..<Int32(sysconf(Int32(_SC_OPEN_MAX)).clamped(to: 1024...65536))).count { number in
    var status = stat()
    return fstat(number, &status) == 0 && status.st_ino == wanted.st_ino
      && status.st_dev == wanted.st_dev
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

@Suite struct SharedMemoryTests {
  let pool = BufferPool()
  let releases = ReleaseQueue()

  private func frame(_ pixels: PixelBuffer) throws -> SampleMessage {
    try SampleMessage(
      Frame(context: 1, time: 0, pixels: pixels, damage: [], counters: FrameCounters()),
      pool: pool
    )
  }

  private func decode(
    _ sample: SampleMessage,
    descriptors: [Int32],
    limits: WireLimits = WireLimits()
  ) throws -> ServerMessage {
    try sample.bytes.withUnsafeBytes { bytes in
      try WireReader.decode(
        ServerMessage.self,
        bytes: bytes,
        descriptors: ReceivedDescriptors(owning: descriptors),
        limits: limits,
        releases: releases
      ).message
    }
  }

  @Test func poolGivesTheSameMemoryAgain() throws {
    var first: SharedBuffer? = try pool.buffer(byteCount: 100_000)
    let base = first?.bytes.baseAddress
    let id = first?.id
    first = nil
    let second = try pool.buffer(byteCount: 99_000)
    #expect(second.bytes.baseAddress == base)
    #expect(second.id != id)
    let third = try pool.buffer(byteCount: 100_000)
    #expect(third.bytes.baseAddress != base)
    #expect(pool.madeCount == 2)
  }

  @Test func poolKeepsNoMoreThanItsBounds() throws {
    var bounds = BufferPool.Bounds()
    bounds.idleBytes = 3 << 20
    bounds.idleBuffers = 2
    let pool = BufferPool(bounds: bounds)
    var held = try (0..<4).map { _ in try pool.buffer(byteCount: 1 << 20) }
    held.removeAll()
    #expect(pool.idleBytes == 2 << 20)
    pool.removeIdle()
    #expect(pool.idleBytes == 0)
  }

  /// A process has few descriptors; a tree may have many images.
  @Test func descriptorsOfManyImagesAreClosed() throws {
    var bounds = BufferPool.Bounds()
    bounds.descriptors = 4
    let pool = BufferPool(bounds: bounds)
    let (one, other) = try Socket.pair()
    let client = SocketTransport(one, limits: WireLimits())
    let server = SocketTransport(other, limits: WireLimits())
    var generator = SeededGenerator(seed: 2)
    var inUse: [EncodedMessage] = []
    for index in 1...10 {
      var commit = Commit()
      let pixels = PixelBuffer.random(width: 140, height: 140, using: &generator)
      commit.createdImages = [.init(ImageID(UInt32(index)), pixels)]
      inUse.append(
        try WireWriter.encode(
          CommitMessage(context: 1, commit: commit),
          serial: 1,
          pool: pool
        )
      )
      try client.send(inUse[index - 1])
      _ = try server.receiver.receive()
      let message = try #require(try server.receiver.next(ClientMessage.self, releases: releases))
      guard case .commit(let decoded) = message.message else { continue }
      expectSamePixels(decoded.commit.createdImages[0].pixels, pixels)
    }
    #expect(pool.openDescriptors == 4)
    inUse.removeAll()
    #expect(pool.idleBytes == 4 * BufferPool.sizeClass(140 * 140 * 4))
    pool.removeIdle()
    #expect(pool.openDescriptors == 0)
  }

  @Test func sizeClasses() {
    #expect(BufferPool.sizeClass(1) == 4096)
    #expect(BufferPool.sizeClass(4097) == 8192)
    #expect(BufferPool.sizeClass(1 << 20) == 1 << 20)
    #expect(BufferPool.sizeClass((1 << 20) + 1) == 5 << 18)
    for count in stride(from: 1, to: 3_000_000, by: 997) {
      let size = BufferPool.sizeClass(count)
      #expect(size >= count && size % 4096 == 0)
      #expect(size <= max(count + count / 4 + 4096, 8192))
    }
  }

  @Test func memoryIsSealed() throws {
    let buffer = try pool.buffer(byteCount: 5000)
    var size: UInt64 = 0
    #expect(quartz_is_sealed_memory(buffer.descriptor, &size))
    #expect(size == 8192)
    #expect(ftruncate(buffer.descriptor, 10) != 0)
    #expect(ftruncate(buffer.descriptor, 100_000) != 0)
  }

  @Test func imageInSharedMemoryIsNotCopied() throws {
    let pixels = try pool.pixels(width: 300, height: 200, isOpaque: true) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index) }
    }
    let sample = try frame(pixels)
    #expect(sample.attachments.first === pixels.owner as? SharedBuffer)
    #expect(pool.madeCount == 1)
    guard
      case .frame(let received) = try sample.decoded(as: ServerMessage.self, releases: releases)
        .message
    else { return }
    expectSamePixels(received.pixels, pixels)
  }

  /// Buffers of all pools of a process have different numbers.
  @Test func imageOfAnotherPoolIsNotCopied() throws {
    let pixels = try BufferPool().pixels(width: 10, height: 10, isOpaque: true) {
      $0.copyBytes(from: [])
    }
    let sample = try frame(pixels)
    #expect(sample.attachments.first === pixels.owner as? SharedBuffer)
  }

  @Test func smallImagesShareABuffer() throws {
    var generator = SeededGenerator(seed: 3)
    var commit = Commit()
    let large = PixelBuffer.random(width: 200, height: 100, using: &generator)
    for index in 1...40 {
      commit.createdImages.append(.init(ImageID(UInt32(index)), .random(using: &generator)))
    }
    commit.createdImages.insert(.init(ImageID(99), large), at: 20)
    let sample = try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool)
    #expect(sample.attachments.count == 2)
    let received = try sample.decoded(as: ClientMessage.self, releases: releases)
    guard case .commit(let message) = received.message else { return }
    for (one, other) in zip(message.commit.createdImages, commit.createdImages) {
      #expect(one.image == other.image)
      expectSamePixels(one.pixels, other.pixels)
    }
    #expect(releases.inUse == 2)
    withExtendedLifetime(message) {}
  }

  @Test func manyImagesAreCutIntoCommits() throws {
    var generator = SeededGenerator(seed: 4)
    var commit = Commit.creating(layers: 3)
    for index in 1...30 {
      let pixels =
        index % 3 == 0
        ? PixelBuffer.random(using: &generator)
        : PixelBuffer.random(width: 130, height: 130, using: &generator)
      commit.createdImages.append(.init(ImageID(UInt32(index)), pixels))
    }
    let parts = commit.split(descriptors: 6)
    #expect(parts.count > 3)
    #expect(parts.flatMap(\.createdImages).map(\.image) == commit.createdImages.map(\.image))
    #expect(parts.dropLast().allSatisfy { $0.created.isEmpty && $0.root == nil })
    #expect(parts.last?.created == commit.created && parts.last?.root == commit.root)
    var limits = WireLimits()
    limits.descriptors = 6
    for part in parts {
      _ = try WireWriter.encode(
        CommitMessage(context: 1, commit: part),
        serial: 1,
        limits: limits,
        pool: pool
      )
    }
  }

  @Test func numberComesBackWithTheLastImage() throws {
    var generator = SeededGenerator(seed: 5)
    let sample = try frame(.random(using: &generator))
    var message: ServerMessage? = try decode(sample, descriptors: sample.duplicatedDescriptors())
    #expect(releases.inUse == 1 && releases.take().isEmpty)
    withExtendedLifetime(message) {}
    message = nil
    #expect(releases.inUse == 0)
    #expect(releases.take() == [sample.attachments[0].id])
    #expect(releases.take().isEmpty)
  }

  @Test func mappingOutlivesDescriptor() throws {
    var generator = SeededGenerator(seed: 6)
    let sample = try frame(.random(using: &generator))
    let own = sample.attachments[0].descriptor
    let message = try decode(sample, descriptors: sample.duplicatedDescriptors())
    #expect(descriptors(like: own) == 1)
    withExtendedLifetime(message) {}
  }

  @Test func shortMemory() throws {
    var generator = SeededGenerator(seed: 7)
    let sample = try frame(.random(width: 200, height: 200, using: &generator))
    let short = quartz_make_sealed_memory("short", 4096)
    let watch = fcntl(short, F_DUPFD_CLOEXEC, 0)
    defer { close(watch) }
    #expect(throws: WireError.self) { try decode(sample, descriptors: [short]) }
    #expect(descriptors(like: watch) == 1)
    #expect(releases.inUse == 0)
  }

  @Test func memoryThatIsNotSealed() throws {
    var generator = SeededGenerator(seed: 8)
    let sample = try frame(.random(using: &generator))
    var name = Array("/tmp/quartz-test-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    ftruncate(file, 1 << 20)
    expectRefused(sample, file, "another descriptor")
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[1])
    expectRefused(sample, ends[0], "another descriptor")
  }

  private func expectRefused(_ sample: SampleMessage, _ descriptor: Int32, _ found: String) {
    let watch = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    defer { close(watch) }
    let place = sample.bytes.count - 22 - 12
    #expect(
      throws: WireError.malformed(
        opcode: .frame,
        offset: place,
        expected: "memory sealed against shrinking and growing, or a dma-buf",
        found: found
      )
    ) { try decode(sample, descriptors: [descriptor]) }
    #expect(descriptors(like: watch) == 1)
  }

  @Test func numberOfDescriptorsMustBeRight() throws {
    var generator = SeededGenerator(seed: 9)
    let sample = try frame(.random(using: &generator))
    #expect(throws: WireError.self) { try decode(sample, descriptors: []) }
    #expect(throws: WireError.self) {
      try decode(
        sample,
        descriptors: sample.duplicatedDescriptors() + sample.duplicatedDescriptors()
      )
    }
    #expect(descriptors(like: sample.attachments[0].descriptor) == 1)
  }

  /// A mapping that no image needs would be memory that no limit counts.
  @Test func bufferLargerThanItsImages() throws {
    var generator = SeededGenerator(seed: 10)
    var sample = try frame(.random(using: &generator))
    let place = sample.bytes.count - 22 - 8
    let count = Int(sample.bytes[place]) | Int(sample.bytes[place + 1]) << 8
    sample.bytes[place] = UInt8(truncatingIfNeeded: count + 4)
    sample.bytes[place + 1] = UInt8(truncatingIfNeeded: (count + 4) >> 8)
    #expect(
      throws: WireError.malformed(
        opcode: .frame,
        offset: place,
        expected: "\(count) bytes, up to the end of the buffer's last image",
        found: "\(count + 4)"
      )
    ) { try sample.decoded(as: ServerMessage.self, releases: releases) }
    #expect(releases.inUse == 0)
  }

  @Test func limitOfBuffersInUse() throws {
    var generator = SeededGenerator(seed: 11)
    let sample = try frame(.random(using: &generator))
    let two = ReleaseQueue(limit: 2)
    var held: [Any] = []
    for _ in 0..<2 { held.append(try sample.decoded(as: ServerMessage.self, releases: two)) }
    #expect(throws: WireError.self) { try sample.decoded(as: ServerMessage.self, releases: two) }
    held.removeAll()
    _ = try sample.decoded(as: ServerMessage.self, releases: two)
  }
}
