// Snapshots from many threads.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzTesting

@Suite("Parallel snapshots") struct ParallelTests {
  /// Tests run next to each other: the same pictures from many threads at once.
  @Test func manyThreadsDrawTheSame() async throws {
    let expected = try LayerFilm(of: makeCard(), LayerCanvas(scale: 2), at: [.frozen]).images[0]
    let bytes = expected.pixelBytes
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<24 {
        group.addTask {
          try LayerFilm(of: makeCard(), LayerCanvas(scale: 2), at: [.frozen]).images[0].pixelBytes
        }
      }
      for try await other in group { #expect(other == bytes) }
    }
  }
}
