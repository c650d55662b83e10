// Presents that return before GL has drawn.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import OpenGLES
import QuartzModel
import Synchronization
import Testing

@testable import QuartzCore

/// A picture that is on its way until it is let go; all that are promised after it wait for it.
private final class Obstacle {
  private let isFree = DispatchSemaphore(value: 0)
  private var isGone = false

  init() {
    let slot = CAContentSlot()
    slot.present(at: nil) { [isFree] in
      isFree.wait()
      return slot.picture().pixels
    }
  }

  func remove() {
    isGone = true
    isFree.signal()
  }

  deinit {
    if !isGone { isFree.signal() }
  }
}

// Serialized because: pictures of all slots wait for each other.
@Suite(.serialized) struct LatePresentTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let green: [UInt8] = [0, 255, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]

  @Test func presentsDoNotWait() throws {
    let stage = try GLStage(.late)
    stage.allocate()
    stage.clear(1, 0, 0)
    #expect(stage.present())
    #expect(try stage.pixel(5, 5) == red)
    let (slot, before) = (stage.layer.slot, stage.layer.slot.picture().present)
    let obstacle = Obstacle()
    stage.clear(0, 1, 0)
    #expect(stage.present())
    // The picture does not contain later draws.
    stage.clear(0, 0, 1)
    #expect(slot.picture().present == before)
    obstacle.remove()
    #expect(try stage.pixel(5, 5) == green)
    #expect(slot.picture().present == before + 1)
  }

  /// Frames that are asked for show all that was presented before.
  @Test func picturesComeInOrder() throws {
    let stage = try GLStage(.late)
    stage.allocate()
    for number in 0..<60 {
      let (tone, isTimed) = (UInt8(number * 4), number % 3 == 1)
      stage.clear(Float(tone) / 255, 0, 0)
      #expect(
        isTimed
          ? stage.gl.presentRenderbuffer(Int(GL_RENDERBUFFER), atTime: CACurrentMediaTime())
          : stage.present()
      )
      #expect(try stage.pixel(5, 5)[0] == tone)
    }
    #expect(stage.layer.slot.buffersInUse <= 3)
  }

  /// A program that draws faster than anybody looks has none of its pictures refused.
  @Test func fastProgramsAreSlowedDown() throws {
    let stage = try GLStage(.late)
    stage.allocate()
    for number in 0..<200 {
      stage.clear(Float(number) / 255, 0, 0)
      #expect(stage.present())
    }
    #expect(try stage.pixel(5, 5) == [199, 0, 0, 255])
  }

  @Test func storageOfAnotherSizeComesAfterTheOneBefore() throws {
    let stage = try GLStage(.late)
    stage.allocate()
    let obstacle = Obstacle()
    stage.clear(1, 0, 0)
    #expect(stage.present())
    stage.layer.bounds.size = CGSize(width: 20, height: 10)
    #expect(stage.allocate())
    stage.clear(0, 0, 1)
    #expect(stage.present())
    obstacle.remove()
    CATransaction.flush()
    #expect(try stage.pixel(32, 24) == blue)
    #expect(stage.layer.slot.size == CGSize(width: 20, height: 10))
  }

  /// The objects that GL reads for a picture stay until it is made, whatever else goes.
  @Test func picturesOutliveTheirContext() throws {
    let output: CAContext
    let obstacle = Obstacle()
    do {
      let stage = try GLStage(.late)
      output = stage.output
      stage.allocate()
      stage.clear(0, 1, 0)
      #expect(stage.present())
      stage.gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: nil)
    }
    #expect(EAGLContext.current() == nil)
    obstacle.remove()
    let pixels = try output.frame(at: output.currentTime).pixels
    #expect(pixels.withBytes { Array($0.prefix(4)) } == green)
  }

  /// A group keeps two buffers for each drawable, and none of one that is gone.
  @Test func presentsLeaveNoObjects() throws {
    let stage = try GLStage(.late)
    stage.allocate()
    for _ in 0..<20 {
      stage.clear(1, 0, 0)
      stage.present()
    }
    #expect((3...4).contains(objectCount()))
    for side in 20..<40 {
      stage.layer.bounds.size = CGSize(width: side, height: 30)
      stage.allocate()
      stage.present()
      CAContentSlot.waitUntilMade()
    }
    #expect((3...4).contains(objectCount()))
    stage.gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: nil)
    CAContentSlot.waitUntilMade()
    stage.gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: nil)
    #expect(objectCount() == 2)
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  /// A picture that cannot be made is told; those after it come.
  @Test func failuresAreToldAndHarmless() throws {
    struct Failure: Error {}
    let slot = CAContentSlot()
    let lines = reports {
      slot.present(at: nil) { throw Failure() }
      CAContentSlot.waitUntilMade()
    }
    #expect(lines.count == 1 && lines[0].contains("was not made: Failure()"))
    #expect(slot.picture().present == 0 && slot.buffersInUse == 0)
    slot.present(at: nil) {
      try #require(slot.reserve()).makePicture(width: 1, height: 1, isOpaque: true) {
        $0.copyBytes(from: [1, 2, 3, 255])
      }
    }
    CAContentSlot.waitUntilMade()
    #expect(slot.picture().pixels.withBytes { Array($0) } == [1, 2, 3, 255])
  }

  /// A layer that is drawn into a bitmap shows what it was presented.
  @Test func renderInAContextWaits() throws {
    let stage = try GLStage(.late)
    stage.allocate()
    stage.clear(0, 1, 0)
    stage.present()
    let bitmap = try #require(
      CGContext(
        data: nil,
        width: 64,
        height: 48,
        bitsPerComponent: 8,
        bytesPerRow: 256,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    stage.layer.render(in: bitmap)
    let data = try #require(bitmap.data)
    #expect((0..<4).map { data.load(fromByteOffset: $0, as: UInt8.self) } == green)
  }
}
