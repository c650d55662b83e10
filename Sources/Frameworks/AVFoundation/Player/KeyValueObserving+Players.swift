// Players and their items tell of status, rate and item.
// Licensed under the MIT license; see LICENSE.

import Foundation
public import QuartzCore

extension AVPlayer: _KeyValueCodingAndObserving {}
extension AVPlayerItem: _KeyValueCodingAndObserving {}

extension AVPlayer: NamedProperties {
  // `Any` because: see `NamedProperties`.
  package final func value(named keyPath: String) -> Any?? {
    switch keyPath {
    case "status": status.rawValue
    case "error": .some(error as NSError?)
    case "rate": rate
    case "timeControlStatus": timeControlStatus.rawValue
    case "currentItem": .some(currentItem)
    default: nil
    }
  }
}

extension AVPlayerItem: NamedProperties {
  // `Any` because: see `NamedProperties`.
  package final func value(named keyPath: String) -> Any?? {
    switch keyPath {
    case "status": status.rawValue
    case "error": .some(error as NSError?)
    case "duration": duration
    case "presentationSize": presentationSize
    default: nil
    }
  }
}
