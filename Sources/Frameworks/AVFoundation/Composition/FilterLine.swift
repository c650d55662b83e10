// Pictures that a program's handler filters: how many at once, and how long they may take.
// Licensed under the MIT license; see LICENSE.
//
// A handler is called on a thread of its own for each picture, as it may wait as long as it likes:
// threads that others share would be late then. Four pictures at most are with the handler, counted
// from the call until it has returned and the picture is finished or given up. A picture is given
// up after some seconds, or when nobody wants it any more. A handler that never returns keeps its
// thread and its place among the four; with four of those there are no further calls.

import CoreGraphics
import CoreImage
import CoreMedia
import Dispatch
import Foundation
import QuartzVideo
import Synchronization

/// A program's filter for the pictures of a film.
struct FilmFilter: Sendable {
  /// Seconds after which a picture that was not finished is given up.
  static let longestWait = 5.0

  var handler: @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
  var longestWait = FilmFilter.longestWait
}

/// The error with which a handler finished a picture.
struct FilterRefusal: Error, CustomStringConvertible {
  let reason: any Error

  var description: String { "\(reason)" }
}

/// Hands the pictures of one film to a handler, four at most at once.
final class FilterLine: Sendable {
  /// How many pictures are with the handler at most.
  static let mostAtOnce = 4

  let filter: FilmFilter
  // From zero on: a semaphore may not end below its first value.
  private let places = DispatchSemaphore(value: 0)
  /// How many pictures were given up whose handlers have not returned.
  private let lost = Mutex(0)

  init(_ filter: FilmFilter) {
    self.filter = filter
    for _ in 0..<FilterLine.mostAtOnce { places.signal() }
  }

  /// Hands a picture to the handler, once there is a place.
  ///
  /// - Parameter source: Opaque, of the film's size.
  /// - Throws: `AVError` if there is no place in the time that a picture has.
  func begin(_ source: CIImage, at time: CMTime) throws(AVError) -> FilteredPicture {
    let isStuck = lost.withLock { $0 >= FilterLine.mostAtOnce }
    guard !isStuck, places.wait(timeout: .now() + filter.longestWait) == .success else {
      throw AVError(
        .videoCompositorFailed,
        "\(FilterLine.mostAtOnce) calls of a handler of pictures have not returned"
      )
    }
    return call(source, time)
  }

  /// Hands a picture to the handler; nil if there is no place for it now.
  func beginNow(_ source: () throws -> CIImage, at time: CMTime) rethrows -> FilteredPicture? {
    guard places.wait(timeout: .now()) == .success else { return nil }
    do {
      return call(try source(), time)
    } catch {
      places.signal()
      throw error
    }
  }

  private func call(_ source: CIImage, _ time: CMTime) -> FilteredPicture {
    let picture = FilteredPicture(self, source, at: time)
    Thread.detachNewThread { [filter] in
      filter.handler(AVAsynchronousCIImageFilteringRequest(picture, source))
      picture.handlerReturned()
    }
    return picture
  }

  fileprivate func free() { places.signal() }

  fileprivate func countLost(_ change: Int) { lost.withLock { $0 += change } }
}

/// A picture that is with a handler, or was.
final class FilteredPicture: Sendable {
  private struct State {
    var answer: Result<(image: CIImage, context: CIContext?), any Error>?
    var isGivenUp = false
    var hasReturned = false
  }

  private static let context = CIContext()

  let time: CMTime
  private let size: CGSize
  private let deadline: DispatchTime
  private let line: FilterLine
  private let state = Mutex(State())
  private let isThere = DispatchSemaphore(value: 0)

  fileprivate init(_ line: FilterLine, _ source: CIImage, at time: CMTime) {
    (self.line, self.time, size) = (line, time, source.extent.size)
    deadline = .now() + line.filter.longestWait
  }

  /// Whether the handler has finished the picture.
  var isFinished: Bool { state.withLock { $0.answer != nil } }

  /// Takes the first answer.
  func finish(_ answer: Result<(image: CIImage, context: CIContext?), any Error>) {
    let hasReturned = state.withLock { state -> Bool? in
      guard state.answer == nil, !state.isGivenUp else { return nil }
      state.answer = answer
      return state.hasReturned
    }
    guard let hasReturned else { return }
    isThere.signal()
    if hasReturned { line.free() }
  }

  /// Says that nobody wants the picture any more.
  func giveUp() {
    let hasReturned = state.withLock { state -> Bool? in
      guard state.answer == nil, !state.isGivenUp else { return nil }
      state.isGivenUp = true
      if !state.hasReturned { line.countLost(1) }
      return state.hasReturned
    }
    if hasReturned == true { line.free() }
  }

  fileprivate func handlerReturned() {
    let isOver = state.withLock { state in
      state.hasReturned = true
      if state.isGivenUp { line.countLost(-1) }
      return state.isGivenUp || state.answer != nil
    }
    if isOver { line.free() }
  }

  /// Waits for the picture, and draws it.
  ///
  /// - Returns: Rows of R, G, B, A bytes without gaps, opaque.
  /// - Throws: The handler's error as a `FilterRefusal`; `AVError` if the picture is not finished
  ///   in its time, or cannot be drawn.
  func pixels() throws -> VideoMemory {
    if isThere.wait(timeout: deadline) != .success { giveUp() }
    guard let answer = state.withLock({ $0.answer }) else {
      throw AVError(
        .videoCompositorFailed,
        "a handler has not finished a picture in \(line.filter.longestWait) s"
      )
    }
    let (image, context) = try answer.get()
    let drawn = (context ?? FilteredPicture.context).createCGImage(
      image,
      from: CGRect(origin: .zero, size: size),
      format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
    )
    let count = Int(size.width) * Int(size.height) * 4
    guard let data = drawn?.dataProvider?.data, data.count >= count else {
      throw AVError(.videoCompositorFailed, "a picture of a handler cannot be drawn")
    }
    let memory: VideoMemory
    do throws(VideoError) {
      memory = try VideoMemory(count: count)
    } catch {
      throw AVError(error)
    }
    data.withUnsafeBytes { bytes in
      // Bounds: both have four bytes for each pixel.
      let pixels = UnsafeMutableRawBufferPointer(start: memory.base, count: count)
      pixels.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      // Premultiplied colours are those over black.
      for place in stride(from: 3, to: count, by: 4) { pixels[place] = 255 }
    }
    return memory
  }
}

extension ExportFrames {
  /// The picture of a time before it is filtered.
  func source(at time: CMTime, width: Int, height: Int) throws -> CIImage {
    let data = try draw(at: time) { Data($0) }
    return CIImage(
      bitmapData: data,
      bytesPerRow: width * 4,
      size: CGSize(width: width, height: height),
      format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
    )
  }
}
