// Commits with everything in them that a commit can have.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
package import QuartzModel
package import TestRandom

extension Commit {
  /// A random commit over the whole property table.
  ///
  /// It need not fit a tree. The numbers of its layers are in 1...layers; with odd numbers, NaN and
  /// infinities are among the values.
  package static func random(
    layers: Int = 12,
    images: Int = 0,
    hasOddNumbers: Bool = false,
    using generator: inout SeededGenerator
  ) -> Commit {
    let source = ValueSource(layers: layers, hasOddNumbers: hasOddNumbers)
    var commit = Commit(time: Double.random(in: -1e6...1e6, using: &generator))
    for index in 0..<images {
      commit.createdImages.append(
        .init(ImageID(UInt32(index + 1)), .random(using: &generator))
      )
    }
    for index in 0..<images / 2 {
      let (x, y) = (generator.index(below: 100), generator.index(below: 100))
      let image = ImageID(UInt32(index + 1))
      commit.updatedImages.append(.init(image, x: x, y: y, .random(using: &generator)))
    }
    for _ in 0..<generator.index(below: layers + 1) {
      commit.created.append(.init(source.layer(&generator), .layer))
    }
    for _ in 0..<generator.index(below: 4) { commit.destroyed.append(source.layer(&generator)) }
    for _ in 0..<generator.index(below: layers + 1) {
      commit.changes.append(.init(source.layer(&generator), source.bag(&generator)))
    }
    for _ in 0..<generator.index(below: 4) {
      let children = (0..<generator.index(below: 5)).map { _ in source.layer(&generator) }
      commit.sublayers.append(.init(source.layer(&generator), children))
    }
    for _ in 0..<generator.index(below: 6) {
      commit.animations.append(source.animationChange(&generator))
    }
    if generator.once(in: 2) { commit.root = LayerID(UInt32(generator.index(below: layers + 1))) }
    for _ in 0..<generator.index(below: 3) {
      commit.destroyedImages.append(ImageID(UInt32.random(in: 0...99, using: &generator)))
    }
    return commit
  }

  /// A commit that changes position, opacity and background of every layer in 1...layers.
  package static func changing(layers: Int, step: Int = 1) -> Commit {
    var commit = Commit(time: Double(step))
    for index in 1...layers {
      var values = PropertyBag()
      values[.position] = .point(Point(Double(index + step), Double(index)))
      values[.opacity] = .number(Double(step % 100) / 100)
      values[.backgroundColor] = .color(Color(Double(index % 256) / 255, 0.5, 0.25))
      commit.changes.append(.init(LayerID(UInt32(index)), values))
    }
    return commit
  }

  /// A commit that makes the layers 1...layers, all of them sublayers of the first.
  package static func creating(layers: Int) -> Commit {
    var commit = Commit()
    commit.created = (1...layers).map { .init(LayerID(UInt32($0)), .layer) }
    if layers > 1 {
      commit.sublayers = [.init(LayerID(1), (2...layers).map { LayerID(UInt32($0)) })]
    }
    commit.root = LayerID(1)
    return commit
  }
}

extension PixelBuffer {
  /// A small image of random bytes, now and then with a gap between its rows.
  package static func random(using generator: inout SeededGenerator) -> PixelBuffer {
    random(
      width: 1 + generator.index(below: 40),
      height: 1 + generator.index(below: 40),
      using: &generator
    )
  }

  /// A small image of planes with random samples of 8 or 10 bits, or of words of ten.
  ///
  /// - Parameter light: Light beyond white, if it has some.
  package static func planes(
    _ chroma: PlaneLayout.Chroma,
    light: PlaneLayout.Light? = nil,
    using generator: inout SeededGenerator
  ) -> PixelBuffer {
    let (width, height) = (1 + generator.index(below: 20), 1 + generator.index(below: 20))
    var layout = chroma == .words ? PlaneLayout.words : PlaneLayout(chroma)
    layout.light = light
    if chroma == .words {
      layout.hasAlpha = light == nil && generator.once(in: 2)
    } else if generator.once(in: 2) {
      (layout.depth, layout.lowBits) = (10, 6)
    }
    layout.isFullRange = generator.once(in: 2)
    layout.betweenX = generator.once(in: 2)
    layout = layout.packed(width: width, height: height)
    let count = try? layout.byteCount(width: width, height: height, limit: 1 << 20)
    let block = count.flatMap { try? MemoryBlock(unwritten: $0) }
    guard let block else { preconditionFailure("a small image") }
    for index in 0..<block.count {
      block.base.storeBytes(
        of: UInt8.random(in: 0...255, using: &generator),
        toByteOffset: index,
        as: UInt8.self
      )
    }
    let pixels = try? PixelBuffer(
      width: width,
      height: height,
      planes: layout,
      base: UnsafeRawPointer(block.base),
      byteCount: block.count,
      owner: block
    )
    guard let pixels else { preconditionFailure("planes that fit their memory") }
    return pixels
  }

  /// An image of random bytes.
  package static func random(
    width: Int,
    height: Int,
    using generator: inout SeededGenerator
  ) -> PixelBuffer {
    let rowBytes = width * 4 + generator.index(below: 3) * 4
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    let pixels = bytes.withUnsafeBytes { bytes in
      try? PixelBuffer(
        width: width,
        height: height,
        rowBytes: rowBytes,
        isOpaque: generator.once(in: 2),
        copying: bytes
      )
    }
    guard let pixels else { preconditionFailure("\(width) x \(height) is a valid size") }
    return pixels
  }
}

/// Makes random parts of commits.
package struct ValueSource {
  /// The rows that may be chosen.
  package var rows = PropertyTable.all
  package let layers: Int
  package let hasOddNumbers: Bool

  package init(layers: Int, hasOddNumbers: Bool) {
    self.layers = layers
    self.hasOddNumbers = hasOddNumbers
  }

  func layer(_ generator: inout SeededGenerator) -> LayerID {
    LayerID(UInt32(1 + generator.index(below: layers)))
  }

  func number(_ generator: inout SeededGenerator) -> Double {
    if hasOddNumbers && generator.once(in: 8) {
      let odd: [Double] = [.nan, .infinity, -.infinity, -0.0, .greatestFiniteMagnitude]
      return odd[generator.index(below: odd.count)]
    }
    return Double.random(in: -1000...1000, using: &generator)
  }

  func bag(_ generator: inout SeededGenerator) -> PropertyBag {
    var bag = PropertyBag()
    for _ in 0...generator.index(below: 6) {
      let row = rows[generator.index(below: rows.count)]
      bag[row.id] = value(row.type, &generator)
    }
    return bag
  }

  package func value(_ type: ValueType, _ generator: inout SeededGenerator) -> PropertyValue {
    switch type {
    case .bool: .bool(generator.once(in: 2))
    case .integer: .integer(Int64(bitPattern: generator.next()))
    case .number: .number(number(&generator))
    case .point: .point(Point(number(&generator), number(&generator)))
    case .size: .size(Size(number(&generator), number(&generator)))
    case .rect: .rect(rect(&generator))
    case .color: paint(&generator)
    case .transform: .transform(matrix(&generator))
    case .string: generator.once(in: 4) ? .null : .string(text(&generator))
    case .image:
      generator.once(in: 4)
        ? .null : .image(ImageID(UInt32.random(in: 0...99, using: &generator)))
    case .name(let names): .name(UInt8(generator.index(below: names.count)))
    case .path: generator.once(in: 4) ? .null : .path(path(&generator))
    case .numbers: .numbers((0..<generator.index(below: 5)).map { _ in number(&generator) })
    case .colors:
      .numbers((0..<generator.index(below: 3) * 4).map { _ in number(&generator) })
    case .cells: generator.once(in: 4) ? .null : .cells(cells(&generator))
    case .filters: generator.once(in: 4) ? .null : .filters(filters(&generator))
    }
  }

  private func cells(_ generator: inout SeededGenerator) -> CellBox {
    var cells: [ParticleCell] = []
    func append(depth: Int) {
      let index = cells.count
      var cell = ParticleCell()
      if generator.once(in: 2) { cell.name = text(&generator) }
      for property in CellProperty.allCases where generator.once(in: 3) {
        cell.set(property, value(property.type, &generator))
      }
      cells.append(cell)
      for _ in 0..<(depth < 3 ? generator.index(below: 3) : 0) { append(depth: depth + 1) }
      cells[index].end = cells.count
    }
    for _ in 0..<generator.index(below: 3) { append(depth: 0) }
    return CellBox(cells)
  }

  private func filters(_ generator: inout SeededGenerator) -> FilterList {
    FilterList((0..<generator.index(below: 3)).map { _ in filter(&generator) })
  }

  private func filter(_ generator: inout SeededGenerator) -> FilterDescription {
    let types = ["gaussianBlur", "colorMatrix", "CISepiaTone", "none", ""]
    let inputs = (0..<generator.index(below: 4)).map { _ in
      FilterInput(key: text(&generator), value: input(&generator))
    }
    return FilterDescription(
      type: types[generator.index(below: types.count)],
      name: generator.once(in: 2) ? nil : text(&generator),
      isEnabled: generator.once(in: 2),
      inputs: inputs
    )
  }

  private func input(_ generator: inout SeededGenerator) -> FilterInputValue {
    switch generator.index(below: 6) {
    case 0: .number(number(&generator))
    case 1: .vector((0..<generator.index(below: 21)).map { _ in number(&generator) })
    case 2:
      .color([number(&generator), number(&generator), number(&generator), number(&generator)])
    case 3: .text(text(&generator))
    case 4: .data((0..<generator.index(below: 9)).map { UInt8($0 * 29) })
    default: .image(UInt64.random(in: 0...99, using: &generator))
    }
  }

  private func path(_ generator: inout SeededGenerator) -> Path {
    func point() -> Point { Point(number(&generator), number(&generator)) }
    var path = Path()
    for _ in 0..<generator.index(below: 12) {
      switch PathElement.allCases[generator.index(below: PathElement.allCases.count)] {
      case .move: path.move(to: point())
      case .line: path.line(to: point())
      case .quad: path.quad(to: point(), control: point())
      case .cubic: path.cubic(to: point(), control1: point(), control2: point())
      case .close: path.close()
      }
    }
    return path
  }

  private func paint(_ generator: inout SeededGenerator) -> PropertyValue {
    switch generator.index(below: 5) {
    case 0: .null
    case 1:
      .pattern(ImageID(UInt32.random(in: 0...99, using: &generator)), cell: rect(&generator))
    default: .color(color(&generator))
    }
  }

  private func rect(_ generator: inout SeededGenerator) -> Rect {
    Rect(number(&generator), number(&generator), number(&generator), number(&generator))
  }

  private func color(_ generator: inout SeededGenerator) -> Color {
    Color(number(&generator), number(&generator), number(&generator), number(&generator))
  }

  private func matrix(_ generator: inout SeededGenerator) -> Matrix4x4 {
    func row() -> SIMD4<Double> {
      [number(&generator), number(&generator), number(&generator), number(&generator)]
    }
    return Matrix4x4(row(), row(), row(), row())
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    let letters: [Character] = ["a", "é", "層", "🟦", " ", "\u{0}", "\n"]
    return String(
      (0..<generator.index(below: 9)).map { _ in
        letters[generator.index(below: letters.count)]
      }
    )
  }
}

extension ValueSource {
  package func animationChange(_ generator: inout SeededGenerator) -> Commit.AnimationChange {
    switch generator.index(below: 4) {
    case 0: .remove(layer(&generator), key: text(&generator))
    case 1: .removeAll(layer(&generator))
    default: .add(layer(&generator), key: text(&generator), animation(&generator))
    }
  }

  private func animation(
    _ generator: inout SeededGenerator,
    depth: Int = 1
  ) -> AnimationState {
    var state = AnimationState(
      kind(&generator, depth: depth),
      timing: timing(&generator),
      timingFunction: generator.once(in: 2) ? function(&generator) : nil
    )
    if generator.once(in: 4) {
      let rates = [8, 15, 12].map { Float($0 + generator.index(below: 4)) }
      state.rates =
        FrameRateWish(minimum: rates[0], maximum: rates[1], preferred: rates[2]) ?? .none
    }
    return state
  }

  private func kind(_ generator: inout SeededGenerator, depth: Int) -> AnimationState.Kind {
    switch generator.index(below: 8) {
    case 0 where depth < 4:
      return .group(
        (0..<generator.index(below: 4)).map { _ in animation(&generator, depth: depth + 1) }
      )
    case 1:
      var transition = TransitionAnimation()
      transition.type = any(&generator)
      transition.subtype = any(&generator)
      transition.startProgress = number(&generator)
      transition.endProgress = number(&generator)
      if generator.once(in: 2) { transition.filter = filter(&generator) }
      return .transition(transition)
    default: return .property(propertyAnimation(&generator))
    }
  }

  private func any<Choice: CaseIterable>(_ generator: inout SeededGenerator) -> Choice {
    let all = Array(Choice.allCases)
    return all[generator.index(below: all.count)]
  }

  private func propertyAnimation(_ generator: inout SeededGenerator) -> PropertyAnimation {
    let row = rows[generator.index(below: rows.count)]
    let members = ValueMember.members(of: row.type)
    let member =
      members.isEmpty || generator.once(in: 2)
      ? nil : members[generator.index(below: members.count)]
    let target = AnimationTarget(row.id, member)
    let function: ValueFunction? = generator.once(in: 6) ? any(&generator) : nil
    let type = function?.valueType ?? target.valueType
    let kind: PropertyAnimation.Kind =
      switch generator.index(below: 3) {
      case 0: .basic(basic(type, &generator))
      case 1: .spring(SpringAnimation(basic(type, &generator), spring(&generator)))
      default: .keyframe(keyframes(type, &generator))
      }
    var property = AnimatedProperty.row(target)
    if rows.contains(where: { $0.id == .emitterCells }), generator.once(in: 8) {
      let names = (0...generator.index(below: 3)).map { _ in text(&generator) }
      property = .cell(CellTarget(names, any(&generator)))
    }
    if rows.contains(where: { $0.type == .filters }), generator.once(in: 8) {
      let row: PropertyID = generator.once(in: 2) ? .filters : .backgroundFilters
      property = .filter(FilterTarget(row, text(&generator), text(&generator)))
    }
    var animation = PropertyAnimation(property, kind)
    animation.valueFunction = function
    animation.isAdditive = generator.once(in: 2)
    animation.isCumulative = generator.once(in: 2)
    return animation
  }

  private func spring(_ generator: inout SeededGenerator) -> Spring {
    var spring = Spring(
      mass: number(&generator),
      stiffness: number(&generator),
      damping: number(&generator),
      initialVelocity: number(&generator)
    )
    spring.allowsOverdamping = generator.once(in: 2)
    return spring
  }

  /// Now and then a value of another type: a malformed animation, which crosses all the same.
  private func animated(
    _ type: ValueType,
    _ generator: inout SeededGenerator
  ) -> PropertyValue {
    guard generator.once(in: 10) else { return value(type, &generator) }
    let other = PropertyTable.all[generator.index(below: PropertyTable.all.count)]
    return value(other.type, &generator)
  }

  private func basic(
    _ type: ValueType,
    _ generator: inout SeededGenerator
  ) -> BasicAnimation {
    func end() -> PropertyValue? { generator.once(in: 3) ? nil : animated(type, &generator) }
    return BasicAnimation(from: end(), to: end(), by: end())
  }

  private func keyframes(
    _ type: ValueType,
    _ generator: inout SeededGenerator
  ) -> KeyframeAnimation {
    let count = generator.index(below: 5)
    var frames = KeyframeAnimation(
      values: (0..<count).map { _ in animated(type, &generator) },
      keyTimes: generator.once(in: 2) ? nil : (0...count).map { _ in number(&generator) },
      timingFunctions: (0..<generator.index(below: 3)).map { _ in function(&generator) },
      calculationMode: any(&generator),
      rotationMode: generator.once(in: 2) ? any(&generator) : nil
    )
    if generator.once(in: 4) { frames.path = value(.path, &generator).path }
    func numbers() -> [Double] { (0..<generator.index(below: 3)).map { _ in number(&generator) } }
    frames.tensions = numbers()
    frames.continuities = numbers()
    frames.biases = numbers()
    return frames
  }

  private func function(_ generator: inout SeededGenerator) -> TimingFunction {
    TimingFunction(
      number(&generator),
      number(&generator),
      number(&generator),
      number(&generator)
    )
  }

  private func timing(_ generator: inout SeededGenerator) -> MediaTiming {
    var timing = MediaTiming()
    timing.beginTime = number(&generator)
    timing.duration = number(&generator)
    timing.speed = number(&generator)
    timing.timeOffset = number(&generator)
    timing.repeatCount = generator.once(in: 3) ? .infinity : number(&generator)
    timing.repeatDuration = number(&generator)
    timing.autoreverses = generator.once(in: 2)
    let modes = FillMode.allCases
    timing.fillMode = modes[generator.index(below: modes.count)]
    timing.isRemovedOnCompletion = generator.once(in: 2)
    return timing
  }
}
