// The errors of filters and of the pictures that are asked of them.
// Licensed under the MIT license; see LICENSE.

/// The reason that a filter has no picture.
package enum FilterError: Error, Equatable, CustomStringConvertible {
  /// A type that this module does not know.
  case unknownFilter(String)
  /// An image that the filter cannot do without.
  case missingImage(filter: String, key: String)
  /// An input of a kind or size that the filter cannot use.
  case invalidInput(filter: String, key: String, expected: String)
  /// A filter whose picture somebody else makes, as of text and bar codes.
  case needsPicture(String)
  /// A step that would need infinitely many pixels of its input.
  case unbounded(step: String)
  /// More pixels in one step, or more bytes in all, than the limits allow.
  case tooLarge(step: String, pixels: Double, limit: Int)
  /// More pixels in all steps than the limits allow.
  case tooMuchWork(pixels: Double, limit: Int)
  /// More steps than the limits allow.
  case tooManySteps(limit: Int)
  /// The pixels of a source that the executor was not given.
  case missingSource(slot: Int)
  case outOfMemory(bytes: Int)

  package var description: String {
    switch self {
    case .unknownFilter(let type): "there is no filter \"\(type)\""
    case .missingImage(let filter, let key): "\(filter) has no \(key)"
    case .invalidInput(let filter, let key, let expected):
      "\(key) of \(filter) is not \(expected)"
    case .needsPicture(let type): "the picture of \(type) is made elsewhere"
    case .unbounded(let step): "\(step) of an image without end has no end"
    case .tooLarge(let step, let pixels, let limit):
      "\(step) needs \(pixels) pixels; the limit is \(limit)"
    case .tooMuchWork(let pixels, let limit):
      "the filters touch \(pixels) pixels; the limit is \(limit)"
    case .tooManySteps(let limit): "more than \(limit) filters"
    case .missingSource(let slot): "there are no pixels for source \(slot)"
    case .outOfMemory(let bytes): "out of memory: \(bytes) bytes"
    }
  }
}
