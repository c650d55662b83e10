// A client that presents numbered pictures as fast as it can, with pauses, from a thread of its own.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Synchronization

/// The side of the pictures in pixels.
private let side = 64

private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Presents `count` pictures, numbered from `first`, each all of one colour that is its number.
///
/// Prints `token T` for each server that it has its context in, `at N` after every 250 pictures,
/// `state D M` (descriptors, KiB of memory in RAM) after 1000 of them and at the end, and `done N`, the
/// last picture that the slot took; then it lives until its standard input ends.
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
  say("token \(carrier.token)")
  var token = carrier.token
  let isWanted = Flag()
  // Says itself how far it is: the context's thread may wait for a server.
  Thread {
    present(first..<first + count, in: slot)
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) > 0 {}
    isWanted.value.withLock { $0 = false }
  }.start()
  while isWanted.value.withLock({ $0 }) {
    if token != carrier.token {
      token = carrier.token
      say("token \(token)")
    }
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
  }
  return true
}

private final class Flag: Sendable {
  let value = Mutex(true)
}

/// Presents pictures with these numbers, with pauses.
private func present(_ numbers: Range<Int>, in slot: CAContentSlot) {
  var lastShown = 0
  for number in numbers {
    let isShown = try? slot.present(width: side, height: side, isOpaque: true) { memory in
      fill(memory, with: UInt32(number))
    }
    if isShown == true { lastShown = number }
    let count = number + 1 - numbers.lowerBound
    if count % 250 == 0 { say("at \(number)") }
    if count == 1000 { sayState() }
    if Int.random(in: 0..<50) == 0 { usleep(.random(in: 0..<5000)) }
  }
  sayState()
  say("done \(lastShown)")
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
