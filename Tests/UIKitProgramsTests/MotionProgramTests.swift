// Programs of animations: a chart, an introduction, spinners, clocks, messages, cards, a sheet.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitTesting

@testable import UIKitPrograms

@MainActor
@Suite("Programs of animations")
struct MotionProgramTests {
  nonisolated static let file: StaticString = #filePath

  @Test("Bar chart: the bars grow one after the other, and the line draws itself")
  func barChart() throws {
    let program = BarChartViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    #expect(
      program.chart.barLayers.map(\.frame.height) == [12, 30, 18, 42, 25].map { $0 * 196 / 42 }
    )
    try stage.wait(0.48)
    let heights = program.chart.barLayers.map { $0.presentation()?.bounds.height ?? -1 }
    #expect(heights[0] == 56 && heights[4] > 0 && heights[4] < heights[3] && heights[3] < 196)
    #expect(abs((program.chart.lineLayer.presentation()?.strokeEnd ?? 0) - 0.5) < 0.01)
    try stage.check("bar-chart")
    try stage.wait(2)
    #expect(program.chart.barLayers.allSatisfy { $0.animationKeys()?.isEmpty ?? true })
  }

  @Test("Onboarding: keyframes lead to the next step")
  func onboarding() throws {
    let program = OnboardingViewController()
    var ends = 0
    program.onFinish = { ends += 1 }
    let stage = try ProgramStage(program)
    defer { stage.end() }
    try stage.tap(program.nextButton)
    #expect(program.step == .notify && !program.nextButton.isEnabled)
    try stage.wait(0.3)
    #expect((program.badge.layer.presentation()?.affineTransform().a ?? 1) < 0.75)
    try stage.wait(0.3)
    try stage.check("onboarding")
    try stage.wait(1)
    #expect(program.headline.text == "Stay informed" && program.nextButton.isEnabled)
    try stage.tap(program.nextButton)
    try stage.wait(2)
    #expect(program.nextButton.configuration?.title == "Start")
    try stage.tap(program.nextButton)
    #expect(ends == 1)
  }

  @Test("Spinners: they turn until they are stopped")
  func spinners() throws {
    let program = SpinnersViewController()
    let stage = try ProgramStage(program, size: CGSize(width: 260, height: 220))
    defer { stage.end() }
    #expect(program.spinners.allSatisfy { $0.isAnimating })
    try stage.wait(0.6)
    try stage.check("spinners")
    let before = try stage.wait(0).pngData()
    let after = try stage.wait(0.2).pngData()
    #expect(after != before)
    program.spinners[1].stopAnimating()
    #expect(program.spinners[1].isHidden && program.spinners[1].layer.sublayers?.isEmpty ?? true)
  }

  @Test("Analog clock: the hands follow the display link")
  func analogClock() throws {
    let program = AnalogClockViewController()
    program.clock.calendar.timeZone = .gmt
    program.startDate = Date(timeIntervalSince1970: 10 * 3600 + 8 * 60 + 20)
    let stage = try ProgramStage(program)
    defer { stage.end() }
    func seconds() -> CGFloat {
      let transform = program.clock.secondHand.affineTransform()
      let angle = atan2(transform.b, transform.a) / (2 * .pi) * 60
      return (angle + 60).truncatingRemainder(dividingBy: 60).rounded()
    }
    #expect(seconds() == 20)
    try stage.check("analog-clock")
    let before = program.frames
    for _ in 0..<52 { try stage.wait(0.1) }
    #expect(seconds() == 25 && program.frames - before == 52)
    let frames = program.frames
    stage.window.rootViewController = UIViewController()
    try stage.wait(2)
    #expect(program.frames == frames)
  }

  @Test("Countdown: the ring runs down with the number, and stands still while it is paused")
  func countdownRing() throws {
    let program = CountdownViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    try stage.wait(4.2)
    #expect(program.label.text == "6")
    try stage.tap(program.pauseButton)
    let part = (program.ring.layer.presentation() as? CAShapeLayer)?.strokeEnd ?? 0
    #expect(abs(part - 0.57) < 0.01)
    try stage.wait(3)
    try stage.check("countdown-ring")
    let later = (program.ring.layer.presentation() as? CAShapeLayer)?.strokeEnd ?? 0
    #expect(abs(later - part) < 0.001 && program.label.text == "6")
    try stage.tap(program.pauseButton)
    try stage.wait(7)
    #expect(program.label.text == "0" && program.finishedCount == 1)
  }

  @Test("Toasts: messages wait for each other")
  func toasts() throws {
    let program = ToastsViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    try stage.tap(program.saveButton)
    try stage.tap(program.deleteButton)
    try stage.wait(1)
    #expect(program.toaster.current?.label.text == "Saved.")
    try stage.wait(2.2)
    #expect(program.toaster.current?.label.text?.hasPrefix("The document") == true)
    #expect(program.toaster.current?.frame.maxY == 240)
    try stage.check("toasts")
    try stage.wait(3)
    #expect(program.toaster.current == nil && program.view.subviews.count == 2)
  }

  @Test("Memory: a pair stays, two that differ are turned back")
  func memoryGame() throws {
    let program = MemoryGameViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    try stage.tap(program.cards[1])
    try stage.wait(0.5)
    try stage.tap(program.cards[2])
    try stage.wait(0.5)
    #expect(program.movesLabel.text == "Moves: 1" && program.found == 0)
    #expect(program.cards[1].isFaceUp)
    try stage.wait(1.2)
    #expect(!program.cards[1].isFaceUp && !program.cards[2].isFaceUp)
    try stage.tap(program.cards[0])
    try stage.wait(0.5)
    try stage.tap(program.cards[11])
    try stage.wait(1.5)
    #expect(program.found == 1 && program.cards[0].alpha == 0.5)
    try stage.tap(program.cards[5])
    try stage.wait(0.5)
    try stage.tap(program.cards[9])
    try stage.wait(0.1)
    try stage.check("memory-game")
  }

  @Test("Custom modal: a presentation places the card, dims, and goes by a tap beside it")
  func customModal() throws {
    let program = CustomModalViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    try stage.tap(program.button)
    let card = try #require(program.presentedViewController as? CardModalViewController)
    #expect(card.presentationController is BottomCardPresentationController)
    #expect(card.presentationController?.containerView === card.view.superview)
    #expect(card.view.frame == CGRect(x: 10, y: 130, width: 220, height: 120))
    try stage.wait(1)
    try stage.check("custom-modal")
    try stage.tap(CGPoint(x: 120, y: 60))
    try stage.wait(0.2)
    #expect(program.presentedViewController === card && card.isBeingDismissed)
    try stage.wait(1)
    #expect(program.presentedViewController == nil && card.view.window == nil)
    #expect(card.presentationController == nil && stage.window.subviews.count == 1)
  }
}
