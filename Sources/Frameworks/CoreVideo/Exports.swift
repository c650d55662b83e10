// Core Video's dictionaries and strings are those of Core Graphics.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreGraphics
