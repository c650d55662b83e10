// Makes layers and animations of a document.
// Licensed under the MIT license; see LICENSE.
//
// Each layer of a document becomes a container with its opacity, blend mode, range and matte. In it
// is a layer for each part of the transforms of its parents and of its own: places, turns and
// scales are layers of their own, since numbers animate exactly and matrices do not. Inside of
// these are effects, then masks, then the content.
//
// All animations begin at times of the root's clock, whose 0 is the first frame. Values whose keys
// an animation can say are its keyframes; others are sampled, which the report says.

import CoreGraphics
import Foundation
import QuartzCore

/// The state of building one document.
final class LottieBuilder {
  /// Layers that are made.
  static let largestLayerCount = 100_000
  /// Compositions in compositions.
  static let deepest = 64

  let document: LottieDocument
  /// The frames that are shown; nil for all.
  let shown: ClosedRange<Double>?
  /// Pictures by the identity of their assets.
  let images: (LottieAsset) -> CGImage?
  let faces: LottieFaces
  var report: LottieReport
  private(set) var layersLeft = LottieBuilder.largestLayerCount
  var nodesLeft = ShapeTree.largestNodeCount
  var samplesLeft = LottieBaking.largestSampleCount
  private var pictures: [String: CGImage?] = [:]

  init(
    _ document: LottieDocument,
    _ report: LottieReport,
    showing shown: ClosedRange<Double>?,
    images: @escaping (LottieAsset) -> CGImage?,
    files: @escaping (String) -> Data?,
    fonts: @escaping (LottieFont) -> Data?
  ) {
    self.document = document
    self.shown = shown
    self.report = report
    self.images = images
    faces = LottieFaces(document, files: files, provided: fonts)
  }

  /// The layer of the whole document, whose own time 0 is the first frame.
  ///
  /// - Parameters:
  ///   - shown: The frames that are shown, whose values alone are right; nil for all.
  ///   - images: The picture of an asset.
  ///   - files: The bytes of a file that the document names.
  ///   - fonts: The bytes of a font that the program gives.
  /// - Throws: `LottieError.limit` for a document that would need too many layers.
  static func layer(
    of document: LottieDocument,
    _ report: inout LottieReport,
    showing shown: ClosedRange<Double>? = nil,
    images: @escaping (LottieAsset) -> CGImage?,
    files: @escaping (String) -> Data? = { _ in nil },
    fonts: @escaping (LottieFont) -> Data? = { _ in nil }
  ) throws(LottieError) -> CALayer {
    let builder = LottieBuilder(
      document,
      report,
      showing: shown,
      images: images,
      files: files,
      fonts: fonts
    )
    let root = try builder.newLayer()
    root.name = document.name
    root.bounds = CGRect(x: 0, y: 0, width: document.size.x, height: document.size.y)
    root.anchorPoint = .zero
    root.masksToBounds = true
    let clock = ListClock(range: document.startFrame...document.endFrame)
    let list = LayerList(
      layers: document.root.layers,
      clock: clock,
      size: document.size,
      composition: []
    )
    for layer in try builder.layers(list) { root.addSublayer(layer) }
    if list.hasBlendModes { root.opacity = Float(LottieBuilder.isolating) }
    report = builder.report
    return root
  }

  /// An opacity that makes a group of a layer and is not seen.
  static let isolating = 0.99999

  func newLayer() throws(LottieError) -> CALayer {
    try count()
    let layer = CALayer()
    layer.anchorPoint = .zero
    return layer
  }

  func newShape() throws(LottieError) -> CAShapeLayer {
    try count()
    let layer = CAShapeLayer()
    layer.anchorPoint = .zero
    return layer
  }

  func count() throws(LottieError) {
    layersLeft -= 1
    guard layersLeft >= 0 else {
      throw .limit(what: "layers", limit: Self.largestLayerCount)
    }
  }

  /// The picture of an asset, read once.
  func picture(_ asset: LottieAsset) -> CGImage? {
    if let known = pictures[asset.id] { return known }
    let image = images(asset)
    pictures[asset.id] = image
    return image
  }
}

/// A list of layers at its place among compositions.
struct LayerList {
  var layers: [LottieLayerModel]
  var clock: ListClock
  var size: LottiePoint
  /// The compositions around it, from the outermost one.
  var composition: [String]

  /// The first layer of each index.
  var places: [Int: Int] {
    var places: [Int: Int] = [:]
    for (place, layer) in layers.enumerated() {
      if let index = layer.index, places[index] == nil { places[index] = place }
    }
    return places
  }

  /// Whether a layer of it mixes with those below in another way than the normal one.
  var hasBlendModes: Bool { layers.contains { $0.blendMode != 0 } }
}
