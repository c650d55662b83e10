// Inputs of filters that animations move: `filters.NAME.inputKey`.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel
import Testing

@Suite struct FilterAnimationTests {
  private let blur = FilterDescription(
    type: "gaussianBlur",
    name: "blur",
    inputs: [FilterInput(key: "inputRadius", value: .number(2))]
  )

  private func state(
    _ keyPath: String,
    _ kind: PropertyAnimation.Kind,
    _ change: (inout PropertyAnimation) -> Void = { _ in }
  ) throws -> AnimationState {
    let target = try #require(FilterTarget(keyPath: keyPath))
    var animation = PropertyAnimation(.filter(target), kind)
    change(&animation)
    return AnimationState(.property(animation), timing: timing(1))
  }

  private func layer(
    _ states: [AnimationState],
    _ filters: [FilterDescription],
    _ row: PropertyID = .filters
  ) throws -> Animated {
    try Animated(states, model: [row: .filters(FilterList(filters))])
  }

  /// The value of an input at a time.
  private func input(
    _ layer: inout Animated,
    _ key: String = "inputRadius",
    at time: Double,
    _ row: PropertyID = .filters
  ) -> FilterInputValue? {
    layer.value(row, at: time).filters?.filters.first?[key]
  }

  @Test(arguments: ["filters.blur.inputRadius", "filters.0.inputRadius"])
  func numbersMove(keyPath: String) throws {
    let move = try state(keyPath, .basic(BasicAnimation(from: .number(0), to: .number(8))))
    var layer = try layer([move], [blur])
    #expect(input(&layer, at: 0.25) == .number(2))
    #expect(input(&layer, at: 0.75) == .number(6))
    // It is over.
    #expect(layer.value(.filters, at: 1.5) == .filters(FilterList([blur])))
  }

  @Test func endsComeFromTheModel() throws {
    let by = try state("filters.blur.inputRadius", .basic(BasicAnimation(by: .number(4))))
    var layer = try layer([by], [blur])
    #expect(input(&layer, at: 0.5) == .number(4))
    let to = try state("filters.blur.inputRadius", .basic(BasicAnimation(to: .number(10))))
    layer = try self.layer([to], [FilterDescription(type: "gaussianBlur", name: "blur")])
    // The default radius is 10: nothing moves.
    #expect(input(&layer, at: 0.5) == .number(10))
  }

  @Test func additiveAndCumulative() throws {
    let move = try state(
      "filters.blur.inputRadius",
      .basic(BasicAnimation(from: .number(0), to: .number(4)))
    ) { $0.isAdditive = true }
    var layer = try layer([move, move], [blur])
    #expect(input(&layer, at: 0.5) == .number(6))
  }

  @Test func keyframesAndGroups() throws {
    let frames = try state(
      "filters.blur.inputRadius",
      .keyframe(KeyframeAnimation(values: [.number(0), .number(8), .number(4)]))
    )
    var layer = try layer([AnimationState(.group([frames]), timing: timing(1))], [blur])
    #expect(input(&layer, at: 0.5) == .number(8))
    #expect(input(&layer, at: 0.75) == .number(6))
  }

  @Test func springs() throws {
    let ends = BasicAnimation(from: .number(0), to: .number(1))
    let spring = try state("filters.0.inputRadius", .spring(SpringAnimation(ends, Spring())))
    var layer = try layer([spring], [blur])
    guard case .number(let value)? = input(&layer, at: 0.3) else {
      Issue.record("no number")
      return
    }
    #expect(value > 0 && value != 0.3)
  }

  @Test func vectorsMoveComponentByComponent() throws {
    var pinch = FilterDescription(type: "CIPinchDistortion", name: "pinch")
    pinch["inputCenter"] = .vector([0, 0])
    let move = try state(
      "filters.pinch.inputCenter",
      .basic(BasicAnimation(from: .point(Point(0, 10)), to: .point(Point(8, 20))))
    )
    var layer = try layer([move], [pinch])
    #expect(input(&layer, "inputCenter", at: 0.25) == .vector([2, 12.5]))
    var line = Path()
    line.move(to: .zero)
    line.line(to: Point(4, 0))
    let path = try state(
      "filters.pinch.inputCenter",
      .keyframe(KeyframeAnimation(path: line))
    )
    layer = try self.layer([path], [pinch])
    #expect(input(&layer, "inputCenter", at: 0.5) == .vector([2, 0]))
  }

  @Test func matricesMoveNumberByNumber() throws {
    let identity = (0..<20).map { $0 % 6 == 0 ? 1.0 : 0 }
    let zero = [Double](repeating: 0, count: 20)
    let move = try state(
      "filters.matrix.inputColorMatrix",
      .basic(BasicAnimation(from: .numbers(zero), to: .numbers(identity)))
    )
    var layer = try layer([move], [FilterDescription(type: "colorMatrix", name: "matrix")])
    #expect(
      input(&layer, "inputColorMatrix", at: 0.25) == .vector(identity.map { $0 * 0.25 })
    )
    // Without an end the animation goes to the default, the identity.
    let from = try state(
      "filters.matrix.inputColorMatrix",
      .basic(BasicAnimation(from: .numbers(zero)))
    )
    layer = try self.layer([from], [FilterDescription(type: "colorMatrix", name: "matrix")])
    #expect(
      input(&layer, "inputColorMatrix", at: 0.75) == .vector(identity.map { $0 * 0.75 })
    )
  }

  @Test func coloursMove() throws {
    let move = try state(
      "backgroundFilters.0.inputColor",
      .basic(BasicAnimation(from: .color(.black), to: .color(.white)))
    )
    var layer = try layer([move], [FilterDescription(type: "colorAdd")], .backgroundFilters)
    #expect(
      input(&layer, "inputColor", at: 0.5, .backgroundFilters) == .color([0.5, 0.5, 0.5, 1])
    )
  }

  /// Inputs that only some moments have come and go with their animations, in lists made again.
  @Test func inputsOfEndedAnimationsAreTheModels() throws {
    let gradient = FilterDescription(
      type: "CILinearGradient",
      name: "g",
      inputs: [FilterInput(key: "inputPoint0", value: .vector([1, 1]))]
    )
    func move(_ key: String, _ duration: Double) throws -> AnimationState {
      let ends = BasicAnimation(from: .point(Point(0, 0)), to: .point(Point(8, 8)))
      var state = try state("filters.g." + key, .basic(ends))
      state.timing.duration = duration
      return state
    }
    let moves = [try move("inputPoint0", 4), try move("inputPoint1", 1)]
    var layer = try layer(moves, [gradient])
    func points(at time: Double) -> [FilterInputValue?] {
      let filter = layer.value(.filters, at: time).filters?.filters.first
      return [filter?["inputPoint0"], filter?["inputPoint1"]]
    }
    for _ in 0..<2 {
      #expect(points(at: 0.5) == [.vector([1, 1]), .vector([4, 4])])
      #expect(points(at: 0.75) == [.vector([1.5, 1.5]), .vector([6, 6])])
      for time in [2.0, 2.5, 3] {
        #expect(points(at: time) == [.vector([time * 2, time * 2]), nil])
      }
      #expect(points(at: 5) == [.vector([1, 1]), nil])
    }
  }

  /// A value that fits no input leaves what the model has, not what was there at another moment.
  @Test func valuesThatFitNoInputLeaveTheModels() throws {
    let filter = FilterDescription(type: "CIColorMonochrome", name: "m")
    let frames = try state(
      "filters.m.inputColor",
      .keyframe(
        KeyframeAnimation(values: [.color(.white), .null], calculationMode: .discrete)
      )
    )
    var layer = try layer([frames], [filter])
    for time in [0.1, 0.2, 0.6, 0.7, 0.2, 0.8] {
      let color = input(&layer, "inputColor", at: time)
      #expect(color == (time < 0.5 ? .color([1, 1, 1, 1]) : nil))
    }
  }

  @Test func enabledSwitches() throws {
    let move = try state(
      "filters.blur.enabled",
      .basic(BasicAnimation(from: .bool(true), to: .bool(false)))
    )
    var layer = try layer([move], [blur])
    #expect(layer.value(.filters, at: 0.4).filters?.filters[0].isEnabled == true)
    #expect(layer.value(.filters, at: 0.6).filters?.filters[0].isEnabled == false)
  }

  @Test(arguments: ["filters.none.inputRadius", "filters.1.inputRadius", "filters.-1.inputRadius"])
  func nothingMovesWithoutTheFilter(keyPath: String) throws {
    let move = try state(keyPath, .basic(BasicAnimation(from: .number(0), to: .number(8))))
    var layer = try layer([move], [blur])
    #expect(layer.value(.filters, at: 0.5) == .filters(FilterList([blur])))
  }

  @Test func valuesThatAreNotFiniteHaveNoEffect() throws {
    let move = try state(
      "filters.0.inputRadius",
      .basic(BasicAnimation(from: .number(.nan), to: .number(8)))
    )
    #expect(move.problem == "fromValue is not finite")
    var layer = try layer([move], [blur])
    #expect(input(&layer, at: 0.5) == .number(2))
  }

  @Test func listsMixInputByInput() throws {
    var other = blur
    other["inputRadius"] = .number(6)
    let row = try AnimationState.basic(
      "filters",
      from: .filters(FilterList([blur])),
      to: .filters(FilterList([other])),
      timing(1)
    )
    var layer = try layer([row], [other])
    #expect(input(&layer, at: 0.25) == .number(3))
    // Other filters act at once.
    let replaced = try AnimationState.basic(
      "filters",
      from: .null,
      to: .filters(FilterList([other])),
      timing(1)
    )
    layer = try self.layer([replaced], [other])
    #expect(input(&layer, at: 0.01) == .number(6))
  }
}

@Suite struct FilterLimitTests {
  private func problem(_ filters: [FilterDescription]) -> CommitError? {
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    var values = PropertyBag()
    values[.filters] = .filters(FilterList(filters))
    commit.changes = [.init(LayerID(1), values)]
    var tree = LayerTree()
    do {
      try tree.apply(commit)
      return nil
    } catch {
      return error
    }
  }

  private func filter(_ value: FilterInputValue) -> FilterDescription {
    FilterDescription(type: "gaussianBlur", inputs: [FilterInput(key: "input", value: value)])
  }

  @Test func counts() {
    let many = [FilterDescription](repeating: FilterDescription(type: "x"), count: 65)
    #expect(problem(Array(many.dropLast())) == nil)
    #expect(
      problem(many) == .malformedFilters(LayerID(1), "65 filters, at most 64 are allowed")
    )
    let inputs = (0..<65).map { FilterInput(key: "\($0)", value: .number(0)) }
    #expect(
      problem([FilterDescription(type: "x", inputs: inputs)])
        == .malformedFilters(LayerID(1), "filter x: 65 inputs, at most 64 are allowed")
    )
  }

  @Test func sizes() {
    #expect(problem([filter(.vector([Double](repeating: 0, count: 4096)))]) == nil)
    #expect(problem([filter(.vector([Double](repeating: 0, count: 4097)))]) != nil)
    #expect(problem([filter(.data([UInt8](repeating: 0, count: (1 << 20) + 1)))]) != nil)
  }

  @Test func imagesMustExist() {
    #expect(problem([filter(.image(7))]) == .unknownImage(ImageID(7)))
    #expect(problem([filter(.image(1 << 40))]) != nil)
  }
}
