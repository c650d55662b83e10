// The objects that give renderbuffers their storage.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

/// Something that shows renderbuffers; `CAEAGLLayer` is one.
public protocol EAGLDrawable: AnyObject {
  /// The properties of renderbuffers' storage, by the keys below; nil for the defaults.
  var drawableProperties: [AnyHashable: Any]? { get set }
}

extension CAEAGLLayer: EAGLDrawable {}

/// Whether a renderbuffer keeps its picture after it was presented: a Bool, false by default.
public let kEAGLDrawablePropertyRetainedBacking = "EAGLDrawablePropertyRetainedBacking"

/// The format of a renderbuffer: one of the three below, RGBA8 by default.
public let kEAGLDrawablePropertyColorFormat = "EAGLDrawablePropertyColorFormat"

/// Eight bits of red, green, blue and alpha.
public let kEAGLColorFormatRGBA8 = "EAGLColorFormatRGBA8"

/// Five bits of red, six of green and five of blue; always opaque.
public let kEAGLColorFormatRGB565 = "EAGLColorFormat565"

/// Eight bits of red, green, blue and alpha; shaders write linear colours, which are encoded as
/// sRGB.
public let kEAGLColorFormatSRGBA8 = "EAGLColorFormatSRGBA8"
