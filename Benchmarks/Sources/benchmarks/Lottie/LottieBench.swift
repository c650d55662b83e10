// Lottie animations: seconds of the gallery's documents, and the first picture of a large one.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzLottie
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware

/// Thirty frames of each document of Examples/Lottie at 1920 x 1080, and parsing.
///
/// Peers/lottie_bench.py draws the same frames by ThorVG and rlottie.
enum LottieBench {
  /// The frames that one measurement draws.
  static let frameCount = 30

  static var all: [Bench] {
    documents.map { document in
      Bench(name: "lottie/\(document.deletingPathExtension().lastPathComponent)") {
        options -> Bench.Frame in
        let backend = try options.backend.make(options)
        let stage = try LottieStage(LottieAnimation(contentsOf: document), 1920, 1080, backend)
        return Bench.Frame(note: { "\(frameCount) frames" }, backend: backend) { _ in
          try stage.drawAll()
        }
      }
    } + [
      Bench(name: "lottie/500 layers, parsed and shown") { options -> Bench.Frame in
        let data = large
        let backend = try options.backend.make(options)
        // The layers of the frame before go before the next one, which is not measured.
        var shown: (LottieAnimation, LottieStage)?
        return Bench.Frame(
          prepare: { _ in shown = nil },
          note: { shown == nil ? "" : "\(data.count) bytes" },
          backend: backend
        ) { _ in
          let animation = try LottieAnimation(data: data)
          let stage = try LottieStage(animation, 512, 512, backend)
          try stage.draw(0)
          shown = (animation, stage)
        }
      }
    ]
  }

  /// Writes the pictures of some frames: 1920 x 1080 pixels as R, G, B, A, premultiplied.
  ///
  /// A file is named for its document and the number of the frame, of thirty.
  static func write(to directory: String, _ filters: [String]) throws {
    let folder = URL(fileURLWithPath: directory)
    for document in documents {
      let name = document.deletingPathExtension().lastPathComponent
      guard filters.isEmpty || filters.contains(where: { "lottie/\(name)".contains($0) }) else {
        continue
      }
      let stage = try LottieStage(
        LottieAnimation(contentsOf: document),
        1920,
        1080,
        SoftwareBackend(threads: 1)
      )
      for frame in [9, 18] {
        let pixels = try stage.pixels(Double(frame) / Double(frameCount))
        try pixels.write(to: folder.appendingPathComponent("\(name)-\(frame)"))
      }
    }
  }

  private static var documents: [URL] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Examples/Lottie")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map(folder.appendingPathComponent)
  }

  /// 500 layers of a rectangle each, whose place, turn, scale and opacity have four keys: 2,000
  /// animations.
  private static var large: Data {
    func keys(_ values: [String]) -> String {
      let keys = values.enumerated().map { index, value in
        #"{"t":\#(index * 20),"s":\#(value),"o":{"x":[0.3],"y":[0]},"i":{"x":[0.6],"y":[1]}}"#
      }
      return #"{"a":1,"k":[\#(keys.joined(separator: ","))]}"#
    }
    let layers = (0..<500).map { index in
      let (x, y) = (index % 25 * 20 + 10, index / 25 * 25 + 12)
      let place = keys((0..<4).map { "[\(x + $0 * 3 % 7),\(y + $0 * 5 % 9)]" })
      let scale = keys((0..<4).map { "[\(80 + $0 * 10),\(100 - $0 * 5)]" })
      let turn = keys((0..<4).map { "[\($0 * 40)]" })
      let opacity = keys((0..<4).map { "[\(100 - $0 * 15)]" })
      let tone = "[\(Double(index % 10) / 10),0.4,0.7]"
      return #"{"ty":4,"nm":"L\#(index)","ip":0,"op":60,"st":0,"ks":{"p":\#(place),"s":\#(scale),"#
        + #""r":\#(turn),"o":\#(opacity)},"shapes":[{"ty":"rc","p":{"a":0,"k":[0,0]},"#
        + #""s":{"a":0,"k":[16,12]},"r":{"a":0,"k":2}},"#
        + #"{"ty":"fl","c":{"a":0,"k":\#(tone)},"o":{"a":0,"k":100}}]}"#
    }
    let head = #"{"v":"5.7.1","fr":30,"ip":0,"op":60,"w":512,"h":512,"layers":["#
    return Data((head + layers.joined(separator: ",") + "]}").utf8)
  }
}

/// An animation in a context that a backend of this process draws into memory.
private final class LottieStage {
  private final class StandingClock: CAContext.Clock {
    let currentTime: CFTimeInterval = 0
  }

  private let animation: LottieAnimation
  private let context: CAContext
  private let carrier: InProcessCarrier
  private var memory: [UInt8]
  private let rowBytes: Int

  init(
    _ animation: LottieAnimation,
    _ width: Int,
    _ height: Int,
    _ backend: any RenderBackend
  ) throws {
    self.animation = animation
    let configuration = ContextConfiguration(
      width: width,
      height: height,
      scale: 1,
      background: .clear
    )
    carrier = try InProcessCarrier(backend: backend, configuration: configuration)
    context = CAContext(configuration: configuration, carrier: carrier, clock: StandingClock())
    (memory, rowBytes) = ([UInt8](repeating: 0, count: width * height * 4), width * 4)
    let canvas = CALayer()
    canvas.frame = CGRect(x: 0, y: 0, width: width, height: height)
    let root = try animation.makeLayer()
    let scale = min(Double(width) / animation.size.width, Double(height) / animation.size.height)
    root.position = CGPoint(
      x: (Double(width) - animation.size.width * scale) / 2,
      y: (Double(height) - animation.size.height * scale) / 2
    )
    root.setAffineTransform(CGAffineTransform(scaleX: scale, y: scale))
    canvas.addSublayer(root)
    context.layer = canvas
  }

  /// Draws frames that are spread over all of the animation.
  func drawAll() throws {
    for frame in 0..<LottieBench.frameCount {
      try draw(Double(frame) / Double(LottieBench.frameCount) * animation.duration)
    }
  }

  /// The picture of a share of the animation.
  func pixels(_ share: Double) throws -> Data {
    try draw(share * animation.duration)
    return Data(memory)
  }

  /// Draws the picture of a time into memory that holds the one before.
  func draw(_ time: Double) throws {
    context.prepareFrame(at: time)
    let damage = try carrier.render(at: time)
    let (renderer, rowBytes) = (carrier.renderer, rowBytes)
    try memory.withUnsafeMutableBytes { bytes in
      try renderer.presenting { () throws(RenderError) in
        for index in 0..<damage.count {
          let rect = damage[index]
          let start = Int(rect.minY) * rowBytes + Int(rect.minX) * 4
          let count = (Int(rect.height) - 1) * rowBytes + Int(rect.width) * 4
          // Bounds: damage lies inside of the output, so its last row ends in the memory.
          let part = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + count])
          try renderer.backend.read(renderer.context, rect, into: part, rowBytes: rowBytes)
        }
      }
    }
  }
}
