// The images and patterns that the layers of a context use.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel

/// Counts the uses of images, as contents, patterns, cells and in animations, and turns them into
/// the values that are committed.
///
/// To be used under the lock of layers.
final class CommitResources {
  var images = ImageTable()

  /// See `ImageTable.keepsLight`.
  var keepsLight: Bool {
    get { images.keepsLight }
    set { images.keepsLight = newValue }
  }
  private var patterns = PatternTable()
  // Rows with patterns that came too late for the commit that is being made.
  private var late: [(layer: CALayer, row: PropertyID)] = []

  // MARK: Patterns

  /// The pattern that a layer has as a colour, if it is still to be drawn.
  func undrawnPattern(_ row: PropertyID, of layer: CALayer) -> PatternStyle? {
    patterns.undrawn(row, of: layer)
  }

  /// Keeps a drawn pattern for the next commit.
  func keep(_ tile: PatternTile?, of style: PatternStyle) { patterns.keep(tile, of: style) }

  /// Retains the pattern of a colour and releases the one before.
  func updatePattern(_ row: PropertyID, of layer: CALayer) {
    guard layer.link.patterns[row] != nil || layer.pattern(row) != nil else { return }
    if patterns.undrawn(row, of: layer) != nil {
      late.append((layer, row))
      return
    }
    let (old, new) = (layer.link.patterns[row], patterns.use(row, of: layer, &images))
    layer.link.patterns[row] = new
    if let old { patterns.release(old, &images) }
  }

  /// Ends a commit: forgets the patterns that were drawn for it and are not used.
  ///
  /// - Returns: The rows whose patterns go with the next one.
  func finishPatterns() -> [(layer: CALayer, row: PropertyID)] {
    patterns.forgetTiles()
    defer { late.removeAll() }
    return late
  }

  // MARK: Images

  /// Retains the images of an emitter's cells and releases those before; nil for layers that have
  /// no cells.
  func updateCells(of layer: CALayer) -> PropertyValue? {
    guard let emitter = layer as? CAEmitterLayer else { return nil }
    let old = layer.link.cellImages
    let (value, used) = emitter.committedCells(&images)
    layer.link.cellImages = used
    for image in old { images.release(image) }
    return value
  }

  /// Retains the images of a row's filters and releases those before.
  func updateFilters(_ row: PropertyID, of layer: CALayer) -> PropertyValue {
    let old = layer.link.filterImages[row] ?? []
    let (value, used) = layer.committedFilters(row, &images)
    layer.link.filterImages[row] = used.isEmpty ? nil : used
    for image in old { images.release(image) }
    return value
  }

  /// Retains the image of the contents and releases the one before.
  ///
  /// - Returns: Whether the image's ID must be sent, rather than the pixels that changed.
  @discardableResult
  func updateImage(of layer: CALayer) -> Bool {
    let edit = layer.displayState?.takeEdit()
    let old = layer.link.image
    if let old, let edit, let image = layer.contents as? CGImage, image === edit.image,
      images.id(of: edit.base) == old, images.replace(old, with: image, part: edit.part)
    {
      return false
    }
    layer.link.image = images.use(contentsOf: layer)
    if let old { images.release(old) }
    return true
  }

  // MARK: Releasing

  /// Releases what a layer used that leaves the context.
  ///
  /// - Parameter link: The layer's membership until now.
  func release(_ link: ContextLink) {
    if let image = link.image { images.release(image) }
    for pattern in link.patterns.values { patterns.release(pattern, &images) }
    for image in link.cellImages { images.release(image) }
    for used in link.filterImages.values { for image in used { images.release(image) } }
  }

  /// Releases the images of animations.
  func release(_ animations: [AttachedAnimation]) {
    for animation in animations {
      for image in animation.images { images.release(image) }
    }
  }
}
