// How much stack something takes, for tests that it does not go as deep as its input is nested.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// Runs a body on a thread with a stack of 64 MB and says how many bytes of it the body touched.
public func stackUse(of body: () throws -> Void) throws -> Int {
  let size = 64 << 20
  let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
  guard let stack = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), stack != MAP_FAILED
  else { preconditionFailure("no memory for a stack of \(size) bytes") }
  defer { munmap(stack, size) }
  try withoutActuallyEscaping(body) { body in
    let call = StackCall(body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstack(&attributes, stack, size)
    var thread = pthread_t()
    let result = pthread_create(
      &thread,
      &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<StackCall>.fromOpaque(argument).takeUnretainedValue().run()
        return nil
      },
      Unmanaged.passUnretained(call).toOpaque()
    )
    precondition(result == 0, "no thread: \(result)")
    pthread_join(thread, nil)
    try call.result?.get()
  }
  // It was zero, and grows down.
  let words = UnsafeRawBufferPointer(start: stack, count: size).bindMemory(to: UInt64.self)
  let first = words.firstIndex { $0 != 0 } ?? words.count
  return (words.count - first) * 8
}

private final class StackCall {
  private let body: () throws -> Void
  private(set) var result: Result<Void, any Error>?

  init(_ body: @escaping () throws -> Void) {
    self.body = body
  }

  func run() {
    result = Result { try body() }
  }
}
