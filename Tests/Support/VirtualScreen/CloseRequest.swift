// The message with which a desktop asks a program to close its window.
// Licensed under the MIT license; see LICENSE.

import Glibc

enum CloseRequest {
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias Atom = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> UInt
  private typealias Send =
    @convention(c) (
      OpaquePointer?, UInt, Int32, Int, UnsafeMutableRawPointer?
    ) -> Int32
  private typealias Close = @convention(c) (OpaquePointer?) -> Int32

  /// Sends WM_DELETE_WINDOW to a window.
  static func send(to window: String, on display: String) throws {
    guard let library = dlopen("libX11.so.6", RTLD_NOW), let number = UInt(window) else {
      throw VirtualScreen.Failure(description: "libX11.so.6 is missing")
    }
    func function<F>(_ name: String, as type: F.Type) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let open = function("XOpenDisplay", as: Open.self),
      let atom = function("XInternAtom", as: Atom.self),
      let send = function("XSendEvent", as: Send.self),
      let close = function("XCloseDisplay", as: Close.self), let connection = open(display)
    else { throw VirtualScreen.Failure(description: "no connection to \(display)") }
    // XClientMessageEvent: type, serial, sent, display, window, message, format, five numbers.
    let event = UnsafeMutablePointer<Int>.allocate(capacity: 24)
    event.initialize(repeating: 0, count: 24)
    defer { event.deallocate() }
    event[0] = 33
    event[4] = Int(bitPattern: number)
    event[5] = Int(bitPattern: atom(connection, "WM_PROTOCOLS", 0))
    event[6] = 32
    event[7] = Int(bitPattern: atom(connection, "WM_DELETE_WINDOW", 0))
    _ = send(connection, number, 0, 0, event)
    _ = close(connection)
  }
}
