// Indices of layers by their ids, held against a dictionary.
// Licensed under the MIT license; see LICENSE.

import Testing
import TestRandom

@testable import QuartzModel

@Suite struct LayerIndexTests {
  /// Ids as clients give them, far apart, and of hosted trees.
  @Test(arguments: [1, 7, 16, 4096, 1 << 20], 0..<8)
  func isADictionary(distance: UInt32, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (index, expected) = (LayerIndex(), [LayerID: Int32]())
    for step in 0..<4000 {
      let number = UInt32.random(in: 1...400, using: &random) &* distance
      let layer = LayerID(number, scope: seed % 2 == 0 ? 0 : UInt32(step % 3))
      if expected[layer] == nil {
        index.insert(Int32(step), for: layer)
        expected[layer] = Int32(step)
      } else {
        #expect(index.remove(layer) == expected.removeValue(forKey: layer))
      }
      // Seldom, so that it empties and fills again.
      if step % 900 == 0 { index.reserve(500) }
      #expect(index.count == expected.count)
    }
    for number in 0...401 {
      for scope in 0..<UInt32(3) {
        let layer = LayerID(UInt32(number) &* distance, scope: scope)
        #expect(index[layer] == expected[layer])
        if expected[layer] == nil { #expect(index.remove(layer) == nil) }
      }
    }
    for layer in expected.keys { #expect(index.remove(layer) == expected[layer]) }
    #expect(index.count == 0)
  }

  @Test func lastIdsHaveNumbers() {
    var index = LayerIndex()
    let layers = [LayerID(.max), LayerID(.max, scope: .max), LayerID(0), LayerID(0, scope: .max)]
    for (number, layer) in layers.enumerated() { index.insert(Int32(number), for: layer) }
    for (number, layer) in layers.enumerated() { #expect(index[layer] == Int32(number)) }
  }

  @Test func mapKeepsItsFirstValues() {
    var map = LayerMap<String>()
    map.reserve(2)
    #expect(map.insert("one", of: LayerID(9)) == nil)
    #expect(map.insert("two", of: LayerID(3)) == nil)
    #expect(map.insert("three", of: LayerID(9)) == "one")
    #expect(map[LayerID(9)] == "one")
    #expect(map[LayerID(4)] == nil)
    #expect(Array(map.values) == ["one", "two"])
    #expect(map.count == 2)
  }
}
