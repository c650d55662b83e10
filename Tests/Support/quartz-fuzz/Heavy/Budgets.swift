// How long frames take that the standard budget just lets through.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Foundation
import QuartzModel
import QuartzPlan
import QuartzSoftware

/// Makes each scene as large as the budget allows, and times its frame.
struct Budgets: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Times the largest frames that the standard budget lets through.",
    discussion: """
      Each scene is made larger until it is refused, and then the border is looked for. Exit code 1: \
      a frame took longer than --limit, drawn or refused.
      """
  )

  @Argument(help: "Parts of names of scenes; all if none is given.")
  var names: [String] = []

  @Option(help: "Seconds of the processor that a frame may take.")
  var limit = Double.infinity

  @Option(help: "Threads of the renderer.")
  var threads = 1

  @Option(help: "How often the border is halved.")
  var steps = 4

  func run() throws {
    var worst = 0.0
    for scene in HeavyScene.all where names.isEmpty || names.contains(where: scene.name.contains) {
      worst = max(worst, try fit(scene))
    }
    if worst > limit {
      print(String(format: "a frame took %.1f s, %.1f are allowed", worst, limit))
      throw ExitCode(1)
    }
  }

  /// A frame of a scene of some size.
  private struct Trial {
    var count: Int
    /// Of the processor: the machine may be busy.
    var seconds: Double
    var costs: FrameCosts
    /// The reason for which it was refused; nil if it was drawn.
    var refusal: String?

    var line: String {
      let budget = FrameBudget.standard
      let shares = FrameCost.allCases.filter { costs[$0] > 0 }.map { cost in
        let share = Double(costs[cost]) / Double(budget.limits[cost])
        return String(format: "%@ %.0f %%", "\(cost)", share * 100)
      }
      let whole = budget.share(of: costs) * 100
      return String(format: "%d: %.2f s, %.0f %% of the time", count, seconds, whole)
        + " (\(refusal ?? shares.joined(separator: ", ")))"
    }
  }

  /// Looks for the largest one that is drawn.
  ///
  /// - Returns: The most seconds that a trial took.
  private func fit(_ scene: HeavyScene) throws -> Double {
    var (drawn, refused): (Trial?, Trial?)
    var count = scene.count
    var worst = 0.0
    var step = 0
    while step < steps {
      let trial = try trial(scene, count)
      worst = max(worst, trial.seconds)
      // Some scenes have a largest size.
      if trial.refusal == nil, drawn?.costs == trial.costs { break }
      if trial.refusal == nil { drawn = trial } else { refused = trial }
      let (low, high) = (drawn?.count ?? 0, refused?.count)
      count = high.map { (low + $0) / 2 } ?? low * 2
      // Trees have no more layers.
      if count == low || count > 900_000 { break }
      if high != nil { step += 1 }
    }
    print(scene.name)
    if let drawn { print("    drawn   \(drawn.line)") }
    if let refused { print("    refused \(refused.line)") }
    print(String(format: "    worst of all sizes %.2f s", worst))
    return worst
  }

  private func trial(_ scene: HeavyScene, _ count: Int) throws -> Trial {
    let size = ContextConfiguration(width: scene.width, height: scene.height, background: .black)
    let renderer = try ContextRenderer(
      context: 1,
      configuration: size,
      backend: SoftwareBackend(threads: threads),
      budget: .standard
    )
    defer { renderer.close() }
    var trial = Trial(count: count, seconds: 0, costs: FrameCosts())
    for (index, commit) in try scene.commits(count).enumerated() {
      try renderer.apply(commit)
      let begun = Budgets.processorSeconds()
      do {
        try renderer.render(at: Double(index) + 1.5)
      } catch {
        trial.refusal = "\(error)"
      }
      let seconds = Budgets.processorSeconds() - begun
      if seconds >= trial.seconds { (trial.seconds, trial.costs) = (seconds, renderer.frameCosts) }
    }
    return trial
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
