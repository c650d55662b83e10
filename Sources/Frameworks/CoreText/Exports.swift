// Core Text is the public part of QuartzText, and brings Core Graphics along.
// Licensed under the MIT license; see LICENSE.

@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import QuartzText
