// The words of contexts: blend modes, drawing modes, qualities.
// Licensed under the MIT license; see LICENSE.

/// A mode that combines drawing with the existing pixels.
///
/// S and D are the source and the destination with premultiplied alpha, Sa and Da their alphas, R
/// is the result. Modes act only where a shape covers pixels.
public enum CGBlendMode: Int32, Hashable, Sendable, CaseIterable {
  /// The source over the destination: R = S + D (1 - Sa).
  case normal = 0
  /// The product: black stays black, white does nothing.
  case multiply = 1
  /// The product of the inverses: white stays white, black does nothing.
  case screen = 2
  /// Multiply or screen, as the destination is dark or light.
  case overlay = 3
  /// The darker of each component.
  case darken = 4
  /// The lighter of each component.
  case lighten = 5
  /// The destination becomes lighter to reflect the source.
  case colorDodge = 6
  /// The destination becomes darker to reflect the source.
  case colorBurn = 7
  /// Darkens or lightens softly, as the source is dark or light.
  case softLight = 8
  /// Multiply or screen, as the source is dark or light.
  case hardLight = 9
  /// The distance of each component.
  case difference = 10
  /// As difference, with less contrast.
  case exclusion = 11
  /// The hue of the source with saturation and luminosity of the destination.
  case hue = 12
  /// The saturation of the source with hue and luminosity of the destination.
  case saturation = 13
  /// Hue and saturation of the source with the luminosity of the destination.
  case color = 14
  /// The luminosity of the source with hue and saturation of the destination.
  case luminosity = 15
  /// R = 0.
  case clear = 16
  /// R = S.
  case copy = 17
  /// R = S Da.
  case sourceIn = 18
  /// R = S (1 - Da).
  case sourceOut = 19
  /// R = S Da + D (1 - Sa).
  case sourceAtop = 20
  /// R = S (1 - Da) + D.
  case destinationOver = 21
  /// R = D Sa.
  case destinationIn = 22
  /// R = D (1 - Sa).
  case destinationOut = 23
  /// R = S (1 - Da) + D Sa.
  case destinationAtop = 24
  /// R = S (1 - Da) + D (1 - Sa).
  case xor = 25
  /// R = max(0, 1 - ((1 - D) + (1 - S))).
  case plusDarker = 26
  /// R = min(1, S + D).
  case plusLighter = 27
}

/// The operation of `CGContext.drawPath(using:)` on the path.
public enum CGPathDrawingMode: Int32, Hashable, Sendable {
  /// Fills by the winding rule.
  case fill = 0
  /// Fills by the even-odd rule.
  case eoFill = 1
  /// Strokes.
  case stroke = 2
  /// Fills by the winding rule, then strokes.
  case fillStroke = 3
  /// Fills by the even-odd rule, then strokes.
  case eoFillStroke = 4
}

/// The smoothing of images that are drawn larger, smaller or turned.
public enum CGInterpolationQuality: Int32, Hashable, Sendable {
  /// The default of the image: `medium`, or `none` for images with `shouldInterpolate` false.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// Four pixels mixed.
  case low = 2
  /// Four pixels mixed, from smaller copies of the image where it is made smaller.
  case medium = 4
  /// Sixteen pixels mixed where the image is made larger; as `medium` where it is made smaller.
  ///
  /// Tiled images are drawn as with `medium`.
  case high = 3
}

/// The ends beyond which a gradient continues.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// The bits `rawValue`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The first colour continues before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour continues after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// The operation of text drawing on glyphs.
public enum CGTextDrawingMode: Int32, Hashable, Sendable {
  /// Fills them.
  case fill = 0
  /// Strokes them.
  case stroke = 1
  /// Fills, then strokes them.
  case fillStroke = 2
  /// Draws nothing.
  case invisible = 3
  /// Fills them and adds them to the clip.
  case fillClip = 4
  /// Strokes them and adds them to the clip.
  case strokeClip = 5
  /// Fills and strokes them and adds them to the clip.
  case fillStrokeClip = 6
  /// Adds them to the clip.
  case clip = 7
}
