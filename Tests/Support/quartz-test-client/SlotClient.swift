// A client that presents numbered pictures as fast as it can, with pauses, from a thread of its
// own.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import Synchronization

/// The side of the pictures in pixels.
let side = 64

/// The producer of the pictures.
enum Producer: String {
  /// The processor, for a slot of any layer.
  case pixels
  /// OpenGL ES, for a `CAEAGLLayer`.
  case gl
  /// The same, but presents return before GL has drawn.
  case late

  /// A layer, and what presents a picture with a number in it; made on the thread that presents.
  func makeLayer() -> (CALayer, () -> (Int) -> Bool) {
    if self != .pixels {
      let layer = CAEAGLLayer()
      // Safe because: only the presenting thread uses it for GL.
      nonisolated(unsafe) let drawable = layer
      return (layer, { GLPresenter(drawable, isLate: self == .late).present })
    }
    let (layer, slot) = (CALayer(), CAContentSlot())
    layer.contents = slot
    return (
      layer,
      {
        { number in
          let isShown = try? slot.present(width: side, height: side, isOpaque: true) { memory in
            fill(memory, with: UInt32(number))
          }
          return isShown == true
        }
      }
    )
  }
}

private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Presents `count` pictures, numbered from `first`, each all of one colour that is its number.
///
/// Prints `token T` for each server that it has its context in, `at N` after every 250 pictures,
/// `state D M` (descriptors, KiB of memory in RAM) after 1000 of them and at the end, and `done N`,
/// the last picture that the slot took; then it lives until its standard input ends.
///
/// - Returns: Whether there was a server.
func presentPictures(_ path: String, first: Int, count: Int, _ producer: Producer) -> Bool {
  let size = CGSize(width: side, height: side)
  guard let context = try? CAContext(server: path, size: size),
    let carrier = context.carrier as? RemoteCarrier
  else { return false }
  let (layer, makePresent) = producer.makeLayer()
  layer.frame = CGRect(origin: .zero, size: size)
  context.layer = layer
  CATransaction.flush()
  say("token \(carrier.token)")
  var token = carrier.token
  let isWanted = Flag()
  // Safe because: it is called on that thread alone.
  nonisolated(unsafe) let make = makePresent
  // Says itself how far it is: the context's thread may wait for a server.
  Thread {
    present(first..<first + count, make())
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

/// Presents six pictures, numbered from 1, the first at once and the others at their times, and
/// does nothing more.
///
/// Prints `token T`, and `queued S D`: picture n shows from S + (n - 2) D on, in seconds of
/// `CACurrentMediaTime()`. Then it lives until its standard input ends.
///
/// - Returns: Whether there was a server.
func queuePictures(_ path: String) -> Bool {
  let size = CGSize(width: side, height: side)
  guard let context = try? CAContext(server: path, size: size),
    let carrier = context.carrier as? RemoteCarrier
  else { return false }
  let (layer, slot) = (CALayer(), CAContentSlot(bufferCount: 8))
  layer.frame = CGRect(origin: .zero, size: size)
  layer.contents = slot
  context.layer = layer
  CATransaction.flush()
  say("token \(carrier.token)")
  let (start, period) = (CACurrentMediaTime() + 0.3, 0.05)
  for number in 1...6 {
    let time = number == 1 ? nil : start + Double(number - 2) * period
    _ = try? slot.present(width: side, height: side, isOpaque: true, at: time) { memory in
      fill(memory, with: UInt32(number))
    }
  }
  say("queued \(start) \(period)")
  var byte: UInt8 = 0
  while read(STDIN_FILENO, &byte, 1) > 0 {}
  withExtendedLifetime(context) {}
  return true
}

private final class Flag: Sendable {
  let value = Mutex(true)
}

/// Presents pictures with these numbers, with pauses.
private func present(_ numbers: Range<Int>, _ present: (Int) -> Bool) {
  var lastShown = 0
  for number in numbers {
    if present(number) { lastShown = number }
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
