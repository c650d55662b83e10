// The images of a context: one number for each image object, however many layers show it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzModel

/// Which images the layers and animations of a context use.
struct ImageTable {
  /// What layers have as contents.
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

  /// A slot that a commit tells of.
  struct SentSlot {
    var slot: CAContentSlot
    var id: ImageID
    /// The number of the picture that the commit has.
    var present: UInt64
  }

  /// The longest side of a texture, pixels; an image that is larger is told.
  var textureSide = Int.max

  private var entries: [ImageID: Entry] = [:]
  private var ids: [ObjectIdentifier: ImageID] = [:]
  private var created: [ImageID] = []
  // What of images that were sent has other pixels since.
  private var edited: [ImageID: PixelRect] = [:]
  // Images that had no use at some moment since the last commit.
  private var unused: [ImageID] = []
  // Slots that went with a commit, and those that are in the tree no more.
  private var sentSlots: [SentSlot] = []
  private var goneSlots: [CAContentSlot] = []
  // Numbers of images are never used again: a server may still draw an old one.
  private var lastID: UInt32 = 0

  /// Counts one more use of an image.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - user: What the image is for, in the words of a diagnostic.
  /// - Returns: The image's number, or nil for an image that cannot be shown; a diagnostic says why.
  mutating func use(_ image: CGImage, for user: @autoclosure () -> String) -> ImageID? {
    if let id = ids[ObjectIdentifier(image)] {
      entries[id]?.uses += 1
      return id
    }
    do {
      let id = add(.image(image, try PixelBuffer(image)))
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

  /// Counts one more use of a slot.
  mutating func use(_ slot: CAContentSlot) -> ImageID {
    if let id = ids[ObjectIdentifier(slot)] {
      entries[id]?.uses += 1
      return id
    }
    return add(.slot(slot))
  }

  /// Counts one more use of what a layer has as contents; nil if that is nothing that can be shown.
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

  /// Puts another image of the same size in the place of one that nobody else uses.
  ///
  /// - Parameters:
  ///   - id: The number of the image that is replaced; it becomes the number of the new one.
  ///   - image: The image, which has no number yet.
  ///   - part: Where they may differ, from the top left.
  /// - Returns: False if that is not possible, and nothing was done.
  mutating func replace(_ id: ImageID, with image: CGImage, part: PixelRect) -> Bool {
    guard let entry = entries[id], case .image(let old, _) = entry.source, entry.uses == 1,
      ids[ObjectIdentifier(image)] == nil, old.width == image.width, old.height == image.height,
      let pixels = try? PixelBuffer(image)
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

  /// The number of an image that is in use.
  func id(of image: CGImage) -> ImageID? { ids[ObjectIdentifier(image)] }

  /// The image with a number; nil for a slot.
  func image(_ id: ImageID) -> CGImage? { object(id) as? CGImage }

  /// The image or slot with a number.
  func object(_ id: ImageID) -> AnyObject? { entries[id]?.source.object }

  func pixels(_ id: ImageID) -> PixelBuffer? { entries[id]?.pixels }

  /// Moves what changed since the last commit into a commit.
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

  /// Has every image sent again with the next commit.
  mutating func forgetSent() {
    for id in unused where entries[id]?.uses == 0 { remove(id) }
    unused.removeAll()
    edited.removeAll()
    created = entries.keys.sorted { $0.rawValue < $1.rawValue }
  }
}

extension ImageTable {
  /// The slots of the last commit, once.
  mutating func takeSentSlots() -> [SentSlot] {
    defer { sentSlots.removeAll() }
    return sentSlots
  }

  /// The slots that no layer shows any more, once.
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
  /// A part of the image, without a copy of it; nil if it is empty or reaches outside.
  fileprivate func part(_ part: PixelRect) -> PixelBuffer? {
    let (x, y) = (Int(part.minX), Int(part.minY))
    let (width, height) = (Int(part.width), Int(part.height))
    guard !part.isEmpty, x >= 0, y >= 0, x + width <= self.width, y + height <= self.height else {
      return nil
    }
    return withBytes { bytes -> PixelBuffer? in
      guard let base = bytes.baseAddress else { return nil }
      // Bounds: the rows of the part lie in those of the image.
      let start = y * rowBytes + x * 4
      return try? PixelBuffer(
        width: width,
        height: height,
        rowBytes: rowBytes,
        isOpaque: isOpaque,
        base: base + start,
        byteCount: bytes.count - start,
        owner: self
      )
    }
  }
}
