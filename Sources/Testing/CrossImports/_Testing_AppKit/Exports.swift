// The overlay that Swift Testing looks for where a file imports Testing and AppKit.
// Licensed under the MIT license; see LICENSE.

@_exported public import AppKit
@_exported public import Testing
@_exported public import _Testing_CoreImage
