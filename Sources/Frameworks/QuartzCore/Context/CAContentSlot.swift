// Contents that a producer replaces at the frame rate.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
package import QuartzModel
package import QuartzWire
import Dispatch
import Synchronization

/// The reason why a slot cannot take a picture.
public enum CAContentSlotError: Error, Equatable, CustomStringConvertible {
  /// Each side of a picture has 1...`limit` pixels, and all rows together at most 2^30 bytes.
  case invalidSize(width: Int, height: Int, limit: Int)
  /// A time that is not finite.
  case invalidTime(Double)
  /// The system has no memory to share.
  case noMemory(String)
  /// No dma-buf, one that cannot be mapped, or one that the picture does not fit into.
  case invalidBuffer(String)
  /// Planes that are out of range, or that their memory has no room for.
  case invalidPlanes(String)

  /// One line that says what was expected and what was found.
  public var description: String {
    switch self {
    case .invalidSize(let width, let height, let limit):
      "a picture of \(width) x \(height) pixels: sides must be 1...\(limit), all of it 1 GiB at most"
    case .invalidTime(let time): "a picture for the time \(time), which is not finite"
    case .noMemory(let reason): "no memory for a picture: \(reason)"
    case .invalidBuffer(let reason): "a picture in a dma-buf: \(reason)"
    case .invalidPlanes(let reason): "a picture of planes: \(reason)"
    }
  }
}

/// A picture that a producer replaces while layers show it: a video decoder, a camera, a renderer.
///
///     let slot = CAContentSlot()
///     layer.contents = slot
///     // On any thread, at any rate:
///     try slot.present(width: 1920, height: 1080, isOpaque: true) { pixels in
///       decoder.copyFrame(to: pixels)
///     }
///
/// A present changes no layer and is part of no transaction: the renderer takes the new picture
/// with its next frame, whole, and layers stay where they are and what they are. Several layers,
/// also in several contexts, may show one slot. A slot without a picture shows nothing.
///
/// Presents never wait, whatever the render server does. The slot has a few buffers
/// (`bufferCount`), in memory that it shares with the server: the picture that shows, the next one,
/// and the one that is written. A picture that was never read gives its buffer to the next one. If
/// the server holds all buffers, `present` returns false. Any thread may present; pictures
/// presented at the same time need a buffer each.
///
/// Pictures may be presented ahead, each with its time: then the server shows each in time whatever
/// the program does meanwhile, and the last one until there is another. `flush()` drops those that
/// wait.
///
/// If the server dies, the slot's last picture goes to the next server together with the layers.
///
/// **Differences**: Apple's platforms have no such public class; CAImageQueue and IOSurface serve
/// their own producers.
public final class CAContentSlot: Sendable {
  /// A context that shows the slot's picture.
  private struct Destination {
    /// The journal of the context.
    var owner: ObjectIdentifier
    var image: ImageID
    var target: any SlotTarget
  }

  /// One of the slot's buffers, reserved for a picture that is still to be written.
  package final class Reservation: Sendable {
    fileprivate let slot: CAContentSlot

    fileprivate init(_ slot: CAContentSlot) {
      self.slot = slot
    }

    /// Writes the picture with `fill` and returns it.
    package func makePicture(
      width: Int,
      height: Int,
      isOpaque: Bool,
      fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(CAContentSlotError) -> PixelBuffer {
      try slot.makePicture(self, width: width, height: height, isOpaque: isOpaque, fill: fill)
    }
  }

  /// A buffer that is in use as long as its reservation or its memory is.
  private struct Loan {
    weak var reservation: Reservation?
    weak var buffer: SharedBuffer?
  }

  private struct State {
    // The last pictures, the current one last. The one before it is retained in case the buffer of
    // the current one is taken back and written again.
    var pictures: [PixelBuffer] = []
    // Whether the last picture has a presentation time, so that those before it may show for long.
    var isLastTimed = false
    // The number of presents so far; tells whether a context has the current picture.
    var presents: UInt64 = 0
    var destinations: [Destination] = []
    var loans: [Loan] = []
  }

  /// The largest number of buffers of the slot; three by default.
  ///
  /// A producer that presents pictures ahead of time needs one more for each.
  public let bufferCount: Int

  private let pool: BufferPool
  private let state = Mutex(State())

  /// Creates a slot without a picture.
  ///
  /// - Parameter bufferCount: How many pictures may be in use at once, 3...64.
  public init(bufferCount: Int = 3) {
    self.bufferCount = min(max(bufferCount, 3), 64)
    var bounds = BufferPool.Bounds()
    // Enough for all buffers; a buffer whose size differs from that of the current pictures is
    // freed at once.
    bounds.idleBuffers = self.bufferCount
    bounds.idleBytes = PixelBuffer.maximumByteCount
    pool = BufferPool(bounds: bounds)
  }

  /// The size of the current picture in pixels; zero without one.
  public var size: CGSize {
    state.withLock { state in
      state.pictures.last.map { CGSize(width: Double($0.width), height: Double($0.height)) }
        ?? .zero
    }
  }

  // MARK: Presenting

  /// Shows another picture, which `fill` writes where the renderer will read it.
  ///
  /// `fill` gets `height` rows of `4 x width` bytes, from the top, without gaps: R, G, B, A,
  /// premultiplied, sRGB-encoded. It has to write all of them: their initial contents are
  /// undefined.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...65536; the picture before may have had another size.
  ///   - height: In pixels.
  ///   - isOpaque: Whether every alpha is 255; then nothing is drawn below.
  ///   - time: The earliest time to show it, in seconds of the clock of the contexts; nil is the
  ///     next frame. Of several pictures that are due, the last one is shown.
  ///   - fill: Writes the picture, on this thread, before the call returns.
  /// - Returns: False if all buffers are in use: nothing was called and the picture before stays.
  /// - Throws: `CAContentSlotError`.
  @discardableResult
  public func present(
    width: Int,
    height: Int,
    isOpaque: Bool = false,
    at time: CFTimeInterval? = nil,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(CAContentSlotError) -> Bool {
    guard
      let pixels = try makePicture(width: width, height: height, isOpaque: isOpaque, fill: fill)
    else { return false }
    try present(pixels, at: time)
    return true
  }

  /// Shows an image, whose pixels are copied once.
  ///
  /// - Parameters:
  ///   - image: Any image; other colour spaces and formats become what layers show.
  ///   - time: As above.
  /// - Returns: False if all buffers are in use.
  /// - Throws: `CAContentSlotError`.
  @discardableResult
  public func present(
    _ image: CGImage,
    at time: CFTimeInterval? = nil
  ) throws(CAContentSlotError) -> Bool {
    let pixels: PixelBuffer
    do {
      pixels = try PixelBuffer(image)
    } catch {
      throw .noMemory("\(error)")
    }
    let (width, height) = (pixels.width, pixels.height)
    return try present(width: width, height: height, isOpaque: pixels.isOpaque, at: time) {
      memory in
      pixels.withBytes { bytes in
        guard let from = bytes.baseAddress, let to = memory.baseAddress else { return }
        // Bounds: both have `height` rows of at least `4 x width` bytes.
        for row in 0..<height {
          (to + row * width * 4).copyMemory(
            from: from + row * pixels.rowBytes,
            byteCount: width * 4
          )
        }
      }
    }
  }

  /// Shows the picture in a dma-buf, the memory that devices share on Linux; nothing is copied.
  ///
  /// Decoders and cameras have such buffers; OpenGL and Vulkan programs can create them. A GLES
  /// renderer samples the buffer directly if its driver can; otherwise the renderer reads the
  /// memory.
  ///
  ///     let isTaken = try slot.present(
  ///       dmaBuffer: frame.descriptor, width: 1920, height: 1080, bytesPerRow: 7680
  ///     ) { decoder.giveBack(frame) }
  ///
  /// - Parameters:
  ///   - descriptor: The dma-buf; it stays the caller's, who may close it afterwards. The device
  ///     must have written it, and must let processes map it.
  ///   - width: In pixels, 1...65536.
  ///   - height: In pixels.
  ///   - bytesPerRow: From one row to the next: a multiple of 4, at least 4 x `width`.
  ///   - offset: Bytes to the first row, the topmost: a multiple of 4. Rows of R, G, B, A bytes,
  ///     premultiplied, sRGB-encoded, not tiled.
  ///   - isOpaque: Whether every alpha is 255.
  ///   - time: The earliest time to show it, in seconds of the clock of the contexts; nil is the
  ///     next frame.
  ///   - fence: A descriptor that becomes readable when the device has made the picture, such as
  ///     the sync_file of a GPU; it stays the caller's. The picture before stays until then, and
  ///     for good after a second. Nil for a picture that is made, and where the kernel knows of the
  ///     device's work by itself.
  ///   - release: Called once, on any thread, when the memory is not read any more; if the call
  ///     returns false or throws, `release` is called before it returns.
  /// - Returns: False if all buffers are in use: the picture before stays.
  /// - Throws: `CAContentSlotError`.
  @discardableResult
  public func present(
    dmaBuffer descriptor: Int32,
    width: Int,
    height: Int,
    bytesPerRow: Int,
    offset: Int = 0,
    isOpaque: Bool = false,
    at time: CFTimeInterval? = nil,
    fence: Int32? = nil,
    release: @escaping @Sendable () -> Void
  ) throws(CAContentSlotError) -> Bool {
    let (block, made) = try CAContentSlot.open(descriptor, fence, release: release)
    let picture = DevicePicture(
      width: width,
      height: height,
      bytesPerRow: bytesPerRow,
      offset: offset,
      isOpaque: isOpaque
    )
    guard let pixels = try makePicture(in: block, picture, release: release) else { return false }
    try present(pixels, at: time, behind: made)
    return true
  }

  /// Maps a dma-buf, and takes a descriptor of a fence's own.
  ///
  /// - Parameter release: Called before an error is thrown.
  static func open(
    _ descriptor: Int32,
    _ fence: Int32?,
    release: () -> Void
  ) throws(CAContentSlotError) -> (block: DeviceBlock, fence: FenceDescriptor?) {
    do {
      let block = try DeviceBlock(descriptor: descriptor)
      let made = try fence.map { (number) throws(WireError) in
        try FenceDescriptor(duplicating: number)
      }
      return (block, made)
    } catch {
      release()
      throw .invalidBuffer("\(error)")
    }
  }

  /// The layout of a picture in a dma-buf.
  package struct DevicePicture {
    package var width: Int
    package var height: Int
    package var bytesPerRow: Int
    package var offset = 0
    package var isOpaque: Bool
    package var form: TexelForm

    package init(
      width: Int,
      height: Int,
      bytesPerRow: Int,
      offset: Int = 0,
      isOpaque: Bool,
      form: TexelForm = .bytes
    ) {
      (self.width, self.height) = (width, height)
      (self.bytesPerRow, self.offset) = (bytesPerRow, offset)
      (self.isOpaque, self.form) = (isOpaque, form)
    }
  }

  /// Creates a picture in a dma-buf, which is one of the slot's buffers.
  ///
  /// - Parameter release: Called once, when the memory is not read any more.
  /// - Returns: Nil if all buffers are in use.
  package func makePicture(
    in block: DeviceBlock,
    _ picture: DevicePicture,
    release: @escaping @Sendable () -> Void
  ) throws(CAContentSlotError) -> PixelBuffer? {
    let buffer = block.lend(release: release)
    guard picture.offset % 4 == 0 else {
      throw .invalidBuffer("rows from byte \(picture.offset) on, which is no multiple of 4")
    }
    let pixels: PixelBuffer
    do {
      pixels = try buffer.pixels(
        width: picture.width,
        height: picture.height,
        rowBytes: picture.bytesPerRow,
        isOpaque: picture.isOpaque,
        offset: picture.offset,
        form: picture.form
      )
    } catch {
      throw .invalidBuffer("\(error)")
    }
    guard let reservation = reserve() else { return nil }
    lend(buffer, for: reservation)
    return pixels
  }

  /// Writes a picture into one of the slot's buffers.
  ///
  /// - Returns: Nil if all buffers are in use.
  package func makePicture(
    width: Int,
    height: Int,
    isOpaque: Bool,
    form: TexelForm = .bytes,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(CAContentSlotError) -> PixelBuffer? {
    try checkSize(width: width, height: height, form)
    guard let reservation = reserve() else { return nil }
    return try makePicture(
      reservation,
      width: width,
      height: height,
      isOpaque: isOpaque,
      form: form,
      fill: fill
    )
  }

  private func makePicture(
    _ reservation: Reservation,
    width: Int,
    height: Int,
    isOpaque: Bool,
    form: TexelForm = .bytes,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(CAContentSlotError) -> PixelBuffer {
    try checkSize(width: width, height: height, form)
    do {
      let pixels = try pool.pixels(
        width: width,
        height: height,
        isOpaque: isOpaque,
        form: form,
        fill: fill
      )
      if let buffer = pixels.owner as? SharedBuffer { lend(buffer, for: reservation) }
      return pixels
    } catch {
      throw .noMemory("\(error)")
    }
  }

  /// Writes planes into one of the slot's buffers.
  ///
  /// - Returns: Nil if all buffers are in use.
  func makePicture(
    width: Int,
    height: Int,
    planes: PlaneLayout,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(CAContentSlotError) -> PixelBuffer? {
    try checkSize(width: width, height: height, planes.form)
    let byteCount: Int
    do {
      byteCount = try planes.byteCount(width: width, height: height, limit: .max / 4)
    } catch {
      throw .invalidPlanes("\(error)")
    }
    guard let reservation = reserve() else { return nil }
    do {
      let buffer = try pool.buffer(byteCount: byteCount)
      fill(UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<byteCount]))
      let pixels = try buffer.pixels(width: width, height: height, planes: planes)
      lend(buffer, for: reservation)
      return pixels
    } catch {
      throw .noMemory("\(error)")
    }
  }

  /// Creates a picture of planes in a dma-buf, which is one of the slot's buffers.
  ///
  /// - Parameter release: Called once, when the memory is not read any more.
  /// - Returns: Nil if all buffers are in use.
  func makePicture(
    in block: DeviceBlock,
    width: Int,
    height: Int,
    planes: PlaneLayout,
    release: @escaping @Sendable () -> Void
  ) throws(CAContentSlotError) -> PixelBuffer? {
    let buffer = block.lend(release: release)
    try checkSize(width: width, height: height, planes.form)
    let pixels: PixelBuffer
    do {
      pixels = try buffer.pixels(width: width, height: height, planes: planes)
    } catch {
      throw .invalidPlanes("\(error)")
    }
    guard let reservation = reserve() else { return nil }
    lend(buffer, for: reservation)
    return pixels
  }

  private func checkSize(
    width: Int,
    height: Int,
    _ form: TexelForm = .bytes
  ) throws(CAContentSlotError) {
    guard (try? PixelBuffer.check(width: width, height: height, form)) != nil else {
      throw .invalidSize(width: width, height: height, limit: PixelBuffer.maximumSide)
    }
  }

  /// Shows a picture from `makePicture`, or any other one that is not written to any more.
  package func present(
    _ pixels: PixelBuffer,
    at time: CFTimeInterval? = nil,
    behind fence: FenceDescriptor? = nil
  ) throws(CAContentSlotError) {
    if let time, !time.isFinite { throw .invalidTime(time) }
    // The lock is held while the picture is delivered, so that contexts get pictures in order and
    // none after `leave`.
    state.withLock { state in
      state.presents += 1
      state.isLastTimed = time != nil
      state.pictures.append(pixels)
      if state.pictures.count > 2 { state.pictures.removeFirst() }
      for destination in state.destinations {
        let present = ImagePresent(destination.image, pixels, at: time, behind: fence)
        destination.target.present(present)
      }
    }
  }

  /// Drops the pictures that wait for their time; the one that shows stays.
  ///
  /// Players call it when their film jumps. Any thread may.
  public func flush() {
    state.withLock { state in
      for destination in state.destinations { destination.target.flush(destination.image) }
    }
  }

  // One queue for all slots, so that waiting for it waits for all pictures.
  private static let makers = DispatchQueue(label: "quartz.slots")

  /// Shows a picture as soon as `make` has returned it, in the order of the calls across all slots.
  ///
  /// - Parameter make: Returns the picture, or throws the reason why there is none; called once, on
  ///   another thread.
  package func present(
    at time: CFTimeInterval?,
    whenMade make: @escaping @Sendable () throws -> PixelBuffer
  ) {
    CAContentSlot.makers.async { [self] in
      do {
        try present(try make(), at: time)
      } catch {
        Diagnostics.report("a slot's picture was not made: \(error)")
      }
    }
  }

  /// Waits until all pictures promised to slots of this process are made.
  package static func waitUntilMade() {
    makers.sync {}
  }

  /// Creates a slot with the same buffers that shows `picture` and replaces this slot.
  package func successor(showing picture: PixelBuffer) -> CAContentSlot {
    let next = CAContentSlot(bufferCount: bufferCount, pool: pool)
    state.withLock { state in
      next.state.withLock {
        $0.loans = state.loans
        $0.pictures = [picture]
        $0.presents = 1
      }
    }
    return next
  }

  private init(bufferCount: Int, pool: BufferPool) {
    self.bufferCount = bufferCount
    self.pool = pool
  }

  /// Reserves one of the buffers for a picture; nil if all of them are in use.
  package func reserve() -> Reservation? {
    let targets = state.withLock { $0.destinations.map(\.target) }
    for target in targets { target.collect() }
    return state.withLock { state in
      if isFull(&state), state.pictures.count == 2, !state.isLastTimed { freeBuffer(&state) }
      guard !isFull(&state) else { return nil }
      let reservation = Reservation(self)
      state.loans.append(Loan(reservation: reservation))
      return reservation
    }
  }

  /// Records the buffer in which a reservation's picture is written.
  private func lend(_ buffer: SharedBuffer, for reservation: Reservation) {
    state.withLock { state in
      let index = state.loans.firstIndex { $0.reservation === reservation }
      if let index { state.loans[index].buffer = buffer }
    }
  }

  /// Frees the buffer of one of the two last pictures.
  ///
  /// That is the last one if no context has read it. Otherwise it is the one before, which was
  /// retained for that case. A context that has read it keeps its buffer in use.
  private func freeBuffer(_ state: inout State) {
    let withdrawn = state.destinations.filter { $0.target.withdraw($0.image) }
    guard withdrawn.count < state.destinations.count else {
      state.pictures.removeLast()
      return
    }
    state.pictures.removeFirst()
    guard let last = state.pictures.last else { return }
    for destination in withdrawn {
      destination.target.present(ImagePresent(destination.image, last))
    }
  }

  private func isFull(_ state: inout State) -> Bool {
    state.loans.removeAll { $0.buffer == nil && $0.reservation == nil }
    return state.loans.count >= bufferCount
  }

  // MARK: Contexts

  /// Returns the current picture, or one transparent pixel, and its number.
  func picture() -> (pixels: PixelBuffer, present: UInt64) {
    state.withLock { ($0.pictures.last ?? CAContentSlot.nothing, $0.presents) }
  }

  private static let nothing: PixelBuffer = {
    let pixel: [UInt8] = [0, 0, 0, 0]
    let made = pixel.withUnsafeBytes {
      try? PixelBuffer(width: 1, height: 1, rowBytes: 4, isOpaque: false, copying: $0)
    }
    guard let made else { preconditionFailure("an image of one pixel") }
    return made
  }()

  /// Adds a context that gets all further pictures.
  ///
  /// - Parameters:
  ///   - present: The number of the picture that the context has; if a newer one exists, it is sent
  ///     at once.
  func join(
    _ owner: ObjectIdentifier,
    _ image: ImageID,
    _ target: any SlotTarget,
    has present: UInt64
  ) {
    state.withLock { state in
      state.destinations.removeAll { $0.owner == owner }
      state.destinations.append(Destination(owner: owner, image: image, target: target))
      if state.presents != present, let pixels = state.pictures.last {
        target.present(ImagePresent(image, pixels))
      }
    }
  }

  /// The number that a context has for the slot; nil if it does not show the slot.
  package func image(in context: CAContext) -> ImageID? {
    let owner = ObjectIdentifier(context.journal)
    return state.withLock { $0.destinations.first { $0.owner == owner }?.image }
  }

  /// Removes a context; it gets no further pictures.
  func leave(_ owner: ObjectIdentifier) {
    state.withLock { $0.destinations.removeAll { $0.owner == owner } }
  }

  /// The number of buffers in use, for tests.
  package var buffersInUse: Int {
    state.withLock { state in
      _ = isFull(&state)
      return state.loans.count
    }
  }
}
