// Commits for tests, and ways to look at pixels.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzWire

enum Scenes {
  static let root = LayerID(1)
  static let box = LayerID(2)

  /// A box of 16 x 16 points at the left of an output of 64 x 16, in front of nothing.
  static func box(color: Color = .white) -> Commit {
    var commit = Commit()
    commit.created = [Commit.Creation(root, .layer), Commit.Creation(box, .layer)]
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, 16, 16))
    values[.position] = .point(Point(8, 8))
    values[.backgroundColor] = .color(color)
    commit.changes = [Commit.Change(box, values)]
    commit.sublayers = [Commit.Sublayers(root, [box])]
    commit.root = root
    return commit
  }

  /// Moves the box from x = 8 to x = 56 between two times, for ever if `repeats`.
  ///
  /// - Parameters:
  ///   - begin: In seconds of the context's clock.
  ///   - duration: In seconds.
  ///   - repeats: Whether it goes on.
  ///   - rates: The frames a second that it wants.
  static func movement(
    from begin: Double,
    duration: Double,
    repeats: Bool = false,
    at rates: FrameRateWish = .none
  ) -> Commit {
    var timing = MediaTiming()
    timing.beginTime = begin
    timing.duration = duration
    timing.repeatCount = repeats ? .infinity : 0
    let movement = BasicAnimation(from: .number(8), to: .number(56))
    var state = AnimationState(
      target: AnimationTarget(.position, .x),
      kind: .basic(movement),
      timing: timing
    )
    state.rates = rates
    var commit = Commit()
    commit.animations = [.add(box, key: "movement", state)]
    return commit
  }

  /// Shows an image of one colour in the box.
  static func contents(_ image: ImageID, side: Int = 16, byte: UInt8 = 200) throws -> Commit {
    var commit = Commit()
    commit.createdImages = [Commit.ImageCreation(image, try pixels(side: side, byte: byte))]
    var values = PropertyBag()
    values[.contents] = .image(image)
    commit.changes = [Commit.Change(box, values)]
    return commit
  }

  static func pixels(side: Int, byte: UInt8) throws -> PixelBuffer {
    let bytes = [UInt8](repeating: byte, count: side * side * 4)
    return try bytes.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: side,
        height: side,
        rowBytes: side * 4,
        isOpaque: false,
        copying: bytes
      )
    }
  }

  static let size = ContextConfiguration(width: 64, height: 16, background: .black)
}

extension Frame {
  /// All bytes of the picture.
  var bytes: [UInt8] { pixels.withBytes { Array($0) } }

  /// The red byte of a pixel.
  func red(_ x: Int, _ y: Int) -> UInt8 {
    pixels.withBytes { $0[y * pixels.rowBytes + x * 4] }
  }
}
