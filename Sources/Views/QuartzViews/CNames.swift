// Names of Apple's C libraries that code of animations uses.
// Licensed under the MIT license; see LICENSE.

/// The largest number of `Float`: the count of repetitions of an animation that does not end.
public let HUGE: Float = .greatestFiniteMagnitude

/// The largest number of `Float`.
public let MAXFLOAT: Float = .greatestFiniteMagnitude
