// Images as textures: uploaded once, small ones together, the least recently used dropped.
// Licensed under the MIT license; see LICENSE.
//
// Images below 256 pixels a side share pages, so that draws of different images go into one call.
// Around each lies a gutter of one pixel that repeats its edge: a filter that is a little imprecise
// finds the image's own colour there. Larger images have a texture of their own.
//
// All textures together should stay within a budget. When a new one would not, the one whose images
// were not shown for the longest time is dropped, but never one that shows in the last frame of its
// context or in the current one. The pixels themselves stay in client memory, so a dropped image is
// uploaded again when it is shown again.

import CQuartzGLES
import QuartzModel
import QuartzPlan

/// Where an image lies: the texture's slot and the texel of the image's top left.
struct TexturePlacement {
  var slot: Int32
  var x: Int32
  var y: Int32
  /// The image's size in texels.
  var width: Int32
  var height: Int32
}

struct TextureCache: ~Copyable {
  /// Images with a side of this many pixels or more have their own texture.
  static let atlasLimit = 256
  /// The side of a page in texels; less where the driver has no such textures.
  static let pageSide = 2048
  /// The pixels on each side of an image in a page that repeat its edge.
  static let gutter = 1

  private struct Image {
    let pixels: PixelBuffer
    var placement: TexturePlacement?
    var lastUse: UInt64 = 0
  }

  /// A texture with the images in it.
  private final class Slot {
    let texture: GLTexture
    /// Nil for the texture of a single image.
    var packer: ShelfPacker?
    var keys: Set<ImageKey> = []

    init(width: Int, height: Int, order: ChannelOrder, isPage: Bool) throws(RenderError) {
      texture = try GLTexture(width: width, height: height, order: order)
      packer = isPage ? ShelfPacker(width: width, height: height) : nil
    }
  }

  let order: ChannelOrder
  let budget: Int
  let maximumSide: Int
  /// Bytes of all textures.
  private(set) var bytes = 0
  private var images: [ImageKey: Image] = [:]
  private var slots: [Slot?] = []
  // The last frame of each context, and the one that is being drawn: what they show must stay.
  private var lastFrames: [UInt32: UInt64] = [:]
  private var currentFrame: UInt64 = 0
  private var scratch: ContiguousArray<UInt32> = []

  init(order: ChannelOrder, budget: Int, maximumSide: Int) {
    self.order = order
    self.budget = budget
    self.maximumSide = maximumSide
  }

  // MARK: Images

  /// Makes an image known; it is uploaded when it is first shown.
  mutating func add(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    guard max(pixels.width, pixels.height) <= maximumSide else {
      throw .surfaceTooLarge(width: pixels.width, height: pixels.height, limit: maximumSide)
    }
    remove(key)
    images[key] = Image(pixels: pixels)
  }

  mutating func remove(_ key: ImageKey) {
    guard let image = images.removeValue(forKey: key), let placement = image.placement else {
      return
    }
    release(key, placement)
  }

  /// Says that the frame shows the image.
  mutating func touch(_ key: ImageKey, frame: UInt64) throws(RenderError) {
    guard images[key] != nil else { throw .unknownImage(key) }
    images[key]?.lastUse = frame
    currentFrame = frame
  }

  /// Says that a frame of a context is done.
  mutating func finish(frame: UInt64, context: UInt32) {
    lastFrames[context] = frame
  }

  mutating func forget(context: UInt32) {
    lastFrames[context] = nil
  }

  /// The place of an image, which is uploaded if it has none.
  mutating func placement(
    _ key: ImageKey,
    counters: inout FrameCounters
  ) throws(RenderError) -> TexturePlacement {
    guard let image = images[key] else { throw .unknownImage(key) }
    if let placement = image.placement {
      counters.cacheHits += 1
      return placement
    }
    counters.cacheMisses += 1
    let pixels = image.pixels
    let isSmall = max(pixels.width, pixels.height) < TextureCache.atlasLimit
    let placement = try isSmall ? packed(pixels) : own(pixels)
    images[key]?.placement = placement
    slots[Int(placement.slot)]?.keys.insert(key)
    counters.bytesUploaded += pixels.width * pixels.height * 4
    return placement
  }

  /// GL's name of the texture in a slot; 0 if the slot is empty.
  func name(of slot: Int32) -> GLuint {
    guard let slot = slots[Int(slot)] else { return 0 }
    return slot.texture.name
  }

  private func bind(_ slot: Int32) {
    glBindTexture(GL.texture2D, name(of: slot))
  }

  // MARK: Textures

  private mutating func own(_ pixels: PixelBuffer) throws(RenderError) -> TexturePlacement {
    let index = try makeSlot(width: pixels.width, height: pixels.height, isPage: false)
    bind(index)
    pixels.withBytes { bytes in
      glPixelStorei(GL.unpackRowLength, GLint(pixels.rowBytes / 4))
      upload(bytes.baseAddress, x: 0, y: 0, width: pixels.width, height: pixels.height)
      glPixelStorei(GL.unpackRowLength, 0)
    }
    return TexturePlacement(
      slot: index,
      x: 0,
      y: 0,
      width: Int32(pixels.width),
      height: Int32(pixels.height)
    )
  }

  private mutating func packed(_ pixels: PixelBuffer) throws(RenderError) -> TexturePlacement {
    let gutter = TextureCache.gutter
    let (width, height) = (pixels.width + 2 * gutter, pixels.height + 2 * gutter)
    let side = min(TextureCache.pageSide, maximumSide)
    var found = room(width: width, height: height)
    if found == nil, bytes + side * side * 4 > budget {
      dropHidden()
      found = room(width: width, height: height)
    }
    if found == nil {
      let index = try makeSlot(width: side, height: side, isPage: true)
      if let place = slots[Int(index)]?.packer?.allocate(width: width, height: height) {
        found = (index, place.x, place.y)
      }
    }
    guard let found else { throw .outOfMemory(bytes: width * height * 4) }
    bind(found.slot)
    fillScratch(pixels)
    scratch.withUnsafeBytes { bytes in
      upload(bytes.baseAddress, x: found.x, y: found.y, width: width, height: height)
    }
    return TexturePlacement(
      slot: found.slot,
      x: Int32(found.x + gutter),
      y: Int32(found.y + gutter),
      width: Int32(pixels.width),
      height: Int32(pixels.height)
    )
  }

  /// A place in a page that exists.
  private func room(width: Int, height: Int) -> (slot: Int32, x: Int, y: Int)? {
    for index in slots.indices {
      if let place = slots[index]?.packer?.allocate(width: width, height: height) {
        return (Int32(index), place.x, place.y)
      }
    }
    return nil
  }

  /// Copies an image with its gutter to `scratch`.
  private mutating func fillScratch(_ pixels: PixelBuffer) {
    let gutter = TextureCache.gutter
    let (width, height) = (pixels.width, pixels.height)
    scratch.removeAll(keepingCapacity: true)
    scratch.reserveCapacity((width + 2 * gutter) * (height + 2 * gutter))
    pixels.withBytes { bytes in
      for y in -gutter..<(height + gutter) {
        let row = min(max(y, 0), height - 1) * pixels.rowBytes
        // Bounds: `PixelBuffer` has checked that every row holds `width` pixels.
        func texel(_ x: Int) -> UInt32 {
          bytes.loadUnaligned(fromByteOffset: row + x * 4, as: UInt32.self)
        }
        for _ in 0..<gutter { scratch.append(texel(0)) }
        for x in 0..<width { scratch.append(texel(x)) }
        for _ in 0..<gutter { scratch.append(texel(width - 1)) }
      }
    }
  }

  private func upload(_ bytes: UnsafeRawPointer?, x: Int, y: Int, width: Int, height: Int) {
    glTexSubImage2D(
      GL.texture2D,
      0,
      GLint(x),
      GLint(y),
      GLsizei(width),
      GLsizei(height),
      order.format,
      GL.unsignedByte,
      bytes
    )
  }

  private mutating func makeSlot(
    width: Int,
    height: Int,
    isPage: Bool
  ) throws(RenderError) -> Int32 {
    evict(toFit: width * height * 4)
    let slot = try Slot(width: width, height: height, order: order, isPage: isPage)
    bytes += slot.texture.bytes
    if let free = slots.firstIndex(where: { $0 == nil }) {
      slots[free] = slot
      return Int32(free)
    }
    slots.append(slot)
    return Int32(slots.count - 1)
  }

  private mutating func release(_ key: ImageKey, _ placement: TexturePlacement) {
    let index = Int(placement.slot)
    guard let slot = slots[index] else { return }
    slot.keys.remove(key)
    let gutter = TextureCache.gutter
    slot.packer?.free(
      x: Int(placement.x) - gutter,
      y: Int(placement.y) - gutter,
      width: Int(placement.width) + 2 * gutter
    )
    if slot.keys.isEmpty {
      bytes -= slot.texture.bytes
      slots[index] = nil
    }
  }

  // MARK: Eviction

  /// Drops textures, the least recently used first, until `more` bytes fit into the budget.
  private mutating func evict(toFit more: Int) {
    while bytes + more > budget, let index = oldestSlot() {
      guard let slot = slots[index] else { return }
      for key in slot.keys { images[key]?.placement = nil }
      bytes -= slot.texture.bytes
      slots[index] = nil
    }
  }

  /// Gives the places in pages back of images that no last frame showed.
  private mutating func dropHidden() {
    let hidden = images.filter { key, image in
      guard let placement = image.placement else { return false }
      return slots[Int(placement.slot)]?.packer != nil && !isShown(key)
    }
    for (key, image) in hidden {
      images[key]?.placement = nil
      if let placement = image.placement { release(key, placement) }
    }
  }

  /// Whether the last frame of the image's context or the current frame shows it.
  private func isShown(_ key: ImageKey) -> Bool {
    let use = images[key]?.lastUse ?? 0
    return use > 0 && use >= min(lastFrames[key.context] ?? currentFrame, currentFrame)
  }

  /// The texture that was not shown for the longest time, of those that no last frame showed.
  private func oldestSlot() -> Int? {
    var oldest: (index: Int, lastUse: UInt64)?
    for (index, slot) in slots.enumerated() {
      guard let slot else { continue }
      var lastUse: UInt64 = 0
      var isShown = false
      for key in slot.keys {
        lastUse = max(lastUse, images[key]?.lastUse ?? 0)
        isShown = isShown || self.isShown(key)
      }
      if !isShown, lastUse < oldest?.lastUse ?? UInt64.max { oldest = (index, lastUse) }
    }
    return oldest?.index
  }
}
