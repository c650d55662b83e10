// Gradients against closed forms, in Double, and against a search for the circle on top.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Glibc
import QuartzMath
import QuartzRaster
import TestRandom
import Testing

@Suite struct GradientFillerTests {
  /// A ramp by its definition.
  struct Definition {
    var stops: [GradientStop]
    var isPremultiplied = false

    func color(_ t: Double) -> SIMD4<Double> {
      let sorted = stops.enumerated().sorted {
        ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
      }.map { ($0.element.location, SIMD4<Double>($0.element.color)) }
      func premultiplied(_ c: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w)
      }
      guard let first = sorted.first, let last = sorted.last else { return .zero }
      if t < Double(first.0) { return premultiplied(first.1) }
      for (stop, next) in zip(sorted, sorted.dropFirst()) {
        let (low, high) = (Double(stop.0), Double(next.0))
        guard low <= t, t < high else { continue }
        let share = (t - low) / (high - low)
        if isPremultiplied {
          return premultiplied(stop.1) * (1 - share) + premultiplied(next.1) * share
        }
        return premultiplied(stop.1 * (1 - share) + next.1 * share)
      }
      return premultiplied(last.1)
    }

    /// Whether rounding of t could decide the colour: near two stops at one location.
    func isHard(_ t: Double) -> Bool {
      zip(stops, stops.dropFirst()).contains {
        $0.location == $1.location && abs(t - Double($0.location)) < 1e-5
      }
    }

    func ramp() -> GradientRamp {
      GradientRamp(stops, interpolation: isPremultiplied ? .premultiplied : .straight)
    }
  }

  static let ramps: [Definition] = [
    Definition(stops: [GradientStop(0, [1, 0, 0, 1]), GradientStop(1, [0, 0, 1, 1])]),
    Definition(stops: [GradientStop(0.2, [0, 0, 0, 0]), GradientStop(0.9, [1, 1, 1, 1])]),
    Definition(
      stops: [GradientStop(0.2, [0, 0, 0, 0]), GradientStop(0.9, [1, 1, 1, 1])],
      isPremultiplied: true
    ),
    Definition(stops: [
      GradientStop(0, [1, 1, 0, 1]), GradientStop(0.4, [0, 1, 0, 0.5]),
      GradientStop(0.4, [1, 0, 1, 1]), GradientStop(1, [0, 0.3, 0.7, 0.2]),
    ]),
    Definition(
      stops: (0...40).map {
        GradientStop(Float($0) / 40, $0 % 2 == 0 ? [1, 0.5, 0, 1] : [0, 0.5, 1, 0.25])
      }
    ),
  ]

  /// With several stops from one pixel to the next.
  static let denseRamps: [Definition] =
    ramps + [
      Definition(
        stops: (0...300).map {
          let share = Float($0) / 300
          return GradientStop(share, [share, abs(2 * share - 1), 1 - share, 1])
        }
      )
    ]

  static func distance(_ word: UInt32, _ exact: SIMD4<Double>) -> Double {
    BlendTests.distance(word, exact)
  }

  @Test(arguments: denseRamps.indices)
  func axialIsItsClosedForm(index: Int) throws {
    let definition = Self.denseRamps[index]
    let map = Affine(0.8, 0.31, -0.4, 1.1, -7, 5)
    let (start, end) = (Point(3, 9), Point(60, 40))
    let filler = GradientFiller(
      definition.ramp(),
      .axial(start: start, end: end),
      extent: .both,
      pixelToGradient: map
    )
    var words = [UInt32](repeating: 1, count: 150)
    for y in [-20, 0, 13, 77] {
      filler.fill(&words, x: -30, y: y, count: 150)
      for (index, word) in words.enumerated() {
        let p = map.transform(Point(Double(index - 30) + 0.5, Double(y) + 0.5))
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let t = ((p.x - start.x) * dx + (p.y - start.y) * dy) / (dx * dx + dy * dy)
        guard !definition.isHard(t) else { continue }
        #expect(Self.distance(word, definition.color(t)) <= 0.51)
      }
    }
  }

  /// The greatest painted t whose circle goes through p, by looking at all of them.
  private func search(
    _ p: Point,
    _ circles: (Point, Double, Point, Double),
    _ extent: GradientExtent
  ) -> Double? {
    let (c0, r0, c1, r1) = circles
    func excess(_ t: Double) -> Double {
      let (x, y) = (c0.x + t * (c1.x - c0.x) - p.x, c0.y + t * (c1.y - c0.y) - p.y)
      return (x * x + y * y).squareRoot() - (r0 + t * (r1 - r0))
    }
    let low = extent.contains(.beforeStart) ? -30.0 : 0
    let high = extent.contains(.afterEnd) ? 30.0 : 1
    let count = 6000
    var last = (t: high, excess: excess(high))
    for step in 1...count {
      let t = high + (low - high) * Double(step) / Double(count)
      let now = excess(t)
      if (now < 0) != (last.excess < 0) {
        var (a, b) = (last.t, t)
        for _ in 0..<60 {
          let middle = (a + b) / 2
          if (excess(middle) < 0) == (excess(a) < 0) { a = middle } else { b = middle }
        }
        // Where the radius is negative `excess` has no root: both sides are positive.
        return a
      }
      last = (t, now)
    }
    return nil
  }

  static let circles: [(Point, Double, Point, Double)] = [
    (Point(30, 30), 0, Point(30, 30), 25),  // concentric
    (Point(30, 30), 20, Point(30, 30), 4),
    (Point(22, 28), 0, Point(30, 30), 25),  // focal
    (Point(5, 30), 0, Point(30, 30), 25),  // the focus on the edge
    (Point(12, 30), 7, Point(40, 33), 7),  // equal radii
    (Point(8, 10), 3, Point(50, 48), 14),  // a cone
    (Point(50, 48), 14, Point(8, 10), 0),
    (Point(20, 30), 10, Point(30, 30), 20),  // touching inside
  ]

  @Test(arguments: circles.indices, [0, 1, 2, 3] as [UInt8])
  func radialIsTheCircleOnTop(index: Int, extent: UInt8) throws {
    let (circles, extent) = (Self.circles[index], GradientExtent(rawValue: extent))
    let filler = GradientFiller(
      GradientRamp([GradientStop(0, [1, 0, 0, 1]), GradientStop(1, [0, 0, 1, 0.5])]),
      .radial(
        start: circles.0,
        startRadius: circles.1,
        end: circles.2,
        endRadius: circles.3
      ),
      extent: extent,
      pixelToGradient: .identity
    )
    let definition = Definition(
      stops: [GradientStop(0, [1, 0, 0, 1]), GradientStop(1, [0, 0, 1, 0.5])])
    var words = [UInt32](repeating: 1, count: 60)
    var different = 0
    for y in stride(from: 0, to: 60, by: 3) {
      filler.fill(&words, x: 0, y: y, count: 60)
      for x in 0..<60 {
        let t = search(Point(Double(x) + 0.5, Double(y) + 0.5), circles, extent)
        let expected = t.map { definition.color($0) } ?? .zero
        if Self.distance(words[x], expected) > 0.6 { different += 1 }
      }
    }
    // The search misses circles that only touch, and those further away than thirty times.
    #expect(different <= 12, "of 1200 pixels")
  }

  @Test func focusOnTheEdgePaintsHalfAPlane() {
    // All circles touch the line x = 5; what is right of it is on just one of them.
    let filler = GradientFiller(
      GradientRamp([GradientStop(0, [0, 0, 0, 1]), GradientStop(1, [1, 1, 1, 1])]),
      .radial(start: Point(5, 30), startRadius: 0, end: Point(30, 30), endRadius: 25),
      extent: .both,
      pixelToGradient: .identity
    )
    for y in 0..<60 {
      for x in 0..<60 {
        let (px, py) = (Double(x) + 0.5 - 5, Double(y) + 0.5 - 30)
        let color = filler.color(x: x, y: y)
        // |p - t 25 (1, 0)| = 25 t, so t = p·p / (50 p.x).
        let t = (px * px + py * py) / (50 * px)
        let expected = px > 0 ? min(t, 1) : 0
        #expect(abs(Double(color.x) - expected) < 1e-6)
        #expect(color.w == (px > 0 ? 1 : 0))
      }
    }
  }

  @Test(arguments: [0, 0.7, -2, 100])
  func conicIsTheAngle(angle: Double) {
    let definition = Self.ramps[3]
    let map = Affine(1, 0.2, 0, 1.3, 0, -4)
    let filler = GradientFiller(
      definition.ramp(),
      .conic(center: Point(31, 28), angle: angle),
      extent: [],
      pixelToGradient: map
    )
    var words = [UInt32](repeating: 1, count: 70)
    for y in 0..<50 {
      filler.fill(&words, x: 0, y: y, count: 70)
      for (x, word) in words.enumerated() {
        let p = map.transform(Point(Double(x) + 0.5, Double(y) + 0.5))
        var t = (atan2(p.y - 28, p.x - 31) - angle) / (2 * .pi)
        t -= t.rounded(.down)
        guard !definition.isHard(t), t > 1e-5, t < 1 - 1e-5 else { continue }
        #expect(Self.distance(word, definition.color(t)) <= 0.52)
      }
    }
  }

  @Test func extentsEndTheGradient() {
    let ramp = GradientRamp([GradientStop(0, [1, 0, 0, 1]), GradientStop(1, [0, 1, 0, 1])])
    let shape = GradientShape.axial(start: Point(10, 0), end: Point(20, 0))
    for extent in [GradientExtent(), .beforeStart, .afterEnd, .both] {
      let filler = GradientFiller(ramp, shape, extent: extent, pixelToGradient: .identity)
      #expect((filler.color(x: 5, y: 0) == [1, 0, 0, 1]) == extent.contains(.beforeStart))
      #expect((filler.color(x: 25, y: 0) == [0, 1, 0, 1]) == extent.contains(.afterEnd))
      #expect((filler.color(x: 5, y: 0) == .zero) != extent.contains(.beforeStart))
      #expect(filler.color(x: 15, y: 0).w == 1)
      #expect(filler.isOpaque == (extent == .both))
    }
  }

  @Test func degenerateGradientsPaintNothing() {
    let ramp = GradientRamp([GradientStop(0, .one), GradientStop(1, .one)])
    let (p, q) = (Point(5, 5), Point(.nan, 5))
    let shapes: [GradientShape] = [
      .axial(start: p, end: p), .axial(start: p, end: q),
      .axial(start: p, end: Point(.infinity, 0)),
      .axial(start: p, end: Point(1e300, 1e300)),
      .radial(start: p, startRadius: 4, end: p, endRadius: 4),
      .radial(start: p, startRadius: -4, end: p, endRadius: -1),
      .radial(start: q, startRadius: 4, end: p, endRadius: 8),
      .radial(start: p, startRadius: 4, end: p, endRadius: .infinity),
      .radial(start: p, startRadius: 1e200, end: p, endRadius: 0),
      .conic(center: p, angle: .nan), .conic(center: p, angle: .infinity),
      .conic(center: q, angle: 0),
    ]
    var words = [UInt32](repeating: 1, count: 100)
    for shape in shapes {
      let filler = GradientFiller(ramp, shape, extent: .both, pixelToGradient: .identity)
      filler.fill(&words, x: -10, y: 3, count: 100)
      #expect(words.allSatisfy { $0 == 0 }, "\(shape)")
      #expect(!filler.isOpaque)
    }
    let broken = Affine(.nan, 0, 0, 1, 0, 0)
    let filler = GradientFiller(
      ramp,
      .conic(center: p, angle: 0),
      extent: .both,
      pixelToGradient: broken
    )
    #expect(filler.color(x: 1, y: 1) == .zero)
    filler.fill(&words, x: 0, y: 0, count: -3)
  }

  @Test func rampsTakeAnyStops() {
    #expect(GradientRamp([]).color(at: 0.5) == .zero)
    let one = GradientRamp([GradientStop(0.7, [1, 0.5, 0, 0.5])])
    for t in [-.infinity, -1, 0, 0.7, 1, .infinity, .nan] as [Float] {
      #expect(one.color(at: t) == [0.5, 0.25, 0, 0.5])
    }
    // Stops out of order, outside, and not numbers.
    let ramp = GradientRamp([
      GradientStop(2, [0, 0, 1, 1]), GradientStop(.nan, [1, 0, 0, 1]),
      GradientStop(0.5, [0, 1, 0, 1]), GradientStop(-3, [0, 0, 0, 1]),
    ])
    #expect(ramp.color(at: -0.1) == [1, 0, 0, 1])
    #expect(ramp.color(at: 0) == [0, 0, 0, 1])
    #expect(ramp.color(at: 0.5) == [0, 1, 0, 1])
    #expect(ramp.color(at: 1) == [0, 0, 1, 1])
    let samples = GradientRamp(samples: [[0, 0, 0, 1], [1, 1, 1, 1], [0, 0, 0, 1]])
    #expect(samples.color(at: 0.25) == [0.5, 0.5, 0.5, 1])
    #expect(GradientRamp(samples: []).color(at: 0) == .zero)
  }

  @Test func colorsOutsideOfTheRangeStay() {
    let ramp = GradientRamp([GradientStop(0, [-0.5, 0, 2, 1]), GradientStop(1, [1.5, 0, 2, 1])])
    #expect(ramp.color(at: 0.5) == [0.5, 0, 2, 1])
    #expect(ramp.color(at: 0) == [-0.5, 0, 2, 1])
  }

  /// A gradient from clear black goes through greys; interpolated premultiplied it does not.
  @Test func interpolationIsStraight() {
    let stops = [GradientStop(0, [0, 0, 0, 0]), GradientStop(1, [1, 1, 1, 1])]
    #expect(GradientRamp(stops).color(at: 0.5) == [0.25, 0.25, 0.25, 0.5])
    #expect(
      GradientRamp(stops, interpolation: .premultiplied).color(at: 0.5) == [0.5, 0.5, 0.5, 0.5]
    )
  }

  @Test func spansMayBeginAnywhere() {
    let shapes: [GradientShape] = [
      .axial(start: Point(3, 9), end: Point(260, 40)),
      .radial(start: Point(80, 28), startRadius: 0, end: Point(90, 30), endRadius: 95),
      .conic(center: Point(101, 7), angle: 1),
    ]
    for shape in shapes {
      let map = Affine(0.8, 0.31, -0.4, 1.1, -7, 5)
      let filler = GradientFiller(Self.ramps[3].ramp(), shape, extent: .both, pixelToGradient: map)
      var whole = [UInt32](repeating: 1, count: 300)
      filler.fill(&whole, x: -100, y: 5, count: 300)
      for (start, count) in [(0, 1), (1, 299), (37, 64), (99, 130), (100, 1), (163, 2)] {
        var part = [UInt32](repeating: 1, count: count)
        filler.fill(&part, x: start - 100, y: 5, count: count)
        #expect(part[...] == whole[start..<start + count])
      }
    }
  }

  @Test func turnsAreSinesAndCosines() {
    for step in -4000...4000 {
      let angle = Double(step) * 0.0173
      let turn = Turn(angle)
      #expect(abs(turn.sine - sin(angle)) < 1e-13 && abs(turn.cosine - cos(angle)) < 1e-13)
    }
  }
}

@Suite(.serialized) struct GradientKernelTests {
  private static func forAllLengths(_ body: (Int, inout SeededGenerator) -> Void) {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var numbers = SeededGenerator(seed: 19)
      for length in 0...40 { body(length, &numbers) }
    }
  }

  private static func bits(_ values: some Sequence<Float>) -> [UInt32] {
    // One NaN is as good as another.
    values.map { $0.isNaN ? 0x7FC0_0000 : $0.bitPattern }
  }

  @Test func parameters() {
    Self.forAllLengths { length, numbers in
      func number() -> Float { Float.random(in: -3...3, using: &numbers) }
      let (x, y, dx, dy) = (number(), number(), number() * 0.1, number() * 0.1)
      var result = [Float](repeating: 7, count: length + 3)
      qk_axial_parameters(&result, x, dx, 3, Int32(length))
      var expected = (0..<length).map { ReferenceGradients.axial(x, dx, $0 + 3) }
      #expect(Self.bits(result) == Self.bits(expected + [7, 7, 7]))
      qk_conic_parameters(&result, x, y, dx, dy, 3, Int32(length))
      expected = (0..<length).map {
        ReferenceGradients.conic(x + dx * Float($0 + 3), y + dy * Float($0 + 3))
      }
      #expect(Self.bits(result) == Self.bits(expected + [7, 7, 7]))
      for extent in 0..<4 as Range<UInt8> {
        var circles = qk_circles(
          Point(0, 0),
          Double(max(number(), 0)),
          Point(Double(number()), Double(number())),
          Double(max(number(), 0)),
          GradientExtent(rawValue: extent)
        )
        let (px, py, sx, sy) = (Double(x), Double(y), Double(dx), Double(dy))
        qk_radial_parameters(&result, &circles, px, py, sx, sy, 3, Int32(length))
        expected = (0..<length).map {
          ReferenceGradients.radial(circles, px + sx * Double($0 + 3), py + sy * Double($0 + 3))
        }
        #expect(Self.bits(result) == Self.bits(expected + [7, 7, 7]))
      }
    }
  }

  @Test(arguments: GradientFillerTests.denseRamps.indices)
  func colors(index: Int) {
    let ramp = GradientFillerTests.denseRamps[index].ramp()
    Self.forAllLengths { length, numbers in
      let parameters = (0..<length).map { _ in
        [Float.nan, .infinity, -.infinity, 0, 1, 0.4, -0.1, 1.2][Int(numbers.next() % 8)]
          + (numbers.next() & 1 == 0 ? 0 : Float.random(in: -0.3...1.3, using: &numbers))
      }
      for raw in 0..<4 as Range<UInt8> {
        let extent = GradientExtent(rawValue: raw)
        var words = [UInt32](repeating: 7, count: length + 3)
        ramp.withKernelRamp(extent) { job in
          qk_ramp_words(&words, job, parameters, Int32(length))
        }
        let expected = parameters.map { PixelWord.word(ReferenceGradients.color(ramp, extent, $0)) }
        #expect(words == expected + [7, 7, 7])
      }
    }
  }
}
