// Views tell of what their layers have, and of more where their classes say so.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

extension UIView: _KeyValueCodingAndObserving {}
