// Results and objects.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import CoreGraphics
import Synchronization
import QuartzSharing

/// Texts that live as long as the program.
private enum Fixed {
  static let empty = text("")
  static let unknown = text("QUARTZ_UNKNOWN_STATUS")

  static let statuses: [SharedPointer<UnsafePointer<CChar>>] = [
    "QUARTZ_OK", "QUARTZ_NULL_ARGUMENT", "QUARTZ_INVALID_HANDLE", "QUARTZ_WRONG_KIND",
    "QUARTZ_WRONG_THREAD", "QUARTZ_INVALID_VALUE", "QUARTZ_WRONG_TYPE", "QUARTZ_UNKNOWN_NAME",
    "QUARTZ_NOT_FOUND", "QUARTZ_UNREADABLE", "QUARTZ_UNWRITABLE", "QUARTZ_REFUSED",
    "QUARTZ_NO_SERVER", "QUARTZ_NO_ENCODER", "QUARTZ_CANCELLED", "QUARTZ_READ_ONLY",
    "QUARTZ_LIMIT", "QUARTZ_CYCLE",
  ].map { text($0) }

  private static func text(_ text: String) -> SharedPointer<UnsafePointer<CChar>> {
    let bytes = Array(text.utf8CString)
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    memory.initialize(from: bytes, count: bytes.count)
    return SharedPointer(UnsafePointer(memory))
  }
}

@c @implementation
package func quartz_status_name(_ status: quartz_status) -> UnsafePointer<CChar> {
  let index = Int(status.rawValue)
  return (Fixed.statuses.indices.contains(index) ? Fixed.statuses[index] : Fixed.unknown).value
}

@c @implementation
package func quartz_last_error() -> UnsafePointer<CChar> {
  ThreadState.current.lastError ?? Fixed.empty.value
}

@c @implementation
package func quartz_version() -> UInt32 {
  UInt32(QUARTZ_VERSION_MAJOR) << 16 | UInt32(QUARTZ_VERSION_MINOR)
}

@c @implementation
package func quartz_set_log(
  _ log: quartz_log?,
  _ user: UnsafeMutableRawPointer?
) -> quartz_status {
  guard let log else {
    Diagnostics.redirect(to: nil)
    return QUARTZ_OK
  }
  let user = Transferred(user)
  Diagnostics.redirect { line in line.withCString { log($0, user.value) } }
  return QUARTZ_OK
}

@c @implementation
package func quartz_retain(_ object: quartz_object) -> quartz_status {
  call { state throws(CallFailure) in try state.retain(object) }
}

@c @implementation
package func quartz_release(_ object: quartz_object) -> quartz_status {
  call { state throws(CallFailure) in try state.release(object) }
}

@c @implementation
package func quartz_kind_of(
  _ object: quartz_object,
  _ kind: UnsafeMutablePointer<quartz_kind>?
) -> quartz_status {
  call { state throws(CallFailure) in
    try Argument.result(kind, "kind").pointee = try state.object(object).1
  }
}

@c @implementation
package func quartz_class_of(
  _ object: quartz_object,
  _ name: UnsafeMutablePointer<quartz_string>?
) -> quartz_status {
  call { state throws(CallFailure) in
    let name = try Argument.result(name, "name")
    let (object, _) = try state.object(object)
    state.scratch.reset()
    name.pointee = state.scratch.string("\(type(of: object))")
  }
}

@c @implementation
package func quartz_object_count() -> Int {
  ThreadState.current.objectCount
}
