// Operators of Combine that OpenCombine 0.14 lacks; written by quartz port.
// Licensed under the MIT license; see LICENSE.
//
// They are compositions of operators that it has: publishers that are merged are the elements of a
// sequence that is flattened, and the latest values are a scan over merged changes. As with
// Combine, a failure ends the whole at once, and the whole ends when all parts have ended.
//
// They are internal: two modules with public ones could not name either.

import OpenCombineShim

extension Publishers {
  struct MergeMany<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let publishers: [Upstream]

    init(_ upstream: Upstream...) { publishers = upstream }

    init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
      publishers = Array(upstream)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      publishers.publisher.setFailureType(to: Failure.self).flatMap { $0 }
        .receive(subscriber: subscriber)
    }

    func merge(with other: Upstream) -> MergeMany { MergeMany(publishers + [other]) }
  }

  struct Merge<A: Publisher, B: Publisher>: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure
  {
    typealias Output = A.Output
    typealias Failure = A.Failure

    let a: A
    let b: B

    init(_ a: A, _ b: B) {
      (self.a, self.b) = (a, b)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([a.eraseToAnyPublisher(), b.eraseToAnyPublisher()])
        .receive(subscriber: subscriber)
    }
  }

  struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure
  {
    typealias Output = A.Output
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C

    init(_ a: A, _ b: B, _ c: C) {
      (self.a, self.b, self.c) = (a, b, c)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher()])
        .receive(subscriber: subscriber)
    }
  }

  struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure
  {
    typealias Output = A.Output
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C
    let d: D

    init(_ a: A, _ b: B, _ c: C, _ d: D) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(),
        d.eraseToAnyPublisher(),
      ])
      .receive(subscriber: subscriber)
    }
  }

  struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>:
    Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure
  {
    typealias Output = A.Output
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C
    let d: D
    let e: E

    init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(),
        d.eraseToAnyPublisher(), e.eraseToAnyPublisher(),
      ])
      .receive(subscriber: subscriber)
    }
  }

  struct Merge6<
    A: Publisher,
    B: Publisher,
    C: Publisher,
    D: Publisher,
    E: Publisher,
    F: Publisher
  >:
    Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure,
    F.Output == A.Output, F.Failure == A.Failure
  {
    typealias Output = A.Output
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C
    let d: D
    let e: E
    let f: F

    init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(),
        d.eraseToAnyPublisher(), e.eraseToAnyPublisher(), f.eraseToAnyPublisher(),
      ])
      .receive(subscriber: subscriber)
    }
  }

  struct Merge7<
    A: Publisher,
    B: Publisher,
    C: Publisher,
    D: Publisher,
    E: Publisher,
    F: Publisher,
    G: Publisher
  >: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure,
    F.Output == A.Output, F.Failure == A.Failure,
    G.Output == A.Output, G.Failure == A.Failure
  {
    typealias Output = A.Output
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C
    let d: D
    let e: E
    let f: F
    let g: G

    // Long because: as many publishers as Combine merges.
    init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g) = (a, b, c, d, e, f, g)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(),
        d.eraseToAnyPublisher(), e.eraseToAnyPublisher(), f.eraseToAnyPublisher(),
        g.eraseToAnyPublisher(),
      ])
      .receive(subscriber: subscriber)
    }
  }

  struct Merge8<
    A: Publisher,
    B: Publisher,
    C: Publisher,
    D: Publisher,
    E: Publisher,
    F: Publisher,
    G: Publisher,
    H: Publisher
  >: Publisher
  where
    B.Output == A.Output, B.Failure == A.Failure,
    C.Output == A.Output, C.Failure == A.Failure,
    D.Output == A.Output, D.Failure == A.Failure,
    E.Output == A.Output, E.Failure == A.Failure,
    F.Output == A.Output, F.Failure == A.Failure,
    G.Output == A.Output, G.Failure == A.Failure,
    H.Output == A.Output, H.Failure == A.Failure
  {
    typealias Output = A.Output
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C
    let d: D
    let e: E
    let f: F
    let g: G
    let h: H

    // Long because: as many publishers as Combine merges.
    init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(),
        d.eraseToAnyPublisher(), e.eraseToAnyPublisher(), f.eraseToAnyPublisher(),
        g.eraseToAnyPublisher(), h.eraseToAnyPublisher(),
      ])
      .receive(subscriber: subscriber)
    }
  }
}

extension Publisher {
  func merge<P: Publisher>(
    with other: P
  ) -> Publishers.Merge<Self, P>
  where
    P.Output == Output, P.Failure == Failure
  { Publishers.Merge(self, other) }

  func merge<B: Publisher, C: Publisher>(
    with b: B,
    _ c: C
  ) -> Publishers.Merge3<Self, B, C>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure
  { Publishers.Merge3(self, b, c) }

  func merge<B: Publisher, C: Publisher, D: Publisher>(
    with b: B,
    _ c: C,
    _ d: D
  ) -> Publishers.Merge4<Self, B, C, D>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure
  { Publishers.Merge4(self, b, c, d) }

  func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E
  ) -> Publishers.Merge5<Self, B, C, D, E>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure
  { Publishers.Merge5(self, b, c, d, e) }

  func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E,
    _ f: F
  ) -> Publishers.Merge6<Self, B, C, D, E, F>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure,
    F.Output == Output, F.Failure == Failure
  { Publishers.Merge6(self, b, c, d, e, f) }

  func merge<
    B: Publisher,
    C: Publisher,
    D: Publisher,
    E: Publisher,
    F: Publisher,
    G: Publisher
  >(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E,
    _ f: F,
    _ g: G
  ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure,
    F.Output == Output, F.Failure == Failure,
    G.Output == Output, G.Failure == Failure
  { Publishers.Merge7(self, b, c, d, e, f, g) }

  // Long because: as many publishers as Combine merges.
  func merge<
    B: Publisher,
    C: Publisher,
    D: Publisher,
    E: Publisher,
    F: Publisher,
    G: Publisher,
    H: Publisher
  >(
    with b: B,
    _ c: C,
    _ d: D,
    _ e: E,
    _ f: F,
    _ g: G,
    _ h: H
  ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
  where
    B.Output == Output, B.Failure == Failure,
    C.Output == Output, C.Failure == Failure,
    D.Output == Output, D.Failure == Failure,
    E.Output == Output, E.Failure == Failure,
    F.Output == Output, F.Failure == Failure,
    G.Output == Output, G.Failure == Failure,
    H.Output == Output, H.Failure == Failure
  { Publishers.Merge8(self, b, c, d, e, f, g, h) }
}

extension Publishers {
  struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where B.Failure == A.Failure {
    typealias Output = (A.Output, B.Output)
    typealias Failure = A.Failure

    let a: A
    let b: B

    init(_ a: A, _ b: B) {
      (self.a, self.b) = (a, b)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        change(a) { $0.0 = $1 },
        change(b) { $0.1 = $1 },
      ])
      .scan((nil, nil)) { before, change in
        var latest = before
        change(&latest)
        return latest
      }
      .compactMap { (latest: Latest) -> Output? in
        guard let a = latest.0, let b = latest.1 else { return nil }
        return (a, b)
      }
      .receive(subscriber: subscriber)
    }

    private typealias Latest = (A.Output?, B.Output?)

    private func change<P: Publisher>(
      _ publisher: P,
      _ body: @escaping (inout Latest, P.Output) -> Void
    ) -> AnyPublisher<(inout Latest) -> Void, Failure> where P.Failure == Failure {
      publisher.map { value in { body(&$0, value) } }.eraseToAnyPublisher()
    }
  }

  struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure {
    typealias Output = (A.Output, B.Output, C.Output)
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C

    init(_ a: A, _ b: B, _ c: C) {
      (self.a, self.b, self.c) = (a, b, c)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        change(a) { $0.0 = $1 },
        change(b) { $0.1 = $1 },
        change(c) { $0.2 = $1 },
      ])
      .scan((nil, nil, nil)) { before, change in
        var latest = before
        change(&latest)
        return latest
      }
      .compactMap { (latest: Latest) -> Output? in
        guard let a = latest.0, let b = latest.1, let c = latest.2 else { return nil }
        return (a, b, c)
      }
      .receive(subscriber: subscriber)
    }

    private typealias Latest = (A.Output?, B.Output?, C.Output?)

    private func change<P: Publisher>(
      _ publisher: P,
      _ body: @escaping (inout Latest, P.Output) -> Void
    ) -> AnyPublisher<(inout Latest) -> Void, Failure> where P.Failure == Failure {
      publisher.map { value in { body(&$0, value) } }.eraseToAnyPublisher()
    }
  }

  struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    typealias Output = (A.Output, B.Output, C.Output, D.Output)
    typealias Failure = A.Failure

    let a: A
    let b: B
    let c: C
    let d: D

    init(_ a: A, _ b: B, _ c: C, _ d: D) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany([
        change(a) { $0.0 = $1 },
        change(b) { $0.1 = $1 },
        change(c) { $0.2 = $1 },
        change(d) { $0.3 = $1 },
      ])
      .scan((nil, nil, nil, nil)) { before, change in
        var latest = before
        change(&latest)
        return latest
      }
      .compactMap { (latest: Latest) -> Output? in
        guard let a = latest.0, let b = latest.1, let c = latest.2, let d = latest.3 else {
          return nil
        }
        return (a, b, c, d)
      }
      .receive(subscriber: subscriber)
    }

    private typealias Latest = (A.Output?, B.Output?, C.Output?, D.Output?)

    private func change<P: Publisher>(
      _ publisher: P,
      _ body: @escaping (inout Latest, P.Output) -> Void
    ) -> AnyPublisher<(inout Latest) -> Void, Failure> where P.Failure == Failure {
      publisher.map { value in { body(&$0, value) } }.eraseToAnyPublisher()
    }
  }
}

extension Publisher {
  func combineLatest<P: Publisher>(
    _ other: P
  ) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure { Publishers.CombineLatest(self, other) }

  func combineLatest<P: Publisher, T>(
    _ other: P,
    _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T>
  where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  func combineLatest<P: Publisher, Q: Publisher>(
    _ publisher1: P,
    _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P,
    _ publisher2: Q,
    _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P,
    _ publisher2: Q,
    _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P,
    _ publisher2: Q,
    _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}
