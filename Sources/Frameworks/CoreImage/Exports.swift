// Core Image brings Core Graphics, Core Video and Foundation along, as Apple's does.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreGraphics
@_exported public import CoreVideo
@_exported public import Foundation
