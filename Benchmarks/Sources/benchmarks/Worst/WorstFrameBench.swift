// Frames of one kind of draw, as many as a share of the budget of pixels lets through.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan

/// Layers over all of an output of 2048 x 2048, of a kind.
///
/// A frame takes a tenth of the standard budget of pixels. The note says how many seconds of one
/// core the whole budget would take: 2.5 at most, or the kind's weight is too low
/// (QuartzPlan/Budget/PixelWeights.swift); far less, and honest scenes are refused.
enum WorstFrameBench {
  static let all: [Bench] = draws + filters

  private static let draws: [Bench] = [
    bench("worst/colour") { _ in },
    bench("worst/colour rounded") { $0[.cornerRadius] = .number(90) },
    bench("worst/colour turned") { turn(&$0) },
    bench("worst/colour turned, rounded") {
      turn(&$0)
      $0[.cornerRadius] = .number(90)
    },
    bench("worst/border rounded") { border(&$0) },
    bench("worst/border turned, rounded") {
      turn(&$0)
      border(&$0)
    },
    bench("worst/picture copied") { picture(&$0, .full) },
    bench("worst/picture linear") { picture(&$0, .small) },
    bench("worst/picture nearest") {
      picture(&$0, .small)
      $0[.magnificationFilter] = .name(ContentsFilter.nearest.rawValue)
    },
    bench("worst/picture trilinear") {
      picture(&$0, .large)
      $0[.minificationFilter] = .name(ContentsFilter.trilinear.rawValue)
    },
    bench("worst/picture turned, linear") {
      turn(&$0)
      picture(&$0, .small)
    },
    bench("worst/picture turned, nearest") {
      turn(&$0)
      picture(&$0, .small)
      $0[.magnificationFilter] = .name(ContentsFilter.nearest.rawValue)
    },
    bench("worst/picture turned, trilinear") {
      turn(&$0)
      picture(&$0, .large)
      $0[.minificationFilter] = .name(ContentsFilter.trilinear.rawValue)
    },
    bench("worst/gradient axial", .gradient) { gradient(&$0, .axial, 2) },
    bench("worst/gradient radial", .gradient) { gradient(&$0, .radial, 2) },
    bench("worst/gradient conic", .gradient) { gradient(&$0, .conic, 2) },
    bench("worst/gradient of 256", .gradient) { gradient(&$0, .axial, 256) },
    bench("worst/gradient of 4096", .gradient) { gradient(&$0, .axial, 4096) },
    bench("worst/blend multiply") {
      $0[.compositingFilter] = .name(CompositingMode.multiply.rawValue)
    },
    bench("worst/blend soft light") {
      $0[.compositingFilter] = .name(CompositingMode.softLight.rawValue)
    },
    bench("worst/blend hue") { $0[.compositingFilter] = .name(CompositingMode.hue.rawValue) },
  ]

  private static let filters: [Bench] = [
    filter("worst/blur 0.5", "gaussianBlur", ["inputRadius": 0.5]),
    filter("worst/blur 10", "gaussianBlur", ["inputRadius": 10]),
    filter("worst/colour matrix", "colorSaturate", ["inputAmount": 0.5]),
    filter("worst/box blur", "CIBoxBlur", ["inputRadius": 10]),
    filter("worst/disc blur", "CIDiscBlur", ["inputRadius": 8]),
    filter("worst/motion blur", "CIMotionBlur", ["inputRadius": 20, "inputAngle": 0.5]),
    filter("worst/zoom blur", "CIZoomBlur", ["inputAmount": 20]),
    filter("worst/pixellation", "CIPixellate", ["inputScale": 8]),
    filter("worst/morphology", "CIMorphologyMaximum", ["inputRadius": 10]),
    filter("worst/median", "CIMedianFilter", [:]),
  ]

  typealias Values = [PropertyID: PropertyValue]

  private static func bench(
    _ name: String,
    _ layerClass: LayerClass = .layer,
    _ change: @escaping @Sendable (inout Values) -> Void
  ) -> Bench {
    Bench(name: name) { options in
      var values: Values = [:]
      if layerClass == .layer {
        values[.backgroundColor] = .color(Color(0.3, 0.5, 0.8, 0.5))
      }
      change(&values)
      if values[.contents] != nil { values[.backgroundColor] = nil }
      let scene = try WorstScene(values, layerClass, options)
      return Bench.Frame(
        prepare: { _ in try scene.prepare() },
        note: { scene.note },
        run: { try scene.draw($0) }
      )
    }
  }

  private static func filter(
    _ name: String,
    _ type: String,
    _ inputs: [String: Double]
  ) -> Bench {
    bench(name) { values in
      let list = inputs.sorted { $0.key < $1.key }.map {
        FilterInput(key: $0.key, value: .number($0.value))
      }
      values[.filters] = .filters(FilterList([FilterDescription(type: type, inputs: list)]))
    }
  }

  // MARK: Kinds

  private static func turn(_ values: inout Values) {
    values[.transform] = .transform(.rotation(0.4, 0, 0, 1))
  }

  private static func border(_ values: inout Values) {
    values[.backgroundColor] = nil
    (values[.cornerRadius], values[.borderWidth]) = (.number(90), .number(800))
    values[.borderColor] = .color(Color(0.3, 0.5, 0.8, 0.5))
  }

  private static func picture(_ values: inout Values, _ picture: WorstScene.Picture) {
    values[.contents] = .image(picture.id)
  }

  private static func gradient(_ values: inout Values, _ type: GradientType, _ stops: Int) {
    values[.colors] = .numbers((0..<stops).flatMap { [Double($0 % 2), 0.2, 0.4, 0.5] })
    values[.type] = .name(type.rawValue)
    (values[.startPoint], values[.endPoint]) = (.point(Point(0, 0)), .point(Point(1, 1)))
  }
}

/// So many layers of a kind that a frame takes a share of the budget.
private final class WorstScene {
  /// The pictures that layers show, by the pixels on their side.
  enum Picture: Int, CaseIterable {
    case small = 700
    case full = 2048
    case large = 3000

    var id: ImageID { ImageID(UInt32(rawValue)) }
  }

  private static let side = 2048
  /// The part of the budget that a frame takes.
  private static let share = 0.1

  private let renderer: ContextRenderer
  private static let size = ContextConfiguration(
    width: WorstScene.side,
    height: WorstScene.side,
    background: .black
  )
  private var seconds: [Double] = []

  init(
    _ values: WorstFrameBench.Values,
    _ layerClass: LayerClass,
    _ options: BenchOptions
  ) throws {
    func renderer(_ count: Int) throws -> ContextRenderer {
      let renderer = try ContextRenderer(
        context: 1,
        configuration: WorstScene.size,
        backend: options.backend.make(options)
      )
      try renderer.apply(WorstScene.commit(count, values, layerClass))
      return renderer
    }
    // The cost of a layer: the difference of a frame with two from one with one.
    let costs = try [1, 2].map { count in
      let trial = try renderer(count)
      defer { trial.close() }
      try trial.render(at: 0)
      return trial.frameCosts[.pixels]
    }
    let limit = Double(FrameBudget.standard.limits[.pixels]) * WorstScene.share
    let count = Int(limit / Double(max(costs[1] - costs[0], 1)))
    self.renderer = try renderer(max(count, 1))
  }

  deinit { renderer.close() }

  /// Forgets what is cached, so that all is drawn.
  func prepare() throws { try renderer.configure(WorstScene.size) }

  func draw(_ frame: Int) throws {
    let begun = WorstScene.processorSeconds()
    try renderer.render(at: Double(frame))
    seconds.append(WorstScene.processorSeconds() - begun)
  }

  /// The seconds of one core for all of the budget, at the median.
  var note: String {
    let limit = Double(FrameBudget.standard.limits[.pixels])
    let part = Double(renderer.frameCosts[.pixels]) / limit
    let sorted = seconds.sorted()
    guard part > 0, !sorted.isEmpty else { return "" }
    let whole = sorted[sorted.count / 2] / part
    return "whole budget \((whole * 100).rounded() / 100) s of one core"
  }

  private static func commit(
    _ count: Int,
    _ values: WorstFrameBench.Values,
    _ layerClass: LayerClass
  ) throws -> Commit {
    let side = Double(WorstScene.side)
    let root = LayerID(1)
    let layers = (0..<count).map { LayerID(UInt32($0 + 2)) }
    var commit = Commit()
    commit.created = [Commit.Creation(root, .layer)]
    commit.created += layers.map { Commit.Creation($0, layerClass) }
    for layer in [root] + layers {
      var bag = PropertyBag()
      bag[.bounds] = .rect(Rect(0, 0, side, side))
      bag[.position] = .point(Point(side / 2, side / 2))
      if layer != root { for (property, value) in values { bag[property] = value } }
      commit.changes.append(Commit.Change(layer, bag))
    }
    if let image = values[.contents]?.image,
      let picture = Picture.allCases.first(where: { $0.id == image })
    {
      commit.createdImages = [Commit.ImageCreation(image, try pixels(picture.rawValue))]
    }
    commit.sublayers = [Commit.Sublayers(root, layers)]
    commit.root = root
    return commit
  }

  private static func pixels(_ side: Int) throws -> PixelBuffer {
    var bytes = [UInt8](repeating: 90, count: side * side * 4)
    for index in stride(from: 0, to: bytes.count, by: 4) {
      bytes[index] = UInt8(truncatingIfNeeded: index / 4 % 90)
      bytes[index + 3] = 128
    }
    return try bytes.withUnsafeBytes {
      try PixelBuffer(width: side, height: side, rowBytes: side * 4, isOpaque: false, copying: $0)
    }
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
