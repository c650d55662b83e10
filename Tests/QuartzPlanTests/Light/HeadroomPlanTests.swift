// Another headroom beside other changes of a tree.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct HeadroomPlanTests {
  /// Layers that come between a change of the headroom and the next plan are planned as they are.
  @Test func layersThatComeWithAHeadroom() {
    var planned = Planned()
    var configuration = ContextConfiguration(width: 100, height: 80)
    configuration.range = .extended(headroom: 4)
    planned.builder.configure(configuration)
    _ = planned.plan()
    planned.builder.setHeadroom(2)
    for number in 0..<40 {
      planned.add(
        [
          .bounds: .rect(Rect(0, 0, 10, 10)), .position: .point(Point(Double(number), 9)),
          .backgroundColor: .color(Color(1, 0, 0)),
        ],
        to: Planned.root
      )
    }
    let draws = planned.plan().draws.count
    #expect(draws >= 40 && planned.rebuilt().draws.count == draws)
  }
}
