// A fixed number of threads that draw together and sleep while there is nothing to draw.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import Synchronization

/// Work that several threads do together.
protocol SharedWork: AnyObject {
  /// Does pieces until none is left, or a helper is wanted elsewhere.
  ///
  /// - Parameter worker: 0 is the caller of `WorkerPool.run`, others are helpers.
  func work(_ worker: Int)
}

/// Threads that do one work at the same time, the caller's thread among them.
///
/// Any number of threads may call `run`, and none waits for another: the helpers take part in one
/// work at a time, and who finds them busy works alone. That one also asks for them (`isAskedFor`),
/// so that they leave the other work after the piece that they are at. Two frames that are drawn at
/// the same time so have a thread each, however large one of them is.
///
/// Idle threads wait on a condition: no polling, no wake-ups.
package final class WorkerPool: Sendable {
  /// How many work together, the caller among them.
  let count: Int
  private let shared: Shared
  private let threads: [SystemThread]
  private let lonelyRounds = Atomic(0)
  /// The stack of each thread but the caller's.
  static let stackBytes = 512 << 10

  /// Starts threads, or as many as the machine gives.
  ///
  /// - Parameter threads: How many work, the caller's among them; nil for one on each core.
  package init(threads: Int? = nil) {
    let cores = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let wanted = min(max(threads ?? cores, 1), 64)
    shared = Shared()
    var started: [SystemThread] = []
    for index in 1..<wanted {
      guard let thread = WorkerPool.start(shared, index) else { break }
      started.append(thread)
    }
    self.threads = started
    count = started.count + 1
  }

  deinit {
    shared.withLock { shared.isEnding = true }
    pthread_cond_broadcast(&shared.wake.pointee)
    for thread in threads { thread.join() }
  }

  /// Does the work on at most `workers` threads and returns when all have returned.
  func run(_ work: any SharedWork, workers: Int) {
    let others = min(workers, count) - 1
    guard others > 0 else { return work.work(0) }
    guard shared.begin(work, others) else {
      lonelyRounds.add(1, ordering: .relaxed)
      return work.work(0)
    }
    pthread_cond_broadcast(&shared.wake.pointee)
    work.work(0)
    shared.end()
  }

  /// Whether another caller found the helpers busy since they were last given to one.
  var isAskedFor: Bool { shared.isAskedFor.load(ordering: .relaxed) }

  /// How often a caller worked alone because the helpers were busy.
  package var lonelyRoundCount: Int { lonelyRounds.load(ordering: .relaxed) }

  private static func start(_ shared: Shared, _ index: Int) -> SystemThread? {
    // Nothing that threads do goes deeper where layers are nested more deeply.
    try? SystemThread.start(name: "quartz-draw-\(index)", stackBytes: stackBytes) {
      shared.live(index)
    }
  }

  /// The state that the threads share.
  // Safe because: all that changes is guarded by `mutex`, or atomic.
  private final class Shared: @unchecked Sendable {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    let isAskedFor = Atomic(false)
    /// The current work; nil while the helpers are free.
    var work: (any SharedWork)?
    /// Goes up by one for each run; a worker takes part in a round once.
    var round = 0
    /// Workers 1...wanted take part.
    var wanted = 0
    /// How many of them have not returned yet.
    var running = 0
    var isEnding = false

    init() {
      mutex.initialize(to: pthread_mutex_t())
      wake.initialize(to: pthread_cond_t())
      done.initialize(to: pthread_cond_t())
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(wake, nil)
      pthread_cond_init(done, nil)
    }

    deinit {
      pthread_cond_destroy(done)
      pthread_cond_destroy(wake)
      pthread_mutex_destroy(mutex)
      done.deallocate()
      wake.deallocate()
      mutex.deallocate()
    }

    func withLock(_ body: () -> Void) {
      pthread_mutex_lock(mutex)
      body()
      pthread_mutex_unlock(mutex)
    }

    /// Takes the helpers for a work; false if they have one, and then they are asked for.
    func begin(_ work: any SharedWork, _ others: Int) -> Bool {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      guard self.work == nil else {
        isAskedFor.store(true, ordering: .relaxed)
        return false
      }
      self.work = work
      isAskedFor.store(false, ordering: .relaxed)
      round &+= 1
      wanted = others
      running = others
      return true
    }

    /// Waits for the helpers to be done, and gives them free.
    func end() {
      withLock {
        while running > 0 { pthread_cond_wait(&done.pointee, &mutex.pointee) }
        work = nil
      }
    }

    /// The life of a worker: wait for a round, take part, say so.
    func live(_ index: Int) {
      var seen = 0
      pthread_mutex_lock(mutex)
      while true {
        while !isEnding, seen == round || index > wanted {
          seen = round
          pthread_cond_wait(wake, mutex)
        }
        if isEnding { break }
        seen = round
        let work = work
        pthread_mutex_unlock(mutex)
        work?.work(index)
        pthread_mutex_lock(mutex)
        running -= 1
        if running == 0 { pthread_cond_signal(done) }
      }
      pthread_mutex_unlock(mutex)
    }
  }
}
