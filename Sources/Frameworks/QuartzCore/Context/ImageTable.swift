// The images of a context: one ID for each image object, however many layers show it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzModel

/// The images that the layers and animations of a context use.
struct ImageTable {
  /// The object behind a layer's contents.
  private enum Source {
    case image(CGImage, PixelBuffer)
    case slot(CAContentSlot)

    var object: AnyObject {
      switch self {
      case .image(let image, _): image
      case .slot(let slot): slot
      }
    }
  }

  private struct Entry {
    var source: Source
    var uses: Int

    var pixels: PixelBuffer {
      switch source {
      case .image(_, let pixels): pixels
      case .slot(let slot): slot.picture().pixels
      }
    }
  }

  /// A slot that a commit refers to.
  struct SentSlot {
    var slot: CAContentSlot
    var id: ImageID
    /// The number of the picture in the commit.
    var present: UInt64
  }

  /// Whether images with more light than bytes have are sent as half floats.
  var keepsLight = false
  /// The longest side of a texture, in pixels; larger images are reported.
  var textureSide = Int.max

  private var entries: [ImageID: Entry] = [:]
  private var ids: [ObjectIdentifier: ImageID] = [:]
  private var created: [ImageID] = []
  // The parts of sent images whose pixels have changed since.
  private var edited: [ImageID: PixelRect] = [:]
  // Images that were unused at some moment since the last commit.
  private var unused: [ImageID] = []
  // Slots that were sent with a commit, and slots that are no longer in the tree.
  private var sentSlots: [SentSlot] = []
  private var goneSlots: [CAContentSlot] = []
  // IDs of images are never reused: a server may still draw an old one.
  private var lastID: UInt32 = 0

  /// Counts one more use of an image.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - user: The description of the image's use, for diagnostics.
  /// - Returns: The image's ID, or nil for an image that cannot be shown, which a diagnostic
  ///   reports.
  mutating func use(_ image: CGImage, for user: @autoclosure () -> String) -> ImageID? {
    if let id = ids[ObjectIdentifier(image)] {
      entries[id]?.uses += 1
      return id
    }
    do {
      let id = add(.image(image, try pixels(of: image)))
      if max(image.width, image.height) > textureSide {
        Diagnostics.report(
          "\(user()): an image of \(image.width) x \(image.height) pixels is larger than a texture, "
            + "which has at most \(textureSide) a side: it is drawn from several, which is slow"
        )
      }
      return id
    } catch {
      Diagnostics.report("\(user()): an image cannot be shown: \(error)")
      return nil
    }
  }

  private func pixels(of image: CGImage) throws(PixelBufferError) -> PixelBuffer {
    keepsLight ? try PixelBuffer.extended(image) : try PixelBuffer(image)
  }

  /// Counts one more use of a slot.
  mutating func use(_ slot: CAContentSlot) -> ImageID {
    if let id = ids[ObjectIdentifier(slot)] {
      entries[id]?.uses += 1
      return id
    }
    return add(.slot(slot))
  }

  /// Counts one more use of a layer's contents; nil if they cannot be shown.
  mutating func use(contentsOf layer: CALayer) -> ImageID? {
    switch layer.contents {
    case let image as CGImage: use(image, for: "contents of layer \(layer.label)")
    case let slot as CAContentSlot: use(slot)
    default: nil
    }
  }

  private mutating func add(_ source: Source) -> ImageID {
    lastID += 1
    let id = ImageID(lastID)
    entries[id] = Entry(source: source, uses: 1)
    ids[ObjectIdentifier(source.object)] = id
    created.append(id)
    return id
  }

  private mutating func remove(_ id: ImageID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    ids[ObjectIdentifier(entry.source.object)] = nil
    if case .slot(let slot) = entry.source { goneSlots.append(slot) }
  }

  /// Replaces an image that has no other use by one of the same size.
  ///
  /// - Parameters:
  ///   - id: The ID of the image that is replaced; it becomes the ID of the new one.
  ///   - image: The image, which has no ID yet.
  ///   - part: The part in which they may differ, from the top left.
  /// - Returns: False if that is not possible, and nothing was done.
  mutating func replace(_ id: ImageID, with image: CGImage, part: PixelRect) -> Bool {
    guard let entry = entries[id], case .image(let old, _) = entry.source, entry.uses == 1,
      ids[ObjectIdentifier(image)] == nil, old.width == image.width, old.height == image.height,
      let pixels = try? pixels(of: image), pixels.form.isHalf == entry.pixels.form.isHalf
    else { return false }
    ids[ObjectIdentifier(old)] = nil
    ids[ObjectIdentifier(image)] = id
    entries[id]?.source = .image(image, pixels)
    edited[id] = edited[id]?.union(part) ?? part
    return true
  }

  mutating func release(_ id: ImageID) {
    guard let uses = entries[id]?.uses else { return }
    entries[id]?.uses = uses - 1
    if uses == 1 { unused.append(id) }
  }

  /// Returns the ID of an image that is in use.
  func id(of image: CGImage) -> ImageID? { ids[ObjectIdentifier(image)] }

  /// Returns the image with an ID; nil for a slot.
  func image(_ id: ImageID) -> CGImage? { object(id) as? CGImage }

  /// Returns the image or slot with an ID.
  func object(_ id: ImageID) -> AnyObject? { entries[id]?.source.object }

  func pixels(_ id: ImageID) -> PixelBuffer? { entries[id]?.pixels }

  /// Moves the changes since the last commit into a commit.
  mutating func takeChanges(into commit: inout Commit) {
    if !unused.isEmpty {
      let unsent = Set(created)
      for id in unused where entries[id]?.uses == 0 {
        remove(id)
        // An image that comes and goes within a transaction is never sent.
        if !unsent.contains(id) { commit.destroyedImages.append(id) }
      }
      created.removeAll { entries[$0] == nil }
      unused.removeAll()
    }
    for id in created {
      switch entries[id]?.source {
      case .image(_, let pixels)?:
        commit.createdImages.append(Commit.ImageCreation(id, pixels))
      case .slot(let slot)?:
        let (pixels, present) = slot.picture()
        commit.createdImages.append(Commit.ImageCreation(id, pixels))
        sentSlots.append(SentSlot(slot: slot, id: id, present: present))
      case nil: break
      }
      edited[id] = nil
    }
    created.removeAll()
    for (id, part) in edited.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let pixels = entries[id]?.pixels.part(part) else { continue }
      commit.updatedImages.append(
        Commit.ImageUpdate(id, x: Int(part.minX), y: Int(part.minY), pixels)
      )
    }
    edited.removeAll(keepingCapacity: true)
  }

  /// Marks every image to be sent again with the next commit.
  mutating func forgetSent() {
    for id in unused where entries[id]?.uses == 0 { remove(id) }
    unused.removeAll()
    edited.removeAll()
    created = entries.keys.sorted { $0.rawValue < $1.rawValue }
  }
}

extension ImageTable {
  /// Removes and returns the slots of the last commit.
  mutating func takeSentSlots() -> [SentSlot] {
    defer { sentSlots.removeAll() }
    return sentSlots
  }

  /// Removes and returns the slots that no layer shows any more.
  mutating func takeGoneSlots() -> [CAContentSlot] {
    defer { goneSlots.removeAll() }
    return goneSlots.filter { ids[ObjectIdentifier($0)] == nil }
  }

  /// All slots that layers show.
  var slots: [CAContentSlot] {
    entries.values.compactMap { entry in
      if case .slot(let slot) = entry.source { slot } else { nil }
    }
  }
}

extension PixelBuffer {
  /// Returns a part of the image, without a copy; nil if it is empty or reaches outside.
  fileprivate func part(_ part: PixelRect) -> PixelBuffer? {
    let (x, y) = (Int(part.minX), Int(part.minY))
    let (width, height) = (Int(part.width), Int(part.height))
    guard !part.isEmpty, x >= 0, y >= 0, x + width <= self.width, y + height <= self.height else {
      return nil
    }
    return withBytes { bytes -> PixelBuffer? in
      guard let base = bytes.baseAddress else { return nil }
      // Bounds: the rows of the part lie in those of the image.
      let start = y * rowBytes + x * texelBytes
      return try? PixelBuffer(
        width: width,
        height: height,
        rowBytes: rowBytes,
        isOpaque: isOpaque,
        base: base + start,
        byteCount: bytes.count - start,
        owner: self,
        form: form
      )
    }
  }
}
