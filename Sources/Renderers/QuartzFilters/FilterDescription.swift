// Filters as values: what an app set, with no picture and no pixel in it.
// Licensed under the MIT license; see LICENSE.
//
// One type serves everyone: CoreImage's CIFilter makes it, a layer's property holds it, the wire
// and packages carry it, and both the server and CIContext lower it to nodes (`FilterNode`).

/// A filter of a layer or of Core Image, by its type and its inputs.
package struct FilterDescription: Equatable, Sendable {
  /// The kind: a name of Core Animation (`gaussianBlur`) or of Core Image (`CIGaussianBlur`).
  package var type: String
  /// The name in key paths, `filters.NAME.inputKey`, or nil.
  package var name: String?
  /// Whether the filter acts; one that is off passes its image through.
  package var isEnabled: Bool
  /// The inputs that were set, sorted by key; the others have their defaults.
  package private(set) var inputs: [FilterInput]

  package init(
    type: String,
    name: String? = nil,
    isEnabled: Bool = true,
    inputs: [FilterInput] = []
  ) {
    self.type = type
    self.name = name
    self.isEnabled = isEnabled
    self.inputs = []
    for input in inputs { self[input.key] = input.value }
  }

  /// The value of an input; nil for one that was not set.
  package subscript(key: String) -> FilterInputValue? {
    get {
      let index = position(of: key)
      return index < inputs.count && inputs[index].key == key ? inputs[index].value : nil
    }
    set {
      let index = position(of: key)
      let isThere = index < inputs.count && inputs[index].key == key
      switch (newValue, isThere) {
      case (let value?, true): inputs[index].value = value
      case (let value?, false): inputs.insert(FilterInput(key: key, value: value), at: index)
      case (nil, true): inputs.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Changes the value of an input in its place, without a copy of it.
  ///
  /// - Returns: The result of `change`; nil for an input that was not set.
  package mutating func changeInput<Result>(
    _ key: String,
    _ change: (inout FilterInputValue) -> Result
  ) -> Result? {
    let index = position(of: key)
    guard index < inputs.count, inputs[index].key == key else { return nil }
    return change(&inputs[index].value)
  }

  /// Becomes equal to another filter; takes no memory where this one has all inputs of that.
  ///
  /// - Parameter drop: Takes the inputs that this one had and the other has not.
  package mutating func assign(_ other: FilterDescription, _ drop: (FilterInput) -> Void) {
    type = other.type
    name = other.name
    isEnabled = other.isEnabled
    var index = 0
    for input in other.inputs {
      // Both are sorted by key.
      while index < inputs.count, inputs[index].key < input.key { drop(inputs.remove(at: index)) }
      if index < inputs.count, inputs[index].key == input.key {
        inputs[index].value.assign(input.value)
      } else {
        inputs.insert(input, at: index)
      }
      index += 1
    }
    while index < inputs.count { drop(inputs.removeLast()) }
  }

  /// The index of the first input whose key is not below `key`.
  private func position(of key: String) -> Int {
    inputs.firstIndex { $0.key >= key } ?? inputs.count
  }
}

/// One input of a filter.
package struct FilterInput: Equatable, Sendable {
  /// The key with its prefix, such as `inputRadius`.
  package var key: String
  package var value: FilterInputValue

  package init(key: String, value: FilterInputValue) {
    self.key = key
    self.value = value
  }
}

/// The value of an input.
package enum FilterInputValue: Equatable, Sendable {
  /// A number, a length (points on layers, pixels in a CIContext), an angle in radians, a switch.
  case number(Double)
  /// The components of a CIVector, a point (2), a rectangle as x, y, width, height (4), an affine
  /// transform as a, b, c, d, tx, ty (6), or a colour matrix, row by row (20).
  case vector([Double])
  /// Straight red, green, blue and alpha, sRGB-encoded, extended range.
  case color(SIMD4<Double>)
  /// Text, as a bar code's message in a string.
  case text(String)
  /// Bytes, as of a colour cube or a bar code's message.
  case data([UInt8])
  /// An image that whoever holds the description knows by this number.
  case image(UInt64)
}

extension FilterInputValue {
  /// Becomes equal to another value; takes no memory where that is a vector of as many numbers.
  package mutating func assign(_ other: FilterInputValue) {
    guard case .vector(let numbers) = other else {
      self = other
      return
    }
    setVector(numbers.count) { numbers[$0] }
  }

  /// Becomes a vector of so many numbers, each of which `number` gives by its index.
  ///
  /// A vector of as many numbers that nobody shares is changed in its place.
  package mutating func setVector(_ count: Int, _ number: (Int) -> Double) {
    guard case .vector(var numbers) = self, numbers.count == count else {
      self = .vector((0..<count).map(number))
      return
    }
    // Gives the array up, so that it is not shared with the copy.
    self = .number(0)
    for index in 0..<count { numbers[index] = number(index) }
    self = .vector(numbers)
  }
}
