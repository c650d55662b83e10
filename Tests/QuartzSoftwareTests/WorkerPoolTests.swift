// Tests of threads that several frames share.
// Licensed under the MIT license; see LICENSE.

import Synchronization
import Testing

@testable import QuartzSoftware

@Suite struct WorkerPoolTests {
  /// Notes who took part, and does something meanwhile.
  private final class Work: SharedWork {
    let workers = Mutex<[Int]>([])
    var meanwhile: () -> Void = {}

    func work(_ worker: Int) {
      workers.withLock { $0.append(worker) }
      if worker == 0 { meanwhile() }
    }
  }

  @Test func oneWorkHasAllThreads() {
    let pool = WorkerPool(threads: 3)
    let work = Work()
    for _ in 0..<100 { pool.run(work, workers: 3) }
    let workers = work.workers.withLock { $0.sorted() }
    #expect(workers == (0..<3).flatMap { Array(repeating: $0, count: 100) })
    #expect(pool.lonelyRoundCount == 0 && !pool.isAskedFor)
  }

  /// A caller that finds the helpers busy works alone at once, and asks for them.
  @Test func nobodyWaitsForAnother() {
    let pool = WorkerPool(threads: 3)
    let (large, small) = (Work(), Work())
    large.meanwhile = {
      #expect(!pool.isAskedFor)
      pool.run(small, workers: 3)
      #expect(pool.isAskedFor)
    }
    pool.run(large, workers: 3)
    #expect(small.workers.withLock { $0 } == [0])
    #expect(pool.lonelyRoundCount == 1)
    // Then they are free again.
    pool.run(small, workers: 3)
    #expect(small.workers.withLock { $0.count } == 4 && !pool.isAskedFor)
  }
}
