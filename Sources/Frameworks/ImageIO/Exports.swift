// Image I/O speaks of the images of Core Graphics.
// Licensed under the MIT license; see LICENSE.

@_exported import CoreGraphics
