// Frames of one filter each, and what they would take of the whole budget of pixels.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel

/// Layers over all of an output with a filter: the steps of the renderers, filters with inputs
/// that make them cost more, and then all of Core Image's with their defaults.
enum WorstFilterBench {
  static let all: [Bench] = steps + chosen + every

  private static let steps: [Bench] =
    [0.5, 2, 10, 40, 200].map {
      bench("blur \($0)", "gaussianBlur", ["inputRadius": .number($0)])
    } + [
      bench("colour matrix", "colorSaturate", ["inputAmount": .number(0.5)]),
      backdrop("backdrop", scale: 1),
      backdrop("backdrop at 3/4", scale: 0.75),
      backdrop("backdrop at 1/2", scale: 0.5),
      backdrop("backdrop at 1/16", scale: 1 / 16.0),
    ]

  private static let chosen: [Bench] = [
    bench("box blur 40", "CIBoxBlur", ["inputRadius": .number(40)]),
    bench("disc blur 2", "CIDiscBlur", ["inputRadius": .number(2)]),
    bench("disc blur 60", "CIDiscBlur", ["inputRadius": .number(60)]),
    motion(5), motion(20), motion(100),
    bench("zoom blur 4", "CIZoomBlur", ["inputAmount": .number(4)]),
    bench("zoom blur 40", "CIZoomBlur", ["inputAmount": .number(40)]),
    bench("pixellation 40", "CIPixellate", ["inputScale": .number(40)]),
    bench("morphology 1", "CIMorphologyMaximum", ["inputRadius": .number(1)]),
    bench("morphology 10", "CIMorphologyMinimum", ["inputRadius": .number(10)]),
    bench("morphology 40", "CIMorphologyMaximum", ["inputRadius": .number(40)]),
    bench("morphology 9 x 9", "CIMorphologyRectangleMaximum", sides(9)),
    bench("morphology 99 x 99", "CIMorphologyRectangleMaximum", sides(99)),
    resampled(0.5), resampled(0.1), resampled(2),
  ]

  private static func sides(_ count: Double) -> [String: FilterInputValue] {
    ["inputWidth": .number(count), "inputHeight": .number(count)]
  }

  private static func motion(_ radius: Double) -> Bench {
    bench(
      "motion blur \(Int(radius))",
      "CIMotionBlur",
      ["inputRadius": .number(radius), "inputAngle": .number(0.5)]
    )
  }

  private static func resampled(_ scale: Double) -> Bench {
    bench("resampled to \(scale)", "CILanczosScaleTransform", ["inputScale": .number(scale)])
  }

  /// All filters of Core Image that are drawn, on smaller layers.
  private static let every: [Bench] = FilterCatalog.coreImageNames.map { name in
    var inputs: [String: FilterInputValue] = [:]
    for input in FilterAttributes.named(name)?.inputs ?? [] where input.key != "inputImage" {
      if input.valueClass == .image {
        inputs[input.key] = .image(UInt64(WorstScene.Picture.full.rawValue))
      }
      // Transitions change nothing at their beginning.
      if input.key == "inputTime" { inputs[input.key] = .number(0.5) }
    }
    return bench("filter " + name, name, inputs, side: 512)
  }

  private static func bench(
    _ name: String,
    _ type: String,
    _ inputs: [String: FilterInputValue],
    side: Int = 1024
  ) -> Bench {
    Bench(name: "worst/" + name) { options in
      var kind = WorstScene.Kind(.layer)
      kind.values[.backgroundColor] = .color(Color(0.3, 0.5, 0.8, 0.5))
      kind.values[.contents] = .image(WorstScene.Picture.small.id)
      kind.values[.filters] = filter(type, inputs)
      (kind.side, kind.isSingle) = (side, true)
      return try frame(kind, options)
    }
  }

  private static func backdrop(_ name: String, scale: Double) -> Bench {
    Bench(name: "worst/" + name) { options in
      var kind = WorstScene.Kind(.backdrop)
      kind.values[.filters] = filter("gaussianBlur", ["inputRadius": .number(10)])
      kind.values[.backdropScale] = .number(scale)
      (kind.side, kind.isSingle) = (1024, true)
      return try frame(kind, options)
    }
  }

  private static func filter(_ type: String, _ inputs: [String: FilterInputValue])
    -> PropertyValue
  {
    let inputs = inputs.sorted { $0.key < $1.key }.map { FilterInput(key: $0.key, value: $0.value) }
    return .filters(FilterList([FilterDescription(type: type, inputs: inputs)]))
  }

  private static func frame(_ kind: WorstScene.Kind, _ options: BenchOptions) throws -> Bench.Frame
  {
    var kind = kind
    kind.pictures = [.small, .full]
    let scene = try WorstScene(kind, options)
    return Bench.Frame(
      prepare: { _ in try scene.prepare() },
      note: { scene.note },
      run: { try scene.draw($0) }
    )
  }
}
