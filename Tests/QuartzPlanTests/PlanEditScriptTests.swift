// Random edits: what is patched frame after frame is, byte for byte, what is drawn from nothing.
// Licensed under the MIT license; see LICENSE.
//
// A run makes 100,000 edits in 50 scripts, in frames of 1 to 7 edits, to all properties, masks,
// orders, images, and places in the tree. After each frame a second planner, which has seen nothing
// of what was before, draws the same tree.
//
// Damage is measured against what really changed: over a run, the sum of the areas of the frames'
// damage and the sum of the numbers of pixels that differ from the frame before. Frames that change
// no pixel, say of a layer that is hidden behind others, count with their damage too.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import TestRandom
import Testing

@Suite struct PlanEditScriptTests {
  private struct Areas: Sendable {
    var damaged = 0
    var changed = 0
  }

  @Test func incrementalIsFromScratch() async throws {
    let run = try await withThrowingTaskGroup(of: Areas.self) { group in
      for seed in 0..<50 { group.addTask { try Self.areas(seed: seed) } }
      return try await group.reduce(into: Areas()) { run, script in
        run.damaged += script.damaged
        run.changed += script.changed
      }
    }
    let (damaged, changed) = (run.damaged, run.changed)
    #expect(damaged <= 4 * changed, "\(damaged) pixels damaged, \(changed) changed")
  }

  /// With shadows, filters of layers and of what lies behind them, which reach over the edges of
  /// the output and back.
  @Test(arguments: 100..<116)
  func filteredIncrementalIsFromScratch(seed: Int) throws {
    _ = try Self.areas(seed: seed, edits: 500, isFiltered: true)
  }

  /// With two portals, of sources that come and go, are moved into one another and hidden.
  @Test(arguments: 200..<250) func portalsIncrementalIsFromScratch(seed: Int) throws {
    _ = try Self.areas(seed: seed, edits: 200, hasPortals: true)
  }

  /// Runs a script, whose frames must be as from scratch.
  private static func areas(
    seed: Int,
    edits count: Int = 2000,
    isFiltered: Bool = false,
    hasPortals: Bool = false
  ) throws -> Areas {
    var script = try EditScript(
      seed: UInt64(seed),
      isFiltered: isFiltered,
      hasPortals: hasPortals
    )
    var areas = Areas()
    var edits = 0
    var before = script.edited
    while edits < count {
      edits += try script.step()
      let same = script.edited == script.fresh
      #expect(same, "seed \(seed), after \(edits) edits: \(script.firstDifference)")
      if !same { break }
      areas.damaged += script.renderer.plan.damage.area
      areas.changed += zip(before, script.edited).count { $0 != $1 }
      before = script.edited
    }
    return areas
  }
}

/// A tree that is edited, and the pixels of its two planners.
private struct EditScript {
  static let (width, height) = (48, 40)

  let renderer: ContextRenderer
  /// The pixels of the frames that were patched, and of those from nothing.
  private(set) var edited: [UInt32]
  private(set) var fresh: [UInt32]
  private let backend = SoftwareBackend(threads: 1)
  private let configuration: ContextConfiguration
  private var random: SeededGenerator
  /// Whether layers have filters, and one is of the class that filters what lies behind.
  private let isFiltered: Bool
  /// Whether two layers are portals.
  private let hasPortals: Bool
  private var time = 0.0
  private var nextImage: UInt32 = 1
  private var images: [ImageID] = []
  /// Where each layer is: its superlayer, and whether as a mask; the root is the first.
  private var nodes: [Node]

  private struct Node {
    var sublayers: [Int] = []
    var mask: Int?
    var parent: Int?
  }

  init(seed: UInt64, isFiltered: Bool, hasPortals: Bool) throws {
    (self.isFiltered, self.hasPortals) = (isFiltered, hasPortals)
    configuration = ContextConfiguration(
      width: EditScript.width,
      height: EditScript.height,
      scale: 1,
      isYUp: seed % 5 == 4
    )
    renderer = try ContextRenderer(context: 1, configuration: configuration, backend: backend)
    random = SeededGenerator(seed: seed)
    edited = Array(repeating: 0, count: EditScript.width * EditScript.height)
    fresh = edited
    nodes = Array(repeating: Node(), count: 12)
    try build()
  }

  private func id(_ node: Int) -> LayerID { LayerID(UInt32(node + 1)) }

  /// Half of the layers are of classes of their own.
  private func layerClass(_ node: Int) -> LayerClass {
    switch node {
    case 3: .shape
    case 4: .replicator
    case 6: .gradient
    case 8: .transform
    case 9: .shape
    case 7 where isFiltered: .backdrop
    case 5 where hasPortals, 10 where hasPortals: .portal
    default: .layer
    }
  }

  private mutating func build() throws {
    var commit = Commit()
    commit.created = nodes.indices.map { .init(id($0), layerClass($0)) }
    commit.root = id(0)
    let size = (Double(EditScript.width), Double(EditScript.height))
    commit.changes = nodes.indices.map { node in
      var bag = PropertyBag()
      bag[.bounds] = .rect(node == 0 ? Rect(0, 0, size.0, size.1) : bounds())
      bag[.position] = .point(node == 0 ? Point(size.0 / 2, size.1 / 2) : place())
      if node > 0 { bag[.backgroundColor] = .color(color()) }
      if layerClass(node) == .shape { bag[.path] = .path(path()) }
      if layerClass(node) == .replicator { bag[.instanceCount] = .integer(3) }
      return .init(id(node), bag)
    }
    try addImages(&commit, count: 3)
    // Two layers are loose; they become masks, or sublayers.
    for node in 1..<nodes.count - 2 { insert(node, into: random.index(below: node) / 2) }
    commit.sublayers = nodes.indices.map(links)
    try renderer.apply(commit)
  }

  // MARK: Frames

  /// Makes a frame's edits and draws it twice.
  ///
  /// - Returns: The number of edits.
  mutating func step() throws -> Int {
    let count = 1 + random.index(below: 7)
    for _ in 0..<count {
      var commit = Commit(time: time)
      try edit(&commit)
      try renderer.apply(commit)
    }
    time += random.once(in: 10) ? 0.2 : 0.016
    try renderer.render(at: time)
    if let problem = renderer.plan.problem { Issue.record("\(problem)") }
    try read(1, into: &edited)
    try drawFresh()
    return count
  }

  private mutating func drawFresh() throws {
    var tree = renderer.tree
    var builder = PlanBuilder(configuration: configuration)
    builder.update(&tree)
    try backend.createOutput(2, width: EditScript.width, height: EditScript.height)
    for (image, pixels) in tree.images {
      try backend.createImage(ImageKey(context: 2, image: image), pixels)
    }
    try backend.execute(builder.plan, context: 2)
    try read(2, into: &fresh)
    for image in tree.images.keys {
      backend.destroyImage(ImageKey(context: 2, image: image))
    }
    backend.destroyOutput(2)
  }

  private func read(_ context: UInt32, into pixels: inout [UInt32]) throws {
    let frame = PixelRect(width: Int32(EditScript.width), height: Int32(EditScript.height))
    try pixels.withUnsafeMutableBytes {
      try backend.read(context, frame, into: $0, rowBytes: EditScript.width * 4)
    }
  }

  /// Where the two pictures differ first, and how.
  var firstDifference: String {
    guard let index = edited.indices.first(where: { edited[$0] != fresh[$0] }) else {
      return "none"
    }
    let values = [edited[index], fresh[index]].map { String($0.byteSwapped, radix: 16) }
    let count = zip(edited, fresh).count { $0 != $1 }
    return
      "\(count) pixels, the first at (\(index % EditScript.width), \(index / EditScript.width)): "
      + "\(values[0]) in place of \(values[1])"
  }

  // MARK: Edits

  private mutating func edit(_ commit: inout Commit) throws {
    switch random.index(below: 20) {
    case 0, 1: move(&commit)
    case 2: changeMask(&commit)
    case 3: reorder(&commit)
    case 4:
      if random.once(in: 3) { try addImages(&commit, count: 1) } else { try updateImage(&commit) }
    default:
      var bag = PropertyBag()
      let node = 1 + random.index(below: nodes.count - 1)
      var (property, value) = change()
      while !layerClass(node).has(property) { (property, value) = change() }
      bag[property] = value
      commit.changes = [.init(id(node), bag)]
    }
  }

  private func links(_ node: Int) -> Commit.Sublayers {
    .init(
      id(node),
      nodes[node].sublayers.map(id),
      mask: nodes[node].mask.map(id) ?? .none
    )
  }

  private func isInside(_ node: Int, of ancestor: Int) -> Bool {
    var next: Int? = node
    while let place = next {
      if place == ancestor { return true }
      next = nodes[place].parent
    }
    return false
  }

  private mutating func insert(_ node: Int, into parent: Int) {
    let place = random.index(below: nodes[parent].sublayers.count + 1)
    nodes[parent].sublayers.insert(node, at: place)
    nodes[node].parent = parent
  }

  /// Takes a layer from where it is; gives the layer that it was in.
  private mutating func takeOut(_ node: Int) -> Int? {
    guard let parent = nodes[node].parent else { return nil }
    nodes[parent].sublayers.removeAll { $0 == node }
    if nodes[parent].mask == node { nodes[parent].mask = nil }
    nodes[node].parent = nil
    return parent
  }

  private mutating func move(_ commit: inout Commit) {
    let node = 1 + random.index(below: nodes.count - 1)
    let target = random.index(below: nodes.count)
    guard !isInside(target, of: node) else { return }
    let source = takeOut(node)
    if !random.once(in: 6) { insert(node, into: target) }
    commit.sublayers = Set([source, target].compactMap { $0 }).sorted().map(links)
  }

  private mutating func changeMask(_ commit: inout Commit) {
    let target = 1 + random.index(below: nodes.count - 1)
    let mask = 1 + random.index(below: nodes.count - 1)
    if let old = nodes[target].mask {
      _ = takeOut(old)
      commit.sublayers = [links(target)]
    } else if !isInside(target, of: mask) {
      let source = takeOut(mask)
      nodes[target].mask = mask
      nodes[mask].parent = target
      commit.sublayers = Set([source, target].compactMap { $0 }).sorted().map(links)
    }
  }

  private mutating func reorder(_ commit: inout Commit) {
    let node = random.index(below: nodes.count)
    nodes[node].sublayers.shuffle(using: &random)
    commit.sublayers = [links(node)]
  }

  private mutating func pixels(_ width: Int, _ height: Int) throws -> PixelBuffer {
    let isOpaque = random.once(in: 2)
    var bytes: [UInt8] = []
    for _ in 0..<width * height {
      let alpha = isOpaque ? 255 : random.index(below: 256)
      for _ in 0..<3 { bytes.append(UInt8(random.index(below: alpha + 1))) }
      bytes.append(UInt8(alpha))
    }
    return try bytes.withUnsafeBytes {
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: isOpaque,
        copying: $0
      )
    }
  }

  private mutating func addImages(_ commit: inout Commit, count: Int) throws {
    for _ in 0..<count {
      let image = ImageID(nextImage)
      nextImage += 1
      commit.createdImages.append(.init(image, try pixels(8, 6)))
      images.append(image)
      if images.count > 3 {
        // Nobody may show an image that is no more.
        let old = images.removeFirst()
        for node in nodes.indices {
          guard let slot = renderer.tree.slot(of: id(node)),
            renderer.tree.models[Int(slot)].value(.contents).image == old
          else { continue }
          var bag = PropertyBag()
          bag[.contents] = .image(image)
          commit.changes.append(.init(id(node), bag))
        }
        commit.destroyedImages.append(old)
      }
    }
  }

  private mutating func updateImage(_ commit: inout Commit) throws {
    let image = images[random.index(below: images.count)]
    let part = try pixels(1 + random.index(below: 8), 1 + random.index(below: 6))
    let place = (random.index(below: 9 - part.width), random.index(below: 7 - part.height))
    commit.updatedImages = [.init(image, x: place.0, y: place.1, part)]
  }

  // MARK: Values

  private mutating func number(_ low: Double, _ high: Double) -> Double {
    let value = Double.random(in: low...high, using: &random)
    return random.once(in: 2) ? value.rounded() : value
  }

  private mutating func color() -> Color {
    Color(
      number(0, 1),
      Double.random(in: 0...1, using: &random),
      Double.random(in: 0...1, using: &random),
      random.once(in: 2) ? 1 : Double.random(in: 0...1, using: &random)
    )
  }

  private mutating func bounds() -> Rect {
    let isMoved = random.once(in: 6)
    return Rect(
      isMoved ? number(-6, 6) : 0,
      isMoved ? number(-6, 6) : 0,
      number(2, 36),
      number(2, 30)
    )
  }

  private mutating func place() -> Point { Point(number(-4, 52), number(-4, 44)) }

  private mutating func path() -> Path {
    let rect = bounds()
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height)
    var path = Path()
    path.move(to: Point(rect.x, rect.y))
    if random.once(in: 2) {
      path.line(to: Point(right, rect.y))
    } else {
      path.quad(to: Point(right, bottom), control: Point(right + 6, rect.y))
    }
    path.line(to: Point(right, bottom))
    path.line(to: Point(rect.x, bottom))
    path.close()
    return path
  }

  private mutating func transform() -> Matrix4x4 {
    switch random.index(below: 5) {
    case 0: .identity
    case 1: .rotation(number(-3, 3), 0, 0, 1)
    case 2: .rotation(number(-1.4, 1.4), number(-1, 1), 1, 0)
    case 3: .scale(number(-2, 2), number(0.3, 2), 1)
    default: .translation(number(-9, 9), number(-9, 9), number(-9, 9))
    }
  }

  private mutating func perspective() -> Matrix4x4 {
    var matrix = Matrix4x4.identity
    if !random.once(in: 3) { matrix.row3.w = -1 / number(40, 200) }
    return matrix
  }

  private mutating func unitRect() -> Rect {
    Rect(number(-0.3, 0.6), number(-0.3, 0.6), number(0.1, 1), number(0.1, 1))
  }

  /// A property and a value that is not unlikely.
  private mutating func change() -> (PropertyID, PropertyValue) {
    if isFiltered, random.once(in: 3) { return filteredChange() }
    if hasPortals, random.once(in: 3) { return portalChange() }
    let isOn = random.once(in: 2)
    let property = EditScript.properties[random.index(below: EditScript.properties.count)]
    return (property, isOn ? PropertyTable[property].defaultValue : value(of: property))
  }

  /// A change of what reaches beyond the layer.
  private mutating func filteredChange() -> (PropertyID, PropertyValue) {
    switch random.index(below: 7) {
    case 0: (.filters, filters())
    case 1: (.backgroundFilters, filters())
    case 2: (.shadowOpacity, .number(number(0, 1)))
    case 3: (.shadowRadius, .number(number(0, 9)))
    case 4: (.shadowOffset, .size(Size(number(-30, 30), number(-30, 30))))
    case 5: (.opacity, .number(number(0, 1)))
    default: (.position, .point(Point(number(-40, 90), number(-40, 80))))
    }
  }

  /// A change of a portal; its source may be any layer, itself, or none.
  private mutating func portalChange() -> (PropertyID, PropertyValue) {
    let isOn = PropertyValue.bool(random.once(in: 2))
    return switch random.index(below: 6) {
    case 0: (.hidesSourceLayer, isOn)
    case 1: (.matchesOpacity, isOn)
    case 2: (.matchesPosition, isOn)
    case 3: (.matchesTransform, isOn)
    default: (.portalSource, .integer(Int64(random.index(below: nodes.count + 2))))
    }
  }

  private mutating func filters() -> PropertyValue {
    if random.once(in: 3) { return .filters(FilterList([])) }
    let radius = FilterInput(key: "inputRadius", value: .number(number(0, 5)))
    let blur = FilterDescription(type: "gaussianBlur", inputs: [radius])
    if random.once(in: 2) { return .filters(FilterList([blur])) }
    return .filters(FilterList([FilterDescription(type: "colorInvert"), blur]))
  }

  /// Likely ones stand in it more than once.
  private static let properties: [PropertyID] =
    PropertyID.allCases.filter { ![.name, .beginTime, .timeOffset, .speed].contains($0) }
    + [.position, .position, .position, .bounds, .backgroundColor, .transform]

  private mutating func value(of property: PropertyID) -> PropertyValue {
    switch property {
    case .bounds: .rect(bounds())
    case .position: .point(place())
    case .zPosition, .anchorPointZ: .number(number(-10, 10))
    case .anchorPoint: .point(Point(number(0, 1), number(0, 1)))
    case .transform: .transform(transform())
    case .sublayerTransform: .transform(random.once(in: 2) ? perspective() : transform())
    case .contents: random.once(in: 5) ? .null : .image(images[random.index(below: images.count)])
    case .contentsRect, .contentsCenter: .rect(unitRect())
    case .contentsScale, .rasterizationScale: .number(number(0.4, 2.4))
    case .backgroundColor, .borderColor, .shadowColor, .contentsMultiplyColor: .color(color())
    case .cornerRadius, .borderWidth: .number(number(0, 9))
    case .maskedCorners, .edgeAntialiasingMask: .integer(Int64(random.index(below: 16)))
    case .opacity, .shadowOpacity: .number(number(0, 1))
    case .shadowOffset: .size(Size(number(-6, 6), number(-6, 6)))
    case .shadowRadius: .number(number(0, 5))
    case .shadowPath: .path(path())
    case .minificationFilterBias: .number(number(-1, 2))
    case .path: .path(path())
    case .fillColor, .strokeColor, .instanceColor: .color(color())
    case .lineWidth, .miterLimit, .lineDashPhase: .number(number(0, 9))
    case .strokeStart, .strokeEnd: .number(number(0, 1))
    case .lineDashPattern: .numbers([number(1, 6), number(1, 6)])
    case .colors: colors()
    case .locations: .numbers([number(0, 0.5), number(0.5, 1)])
    case .startPoint, .endPoint: .point(Point(number(0, 1), number(0, 1)))
    case .instanceCount: .integer(Int64(random.index(below: 5)))
    case .instanceTransform: .transform(transform())
    case .instanceRedOffset, .instanceAlphaOffset: .number(number(-0.5, 0.5))
    default: listedValue(of: property)
    }
  }

  private mutating func colors() -> PropertyValue {
    var numbers: [Double] = []
    for _ in 0..<2 + random.index(below: 2) {
      let color = color()
      numbers += [color.red, color.green, color.blue, color.alpha]
    }
    return .numbers(numbers)
  }

  /// A truth value or a name.
  private mutating func listedValue(of property: PropertyID) -> PropertyValue {
    switch PropertyTable[property].type {
    case .bool: .bool(!(PropertyTable[property].defaultValue.bool ?? false))
    case .name(let names): .name(UInt8(random.index(below: names.count)))
    default: PropertyTable[property].defaultValue
    }
  }
}
