// So many layers of a kind that a frame takes a share of the budget of pixels.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzPlan

/// The scene of a bench: layers over all of an output, and what drawing them took.
final class WorstScene {
  /// The pictures that layers show, by the pixels on their side.
  enum Picture: Int, CaseIterable {
    case small = 700
    case full = 2048
    case large = 3000

    var id: ImageID { ImageID(UInt32(rawValue)) }

    /// Its pixels, which are made once.
    var pixels: Result<PixelBuffer, any Error> {
      switch self {
      case .small: Picture.smallPixels
      case .full: Picture.fullPixels
      case .large: Picture.largePixels
      }
    }

    private static let smallPixels = Result { try made(Picture.small.rawValue) }
    private static let fullPixels = Result { try made(Picture.full.rawValue) }
    private static let largePixels = Result { try made(Picture.large.rawValue) }

    private static func made(_ side: Int) throws -> PixelBuffer {
      var bytes = [UInt8](repeating: 90, count: side * side * 4)
      for index in stride(from: 0, to: bytes.count, by: 4) {
        bytes[index] = UInt8(truncatingIfNeeded: index / 4 % 90)
        bytes[index + 3] = 128
      }
      return try bytes.withUnsafeBytes {
        try PixelBuffer(width: side, height: side, rowBytes: side * 4, isOpaque: false, copying: $0)
      }
    }
  }

  typealias Values = [PropertyID: PropertyValue]

  /// The class and the values of the layers.
  struct Kind {
    var layerClass: LayerClass
    var values: Values = [:]
    /// The values of a layer around each of them, or nil.
    var group: Values?
    /// The pictures that any of them shows.
    var pictures: [Picture] = []
    /// Whether each has a mask.
    var isMasked = false
    /// The pixels on a side of the output.
    var side = WorstScene.side
    /// Whether there is one layer, whatever it takes.
    var isSingle = false

    init(_ layerClass: LayerClass) { self.layerClass = layerClass }
  }

  static let side = 2048
  /// The part of the budget that a frame takes.
  private static let share = 0.1

  private let renderer: ContextRenderer
  private let size: ContextConfiguration
  /// The plain pixels of the frame without the layers.
  private let ground: Int
  private var seconds: [Double] = []

  init(_ kind: Kind, _ options: BenchOptions) throws {
    let size = ContextConfiguration(width: kind.side, height: kind.side, background: .black)
    func renderer(_ count: Int) throws -> ContextRenderer {
      let renderer = try ContextRenderer(
        context: 1,
        configuration: size,
        backend: options.backend.make(options)
      )
      try renderer.apply(WorstScene.commit(count, kind))
      return renderer
    }
    // The cost of a layer: the difference of a frame with two from one with one.
    let costs = try [0, 1, 2].map { count in
      let trial = try renderer(count)
      defer { trial.close() }
      try trial.render(at: 0)
      return trial.frameCosts[.pixels]
    }
    let limit = Double(FrameBudget.standard.limits[.pixels]) * WorstScene.share
    let count = kind.isSingle ? 1 : Int(limit / Double(max(costs[2] - costs[1], 1)))
    ground = costs[0]
    self.size = size
    self.renderer = try renderer(max(count, 1))
  }

  deinit { renderer.close() }

  /// Forgets what is cached, so that all is drawn.
  func prepare() throws { try renderer.configure(size) }

  func draw(_ frame: Int) throws {
    let begun = WorstScene.processorSeconds()
    try renderer.render(at: Double(frame))
    seconds.append(WorstScene.processorSeconds() - begun)
  }

  /// The seconds of one core for all of the budget, at best.
  var note: String {
    let limit = Double(FrameBudget.standard.limits[.pixels])
    let pixels = renderer.frameCosts[.pixels]
    guard pixels - ground > size.width * size.height, let least = seconds.min() else {
      return "nothing is drawn"
    }
    let whole = least * limit / Double(pixels)
    let weight = Double(pixels) / Double(size.width * size.height)
    return "whole budget \((whole * 100).rounded() / 100) s of one core; "
      + "\((weight * 10).rounded() / 10) plain pixels for each"
  }

  private static func commit(_ count: Int, _ kind: Kind) throws -> Commit {
    let side = Double(kind.side)
    let root = LayerID(1)
    var commit = Commit()
    var last: UInt32 = 1
    func add(_ layerClass: LayerClass, _ values: Values, to parts: inout [LayerID]) -> LayerID {
      last += 1
      let layer = LayerID(last)
      commit.created.append(Commit.Creation(layer, layerClass))
      commit.changes.append(Commit.Change(layer, bag(side, values)))
      parts.append(layer)
      return layer
    }
    commit.created.append(Commit.Creation(root, .layer))
    commit.changes.append(Commit.Change(root, bag(side, [:])))
    var layers: [LayerID] = []
    if kind.layerClass == .backdrop {
      _ = add(.layer, [.contents: .image(Picture.small.id)], to: &layers)
    }
    for _ in 0..<count {
      guard let group = kind.group else {
        let layer = add(kind.layerClass, kind.values, to: &layers)
        guard kind.isMasked else { continue }
        var masks: [LayerID] = []
        let mask = add(.layer, kind.values, to: &masks)
        commit.sublayers.append(Commit.Sublayers(layer, [], mask: mask))
        continue
      }
      let outer = add(.layer, group, to: &layers)
      var inner: [LayerID] = []
      _ = add(kind.layerClass, kind.values, to: &inner)
      commit.sublayers.append(Commit.Sublayers(outer, inner))
    }
    for picture in kind.pictures {
      commit.createdImages.append(Commit.ImageCreation(picture.id, try picture.pixels.get()))
    }
    commit.sublayers.append(Commit.Sublayers(root, layers))
    commit.root = root
    return commit
  }

  private static func bag(_ side: Double, _ values: Values) -> PropertyBag {
    var bag = PropertyBag()
    bag[.bounds] = .rect(Rect(0, 0, side, side))
    bag[.position] = .point(Point(side / 2, side / 2))
    for (property, value) in values { bag[property] = value }
    return bag
  }

  /// The seconds of the processor that this process has taken.
  static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
