// Pictures of a layer at one or several times.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzComparison
import QuartzCore
import QuartzMath
import QuartzPlan
import QuartzText

/// Pictures of a layer and the source of each.
struct LayerFilm {
  let images: [CGImage]
  /// A part for each picture.
  let source: PictureSource

  /// Draws a layer at several times.
  ///
  /// - Throws: `SnapshotProblem`, also if two renderers are requested and do not agree.
  init(of layer: CALayer, _ canvas: LayerCanvas, at times: [SnapshotTime]) throws {
    switch canvas.renderer {
    case .software, .gles:
      self = try Self(of: layer, canvas, at: times, by: canvas.renderer)
    case .both:
      let drawn = try Self(of: layer, canvas, at: times, by: .software)
      try drawn.compare(with: try Self(of: layer, canvas, at: times, by: .gles))
      self = drawn
    }
  }

  private init(
    of layer: CALayer,
    _ canvas: LayerCanvas,
    at times: [SnapshotTime],
    by renderer: SnapshotRenderer
  ) throws {
    var images: [CGImage] = []
    var source = PictureSource()
    // From the earliest, since the clock cannot go back.
    let order = times.indices.sorted { times[$0].comesBefore(times[$1]) }
    try LayerStage.with(layer, canvas, renderer: renderer) { stage in
      var drawn: [Int: (image: CGImage, part: PictureSource.Part)] = [:]
      for index in order {
        try stage.advance(to: times[index])
        drawn[index] = try stage.picture()
      }
      for index in times.indices {
        guard let frame = drawn[index] else { continue }
        var part = frame.part
        if times.count > 1 { part.label = "frame \(index + 1)\(times[index].text)" }
        images.append(frame.image)
        source.parts.append(part)
      }
      source.fonts = stage.fonts
    }
    self.images = images
    self.source = source
  }

  /// Returns all pictures in one.
  func sheet(columns: Int?) throws -> CGImage {
    let sheet = try FrameSheet(images, columns: columns)
    sheetSource(columns: sheet.columns).keep(for: sheet.image)
    return sheet.image
  }

  /// Returns the source of pictures in rows.
  func sheetSource(columns: Int) -> PictureSource {
    var source = source
    for index in source.parts.indices {
      let (column, row) = (Int32(index % columns), Int32(index / columns))
      let frame = source.parts[index].frame
      source.parts[index].frame = PixelRect(
        column * frame.width,
        row * frame.height,
        (column + 1) * frame.width,
        (row + 1) * frame.height
      )
    }
    return source
  }

  /// Compares the pictures with those of another renderer.
  private func compare(with other: LayerFilm) throws(SnapshotProblem) {
    for (index, (image, second)) in zip(images, other.images).enumerated() {
      let depth = source.parts[index].plan.surfaceDepth
      let rules = ComparisonRules(within: 1 + depth)
      guard let text = differenceText(image, second, rules, source.frameSource(index)) else {
        continue
      }
      throw .renderersDiffer(images.count > 1 ? "frame \(index + 1): \(text)" : text)
    }
  }
}

extension SnapshotTime {
  fileprivate func comesBefore(_ other: SnapshotTime) -> Bool { order < other.order }

  private var order: CFTimeInterval {
    switch self {
    case .frozen: 0
    case .finished: .infinity
    case .at(let time): time
    }
  }

  fileprivate var text: String {
    switch self {
    case .frozen: ""
    case .finished: " (finished)"
    case .at(let time): " (\(time) s)"
    }
  }
}

extension PictureSource {
  /// Returns the source of one frame, as a picture of its own.
  fileprivate func frameSource(_ index: Int) -> PictureSource {
    PictureSource(parts: [parts[index]])
  }

  /// Creates the source of a context's picture; nil if a server drew it.
  init?(of context: CAContext, _ image: CGImage) {
    guard let carrier = context.carrier as? InProcessCarrier, let root = context.layer else {
      return nil
    }
    let labels = context.layerLabels(below: root)
    parts = [
      Part(
        frame: PixelRect(width: Int32(image.width), height: Int32(image.height)),
        plan: carrier.renderer.plan,
        layers: carrier.renderer.tree.ids.map { labels[$0] },
        tree: carrier.renderer.tree,
        configuration: carrier.renderer.configuration,
        time: context.currentTime
      )
    ]
    fonts = root.fontsBelow.map(\.fileText).sorted()
  }
}

extension RenderPlan {
  /// The depth of nested surfaces, not counting the output.
  fileprivate var surfaceDepth: Int {
    var depths = [Int](repeating: 0, count: surfaces.count)
    // Sources come before the surfaces that show them.
    for (index, surface) in surfaces.enumerated() {
      var inner = -1
      let effect = surface.effectSource
      if effect >= 0 { inner = max(inner, depths[Int(effect)]) }
      for draw in draws[Int(surface.draws.lowerBound)..<Int(surface.draws.upperBound)] {
        if draw.showsSurface, draw.source >= 0 { inner = max(inner, depths[Int(draw.source)]) }
        if draw.mask >= 0 { inner = max(inner, depths[Int(draw.mask)]) }
      }
      depths[index] = inner + 1
    }
    return depths.last ?? 0
  }
}
