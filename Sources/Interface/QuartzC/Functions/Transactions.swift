// Transactions of the calling thread.
// Licensed under the MIT license; see LICENSE.

package import CQuartzInterface
import QuartzCore

@c @implementation
package func quartz_transaction_begin() -> quartz_status {
  call { state throws(CallFailure) in
    guard state.openTransactions < mostTransactions else {
      throw CallFailure(QUARTZ_LIMIT, "\(state.openTransactions) transactions are open")
    }
    state.openTransactions += 1
    CATransaction.begin()
  }
}

/// The most transactions within one another.
private let mostTransactions = 1000

@c @implementation
package func quartz_transaction_commit() -> quartz_status {
  call { state throws(CallFailure) in
    guard state.openTransactions > 0 else {
      throw CallFailure(QUARTZ_NOT_FOUND, "no transaction was begun")
    }
    state.openTransactions -= 1
    CATransaction.commit()
  }
}

@c @implementation
package func quartz_transaction_flush() -> quartz_status {
  call { _ throws(CallFailure) in CATransaction.flush() }
}

@c @implementation
package func quartz_transaction_set_duration(_ seconds: Double) -> quartz_status {
  call { _ throws(CallFailure) in
    guard seconds >= 0, seconds.isFinite else {
      throw CallFailure(QUARTZ_INVALID_VALUE, "the duration is \(seconds) s")
    }
    CATransaction.setAnimationDuration(seconds)
  }
}

// Bool because: parameters of C have no labels.
@c @implementation
package func quartz_transaction_set_disable_actions(_ flag: Bool) -> quartz_status {
  call { _ throws(CallFailure) in CATransaction.setDisableActions(flag) }
}

@c @implementation
package func quartz_transaction_set_timing(
  _ function: UnsafePointer<quartz_value>?
) -> quartz_status {
  call { state throws(CallFailure) in
    guard let function else { throw .null("function") }
    let value = try state.read(function.pointee)
    CATransaction.setAnimationTimingFunction(
      try value.map { value throws(CallFailure) in try Timing.function(value) }
    )
  }
}

@c @implementation
package func quartz_transaction_set_completion(
  _ completion: quartz_callback?,
  _ user: UnsafeMutableRawPointer?
) -> quartz_status {
  call { _ throws(CallFailure) in
    CATransaction.setCompletionBlock(completion.map { completion in { completion(user) } })
  }
}
