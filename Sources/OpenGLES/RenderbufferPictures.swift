// The ways of renderbuffers to slots.
// Licensed under the MIT license; see LICENSE.

import CQuartzGLES
import Dispatch
import QuartzCore
import QuartzGLES
import QuartzModel

/// Gives a picture that GL is still making; waits for that, on any thread.
typealias PictureMaker = @Sendable () throws -> PixelBuffer

/// Shows renderbuffers of one size and format in slots.
///
/// There are three ways. On a device, GL copies to a dma-buf, which the server's GL draws from. Without
/// one, a GPU reads into a mapped buffer, from which another thread copies when that is done. Where the
/// processor draws there is nothing to wait for but itself: llvmpipe (Mesa 22.3) reads into such buffers
/// no sooner than into the slot's memory, so that it reads there.
final class RenderbufferPictures: Sendable {
  private enum Way {
    case device(DeviceBuffers)
    case mapped(PackBuffers)
    case read
  }

  private let width: Int
  private let height: Int
  private let way: Way
  /// Whether presents return before GL has drawn.
  private let areLate: Bool
  /// One for each picture that may be on its way.
  private let turns = DispatchSemaphore(value: 2)

  /// Makes the first buffer; a context of the group must be current.
  init(_ format: DrawableFormat, _ group: EAGLSharegroup, width: Int, height: Int) {
    (self.width, self.height, areLate) = (width, height, group.presentsAreLate)
    if let buffers = format.makeBuffers(group.display, width: width, height: height) {
      way = .device(buffers)
    } else if areLate,
      let buffers = PackBuffers(group.display, group.leftovers, width: width, height: height)
    {
      way = .mapped(buffers)
    } else {
      way = .read
    }
  }

  /// A picture of a renderbuffer of the current context, in one of the slot's buffers; waits until GL has
  /// drawn.
  func picture(
    of name: GLuint,
    for slot: CAContentSlot,
    isOpaque: Bool
  ) throws(DrawableProblem) -> PixelBuffer {
    // What was presented before comes before.
    if areLate { CAContentSlot.waitUntilMade() }
    do {
      let picture =
        if case .device(let buffers) = way {
          try buffers.picture(of: name, for: slot, isOpaque: isOpaque, isLate: false)?()
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
  /// - Parameter time: As for `CAContentSlot.present`.
  func present(
    _ name: GLuint,
    in slot: CAContentSlot,
    isOpaque: Bool,
    at time: Double?
  ) throws(DrawableProblem) {
    guard areLate, let maker = try lateMaker(name, slot, isOpaque) else {
      let picture = try picture(of: name, for: slot, isOpaque: isOpaque)
      do {
        return try slot.present(picture, at: time)
      } catch {
        throw DrawableProblem(error)
      }
    }
    slot.present(at: time) { [self] in
      defer { turns.signal() }
      return try maker()
    }
  }

  /// What gives the picture later, which takes one of the turns; nil if there is no such way.
  private func lateMaker(
    _ name: GLuint,
    _ slot: CAContentSlot,
    _ isOpaque: Bool
  ) throws(DrawableProblem) -> PictureMaker? {
    if case .read = way { return nil }
    // A program that draws faster than GL waits for it here.
    turns.wait()
    do throws(DrawableProblem) {
      if let maker = try makeLater(name, slot, isOpaque) { return maker }
      // Pictures on their way may be what the buffers are in use for.
      CAContentSlot.waitUntilMade()
      if let maker = try makeLater(name, slot, isOpaque) { return maker }
      throw .allInUse(count: slot.bufferCount)
    } catch {
      turns.signal()
      throw error
    }
  }

  private func makeLater(
    _ name: GLuint,
    _ slot: CAContentSlot,
    _ isOpaque: Bool
  ) throws(DrawableProblem) -> PictureMaker? {
    switch way {
    case .device(let buffers):
      return try buffers.picture(of: name, for: slot, isOpaque: isOpaque, isLate: true)
    case .mapped(let buffers):
      guard let reservation = slot.reserve() else { return nil }
      return try buffers.picture(of: name, in: reservation, isOpaque: isOpaque)
    case .read: return nil
    }
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
