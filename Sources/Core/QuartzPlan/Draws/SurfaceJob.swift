// The surfaces of a plan that are still to be filled.
// Licensed under the MIT license; see LICENSE.

/// A surface that is being filled, and its first draw.
struct FilledSurface {
  var surface: SurfaceIndex
  var firstDraw: Int32

  /// That of draws which take the places of others, whatever surface these are in.
  static let any = FilledSurface(surface: .first, firstDraw: 0)
}

/// The first draws of a surface: what it shows before another one comes.
struct SurfacePart {
  var surface: SurfaceIndex
  var draws: Range<Int32>
}

/// The place of a group's surface in the surface that shows it.
struct SurfacePlace {
  /// The draws below the group there, without its shadow.
  var below: SurfacePart
  /// The composite that shows the group; -1 before there is one.
  var composite: Int32 = -1
}

/// A part of a layer that its clip applies to; the border lies between the two.
enum ClippedPart {
  /// Contents and sublayers.
  case inside
  /// The particles of an emitter.
  case particles
}

/// A surface that is to be filled.
struct SurfaceJob {
  enum Content {
    /// The root layer, into the output.
    case root
    /// A layer as it is among its siblings: a mask.
    case whole
    /// A whole layer with its shadow, at full opacity, without its mask.
    case layer
    /// A layer without its shadow.
    case body
    /// A rasterised layer, in its own space, at full opacity.
    case raster
    /// The picture of a rasterised layer, as it is among its siblings but for its blend mode.
    case picture
    /// An effect of another surface: there is nothing to draw.
    case effect
    /// A layer before its filters.
    case unfiltered
    /// A surface, put together with images by a filter: an index into the emitter's `joins`.
    case join(Int32, of: SurfaceIndex)
    /// The image that such a filter has as its mask.
    case joinedMask(Int32)
    /// The pixels behind a layer: draws of another surface.
    case capture
    /// The pixels behind a layer in groups: draws of their surfaces, from the outermost on.
    case seen(SurfacePart)
    /// The filtered pixels behind a layer, a surface, in the layer's shape.
    case backdrop(SurfaceIndex)
    /// The shape of the filtered pixels behind a layer, in white.
    case backdropShape
    /// The shape of a layer's clip, in white.
    case clipShape
    /// The light of particles that add up.
    case sum
    /// The pattern of a layer's background, without its corners.
    case pattern
    /// A layer's gradient, without its corners.
    case gradient
    /// The pattern that a border, a fill or a stroke shows.
    case patternOf(NodeParts)
    /// A border, a fill or a stroke, in white.
    case shapeOf(NodeParts)
    /// A layer between its old state and its new one.
    case transition
    /// The old state and the new one of a layer, side by side.
    case pair(ProgramPair)
    /// A layer in a transition, as it looks after that.
    case incoming
    /// Contents between those before and those after.
    case fadingContents
    /// The contents after.
    case newContents
    /// A piece of the plane of a layer, in white.
    case piece(Int32)
    /// The part of a layer that its clip applies to, still to be clipped.
    case clipped(ClippedPart)
    /// The part of a layer that its clip applies to; the clip comes with the composite.
    case unclipped(ClippedPart)

    /// Whether it is the shape that a pattern shows through.
    var isShape: Bool { if case .shapeOf = self { true } else { false } }
  }

  var node: NodeIndex
  var content: Content
  /// Whether its pixels are cached for later frames.
  var isCached = false
  /// Where it is shown, if a layer in it sees what lies below it there.
  var place: SurfacePlace?

  /// The place, where layers in it see what lies below it.
  var seenPlace: SurfacePlace? {
    guard let place, place.composite >= 0 else { return nil }
    return place
  }
}
