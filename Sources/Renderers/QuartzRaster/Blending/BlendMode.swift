// How a source changes what lies under it: the modes of Core Graphics, and those that filters add.
// Licensed under the MIT license; see LICENSE.
//
// All modes work on premultiplied colours in the encoding that they come in (sRGB-encoded here).
// With S and D the premultiplied colours of source and destination, Sa and Da their alphas:
//
// - The modes of PDF (normal ... luminosity; PDF 32000-1, 11.3.5, and W3C Compositing 1, 9 and 10):
//
//       R  = S (1 - Da) + D (1 - Sa) + Sa Da B(D / Da, S / Sa)      Ra = Sa + Da - Sa Da
//
//   with B, the function that names the mode, on straight colours. Where the two texts differ (a
//   division by zero in colorDodge and colorBurn) W3C's is used, as PDF 2.0 does: black stays black
//   under colorDodge, white stays white under colorBurn.
// - The modes of Porter and Duff: R = S Fs + D Fd, the factors being 0, 1, an alpha or 1 - alpha.
// - plusLighter: R = min(1, S + D) in all four channels.
// - plusDarker: the inks add up. With opaque colours this is Apple's max(0, 1 - ((1 - D) + (1 -
//   S))). In general the ink of a premultiplied colour is what it lacks to its alpha:
//
//       Ra = min(1, Sa + Da)      R = max(0, Ra - ((Da - D) + (Sa - S)))
//
//   so that a transparent source changes nothing.
//
// - Of the filters' modes (from linearBurn on) those up to divide are like PDF's, with B limited to
//   0...1. maximum and minimum take the greater and the lesser of each premultiplied component,
//   alpha too. The two differences are S - D and D - S, at least 0, with the alpha of source-over.
//
// Coverage c, how much of a pixel the source's shape covers, mixes: D (1 - c) + R c. That is what
// source-over does anyway; for the others it means that a mode acts where the shape is and nowhere
// else: `copy` with half coverage is half of each, `sourceIn` does not clear what the shape leaves
// free. So Core Graphics does it, too, where others (W3C's canvas) clear everything outside.

/// A blend mode; the raw values are those of CGBlendMode, as far as it has them.
package enum BlendMode: Int32, CaseIterable, Sendable {
  case normal = 0
  case multiply
  case screen
  case overlay
  case darken
  case lighten
  case colorDodge
  case colorBurn
  case softLight
  case hardLight
  case difference
  case exclusion
  case hue
  case saturation
  case color
  case luminosity
  case clear
  case copy
  case sourceIn
  case sourceOut
  case sourceAtop
  case destinationOver
  case destinationIn
  case destinationOut
  case destinationAtop
  case xor
  case plusDarker
  case plusLighter
  case linearBurn
  case linearDodge
  case linearLight
  case vividLight
  case pinLight
  case subtract
  case divide
  case maximum
  case minimum
  case sourceMinusDestination
  case destinationMinusSource

  /// Whether a transparent source leaves every destination as it is.
  ///
  /// Where this is false, a source pixel of zero still changes what its shape covers.
  package var ignoresClearSources: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .minimum,
      .sourceMinusDestination:
      false
    case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn,
      .softLight, .hardLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity,
      .sourceAtop, .destinationOver, .destinationOut, .xor, .plusDarker, .plusLighter,
      .linearBurn, .linearDodge, .linearLight, .vividLight, .pinLight, .subtract, .divide,
      .maximum, .destinationMinusSource:
      true
    }
  }
}
