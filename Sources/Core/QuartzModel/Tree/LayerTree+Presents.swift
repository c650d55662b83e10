// Pictures that producers put into images of a tree, between its commits.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// A new picture for an image, of any size, that comes without a commit.
///
/// Video, cameras and GL show their frames in this way: layers go on showing the image, whose
/// pixels are replaced between two frames. Of several pictures that are due, only the latest is
/// used.
package struct ImagePresent: Sendable {
  package var image: ImageID
  package var pixels: PixelBuffer
  /// The earliest time to show it, in seconds of the context's clock, finite; nil is at once.
  package var time: Double?
  /// Says when the picture is made; nil for one that is.
  ///
  /// A tree takes no picture with a fence (`FencedPresents`).
  package var fence: (any PictureFence)?

  package init(
    _ image: ImageID,
    _ pixels: PixelBuffer,
    at time: Double? = nil,
    behind fence: (any PictureFence)? = nil
  ) {
    self.image = image
    self.pixels = pixels
    self.time = time
    self.fence = fence
  }
}

extension LayerTree {
  /// Replaces the picture of an image, or holds the new one back if it is for a certain time.
  ///
  /// - Throws: `CommitError.unknownImage`, and `.tooManyImageBytes` if it does not fit beside the
  ///   tree's images; nothing has changed then.
  package mutating func present(_ present: ImagePresent) throws(CommitError) {
    guard !present.image.isOfRenderer else { throw .unknownImage(present.image) }
    try put(present, imageBytes: ownImageBytes)
  }

  /// - Parameter imageBytes: Those that count against the limit.
  mutating func put(_ present: ImagePresent, imageBytes counted: Int) throws(CommitError) {
    guard let old = images[present.image] else { throw .unknownImage(present.image) }
    let freed = present.time == nil ? old.countedBytes : 0
    let bytes = counted + present.pixels.countedBytes - freed
    guard bytes <= limits.imageBytes || bytes <= counted else {
      throw .tooManyImageBytes(count: bytes, limit: limits.imageBytes)
    }
    if let time = present.time {
      imageBytes += present.pixels.countedBytes
      // Behind those of the same time.
      var (index, end) = (0, heldPresents.count)
      while index < end {
        let middle = (index + end) / 2
        if (heldPresents[middle].time ?? time) > time { end = middle } else { index = middle + 1 }
      }
      heldPresents.insert(present, at: index)
    } else {
      replace(present.image, old, with: present.pixels)
    }
  }

  /// Shows the pictures that were held back until now.
  ///
  /// - Parameter body: Called for each, in their order, with the picture that it replaced.
  package mutating func showPresents(
    at time: Double,
    didReplace body: (PixelBuffer, ImagePresent) -> Void
  ) {
    let due = heldPresents.prefix { ($0.time ?? time) <= time }
    heldPresents.removeFirst(due.count)
    for present in due {
      let before = imageBytes
      imageBytes -= present.pixels.countedBytes
      if let old = images[present.image] {
        replace(present.image, old, with: present.pixels)
        body(old, present)
      }
      if present.image.isOfRenderer { hosting.imageBytes += imageBytes - before }
    }
  }

  /// When the next picture is due that is held back.
  package var nextPresentTime: Double? { heldPresents.first?.time }

  /// Drops the pictures of an image that are held back.
  ///
  /// - Throws: `CommitError.unknownImage`.
  package mutating func flushPresents(of image: ImageID) throws(CommitError) {
    guard images[image] != nil, !image.isOfRenderer else { throw .unknownImage(image) }
    forgetPresents(of: [image])
  }

  /// Drops what is held back for images that are gone.
  mutating func forgetPresents(of images: [ImageID]) {
    if heldPresents.isEmpty || images.isEmpty { return }
    let gone = Set(images)
    for present in heldPresents where gone.contains(present.image) {
      imageBytes -= present.pixels.countedBytes
    }
    heldPresents.removeAll { gone.contains($0.image) }
  }

  private mutating func replace(_ image: ImageID, _ old: PixelBuffer, with new: PixelBuffer) {
    imageBytes += new.countedBytes - old.countedBytes
    images[image] = new
    patchedImages[image] = nil
    noteChange(
      ImageChange(
        image: image,
        part: PixelRect(
          width: Int32(max(old.width, new.width)),
          height: Int32(max(old.height, new.height))
        ),
        keepsFormat: old.hasSameFormat(as: new)
      )
    )
  }

  /// Notes new texels, together with those of the same image that contain or are contained in them:
  /// many pictures between two frames are one change.
  ///
  /// An image has a few changes at most: of more parts, the rest is one.
  mutating func noteChange(_ change: ImageChange) {
    let last = lastChanges[change.image] ?? -1
    var (index, count) = (last, 0)
    while index >= 0 {
      count += 1
      let part = changedImages[Int(index)].part
      if part.contains(change.part) || change.part.contains(part) { break }
      index = earlierChanges[Int(index)]
    }
    work.imageChanges += count + 1
    if index < 0, count == LayerTree.mostChanges { index = last }
    guard index >= 0 else {
      lastChanges[change.image] = Int32(changedImages.count)
      earlierChanges.append(last)
      return changedImages.append(change)
    }
    changedImages[Int(index)].part = changedImages[Int(index)].part.union(change.part)
    if !change.keepsFormat { changedImages[Int(index)].keepsFormat = false }
  }

  /// The most parts of an image that are told apart between two frames.
  private static let mostChanges = 32
}

extension PixelBuffer {
  /// Whether draws that show this image show the other one with nothing about them changed.
  func hasSameFormat(as other: PixelBuffer) -> Bool {
    width == other.width && height == other.height && isOpaque == other.isOpaque
      && form == other.form
  }
}
