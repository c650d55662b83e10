// Values that may arrive later.
// Licensed under the MIT license; see LICENSE.

/// A value, or an error, that may arrive later, on any thread.
public struct Async<Value> {
  let attempt: (@escaping (Result<Value, any Error>) -> Void) -> Void

  /// Creates a value that `run` passes to its callback, once.
  public init(run: @escaping (_ callback: @escaping (Value) -> Void) -> Void) {
    attempt = { callback in run { callback(.success($0)) } }
  }

  /// Creates a value that is already available.
  public init(value: Value) {
    attempt = { callback in callback(.success(value)) }
  }

  /// Creates the value that `body` returns.
  ///
  /// An error that it throws fails the snapshot with its description.
  ///
  /// **Differences**: swift-snapshot-testing has no strategies that can fail.
  public init(catching body: @escaping () throws -> Value) {
    attempt = { callback in callback(Result(catching: body)) }
  }

  private init(attempt: @escaping (@escaping (Result<Value, any Error>) -> Void) -> Void) {
    self.attempt = attempt
  }

  /// Creates the value of `make`, which is called within `scope`.
  init(within scope: @escaping (() -> Void) -> Void, _ make: @escaping () -> Async) {
    attempt = { callback in scope { make().attempt(callback) } }
  }

  /// Calls `callback` with the value when it is available, and never after an error.
  public func run(_ callback: @escaping (Value) -> Void) {
    attempt { result in
      if case .success(let value) = result { callback(value) }
    }
  }

  /// Transforms the value with a function.
  public func map<NewValue>(_ transform: @escaping (Value) throws -> NewValue) -> Async<NewValue> {
    Async<NewValue>(attempt: { callback in
      attempt { result in callback(Result { try transform(result.get()) }) }
    })
  }

  /// Transforms the value with a function that returns another asynchronous value.
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
