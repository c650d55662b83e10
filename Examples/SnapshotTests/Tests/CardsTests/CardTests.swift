// One snapshot test of each kind.
// Licensed under the MIT license; see LICENSE.

import Cards
import QuartzCore
import QuartzTesting
import Testing

/// The card of all tests.
func makeCard(progress: Double = 0.6) -> ProgressCard {
  let card = ProgressCard()
  card.title.string = "Upload"
  card.progress = progress
  return card
}

/// The card with its ring breathing.
func makePulse() -> ProgressCard {
  let card = makeCard()
  card.startPulse()
  return card
}

@Suite struct CardTests {
  @Test func card() { assertSnapshot(of: makeCard(), as: .image) }
  @Test func pulse() { assertSnapshot(of: makePulse(), as: .frames(at: [0, 0.25, 0.5, 1])) }
  @Test func tree() { assertSnapshot(of: makeCard(), as: .layerTree) }

  @Test func cardAtTwiceTheScale() { assertSnapshot(of: makeCard(), as: .image(scale: 2)) }

  @Test func cardOfAnotherSizeOnGray() {
    let card = makeCard()
    card.frame.origin = CGPoint(x: 10, y: 10)
    let gray = CGColor(red: 0.4, green: 0.4, blue: 0.4, alpha: 1)
    assertSnapshot(of: card, as: .image(size: CGSize(width: 220, height: 92), background: gray))
  }

  @Test(arguments: [0, 0.5, 1.0]) func progress(value: Double) {
    assertSnapshot(of: makeCard(progress: value), as: .image, named: "\(Int(value * 100))")
  }

  @Test func pulseAsFilm() {
    assertSnapshot(of: makePulse(), as: .animatedImage(duration: 1, fps: 8))
  }

  @Test func fadesOut() {
    // The implicit animation of the change, a tenth of a second in, and when it has ended.
    let hide: (CALayer) -> Void = { $0.opacity = 0 }
    assertSnapshot(of: makeCard(), as: .image(time: .at(0.1), changes: hide))
    assertSnapshot(of: makeCard(), as: .image(time: .finished, changes: hide))
  }

  @Test func plan() { assertSnapshot(of: makeCard(), as: .renderPlan) }

  @Test func costs() {
    let budget = RenderBudget(passes: 0, draws: 2, overdraw: 3)
    assertSnapshot(of: makeCard(), as: .statistics(budget: budget))
  }

  @Test func almostTheSame() {
    // For pictures that other renderers draw: how near colours must be, and how many may be
    // further.
    let strategy = Snapshotting<CALayer, CGImage>.image(precision: 0.999, perceptualPrecision: 0.98)
    assertSnapshot(of: makeCard(), as: strategy)
    assertSnapshot(of: makeCard(), as: .image(tolerance: .init(within: 1, except: 40, upTo: 8)))
  }

  @Test func ringPath() throws {
    let card = makeCard()
    card.layoutIfNeeded()
    let path = try #require(card.ring.path)
    assertSnapshot(of: path, as: .image(drawingMode: .stroke, scale: 2))
    assertSnapshot(of: path, as: .elementsDescription)
  }

  @Test func drawing() {
    let draw: (CGContext) -> Void = { context in
      context.setFillColor(CGColor(red: 1, green: 0.6, blue: 0, alpha: 1))
      context.fillEllipse(in: CGRect(x: 4, y: 4, width: 24, height: 24))
    }
    assertSnapshot(of: draw, as: .image(size: CGSize(width: 32, height: 32), scale: 2))
  }
}
