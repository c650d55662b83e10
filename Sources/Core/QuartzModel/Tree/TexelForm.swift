// The form of the texels of an image, and how bright they are meant.
// Licensed under the MIT license; see LICENSE.

/// How a content names its brightness; it decides whether a layer maps it.
///
/// Raw values go over the wire.
package enum LightKind: UInt8, CaseIterable, Sendable {
  /// Nothing beyond 0...1 of its space.
  case standard = 0
  /// An extended space: values may lie beyond 0...1.
  case extended = 1
  /// A space of ITU-R BT.2100: PQ or HLG.
  case absolute = 2
}

/// The brightness of a content.
package struct ContentLight: Hashable, Sendable {
  package var kind: LightKind
  /// The ratio of its brightest linear light to SDR white: at least 1, or 0 if nobody knows.
  package var headroom: Float

  package init(_ kind: LightKind, headroom: Float = 0) {
    self.kind = kind
    self.headroom = headroom >= 1 ? min(headroom, ContentLight.largestHeadroom) : 0
  }

  /// Nothing beyond SDR white.
  package static let standard = ContentLight(.standard, headroom: 1)
  /// The largest headroom that a content can have: the largest finite half float.
  package static let largestHeadroom: Float = 65504
}

/// The form of the texels in an image's memory.
package enum TexelForm: Hashable, Sendable {
  /// R, G, B, A bytes, premultiplied, sRGB-encoded.
  case bytes
  /// R, G, B, A half floats (IEEE 754 binary16 of this machine's byte order, 8 bytes a texel):
  /// extended sRGB, encoded, premultiplied, alpha 0...1.
  ///
  /// No tone mapping was done: `ContentLight` says how bright they are. All are finite: whoever
  /// makes such an image replaces NaN by 0 and infinities by ±65504.
  case halves(ContentLight)

  /// Bytes of a texel.
  package var texelBytes: Int { isHalf ? 8 : 4 }

  /// Whether texels are half floats.
  package var isHalf: Bool { self != .bytes }

  /// The brightness of the texels.
  package var light: ContentLight {
    switch self {
    case .bytes: .standard
    case .halves(let light): light
    }
  }
}
