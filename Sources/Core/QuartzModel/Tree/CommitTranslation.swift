// Commits of a hosted context, in the ids of the tree that hosts it.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters

/// The ids that the layers and images of a hosted context have in the tree of its host.
package struct CommitTranslation: Sendable {
  /// The scope of the layers.
  package let scope: UInt32
  private var images: [ImageID: ImageID] = [:]
  /// The layers of the hosted context, by its own ids.
  package private(set) var layers: Set<LayerID> = []

  package init(scope: UInt32) {
    self.scope = scope
  }

  /// The image that the host has for one of the hosted context; none if there is none.
  package func image(_ image: ImageID) -> ImageID { images[image] ?? .none }

  package func layer(_ layer: LayerID) -> LayerID {
    layer.rawValue == 0 ? .none : LayerID(layer.rawValue, scope: scope)
  }

  /// Translates a commit.
  ///
  /// - Parameter takeImage: Returns a new number for an image.
  /// - Returns: The commit without a root, and the root if it changes.
  package mutating func translate(
    _ commit: Commit,
    takeImage: () -> ImageID
  ) -> (commit: Commit, root: LayerID?) {
    var result = Commit(time: commit.time)
    for creation in commit.createdImages {
      let image = takeImage()
      images[creation.image] = image
      result.createdImages.append(Commit.ImageCreation(image, creation.pixels))
    }
    for update in commit.updatedImages {
      guard let image = images[update.image] else { continue }
      result.updatedImages.append(
        Commit.ImageUpdate(image, x: update.x, y: update.y, update.pixels)
      )
    }
    for creation in commit.created {
      layers.insert(creation.layer)
      result.created.append(Commit.Creation(layer(creation.layer), creation.layerClass))
    }
    for destroyed in commit.destroyed {
      layers.remove(destroyed)
      result.destroyed.append(layer(destroyed))
    }
    result.changes = commit.changes.map { Commit.Change(layer($0.layer), translate($0.values)) }
    result.sublayers = commit.sublayers.map { list in
      Commit.Sublayers(layer(list.layer), list.sublayers.map(layer), mask: layer(list.mask))
    }
    result.animations = commit.animations.map(translate)
    for image in commit.destroyedImages {
      if let image = images.removeValue(forKey: image) { result.destroyedImages.append(image) }
    }
    return (result, commit.root.map(layer))
  }

  /// A commit that destroys all that there is; nothing is there afterwards.
  package mutating func takeAll() -> Commit {
    var commit = Commit()
    commit.destroyed = layers.map(layer)
    commit.destroyedImages = Array(images.values)
    layers.removeAll()
    images.removeAll()
    return commit
  }

  // MARK: Values

  private func translate(_ values: PropertyBag) -> PropertyBag {
    var hasImages = false
    values.forEach { hasImages = hasImages || $1.mayShowImages }
    return hasImages ? values.mapped(translate) : values
  }

  private func translate(_ value: PropertyValue) -> PropertyValue {
    switch value {
    case .image(let number):
      let image = image(number)
      return image == .none ? .null : .image(image)
    case .pattern(let pattern):
      let image = image(pattern.image)
      return image == .none ? .null : .pattern(image, cell: pattern.cell)
    case .cells(let box):
      return .cells(
        CellBox(
          box.cells.map { cell in
            var cell = cell
            cell.contents = image(cell.contents)
            return cell
          }
        )
      )
    case .filters(let list): return .filters(FilterList(list.filters.map(translate)))
    case .null, .bool, .integer, .number, .point, .size, .rect, .color, .transform, .string, .path,
      .name, .numbers, .colors:
      return value
    }
  }

  private func translate(_ filter: FilterDescription) -> FilterDescription {
    var result = filter
    for input in filter.inputs {
      guard case .image(let number) = input.value else { continue }
      let image = image(ImageID(UInt32(truncatingIfNeeded: number)))
      result[input.key] = image == .none ? nil : .image(UInt64(image.rawValue))
    }
    return result
  }

  // MARK: Animations

  private func translate(_ change: Commit.AnimationChange) -> Commit.AnimationChange {
    switch change {
    case .add(let layer, let key, let state):
      .add(self.layer(layer), key: key, translate(state))
    case .remove(let layer, let key): .remove(self.layer(layer), key: key)
    case .removeAll(let layer): .removeAll(self.layer(layer))
    }
  }

  private func translate(_ state: AnimationState) -> AnimationState {
    var state = state.mapped(\.mayShowImages, translate)
    state.translateFilters(translate)
    return state
  }
}

extension AnimationState {
  /// Replaces the filters of transitions, in groups too.
  fileprivate mutating func translateFilters(
    _ body: (FilterDescription) -> FilterDescription
  ) {
    switch kind {
    case .group(var children):
      for index in children.indices { children[index].translateFilters(body) }
      kind = .group(children)
    case .transition(var transition):
      transition.filter = transition.filter.map(body)
      kind = .transition(transition)
    case .property: break
    }
  }
}

extension PropertyValue {
  /// Whether the value is of a kind that names images.
  fileprivate var mayShowImages: Bool {
    switch self {
    case .image, .pattern, .cells, .filters: true
    default: false
    }
  }
}
