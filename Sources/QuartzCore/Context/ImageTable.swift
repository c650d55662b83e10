// The images of a context: one number for each image object, however many layers show it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel

/// Which images the layers and animations of a context use.
struct ImageTable {
  private struct Entry {
    let image: CGImage
    let pixels: PixelBuffer
    var uses: Int
  }

  private var entries: [ImageID: Entry] = [:]
  private var ids: [ObjectIdentifier: ImageID] = [:]
  private var created: [ImageID] = []
  // Images that had no use at some moment since the last commit.
  private var unused: [ImageID] = []
  // Numbers of images are never used again: a server may still draw an old one.
  private var lastID: UInt32 = 0

  /// Counts one more use of an image.
  ///
  /// - Returns: The image's number, or nil for an image that cannot be shown; a diagnostic says why.
  mutating func use(_ image: CGImage) -> ImageID? {
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
      Diagnostics.report("an image cannot be shown: \(error)")
      return nil
    }
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
    }
    created.removeAll()
  }

  /// Has every image sent again with the next commit.
  mutating func forgetSent() {
    for id in unused where entries[id]?.uses == 0 {
      if let entry = entries.removeValue(forKey: id) { ids[ObjectIdentifier(entry.image)] = nil }
    }
    unused.removeAll()
    created = entries.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
