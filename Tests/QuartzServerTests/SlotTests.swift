// Slots: pictures that change without commits, in this process and in a server.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel
import QuartzPlan
@testable import QuartzServer
import QuartzSoftware
import QuartzWire
import Synchronization
import Testing

/// A clock that stands where it is put.
private final class SlotClock: CAContext.Clock {
  var currentTime = 0.0
}

extension CAContentSlot {
  /// Presents a picture of one opaque grey.
  @discardableResult
  fileprivate func present(grey: UInt8, side: Int = 16, at time: Double? = nil) throws -> Bool {
    try present(width: side, height: side, isOpaque: true, at: time) { memory in
      for index in memory.indices { memory[index] = index % 4 == 3 ? 255 : grey }
    }
  }
}

/// A context of 64 x 16 pixels whose left quarter shows a slot.
private final class SlotStage {
  let slot = CAContentSlot()
  let layer = CALayer()
  let context: CAContext
  let clock = SlotClock()

  init(server path: String? = nil) throws {
    var options = CAContext.Options()
    options.clock = clock
    let size = CGSize(width: 64, height: 16)
    context =
      try path.map { try CAContext(server: $0, size: size, options: options) }
      ?? CAContext(size: size, options: options)
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 16)
    layer.frame = CGRect(x: 0, y: 0, width: 16, height: 16)
    layer.contents = slot
    root.addSublayer(layer)
    context.layer = root
    CATransaction.flush()
  }

  /// The red of the pixel in the middle of the slot's layer.
  func red(at time: Double = 0) throws -> UInt8 {
    clock.currentTime = time
    return try context.frame(at: time).pixels.withBytes { $0[(8 * 64 + 8) * 4] }
  }
}

@Suite struct SlotTests {
  @Test(arguments: [false, true])
  func pictureShowsWithTheNextFrame(isRemote: Bool) throws {
    let local = isRemote ? try LocalServer() : nil
    let stage = try SlotStage(server: local?.path)
    #expect(try stage.red() == 0)
    for grey in [UInt8(10), 200, 77] {
      #expect(try stage.slot.present(grey: grey))
      #expect(try stage.red() == grey)
    }
    // The last of several wins.
    for grey in [UInt8(1), 2, 3, 4, 5] { try stage.slot.present(grey: grey) }
    #expect(try stage.red() == 5)
    #expect(stage.slot.size == CGSize(width: 16, height: 16))
  }

  @Test(arguments: [false, true])
  func pictureMayHaveAnotherSize(isRemote: Bool) throws {
    let local = isRemote ? try LocalServer() : nil
    let stage = try SlotStage(server: local?.path)
    for side in [16, 1, 300, 16] {
      try stage.slot.present(width: side, height: side, isOpaque: true) { memory in
        // Left half dark, right half light.
        for index in memory.indices {
          memory[index] = index % 4 == 3 || index / 4 % side >= (side + 1) / 2 ? 255 : 40
        }
      }
      let pixels = try stage.context.frame(at: 0).pixels
      let row = pixels.withBytes { bytes in (0..<16).map { bytes[(8 * 64 + $0) * 4] } }
      #expect(row == (0..<16).map { side > 1 && $0 >= 8 ? 255 : 40 })
    }
  }

  @Test(arguments: [false, true])
  func pictureComesAtItsTime(isRemote: Bool) throws {
    let local = isRemote ? try LocalServer() : nil
    let stage = try SlotStage(server: local?.path)
    try stage.slot.present(grey: 10)
    #expect(try stage.red(at: 1) == 10)
    try stage.slot.present(grey: 20, at: 2)
    #expect(try stage.red(at: 1.5) == 10)
    #expect(try stage.red(at: 2) == 20)
    try stage.slot.present(grey: 30, at: 2)
    #expect(try stage.red(at: 2.5) == 30)
  }

  @Test(arguments: [false, true])
  func pictureFromBeforeTheTreeIsInTheCommit(isRemote: Bool) throws {
    let local = isRemote ? try LocalServer() : nil
    let stage = try SlotStage(server: local?.path)
    stage.layer.contents = nil
    #expect(try stage.red() == 0)
    try stage.slot.present(grey: 99)
    CATransaction.setDisableActions(true)
    stage.layer.contents = stage.slot
    CATransaction.flush()
    #expect(try stage.red() == 99)
    // A layer that is taken away and a picture after that.
    stage.layer.removeFromSuperlayer()
    CATransaction.flush()
    try stage.slot.present(grey: 50)
    #expect(try stage.red() == 0)
    #expect(stage.slot.buffersInUse <= 2)
  }

  @Test func buffersAreUsedAgain() throws {
    let local = try LocalServer()
    let stage = try SlotStage(server: local.path)
    for index in 0..<300 {
      #expect(try stage.slot.present(grey: UInt8(index % 250)))
      #expect(stage.slot.buffersInUse <= 3)
      if index % 7 == 0 { #expect(try stage.red() == UInt8(index % 250)) }
    }
    #expect(try stage.red() == UInt8(299 % 250))
    #expect(local.server.statistics().clients == 1)
  }

  /// A producer never waits for the server: the last picture shows when the server goes on.
  @Test func presentsNeverWait() throws {
    let server = try ServerProcess()
    let stage = try SlotStage(server: server.path)
    try stage.slot.present(grey: 1)
    #expect(try stage.red() == 1)
    server.program.signal(SIGSTOP)
    let clock = RealClock()
    let start = clock.now
    for index in 0..<2000 { #expect(try stage.slot.present(grey: UInt8(index % 250))) }
    #expect(clock.now - start < 5)
    #expect(stage.slot.buffersInUse <= 3)
    server.program.signal(SIGCONT)
    // The picture that waited goes by itself, after a while.
    let deadline = clock.now + 20
    while try stage.red() != UInt8(1999 % 250) { try #require(clock.now < deadline) }
  }

  @Test func lastPictureGoesToTheNextServer() throws {
    let server = try ServerProcess()
    let stage = try SlotStage(server: server.path)
    try stage.slot.present(grey: 120)
    #expect(try stage.red() == 120)
    server.program.end()
    #expect(try stage.slot.present(grey: 130))
    try server.restart()
    #expect(try stage.red() == 130)
    try stage.slot.present(grey: 140)
    #expect(try stage.red() == 140)
    #expect(stage.slot.buffersInUse <= 3)
  }

  /// The thread that draws waits for a frame while another one presents.
  @Test func anyThreadPresents() throws {
    let local = try LocalServer()
    let stage = try SlotStage(server: local.path)
    let slot = stage.slot
    let threads = (0..<4).map { number in
      let thread = Thread {
        for index in 0..<200 { _ = try? slot.present(grey: UInt8(number * 50 + index % 50)) }
      }
      thread.start()
      return thread
    }
    while threads.contains(where: { !$0.isFinished }) { _ = try stage.red() }
    // The server may have all buffers still.
    while try !slot.present(grey: 255) { _ = try stage.red() }
    #expect(try stage.red() == 255)
    #expect(local.server.statistics().clients == 1)
  }

  /// Nothing is copied within a process: the renderer reads what the producer wrote.
  @Test func picturesAreNotCopiedInProcess() throws {
    let stage = try SlotStage()
    let pixels = try #require(
      try stage.slot.makePicture(width: 16, height: 16, isOpaque: true) { memory in
        for index in memory.indices { memory[index] = 255 }
      }
    )
    try stage.slot.present(pixels)
    #expect(try stage.red() == 255)
    let carrier = try #require(stage.context.carrier as? InProcessCarrier)
    #expect(carrier.renderer.tree.images.values.contains { $0 === pixels })
    // The frame took no look at layers.
    let work = carrier.renderer.planWork
    try stage.slot.present(grey: 9)
    #expect(try stage.red() == 9 && carrier.renderer.planWork == work)
  }

  /// A client may keep as many pictures as it likes, though the server lends only so many.
  @Test func framesMayBeKept() throws {
    let local = try LocalServer()
    let stage = try SlotStage(server: local.path)
    var kept: [CGImage] = []
    for index in 0..<40 {
      try stage.slot.present(grey: UInt8(index))
      kept.append(try stage.context.image(at: 0))
    }
    // A client that exceeds a limit is ended, and its context made anew.
    #expect(local.server.statistics().framesDrawn == 40)
    for (index, image) in kept.enumerated() {
      let data = try #require(image.dataProvider?.data as Data?)
      #expect(data[8 * image.bytesPerRow + 8 * 4] == UInt8(index))
    }
  }

  /// Planes of every order go into a slot, and are the colours of their formula where they show.
  @Test(arguments: CAContentSlot.PlaneFormat.Layout.allCases, [false, true])
  func planesAreColoursWhereTheyShow(
    layout: CAContentSlot.PlaneFormat.Layout,
    isRemote: Bool
  ) throws {
    let local = isRemote ? try LocalServer() : nil
    let stage = try SlotStage(server: local?.path)
    for side in [16, 15] {
      let format = CAContentSlot.PlaneFormat(layout, matrix: .itur601, isFullRange: true)
      let luma = side * side * (layout == .p010 ? 2 : 1)
      let chroma = 2 * ((side + 1) / 2) * ((side + 1) / 2) * (layout == .p010 ? 2 : 1)
      #expect(format.byteCount(width: side, height: side) == luma + chroma)
      try stage.slot.present(width: side, height: side, planes: format) { memory in
        #expect(memory.count == luma + chroma)
        for index in memory.indices { memory[index] = index < luma ? 77 : 128 }
        guard layout == .p010 else { return }
        // 308 of 1023, and the middle, in the upper 10 bits.
        for index in stride(from: 0, to: memory.count, by: 2) {
          let value = UInt16(index < luma ? 308 : 512) << 6
          memory[index] = UInt8(value & 255)
          memory[index + 1] = UInt8(value >> 8)
        }
      }
      #expect(try stage.red() == 77)
    }
    // R, G, B, A and planes follow each other.
    try stage.slot.present(grey: 9)
    #expect(try stage.red() == 9)
  }

  @Test func sizesOfPlanesAreChecked() throws {
    let slot = CAContentSlot()
    let format = CAContentSlot.PlaneFormat(.nv12)
    for (width, height) in [(0, 4), (4, -1), (65537, 1), (40000, 40000), (.max, .max)] {
      #expect(format.byteCount(width: width, height: height) == 0)
      #expect(
        throws: CAContentSlotError.invalidSize(width: width, height: height, limit: 65536)
      ) {
        try slot.present(width: width, height: height, planes: format) { _ in }
      }
    }
    #expect(slot.buffersInUse == 0)
  }

  /// Only dma-bufs are memory of a device; whoever offers others gets them back at once.
  @Test func otherMemoryThanADevicesIsRefused() throws {
    let slot = CAContentSlot()
    let memory = quartz_make_sealed_memory("test", 4096)
    defer { close(memory) }
    for descriptor in [-1, memory, STDIN_FILENO] {
      let releases = Mutex(0)
      #expect(throws: CAContentSlotError.self) {
        try slot.present(dmaBuffer: descriptor, width: 16, height: 16, bytesPerRow: 64) {
          releases.withLock { $0 += 1 }
        }
      }
      #expect(releases.withLock { $0 } == 1)
    }
    #expect(slot.buffersInUse == 0 && slot.size == .zero)
  }

  @Test func refusedPicturesSayWhy() throws {
    let slot = CAContentSlot()
    #expect(throws: CAContentSlotError.invalidSize(width: 65537, height: 1, limit: 65536)) {
      try slot.present(width: 65537, height: 1) { _ in }
    }
    #expect(throws: CAContentSlotError.invalidSize(width: 0, height: 5, limit: 65536)) {
      try slot.present(width: 0, height: 5) { _ in }
    }
    #expect(throws: CAContentSlotError.self) { try slot.present(grey: 0, at: .nan) }
    #expect(slot.size == .zero && slot.buffersInUse == 0)
  }
}

extension SlotTests {
  /// Pictures that wait for their time are dropped; later ones show.
  @Test(arguments: [false, true])
  func flushedPicturesAreNeverShown(isRemote: Bool) throws {
    let local = isRemote ? try LocalServer() : nil
    let stage = try SlotStage(server: local?.path)
    try stage.slot.present(grey: 50)
    #expect(try stage.red(at: 1) == 50)
    try stage.slot.present(grey: 60, at: 2)
    try stage.slot.present(grey: 70, at: 3)
    #expect(try stage.red(at: 2) == 60)
    stage.slot.flush()
    #expect(try stage.red(at: 4) == 60)
    try stage.slot.present(grey: 90, at: 6)
    #expect(try stage.red(at: 5) == 60)
    #expect(try stage.red(at: 6) == 90)
    // The last one stays while there is no other.
    #expect(try stage.red(at: 60) == 90)
  }

  /// Half floats of a slot, in this process and through a server: within the layer's limit.
  @Test(arguments: [false, true], [1.0, 4])
  func halvesOfSlots(isRemote: Bool, headroom: Double) throws {
    let local = isRemote ? try LocalServer() : nil
    let size = CGSize(width: 8, height: 8)
    var options = CAContext.Options()
    options.clock = SlotClock()
    options.dynamicRange = headroom > 1 ? .extended(headroom: headroom) : .standard
    let context =
      try local.map { try CAContext(server: $0.path, size: size, options: options) }
      ?? CAContext(size: size, options: options)
    let (slot, layer) = (CAContentSlot(), CALayer())
    layer.frame = CGRect(origin: .zero, size: size)
    layer.contents = slot
    layer.preferredDynamicRange = .high
    context.layer = layer
    CATransaction.flush()
    // From bytes to half floats of the same size, and back.
    let shown: [(value: Float16?, red: Double)] = [
      (nil, 1), (1.824796, headroom > 1 ? 1.824796 : 1), (0.5, 0.5), (.nan, 0), (nil, 1),
    ]
    for (value, red) in shown {
      if let value {
        try slot.present(width: 8, height: 8, headroom: 4, isOpaque: true) { memory in
          let halves = memory.bindMemory(to: Float16.self)
          for index in halves.indices { halves[index] = index % 4 == 3 ? 1 : value }
        }
      } else {
        try slot.present(width: 8, height: 8, isOpaque: true) { memory in
          for index in memory.indices { memory[index] = 255 }
        }
      }
      let pixels = try context.frame(at: 0).pixels
      let found = pixels.withBytes { bytes in
        pixels.form.isHalf
          ? Double(bytes.loadUnaligned(fromByteOffset: 0, as: Float16.self))
          : Double(bytes[0]) / 255
      }
      // Outputs of standard range map 4 to 1, and 0.5 further down.
      guard headroom > 1 || value != 0.5 else { continue }
      #expect(abs(found - red) <= 0.001, "\(String(describing: value)): \(found)")
    }
  }

  /// P010 and words in PQ and HLG, in this process and through a server: 203 nits are white, and
  /// 400 nits 1.3445 where there is room for them.
  @Test(arguments: [false, true], [1.0, 4])
  func lightOfSlots(isRemote: Bool, headroom: Double) throws {
    let local = isRemote ? try LocalServer() : nil
    let size = CGSize(width: 8, height: 8)
    var options = CAContext.Options()
    options.clock = SlotClock()
    options.dynamicRange = headroom > 1 ? .extended(headroom: headroom) : .standard
    let context =
      try local.map { try CAContext(server: $0.path, size: size, options: options) }
      ?? CAContext(size: size, options: options)
    let (slot, layer) = (CAContentSlot(), CALayer())
    layer.frame = CGRect(origin: .zero, size: size)
    layer.contents = slot
    layer.preferredDynamicRange = .high
    // Light beyond the output's is clipped, so that numbers are those of the law.
    layer.toneMapMode = .never
    context.layer = layer
    CATransaction.flush()
    let pool = BufferPool()
    func red() throws -> Double {
      let pixels = try context.frame(at: 0).pixels
      #expect(pixels.planes == nil)
      return pixels.withBytes { bytes in
        pixels.form.isHalf
          ? Double(bytes.loadUnaligned(fromByteOffset: 0, as: Float16.self))
          : Double(bytes[0]) / 255
      }
    }
    // Laws A4.1, A4.4: codes of 203 and of 400 nits, of limited and of full range.
    let cases: [(CAContentSlot.Transfer, limited: [UInt16], full: [UInt32])] = [
      (.pq, [573, 636], [594, 668]), (.hlg, [721, 816], [767, 878]),
    ]
    for (transfer, limited, full) in cases {
      for (index, value) in [1, 1.3445].enumerated() {
        let wanted = headroom > 1 ? value : 1
        let format = CAContentSlot.PlaneFormat(.p010, matrix: .itur2020, transfer: transfer)
        #expect(format.byteCount(width: 8, height: 8) == 192)
        try slot.present(width: 8, height: 8, planes: format) { memory in
          let samples = memory.bindMemory(to: UInt16.self)
          for place in samples.indices { samples[place] = (place < 64 ? limited[index] : 512) << 6 }
        }
        // because: a code of ten bits is a hundredth of light, and less of its encoded value.
        let ofPlanes = try red()
        #expect(abs(ofPlanes - wanted) < 0.01, "\(transfer), planes: \(ofPlanes)")
        var words = PlaneLayout.words.packed(width: 8, height: 8)
        words.light = PlaneLayout.Light(transfer == .pq ? .pq : .hlg, headroom: 4)
        let buffer = try pool.buffer(byteCount: 256)
        let memory = buffer.bytes.bindMemory(to: UInt32.self)
        for place in 0..<64 { memory[place] = full[index] * (1 | 1 << 10 | 1 << 20) }
        try slot.present(try buffer.pixels(width: 8, height: 8, planes: words))
        let ofWords = try red()
        #expect(abs(ofWords - wanted) < 0.01, "\(transfer), words: \(ofWords)")
      }
    }
    // Words of standard range, and bytes again.
    let plain = PlaneLayout.words.packed(width: 8, height: 8)
    let buffer = try pool.buffer(byteCount: 256)
    let memory = buffer.bytes.bindMemory(to: UInt32.self)
    for place in 0..<64 { memory[place] = 409 }
    try slot.present(try buffer.pixels(width: 8, height: 8, planes: plain))
    #expect(abs(try red() - 102.0 / 255) < 0.001)
    try slot.present(width: 8, height: 8, isOpaque: true) { memory in
      for index in memory.indices { memory[index] = 255 }
    }
    #expect(try red() == 1)
  }

  /// Pictures of more than eight bits that cannot be in a dma-buf, and descriptors that are none.
  @Test func deepPicturesThatAreRefused() {
    typealias Format = CAContentSlot.DeepFormat
    func refusal(
      _ format: Format,
      bytesPerRow: Int,
      offset: Int = 0,
      isOpaque: Bool = true
    ) -> String {
      let picture = CAContentSlot.DevicePicture(
        width: 4,
        height: 4,
        bytesPerRow: bytesPerRow,
        offset: offset,
        isOpaque: isOpaque
      )
      do throws(CAContentSlotError) {
        try CAContentSlot.check(picture, format)
        return ""
      } catch {
        return "\(error)"
      }
    }
    let (halves, words) = (Format(.rgba16Float), Format(.rgb10a2))
    #expect(refusal(halves, bytesPerRow: 32) == "" && refusal(words, bytesPerRow: 16) == "")
    #expect(refusal(words, bytesPerRow: 16, isOpaque: false) == "")
    #expect(refusal(halves, bytesPerRow: 36).contains("rows of 36 bytes from byte 0 on"))
    #expect(refusal(halves, bytesPerRow: 32, offset: 4).contains("from byte 4 on"))
    #expect(refusal(words, bytesPerRow: 17).contains("pixels have 4"))
    #expect(refusal(words, bytesPerRow: 16, offset: -4).contains("from byte -4 on"))
    #expect(refusal(Format(.rgba16Float, transfer: .pq), bytesPerRow: 32).contains("half floats"))
    let hlg = Format(.rgb10a2, transfer: .hlg)
    #expect(refusal(hlg, bytesPerRow: 16) == "")
    #expect(refusal(hlg, bytesPerRow: 16, isOpaque: false).contains("they are opaque"))
    let slot = CAContentSlot()
    let memory = quartz_make_sealed_memory("test", 4096)
    defer { close(memory) }
    for descriptor in [-1, memory, STDIN_FILENO] {
      let releases = Mutex(0)
      #expect(throws: CAContentSlotError.self) {
        try slot.present(
          dmaBuffer: descriptor,
          width: 4,
          height: 4,
          bytesPerRow: 16,
          format: words
        ) { releases.withLock { $0 += 1 } }
      }
      #expect(releases.withLock { $0 } == 1)
    }
    #expect(slot.buffersInUse == 0 && slot.size == .zero)
  }
}

@Suite struct PresentMessageTests {
  private func present(
    _ image: UInt32,
    _ byte: UInt8,
    side: Int = 16,
    at time: Double? = nil
  ) throws -> ClientMessage {
    let pixels = try Scenes.pixels(side: side, byte: byte)
    let present = ImagePresent(ImageID(image), pixels, at: time)
    return .presentSlot(PresentSlot(context: 1, present: present))
  }

  private func harness() throws -> (LoopHarness, ClientID) {
    let harness = try LoopHarness()
    let client = harness.connect(1)
    _ = harness.createContext(1, of: client)
    harness.commit(Scenes.box(color: .black), of: client)
    harness.commit(try Scenes.contents(ImageID(5)), of: client)
    harness.turn()
    harness.advance(to: 101)
    return (harness, client)
  }

  private func red(_ harness: LoopHarness, _ client: ClientID) -> UInt8? {
    harness.frame(of: client)?.bytes[(8 * 64 + 8) * 4]
  }

  @Test func presentDrawsAFrame() throws {
    let (harness, client) = try harness()
    harness.post(try present(5, 90), from: client)
    harness.turn()
    #expect(harness.advance(to: 102) <= 1)
    #expect(red(harness, client) == 90)
    #expect(harness.clock.scheduled == nil)
  }

  @Test func serverWakesForAPictureOfALaterTime() throws {
    let (harness, client) = try harness()
    harness.post(try present(5, 90, at: 103), from: client)
    harness.turn()
    #expect(harness.clock.scheduled == 103)
    harness.advance(to: 102.9)
    #expect(red(harness, client) == 200)
    harness.advance(to: 103)
    #expect(red(harness, client) == 90)
    #expect(harness.clock.scheduled == nil)
  }

  @Test func unknownImageEndsTheClient() throws {
    let (harness, client) = try harness()
    harness.post(try present(6, 90), from: client, serial: 9)
    let record = try #require(harness.turn().first { $0.isEnd })
    guard case .failure(let failure) = record.message else { return }
    #expect(failure.code == .refusedCommit && failure.refusedOpcode == 11)
    #expect(failure.reason == "context 1: no image 6" && record.serial == 9)
  }

  @Test func imageThatNoLayerShowsIsNoError() throws {
    let (harness, client) = try harness()
    var commit = Commit()
    commit.createdImages = [.init(ImageID(6), try Scenes.pixels(side: 4, byte: 1))]
    harness.commit(commit, of: client)
    harness.post(try present(6, 90), from: client)
    #expect(harness.turn().isEmpty)
    #expect(red(harness, client) == 200)
  }

  @Test func picturesCountAgainstTheLimit() throws {
    var options = ServerOptions()
    options.limits.wire.tree.imageBytes = 16 * 16 * 4 * 3
    let harness = try LoopHarness(options)
    let client = harness.connect(1)
    for context in [UInt32(1), 2] {
      _ = harness.createContext(context, of: client)
      harness.commit(Scenes.box(), to: context, of: client)
      harness.commit(try Scenes.contents(ImageID(5)), to: context, of: client)
    }
    harness.post(try present(5, 1, at: 200), from: client)
    #expect(harness.turn().isEmpty)
    harness.post(try present(5, 1, at: 200), from: client)
    let record = try #require(harness.turn().first { $0.isEnd })
    guard case .failure(let failure) = record.message else { return }
    #expect(failure.code == .limitExceeded)
  }
}
