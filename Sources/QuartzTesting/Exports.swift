// What a test of layer code imports along with QuartzTesting.
// Licensed under the MIT license; see LICENSE.

@_exported public import QuartzCore
@_exported public import _Testing_CoreGraphics
