// Image files read and written while one request for memory after the other fails in the libraries.
// Licensed under the MIT license; see LICENSE.
//
// Little CMS (2.14), OpenJPEG (2.5.0), libtiff (4.5.0) and lossless WebP (libwebp 1.2.4) look at
// memory that they were refused, and end the program themselves; files that need them are left out.

import CQuartzAllocations
import CoreGraphics
import Foundation
import ImageIO
import Testing

@Suite(.enabled(if: quartz_allocation_count() >= 0)) struct DecoderFaultTests {
  /// The libraries that read and write, and those that pack and convert for them; this package's
  /// own code in C is watched anyway.
  private static let libraries =
    "libpng libjpeg libwebp libsharpyuv libtiff libopenjp2 libgif liblcms2 libz. libdeflate"

  /// The result of a file.
  private enum Outcome: Equatable {
    case bytes([UInt8])
    case error(String)
  }

  /// Runs a body once for each request that it makes, which fails in it, alone or with all later
  /// ones; the outcome is then an error or shows the same as ever, and nothing is left in memory.
  ///
  /// - Parameter show: The pixels of what the body gives.
  /// - Returns: How many requests there are, and how many of them ended in an error.
  @discardableResult
  private func failEach(
    _ name: String,
    show: ([UInt8]) throws -> [UInt8] = { $0 },
    _ body: () -> Outcome
  ) throws -> (requests: Int, errors: Int) {
    // The first time, what is kept for later use is made.
    guard case .bytes(let bytes) = body() else {
      Issue.record("\(name) is not read or written")
      return (0, 0)
    }
    let picture = try show(bytes)
    func isSame(_ outcome: Outcome) throws -> Bool {
      guard case .bytes(let found) = outcome else { return false }
      // Some requests are for speed, or for a smaller file.
      return try found == bytes || show(found) == picture
    }
    func watched(failing: Int, lasts: Bool) -> (Outcome, QuartzWatchedAllocations) {
      #expect(quartz_watch_allocations(Self.libraries, Int64(failing), lasts))
      let outcome = body()
      return (outcome, quartz_stop_watching())
    }
    let (usual, seen) = watched(failing: 0, lasts: false)
    #expect(try isSame(usual) && seen.blocks == 0 && !seen.is_full, "\(name)")
    var errors = 0
    for lasts in [false, true] {
      var step = 1
      while step <= seen.requests {
        let (outcome, seen) = watched(failing: step, lasts: lasts)
        #expect(seen.blocks == 0, "\(name): request \(step) leaves memory")
        if case .error(let text) = outcome {
          #expect(!text.isEmpty && !text.contains("\n"), "\(name): request \(step)")
          errors += 1
        } else {
          let isSame = try isSame(outcome)
          #expect(isSame, "\(name): request \(step) changes the picture in silence")
        }
        step += 1
      }
    }
    return (Int(seen.requests), errors)
  }

  /// The rows of a picture, without what lies between them.
  private func bytes(_ image: CGImage) -> [UInt8] {
    let pixels = image.pixelStorage
    return (0..<pixels.height).flatMap { row in
      UnsafeRawBufferPointer(start: pixels.base + row * pixels.rowBytes, count: pixels.width * 4)
    }
  }

  /// Files of all formats and of the kinds of pixels that they may have.
  @Test(arguments: [
    "alpha.png", "palette.png", "photo.png", "gray.jpg", "photo.jpg", "progressive.jpg",
    "turned.jpg", "cmyk.jpg", "ycck.jpg", "interlaced.gif", "lossy.webp", "frames.webp",
  ])
  func reading(name: String) throws {
    let file = try Fixture.data(name)
    let found = try failEach(name) {
      let source = CGImageSource(file)
      do throws(ImageError) {
        var all: [UInt8] = []
        for index in 0..<max(min(CGImageSourceGetCount(source), 2), 1) {
          all += bytes(try source.image(at: index))
        }
        return .bytes(all)
      } catch {
        return .error("\(error)")
      }
    }
    #expect(found.errors > 0, "\(name): \(found)")
  }

  @Test(arguments: ["public.png", "public.jpeg"])
  func writing(type: String) throws {
    let image = try Fixture.image("alpha.png")
    let found = try failEach(type, show: { bytes(try CGImageSource(Data($0)).image(at: 0)) }) {
      let data = NSMutableData()
      guard let destination = CGImageDestinationCreateWithData(data, type, 1, nil) else {
        return .error("no destination")
      }
      CGImageDestinationAddImage(destination, image, nil)
      guard CGImageDestinationFinalize(destination) else { return .error("not written") }
      return .bytes([UInt8](data as Data))
    }
    #expect(found.errors > 0, "\(type): \(found)")
  }

  /// The test's own tool: a request of the program's code in C is refused, one of Swift's is not.
  @Test func onlyWatchedCodeIsRefused() throws {
    let source = CGImageSource(try Fixture.data("photo.png"))
    #expect(quartz_watch_allocations("libpng", 1, true))
    let array = Array(repeating: 1, count: 1000)
    let image = try? source.image(at: 0)
    let seen = quartz_stop_watching()
    #expect(array.count == 1000 && image == nil)
    #expect(seen.requests > 0 && seen.blocks == 0)
    #expect(quartz_stop_watching().requests == 0)
    #expect(try source.image(at: 0).width > 0)
  }
}
