// The texture cache of images: uploaded once, small ones in shared pages, the least recently used
// evicted.
// Licensed under the MIT license; see LICENSE.
//
// Images of bytes below 256 pixels a side share pages, so that draws of different images go into
// one call; texels are fetched one by one, so neighbours need no space between them. Larger images
// have a texture of their own, and so have all of half floats. Images beyond the texture limit are
// cut into tiles of one size, row by row, in the layers of an array. An image that some draw
// minifies with mipmaps has a texture with levels, which hold the same texels as the software
// renderer's.
//
// All textures together should stay within a budget. When a new one would exceed it, the texture
// with the least recently used images is evicted, but never one in the last frame of its context or
// in the current one. The pixels themselves stay in client memory, so an evicted image is uploaded
// again when it is shown again. An image that was drawn is in its texture alone, and stays there
// until it is removed.

import CQuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster

/// The position of an image: the texture's slot and the texel of the image's top left.
struct TexturePlacement {
  var slot: Int32
  var x: Int32
  var y: Int32
  /// The image's size in texels.
  var width: Int32
  var height: Int32
  /// Whether the texture is an array of tiles.
  var isTiled = false
  /// Whether smaller versions of the image lie in further levels of the texture.
  var hasLevels = false
  /// Whether the texture is the picture's own memory, a dma-buf.
  var isImported = false
  /// Whether the texture is drawn from textures of the picture's planes.
  var isPlanes = false
}

/// The layout of an image in an array of tiles.
struct TileLayout: Equatable {
  /// The number of columns of tiles.
  var columns: Int32
  /// The image's size in texels.
  var width: Int32
  var height: Int32
}

/// The limits of textures.
struct TextureLimits {
  /// The budget of all textures in bytes.
  let budget: Int
  /// The longest side in texels.
  let side: Int
  /// The layers of an array.
  let layers: Int

  /// Creates the limits of the current context and the preferences.
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
    /// Nil for an image that was drawn.
    var pixels: PixelBuffer?
    var placement: TexturePlacement?
    var lastUse: UInt64 = 0
    /// Whether the planes are newer than what was drawn of them.
    var isStale = false
    /// The smaller versions, retained once they were needed, because parts of the image may change.
    var chain: ImageLevels?
  }

  /// A texture and its images.
  private final class Slot {
    /// GL's name of the texture.
    let name: GLuint
    /// The size in texels, of each layer for an array.
    let size: SIMD2<Int>
    let bytes: Int
    /// Nil for the texture of a single image.
    var packer: ShelfPacker?
    var keys: Set<ImageKey> = []
    /// Nil for a texture that is not an array of tiles.
    let tiles: ImageTiles?
    /// The output that the texture was; nil for texels that were uploaded.
    private let output: RenderTarget?
    private let texture: GLTexture?
    /// Nil for an image that is not drawn from its planes.
    let planes: PlaneTextures?

    var isRetained: Bool { output != nil }

    /// A texture of a single image, or of an array of its tiles.
    init(_ texture: consuming GLTexture, tiles: ImageTiles? = nil) {
      name = texture.name
      size = SIMD2(texture.width, texture.height)
      bytes = texture.bytes
      self.texture = consume texture
      self.tiles = tiles
      output = nil
      planes = nil
    }

    /// The texture of an image that is planes.
    init(_ planes: PlaneTextures) {
      name = planes.target.texture.name
      size = SIMD2(planes.target.texture.width, planes.target.texture.height)
      bytes = planes.bytes
      self.planes = planes
      output = nil
      texture = nil
      tiles = nil
    }

    /// The texture of an output.
    init(_ output: RenderTarget) {
      name = output.texture.name
      size = SIMD2(output.texture.width, output.texture.height)
      bytes = output.texture.bytes
      self.output = output
      texture = nil
      tiles = nil
      planes = nil
    }

    convenience init(page side: Int, order: ChannelOrder) throws(RenderError) {
      self.init(try GLTexture(width: side, height: side, order: order))
      packer = ShelfPacker(width: side, height: side)
    }

    convenience init(
      width: Int,
      height: Int,
      levels: Int,
      format: TextureFormat
    ) throws(RenderError) {
      let texture = try GLTexture(width: width, height: height, levels: levels, format: format)
      // The upload has no other order for halves.
      if case .halves(let order) = format { GLTexture.exchange(GL.texture2D, order) }
      self.init(texture)
    }

    convenience init(
      _ tiles: ImageTiles,
      levels: Int,
      format: TextureFormat
    ) throws(RenderError) {
      let hasLast = levels > 1 && tiles.hasSmallerLevels
      let texture = try GLTexture(
        width: tiles.width,
        height: tiles.height,
        layers: tiles.count + (hasLast ? 1 : 0),
        levels: levels,
        format: format
      )
      self.init(texture, tiles: tiles)
    }
  }

  let order: ChannelOrder
  let limits: TextureLimits
  /// Bytes of all textures.
  private(set) var bytes = 0
  private var images: [ImageKey: Image] = [:]
  private var slots: [Slot?] = []
  // The last frame of each context, and the frame being drawn, whose images must stay.
  private var lastFrames: [UInt32: UInt64] = [:]
  private var currentFrame: UInt64 = 0
  private var uploadedBytes = 0
  /// The pictures in dma-bufs so far.
  private(set) var imports = DeviceImports()
  // The reason, if the driver does not import dma-bufs.
  private let importer: Result<DeviceImporter, ImportRefusal>
  // Whether planes are uploaded as they are and drawn to the image's texture.
  private let drawsPlanes: Bool
  // The images of planes to draw before the frame that shows them.
  private var waiting: [(textures: PlaneTextures, pixels: PixelBuffer)] = []
  private var retired = RetiredPictures()

  private let labels: DebugLabels?

  init(
    order: ChannelOrder,
    limits: TextureLimits,
    importer: Result<DeviceImporter, ImportRefusal>,
    drawsPlanes: Bool,
    labels: DebugLabels? = nil
  ) {
    self.drawsPlanes = drawsPlanes
    self.labels = labels
    self.order = order
    self.limits = limits
    self.importer = importer
  }

  // MARK: Images

  /// Registers an image; it is uploaded when it is first shown.
  mutating func add(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    retired.collect()
    guard ImageTiles(pixels, limit: limits.side).count < limits.layers else {
      throw .surfaceTooLarge(width: pixels.width, height: pixels.height, limit: limits.side)
    }
    remove(key)
    images[key] = Image(pixels: pixels)
  }

  /// Makes an image of the texture of an output that is drawn to no more.
  mutating func retain(_ key: ImageKey, _ output: RenderTarget) {
    remove(key)
    let placement = TexturePlacement(
      slot: insert(Slot(output)),
      x: 0,
      y: 0,
      width: Int32(output.texture.width),
      height: Int32(output.texture.height)
    )
    slots[Int(placement.slot)]?.keys.insert(key)
    images[key] = Image(placement: placement)
  }

  /// Replaces the pixels of an image; if it is uploaded, only the parts that differ are uploaded
  /// again.
  mutating func update(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    _ parts: Damage
  ) throws(RenderError) {
    guard let image = images[key] else { throw .unknownImage(key) }
    images[key]?.pixels = pixels
    if drawsPlanes, let placement = image.placement, let layout = pixels.drawnPlanes,
      let planes = slots[Int(placement.slot)]?.planes, PlaneTextures.canUpload(layout),
      planes.fits(layout, width: pixels.width, height: pixels.height)
    {
      images[key]?.isStale = true
      return
    }
    if image.placement?.isPlanes == true || drawsPlanes && pixels.drawnPlanes != nil
      || image.placement?.isImported == true
      || canImport && pixels.drawnPlanes == nil && pixels.deviceLocation != nil
    {
      // A new texture is made when the image is shown.
      images[key]?.placement = nil
      images[key]?.chain = nil
      if let placement = image.placement { release(key, placement, of: image.pixels) }
      return
    }
    // An image that is not shown needs no colours of its planes.
    guard image.placement != nil || image.chain != nil else { return }
    willRead(pixels)
    guard let texels = pixels.texels else { return }
    for index in 0..<parts.count {
      let part = parts[index]
      let changed = images[key]?.chain?.update(pixels, texels, part: part) ?? [part]
      if let placement = image.placement {
        upload(pixels.form, texels, images[key]?.chain, changed, to: placement)
      }
    }
  }

  /// Returns the bytes uploaded since the last call.
  mutating func takeUploadedBytes() -> Int {
    defer { uploadedBytes = 0 }
    return uploadedBytes
  }

  mutating func remove(_ key: ImageKey) {
    guard let image = images.removeValue(forKey: key), let placement = image.placement else {
      return
    }
    release(key, placement, of: image.pixels)
  }

  /// Records that the frame shows the image.
  mutating func touch(_ key: ImageKey, frame: UInt64) {
    // An image that the context does not have is refused when a draw shows it.
    images[key]?.lastUse = frame
    currentFrame = frame
  }

  /// Ends a frame of a context.
  mutating func finish(frame: UInt64, context: UInt32) {
    lastFrames[context] = frame
    retired.collect()
  }

  mutating func forget(context: UInt32) {
    lastFrames[context] = nil
  }

  /// Returns the placement of an image, uploading it if it has none, or none with the levels it
  /// needs.
  mutating func placement(
    _ key: ImageKey,
    hasLevels: Bool,
    counters: inout FrameCounters
  ) throws(RenderError) -> TexturePlacement {
    guard let image = images[key] else { throw .unknownImage(key) }
    if let placement = image.placement, placement.hasLevels || !hasLevels || image.pixels == nil {
      counters.cacheHits += 1
      if image.isStale, let pixels = image.pixels, let planes = slots[Int(placement.slot)]?.planes {
        waiting.append((planes, pixels))
        images[key]?.isStale = false
      }
      return placement
    }
    guard let pixels = image.pixels else { throw .unknownImage(key) }
    if let placement = image.placement {
      images[key]?.placement = nil
      release(key, placement, of: pixels)
    }
    counters.cacheMisses += 1
    let placement = try place(key, pixels, hasLevels: hasLevels)
    images[key]?.placement = placement
    images[key]?.isStale = false
    slots[Int(placement.slot)]?.keys.insert(key)
    counters.bytesUploaded += takeUploadedBytes()
    return placement
  }

  /// Returns GL's name of the texture in a slot (0 if the slot is empty), its kind, and for an
  /// array the layout of the image.
  func texture(of slot: Int32) -> (name: GLuint, kind: GLenum, tiles: TileLayout?) {
    guard let slot = slots[Int(slot)] else { return (0, GL.texture2D, nil) }
    guard let tiles = slot.tiles else { return (slot.name, GL.texture2D, nil) }
    let layout = TileLayout(
      columns: Int32(tiles.columns),
      width: Int32(tiles.imageWidth),
      height: Int32(tiles.imageHeight)
    )
    return (slot.name, GL.texture2DArray, layout)
  }

  private func bind(_ slot: Int32) {
    let texture = texture(of: slot)
    glBindTexture(texture.kind, texture.name)
  }

  // MARK: Textures

  private mutating func place(
    _ key: ImageKey,
    _ pixels: PixelBuffer,
    hasLevels: Bool
  ) throws(RenderError) -> TexturePlacement {
    let side = max(pixels.width, pixels.height)
    guard hasLevels else {
      images[key]?.chain = nil
      if side <= limits.side, let placement = try planes(pixels) { return placement }
      if side <= limits.side, let placement = imported(pixels) { return placement }
      if !canImport {
        willRead(pixels)
      } else if pixels.drawnPlanes != nil {
        willRead(pixels, because: ImportRefusal(reason: "the processor converts its planes"))
      }
      let isSmall = side < TextureCache.atlasLimit && side <= limits.side
      if isSmall, !pixels.form.isHalf { return try packed(pixels) }
      return try side <= limits.side ? own(pixels, nil) : tiled(pixels, nil)
    }
    willRead(pixels)
    let chain = images[key]?.chain ?? ImageLevels(pixels)
    images[key]?.chain = chain
    return try side <= limits.side ? own(pixels, chain) : tiled(pixels, chain)
  }

  /// Takes textures for the picture's planes, if they can be uploaded; they are drawn later.
  private mutating func planes(_ pixels: PixelBuffer) throws(RenderError) -> TexturePlacement? {
    guard drawsPlanes, let layout = pixels.drawnPlanes, PlaneTextures.canUpload(layout) else {
      return nil
    }
    evict(toFit: pixels.width * pixels.height * 4 + pixels.storageByteCount)
    let textures = try PlaneTextures(
      layout,
      width: pixels.width,
      height: pixels.height,
      order
    )
    waiting.append((textures, pixels))
    return TexturePlacement(
      slot: insert(Slot(textures)),
      x: 0,
      y: 0,
      width: Int32(pixels.width),
      height: Int32(pixels.height),
      isPlanes: true
    )
  }

  /// Returns the images of planes that must be drawn now, each once.
  mutating func takePlanes() -> [(textures: PlaneTextures, pixels: PixelBuffer)] {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting
  }

  /// Imports the picture's own memory as a texture, if it is a dma-buf that the driver supports.
  private mutating func imported(_ pixels: PixelBuffer) -> TexturePlacement? {
    guard pixels.drawnPlanes == nil, let location = pixels.deviceLocation,
      let importer = try? importer.get()
    else { return nil }
    let texture: GLTexture
    do {
      let plane = try DevicePlane(location, of: pixels, order)
      texture = try GLTexture(plane, importer, format: format(of: pixels))
      // Half floats have no other order, as those that are uploaded.
      if pixels.form.isHalf { GLTexture.exchange(GL.texture2D, order) }
    } catch {
      willRead(pixels, because: error)
      return nil
    }
    imports.imported += 1
    return TexturePlacement(
      slot: insert(Slot(texture)),
      x: 0,
      y: 0,
      width: Int32(pixels.width),
      height: Int32(pixels.height),
      isImported: true
    )
  }

  /// Makes the planes of a picture textures: its own memory, or copies of it.
  mutating func load(
    _ pixels: PixelBuffer,
    _ layout: PlaneLayout,
    for textures: PlaneTextures
  ) throws(RenderError) -> LoadedPlanes {
    guard let location = pixels.deviceLocation else { return try textures.upload(pixels, layout) }
    do throws(ImportRefusal) {
      let planes = try PlaneTextures.imported(location, layout, of: pixels, try importer.get())
      imports.imported += 1
      return planes
    } catch {
      willRead(pixels, because: error)
    }
    return try textures.upload(pixels, layout)
  }

  /// Retains a picture until the driver has completed all commands so far.
  mutating func retire(_ pixels: PixelBuffer) { retired.append(pixels) }

  private var canImport: Bool {
    if case .success = importer { true } else { false }
  }

  /// Notes that the processor reads a picture in a dma-buf, and waits a little for its device.
  ///
  /// - Parameter refusal: The reason for the copy; nil for that of the driver.
  private mutating func willRead(_ pixels: PixelBuffer, because refusal: ImportRefusal? = nil) {
    guard pixels.deviceLocation != nil else { return }
    var reason = refusal ?? ImportRefusal(reason: "a smaller version is made of it, or a part")
    if refusal == nil, case .failure(let absence) = importer { reason = absence }
    imports.add(reason)
    if !pixels.awaitDevice() { imports.late += 1 }
  }

  private mutating func own(
    _ pixels: PixelBuffer,
    _ chain: ImageLevels?
  ) throws(RenderError) -> TexturePlacement {
    let (width, height) = (pixels.width, pixels.height)
    let levels = chain?.levels.count ?? 1
    evict(toFit: width * height * pixels.texelBytes)
    let slot = try Slot(width: width, height: height, levels: levels, format: format(of: pixels))
    return upload(pixels, chain, to: slot)
  }

  /// Fills a texture of a single image.
  private mutating func upload(
    _ pixels: PixelBuffer,
    _ chain: ImageLevels?,
    to slot: Slot
  ) -> TexturePlacement {
    let placement = TexturePlacement(
      slot: insert(slot),
      x: 0,
      y: 0,
      width: Int32(pixels.width),
      height: Int32(pixels.height),
      isTiled: slot.tiles != nil,
      hasLevels: chain != nil
    )
    if let texels = pixels.texels {
      upload(
        pixels.form,
        texels,
        chain,
        chain?.levels.map(\.frame) ?? [texels.frame],
        to: placement
      )
    }
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
      evict(toFit: side * side * 4)
      let index = insert(try Slot(page: side, order: order))
      if let origin = slots[Int(index)]?.packer?.allocate(width: width, height: height) {
        found = (index, origin.x, origin.y)
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
    if let texels = pixels.texels {
      upload(pixels.form, texels, nil, [texels.frame], to: placement)
    }
    return placement
  }

  /// Finds room in an existing page.
  private func room(width: Int, height: Int) -> (slot: Int32, x: Int, y: Int)? {
    for index in slots.indices {
      if let origin = slots[index]?.packer?.allocate(width: width, height: height) {
        return (Int32(index), origin.x, origin.y)
      }
    }
    return nil
  }

  private mutating func tiled(
    _ pixels: PixelBuffer,
    _ chain: ImageLevels?
  ) throws(RenderError) -> TexturePlacement {
    let tiles = ImageTiles(pixels, limit: limits.side, hasLevels: chain != nil)
    guard tiles.count < limits.layers else {
      throw .surfaceTooLarge(width: pixels.width, height: pixels.height, limit: limits.side)
    }
    evict(toFit: tiles.width * tiles.height * tiles.count * pixels.texelBytes)
    let levels = min(chain?.levels.count ?? 1, tiles.levelCount)
    let slot = try Slot(tiles, levels: levels, format: format(of: pixels))
    return upload(pixels, chain, to: slot)
  }

  /// Returns the format of an image's texels.
  private func format(of pixels: PixelBuffer) -> TextureFormat {
    pixels.form.isHalf ? .halves(order) : .color(order)
  }

  /// Uploads parts of an image, and of its smaller versions.
  ///
  /// - Parameter parts: For each level the texels to copy; the image itself is level 0.
  private mutating func upload(
    _ form: TexelForm,
    _ texels: TexelSource,
    _ chain: ImageLevels?,
    _ parts: [PixelRect],
    to placement: TexturePlacement
  ) {
    guard let slot = slots[Int(placement.slot)] else { return }
    bind(placement.slot)
    let levels = placement.hasLevels ? parts.count : 1
    let upload = TexelUpload(order: order, isHalf: form.isHalf)
    for (level, part) in parts.prefix(levels).enumerated() where !part.isEmpty {
      let source = level == 0 ? texels : chain?.levels[level] ?? texels
      if let tiles = slot.tiles {
        upload.copy(source, part, to: tiles, level: level)
      } else {
        upload.copy(source, part, to: placement, level: level)
      }
      uploadedBytes += part.area * form.texelBytes
    }
  }

  private mutating func insert(_ slot: Slot) -> Int32 {
    let size = "\(slot.size.x) x \(slot.size.y)"
    labels?.name(.texture, slot.name, slot.packer == nil ? "image \(size)" : "images \(size)")
    bytes += slot.bytes
    if let free = slots.firstIndex(where: { $0 == nil }) {
      slots[free] = slot
      return Int32(free)
    }
    slots.append(slot)
    return Int32(slots.count - 1)
  }

  private mutating func release(
    _ key: ImageKey,
    _ placement: TexturePlacement,
    of pixels: PixelBuffer?
  ) {
    let index = Int(placement.slot)
    guard let slot = slots[index] else { return }
    if placement.isImported, let pixels { retired.append(pixels) }
    slot.keys.remove(key)
    slot.packer?.free(
      x: Int(placement.x),
      y: Int(placement.y),
      width: Int(placement.width)
    )
    if slot.keys.isEmpty {
      bytes -= slot.bytes
      slots[index] = nil
    }
  }

  // MARK: Eviction

  /// Evicts textures, the least recently used first, until `more` bytes fit into the budget.
  private mutating func evict(toFit more: Int) {
    while bytes + more > limits.budget, let index = oldestSlot() {
      guard let slot = slots[index] else { return }
      for key in slot.keys { images[key]?.placement = nil }
      bytes -= slot.bytes
      slots[index] = nil
    }
  }

  /// Frees the places in pages of images that are in no context's last frame.
  private mutating func dropHidden() {
    let hidden = images.filter { key, image in
      guard let placement = image.placement else { return false }
      return slots[Int(placement.slot)]?.packer != nil && !isShown(key)
    }
    for (key, image) in hidden {
      images[key]?.placement = nil
      if let placement = image.placement { release(key, placement, of: image.pixels) }
    }
  }

  /// Returns whether the last frame of the image's context or the current frame shows it.
  private func isShown(_ key: ImageKey) -> Bool {
    let use = images[key]?.lastUse ?? 0
    return use > 0 && use >= min(lastFrames[key.context] ?? currentFrame, currentFrame)
  }

  /// Returns the least recently used texture that is in no context's last frame, of those whose
  /// images can be uploaded again.
  private func oldestSlot() -> Int? {
    var oldest: (index: Int, lastUse: UInt64)?
    for (index, slot) in slots.enumerated() {
      guard let slot, !slot.isRetained else { continue }
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
