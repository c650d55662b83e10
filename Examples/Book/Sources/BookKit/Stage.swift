// The stage of a demo: a window, its time, a finger, and what was seen.
// Licensed under the MIT license; see LICENSE.

public import UIKit

/// A picture of a demo.
public struct Figure {
  /// The caption: the time, or what was done before.
  public let caption: String
  /// The screen's picture, in pixels of the stage.
  public let image: CGImage
}

/// A statement of a demo that was not true.
public struct Failure: CustomStringConvertible {
  /// The statement, and what was found instead.
  public let description: String
}

/// A window that a demo runs in; time moves when the script says so.
@MainActor
public final class Stage {
  /// The window that the demo is in.
  public let window: UIWindow
  /// The demo's controller.
  public let controller: UIViewController
  /// The figures, in the order in which they were shown.
  public private(set) var figures: [Figure] = []
  /// The statements that were not true.
  public private(set) var failures: [Failure] = []
  /// The time of the stage, in seconds since the demo began.
  public private(set) var time: CFTimeInterval = 0
  /// Called with each frame while time moves, for films.
  public var onFrame: ((CGImage) throws -> Void)?
  /// Seconds between two frames of a film.
  public var frameDuration: CFTimeInterval = 1.0 / 30

  /// Creates a stage and shows the demo on it.
  ///
  /// - Parameters:
  ///   - demo: The demo.
  ///   - output: The output: pictures in this process, or a server.
  public init(_ demo: Demo, output: UIWindow.Output = .pictures) {
    UIScreen.setMain(UIScreen(size: demo.size, scale: demo.scale))
    window = UIWindow(frame: UIScreen.main.bounds, output: output)
    window.backgroundColor = .white
    controller = demo.make()
    window.rootViewController = controller
    window.makeKeyAndVisible()
  }

  // MARK: Time

  /// Moves time on to a number of seconds since the demo began.
  public func move(to end: CFTimeInterval) {
    while let onFrame, time + frameDuration < end - 1e-9 {
      time += frameDuration
      do {
        try onFrame(try window.image(at: time))
      } catch {
        fail("a frame at \(time) s: \(error)")
      }
    }
    time = max(time, end)
    // A picture moves the time of everything that waits.
    do { _ = try window.image(at: time) } catch { fail("the picture at \(time) s: \(error)") }
  }

  /// Moves time on by a number of seconds.
  public func wait(_ seconds: CFTimeInterval) { move(to: time + seconds) }

  // MARK: Figures and statements

  /// Keeps the picture of the screen as it is now.
  ///
  /// - Parameter caption: The caption; the time by default.
  public func show(_ caption: String? = nil) throws {
    let text = caption ?? "\((time * 1000).rounded() / 1000) s"
    figures.append(Figure(caption: text, image: try window.image(at: time)))
  }

  /// States a fact.
  ///
  /// - Parameters:
  ///   - isTrue: Whether it is true.
  ///   - statement: The fact as a sentence.
  public func expect(_ isTrue: Bool, _ statement: String) {
    if !isTrue { fail("not true: \(statement)") }
  }

  /// States that two numbers are equal within a millionth, or within a tolerance with its reason.
  public func expect(
    _ number: CGFloat,
    is expected: CGFloat,
    within tolerance: CGFloat = 1e-6,
    _ statement: String
  ) {
    if !(abs(number - expected) <= tolerance) {
      fail("\(statement): \(number) instead of \(expected)")
    }
  }

  /// States the colour of the screen at a point.
  ///
  /// - Parameters:
  ///   - point: In points of the screen; the pixel that it is in counts.
  ///   - color: The expected colour.
  ///   - tolerance: The difference of a component that is allowed, in 255ths.
  public func expect(
    at point: CGPoint,
    _ color: UIColor,
    within tolerance: Int = 2,
    _ statement: String = "the colour"
  ) {
    do {
      let image = try window.image(at: time)
      let scale = window.screen.scale
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

  private func fail(_ text: String) { failures.append(Failure(description: text)) }
}

/// Returns the red, green, blue and alpha of a pixel, as bytes; the origin is at the top left.
private func pixel(of image: CGImage, x: Int, y: Int) -> [UInt8] {
  guard x >= 0, y >= 0, x < image.width, y < image.height,
    let part = image.cropping(to: CGRect(x: x, y: y, width: 1, height: 1))
  else { return [0, 0, 0, 0] }
  return bytes { $0.draw(part, in: CGRect(x: 0, y: 0, width: 1, height: 1)) }
}

@MainActor
private func bytes(of color: UIColor) -> [UInt8] {
  bytes { context in
    context.setFillColor(color.cgColor)
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
