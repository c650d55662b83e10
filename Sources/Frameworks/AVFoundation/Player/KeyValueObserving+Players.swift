// Players and their items tell of status, rate and item.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

extension AVPlayer: _KeyValueCodingAndObserving {}
extension AVPlayerItem: _KeyValueCodingAndObserving {}
