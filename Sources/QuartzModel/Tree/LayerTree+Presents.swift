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

  package init(_ image: ImageID, _ pixels: PixelBuffer, at time: Double? = nil) {
    self.image = image
    self.pixels = pixels
    self.time = time
  }
}

extension LayerTree {
  /// Replaces the picture of an image, or holds the new one back if it is for a certain time.
  ///
  /// - Throws: `CommitError.unknownImage`, and `.tooManyImageBytes` if it does not fit beside the
  ///   tree's images; nothing has changed then.
  package mutating func present(_ present: ImagePresent) throws(CommitError) {
    guard let old = images[present.image] else { throw .unknownImage(present.image) }
    let freed = present.time == nil ? old.countedBytes : 0
    let bytes = imageBytes + present.pixels.countedBytes - freed
    guard bytes <= limits.imageBytes || bytes <= imageBytes else {
      throw .tooManyImageBytes(count: bytes, limit: limits.imageBytes)
    }
    if let time = present.time {
      imageBytes = bytes
      // Behind those of the same time.
      let place = heldPresents.firstIndex { ($0.time ?? time) > time } ?? heldPresents.count
      heldPresents.insert(present, at: place)
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
    while let present = heldPresents.first, (present.time ?? time) <= time {
      heldPresents.removeFirst()
      imageBytes -= present.pixels.countedBytes
      guard let old = images[present.image] else { continue }
      replace(present.image, old, with: present.pixels)
      body(old, present)
    }
  }

  /// When the next picture is due that is held back.
  package var nextPresentTime: Double? { heldPresents.first?.time }

  mutating func forgetPresents(of image: ImageID) {
    if heldPresents.isEmpty { return }
    for present in heldPresents where present.image == image {
      imageBytes -= present.pixels.countedBytes
    }
    heldPresents.removeAll { $0.image == image }
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
        keepsLook: old.hasLook(of: new)
      )
    )
  }

  /// Notes new texels, together with those of the same image that contain or are contained in them:
  /// many pictures between two frames are one change.
  mutating func noteChange(_ change: ImageChange) {
    let known = changedImages.firstIndex { known in
      known.image == change.image
        && (known.part.contains(change.part) || change.part.contains(known.part))
    }
    guard let known else { return changedImages.append(change) }
    changedImages[known].part = changedImages[known].part.union(change.part)
    changedImages[known].keepsLook = changedImages[known].keepsLook && change.keepsLook
  }
}

extension PixelBuffer {
  /// Whether draws that show this image show the other one with nothing about them changed.
  func hasLook(of other: PixelBuffer) -> Bool {
    width == other.width && height == other.height && isOpaque == other.isOpaque
  }
}
