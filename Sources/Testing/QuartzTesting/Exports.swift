// The modules that tests of layer code import along with QuartzTesting.
// Licensed under the MIT license; see LICENSE.

@_exported public import QuartzCore
@_exported public import _Testing_CoreGraphics
