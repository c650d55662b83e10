// As on Apple's platforms, AVFoundation brings Core Media, Core Video and QuartzCore along.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreMedia
@_exported public import CoreVideo
@_exported public import QuartzCore
