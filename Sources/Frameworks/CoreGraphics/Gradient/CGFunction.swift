// Functions that callbacks compute.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Computes the numbers of a function: reads from `input`, writes to `output`.
///
/// **Differences**: a Swift closure rather than a C function pointer, here and below.
public typealias CGFunctionEvaluateCallback = (
  _ info: UnsafeMutableRawPointer?, _ input: UnsafePointer<CGFloat>,
  _ output: UnsafeMutablePointer<CGFloat>
) -> Void

/// Frees the data of a function; called once.
public typealias CGFunctionReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The callbacks of a function.
public struct CGFunctionCallbacks {
  /// 0.
  public var version: UInt32
  /// Computes the function.
  public var evaluate: CGFunctionEvaluateCallback?
  /// Called when the function goes; may be nil.
  public var releaseInfo: CGFunctionReleaseInfoCallback?

  /// Callbacks.
  public init(
    version: UInt32,
    evaluate: CGFunctionEvaluateCallback?,
    releaseInfo: CGFunctionReleaseInfoCallback?
  ) {
    self.version = version
    self.evaluate = evaluate
    self.releaseInfo = releaseInfo
  }
}

/// A function from numbers to numbers: the colours of a shading.
public final class CGFunction {
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGFunctionCallbacks
  let domain: [ClosedRange<CGFloat>]
  let rangeDimension: Int
  private let range: [ClosedRange<CGFloat>]?

  /// A function that `callbacks` compute.
  ///
  /// - Parameters:
  ///   - info: Handed to the callbacks as it is.
  ///   - domainDimension: The number of inputs, at least 1.
  ///   - domain: For each of them the least and the greatest; nil for no limits.
  ///   - rangeDimension: How many numbers come out, at least 1.
  ///   - range: For each of them the least and the greatest; nil for no limits.
  ///   - callbacks: Computes the function.
  /// - Returns: Nil for dimensions below 1, limits in the wrong order, or without `evaluate`.
  public init?(
    info: UnsafeMutableRawPointer?,
    domainDimension: Int,
    domain: UnsafePointer<CGFloat>?,
    rangeDimension: Int,
    range: UnsafePointer<CGFloat>?,
    callbacks: UnsafePointer<CGFunctionCallbacks>
  ) {
    guard domainDimension > 0, rangeDimension > 0, callbacks.pointee.evaluate != nil,
      let inputs = domain.map({ Self.limits($0, domainDimension) }) ?? [],
      let outputs = range.map({ Self.limits($0, rangeDimension) }) ?? []
    else { return nil }
    self.info = info
    self.callbacks = callbacks.pointee
    self.domain = inputs
    self.rangeDimension = rangeDimension
    self.range = outputs.isEmpty ? nil : outputs
    self.domainDimension = domainDimension
  }

  let domainDimension: Int

  deinit { callbacks.releaseInfo?(info) }

  /// Bounds: the caller vouches for two numbers for each of `count`.
  private static func limits(
    _ numbers: UnsafePointer<CGFloat>,
    _ count: Int
  ) -> [ClosedRange<CGFloat>]? {
    var result: [ClosedRange<CGFloat>] = []
    for index in 0..<count {
      let (low, high) = (numbers[index * 2], numbers[index * 2 + 1])
      guard low <= high else { return nil }
      result.append(low...high)
    }
    return result
  }

  /// Returns the function's outputs for an input, clamped to its range; outputs that are not finite
  /// are 0.
  func callAsFunction(_ input: CGFloat) -> [CGFloat] {
    var inputs = [CGFloat](repeating: 0, count: domainDimension)
    inputs[0] = domain.first.map { min(max(input, $0.lowerBound), $0.upperBound) } ?? input
    var outputs = [CGFloat](repeating: 0, count: rangeDimension)
    callbacks.evaluate?(info, inputs, &outputs)
    return outputs.enumerated().map { index, value in
      guard value.isFinite else { return 0 }
      guard let range else { return value }
      return min(max(value, range[index].lowerBound), range[index].upperBound)
    }
  }
}
