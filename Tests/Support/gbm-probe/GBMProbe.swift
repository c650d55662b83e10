// The program that scripts/test-gbm runs where there is a DRM device.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzGLES
import QuartzModel
import QuartzPlan
import QuartzWire

@main
struct GBMProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gbm-probe",
    abstract: "Looks at buffers of a DRM device, and shows a picture that stays.",
    subcommands: [Share.self, Import.self, Planes.self, Show.self, Beat.self]
  )
}

/// A failed check, in one line.
struct ProbeFailure: Error, CustomStringConvertible {
  let description: String
}

/// The clock of contexts whose pictures are asked for by their times.
final class StandingClock: CAContext.Clock {
  let currentTime: CFTimeInterval = 0
}

/// Draws into a buffer of the device and looks at it through its dma-buf.
struct Share: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw to a gbm_bo, map its dma-buf, and compare with glReadPixels."
  )

  @Argument(help: "A primary node.")
  var node: String

  /// Pixels; the buffer is larger than the picture, which is in the middle.
  private static let (width, height) = (200, 120)
  private static let (bufferWidth, bufferHeight) = (250, 160)

  func run() throws {
    let backend = try GLESBackend(GLESPreferences(platforms: .only(.gbm(node: node))))
    let carrier = try InProcessCarrier(
      backend: backend,
      configuration: ContextConfiguration(
        width: Self.width,
        height: Self.height,
        background: .clear
      )
    )
    let context = CAContext(
      configuration: carrier.renderer.configuration,
      carrier: carrier,
      clock: StandingClock()
    )
    context.layer = makeLayer()
    // Read back by glReadPixels.
    let pixels = try context.image(at: 0).pixelStorage
    let buffer = try GBMBuffer(node: node, width: Self.bufferWidth, height: Self.bufferHeight)
    guard try backend.show(carrier.renderer.context, in: buffer.shared) else {
      throw ProbeFailure(description: "GL cannot draw to the buffer")
    }
    let rowBytes = buffer.shared.rowBytes
    var different = 0
    let isMapped = buffer.withPixels { memory in
      different = Self.countDifferent(memory, rowBytes: rowBytes, from: pixels)
    }
    guard isMapped else { throw ProbeFailure(description: "the dma-buf cannot be mapped") }
    let size = "\(Self.bufferWidth) x \(Self.bufferHeight)"
    guard different == 0 else {
      throw ProbeFailure(description: "\(different) of \(size) pixels differ")
    }
    print(
      "gbm_bo of \(size) pixels on \(node), drawn to by \(backend.description.platform), "
        + "mapped through its dma-buf: equal to glReadPixels"
    )
  }

  private func makeLayer() -> CALayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 10, y: 20, width: 170, height: 90)
    layer.colors = [
      CGColor(red: 1, green: 0.2, blue: 0, alpha: 1),
      CGColor(red: 0, green: 0.3, blue: 1, alpha: 0.5),
    ]
    layer.cornerRadius = 20
    layer.shadowOpacity = 0.7
    return layer
  }

  /// How many pixels are not the picture's, or not black around it.
  private static func countDifferent(
    _ memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int,
    from pixels: PixelStorage
  ) -> Int {
    let (left, top) = ((bufferWidth - width) / 2, (bufferHeight - height) / 2)
    var count = 0
    for y in 0..<bufferHeight {
      for x in 0..<bufferWidth {
        let found = y * rowBytes + x * 4
        var wanted: [UInt8] = [0, 0, 0]
        if (left..<left + width).contains(x), (top..<top + height).contains(y) {
          let pixel = pixels.base + ((y - top) * pixels.rowBytes + (x - left) * 4)
          wanted = [2, 1, 0].map { pixel.load(fromByteOffset: $0, as: UInt8.self) }
        }
        if !memory[found..<(found + 3)].elementsEqual(wanted) { count += 1 }
      }
    }
    return count
  }
}

/// Shows what lies in a dma-buf without copying it.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Present dma-bufs to a layer, and compare what it shows; nothing may be uploaded."
  )

  @Argument(help: "A primary node.")
  var node: String

  /// Pixels of a picture.
  private static let (width, height) = (100, 60)
  private static let presents = 8

  func run() throws {
    var preferences = GLESPreferences(platforms: .only(.gbm(node: node)))
    preferences.importsWhereProcessorDraws = true
    let backend = try GLESBackend(preferences)
    let (width, height) = (Self.width, Self.height)
    let carrier = try InProcessCarrier(
      backend: backend,
      configuration: ContextConfiguration(width: width, height: height)
    )
    let context = CAContext(
      configuration: carrier.renderer.configuration,
      carrier: carrier,
      clock: StandingClock()
    )
    let (layer, slot) = (CALayer(), CAContentSlot())
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    layer.contents = slot
    context.layer = layer
    CATransaction.flush()
    var uploads: [Int] = []
    for number in 0..<Self.presents {
      let buffer = try GBMBuffer(node: node, width: width, height: height)
      let rowBytes = buffer.shared.rowBytes
      let isWritten = buffer.withPixels { memory in
        for y in 0..<height {
          for x in 0..<width * 4 { memory[y * rowBytes + x] = Self.byte(number, x, y) }
        }
      }
      guard isWritten else { throw ProbeFailure(description: "the dma-buf cannot be mapped") }
      let isTaken = try slot.present(
        dmaBuffer: buffer.shared.descriptor,
        width: width,
        height: height,
        bytesPerRow: rowBytes,
        isOpaque: true
      ) {}
      guard isTaken else { throw ProbeFailure(description: "present \(number) was not taken") }
      let pixels = try context.frame(at: 0).pixels
      let different = pixels.withBytes { bytes in
        (0..<height).reduce(0) { count, y in
          (0..<width * 4).reduce(count) { count, x in
            bytes[y * pixels.rowBytes + x] == Self.byte(number, x, y) ? count : count + 1
          }
        }
      }
      guard different == 0 else {
        throw ProbeFailure(description: "present \(number): \(different) bytes differ")
      }
      uploads.append(carrier.renderer.counters.bytesUploaded)
    }
    let most = uploads.max() ?? 0
    guard most < width * height else {
      throw ProbeFailure(description: "\(most) bytes were uploaded for a picture")
    }
    print("\(uploads.count) dma-bufs as textures: equal, uploaded for each: at most \(most) bytes")
  }

  private static func byte(_ number: Int, _ x: Int, _ y: Int) -> UInt8 {
    x % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: number * 31 + x * 5 + y * 3)
  }
}

/// Draws a package with a server at several times; the last picture stays until the input ends.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Have a server draw a package, write what it drew, and keep it until the input ends."
  )

  @Argument(help: "The socket of the server.")
  var server: String

  @Argument(help: "A package.")
  var package: String

  @Argument(help: "The picture's sides in pixels.")
  var side: Int

  @Argument(help: "A PNG file for the last picture.")
  var output: String

  func run() throws {
    var options = CAContext.Options()
    options.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    options.clock = StandingClock()
    let context = try CAContext(
      server: server,
      size: CGSize(width: side, height: side),
      options: options
    )
    let package = try CAPackage(contentsOf: URL(fileURLWithPath: package))
    context.layer = package.rootLayer
    var picture = try context.image(at: 0)
    for time in [0.125, 0.25, 0.5] { picture = try context.image(at: time) }
    try picture.pngData().write(to: URL(fileURLWithPath: output))
    print("shown")
    fflush(nil)
    while readLine() != nil {}
  }
}

/// Shows something that moves and says how far apart its frames are.
struct Beat: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Have a server draw something that moves, and print how far apart its frames are."
  )

  @Argument(help: "The socket of the server.")
  var server: String

  @Argument(help: "How many frames are waited for.")
  var count: Int

  func run() throws {
    let size = CGSize(width: 256, height: 256)
    let context = try CAContext(server: server, size: size)
    guard let carrier = context.carrier as? RemoteCarrier else {
      throw ProbeFailure(description: "no server draws the context")
    }
    context.layer = makeLayer(size)
    CATransaction.flush()
    let watcher = try ServerConnection(path: server)
    var times: [Double] = []
    for _ in 0...count { times.append(try watcher.awaitFrame(carrier.token).time) }
    let apart = zip(times.dropFirst(), times).map { ($0 - $1) * 1000 }.sorted()
    guard let shortest = apart.first, let longest = apart.last, shortest > 0 else {
      throw ProbeFailure(description: "the frames do not follow each other: \(times)")
    }
    let numbers = [shortest, apart[apart.count / 2], longest].map { "\(($0 * 10).rounded() / 10)" }
    print(
      "\(count) frames, \(numbers[0]) ms apart at least, \(numbers[1]) in the middle, "
        + "\(numbers[2]) at most"
    )
  }

  private func makeLayer(_ size: CGSize) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(origin: .zero, size: size)
    let box = CALayer()
    box.frame = CGRect(x: 0, y: 100, width: 50, height: 50)
    box.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    layer.addSublayer(box)
    let movement = CABasicAnimation(keyPath: "position.x")
    (movement.fromValue, movement.toValue) = (25.0, 231.0)
    (movement.duration, movement.repeatCount) = (1, .infinity)
    box.add(movement, forKey: "movement")
    return layer
  }
}
