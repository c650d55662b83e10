// Values that may come later.
// Licensed under the MIT license; see LICENSE.

/// A value that may come later, on any thread, or an error in its place.
public struct Async<Value> {
  let attempt: (@escaping (Result<Value, any Error>) -> Void) -> Void

  /// A value that `run` hands to the callback it is given, once.
  public init(run: @escaping (_ callback: @escaping (Value) -> Void) -> Void) {
    attempt = { callback in run { callback(.success($0)) } }
  }

  /// A value that is there.
  public init(value: Value) {
    attempt = { callback in callback(.success(value)) }
  }

  /// What `body` returns or throws; an error fails the snapshot with its description.
  ///
  /// **Differences**: swift-snapshot-testing has no strategies that can fail.
  public init(catching body: @escaping () throws -> Value) {
    attempt = { callback in callback(Result(catching: body)) }
  }

  private init(attempt: @escaping (@escaping (Result<Value, any Error>) -> Void) -> Void) {
    self.attempt = attempt
  }

  /// Calls `callback` with the value when it is there; never if an error came in its place.
  public func run(_ callback: @escaping (Value) -> Void) {
    attempt { result in
      if case .success(let value) = result { callback(value) }
    }
  }

  /// The value transformed by a function.
  public func map<NewValue>(_ transform: @escaping (Value) throws -> NewValue) -> Async<NewValue> {
    Async<NewValue>(attempt: { callback in
      attempt { result in callback(Result { try transform(result.get()) }) }
    })
  }

  /// The value that comes of the one that a function makes of this one.
  func flatMap<NewValue>(
    _ transform: @escaping (Value) -> Async<NewValue>
  ) -> Async<NewValue> {
    Async<NewValue>(attempt: { callback in
      attempt { result in
        switch result {
        case .success(let value): transform(value).attempt(callback)
        case .failure(let error): callback(.failure(error))
        }
      }
    })
  }
}
