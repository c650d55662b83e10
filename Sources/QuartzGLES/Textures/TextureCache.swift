// Images as textures: uploaded once, small ones together, the least recently used dropped.
// Licensed under the MIT license; see LICENSE.
//
// Images below 256 pixels a side share pages, so that draws of different images go into one call;
// texels are fetched one by one, so neighbours need no space between them. Larger images have a
// texture of their own, and those that are larger than a texture can be lie in the layers of an
// array, cut into tiles of one size, row by row.
//
// All textures together should stay within a budget. When a new one would not, the one whose images
// were not shown for the longest time is dropped, but never one that shows in the last frame of its
// context or in the current one. The pixels themselves stay in client memory, so a dropped image is
// uploaded again when it is shown again.

import CQuartzGLES
import QuartzMath
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
  /// Whether the texture is an array of tiles.
  var isTiled = false
}

/// How large textures may be.
struct TextureLimits {
  /// Bytes of all together that should not be exceeded.
  let budget: Int
  /// The longest side in texels.
  let side: Int
  /// The layers of an array.
  let layers: Int

  /// The limits of the current context and of its user.
  init(_ preferences: GLESPreferences, maximumSide: Int) {
    budget = preferences.textureBudget
    side = min(preferences.textureSide ?? maximumSide, maximumSide)
    layers = GL.integer(GL.maximumLayers)
  }
}

struct TextureCache: ~Copyable {
  /// Images with a side of this many pixels or more have their own texture.
  static let atlasLimit = 256
  /// The side of a page in texels; less where the driver has no such textures.
  static let pageSide = 2048

  private struct Image {
    var pixels: PixelBuffer
    var placement: TexturePlacement?
    var lastUse: UInt64 = 0
  }

  /// A texture with the images in it.
  private final class Slot {
    let texture: GLTexture
    /// Nil for the texture of a single image.
    var packer: ShelfPacker?
    var keys: Set<ImageKey> = []
    /// Tiles side by side, if it is an array of tiles.
    let columns: Int32?

    init(width: Int, height: Int, order: ChannelOrder, isPage: Bool) throws(RenderError) {
      texture = try GLTexture(width: width, height: height, order: order)
      packer = isPage ? ShelfPacker(width: width, height: height) : nil
      columns = nil
    }

    init(_ tiles: ImageTiles, order: ChannelOrder) throws(RenderError) {
      texture = try GLTexture(
        width: tiles.width,
        height: tiles.height,
        layers: tiles.count,
        order: order
      )
      columns = Int32(tiles.columns)
    }
  }

  let order: ChannelOrder
  let limits: TextureLimits
  /// Bytes of all textures.
  private(set) var bytes = 0
  private var images: [ImageKey: Image] = [:]
  private var slots: [Slot?] = []
  // The last frame of each context, and the one that is being drawn: what they show must stay.
  private var lastFrames: [UInt32: UInt64] = [:]
  private var currentFrame: UInt64 = 0
  private var uploadedBytes = 0

  init(order: ChannelOrder, limits: TextureLimits) {
    self.order = order
    self.limits = limits
  }

  // MARK: Images

  /// Makes an image known; it is uploaded when it is first shown.
  mutating func add(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    guard ImageTiles(pixels, limit: limits.side).count <= limits.layers else {
      throw .surfaceTooLarge(width: pixels.width, height: pixels.height, limit: limits.side)
    }
    remove(key)
    images[key] = Image(pixels: pixels)
  }

  /// Has an image show other pixels; where it is uploaded, only the parts that differ go there.
  mutating func update(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    _ parts: Damage
  ) throws(RenderError) {
    guard let image = images[key] else { throw .unknownImage(key) }
    images[key]?.pixels = pixels
    guard let placement = image.placement else { return }
    bind(placement.slot)
    for index in 0..<parts.count { upload(pixels, parts[index], to: placement) }
    uploadedBytes += parts.area * 4
  }

  /// Bytes that went to textures since this was last asked.
  mutating func takeUploadedBytes() -> Int {
    defer { uploadedBytes = 0 }
    return uploadedBytes
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
    let placement = try place(pixels)
    images[key]?.placement = placement
    slots[Int(placement.slot)]?.keys.insert(key)
    counters.bytesUploaded += pixels.width * pixels.height * 4
    return placement
  }

  /// GL's name of the texture in a slot (0 if the slot is empty), its kind, and for an array how
  /// many tiles lie side by side.
  func texture(of slot: Int32) -> (name: GLuint, kind: GLenum, columns: Int32?) {
    guard let slot = slots[Int(slot)] else { return (0, GL.texture2D, nil) }
    let kind = slot.columns == nil ? GL.texture2D : GL.texture2DArray
    return (slot.texture.name, kind, slot.columns)
  }

  private func bind(_ slot: Int32) {
    let texture = texture(of: slot)
    glBindTexture(texture.kind, texture.name)
  }

  // MARK: Textures

  private mutating func place(_ pixels: PixelBuffer) throws(RenderError) -> TexturePlacement {
    let side = max(pixels.width, pixels.height)
    if side < TextureCache.atlasLimit { return try packed(pixels) }
    return try side <= limits.side ? own(pixels) : tiled(pixels)
  }

  private mutating func own(_ pixels: PixelBuffer) throws(RenderError) -> TexturePlacement {
    let placement = TexturePlacement(
      slot: try makeSlot(width: pixels.width, height: pixels.height, isPage: false),
      x: 0,
      y: 0,
      width: Int32(pixels.width),
      height: Int32(pixels.height)
    )
    bind(placement.slot)
    upload(pixels, pixels.frame, to: placement)
    return placement
  }

  private mutating func packed(_ pixels: PixelBuffer) throws(RenderError) -> TexturePlacement {
    let (width, height) = (pixels.width, pixels.height)
    let side = min(TextureCache.pageSide, limits.side)
    var found = room(width: width, height: height)
    if found == nil, bytes + side * side * 4 > limits.budget {
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
    let placement = TexturePlacement(
      slot: found.slot,
      x: Int32(found.x),
      y: Int32(found.y),
      width: Int32(width),
      height: Int32(height)
    )
    bind(placement.slot)
    upload(pixels, pixels.frame, to: placement)
    return placement
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

  private mutating func tiled(_ pixels: PixelBuffer) throws(RenderError) -> TexturePlacement {
    let tiles = ImageTiles(pixels, limit: limits.side)
    evict(toFit: tiles.width * tiles.height * tiles.count * 4)
    let placement = TexturePlacement(
      slot: insert(try Slot(tiles, order: order)),
      x: 0,
      y: 0,
      width: Int32(pixels.width),
      height: Int32(pixels.height),
      isTiled: true
    )
    bind(placement.slot)
    upload(pixels, pixels.frame, to: placement)
    return placement
  }

  // MARK: Uploads

  /// Copies a part of an image to its place in the texture, which is bound.
  private func upload(_ pixels: PixelBuffer, _ part: PixelRect, to placement: TexturePlacement) {
    glPixelStorei(GL.unpackRowLength, GLint(pixels.rowBytes / 4))
    if placement.isTiled {
      uploadTiles(pixels, part)
    } else {
      // Bounds: the part lies inside of the image.
      pixels.withTexels(part) { first in
        glTexSubImage2D(
          GL.texture2D,
          0,
          placement.x + part.minX,
          placement.y + part.minY,
          part.width,
          part.height,
          order.format,
          GL.unsignedByte,
          first
        )
      }
    }
    glPixelStorei(GL.unpackRowLength, 0)
  }

  /// Copies a part of an image to all tiles that it touches.
  private func uploadTiles(_ pixels: PixelBuffer, _ part: PixelRect) {
    let tiles = ImageTiles(pixels, limit: limits.side)
    for layer in 0..<tiles.count {
      let tile = tiles.rect(layer)
      let common = tile.intersection(part)
      guard !common.isEmpty else { continue }
      // Bounds: tile and part lie inside of the image.
      pixels.withTexels(common) { first in
        glTexSubImage3D(
          GL.texture2DArray,
          0,
          common.minX - tile.minX,
          common.minY - tile.minY,
          GLint(layer),
          common.width,
          common.height,
          1,
          GL.rgba,
          GL.unsignedByte,
          first
        )
      }
    }
  }

  private mutating func makeSlot(
    width: Int,
    height: Int,
    isPage: Bool
  ) throws(RenderError) -> Int32 {
    evict(toFit: width * height * 4)
    return insert(try Slot(width: width, height: height, order: order, isPage: isPage))
  }

  private mutating func insert(_ slot: Slot) -> Int32 {
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
    slot.packer?.free(
      x: Int(placement.x),
      y: Int(placement.y),
      width: Int(placement.width)
    )
    if slot.keys.isEmpty {
      bytes -= slot.texture.bytes
      slots[index] = nil
    }
  }

  // MARK: Eviction

  /// Drops textures, the least recently used first, until `more` bytes fit into the budget.
  private mutating func evict(toFit more: Int) {
    while bytes + more > limits.budget, let index = oldestSlot() {
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

extension PixelBuffer {
  fileprivate var frame: PixelRect { PixelRect(width: Int32(width), height: Int32(height)) }

  /// Calls `body` with the first texel of a part that lies inside of the image.
  fileprivate func withTexels(_ part: PixelRect, _ body: (UnsafeRawPointer?) -> Void) {
    withBytes { bytes in
      body(bytes.baseAddress.map { $0 + (Int(part.minY) * rowBytes + Int(part.minX) * 4) })
    }
  }
}
