// The traits that distinguish faces of a family.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango

/// The style of a face among those of its family.
struct FontTraits: Hashable, Sendable {
  /// As fonts count: 400 is regular, 700 is bold.
  var weight = 400
  var isItalic = false
  var isCondensed = false
  var isExpanded = false

  init() {}

  /// The traits of a face.
  init(_ face: FontFace) {
    weight = Int(pango_font_description_get_weight(face.description).rawValue)
    isItalic = pango_font_description_get_style(face.description) != PANGO_STYLE_NORMAL
    let stretch = pango_font_description_get_stretch(face.description).rawValue
    isCondensed = stretch < PANGO_STRETCH_NORMAL.rawValue
    isExpanded = stretch > PANGO_STRETCH_NORMAL.rawValue
  }

  var isBold: Bool {
    get { weight >= 600 }
    set { if newValue != isBold { weight = newValue ? 700 : 400 } }
  }

  /// -1...1, 0 is regular, 0.4 is bold: Apple's numbers.
  var normalizedWeight: Double {
    get {
      let places = Self.weights
      guard let next = places.firstIndex(where: { $0.weight >= weight }), next > 0 else {
        return weight <= 100 ? places[0].normalized : places[places.count - 1].normalized
      }
      let (one, other) = (places[next - 1], places[next])
      let share = Double(weight - one.weight) / Double(other.weight - one.weight)
      return one.normalized + (other.normalized - one.normalized) * share
    }
    set {
      let nearest = Self.weights.min {
        abs($0.normalized - newValue) < abs($1.normalized - newValue)
      }
      weight = nearest?.weight ?? 400
    }
  }

  /// UIFont.Weight from ultraLight to black.
  private static let weights: [(weight: Int, normalized: Double)] = [
    (100, -0.8), (200, -0.6), (300, -0.4), (400, 0), (500, 0.23), (600, 0.3), (700, 0.4),
    (800, 0.56), (900, 0.62),
  ]

  var pangoWeight: PangoWeight { PangoWeight(rawValue: UInt32(min(max(weight, 100), 1000))) }
}
