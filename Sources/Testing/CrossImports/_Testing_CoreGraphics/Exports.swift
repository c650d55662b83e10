// The overlay that Swift Testing looks for where a file imports Testing and CoreGraphics.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreGraphics
@_exported public import Testing
