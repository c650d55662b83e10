// Layers nested as deeply as is promised, on threads with hardly any stack.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import TestRandom
import Testing

@Suite struct DepthTests {
  /// A property by which a layer needs a surface, or a pass of the plan of its own.
  enum Nesting: String, CaseIterable, CustomStringConvertible {
    case plain, opacity, mask, clip, nestedClip, curvedClip, shadow, outlineShadow, raster, blend
    case tilted, cutting, transform, replicator, emitter, flipped

    var description: String { rawValue }

    var layerClass: LayerClass {
      switch self {
      case .transform: .transform
      case .replicator: .replicator
      case .emitter: .emitter
      default: .layer
      }
    }

    /// Adds what makes layer number `level` one of its kind.
    func set(_ bag: inout PropertyBag, level: Int) {
      switch self {
      case .plain, .mask, .emitter: break
      case .opacity: bag[.opacity] = .number(0.999)
      case .clip:
        bag[.masksToBounds] = .bool(true)
        bag[.cornerRadius] = .number(4)
      case .nestedClip:
        bag[.masksToBounds] = .bool(true)
        bag[.cornerRadius] = .number(4)
        bag[.transform] = .transform(Matrix4x4.rotation(0.01, 0, 0, 1))
      case .curvedClip:
        bag[.masksToBounds] = .bool(true)
        bag[.cornerRadius] = .number(9)
        bag[.cornerCurve] = .name(CornerCurve.continuous.rawValue)
      case .shadow, .outlineShadow:
        bag[.shadowOpacity] = .number(0.01)
        bag[.shadowRadius] = .number(1)
        guard self == .outlineShadow else { return }
        bag[.backgroundColor] = .color(Color(0, 0, 1))
        bag[.shadowPath] = .path(DepthTests.square)
      case .raster: bag[.shouldRasterize] = .bool(true)
      case .blend: bag[.compositingFilter] = .name(CompositingMode.multiply.rawValue)
      case .tilted, .cutting, .transform:
        bag[.transform] = .transform(Matrix4x4.rotation(0.001, 1, 0, 0))
      case .replicator:
        bag[.instanceCount] = .integer(1)
        bag[.preservesDepth] = .bool(level % 2 == 0)
      case .flipped: bag[.geometryFlipped] = .bool(true)
      }
    }
  }

  static let square: Path = {
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(64, 0))
    path.line(to: Point(64, 64))
    path.close()
    return path
  }()

  /// A tree in which a layer of each kind lies in another one, `depth` layers in all.
  static func tree(_ nesting: Nesting, depth: Int, _ width: Double, _ height: Double) -> Commit {
    var commit = Commit()
    commit.root = LayerID(1)
    for level in 1...depth {
      let id = LayerID(UInt32(level))
      commit.created.append(.init(id, level == depth ? .layer : nesting.layerClass))
      var bag = PropertyBag()
      bag[.bounds] = .rect(Rect(0, 0, width, height))
      bag[.position] = .point(Point(width / 2, height / 2))
      if level == depth || level % 3 == 0 {
        bag[.backgroundColor] = .color(Color(level == depth ? 1 : 0, 0.5, 0, 1))
      }
      if level < depth { nesting.set(&bag, level: level) }
      commit.changes.append(.init(id, bag))
      guard level < depth else { continue }
      var list = Commit.Sublayers(id, [])
      let below = LayerID(UInt32(level + 1))
      if nesting == .mask { list.mask = below } else { list.sublayers = [below] }
      if nesting == .mask { commit.changes[level - 1].values[.backgroundColor] = .color(.white) }
      if nesting == .cutting || nesting == .opacity {
        // A sibling, so that there is something to order, to cut and to group.
        let other = LayerID(UInt32(depth + level))
        commit.created.append(.init(other, .layer))
        var bag = PropertyBag()
        bag[.bounds] = .rect(Rect(0, 0, 8, 8))
        bag[.position] = .point(Point(4, 4))
        bag[.backgroundColor] = .color(Color(0, 0, 1))
        if nesting == .cutting {
          bag[.transform] = .transform(Matrix4x4.rotation(0.5, 0, 1, 0))
        }
        commit.changes.append(.init(other, bag))
        list.sublayers.append(other)
      }
      commit.sublayers.append(list)
    }
    return commit
  }

  private func render(
    _ nesting: Nesting,
    depth: Int,
    width: Int,
    height: Int,
    _ backend: any RenderBackend
  ) throws -> [UInt8] {
    let renderer = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: width, height: height, scale: 1, isYUp: false),
      backend: backend
    )
    defer { renderer.close() }
    try renderer.apply(DepthTests.tree(nesting, depth: depth, Double(width), Double(height)))
    try renderer.render(at: 0)
    try renderer.render(at: 0.5)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    try bytes.withUnsafeMutableBytes { try renderer.read(into: $0, rowBytes: width * 4) }
    return bytes
  }

  /// Bytes of stack that a thread which plans and draws has to have: a sixteenth of what is usual.
  static let stack = 512 << 10

  @Test(arguments: Nesting.allCases)
  func promisedDepthsFitTheStack(nesting: Nesting) throws {
    var bytes: [UInt8] = []
    let used = try stackUse {
      bytes = try render(nesting, depth: 512, width: 64, height: 64, SoftwareBackend(threads: 1))
    }
    #expect(used < DepthTests.stack)
    #expect(bytes.contains { $0 != 0 })
  }

  /// Nested surfaces as wide as outputs may be, with any number of threads, whose stacks are small.
  @Test(arguments: [Nesting.opacity, .mask, .nestedClip, .curvedClip, .blend])
  func threadsDrawTheSameBytes(nesting: Nesting) throws {
    let (width, height) = (16_384, 8)
    var one: [UInt8] = []
    let used = try stackUse {
      one = try render(
        nesting,
        depth: 512,
        width: width,
        height: height,
        SoftwareBackend(threads: 1)
      )
    }
    #expect(used < DepthTests.stack)
    #expect(one.contains { $0 != 0 })
    let three = try render(
      nesting,
      depth: 512,
      width: width,
      height: height,
      SoftwareBackend(threads: 3)
    )
    #expect(one == three)
  }

  /// GLES draws surfaces level upon level, so that depth is no more than a number there.
  @Test(.enabled(if: Backend.hasGLES), arguments: [Nesting.opacity, .mask, .nestedClip])
  func rendererOfGLTakesNoStack(nesting: Nesting) throws {
    let software = try render(
      nesting,
      depth: 512,
      width: 64,
      height: 64,
      SoftwareBackend(threads: 1)
    )
    let gles = try render(nesting, depth: 512, width: 64, height: 64, Backend.gles.make())
    // Because: groups of opacity 0.999 round in each of 511 levels.
    let difference = zip(software, gles).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(difference <= 2, "\(difference)")
  }
}
