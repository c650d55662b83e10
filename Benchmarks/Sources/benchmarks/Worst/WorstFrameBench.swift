// Frames of one kind of draw, as many as a share of the budget of pixels lets through.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// Layers over all of an output, of a kind.
///
/// A frame takes a tenth of the standard budget of pixels. The note says how many seconds of one
/// core the whole budget would take: 2.5 at most, or the kind's weight is too low
/// (QuartzPlan/Budget/PixelWeights.swift); far less, and honest scenes are refused.
enum WorstFrameBench {
  static let all: [Bench] =
    colours + borders + pictures + turnedPictures + gradients + coverage + groups

  typealias Values = WorstScene.Values

  private static let colours: [Bench] = [
    bench("colour") { _ in },
    bench("colour rounded") { round(&$0) },
    bench("colour turned") { turn(&$0) },
    bench("colour turned, rounded") {
      turn(&$0); round(&$0)
    },
  ]

  private static let borders: [Bench] = [
    bench("border") { border(&$0) },
    bench("border rounded") {
      border(&$0); round(&$0)
    },
    bench("border turned") {
      border(&$0); turn(&$0)
    },
    bench("border turned, rounded") {
      border(&$0); turn(&$0); round(&$0)
    },
  ]

  private static let pictures: [Bench] = [
    bench("picture copied") { picture(&$0, .full) },
    bench("picture copied, rounded") {
      picture(&$0, .full); clip(&$0)
    },
    bench("picture linear") { picture(&$0, .small) },
    bench("picture linear, rounded") {
      picture(&$0, .small); clip(&$0)
    },
    bench("picture linear, smaller") { picture(&$0, .large) },
    bench("picture nearest") {
      picture(&$0, .small); nearest(&$0)
    },
    bench("picture nearest, smaller") {
      picture(&$0, .large); nearest(&$0)
    },
    bench("picture trilinear") {
      picture(&$0, .large); trilinear(&$0)
    },
    bench("picture stretched, linear") {
      picture(&$0, .small); stretch(&$0)
    },
    bench("picture stretched, nearest") {
      picture(&$0, .small); stretch(&$0); nearest(&$0)
    },
    bench("picture stretched, trilinear") {
      picture(&$0, .large); stretch(&$0); trilinear(&$0)
    },
    bench("pattern") { pattern(&$0) },
  ]

  private static let turnedPictures: [Bench] = [
    bench("picture turned, linear") {
      turn(&$0); picture(&$0, .small)
    },
    bench("picture turned, linear, smaller") {
      turn(&$0); picture(&$0, .large)
    },
    bench("picture turned, linear, rounded") {
      turn(&$0); picture(&$0, .small); clip(&$0)
    },
    bench("picture turned, nearest") {
      turn(&$0); picture(&$0, .small); nearest(&$0)
    },
    bench("picture turned, nearest, smaller") {
      turn(&$0); picture(&$0, .large); nearest(&$0)
    },
    bench("picture turned, trilinear") {
      turn(&$0); picture(&$0, .large); trilinear(&$0)
    },
    bench("picture turned, stretched, linear") {
      turn(&$0); picture(&$0, .small); stretch(&$0)
    },
    bench("picture turned, stretched, nearest") {
      turn(&$0)
      picture(&$0, .small)
      stretch(&$0)
      nearest(&$0)
    },
    bench("picture turned, stretched, trilinear") {
      turn(&$0)
      picture(&$0, .large)
      stretch(&$0)
      trilinear(&$0)
    },
    bench("picture in perspective, linear") {
      tilt(&$0); picture(&$0, .small)
    },
    bench("picture in perspective, trilinear") {
      tilt(&$0)
      picture(&$0, .large)
      trilinear(&$0)
    },
    bench("pattern turned") {
      turn(&$0); pattern(&$0)
    },
  ]

  private static let gradients: [Bench] = [
    bench("gradient axial", .gradient) { gradient(&$0, .axial, 2) },
    bench("gradient axial, turned", .gradient) {
      gradient(&$0, .axial, 2); turn(&$0)
    },
    bench("gradient axial, in perspective", .gradient) {
      gradient(&$0, .axial, 2); tilt(&$0)
    },
    bench("gradient radial", .gradient) { gradient(&$0, .radial, 2) },
    bench("gradient radial, turned", .gradient) {
      gradient(&$0, .radial, 2); turn(&$0)
    },
    bench("gradient conic", .gradient) { gradient(&$0, .conic, 2) },
    bench("gradient conic, turned", .gradient) {
      gradient(&$0, .conic, 2); turn(&$0)
    },
    bench("gradient of 3", .gradient) { gradient(&$0, .axial, 3) },
    bench("gradient of 16", .gradient) { gradient(&$0, .axial, 16) },
    bench("gradient of 256", .gradient) { gradient(&$0, .axial, 256) },
    bench("gradient of 4096", .gradient) { gradient(&$0, .axial, 4096) },
    bench("gradient radial, of 256", .gradient) { gradient(&$0, .radial, 256) },
    bench("gradient conic, of 256", .gradient) { gradient(&$0, .conic, 256) },
  ]

  private static let coverage: [Bench] = [
    bench("shape", .shape) { shape(&$0) },
    bench("shape turned", .shape) {
      shape(&$0); turn(&$0)
    },
    bench("shadow") {
      $0[.shadowOpacity] = .number(0.5); $0[.shadowRadius] = .number(10)
    },
    bench("shadow turned") {
      turn(&$0)
      ($0[.shadowOpacity], $0[.shadowRadius]) = (.number(0.5), .number(10))
    },
  ]

  private static let groups: [Bench] =
    [
      bench("group") {
        half(&$0)
      } inside: {
        $0[.opacity] = .number(0.5)
      },
      bench("clip") {
        half(&$0)
      } inside: {
        clip(&$0)
      },
      bench("clip turned") {
        half(&$0)
      } inside: {
        clip(&$0); turn(&$0)
      },
      bench("shadow of a group") {
        inset(&$0)
      } inside: {
        $0[.backgroundColor] = nil
        ($0[.shadowOpacity], $0[.shadowRadius]) = (.number(0.5), .number(10))
      },
      bench("mask", isMasked: true) { _ in },
      bench("raster") {
        half(&$0)
      } inside: {
        $0[.shouldRasterize] = .bool(true); turn(&$0)
      },
    ]
    + CompositingMode.allCases.filter { $0 != .normal }.map { mode in
      bench("blend \(mode)") { $0[.compositingFilter] = .name(mode.rawValue) }
    }

  // MARK: Kinds

  private static func bench(
    _ name: String,
    _ layerClass: LayerClass = .layer,
    isMasked: Bool = false,
    _ change: @escaping @Sendable (inout Values) -> Void,
    inside group: (@Sendable (inout Values) -> Void)? = nil
  ) -> Bench {
    Bench(name: "worst/" + name) { options in
      var kind = WorstScene.Kind(layerClass)
      kind.isMasked = isMasked
      if layerClass == .layer { kind.values[.backgroundColor] = colour }
      change(&kind.values)
      if let contents = kind.values[.contents] {
        kind.values[.backgroundColor] = nil
        kind.pictures = WorstScene.Picture.allCases.filter { $0.id == contents.image }
      }
      if kind.values[.backgroundColor]?.pattern != nil { kind.pictures = [.small] }
      if let group {
        var values: Values = [.backgroundColor: colour]
        group(&values)
        kind.group = values
      }
      let scene = try WorstScene(kind, options)
      return Bench.Frame(
        prepare: { _ in try scene.prepare() },
        note: { scene.note },
        run: { try scene.draw($0) }
      )
    }
  }

  private static let colour = PropertyValue.color(Color(0.3, 0.5, 0.8, 0.5))

  private static func turn(_ values: inout Values) {
    values[.transform] = .transform(.rotation(0.4, 0, 0, 1))
  }

  /// Turned about the x axis, towards a viewer.
  private static func tilt(_ values: inout Values) {
    values[.transform] = .transform(.rotation(0.5, 1, 0, 0) * .perspective(4000))
  }

  private static func round(_ values: inout Values) { values[.cornerRadius] = .number(90) }

  private static func clip(_ values: inout Values) {
    round(&values)
    values[.masksToBounds] = .bool(true)
  }

  private static func half(_ values: inout Values) {
    values[.backgroundColor] = .color(Color(0.8, 0.5, 0.3, 0.5))
  }

  private static func inset(_ values: inout Values) {
    round(&values)
    values[.transform] = .transform(.scale(0.9, 0.9))
  }

  private static func border(_ values: inout Values) {
    values[.backgroundColor] = nil
    values[.borderWidth] = .number(800)
    values[.borderColor] = colour
  }

  private static func picture(_ values: inout Values, _ picture: WorstScene.Picture) {
    values[.contents] = .image(picture.id)
  }

  private static func pattern(_ values: inout Values) {
    let side = Double(WorstScene.Picture.small.rawValue)
    values[.backgroundColor] = .pattern(
      WorstScene.Picture.small.id,
      cell: Rect(0, 0, side, side)
    )
  }

  private static func nearest(_ values: inout Values) {
    values[.magnificationFilter] = .name(ContentsFilter.nearest.rawValue)
    values[.minificationFilter] = .name(ContentsFilter.nearest.rawValue)
  }

  private static func trilinear(_ values: inout Values) {
    values[.minificationFilter] = .name(ContentsFilter.trilinear.rawValue)
  }

  private static func stretch(_ values: inout Values) {
    values[.contentsCenter] = .rect(Rect(0.3, 0.3, 0.4, 0.4))
  }

  private static func gradient(_ values: inout Values, _ type: GradientType, _ stops: Int) {
    values[.colors] = .numbers((0..<stops).flatMap { [Double($0 % 2), 0.2, 0.4, 0.5] })
    values[.type] = .name(type.rawValue)
    (values[.startPoint], values[.endPoint]) = (.point(Point(0, 0)), .point(Point(1, 1)))
  }

  /// A diamond: half of the layer's pixels.
  private static func shape(_ values: inout Values) {
    let side = Double(WorstScene.side)
    var path = Path()
    path.move(to: Point(side / 2, 0))
    path.line(to: Point(side, side / 2))
    path.line(to: Point(side / 2, side))
    path.line(to: Point(0, side / 2))
    path.close()
    values[.path] = .path(path)
    values[.fillColor] = colour
  }
}
