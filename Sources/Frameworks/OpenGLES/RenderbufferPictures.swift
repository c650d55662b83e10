// The paths of renderbuffers to slots.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import Dispatch
import QuartzCore
import QuartzGLES
import QuartzModel
import Synchronization

/// Gives a picture that GL is still making; waits for that, on any thread.
typealias PictureMaker = @Sendable () throws -> PixelBuffer

/// Shows renderbuffers of one size and format in slots.
///
/// There are three paths. On a device, GL copies to a dma-buf, which the server's GL draws from.
/// Without a device, GL reads into the slot's memory while the program waits. If the program must
/// not wait, GL reads into a mapped buffer, from which another thread copies. With a software
/// renderer that gains nothing: llvmpipe (Mesa 22.3) reads into such buffers no sooner than into
/// the slot's memory.
final class RenderbufferPictures: Sendable {
  /// The mapped buffers, which are made when they are first needed.
  private enum Mapped {
    case untried, unavailable
    case made(PackBuffers)
  }

  private let width: Int
  private let height: Int
  private let display: ClientDisplay
  private let leftovers: LeftoverBuffers
  private let device: DeviceBuffers?
  private let mapped = Mutex(Mapped.untried)
  /// One for each picture that may be pending.
  private let turns = DispatchSemaphore(value: 2)

  /// Chooses the path; a context of the group must be current.
  init(_ format: DrawableFormat, _ group: EAGLSharegroup, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    (display, leftovers) = (group.display, group.leftovers)
    device = format.makeBuffers(group.display, width: width, height: height)
  }

  /// A picture of a renderbuffer of the current context, in one of the slot's buffers; waits until
  /// GL has drawn.
  func picture(
    of name: GLuint,
    for slot: CAContentSlot,
    isOpaque: Bool
  ) throws(DrawableProblem) -> PixelBuffer {
    // Earlier presents are completed first.
    CAContentSlot.waitUntilMade()
    do {
      let picture =
        if let device {
          try device.picture(of: name, for: slot, isOpaque: isOpaque, isLate: false)?()
        } else {
          try read(name, for: slot, isOpaque: isOpaque)
        }
      guard let picture else { throw DrawableProblem.allInUse(count: slot.bufferCount) }
      return picture
    } catch {
      throw DrawableProblem(error)
    }
  }

  /// Shows a renderbuffer of the current context.
  ///
  /// - Parameters:
  ///   - time: As for `CAContentSlot.present`.
  ///   - isLate: Whether to return before GL has drawn, if the driver can do that.
  func present(
    _ name: GLuint,
    in slot: CAContentSlot,
    isOpaque: Bool,
    at time: Double? = nil,
    isLate: Bool
  ) throws(DrawableProblem) {
    guard isLate, GL.isVersion3, device != nil || mappedBuffers != nil else {
      let picture = try picture(of: name, for: slot, isOpaque: isOpaque)
      do {
        return try slot.present(picture, at: time)
      } catch {
        throw DrawableProblem(error)
      }
    }
    let maker = try lateMaker(name, slot, isOpaque: isOpaque)
    slot.present(at: time) { [self] in
      defer { turns.signal() }
      return try maker()
    }
  }

  /// Nil where the driver has none.
  private var mappedBuffers: PackBuffers? {
    mapped.withLock { mapped in
      if case .untried = mapped {
        let buffers = PackBuffers(display, leftovers, width: width, height: height)
        mapped = buffers.map { .made($0) } ?? .unavailable
      }
      if case .made(let buffers) = mapped { return buffers }
      return nil
    }
  }

  /// Returns a function that gives the picture later; this takes one of `turns`.
  private func lateMaker(
    _ name: GLuint,
    _ slot: CAContentSlot,
    isOpaque: Bool
  ) throws(DrawableProblem) -> PictureMaker {
    // A program that draws faster than GL waits for it here.
    turns.wait()
    do throws(DrawableProblem) {
      if let maker = try makeLater(name, slot, isOpaque: isOpaque) { return maker }
      // Pending pictures may be using the buffers.
      CAContentSlot.waitUntilMade()
      if let maker = try makeLater(name, slot, isOpaque: isOpaque) { return maker }
      throw .allInUse(count: slot.bufferCount)
    } catch {
      turns.signal()
      throw error
    }
  }

  /// Nil if all buffers of the slot are in use.
  private func makeLater(
    _ name: GLuint,
    _ slot: CAContentSlot,
    isOpaque: Bool
  ) throws(DrawableProblem) -> PictureMaker? {
    if let device {
      return try device.picture(of: name, for: slot, isOpaque: isOpaque, isLate: true)
    }
    guard let mappedBuffers, let reservation = slot.reserve() else { return nil }
    return try mappedBuffers.picture(of: name, in: reservation, isOpaque: isOpaque)
  }

  /// Reads the renderbuffer into one of the slot's buffers; nil if all of them are in use.
  private func read(
    _ name: GLuint,
    for slot: CAContentSlot,
    isOpaque: Bool
  ) throws -> PixelBuffer? {
    var problem: DrawableProblem?
    let picture = try slot.makePicture(width: width, height: height, isOpaque: isOpaque) { memory in
      do throws(DrawableProblem) {
        try RenderbufferReader.read(name, width, height, into: memory)
        if isOpaque { RenderbufferReader.makeOpaque(memory) }
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    return picture
  }
}
