// The images of a context: one number for each image object, however many layers show it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzModel

/// Which images the layers and animations of a context use.
struct ImageTable {
  private struct Entry {
    var image: CGImage
    var pixels: PixelBuffer
    var uses: Int
  }

  private var entries: [ImageID: Entry] = [:]
  private var ids: [ObjectIdentifier: ImageID] = [:]
  private var created: [ImageID] = []
  // What of images that were sent has other pixels since.
  private var edited: [ImageID: PixelRect] = [:]
  // Images that had no use at some moment since the last commit.
  private var unused: [ImageID] = []
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
      let entry = Entry(image: image, pixels: try PixelBuffer(image), uses: 1)
      lastID += 1
      let id = ImageID(lastID)
      entries[id] = entry
      ids[ObjectIdentifier(image)] = id
      created.append(id)
      return id
    } catch {
      Diagnostics.report("\(user()): an image cannot be shown: \(error)")
      return nil
    }
  }

  /// Puts another image of the same size in the place of one that nobody else uses.
  ///
  /// - Parameters:
  ///   - id: The number of the image that is replaced; it becomes the number of the new one.
  ///   - image: The image, which has no number yet.
  ///   - part: Where they may differ, from the top left.
  /// - Returns: False if that is not possible, and nothing was done.
  mutating func replace(_ id: ImageID, with image: CGImage, part: PixelRect) -> Bool {
    guard let entry = entries[id], entry.uses == 1, ids[ObjectIdentifier(image)] == nil,
      entry.image.width == image.width, entry.image.height == image.height,
      let pixels = try? PixelBuffer(image)
    else { return false }
    ids[ObjectIdentifier(entry.image)] = nil
    ids[ObjectIdentifier(image)] = id
    entries[id]?.image = image
    entries[id]?.pixels = pixels
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

  func image(_ id: ImageID) -> CGImage? { entries[id]?.image }

  func pixels(_ id: ImageID) -> PixelBuffer? { entries[id]?.pixels }

  /// Moves what changed since the last commit into a commit.
  mutating func takeChanges(into commit: inout Commit) {
    for id in unused where entries[id]?.uses == 0 {
      if let entry = entries.removeValue(forKey: id) { ids[ObjectIdentifier(entry.image)] = nil }
      // One that comes and goes within a transaction is never sent.
      if let index = created.firstIndex(of: id) {
        created.remove(at: index)
      } else {
        commit.destroyedImages.append(id)
      }
    }
    unused.removeAll()
    for id in created {
      if let pixels = entries[id]?.pixels {
        commit.createdImages.append(Commit.ImageCreation(id, pixels))
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
    for id in unused where entries[id]?.uses == 0 {
      if let entry = entries.removeValue(forKey: id) { ids[ObjectIdentifier(entry.image)] = nil }
    }
    unused.removeAll()
    edited.removeAll()
    created = entries.keys.sorted { $0.rawValue < $1.rawValue }
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
