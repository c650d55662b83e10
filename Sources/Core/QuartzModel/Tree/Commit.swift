// A commit: the changes of a client's tree, as a value without references to the client's objects.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// The changes since the last commit of a context.
///
/// It applies wholly or not at all.
///
/// Order of application: images, parts of images, created layers, destroyed layers, changed values,
/// sublayer lists, animations, root, destroyed images.
package struct Commit: Sendable {
  package struct Creation: Equatable, Sendable {
    package var layer: LayerID
    package var layerClass: LayerClass

    package init(_ layer: LayerID, _ layerClass: LayerClass) {
      self.layer = layer
      self.layerClass = layerClass
    }
  }

  package struct Change: Equatable, Sendable {
    package var layer: LayerID
    /// The changed rows with their new values.
    package var values: PropertyBag

    package init(_ layer: LayerID, _ values: PropertyBag) {
      self.layer = layer
      self.values = values
    }
  }

  package struct Sublayers: Equatable, Sendable {
    package var layer: LayerID
    /// All sublayers now, from back to front.
    package var sublayers: [LayerID]
    /// The layer whose alpha masks this one, or none; its superlayer is this layer, too.
    package var mask: LayerID

    package init(_ layer: LayerID, _ sublayers: [LayerID], mask: LayerID = .none) {
      self.layer = layer
      self.sublayers = sublayers
      self.mask = mask
    }
  }

  package enum AnimationChange: Equatable, Sendable {
    /// Adds an animation, in the place of one with the same key if there is one.
    case add(LayerID, key: String, AnimationState)
    case remove(LayerID, key: String)
    case removeAll(LayerID)

    package var layer: LayerID {
      switch self {
      case .add(let layer, _, _), .remove(let layer, _), .removeAll(let layer): layer
      }
    }
  }

  package struct ImageCreation: Sendable {
    package var image: ImageID
    package var pixels: PixelBuffer

    package init(_ image: ImageID, _ pixels: PixelBuffer) {
      self.image = image
      self.pixels = pixels
    }
  }

  /// New pixels for a part of an image, or for all of it, in the place of those it has.
  ///
  /// Every layer that shows the image shows the new ones. Nothing but the part is sent and
  /// uploaded, and only the pixels that show it are drawn again.
  package struct ImageUpdate: Sendable {
    package var image: ImageID
    /// The first texel of the part, from the image's top left.
    package var x: Int
    package var y: Int
    /// The part, all of it inside of the image.
    package var pixels: PixelBuffer

    package init(_ image: ImageID, x: Int, y: Int, _ pixels: PixelBuffer) {
      self.image = image
      self.x = x
      self.y = y
      self.pixels = pixels
    }

    /// The texels of the part.
    package var part: PixelRect {
      PixelRect(Int32(x), Int32(y), Int32(x + pixels.width), Int32(y + pixels.height))
    }
  }

  /// When the transaction was committed, in seconds of the context's clock.
  package var time = 0.0
  /// Ids ascend and are larger than any that the context has used before.
  package var createdImages: [ImageCreation] = []
  package var updatedImages: [ImageUpdate] = []
  package var created: [Creation] = []
  package var destroyed: [LayerID] = []
  package var changes: [Change] = []
  /// The layers whose sublayers or mask changed.
  package var sublayers: [Sublayers] = []
  package var animations: [AnimationChange] = []
  /// The new root layer; `.some(.none)` (zero) takes the root away.
  package var root: LayerID?
  package var destroyedImages: [ImageID] = []

  package init(time: Double = 0) {
    self.time = time
  }

  /// Whether applying it would change nothing.
  package var isEmpty: Bool {
    createdImages.isEmpty && updatedImages.isEmpty && created.isEmpty && destroyed.isEmpty
      && changes.isEmpty && sublayers.isEmpty && animations.isEmpty && root == nil
      && destroyedImages.isEmpty
  }
}

/// Why a commit was refused.
///
/// Nothing of a refused commit was applied.
package enum CommitError: Error, Equatable, CustomStringConvertible {
  case unknownLayer(LayerID)
  case layerExists(LayerID)
  case reservedID
  case unknownImage(ImageID)
  case imageExists(ImageID)
  case partOutside(ImageID)
  /// New pixels are bytes where the image has half floats, or the other way round.
  case otherForm(ImageID)
  case wrongType(LayerID, property: String)
  case wrongProperty(LayerID, property: String)
  case malformedCells(LayerID, String)
  case malformedFilters(LayerID, String)
  case repeatedSublayer(LayerID, in: LayerID)
  case twoSuperlayers(LayerID)
  case cycle(LayerID)
  case tooManyLayers(count: Int, limit: Int)
  case tooManyImageBytes(count: Int, limit: Int)
  case tooManyAnimations(count: Int, limit: Int)
  case tooManyValueBytes(count: Int, limit: Int)
  case outOfMemory(bytes: Int)

  package var description: String {
    switch self {
    case .unknownLayer(let layer): "no layer \(layer)"
    case .layerExists(let layer): "layer \(layer) exists already"
    case .reservedID: "the id 0, and image ids from 2^31 on, are reserved"
    case .unknownImage(let image): "no \(image)"
    case .imageExists(let image): "\(image) is not newer than all images before it"
    case .partOutside(let image): "new pixels reach outside of \(image)"
    case .otherForm(let image): "new pixels have another form than \(image)"
    case .wrongType(let layer, let property):
      "layer \(layer): value of \(property) has the wrong type"
    case .wrongProperty(let layer, let property): "layer \(layer) has no property \(property)"
    case .malformedCells(let layer, let problem), .malformedFilters(let layer, let problem):
      "layer \(layer): \(problem)"
    case .repeatedSublayer(let layer, let parent):
      "layer \(layer) stands twice in the sublayers of \(parent)"
    case .twoSuperlayers(let layer): "layer \(layer) would have two superlayers"
    case .cycle(let layer): "layer \(layer) would be its own ancestor"
    case .tooManyLayers(let count, let limit): "\(count) layers, at most \(limit) are allowed"
    case .tooManyImageBytes(let count, let limit):
      "\(count) bytes of images, at most \(limit) are allowed"
    case .tooManyAnimations(let count, let limit):
      "\(count) animations, at most \(limit) are allowed"
    case .tooManyValueBytes(let count, let limit):
      "\(count) bytes of values and animations, at most \(limit) are allowed"
    case .outOfMemory(let bytes): "out of memory: \(bytes) bytes for a tree"
    }
  }
}

/// How much one context may hold.
package struct TreeLimits: Equatable, Sendable {
  package var layers = 1_000_000
  /// Bytes of all images; see `PixelBuffer.countedBytes`.
  package var imageBytes = PixelBuffer.maximumByteCount
  package var animations = 1_000_000
  /// Bytes of values and animations of all layers; see `PropertyValue.countedBytes`.
  package var valueBytes = 1 << 30
  /// Layers deeper than this are not drawn; a diagnostic says so.
  package var depth = 512
  /// Particles of one layer; of more, the oldest do not show.
  package var particles = 32_768

  package init() {}
}
