// How often the lengths of paths are worked out.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct MeasuredPathTests {
  private func wave(_ height: Double) -> Path {
    var path = Path()
    path.move(to: Point(5, 40))
    path.cubic(
      to: Point(95, 40),
      control1: Point(30, 40 - height),
      control2: Point(60, 40 + height)
    )
    return path
  }

  private func stroke(_ path: Path) -> [PropertyID: PropertyValue] {
    [
      .path: .path(path), .fillColor: .null, .strokeColor: .color(Color(1, 0, 0)),
      .lineWidth: .number(3), .strokeEnd: .number(0.5),
    ]
  }

  private func move(
    _ scene: inout Planned,
    _ layer: LayerID,
    _ property: PropertyID,
    _ values: (PropertyValue, PropertyValue)
  ) {
    var timing = MediaTiming()
    timing.duration = 1
    let state = AnimationState(
      target: AnimationTarget(property),
      kind: .basic(BasicAnimation(from: values.0, to: values.1)),
      timing: timing
    )
    var commit = Commit()
    commit.animations = [.add(layer, key: property.rawValue.description, state)]
    scene.apply(commit)
  }

  private func play(_ scene: inout Planned, frames: Int = 60) {
    for frame in 0..<frames {
      scene.tree.evaluate(at: Double(frame) / 60)
      scene.builder.update(&scene.tree)
    }
  }

  @Test func strokeThatGrowsIsMeasuredOnce() {
    var scene = Planned()
    let line = scene.add(stroke(wave(30)), to: Planned.root, .shape)
    move(&scene, line, .strokeEnd, (.number(0.1), .number(0.9)))
    play(&scene)
    #expect(scene.builder.work.redrawnLayers >= 58 && scene.builder.work.measuredPaths == 1)
    // It draws the same as a planner that measures the path for the first time.
    var fresh = Planned()
    var values = stroke(wave(30))
    let part = scene.tree.presentationValues(of: 1).value(.strokeEnd)
    values[.strokeEnd] = part
    fresh.add(values, to: Planned.root, .shape)
    play(&fresh, frames: 1)
    #expect(scene.builder.plan.coverageRecords == fresh.builder.plan.coverageRecords)
    #expect(part.number ?? 0 > 0.8)
  }

  @Test func anotherPathIsMeasured() {
    var scene = Planned()
    let (line, other) = (
      scene.add(stroke(wave(30)), to: Planned.root, .shape),
      scene.add(stroke(wave(20)), to: Planned.root, .shape)
    )
    move(&scene, line, .strokeEnd, (.number(0.1), .number(0.9)))
    play(&scene, frames: 10)
    #expect(scene.builder.work.measuredPaths == 2)
    scene.set(other, [.path: .path(wave(10))])
    play(&scene, frames: 10)
    #expect(scene.builder.work.measuredPaths == 3)
    // A path that moves is another one in each frame.
    move(&scene, line, .path, (.path(wave(10)), .path(wave(30))))
    play(&scene, frames: 10)
    #expect((12...14).contains(scene.builder.work.measuredPaths))
  }

  /// All of a path is stroked without lengths.
  @Test func wholePathsAreNotMeasured() {
    var scene = Planned()
    var values = stroke(wave(30))
    values[.strokeEnd] = .number(1)
    let line = scene.add(values, to: Planned.root, .shape)
    move(&scene, line, .lineWidth, (.number(1), .number(5)))
    play(&scene, frames: 5)
    #expect(scene.builder.work.measuredPaths == 0)
  }
}
