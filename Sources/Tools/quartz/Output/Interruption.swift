// Signals that end the tool, without leaving partial files.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Glibc
import QuartzFaults
import Synchronization

enum Interruption {
  /// The signals that users and systems end programs with.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private static let endings = Mutex<[@Sendable () -> Void]>([])
  private static let instead = Mutex<(@Sendable () -> Void)?>(nil)

  /// Notes an action for a signal that ends the program.
  static func beforeEnd(_ action: @escaping @Sendable () -> Void) {
    endings.withLock { $0.append(action) }
  }

  /// The first signal takes an action then, and does not end the program; the next one does.
  static func insteadOfEnd(_ action: @escaping @Sendable () -> Void) {
    instead.withLock { $0 = action }
  }

  /// Starts a thread that waits for signals.
  ///
  /// On a signal, it takes the actions of `beforeEnd`, removes temporary files and ends the program
  /// by that signal.
  ///
  /// Call it before there are other threads, which all leave these signals to this thread.
  static func watch() {
    var set = sigset_t()
    sigemptyset(&set)
    // Ignored signals, as under nohup, stay ignored.
    for number in signals where !isIgnored(number) { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let waited = set
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-signals") {
        var set = waited
        var number: Int32 = 0
        while true {
          guard sigwait(&set, &number) == 0 else { continue }
          guard let action = instead.withLock({ $0.take() }) else { break }
          action()
        }
        for action in endings.withLock(\.self) { action() }
        Temporaries.removeAll { end(by: number) }
      }
    } catch {
      // Signals then end the program as they are, and the next one removes what is left.
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN of signal.h is the address 1, which Swift does not import as a comparable function.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Ends the program as the signal would have.
  private static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(128 + number)
  }
}
