// Animations of the values that particles get at birth, evaluated at the time of a birth.
// Licensed under the MIT license; see LICENSE.

extension AnimationState {
  /// Whether some animation in the state changes the values that particles of an emitter layer get
  /// at birth.
  var animatesEmission: Bool {
    var animates = false
    forEachProperty { animation in
      switch animation.property {
      case .cell: animates = true
      case .row(let target): animates = animates || EmitterSetting.rows.contains(target.property)
      case .declared, .filter: break
      }
    }
    return animates
  }

  /// Whether some animation in the state changes which picture particles show.
  var animatesStyles: Bool {
    var animates = false
    forEachProperty { animation in
      guard case .cell(let target) = animation.property else { return }
      switch target.property {
      case .contents, .contentsRect, .contentsScale, .minificationFilterBias: animates = true
      case .color: animates = animates || animation.hasHeadroom
      default: break
      }
    }
    return animates
  }
}

extension AnimationTrack {
  /// Returns the animated value of a property of a cell; nil where the animation has no effect.
  package func value(
    of target: CellTarget,
    at layerTime: Double,
    base: PropertyValue
  ) -> PropertyValue? {
    var value: PropertyValue?
    apply(at: layerTime) { _, new in
      value = new
    } base: { property in
      property == .cell(target) ? value ?? base : nil
    }
    return value
  }

  /// Gives the values that the animation has at a time of the layer.
  ///
  /// - Parameters:
  ///   - body: Gets each property and its value, in the order in which they act.
  ///   - base: The property's value until then; nil for properties that do not matter.
  func apply(
    at layerTime: Double,
    _ body: (AnimatedProperty, PropertyValue) -> Void,
    base: (AnimatedProperty) -> PropertyValue?
  ) {
    guard layerTime.isFinite else { return }
    program.run(at: layerTime) { motion, fraction, cycle in
      guard let old = base(motion.property) else { return }
      guard let member = motion.property.target?.member else {
        let value = motion.value(at: fraction, cycle: cycle, base: AnimatedValue(old))
        return body(motion.property, value.propertyValue)
      }
      guard let part = old.member(member) else { return }
      let value = motion.value(at: fraction, cycle: cycle, base: AnimatedValue(part))
      if let new = old.replacing(member, with: value.propertyValue) { body(motion.property, new) }
    }
  }
}

/// Animations of values at births, so that a birth costs only those that act on it.
struct EmissionTracks: Sendable {
  /// Animations that act on one thing, in their order.
  struct Actions: Sendable {
    /// The cell's names, the outermost first; empty for the layer.
    var names: [String] = []
    private(set) var tracks: ContiguousArray<AnimationTrack> = []
    /// The values that are worked out to apply the animations once.
    private(set) var values = 0

    mutating func append(_ track: AnimationTrack, values count: Int) {
      tracks.append(track)
      values += count
    }
  }

  private(set) var ofLayer = Actions()
  /// Index i belongs to cell i; empty if there are no animations.
  private(set) var ofCells: ContiguousArray<Actions> = []

  init(_ tracks: ContiguousArray<AnimationTrack>, _ cells: CellBox) {
    if tracks.isEmpty { return }
    ofCells = ContiguousArray(repeating: Actions(), count: cells.cells.count)
    var indexes: [[String]: Int?] = [:]
    for track in tracks {
      var (values, actsOnLayer) = (0, false)
      var changed: Set<Int> = []
      track.state.forEachProperty { animation in
        values += 1
        switch animation.property {
        case .row: actsOnLayer = true
        case .cell(let target):
          let index = indexes[target.names] ?? cells.index(of: target.names)
          indexes[target.names] = .some(index)
          guard let index else { return }
          ofCells[index].names = target.names
          changed.insert(index)
        case .declared, .filter: break
        }
      }
      if actsOnLayer { ofLayer.append(track, values: values) }
      for index in changed { ofCells[index].append(track, values: values) }
    }
  }

  /// A value of an animation takes as long as so many births: 290 ns where those take 150.
  private static let stepsOfValue = 2

  /// The steps for the values that are worked out for a birth of a cell, which the first index is.
  func steps(ofCells cells: Range<Int>) -> Int {
    if ofCells.isEmpty { return 0 }
    return cells.reduce(ofLayer.values) { $0 + ofCells[$1].values } * EmissionTracks.stepsOfValue
  }
}
