// The version of this module's contexts and drawables.
// Licensed under the MIT license; see LICENSE.

/// The version of EAGL that this module has the functions of: 1.0.
public let EAGL_MAJOR_VERSION: UInt32 = 1
/// The minor version.
public let EAGL_MINOR_VERSION: UInt32 = 0

/// Writes the version of EAGL.
public func EAGLGetVersion(
  _ major: UnsafeMutablePointer<UInt32>,
  _ minor: UnsafeMutablePointer<UInt32>
) {
  (major.pointee, minor.pointee) = (EAGL_MAJOR_VERSION, EAGL_MINOR_VERSION)
}
