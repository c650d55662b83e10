// Pixels that are made when they are first needed.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// Pixels that are made when they are first needed, on the thread that needs them.
///
/// The pixels are retained by this object, or, if `isRetained` is false, shared only while they are
/// in use and then made again. Other threads that need them wait while they are made.
package final class DeferredPixels: Sendable {
  private struct State {
    var strong: PixelStorage?
    weak var shared: PixelStorage?
  }

  package let width: Int
  package let height: Int
  private let isRetained: Bool
  private let make: @Sendable () -> PixelStorage
  private let state: Mutex<State>

  /// Pixels that `make` makes, of the size that is given.
  package init(
    width: Int,
    height: Int,
    isRetained: Bool = true,
    make: @escaping @Sendable () -> PixelStorage
  ) {
    self.width = width
    self.height = height
    self.isRetained = isRetained
    self.make = make
    state = Mutex(State())
  }

  /// Pixels that exist already.
  package init(_ pixels: PixelStorage) {
    width = pixels.width
    height = pixels.height
    isRetained = true
    make = { pixels }
    state = Mutex(State(strong: pixels))
  }

  /// The pixels; the first call makes them.
  package var pixels: PixelStorage {
    state.withLock { state in
      if let made = state.strong ?? state.shared { return made }
      let pixels = make()
      precondition(pixels.width == width && pixels.height == height)
      if isRetained { state.strong = pixels } else { state.shared = pixels }
      return pixels
    }
  }

  /// Whether the pixels are in memory.
  package var areMade: Bool {
    state.withLock { $0.strong != nil || $0.shared != nil }
  }

  /// A part, made from the whole on demand.
  package func part(x: Int, y: Int, width: Int, height: Int) -> DeferredPixels {
    DeferredPixels(width: width, height: height) { [self] in
      pixels.part(x: x, y: y, width: width, height: height)
    }
  }
}
