// The findings of a demo: its figures, its counts, and the statements that were not true.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
public import QuartzCore

/// A picture of a demo.
public struct Figure {
  /// The caption: the time, or what was done before.
  public let caption: String
  /// The screen's picture, in pixels of the stage.
  public let image: CGImage
  /// Whether numbers in it are other ones in each run, as shares of time are.
  public let isMeasured: Bool
}

/// A number that a demo has counted, and what it has to be.
public struct Count: CustomStringConvertible {
  /// The things that were counted.
  public let name: String
  /// Their number.
  public let value: Double
  /// The least and the greatest number that are right.
  public let range: ClosedRange<Double>

  /// The count as a line of text.
  public var description: String {
    let bounds = [range.lowerBound, range.upperBound].map(Count.text)
    let expected = bounds[0] == bounds[1] ? "\(bounds[0])" : "\(bounds[0]) to \(bounds[1])"
    return "\(name): \(Count.text(value)) (\(expected))"
  }

  private static func text(_ number: Double) -> String {
    guard number.isFinite else { return number > 0 ? "any" : "\(number)" }
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// A statement of a demo that was not true.
public struct Failure: CustomStringConvertible {
  /// The statement, and what was found instead.
  public let description: String
}

/// The time of a demo, and its findings.
///
/// Each kind of views has a stage of its own, which makes the pictures.
@MainActor
open class Findings {
  /// The figures, in the order in which they were shown.
  public private(set) final var figures: [Figure] = []
  /// The counts, in the order in which they were made.
  public private(set) final var counts: [Count] = []
  /// The statements that were not true.
  public private(set) final var failures: [Failure] = []
  /// The time of the stage, in seconds since the demo began.
  public private(set) final var time: CFTimeInterval = 0
  /// Called with each frame while time moves, for films.
  public final var onFrame: ((CGImage) throws -> Void)?
  /// Seconds between two frames of a film.
  public final var frameDuration: CFTimeInterval = 1.0 / 30

  private let traceMark: Int

  /// Creates a stage at the time 0.
  public init() { traceMark = Trace.mark }

  /// The spans of this process since the stage was made.
  public final func trace() throws -> Trace { try Trace.read(since: traceMark) }

  /// Returns the picture of the screen at a time, which moves everything that waits for it.
  ///
  /// Subclasses return that of their window.
  open func image(at time: CFTimeInterval) throws -> CGImage {
    throw CAContextError.refused("this stage has no window")
  }

  /// Pixels per point.
  open var scale: CGFloat { 1 }

  // MARK: Time

  /// Moves time on to a number of seconds since the demo began.
  public final func move(to end: CFTimeInterval) {
    while let onFrame, time + frameDuration < end - 1e-9 {
      time += frameDuration
      do {
        try onFrame(try image(at: time))
      } catch {
        fail("a frame at \(time) s: \(error)")
      }
    }
    time = max(time, end)
    // A picture moves the time of everything that waits.
    do { _ = try image(at: time) } catch { fail("the picture at \(time) s: \(error)") }
  }

  /// Moves time on by a number of seconds.
  public final func wait(_ seconds: CFTimeInterval) { move(to: time + seconds) }

  // MARK: Figures

  /// Keeps the picture of the screen as it is now.
  ///
  /// - Parameters:
  ///   - caption: The caption; the time by default.
  ///   - isMeasured: Whether numbers in it are other ones in each run.
  public final func show(_ caption: String? = nil, isMeasured: Bool = false) throws {
    let text = caption ?? "\((time * 1000).rounded() / 1000) s"
    show(try image(at: time), text, isMeasured: isMeasured)
  }

  /// Keeps a picture that the demo has made itself.
  public final func show(_ image: CGImage, _ caption: String, isMeasured: Bool = false) {
    figures.append(Figure(caption: caption, image: image, isMeasured: isMeasured))
  }

  // MARK: Statements

  /// States a fact.
  ///
  /// - Parameters:
  ///   - isTrue: Whether it is true.
  ///   - statement: The fact as a sentence.
  public final func expect(_ isTrue: Bool, _ statement: String) {
    if !isTrue { fail("not true: \(statement)") }
  }

  /// States that two numbers are equal within a millionth, or within a tolerance with its reason.
  public final func expect(
    _ number: CGFloat,
    is expected: CGFloat,
    within tolerance: CGFloat = 1e-6,
    _ statement: String
  ) {
    if !(abs(number - expected) <= tolerance) {
      fail("\(statement): \(number) instead of \(expected)")
    }
  }

  /// Keeps a number of things, and states where it lies.
  ///
  /// - Parameters:
  ///   - name: The things that were counted.
  ///   - value: Their number.
  ///   - range: The numbers that are right.
  public final func count(_ name: String, _ value: Double, in range: ClosedRange<Double>) {
    let count = Count(name: name, value: value, range: range)
    counts.append(count)
    if !range.contains(value) { fail("not true: \(count)") }
  }

  /// Keeps a number of things, and states it.
  public final func count(_ name: String, _ value: Int, is expected: Int) {
    count(name, Double(value), in: Double(expected)...Double(expected))
  }

  /// States the colour of the screen at a point.
  ///
  /// - Parameters:
  ///   - point: In points of the screen; the pixel that it is in counts.
  ///   - color: The expected colour.
  ///   - tolerance: The difference of a component that is allowed, in 255ths.
  public final func expect(
    at point: CGPoint,
    cgColor color: CGColor,
    within tolerance: Int = 2,
    _ statement: String = "the colour"
  ) {
    do {
      let image = try image(at: time)
      let found = pixel(of: image, x: Int(point.x * scale), y: Int(point.y * scale))
      let expected = bytes(of: color)
      let distance = zip(found, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
      if distance > tolerance {
        fail("\(statement) at (\(point.x), \(point.y)) is \(found) instead of \(expected)")
      }
    } catch {
      fail("\(statement) at (\(point.x), \(point.y)): \(error)")
    }
  }

  // MARK: References

  /// The FNV-1a hash of the sizes and the bytes of the figures, in hexadecimal digits; without
  /// those that are measured.
  public final var hash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for figure in figures where !figure.isMeasured {
      for number in [figure.image.width, figure.image.height] {
        add(UInt8(truncatingIfNeeded: number))
        add(UInt8(truncatingIfNeeded: number >> 8))
      }
      for byte in figure.image.dataProvider?.data as Data? ?? Data() { add(byte) }
    }
    return String(hash, radix: 16)
  }

  private func fail(_ text: String) { failures.append(Failure(description: text)) }
}

/// Returns the red, green, blue and alpha of a pixel, as bytes; the origin is at the top left.
private func pixel(of image: CGImage, x: Int, y: Int) -> [UInt8] {
  guard x >= 0, y >= 0, x < image.width, y < image.height,
    let part = image.cropping(to: CGRect(x: x, y: y, width: 1, height: 1))
  else { return [0, 0, 0, 0] }
  return bytes { $0.draw(part, in: CGRect(x: 0, y: 0, width: 1, height: 1)) }
}

private func bytes(of color: CGColor) -> [UInt8] {
  bytes { context in
    context.setFillColor(color)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
  }
}

private func bytes(_ draw: (CGContext) -> Void) -> [UInt8] {
  var bytes: [UInt8] = [0, 0, 0, 0]
  bytes.withUnsafeMutableBytes { memory in
    let context = CGContext(
      data: memory.baseAddress,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    if let context { draw(context) }
  }
  return bytes
}
