// Pixel buffers that GL reads renderbuffers into while the program continues.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import QuartzCore
import QuartzGLES
import QuartzModel
import Synchronization

/// The buffers that one drawable's pictures are read into, which are reused.
///
/// GL and the program continue meanwhile; another thread waits for the fence and copies.
final class PackBuffers: Sendable {
  private let display: ClientDisplay
  private let leftovers: LeftoverBuffers
  private let width: Int
  private let height: Int
  private let idle = Mutex<[MappedBuffer]>([])
  private var byteCount: Int { width * height * 4 }

  /// Nil where the driver has no such buffers.
  ///
  /// A context of the display must be current.
  ///
  /// - Parameter leftovers: The leftover buffers of the context's group; it gets the buffers in the
  ///   end.
  init?(_ display: ClientDisplay, _ leftovers: LeftoverBuffers, width: Int, height: Int) {
    guard GL.isVersion3, display.hasFences, MappedBuffer.areAvailable,
      let first = MappedBuffer(byteCount: width * height * 4)
    else { return nil }
    (self.display, self.leftovers) = (display, leftovers)
    (self.width, self.height) = (width, height)
    idle.withLock { $0 = [first] }
  }

  deinit {
    leftovers.add(idle.withLock { $0.map(\.name) })
  }

  /// Reads a renderbuffer of the current context, with GL.
  ///
  /// - Parameter reservation: The place of the picture.
  /// - Returns: A function that waits until GL has read and then makes the picture, on any thread.
  func picture(
    of name: GLuint,
    in reservation: CAContentSlot.Reservation,
    isOpaque: Bool
  ) throws(DrawableProblem) -> PictureMaker {
    guard let buffer = idle.withLock({ $0.popLast() }) ?? MappedBuffer(byteCount: byteCount) else {
      throw .noMemory(width: width, height: height)
    }
    let isFromTop: Bool
    do throws(DrawableProblem) {
      isFromTop = try RenderbufferReader.read(name, width, height, intoBuffer: buffer.name)
    } catch {
      idle.withLock { $0.append(buffer) }
      throw error
    }
    let work = PendingWork(display, isLate: true)
    return { [self] in
      do {
        try work.wait()
      } catch {
        // GL may still write to it.
        leftovers.add([buffer.name])
        throw error
      }
      defer { idle.withLock { $0.append(buffer) } }
      return try reservation.makePicture(width: width, height: height, isOpaque: isOpaque) {
        copy(from: buffer.memory, to: $0, isFromTop: isFromTop)
        if isOpaque { RenderbufferReader.makeOpaque($0) }
      }
    }
  }

  /// Copies all rows, so that the topmost one comes first.
  private func copy(
    from source: UnsafeRawPointer,
    to memory: UnsafeMutableRawBufferPointer,
    isFromTop: Bool
  ) {
    guard let target = memory.baseAddress else { return }
    // Bounds: both have `height` rows of `4 x width` bytes.
    if isFromTop { return target.copyMemory(from: source, byteCount: byteCount) }
    let rowBytes = width * 4
    for row in 0..<height {
      (target + row * rowBytes)
        .copyMemory(from: source + (height - 1 - row) * rowBytes, byteCount: rowBytes)
    }
  }
}

/// The unused buffers of a group of contexts.
///
/// Only a thread with one of the contexts can delete them. This object keeps the group's objects
/// alive.
final class LeftoverBuffers: Sendable {
  private let root: ClientContext
  private let names = Mutex<[GLuint]>([])

  /// - Parameter root: The context that all contexts of the group share with.
  init(of root: ClientContext) {
    self.root = root
  }

  func add(_ names: [GLuint]) {
    self.names.withLock { $0 += names }
  }

  /// Deletes them; a context of the group must be current.
  func delete() {
    let names = names.withLock { names in
      defer { names.removeAll() }
      return names
    }
    if !names.isEmpty { glDeleteBuffers(GLsizei(names.count), names) }
  }
}
