// The part of Foundation that Core Graphics re-exports.
// Licensed under the MIT license; see LICENSE.

@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import enum Foundation.CGRectEdge
@_exported import struct Foundation.CGSize
