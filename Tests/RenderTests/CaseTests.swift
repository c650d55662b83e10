// Which cases of the texts are shown by scenes, and which are not, and why.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzSoftware
import RenderScenes
import Synchronization
import Testing

@Suite struct CaseTests {
  /// The cases that the chapters have, as many as their inventories list.
  private static let counts = ["AG": 83, "LW": 124, "NB": 30, "ZL": 91]

  @Test func everyCaseIsThereOnce() {
    let ids = Case.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for (prefix, count) in CaseTests.counts {
      #expect(ids.count { $0.hasPrefix(prefix + "-D-") } == count, "\(prefix)")
    }
  }

  @Test(arguments: Case.all)
  func scenesAreWhatTheScopeSays(_ shown: Case) {
    let isShown = !shown.scenes.isEmpty || !shown.motions.isEmpty
    switch shown.scope {
    case .pictures, .picturesBut: #expect(isShown, "\(shown) has no scene")
    case .nothing: #expect(!isShown, "\(shown) has scenes")
    }
    for motion in shown.motions {
      #expect(motion.name.hasPrefix(shown.id), "\(motion) is no motion of \(shown)")
      #expect(!motion.facts.isEmpty, "\(motion) checks nothing that the text says")
    }
    for scene in shown.scenes {
      #expect(scene.name.hasPrefix(shown.id), "\(scene) is no scene of \(shown)")
      #expect(!scene.probes.isEmpty, "\(scene) checks nothing that the text says")
    }
  }

  /// What only values can show has a test suite of that name.
  @Test func suitesOfValuesExist() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var sources = ""
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" {
        sources += (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      }
    }
    for shown in Case.all {
      let missing: Case.Missing
      switch shown.scope {
      case .pictures: continue
      case .picturesBut(let what), .nothing(let what): missing = what
      }
      guard case .values(let suite) = missing else { continue }
      #expect(sources.contains("struct \(suite) "), "\(shown) names \(suite)")
    }
  }

  /// ZL-D-12.8: a layer draws on the thread that asks and commits; a thread that ends before draws
  /// nothing.
  @Test func threadsDrawTheirOwnLayers() throws {
    let drawers = Mutex<[ObjectIdentifier]>([])
    for commits in [true, false] {
      drawers.withLock { $0 = [] }
      let thread = Thread {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        Painter { _, _ in
          drawers.withLock { $0.append(ObjectIdentifier(Thread.current)) }
        }.own(layer)
        guard let stage = try? Stage(SoftwareBackend(threads: 1), width: 8, height: 8) else {
          return
        }
        stage.edit { stage.root.addSublayer(layer) }
        CATransaction.flush()
        layer.setNeedsDisplay()
        if commits { CATransaction.flush() }
      }
      thread.start()
      while !thread.isFinished { sched_yield() }
      #expect(drawers.withLock { $0 } == (commits ? [ObjectIdentifier(thread)] : []))
    }
  }

  /// The table as text, for those who want to read it.
  @Test func summary() {
    let shown = Case.all.count { !$0.scenes.isEmpty }
    let scenes = Case.all.flatMap(\.scenes).count
    #expect(shown >= 100, "\(shown) of \(Case.all.count) cases in \(scenes) scenes")
  }
}
