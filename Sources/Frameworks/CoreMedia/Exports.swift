// Core Media speaks of the pictures of Core Video.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreVideo
