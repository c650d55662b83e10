// The texture cache of coverage: uploaded once, small ones in shared pages, the least recently used
// evicted.
// Licensed under the MIT license; see LICENSE.
//
// Shadows and small paths share pages, so that their draws can share a call; large coverage has a
// texture of its own. Bytes never change, and a plan retains those that it shows, so any entry may
// be evicted at any time and uploaded again. Entries that no frame has shown for a while are
// evicted, and the least recently used when a new texture would exceed the budget, but never those
// in the last frame of their context or in the current one.

import CQuartzGLES
import QuartzModel
import QuartzPlan

struct CoverageCache: ~Copyable {
  /// Bytes with a side of this many texels or more have their own texture.
  static let atlasLimit = 512
  /// The side of a page in texels; less where the driver has no such textures.
  static let pageSide = 2048
  /// Frames after which unused bytes are evicted: two seconds at 60 Hz.
  static let evictionDelay: UInt64 = 120

  private struct Entry {
    var placement: TexturePlacement
    /// The last frame that showed it, and the frame's context.
    var lastUse: UInt64
    var context: UInt32
  }

  /// A texture and its entries.
  private final class Slot {
    let texture: GLTexture
    /// Nil for the texture of one picture.
    var packer: ShelfPacker?
    var ids: Set<UInt64> = []

    init(width: Int, height: Int, isPage: Bool) throws(RenderError) {
      texture = try GLTexture(width: width, height: height, format: .coverage)
      packer = isPage ? ShelfPacker(width: width, height: height) : nil
    }
  }

  private let budget: Int
  private let maximumSide: Int
  /// Bytes of all textures.
  private(set) var bytes = 0
  private var entries: [UInt64: Entry] = [:]
  private var slots: [Slot?] = []
  private var lastFrames: [UInt32: UInt64] = [:]
  private var currentFrame: UInt64 = 0

  private let labels: DebugLabels?

  init(budget: Int, maximumSide: Int, labels: DebugLabels? = nil) {
    self.labels = labels
    self.budget = budget
    self.maximumSide = maximumSide
  }

  /// Returns the placement of bytes that a frame of a context shows, uploading them if needed.
  mutating func placement(
    _ coverage: CoverageBytes,
    frame: UInt64,
    context: UInt32,
    counters: inout FrameCounters
  ) throws(RenderError) -> TexturePlacement {
    currentFrame = frame
    if let index = entries.index(forKey: coverage.id) {
      counters.cacheHits += 1
      entries.values[index].lastUse = frame
      entries.values[index].context = context
      return entries.values[index].placement
    }
    counters.cacheMisses += 1
    counters.bytesUploaded += coverage.width * coverage.height
    let placement = try place(coverage)
    entries[coverage.id] = Entry(placement: placement, lastUse: frame, context: context)
    slots[Int(placement.slot)]?.ids.insert(coverage.id)
    return placement
  }

  /// Ends a frame of a context.
  mutating func finish(frame: UInt64, context: UInt32) {
    lastFrames[context] = frame
    if frame % CoverageCache.evictionDelay == 0 {
      drop { !$0.isShown && $0.entry.lastUse + CoverageCache.evictionDelay < frame }
    }
  }

  mutating func forget(context: UInt32) {
    lastFrames[context] = nil
    drop { $0.entry.context == context }
  }

  /// Returns GL's name of the texture in a slot, 0 if the slot is empty, and the texture's size.
  func texture(of slot: Int32) -> (name: GLuint, width: Int, height: Int) {
    guard let slot = slots[Int(slot)] else { return (0, 1, 1) }
    return (slot.texture.name, slot.texture.width, slot.texture.height)
  }

  // MARK: Textures

  private mutating func place(_ coverage: CoverageBytes) throws(RenderError) -> TexturePlacement {
    let (width, height) = (coverage.width, coverage.height)
    guard max(width, height) <= maximumSide else {
      throw .surfaceTooLarge(width: width, height: height, limit: maximumSide)
    }
    let found =
      max(width, height) < CoverageCache.atlasLimit
      ? try packed(width, height)
      : (slot: try makeSlot(width: width, height: height, isPage: false), x: 0, y: 0)
    let placement = TexturePlacement(
      slot: found.slot,
      x: Int32(found.x),
      y: Int32(found.y),
      width: Int32(width),
      height: Int32(height)
    )
    glBindTexture(GL.texture2D, texture(of: found.slot).name)
    glPixelStorei(GL.unpackAlignment, 1)
    glTexSubImage2D(
      GL.texture2D,
      0,
      placement.x,
      placement.y,
      placement.width,
      placement.height,
      GL.red,
      GL.unsignedByte,
      coverage.bytes.baseAddress
    )
    glPixelStorei(GL.unpackAlignment, 4)
    return placement
  }

  private mutating func packed(
    _ width: Int,
    _ height: Int
  ) throws(RenderError) -> (slot: Int32, x: Int, y: Int) {
    if let found = room(width, height) { return found }
    let side = min(CoverageCache.pageSide, maximumSide)
    if bytes + side * side > budget {
      drop { !$0.isShown }
      if let found = room(width, height) { return found }
    }
    let index = try makeSlot(width: side, height: side, isPage: true)
    guard let origin = slots[Int(index)]?.packer?.allocate(width: width, height: height) else {
      throw .outOfMemory(bytes: width * height)
    }
    return (index, origin.x, origin.y)
  }

  /// Finds room in an existing page.
  private func room(_ width: Int, _ height: Int) -> (slot: Int32, x: Int, y: Int)? {
    for index in slots.indices {
      if let origin = slots[index]?.packer?.allocate(width: width, height: height) {
        return (Int32(index), origin.x, origin.y)
      }
    }
    return nil
  }

  private mutating func makeSlot(
    width: Int,
    height: Int,
    isPage: Bool
  ) throws(RenderError) -> Int32 {
    while bytes + width * height > budget, let id = oldestLarge() { remove(id) }
    let slot = try Slot(width: width, height: height, isPage: isPage)
    labels?.name(.texture, slot.texture.name, "coverage \(width) x \(height)")
    bytes += slot.texture.bytes
    if let free = slots.firstIndex(where: { $0 == nil }) {
      slots[free] = slot
      return Int32(free)
    }
    slots.append(slot)
    return Int32(slots.count - 1)
  }

  // MARK: Eviction

  /// Returns whether the current frame, or the last frame of its last context, shows it.
  private func isShown(_ entry: Entry) -> Bool {
    entry.lastUse >= min(lastFrames[entry.context] ?? currentFrame, currentFrame)
  }

  /// Returns the least recently used entry with a texture of its own.
  private func oldestLarge() -> UInt64? {
    var oldest: (id: UInt64, lastUse: UInt64)?
    for (id, entry) in entries where slots[Int(entry.placement.slot)]?.packer == nil {
      if !isShown(entry), entry.lastUse < oldest?.lastUse ?? .max { oldest = (id, entry.lastUse) }
    }
    return oldest?.id
  }

  private mutating func drop(_ condition: ((entry: Entry, isShown: Bool)) -> Bool) {
    let ids = entries.filter { condition((entry: $0.value, isShown: isShown($0.value))) }.keys
    for id in ids { remove(id) }
  }

  private mutating func remove(_ id: UInt64) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    let (index, rect) = (Int(entry.placement.slot), entry.placement)
    guard let slot = slots[index] else { return }
    slot.ids.remove(id)
    slot.packer?.free(x: Int(rect.x), y: Int(rect.y), width: Int(rect.width))
    guard slot.ids.isEmpty else { return }
    bytes -= slot.texture.bytes
    slots[index] = nil
  }
}
