// Signals that end the tool: nothing half made is left.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Glibc
import QuartzFaults

enum Interruption {
  /// What users and systems end programs with.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Has a thread wait for signals; when one comes it removes temporary files and ends the program by it.
  ///
  /// Called before there are other threads, which all leave these signals to that one.
  static func watch() {
    var set = sigset_t()
    sigemptyset(&set)
    // Who has them ignored, as nohup does, keeps that.
    for number in signals where !isIgnored(number) { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let waited = set
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-signals") {
        var set = waited
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
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
    // SIG_IGN of signal.h is the address 1, which Swift imports as no function that could be compared.
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
