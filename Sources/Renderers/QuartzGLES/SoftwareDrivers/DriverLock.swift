// The lock that serializes the contexts of software drivers.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzSharing

/// The lock for all contexts of software drivers in the process.
///
/// llvmpipe (Mesa 22.3) looks through the frames of all contexts of a process, without a lock, when
/// pixels are uploaded or read, so contexts of two threads would race. The lock does not cover
/// programs that call OpenGL ES themselves.
///
/// The lock is recursive.
final class DriverLock: Sendable {
  static let shared = DriverLock()

  // Made once, lies still, and is made for threads.
  private let shared = SharedPointer(UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1))
  private var mutex: UnsafeMutablePointer<pthread_mutex_t> { shared.value }

  private init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  func lock() {
    pthread_mutex_lock(mutex)
  }

  func unlock() {
    pthread_mutex_unlock(mutex)
  }
}
