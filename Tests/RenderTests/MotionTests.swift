// Every motion on every renderer: what is known of it, and its pictures.
// Licensed under the MIT license; see LICENSE.
//
// References are made as those of scenes are: QUARTZ_RECORD=1 writes them with the software
// renderer.

import CoreGraphics
import Foundation
import QuartzCore
import RenderScenes
import Testing

@Suite struct MotionTests {
  @Test func namesAreUnique() {
    let names = Motion.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Motion.all, Backend.all)
  func factsAndPictures(motion: Motion, backend: Backend) throws {
    let name = "Motion/\(motion.name)"
    let strip = Picture.strip(try play(motion, backend))
    if References.isRecording {
      if backend == .software { try strip.write(to: References.url(name)) }
      return
    }
    expectEqual(
      strip,
      try Picture(contentsOf: References.url(name)),
      within: backend == .software ? 0 : 2,
      "\(name)-\(backend)"
    )
  }

  /// Goes through a motion, checks its facts and takes its pictures.
  private func play(_ motion: Motion, _ backend: Backend) throws -> [Picture] {
    let stage = try Stage(motion, backend)
    var pictures: [Picture] = []
    for time in motion.moments {
      stage.advance(to: time, in: motion)
      let facts = motion.facts.filter { $0.time == time }
      let hasPixels = facts.contains { if case .pixel = $0.kind { true } else { false } }
      let isPictured = motion.times.contains(time)
      // With the calls of display links before.
      let picture = isPictured || hasPixels ? Picture(try stage.context.image(at: time)) : nil
      for fact in facts { check(fact, stage, picture, "\(motion)-\(backend)", motion.scale) }
      if isPictured, let picture { pictures.append(picture) }
    }
    return pictures
  }

  private func check(
    _ fact: Motion.Fact,
    _ stage: Stage,
    _ picture: Picture?,
    _ name: String,
    _ scale: Double
  ) {
    switch fact.kind {
    case .value(let layer, let keyPath, let numbers, let tolerance):
      let value = stage[layer].presentation()?.value(forKeyPath: keyPath)
      let shown = ShownNumbers(value).numbers
      // A fact of no number would hold of everything.
      let isRight =
        !numbers.isEmpty && shown.count == numbers.count
        && zip(shown, numbers).allSatisfy { abs($0 - $1) <= tolerance }
      #expect(isRight, "\(name): \(fact), shown is \(shown)")
    case .keys(let layer, let keys):
      #expect((stage[layer].animationKeys() ?? []) == keys, "\(name): \(fact)")
    case .sublayers(let names):
      let actual = (stage.root.sublayers ?? []).map { $0.name ?? "" }
      #expect(actual == names, "\(name): \(fact), it has \(actual)")
    case .count(let event, let count):
      #expect(stage.counts[event, default: 0] == count, "\(name): \(fact), \(stage.counts)")
    case .pixel(let probe):
      picture?.check(probe, scale: scale, "\(name) at \(fact.time)")
    }
  }

  private static let undisturbed = Motion.all.filter(\.events.isEmpty)

  /// Nothing depends on the frames before: the last picture is the same if it is the first that is
  /// asked for, and the first if it is asked for after the last.
  @Test(arguments: undisturbed, Backend.all)
  func anyTimeFirst(motion: Motion, backend: Backend) throws {
    let forwards = try Stage(motion, backend)
    let pictures = try motion.times.map { try forwards.picture(at: $0) }
    let backwards = try Stage(motion, backend)
    for (time, picture) in zip(motion.times, pictures).reversed() {
      // because: GLES may draw what is left of a batch with another program, which rounds
      // otherwise.
      expectEqual(
        try backwards.picture(at: time),
        picture,
        within: backend == .software ? 0 : 1,
        "\(motion)-\(time)-\(backend)"
      )
    }
  }

  /// Through bytes, as between two processes.
  @Test(arguments: undisturbed)
  func encodedAndDecoded(motion: Motion) throws {
    let (plain, encoded) = (
      try Stage(motion, .software), try Stage(motion, .software, encoded: true)
    )
    for time in motion.times {
      expectEqual(
        try encoded.picture(at: time),
        try plain.picture(at: time),
        within: 0,
        "\(motion)-\(time)-encoded"
      )
    }
  }
}

/// The numbers that a value consists of.
private struct ShownNumbers {
  var numbers: [Double]

  init(_ value: Any?) {
    switch value {
    case let value as Double: numbers = [value]
    case let value as Float: numbers = [Double(value)]
    case let value as Bool: numbers = [value ? 1 : 0]
    case let value as CGPoint: numbers = [value.x, value.y]
    case let value as CGSize: numbers = [value.width, value.height]
    case let value as CGRect:
      numbers = [value.origin.x, value.origin.y, value.size.width, value.size.height]
    case let value as CGColor: numbers = (value.components ?? []).prefix(3).map { $0 * 255 }
    default: numbers = []
    }
  }
}

extension Stage {
  /// An output of a motion's size with its tree at the beginning.
  convenience init(_ motion: Motion, _ backend: Backend, encoded: Bool = false) throws {
    try self.init(motion, backend.make()) { encoded ? EncodingCarrier($0) : $0 }
  }
}

extension Picture {
  /// Pictures of one size side by side, with a column of nothing between them.
  static func strip(_ pictures: [Picture]) -> Picture {
    guard let first = pictures.first else { return Picture(width: 1, height: 1) { _, _ in .zero } }
    let step = first.width + 1
    return Picture(width: step * pictures.count - 1, height: first.height) { x, y in
      x % step < first.width ? pictures[x / step][x % step, y] : .zero
    }
  }
}
