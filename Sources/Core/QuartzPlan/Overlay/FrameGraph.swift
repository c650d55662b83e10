// The overlay with the frame rate: a graph of the last frames and the times of their phases.
// Licensed under the MIT license; see LICENSE.
//
//     +--------------------------+
//     | 60 FPS    MEDIAN   WORST |
//     | # LAYOUT    0.02    0.10 |   one line for each phase, in milliseconds
//     | # DISPLAY   ...          |
//     |       . .:.|. ..         |   the last frames, their phases upon each other; the line
//     +--------------------------+   marks a sixtieth of a second

import QuartzMath
import QuartzModel

/// The panel with the graph, for an output.
struct FrameGraph {
  private let history: PhaseHistory
  private let scale: Double

  // In units, which are pixels of the letters.
  private static let letterWidth: Int32 = 4
  private static let lineHeight: Int32 = 7
  private static let padding: Int32 = 3
  private static let columns: Int32 = 24
  private static let frames = 48
  private static let graphHeight: Int32 = 32
  /// Seconds that the whole height of the graph stands for.
  private static let graphSpan = 1.0 / 30
  private static let width = columns * letterWidth + 2 * padding
  private static let height =
    (Int32(FramePhase.allCases.count) + 1) * lineHeight + graphHeight + 2 * padding

  private static let ground = SIMD4<Float>(0, 0, 0, 1)
  private static let text = SIMD4<Float>(1, 1, 1, 1)
  private static let line = SIMD4<Float>(128 / 255, 128 / 255, 128 / 255, 1)

  init(_ facts: OverlayFacts) { (history, scale) = (facts.history, facts.scale) }

  /// The opaque colour of a phase.
  static func color(of phase: FramePhase) -> SIMD4<Float> {
    switch phase {
    case .layout: SIMD4(1, 204 / 255, 0, 1)
    case .display: SIMD4(1, 128 / 255, 0, 1)
    case .commit: SIMD4(1, 51 / 255, 51 / 255, 1)
    case .evaluate: SIMD4(204 / 255, 102 / 255, 1, 1)
    case .plan: SIMD4(77 / 255, 128 / 255, 1, 1)
    case .draw: SIMD4(0, 204 / 255, 1, 1)
    case .present: SIMD4(51 / 255, 204 / 255, 77 / 255, 1)
    }
  }

  /// Appends the panel in the upper left corner, as large as the output allows.
  func append(to plan: inout RenderPlan) {
    let frame = plan.outputFrame
    let fitting = min(frame.width / FrameGraph.width, frame.height / FrameGraph.height)
    let wanted = Int32(min(max((2 * scale).rounded(), 1), 32))
    let unit = max(min(wanted, fitting), 1)
    var panel = Panel(frame: frame, unit: unit)
    panel.fill(0, 0, FrameGraph.width, FrameGraph.height, FrameGraph.ground, &plan)
    var y = FrameGraph.padding
    let left = FrameGraph.padding
    panel.write("\(history.framesPerSecond) FPS", left, y, FrameGraph.text, &plan)
    panel.write("MEDIAN", right(of: 6, column: 17), y, FrameGraph.text, &plan)
    panel.write("WORST", right(of: 5, column: 24), y, FrameGraph.text, &plan)
    for phase in FramePhase.allCases {
      y += FrameGraph.lineHeight
      let color = FrameGraph.color(of: phase)
      panel.fill(left, y, 3, 5, color, &plan)
      panel.write(phase.name.uppercased(), left + 6, y, FrameGraph.text, &plan)
      let summary = history.summary(of: phase)
      for (time, column) in [(summary.median, 17), (summary.worst, 24)] {
        let digits = FrameGraph.milliseconds(time)
        let x = right(of: Int32(digits.utf8.count), column: Int32(column))
        panel.write(digits, x, y, FrameGraph.text, &plan)
      }
    }
    appendBars(to: &plan, &panel, top: y + FrameGraph.lineHeight)
  }

  private func right(of letters: Int32, column: Int32) -> Int32 {
    FrameGraph.padding + (column - letters) * FrameGraph.letterWidth
  }

  private func appendBars(to plan: inout RenderPlan, _ panel: inout Panel, top: Int32) {
    let bottom = top + FrameGraph.graphHeight
    let middle = top + FrameGraph.graphHeight / 2
    panel.fill(
      FrameGraph.padding,
      middle,
      FrameGraph.width - 2 * FrameGraph.padding,
      1,
      FrameGraph.line,
      &plan
    )
    for age in 0..<FrameGraph.frames {
      guard let frame = history.frame(age: age) else { break }
      let x = FrameGraph.width - FrameGraph.padding - 2 * Int32(age + 1)
      var sum = 0.0
      var low = bottom
      for phase in FramePhase.allCases {
        sum += frame[phase]
        let share = min(max(sum / FrameGraph.graphSpan, 0), 1) * Double(FrameGraph.graphHeight)
        let high = bottom - Int32(share.rounded())
        if high < low {
          panel.fill(x, high, 2, low - high, FrameGraph.color(of: phase), &plan)
          low = high
        }
      }
    }
  }

  /// Milliseconds with two digits after the point, or fewer where they are many.
  static func milliseconds(_ seconds: Double) -> String {
    let milliseconds = min(max(seconds * 1000, 0), 99999)
    guard milliseconds < 99.995 else { return "\(Int(milliseconds.rounded()))" }
    let hundredths = Int((milliseconds * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Fills rectangles of units of a panel in the corner of the output.
private struct Panel {
  let frame: PixelRect
  let unit: Int32

  mutating func fill(
    _ x: Int32,
    _ y: Int32,
    _ width: Int32,
    _ height: Int32,
    _ color: SIMD4<Float>,
    _ plan: inout RenderPlan
  ) {
    let rect = PixelRect(x * unit, y * unit, (x + width) * unit, (y + height) * unit)
    let shown = rect.offset(x: frame.minX, y: frame.minY).intersection(frame)
    if !shown.isEmpty { plan.appendTint(of: shown, color) }
  }

  mutating func write(
    _ text: String,
    _ x: Int32,
    _ y: Int32,
    _ color: SIMD4<Float>,
    _ plan: inout RenderPlan
  ) {
    var x = x
    for letter in text.utf8 {
      for run in PanelLetters.runs(of: letter) {
        fill(x + run.x, y + run.y, run.width, 1, color, &plan)
      }
      x += 4
    }
  }
}

/// Letters of three by five units.
enum PanelLetters {
  /// The rows from the top, three bits each, the left one highest.
  private static func rows(of letter: UInt8) -> UInt16 {
    switch Character(Unicode.Scalar(letter)) {
    case "A": 0o25755
    case "C": 0o34443
    case "D": 0o65556
    case "E": 0o74647
    case "F": 0o74644
    case "I": 0o72227
    case "L": 0o44447
    case "M": 0o57755
    case "N": 0o65555
    case "O", "0": 0o75557
    case "P": 0o65644
    case "R": 0o65655
    case "S": 0o34216
    case "T": 0o72222
    case "U": 0o55557
    case "V": 0o55552
    case "W": 0o55775
    case "Y": 0o55222
    case "1": 0o26227
    case "2": 0o71747
    case "3": 0o71717
    case "4": 0o55711
    case "5": 0o74717
    case "6": 0o74757
    case "7": 0o71111
    case "8": 0o75757
    case "9": 0o75717
    case ".": 0o00002
    default: 0
    }
  }

  /// The units of a letter, in rows of neighbours.
  static func runs(of letter: UInt8) -> [(x: Int32, y: Int32, width: Int32)] {
    let rows = rows(of: letter)
    var runs: [(x: Int32, y: Int32, width: Int32)] = []
    for y in 0..<5 {
      let bits = rows >> UInt16(12 - 3 * y) & 7
      switch bits {
      case 0: break
      case 0b101: runs += [(0, Int32(y), 1), (2, Int32(y), 1)]
      default:
        let width = bits.nonzeroBitCount
        let x = 3 - (16 - bits.leadingZeroBitCount)
        runs.append((Int32(x), Int32(y), Int32(width)))
      }
    }
    return runs
  }
}
