// A fixed number of threads that draw together and sleep while there is nothing to draw.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// Threads that run one body at the same time, the caller's thread among them.
///
/// Idle threads wait on a condition: no polling, no wake-ups. `run` is called from one thread at a time.
final class WorkerPool {
  /// How many run the body, the caller among them.
  let count: Int
  private let shared: Shared
  private var threads: [pthread_t] = []

  /// Starts `count - 1` threads, or as many as the machine gives.
  ///
  /// - Parameter body: Called with the number of the worker, 0..<count; 0 is the caller of `run`.
  init(count: Int, body: @escaping (Int) -> Void) {
    shared = Shared(body)
    for index in 1..<max(count, 1) {
      guard let thread = WorkerPool.start(shared, index) else { break }
      threads.append(thread)
    }
    self.count = threads.count + 1
  }

  deinit {
    shared.withLock { shared.isEnding = true }
    pthread_cond_broadcast(&shared.wake.pointee)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs the body on `workers` threads and returns when all have returned.
  func run(workers: Int) {
    let others = min(workers, count) - 1
    guard others > 0 else { return shared.body(0) }
    shared.withLock {
      shared.round &+= 1
      shared.wanted = others
      shared.running = others
    }
    pthread_cond_broadcast(&shared.wake.pointee)
    shared.body(0)
    shared.withLock {
      while shared.running > 0 { pthread_cond_wait(&shared.done.pointee, &shared.mutex.pointee) }
    }
  }

  private static func start(_ shared: Shared, _ index: Int) -> pthread_t? {
    let start = Start(shared: shared, index: index)
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Nested surfaces are drawn by recursion; address space is only used where it is needed.
    pthread_attr_setstacksize(&attributes, 16 << 20)
    let box = Unmanaged.passRetained(start)
    let result = pthread_create(
      &thread,
      &attributes,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.shared.work(start.index)
        return nil
      },
      box.toOpaque()
    )
    guard result == 0 else {
      box.release()
      return nil
    }
    return thread
  }

  private final class Start {
    let shared: Shared
    let index: Int

    init(shared: Shared, index: Int) {
      self.shared = shared
      self.index = index
    }
  }

  /// What the threads share.
  ///
  /// All but `body` is guarded by `mutex`.
  private final class Shared {
    let body: (Int) -> Void
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Goes up by one for each run; a worker takes part in a round once.
    var round = 0
    /// Workers 1...wanted take part.
    var wanted = 0
    /// How many of them have not returned yet.
    var running = 0
    var isEnding = false

    init(_ body: @escaping (Int) -> Void) {
      self.body = body
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

    /// The life of a worker: wait for a round, run the body, say so.
    func work(_ index: Int) {
      var seen = 0
      pthread_mutex_lock(mutex)
      while true {
        while !isEnding, seen == round || index > wanted {
          seen = round
          pthread_cond_wait(wake, mutex)
        }
        if isEnding { break }
        seen = round
        pthread_mutex_unlock(mutex)
        body(index)
        pthread_mutex_lock(mutex)
        running -= 1
        if running == 0 { pthread_cond_signal(done) }
      }
      pthread_mutex_unlock(mutex)
    }
  }
}
