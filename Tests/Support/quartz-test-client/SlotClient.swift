// A client that presents numbered pictures as fast as it can, with pauses, from a thread of its own.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Synchronization

/// The side of the pictures in pixels.
private let side = 64

/// How far the presenting thread has come.
private final class Progress: Sendable {
  let presents = Mutex(0)
  let shown = Mutex(0)
  let isWanted = Mutex(true)
}

private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Presents `count` pictures, numbered from `first`, each all of one colour that is its number.
///
/// Prints `token T` for each server that it has its context in, `at N` after every 250 pictures,
/// `state D M` (descriptors, KiB of memory in RAM) after 1000 of them and at the end, and `done`; then it
/// lives until its standard input ends.
///
/// - Returns: Whether there was a server.
func presentPictures(_ path: String, first: Int, count: Int) -> Bool {
  let size = CGSize(width: side, height: side)
  guard let context = try? CAContext(server: path, size: size),
    let carrier = context.carrier as? RemoteCarrier
  else { return false }
  let slot = CAContentSlot()
  let layer = CALayer()
  layer.frame = CGRect(origin: .zero, size: size)
  layer.contents = slot
  context.layer = layer
  CATransaction.flush()
  let progress = Progress()
  Thread {
    var pauses = SystemRandomNumberGenerator()
    for number in first..<first + count {
      let isShown = try? slot.present(width: side, height: side, isOpaque: true) { memory in
        fill(memory, with: UInt32(number))
      }
      if isShown == true { progress.shown.withLock { $0 = number } }
      progress.presents.withLock { $0 += 1 }
      if Int.random(in: 0..<50, using: &pauses) == 0 {
        usleep(.random(in: 0..<5000, using: &pauses))
      }
    }
  }.start()
  var (token, told) = (UInt64(0), 0)
  while told < count {
    if token != carrier.token {
      token = carrier.token
      say("token \(token)")
    }
    while progress.presents.withLock({ $0 }) >= told + 250, told < count {
      told += 250
      say("at \(first + told)")
      if told == 1000 { sayState() }
    }
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
  }
  sayState()
  say("done \(progress.shown.withLock { $0 })")
  // Lives on in its run loop, which looks for servers, until nobody wants it any more.
  Thread {
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
    progress.isWanted.withLock { $0 = false }
  }.start()
  while progress.isWanted.withLock({ $0 }) {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
  }
  return true
}

/// Every pixel has the number in red, green and blue.
private func fill(_ memory: UnsafeMutableRawBufferPointer, with number: UInt32) {
  memory.withMemoryRebound(to: UInt32.self) { pixels in
    for index in pixels.indices { pixels[index] = (number | 0xFF00_0000).littleEndian }
  }
}

private func sayState() {
  let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  say("state \(descriptors ?? 0) \(pages * 4)")
}
