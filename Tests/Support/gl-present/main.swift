// A client that presents pictures of OpenGL ES and looks at what the server makes of them.
// Licensed under the MIT license; see LICENSE.
//
//     gl-present SERVER-PATH [shared] [late] [frames=12]
//
// Ends with 1 if a pixel is not as it was drawn, or if the server's renderer uploaded a picture
// though it was to be `shared`, as it is where both draw with a GPU. With `late`, presents return
// before GL has drawn, as they do where a GPU draws.

import CoreGraphics
import Foundation
import GLSupport
import OpenGLES
import QuartzCore

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// A clock that stands: the server draws the frames that are asked for, and no others.
private final class PresentClock: CAContext.Clock {
  let currentTime: CFTimeInterval = 1
}

/// Draws frames of two colours, which say which frame it is and which half is on top.
final class Presenter {
  static let (width, height) = (96, 64)

  private let context: CAContext
  private let carrier: RemoteCarrier
  private let layer = CAEAGLLayer()
  private let gl: EAGLContext

  init(_ path: String, isLate: Bool) throws {
    let size = CGSize(width: Presenter.width, height: Presenter.height)
    var options = CAContext.Options()
    options.clock = PresentClock()
    context = try CAContext(server: path, size: size, options: options)
    guard let carrier = context.carrier as? RemoteCarrier else {
      throw Failure(description: "the context is not a server's")
    }
    self.carrier = carrier
    layer.frame = CGRect(origin: .zero, size: size)
    context.layer = layer
    CATransaction.flush()
    guard let gl = EAGLContext(api: .openGLES3), EAGLContext.setCurrent(gl) else {
      throw Failure(description: "there is no OpenGL ES 3")
    }
    self.gl = gl
    if isLate { gl.isMultiThreaded = true }
    _ = BoundRenderbuffer()
    gl.renderbufferStorage(Int(GL_RENDERBUFFER), from: layer)
  }

  /// Presents a frame and compares what the server shows.
  ///
  /// - Returns: The bytes that its renderer uploaded.
  func present(_ number: Int) throws -> Int {
    let shade = UInt8(number % 12 * 20)
    let tops: [UInt8] = [shade, 255, 51]
    clear(tops, rows: Presenter.height)
    // GL's rows go up: this is the lower half.
    clear([0, shade, 255], rows: Presenter.height / 2)
    guard gl.presentRenderbuffer(Int(GL_RENDERBUFFER)) else {
      throw Failure(description: "frame \(number) was not presented")
    }
    let frame = try context.frame(at: context.currentTime)
    let expected = [tops + [255], [0, shade, 255, 255]]
    for (row, pixel) in [(0, 0), (31, 0), (32, 1), (63, 1)] {
      for column in [0, 50, 95] {
        let found = frame.pixels.withBytes { bytes in
          (0..<4).map { bytes[row * frame.pixels.rowBytes + column * 4 + $0] }
        }
        guard found == expected[pixel] else {
          throw Failure(
            description: "frame \(number), column \(column), row \(row): \(found), "
              + "expected \(expected[pixel])"
          )
        }
      }
    }
    return carrier.counters.bytesUploaded
  }

  private func clear(_ color: [UInt8], rows: Int) {
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(0, 0, GLsizei(Presenter.width), GLsizei(rows))
    glClearColor(
      GLfloat(color[0]) / 255,
      GLfloat(color[1]) / 255,
      GLfloat(color[2]) / 255,
      0.5
    )
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }
}

do {
  let arguments = CommandLine.arguments
  var words = Set(arguments.dropFirst(2))
  let counts = words.filter { $0.hasPrefix("frames=") }
  words.subtract(counts)
  let frames = counts.first.flatMap { Int($0.dropFirst("frames=".count)) } ?? 12
  guard arguments.count >= 2, counts.count <= 1, frames > 0,
    words.isSubset(of: ["shared", "late"])
  else {
    throw Failure(description: "usage: gl-present SERVER-PATH [shared] [late] [frames=12]")
  }
  let presenter = try Presenter(arguments[1], isLate: words.contains("late"))
  let uploads = try (0..<frames).map { try presenter.present($0) }
  let most = uploads.max() ?? 0
  print("\(frames) presents: the pictures are right, uploaded for each: at most \(most) bytes")
  // Only the draws themselves are left.
  guard !words.contains("shared") || most < Presenter.width * Presenter.height * 4 else {
    throw Failure(description: "pictures were uploaded")
  }
} catch {
  print("gl-present: \(error)")
  exit(1)
}
