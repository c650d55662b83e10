// All programs by touches that were recorded: each shows the picture of its own test again.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing
import UIKitTesting

@testable import UIKitPrograms

/// A recorded session of a program, and the picture at its end.
///
/// `QUARTZ_RECORD_SESSIONS=1` has the tests of programs write their touches into the folder.
struct ProgramSession: Sendable, CustomStringConvertible {
  /// The name in the catalogue.
  let program: String
  /// The name of the session and of the picture.
  let name: String
  /// The file with the test that has the picture.
  let file: StaticString
  var size = CGSize(width: 240, height: 260)

  var description: String { name }

  static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("__Snapshots__/SessionProgramTests")
  }

  static func url(_ name: String) -> URL { folder.appendingPathComponent("\(name).touches") }

  static let all: [ProgramSession] = {
    let gestures = GestureProgramTests.file
    let (lists, motions) = (ListProgramTests.file, MotionProgramTests.file)
    return [
      ProgramSession(program: "AnalogClock", name: "analog-clock", file: motions),
      ProgramSession(program: "BarChart", name: "bar-chart", file: motions),
      ProgramSession(
        program: "Calculator",
        name: "calculator",
        file: lists,
        size: CGSize(width: 220, height: 300)
      ),
      ProgramSession(program: "CountdownRing", name: "countdown-ring", file: motions),
      ProgramSession(program: "CustomModal", name: "custom-modal", file: motions),
      ProgramSession(program: "Dial", name: "dial", file: gestures),
      ProgramSession(program: "ExpandableTable", name: "expandable-table", file: lists),
      ProgramSession(program: "FilteredList", name: "filtered-list", file: lists),
      ProgramSession(program: "MemoryGame", name: "memory-game", file: motions),
      ProgramSession(program: "Onboarding", name: "onboarding", file: motions),
      ProgramSession(program: "Pager", name: "pager", file: gestures),
      ProgramSession(program: "PhotoZoom", name: "photo-zoom", file: gestures),
      ProgramSession(program: "PullToRefresh", name: "pull-to-refresh", file: lists),
      ProgramSession(program: "SideMenu", name: "side-menu", file: gestures),
      ProgramSession(program: "Sketchpad", name: "sketchpad", file: gestures),
      ProgramSession(
        program: "Spinners",
        name: "spinners",
        file: motions,
        size: CGSize(width: 260, height: 220)
      ),
      ProgramSession(program: "Stopwatch", name: "stopwatch", file: lists),
      ProgramSession(program: "Swatches", name: "swatches", file: lists),
      ProgramSession(program: "SwipeCards", name: "swipe-cards", file: gestures),
      ProgramSession(program: "Toasts", name: "toasts", file: motions),
    ]
  }()
}

@MainActor
@Suite("Programs by recorded sessions", .serialized)
struct SessionProgramTests {
  @Test("A recorded session shows the picture of the program's test", arguments: ProgramSession.all)
  func replay(_ recorded: ProgramSession) throws {
    let program = try #require(ProgramCatalog.controller(recorded.program))
    if let clock = program as? AnalogClockViewController {
      clock.clock.calendar.timeZone = .gmt
      clock.startDate = Date(timeIntervalSince1970: 10 * 3600 + 8 * 60 + 20)
    }
    let stage = try ProgramStage(program, size: recorded.size)
    defer { stage.end() }
    try stage.replay(UITouchSession(contentsOf: ProgramSession.url(recorded.name)))
    #expect(try stage.difference(to: recorded.name, file: recorded.file) == nil)
  }

  @Test("Every program has a session")
  func complete() {
    #expect(ProgramSession.all.map(\.program).sorted() == ProgramCatalog.names)
  }
}
