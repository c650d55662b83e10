// As on Apple's platforms, QuartzCore brings Core Graphics, Core Video and Foundation along.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreGraphics
@_exported public import CoreVideo
@_exported public import Foundation
@_exported public import class QuartzText.CGFont
@_exported public import struct QuartzText.FontCollection
@_exported public import enum QuartzText.FontCollectionError
