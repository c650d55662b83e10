// Places in the order of their last use, against an array that is searched.
// Licensed under the MIT license; see LICENSE.

import TestRandom
import Testing

@testable import QuartzPlan

@Suite struct RecencyListTests {
  @Test func randomUses() {
    var random = SeededGenerator(seed: 26)
    var list = RecencyList()
    var model: [Int] = []
    #expect(list.oldest == -1)
    for _ in 0..<20_000 {
      let place = random.index(below: 40)
      if let index = model.firstIndex(of: place) {
        model.remove(at: index)
        if random.once(in: 3) {
          list.remove(place)
        } else {
          list.use(place)
          model.append(place)
        }
      } else {
        list.append(place)
        model.append(place)
      }
      #expect(list.oldest == model.first ?? -1)
    }
    // From the oldest on, all come in order.
    for place in model {
      #expect(list.oldest == place)
      list.remove(place)
    }
    #expect(list.oldest == -1)
  }
}
