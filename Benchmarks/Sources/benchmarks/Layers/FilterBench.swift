// Frames of layers with filters: a blur of a picture, and blurs of what lies behind layers.
// Licensed under the MIT license; see LICENSE.
//
// `scripts/bench --peers filters` draws the same with Skia.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan

/// A picture that is blurred anew in each frame, and five panes of glass over a moving scene.
enum FilterBench {
  static let all = [
    Bench(name: "glass/blur 1024", preparing: blur),
    Bench(name: "glass/five backdrops") { try scene($0, hasBackdrops: true) },
    Bench(name: "glass/without backdrops") { try scene($0, hasBackdrops: false) },
    Bench(name: "glass/standing still") { try scene($0, hasBackdrops: true, isMoving: false) },
  ]

  private static let root = LayerID(1)
  private static let image = ImageID(1)
  private static let side = 1024
  private static let size = (width: 1920, height: 1080)
  /// How far the picture behind all reaches beyond the output.
  private static let margin = 128
  private static let boxes: UInt32 = 40
  private static let panes: UInt32 = 5

  // MARK: A blur

  /// Each time with a deviation that differs in the fifth place, so that nothing is kept.
  private static func blur(_ options: BenchOptions) throws -> Bench.Frame {
    let backend = try options.backend.make(options)
    let renderer = try renderer(backend, width: side, height: side)
    var commit = Commit()
    let layer = LayerID(2)
    let middle = Double(side) / 2
    commit.created = [.init(root, .layer), .init(layer, .layer)]
    commit.createdImages = [.init(image, try picture(width: side, height: side))]
    var values = box(middle, middle, Double(side), Double(side))
    values[.contents] = .image(image)
    commit.changes = [.init(layer, values)]
    commit.sublayers = [.init(root, [layer])]
    commit.root = root
    try renderer.apply(commit)
    return Bench.Frame(drawnBy: backend) { frame in
      var values = PropertyBag()
      values[.filters] = .filters(FilterList([blur(10 * (1 + Double(frame) * 1e-5))]))
      try renderer.apply(change([.init(layer, values)]))
      try renderer.render(at: Double(frame) / 60)
    }
  }

  // MARK: Backdrops

  private static func scene(
    _ options: BenchOptions,
    hasBackdrops: Bool,
    isMoving: Bool = true
  ) throws -> Bench.Frame {
    let backend = try options.backend.make(options)
    let renderer = try renderer(backend, width: size.width, height: size.height)
    var commit = Commit()
    let (width, height) = (size.width + margin, size.height)
    let ground = LayerID(2)
    var layers = [ground]
    commit.createdImages = [.init(image, try picture(width: width, height: height))]
    var values = box(Double(width) / 2, Double(height) / 2, Double(width), Double(height))
    values[.contents] = .image(image)
    commit.changes = [.init(ground, values)]
    for index in 0..<boxes {
      let color = Double(index) / Double(boxes)
      values = box(0, 0, 120, 90)
      values[.position] = .point(place(index, 0))
      values[.backgroundColor] = .color(Color(color, 1 - color, 0.5))
      values[.cornerRadius] = .number(8)
      layers.append(LayerID(10 + index))
      commit.changes.append(.init(LayerID(10 + index), values))
    }
    for index in 0..<(hasBackdrops ? panes : 0) {
      let place = Double(index)
      values = box(210 + place * 370, 200 + place * 170, 300, 200)
      values[.backgroundFilters] = .filters(FilterList([blur(20)]))
      layers.append(LayerID(100 + index))
      commit.changes.append(.init(LayerID(100 + index), values))
    }
    commit.created = ([root] + layers).map { .init($0, .layer) }
    commit.sublayers = [.init(root, layers)]
    commit.root = root
    try renderer.apply(commit)
    return Bench.Frame(drawnBy: backend) { frame in
      if isMoving { try renderer.apply(motion(frame % 8)) }
      try renderer.render(at: Double(frame) / 60)
    }
  }

  /// The ground and the boxes at a frame of eight.
  private static func motion(_ frame: Int) -> Commit {
    var values = PropertyBag()
    let middle = Double(size.width + margin) / 2 - Double(frame * 3)
    values[.position] = .point(Point(middle, Double(size.height) / 2))
    var changes: [Commit.Change] = [.init(LayerID(2), values)]
    for index in 0..<boxes {
      var values = PropertyBag()
      values[.position] = .point(place(index, frame))
      changes.append(.init(LayerID(10 + index), values))
    }
    return change(changes)
  }

  /// The middle of a box.
  private static func place(_ index: UInt32, _ frame: Int) -> Point {
    Point(Double(index % 8) * 240 + 80 + Double(frame * 2), Double(index / 8) * 210 + 90)
  }

  // MARK: Parts

  private static func renderer(
    _ backend: any RenderBackend,
    width: Int,
    height: Int
  ) throws -> ContextRenderer {
    try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: width, height: height, background: .white),
      backend: backend
    )
  }

  private static func change(_ changes: [Commit.Change]) -> Commit {
    var commit = Commit()
    commit.changes = changes
    return commit
  }

  private static func box(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double
  ) -> PropertyBag {
    var values = PropertyBag()
    values[.bounds] = .rect(Rect(0, 0, width, height))
    values[.position] = .point(Point(x, y))
    return values
  }

  private static func blur(_ sigma: Double) -> FilterDescription {
    let radius = FilterInput(key: "inputRadius", value: .number(sigma))
    return FilterDescription(type: "gaussianBlur", inputs: [radius])
  }

  /// Ramps across and down, which repeat.
  private static func picture(width: Int, height: Int) throws -> PixelBuffer {
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    for index in 0..<(width * height) {
      let (x, y) = (index % width, index / width)
      bytes[index * 4] = UInt8(truncatingIfNeeded: x)
      bytes[index * 4 + 1] = UInt8(truncatingIfNeeded: y)
      bytes[index * 4 + 2] = UInt8(truncatingIfNeeded: x + y)
    }
    let rowBytes = width * 4
    return try bytes.withUnsafeBytes {
      try PixelBuffer(width: width, height: height, rowBytes: rowBytes, isOpaque: true, copying: $0)
    }
  }
}
