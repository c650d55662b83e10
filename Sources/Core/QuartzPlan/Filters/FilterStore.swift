// Filters of layers as they were lowered before, and the pictures that they show.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel

/// The images of a context's filters as pictures, each copied once for each change of its texels.
final class FilterPictures {
  private struct Entry {
    /// Held, so that no other buffer has its address.
    var pixels: PixelBuffer
    var picture: FilterPicture
    /// Tells this state of the image from all others.
    var version: UInt64
    /// The plan that last showed it.
    var lastUse: Int
  }

  private var entries: [ImageID: Entry] = [:]
  private var lastVersion: UInt64 = 0
  /// The number of the plan.
  private var plan = 0
  /// The images of the context, by the last plan.
  private var images: Images = [:]

  /// Forgets the images that have other texels than before.
  ///
  /// - Returns: Whether a filter showed one of them.
  func note(_ changes: ContiguousArray<ImageChange>) -> Bool {
    var isShown = false
    for change in changes where entries.removeValue(forKey: change.image) != nil { isShown = true }
    return isShown
  }

  /// Begins a plan that is made anew.
  func begin(_ images: Images) {
    self.images = images
    plan += 1
  }

  /// Goes on with a plan that is patched, whose filters may show images.
  func goOn(_ images: Images) { self.images = images }

  /// Ends that.
  func rest() { images = [:] }

  /// Ends it: forgets the images that no filter of it showed.
  func finish() {
    images = [:]
    guard entries.values.contains(where: { $0.lastUse != plan }) else { return }
    entries = entries.filter { $0.value.lastUse == plan }
  }

  /// The size of an image in pixels; nil for an image without pixels.
  func size(_ id: ImageID) -> SIMD2<Int32>? {
    guard let pixels = images[id], pixels.width > 0, pixels.height > 0 else { return nil }
    return SIMD2(Int32(clamping: pixels.width), Int32(clamping: pixels.height))
  }

  /// The picture of an image and the version of its texels; nil for an image without pixels.
  func picture(_ id: ImageID) -> (picture: FilterPicture, version: UInt64)? {
    guard let pixels = images[id] else { return nil }
    if let entry = entries[id], entry.pixels === pixels {
      entries[id]?.lastUse = plan
      return (entry.picture, entry.version)
    }
    guard let picture = FilterPicture(pixels) else { return nil }
    lastVersion += 1
    entries[id] = Entry(pixels: pixels, picture: picture, version: lastVersion, lastUse: plan)
    return (picture, lastVersion)
  }
}

/// The filters of a context's layers as the plans before lowered them.
///
/// A plan that is made anew lowers only what is new in it.
final class FilterStore {
  /// Names the filters of a layer, or of an instance of it.
  struct Key: Hashable {
    var slot: Int32
    var instance: InstanceIndex
    var use: FilterUse
  }

  let pictures = FilterPictures()
  private var chains: [Key: FilterChain] = [:]
  /// The number of the plan.
  private var plan = 0
  /// How many lists were lowered, since the start.
  private(set) var lowered = 0

  /// Begins a plan that is made anew.
  func begin(_ images: Images) {
    pictures.begin(images)
    plan += 1
  }

  /// Ends it: forgets what it had no use for.
  func finish() {
    pictures.finish()
    guard chains.values.contains(where: { $0.lastUse != plan }) else { return }
    chains = chains.filter { $0.value.lastUse == plan }
  }

  /// The filters of a list, lowered for a source and a target.
  ///
  /// They hold until a plan asks for those of the same key again.
  func chain(
    _ list: FilterList,
    of source: PixelRect,
    in target: LoweringTarget,
    for key: Key
  ) -> FilterChain {
    let known = chains[key]
    let chain = known ?? FilterChain()
    if known == nil { chains[key] = chain }
    chain.lastUse = plan
    if chain.isOf(list, of: source, in: target, pictures) { return chain }
    chain.lower(list, of: source, in: target, pictures)
    lowered += 1
    return chain
  }
}

/// The part of a layer that filters are for.
enum FilterUse: Hashable {
  /// All that the layer draws.
  case layer
  /// The pixels of what lies behind that show.
  case behind
  /// Those and the pixels around that the filters read.
  case around
}

extension FilterPicture {
  /// The pixels of an image; nil for an image without pixels.
  fileprivate convenience init?(_ pixels: PixelBuffer) {
    if pixels.form.isHalf {
      // Filters take in what an output of standard range shows.
      let mapping = LightMapping(pixels.form.light, .standard)
      guard let bytes = mapping?.picture(of: pixels) else { return nil }
      self.init(bytes)
      return
    }
    let rowBytes = pixels.width * 4
    var bytes = [UInt8](repeating: 0, count: rowBytes * pixels.height)
    pixels.withBytes { source in
      bytes.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        for row in 0..<pixels.height {
          (to + row * rowBytes).copyMemory(from: from + row * pixels.rowBytes, byteCount: rowBytes)
        }
      }
    }
    self.init(width: pixels.width, height: pixels.height, pixels: .bytes(bytes))
  }
}
