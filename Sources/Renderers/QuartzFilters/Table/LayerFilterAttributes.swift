// The filters of Core Animation: types, inputs and defaults.
// Licensed under the MIT license; see LICENSE.

/// A type of filter of Core Animation, which layers have without Core Image.
package struct LayerFilterAttributes: Sendable {
  package let type: String
  /// The inputs with their defaults; nil for one without a default.
  package let inputs: [String: FilterInputValue?]

  /// The inputs that every type takes, and that change nothing.
  private static let hints: Set<String> = [
    "inputDither", "inputQuality", "inputIntermediateBitDepth",
  ]

  /// Whether the type has an input of that key.
  package func hasInput(_ key: String) -> Bool {
    inputs[key] != nil || LayerFilterAttributes.hints.contains(key)
  }

  /// Returns a type by its name; nil for a name that is not known.
  package static func named(_ type: String) -> LayerFilterAttributes? { byName[type] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.type, $0) })

  private static func type(
    _ type: String,
    _ inputs: [String: FilterInputValue?] = [:]
  ) -> LayerFilterAttributes {
    LayerFilterAttributes(type: type, inputs: inputs)
  }

  private static let black = FilterInputValue.color(SIMD4(0, 0, 0, 1))
  private static let white = FilterInputValue.color(SIMD4(1, 1, 1, 1))
  private static let off = FilterInputValue.number(0)
  private static let edges: [String: FilterInputValue?] = [
    "inputRadius": .number(10), "inputNormalizeEdges": off,
    "inputNormalizeEdgesTransparent": off, "inputHardEdges": off,
  ]
  private static let identity = FilterInputValue.vector(
    (0..<20).map { $0 % 6 == 0 ? 1 : 0 }
  )

  /// The types; those that are approximated say so in the documentation of `CAFilter`.
  package static let all: [LayerFilterAttributes] = [
    type("gaussianBlur", edges),
    type("variableBlur", edges.merging(["inputMaskImage": nil]) { $1 }),
    type("colorMatrix", ["inputColorMatrix": identity]),
    type("colorSaturate", ["inputAmount": .number(1)]),
    type("colorHueRotate", ["inputAngle": .number(0)]),
    type("hueRotate", ["inputAngle": .number(0)]),
    type("colorBrightness", ["inputAmount": .number(0)]),
    type("colorContrast", ["inputAmount": .number(1)]),
    type("colorInvert", ["inputAmount": .number(1)]),
    type(
      "colorMonochrome",
      ["inputColor": white, "inputBias": .number(0), "inputAmount": .number(1)]
    ),
    type("multiplyColor", ["inputColor": white]),
    type("colorAdd", ["inputColor": black]),
    type("colorSubtract", ["inputColor": black]),
    type("luminanceToAlpha"),
    type(
      "luminanceCurveMap",
      ["inputAmount": .number(1), "inputValues": .vector([0, 1.0 / 3, 2.0 / 3, 1])]
    ),
    type("vibrantDark", ["inputColor0": nil, "inputColor1": nil]),
    type("vibrantLight", ["inputColor0": nil, "inputColor1": nil]),
    type("vibrantColorMatrix", ["inputColorMatrix": identity]),
  ]
}

extension FilterDescription {
  /// The value of an input that was not set, or nil.
  package func defaultValue(of key: String) -> FilterInputValue? {
    if let layerType = LayerFilterAttributes.named(type) { return layerType.inputs[key] ?? nil }
    return FilterAttributes.named(type)?.input(key)?.defaultValue
  }

  /// Whether the filter has an input; one whose type nobody knows may have any.
  package func hasInput(_ key: String) -> Bool {
    if let layerType = LayerFilterAttributes.named(type) { return layerType.hasInput(key) }
    return FilterAttributes.named(type).map { $0.input(key) != nil } ?? true
  }

  /// The input that the filter does not have; nil if it has all that are set.
  package var unknownInput: String? { inputs.first { !hasInput($0.key) }?.key }

  /// Whether the filter changes pictures: it is implemented, and no private one of Apple's.
  package var isDrawn: Bool {
    FilterCatalog.knows(type) && !FilterCatalog.inertTypes.contains(type)
  }

  /// Whether the type is one of Core Animation or of Core Image.
  package var isKnown: Bool {
    LayerFilterAttributes.named(type) != nil || FilterAttributes.named(type) != nil
  }
}
